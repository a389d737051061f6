# SPDX-License-Identifier: BSD-3-Clause
"""`strobe blasbench`: BLASBench as its paper has it, letters, defaults, columns and all.

Mucci and London, Low Level Architectural Characterization Benchmarks for Parallel Computers (1998),
section 1.5.4. A letter is an experiment of a suite, and what is measured is a run like any other.
Where the paper compares a vendor's library with the reference, here any number of them stand beside
it.
"""

from __future__ import annotations

import bisect
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from strobe.base import notes, units
from strobe.base.errors import StrobeError
from strobe.cli import letters as shared
from strobe.cli.letters import Printed, sizes
from strobe.export.blasbench import ROUTINES, TYPES
from strobe.export.cachebench_tests import MEGABYTE
from strobe.export.marks import GOOD, NO_FIGURE, Mark, comments, mark
from strobe.launch import libraries
from strobe.machine import facts
from strobe.options.blasbench import BlasBenchOptions
from strobe.options.measurement import MeasureOptions
from strobe.options.option import spread
from strobe.report.blas.libraries import REFERENCE

if TYPE_CHECKING:
    from strobe.records.run import Run

LETTERS = {"v": "axpy", "a": "gemv", "t": "gemm"}
SECONDS_EACH_TIME = 0.5
"""Of a size, unless its iterations take longer."""
POWERS = {"axpy": 1, "gemv": 2, "gemm": 3}
"""Of its dimension, to which a routine's operations grow."""
SLOWEST = 1e8
"""Operations a second: what takes longer than these need is taken for hung."""
PATIENCE_S = 20.0
SUITE_FILE = "blasbench-{letters}-x{x}-m{m}-e{e}-i{i}-{type}.toml"
DEFAULTS = BlasBenchOptions()


@dataclass(frozen=True)
class Wanted:
    """What the letters say."""

    routines: list[str]
    type: str
    between: int
    log_memory: int
    repeats: int
    iterations: int
    constant: bool
    held: bool
    cold: bool
    threads: tuple[int, ...] = (1,)

    @property
    def element_bytes(self) -> int:
        """Of a number of the type."""
        return TYPES[self.type].bytes


def command(*, options: Annotated[BlasBenchOptions, spread()] = DEFAULTS) -> int:
    """Measure what the letters choose, and print a table for each routine of each library."""
    options.check()
    notes.be_quiet(options.quiet)
    terminal = sys.stdout.isatty()
    letters = {"v": options.axpy, "a": options.gemv, "t": options.gemm}
    chosen = [letter for letter, is_wanted in letters.items() if is_wanted]
    chosen = chosen or list("vat" if terminal else "t")
    wanted = _wanted(options, chosen, terminal)
    _refuse_what_does_not_fit(wanted)
    measured = MeasureOptions(libs=options.libs or [libraries.AUTO], hang_after=patience_s(wanted))
    named = [REFERENCE, *(text.partition("=")[0] for text in libraries.resolve(measured.libs))]
    text = suite_text(wanted, named)
    suite = shared.write_suite(options.output, _suite_name(wanted, chosen), text)
    came = shared.measured(suite, measured, options.output)
    printed: list[Printed] = []
    for routine in wanted.routines:
        for (library, threads), rows in rows_of(came.run, wanted, routine, named).items():
            title = f"{TYPES[wanted.type].letter}{routine}, {library}"
            if threads > 1:
                title += f", {threads} threads"
            block = Block(title, rows, dimension=options.dimension, mflops=options.mflops)
            print("\n".join(block.table() if terminal else block.data(first=not printed)))
            printed.append(Printed(title, block.marks()))
    return shared.concluded(came, printed)


def _wanted(options: BlasBenchOptions, chosen: list[str], terminal: bool) -> Wanted:
    return Wanted(
        routines=[LETTERS[letter] for letter in chosen],
        type=options.element or ("s" if options.single else "d"),
        between=options.between,
        log_memory=options.log_memory,
        repeats=(2 if terminal else 1) if options.repeats is None else options.repeats,
        iterations=options.iterations,
        constant=options.constant,
        held=options.held,
        cold=options.cold,
        threads=tuple(dict.fromkeys(options.threads or [1])),
    )


def _suite_name(wanted: Wanted, chosen: list[str]) -> str:
    """A resumed run reads its suite again, so no other run may have another under its name."""
    told = [*chosen, *(letter for letter, on in (("c", wanted.constant), ("l", wanted.held)) if on)]
    told += ["cold"] if wanted.cold else []
    told += [f"p{count}" for count in wanted.threads if wanted.threads != (1,)]
    return SUITE_FILE.format(
        letters="".join(told), x=wanted.between, m=wanted.log_memory, e=wanted.repeats,
        i=wanted.iterations, type=wanted.type,
    )  # fmt: skip


def _refuse_what_does_not_fit(wanted: Wanted) -> None:
    """Raise StrobeError, with the size that would fit, before anything is allocated."""
    available = facts.available_bytes()
    if available is not None and 2**wanted.log_memory > available:
        raise StrobeError(
            f"-m {wanted.log_memory} is too much: {units.size(2**wanted.log_memory)} does not fit "
            f"into the {units.about_size(available)} that this machine has left, "
            f"-m {available.bit_length() - 1} would"
        )


def dimensions(wanted: Wanted, routine: str) -> dict[int, int]:
    """The largest dimension whose operands fit into each size, and that size in bytes."""
    found: dict[int, int] = {}
    for size_bytes in sizes(wanted.between, wanted.log_memory):
        elements = size_bytes // wanted.element_bytes
        possible = range(1, elements + 1)
        n = bisect.bisect_right(possible, float(elements), key=ROUTINES[routine])
        if n > 0:
            found.setdefault(n, size_bytes)
    return found


def iterations_of(wanted: Wanted, size_bytes: int, smallest_bytes: int) -> int:
    """All of them at every size, or as many as touch the same amount of data."""
    if wanted.constant:
        return wanted.iterations
    return max(1, wanted.iterations * smallest_bytes // size_bytes)


def patience_s(wanted: Wanted) -> float:
    """The iterations that a person asked for are waited for."""
    longest_s = 0.0
    for routine in wanted.routines:
        sized = dimensions(wanted, routine)
        for n, size_bytes in sized.items():
            iterations = iterations_of(wanted, size_bytes, min(sized.values()))
            longest_s = max(longest_s, iterations * 2.0 * n ** POWERS[routine] / SLOWEST)
    return max(PATIENCE_S, longest_s)


def _columns(wanted: Wanted, named: Sequence[str]) -> list[tuple[str, int]]:
    """Each library with each number of threads. The reference loops have one thread."""
    return [
        (library, threads)
        for library in named
        for threads in (wanted.threads if library != REFERENCE else (1,))
    ]


def suite_text(wanted: Wanted, libraries_named: Sequence[str]) -> str:
    """The suite, as TOML; the libraries include the reference."""
    experiments: list[str] = []
    for routine in wanted.routines:
        sized = dimensions(wanted, routine)
        smallest = min(sized.values())
        leading = max(sized) if wanted.held and routine != "axpy" else 0
        for n, size_bytes in sized.items():
            iterations = iterations_of(wanted, size_bytes, smallest)
            for library, threads in _columns(wanted, libraries_named):
                experiments.append(
                    f"""
[[experiment]]
kernel = "blas_{routine}"
repetitions = {iterations}
[experiment.axes]
library = {json.dumps(library)}
type = "{wanted.type}"
caches = "{"flushed" if wanted.cold else "warm"}"
threads = {threads}
n = {n}
"""
                    + (f"leading = {leading}\n" if leading else "")
                )
    cell_budget_s = SECONDS_EACH_TIME * wanted.repeats
    head = f"""\
# As `strobe blasbench` was asked to measure.
name = "blasbench"
title = "BLASBench"

[full]
budget_s = {len(experiments) * (cell_budget_s + patience_s(wanted)):g}
cell_budget_s = {cell_budget_s:g}
visits_min = {wanted.repeats}
"""
    return head + "".join(experiments)


@dataclass(frozen=True)
class Row:
    """One dimension: the bytes of the operands, what a call refers to and computes, its time."""

    n: int
    size_bytes: float
    referenced_bytes: float
    flops: float
    time_s: float
    repetitions: int
    mark: Mark = GOOD


def rows_of(
    run: Run | None, wanted: Wanted, routine: str, named: list[str]
) -> dict[tuple[str, int], list[Row]]:
    """Of each library and number of threads a row for each dimension that was asked for, measured
    or not.

    The reference is the first, as in the paper.
    """
    from strobe.records.summary import summarise

    cells = {
        (
            str(cell.declared.point["library"]),
            int(cell.declared.point.get("threads", 1)),
            int(cell.declared.point["n"]),
        ): cell
        for cell in (summarise(run).cells.values() if run is not None else ())
        if cell.declared.kernel == f"blas_{routine}"
    }
    launch = run.launches[0] if run is not None else None
    unusable = {one.name: one.wrong for one in launch.libraries if one.wrong} if launch else {}
    found: dict[tuple[str, int], list[Row]] = {}
    every = list(dict.fromkeys([*named, *(name for name, _, _ in cells)]))
    for library, threads in _columns(wanted, every):
        for n in dimensions(wanted, routine):
            cell = cells.get((library, threads, n))
            marked = mark(cell)
            if cell is None and library in unusable:
                marked = Mark(missing=unusable[library])
            size_bytes = ROUTINES[routine](n) * wanted.element_bytes
            if launch is None or cell is None or cell.headline is None or marked.missing:
                row = Row(n, size_bytes, NO_FIGURE, NO_FIGURE, NO_FIGURE, 0, marked)
            else:
                row = Row(
                    n,
                    size_bytes,
                    cell.declared.bytes_per_operation,
                    cell.declared.flops_per_operation,
                    cell.headline.median_s,
                    launch.cells[cell.declared.cell].visits[0].repetitions,
                    marked,
                )
            found.setdefault((library, threads), []).append(row)
    return found


@dataclass(frozen=True)
class Block:
    """A routine of a library."""

    title: str
    rows: list[Row] = field(default_factory=list)
    dimension: bool = False
    mflops: bool = False

    def _x(self, row: Row) -> float:
        return row.n if self.dimension else row.size_bytes

    def _rate(self, row: Row) -> float:
        if self.mflops:
            return row.flops / row.time_s / 1e6
        return row.referenced_bytes / row.time_s / MEGABYTE

    def marks(self) -> list[tuple[float, Mark]]:
        """Where the rows stand, with their marks."""
        return [(self._x(row), row.mark) for row in self.rows]

    def table(self) -> Iterator[str]:
        """The columns for a terminal; nanoseconds are those of one call.

        A row without a figure, or with a doubtful one, ends with the reason.
        """
        x = "Dimension" if self.dimension else "Bytes"
        rate = "Mflops/sec" if self.mflops else "MB/sec"
        yield f"\n{self.title}\n{x:>12} {'Iterations':>12} {'Nanosec':>16} {rate:>14}"
        for row in self.rows:
            if row.mark.missing:
                yield f"{self._x(row):12.0f} {'-':>12} {'-':>16} {'-':>14}  {row.mark}"
                continue
            line = (
                f"{self._x(row):12.0f} {row.repetitions:12d} {1e9 * row.time_s:16.2f} "
                f"{self._rate(row):14.2f}"
            )
            yield f"{line}  {row.mark}".rstrip()

    def data(self, *, first: bool) -> Iterator[str]:
        """The columns for a file; two empty lines set one library off from another."""
        x = "dimension" if self.dimension else "size in bytes"
        rate = "Mflops/sec" if self.mflops else "MB/sec (MB = 2^20)"
        yield ("" if first else "\n\n") + f"# {self.title}: {x}, {rate}"
        yield from comments(self.marks())
        for row in self.rows:
            found = "NaN" if row.mark.missing else f"{self._rate(row):.6f}"
            yield f"{self._x(row):.0f} {found}"
