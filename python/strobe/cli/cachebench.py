# SPDX-License-Identifier: BSD-3-Clause
"""`strobe cachebench`: CacheBench as its paper has it, letters, defaults, columns and all.

Mucci and London, Low Level Architectural Characterization Benchmarks for Parallel Computers (1998),
section 2.3.4. A letter is an experiment of a suite, and what is measured is a run like any other.
Where the paper is silent, it is as in the program that they published (llcbench, 2000): what lies
between two powers of 2, what a change is one of, and the two columns of a data file.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

from strobe.base import notes, units
from strobe.base.errors import StrobeError
from strobe.cli import letters as shared
from strobe.cli.letters import Printed
from strobe.export.cachebench_tests import LIBRARY, MEGABYTE, PLAIN, TUNED, Test
from strobe.export.marks import GOOD, NO_FIGURE, Mark, comments, mark
from strobe.machine import facts
from strobe.options.cachebench import CacheBenchOptions
from strobe.options.kinds import Size
from strobe.options.measurement import MeasureOptions
from strobe.options.option import spread

if TYPE_CHECKING:
    from strobe.records.summary import CellSummary

ELEMENTS = {"double": 8, "float": 4, "int64": 8, "int32": 4, "char": 1}
GRANULE_BYTES = 64
"""The vectors of these loops are multiples of it in the bench, and were in the paper's program."""
SHORTEST_BYTES = 1024
PLACE_BYTES, FARTHEST_BYTES = 8, 2**20
"""The places of vectors are multiples of the first, up to the second: the bench's axes."""
SUITE_FILE = "cachebench-{letters}-x{x}-m{m}-d{d:g}-e{e}-{element}{more}.toml"
SLOWEST = 1e8
"""Bytes a second that the slowest loop reaches anywhere."""
PATIENCE_S = 20.0
DEFAULTS = CacheBenchOptions()


@dataclass(frozen=True)
class Wanted:
    """What the letters and options ask for."""

    tests: list[Test]
    lengths: list[int]
    """Of one vector, in bytes."""
    times: int
    cell_budget_s: float
    element: str = "double"
    isa: str = "widest"
    pages: str = "usual"
    offset_bytes: int = 0
    pad_bytes: int | None = None
    iterations: int | None = None
    """Of each sample; None for as many as take a constant time."""

    @property
    def patience_s(self) -> float:
        """The iterations that a person asked for are waited for."""
        longest = max(test.vectors for test in self.tests) * max(self.lengths)
        return max(PATIENCE_S, (self.iterations or 0) * longest / SLOWEST)


def command(*, options: Annotated[CacheBenchOptions, spread()] = DEFAULTS) -> int:
    """Measure what the letters choose, and print a table for each."""
    from strobe.records.summary import summarise

    options.check()
    notes.be_quiet(options.quiet)
    terminal = sys.stdout.isatty()
    chosen = _chosen(options, terminal)
    wanted = _wanted(options, chosen, terminal)
    _refuse_what_does_not_fit(options, wanted)
    text = suite_text(wanted)
    suite = shared.write_suite(options.output, _suite_name(options, chosen, wanted, text), text)
    measured = MeasureOptions(hang_after=wanted.patience_s)
    came = shared.measured(suite, measured, options.output)
    cells = list(summarise(came.run).cells.values()) if came.run is not None else []
    printed: list[Printed] = []
    for number, test in enumerate(wanted.tests):
        rows = rows_of(test, wanted.lengths, cells)
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


def _wanted(options: CacheBenchOptions, chosen: set[str], terminal: bool) -> Wanted:
    """Raise StrobeError where an option cannot be, or would have no effect."""
    times = (2 if terminal else 1) if options.repeats is None else options.repeats
    plain = tuple(
        replace(test, code=options.code, title=_title(test, options.code)) for test in PLAIN
    )
    tests = [t for t in (TUNED if options.tuned else plain) + LIBRARY if t.letter in chosen]
    compiled = any(test in plain for test in tests)
    for name, is_given in (("code", options.code != DEFAULTS.code),
                           ("isa", options.isa != DEFAULTS.isa)):  # fmt: skip
        if is_given and not compiled:
            raise StrobeError(f"--{name} only applies to -r, -w and -b; add one of them")
    if options.pad is not None and "p" not in chosen:
        raise StrobeError("--pad only applies to -p; add -p")
    for name, place in (("offset", options.offset), ("pad", options.pad or 0)):
        if place % PLACE_BYTES or place > FARTHEST_BYTES:
            raise StrobeError(
                f"--{name} must be a multiple of {PLACE_BYTES} of at most {FARTHEST_BYTES}, "
                f"not {place}"
            )
    return Wanted(
        tests=tests,
        lengths=lengths_of(options),
        times=times,
        cell_budget_s=options.seconds * times,
        element=options.element,
        isa=options.isa,
        pages=options.pages,
        offset_bytes=options.offset,
        pad_bytes=options.pad,
        iterations=options.iterations,
    )


def _title(test: Test, code: str) -> str:
    """`Read`, or `Read (O0)` for other code than CacheBench's own."""
    return test.title if code == DEFAULTS.code else f"{test.title} ({code})"


def lengths_of(options: CacheBenchOptions) -> list[int]:
    """The lengths of the vectors: those of --lengths, or the paper's up to 2^m."""
    if options.lengths is None:
        return sizes(options.between, options.log_memory)
    found: set[int] = set()
    for part in options.lengths.split(","):
        first, colon, last = part.partition(":")
        low, high = _length(first), _length(last) if colon else 0
        if not colon:
            found.add(low)
            continue
        if high <= low:
            raise StrobeError(f"--lengths {part} is not a range; write it as {last}:{first}")
        inside = sizes(options.between, high.bit_length())
        found |= {low, high, *(one for one in inside if low < one < high)}
    return sorted(found)


def _length(text: str) -> int:
    """One length of --lengths, in bytes."""
    try:
        length = Size(most=2**shared.LOG_LARGEST).parse(text.strip())
    except ValueError:
        raise StrobeError(
            f"--lengths must be sizes or ranges of sizes such as 4Ki,24Ki or 4Ki:64Ki, not {text!r}"
        ) from None
    whole = max(SHORTEST_BYTES, length // GRANULE_BYTES * GRANULE_BYTES)
    if length != whole:
        raise StrobeError(
            f"--lengths {text.strip()} must be a multiple of {GRANULE_BYTES} bytes of at least "
            f"{SHORTEST_BYTES}; choose {whole}"
        )
    return length


def _suite_name(options: CacheBenchOptions, chosen: set[str], wanted: Wanted, text: str) -> str:
    """A resumed run reads its suite again, so no other run may have another under its name."""
    usual = Wanted(wanted.tests, sizes(options.between, options.log_memory), wanted.times,
                   wanted.cell_budget_s, wanted.element)  # fmt: skip
    is_usual = wanted == usual and options.code == DEFAULTS.code
    more = "" if is_usual else f"-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
    return SUITE_FILE.format(
        letters="".join(sorted(chosen)), x=options.between, m=options.log_memory,
        d=options.seconds, e=wanted.times, element=options.element, more=more,
    )  # fmt: skip


def _refuse_what_does_not_fit(options: CacheBenchOptions, wanted: Wanted) -> None:
    """Raise StrobeError, with the size that would fit, before anything is allocated."""
    available = facts.available_bytes()
    longest, vectors = max(wanted.lengths), max(test.vectors for test in wanted.tests)
    if available is None or vectors * longest <= available:
        return
    fits = (available // vectors).bit_length() - 1
    of_each = f"{vectors} vectors of {units.size(longest)} do" if vectors > 1 else (
        f"{units.size(longest)} does"
    )  # fmt: skip
    left = f"not fit into the {units.about_size(available)} that this machine has left"
    if options.lengths is not None:
        raise StrobeError(
            f"--lengths {options.lengths} is too much: {of_each} {left}; choose {2**fits} at most"
        )
    raise StrobeError(f"-m {options.log_memory} is too much: {of_each} {left}, -m {fits} would")


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


def suite_text(wanted: Wanted) -> str:
    """The suite, as TOML."""
    head = f"""\
# As `strobe cachebench` was asked to measure.
name = "cachebench"
title = "CacheBench"

[full]
budget_s = {len(wanted.tests) * len(wanted.lengths) * wanted.cell_budget_s:g}
cell_budget_s = {wanted.cell_budget_s:g}
visits_min = {wanted.times}
"""
    return head + "".join(_experiment(wanted, test) for test in wanted.tests)


def _experiment(wanted: Wanted, test: Test) -> str:
    constant = f"repetitions = {wanted.iterations}\n" if wanted.iterations is not None else ""
    places = [f"offset_bytes = {wanted.offset_bytes}"] if wanted.offset_bytes else []
    if wanted.pad_bytes is not None and test.vectors > 1:
        places.append(f"pad_bytes = {wanted.pad_bytes}")
    # The library chooses its instructions itself.
    isa = wanted.isa if test.typed else DEFAULTS.isa
    return f"""
[[experiment]]
kernel = "{test.kernel}"
title = "{test.title}"
{constant}[experiment.axes]
code = "{test.code}"
type = "{wanted.element}"
isa = "{isa}"
pages = "{wanted.pages}"
{chr(10).join([*places, ""])}\
working_set_bytes = {[test.vectors * length for length in wanted.lengths]}
"""


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
