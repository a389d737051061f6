# SPDX-License-Identifier: BSD-3-Clause
"""How much faster a library is on several threads: its speed-up over one thread."""

from __future__ import annotations

from dataclasses import dataclass

from strobe.gate.cells import Accepted, is_refused
from strobe.records.lines import Value
from strobe.records.run import Run
from strobe.records.summary import CellSummary
from strobe.report.blas.libraries import is_routine, library_of, routine_name
from strobe.report.blas.processes import Processes, processes_of
from strobe.report.findings.finding import Ratio, ratio

ONE = 1


@dataclass(frozen=True)
class Scaling:
    """One problem on several numbers of threads, by library. All cells have a result."""

    kernel: str
    type: str
    n: int
    libraries: dict[str, dict[int, CellSummary]]
    noisy: frozenset[str]
    """Libraries with a refused cell."""

    @property
    def name(self) -> str:
        """`dgemm`."""
        return routine_name(self.kernel, self.type)


def scalings(summary: Accepted) -> list[Scaling]:
    """Every problem that a library solved on one thread and on several, in the order of the
    suite."""
    problems: dict[tuple[tuple[str, Value], ...], list[CellSummary]] = {}
    for cell in summary.cells.values():
        declared = cell.declared
        if not is_routine(declared.kernel) or "threads" not in declared.point:
            continue
        held = {
            axis: value for axis, value in declared.point.items()
            if axis not in ("library", "threads")
        }  # fmt: skip
        key = (("kernel", declared.kernel), *sorted(held.items()))
        problems.setdefault(key, []).append(cell)
    found = [_scaling(cells) for cells in problems.values()]
    return [one for one in found if one.libraries or one.noisy]


def largest(found: list[Scaling]) -> list[Scaling]:
    """Of each routine and type the problem of the largest n."""
    chosen: dict[str, Scaling] = {}
    for one in found:
        if one.name not in chosen or one.n > chosen[one.name].n:
            chosen[one.name] = one
    return [*chosen.values()]


def speed_up(own: dict[int, CellSummary], threads: int) -> Ratio | None:
    """The time on one thread over that on `threads`, with its interval; None across regimes."""
    return ratio(own[ONE], own[threads])


def processes_on(
    run: Run, summary: Accepted, own: dict[int, CellSummary], threads: int
) -> tuple[Processes | None, Processes | None]:
    """The processes in which a library had `threads` threads, and those in which it had one."""
    return processes_of(run, summary, own[threads]), processes_of(run, summary, own[ONE])


def _scaling(cells: list[CellSummary]) -> Scaling:
    declared = cells[0].declared
    by_library: dict[str, dict[int, CellSummary]] = {}
    noisy = set()
    for cell in cells:
        if cell.headline is not None and cell.headline.median_s > 0:
            threads = int(cell.declared.point["threads"])
            by_library.setdefault(library_of(cell), {})[threads] = cell
        elif is_refused(cell) and int(cell.declared.point["threads"]) > ONE:
            noisy.add(library_of(cell))
    several = {name: own for name, own in by_library.items() if ONE in own and len(own) > 1}
    return Scaling(
        declared.kernel,
        str(declared.point.get("type", "")),
        int(declared.point.get("n", 0)),
        several,
        frozenset(noisy),
    )
