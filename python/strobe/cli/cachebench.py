# SPDX-License-Identifier: BSD-3-Clause
"""`strobe cachebench`: CacheBench as its paper has it, letters, defaults, columns and all.

Mucci and London, Low Level Architectural Characterization Benchmarks for Parallel Computers (1998),
section 2.3.4. A letter is an experiment of a suite, and what is measured is a run like any other.
Where the paper is silent, it is as in the program that they published (llcbench, 2000): what lies
between two powers of 2, what a change is one of, and the two columns of a data file.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from strobe.base import units
from strobe.base.errors import StrobeError
from strobe.cli import letters as shared
from strobe.cli.letters import LOG_SMALLEST, Printed, refuse, whole
from strobe.export.cachebench_tests import LIBRARY, MEGABYTE, PLAIN, TUNED, Test
from strobe.export.marks import GOOD, NO_FIGURE, Mark, comments, mark
from strobe.launch.options import MeasureOptions
from strobe.machine import facts

if TYPE_CHECKING:
    from strobe.records.summary import CellSummary

ELEMENTS = {"double": 8, "float": 4, "int64": 8, "int32": 4, "char": 1}
GRANULE_BYTES = 64
"""The vectors of these loops are multiples of it in the bench, and were in the paper's program."""
BETWEEN_MOST = 2**LOG_SMALLEST // GRANULE_BYTES - 1
SUITE_FILE = "cachebench-{letters}-x{x}-m{m}-d{d:g}-e{e}-{element}.toml"


def command(
    *,
    read: Annotated[bool, Parameter(name="-r")] = False,
    write: Annotated[bool, Parameter(name="-w")] = False,
    modify: Annotated[bool, Parameter(name="-b")] = False,
    tuned: Annotated[bool, Parameter(name="-t")] = False,
    memset: Annotated[bool, Parameter(name="-s")] = False,
    memcpy: Annotated[bool, Parameter(name="-p")] = False,
    between: Annotated[int, whole("-x")] = 1,
    log_memory: Annotated[int, whole("-m")] = 24,
    seconds: Annotated[float, Parameter(name="-d")] = 5,
    repeats: Annotated[int | None, whole("-e", show_default=False)] = None,
    element: str = "double",
    output: Path = Path("results"),
) -> int:
    """Measure the memory hierarchy as CacheBench does, and print its columns.

    Without a letter all but the tuned loops are measured, each size twice; only -b, once, where
    the output is no terminal, as the paper has it. There the columns are size and MB/sec alone, as
    gnuplot wants them; a size that was not measured has NaN, and comment lines name it and every
    figure in doubt. The exit status is 1 if a size was not measured.

    Parameters
    ----------
    read
        Read benchmark.
    write
        Write benchmark.
    modify
        Read/modify/write benchmark.
    tuned
        Use hand-tuned versions of the above.
    memset
        memset() benchmark.
    memcpy
        memcpy() benchmark.
    between
        Measurements to take between powers of 2.
    log_memory
        Log base 2 of the memory to use, in bytes: the largest vector.
    seconds
        Seconds that a size may take each time; it ends sooner where its interval is narrow.
    repeats
        Times that each size is measured: 2 to a terminal, 1 to a file.
    element
        The type of the elements: double, float, int64, int32 or char.
    output
        Where the run's folder is made.
    """
    from strobe.records.summary import summarise

    letters = {"r": read, "w": write, "b": modify, "t": tuned, "s": memset, "p": memcpy}
    chosen = {letter for letter, wanted in letters.items() if wanted}
    terminal = sys.stdout.isatty()
    if not chosen - {"t"}:
        chosen |= set("rwbsp" if terminal else "b")
    times = (2 if terminal else 1) if repeats is None else repeats
    tests = [test for test in (TUNED if tuned else PLAIN) + LIBRARY if test.letter in chosen]
    _refuse(between, log_memory, seconds, times, element)
    _refuse_what_does_not_fit(log_memory, max(test.vectors for test in tests))
    # A run that is resumed reads its suite again, so no other run may have another under its name.
    name = SUITE_FILE.format(
        letters="".join(sorted(chosen)),
        x=between, m=log_memory, d=seconds, e=times, element=element,
    )  # fmt: skip
    text = suite_text(tests, between, log_memory, seconds * times, times, element)
    suite = shared.write_suite(output, name, text)
    came = shared.measured(suite, MeasureOptions(), output)
    cells = list(summarise(came.run).cells.values()) if came.run is not None else []
    printed: list[Printed] = []
    for number, test in enumerate(tests):
        rows = rows_of(test, sizes(between, log_memory), cells)
        item_bytes = ELEMENTS[element] if test.typed else 1
        lines = table(test, rows, item_bytes) if terminal else data(test, rows, first=number == 0)
        print("\n".join(lines))
        printed.append(Printed(test.title, [(row.size_bytes, row.mark) for row in rows]))
    return shared.concluded(came, printed)


def _refuse(between: int, log_memory: int, seconds: float, repeats: int, element: str) -> None:
    """Raise StrobeError with one sentence for the first option that cannot be."""
    if element not in ELEMENTS:
        raise StrobeError(f"there is no type '{element}': there are {', '.join(ELEMENTS)}")
    refuse(between, log_memory, repeats)
    if between > BETWEEN_MOST:
        raise StrobeError(
            f"-x wants {BETWEEN_MOST} measurements at most between powers of 2, not {between}: "
            f"vectors are multiples of {GRANULE_BYTES} bytes, and the smallest is "
            f"{2**LOG_SMALLEST}"
        )
    if not 0 < seconds < math.inf:
        raise StrobeError(f"-d wants seconds, not {seconds:g}")


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
    1 in the first row. Behind the columns of a row without a figure, or with one in doubt, is why.
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
