# SPDX-License-Identifier: BSD-3-Clause
"""The BLAS cells of a run: for each routine and type, the cells of each library by n."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from strobe.base import units
from strobe.gate.cells import FMA_TYPES, Accepted, is_refused
from strobe.records.summary import CellSummary
from strobe.report.blas.ceilings import Ceiling, flops_per_cycle, flops_per_s
from strobe.report.paper.declared import Selection
from strobe.report.paper.selection import choose

PREFIXES = ("blas_", "lapack_")
REFERENCE = "reference"
BROKEN = ("failed", "hung")
# Routines whose name is not the type's letter and the stem.
_NAMES = {
    "cdot": "cdotu", "zdot": "zdotu", "cger": "cgeru", "zger": "zgeru", "csymv": "chemv",
    "zsymv": "zhemv", "cnrm2": "scnrm2", "znrm2": "dznrm2",
}  # fmt: skip


@dataclass(frozen=True)
class RoutineComparison:
    """One routine in one type over libraries and n, with all other axes at their usual values."""

    kernel: str
    type: str
    libraries: dict[str, dict[int, CellSummary]]
    """By library and n; only cells with a result."""
    broken: frozenset[str]
    """Libraries that failed at some n."""
    noisy: frozenset[str]
    """Libraries with a refused cell at some n."""
    absent: frozenset[str] = frozenset()
    """Libraries that do not have the routine."""

    @property
    def routine(self) -> str:
        """`gemm` of blas_gemm."""
        return routine_of(self.kernel)

    @property
    def name(self) -> str:
        """As the BLAS calls it: `dgemm`."""
        return routine_name(self.kernel, self.type)


def is_routine(kernel: str) -> bool:
    """Whether a kernel is a routine of a library."""
    return kernel.startswith(PREFIXES)


def routine_of(kernel: str) -> str:
    """`gemm` of blas_gemm."""
    return kernel.partition("_")[2]


def routine_name(kernel: str, kind: str) -> str:
    """As the BLAS calls a kernel in a type: `dgemm`."""
    name = kind + routine_of(kernel)
    return _NAMES.get(name, name)


def routine_comparisons(summary: Accepted) -> list[RoutineComparison]:
    """Every routine and type, in the order of the suite."""
    pairs = dict.fromkeys(
        (cell.declared.kernel, str(cell.declared.point["type"])) for cell in _of_libraries(summary)
    )
    return [_routine_comparison(summary, kernel, kind) for kernel, kind in pairs]


def libraries(summary: Accepted) -> list[str]:
    """The reference first, as in the paper, and the others in the order of the run."""
    names = dict.fromkeys(library_of(cell) for cell in _of_libraries(summary))
    return sorted(names, key=lambda name: name != REFERENCE)


def library_of(cell: CellSummary) -> str:
    """The library of a cell; empty where it has none."""
    return str(cell.declared.point.get("library", ""))


def best_n(rates: Iterable[tuple[int, float]]) -> int:
    """The n of the highest rate; the smallest n where several rates print the same."""
    return min((-units.round_significant(rate), n) for n, rate in rates)[1]


def part_of_ceiling(cell: CellSummary, tops: Sequence[Ceiling]) -> float | None:
    """A rate over the peak multiply-add rate of one core; None where that does not bound it."""
    point = cell.declared.point
    top = next((top for top in tops if top.type == FMA_TYPES.get(str(point.get("type")))), None)
    by_second = flops_per_s(cell)
    if top is None or by_second is None or point.get("threads", 1) != 1:
        return None
    by_cycle = flops_per_cycle(cell)
    # For an accepted cell, the gate limits how far this exceeds 1.
    if by_cycle and top.flops_per_cycle:
        return min(by_cycle / top.flops_per_cycle, 1.0)
    return min(by_second / top.flops_per_s, 1.0)


def _of_libraries(summary: Accepted) -> list[CellSummary]:
    return [
        cell
        for cell in summary.cells.values()
        if is_routine(cell.declared.kernel) and {"library", "type", "n"} <= set(cell.declared.point)
    ]


def _routine_comparison(summary: Accepted, kernel: str, kind: str) -> RoutineComparison:
    wanted = Selection(
        paper="", number="", caption="", kernels=[kernel], x="n", where={"type": kind}
    )
    found: dict[str, dict[int, CellSummary]] = {}
    for one in choose(summary, wanted, ["library"]):
        if one.cell.headline is not None and one.cell.headline.median_s > 0:
            found.setdefault(one.curve, {})[int(one.x)] = one.cell
    own = [
        cell
        for cell in _of_libraries(summary)
        if cell.declared.kernel == kernel and cell.declared.point["type"] == kind
    ]
    broken = frozenset(library_of(cell) for cell in own if cell.status in BROKEN)
    noisy = frozenset(library_of(cell) for cell in own if is_refused(cell))
    absent = frozenset(library_of(cell) for cell in own if cell.status == "skipped")
    return RoutineComparison(kernel, kind, found, broken, noisy, absent - found.keys())
