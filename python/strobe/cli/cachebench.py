# SPDX-License-Identifier: BSD-3-Clause
"""`strobe cachebench`: CacheBench as its paper has it, letters, defaults, columns and all.

Mucci and London, Low Level Architectural Characterization Benchmarks for Parallel Computers (1998),
section 2.3.4. A letter is an experiment of a suite, and what is measured is a run like any other.
Where the paper is silent, it is as in the program that they published (llcbench, 2000): what lies
between two powers of 2, what a change is one of, and the two columns of a data file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from strobe.base import units
from strobe.base.errors import StrobeError
from strobe.cli import letters as shared
from strobe.cli.letters import Printed
from strobe.export.cachebench_tests import LIBRARY, MEGABYTE, PLAIN, TUNED, Test
from strobe.export.marks import GOOD, NO_FIGURE, Mark, comments, mark
from strobe.machine import facts
from strobe.options.cachebench import CacheBenchOptions
from strobe.options.measurement import MeasureOptions

if TYPE_CHECKING:
    from strobe.records.summary import CellSummary

ELEMENTS = {"double": 8, "float": 4, "int64": 8, "int32": 4, "char": 1}
GRANULE_BYTES = 64
"""The vectors of these loops are multiples of it in the bench, and were in the paper's program."""
SUITE_FILE = "cachebench-{letters}-x{x}-m{m}-d{d:g}-e{e}-{element}.toml"
DEFAULTS = CacheBenchOptions()


def command(*, options: Annotated[CacheBenchOptions, Parameter(name="*")] = DEFAULTS) -> int:
    """Measure what the letters choose, and print a table for each."""
    from strobe.records.summary import summarise

    options.check()
    terminal = sys.stdout.isatty()
    chosen = _chosen(options, terminal)
    times = (2 if terminal else 1) if options.repeats is None else options.repeats
    tests = [t for t in (TUNED if options.tuned else PLAIN) + LIBRARY if t.letter in chosen]
    _refuse_what_does_not_fit(options.log_memory, max(test.vectors for test in tests))
    text = suite_text(
        tests, options.between, options.log_memory, options.seconds * times, times, options.element
    )
    suite = shared.write_suite(options.output, _suite_name(options, chosen, times), text)
    came = shared.measured(suite, MeasureOptions(), options.output)
    cells = list(summarise(came.run).cells.values()) if came.run is not None else []
    printed: list[Printed] = []
    for number, test in enumerate(tests):
        rows = rows_of(test, sizes(options.between, options.log_memory), cells)
        item_bytes = ELEMENTS[options.element] if test.typed else 1
        lines = table(test, rows, item_bytes) if terminal else data(test, rows, first=number == 0)
        print("\n".join(lines))
        printed.append(Printed(test.title, [(row.size_bytes, row.mark) for row in rows]))
    return shared.concluded(came, printed)


def _chosen(options: CacheBenchOptions, terminal: bool) -> set[str]:
    """The letters of what is measured."""
    letters = {
        "r": options.read, "w": options.write, "b": options.modify, "t": options.tuned,
        "s": options.memset, "p": options.memcpy,
    }  # fmt: skip
    chosen = {letter for letter, wanted in letters.items() if wanted}
    return chosen if chosen - {"t"} else chosen | set("rwbsp" if terminal else "b")


def _suite_name(options: CacheBenchOptions, chosen: set[str], times: int) -> str:
    """A resumed run reads its suite again, so no other run may have another under its name."""
    return SUITE_FILE.format(
        letters="".join(sorted(chosen)), x=options.between, m=options.log_memory,
        d=options.seconds, e=times, element=options.element,
    )  # fmt: skip


def _refuse_what_does_not_fit(log_memory: int, vectors: int) -> None:
    """Raise StrobeError, with the size that would fit, before anything is allocated."""
    available = facts.available_bytes()
    if available is None or vectors * 2**log_memory <= available:
        return
    fits = (available // vectors).bit_length() - 1
    of_each = f"{vectors} vectors of {units.size(2**log_memory)} do" if vectors > 1 else (
        f"{units.size(2**log_memory)} does"
    )  # fmt: skip
    raise StrobeError(
        f"-m {log_memory} is too much: {of_each} not fit into the {units.about_size(available)} "
        f"that this machine has left, -m {fits} would"
    )


def sizes(between: int, log_memory: int) -> list[int]:
    """The lengths of the vectors."""
    return shared.sizes(between, log_memory, GRANULE_BYTES)


def rows_of(test: Test, lengths: Iterable[int], cells: Iterable[CellSummary]) -> list[Row]:
    """A row for each length that was asked for, measured or not."""
    by_bytes = {
        cell.declared.point["working_set_bytes"]: cell
        for cell in cells
        if cell.declared.kernel == test.kernel and cell.declared.point["code"] == test.code
    }
    rows = []
    for length in lengths:
        cell = by_bytes.get(test.vectors * length)
        marked = mark(cell)
        if cell is None or cell.headline is None or marked.missing:
            rows.append(Row(length, NO_FIGURE, NO_FIGURE, marked))
        else:
            done_bytes = cell.declared.bytes_per_operation
            rows.append(Row(length, done_bytes, cell.headline.median_s, marked))
    return rows


def suite_text(
    tests: list[Test],
    between: int,
    log_memory: int,
    cell_budget_s: float,
    repeats: int,
    element: str,
) -> str:
    """The suite, as TOML."""
    lengths = sizes(between, log_memory)
    head = f"""\
# As `strobe cachebench` was asked to measure.
name = "cachebench"
title = "CacheBench"

[full]
budget_s = {len(tests) * len(lengths) * cell_budget_s:g}
cell_budget_s = {cell_budget_s:g}
visits_min = {repeats}
"""
    experiments = [
        f"""
[[experiment]]
kernel = "{test.kernel}"
title = "{test.title}"
[experiment.axes]
code = "{test.code}"
type = "{element}"
working_set_bytes = {[test.vectors * length for length in lengths]}
"""
        for test in tests
    ]
    return head + "".join(experiments)


@dataclass(frozen=True)
class Row:
    """One size: that of a vector, the bytes of an operation, and its time."""

    size_bytes: float
    done_bytes: float
    time_s: float
    mark: Mark = GOOD

    @property
    def megabytes_per_s(self) -> float:
        """The paper's megabytes."""
        return self.done_bytes / self.time_s / MEGABYTE


def table(test: Test, rows: list[Row], item_bytes: int) -> Iterator[str]:
    """The paper's columns for a terminal.

    Nanoseconds are those of one access to an item; the change is that access over the one before,
    1 in the first row. A row without a figure, or with a doubtful one, ends with the reason.
    """
    yield f"\n{test.title}\n{'C Size':>12} {'Nanosec':>12} {'MB/sec':>14} {'% Chnge':>9}"
    before: float | None = None
    for number, row in enumerate(rows):
        if row.mark.missing:
            yield f"{row.size_bytes:12.0f} {'-':>12} {'-':>14} {'-':>9}  {row.mark}"
            before = None
            continue
        access_ns = 1e9 * row.time_s / (row.done_bytes / item_bytes)
        change = f"{access_ns / before:.2f}" if before else "1.00" if number == 0 else "-"
        line = f"{row.size_bytes:12.0f} {access_ns:12.4f} {row.megabytes_per_s:14.2f} {change:>9}"
        yield f"{line}  {row.mark}".rstrip()
        before = access_ns


def data(test: Test, rows: list[Row], *, first: bool) -> Iterator[str]:
    """The paper's columns for a file; two empty lines set one test off from another."""
    yield ("" if first else "\n\n") + f"# {test.title}: size in bytes, MB/sec (MB = 2^20)"
    yield from comments((row.size_bytes, row.mark) for row in rows)
    for row in rows:
        rate = "NaN" if row.mark.missing else f"{row.megabytes_per_s:.6f}"
        yield f"{row.size_bytes:.0f} {rate}"
