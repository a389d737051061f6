# SPDX-License-Identifier: BSD-3-Clause
"""The roofs over the rates of a run: the measured bandwidth of each level of memory, and the
measured peak of multiply-adds.

Williams, Waterman and Patterson, Roofline: An Insightful Visual Performance Model (2009). A rate is
at most the bandwidth of the level that holds the operands times the arithmetic intensity, and at
most the peak.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from strobe.base import units
from strobe.gate.cells import FMA_TYPES, Accepted
from strobe.records.summary import CellSummary
from strobe.report.blas.ceilings import Ceiling, ceilings
from strobe.report.memory.hierarchy import Hierarchy, MemoryLevel
from strobe.report.memory.streams import PATTERNS, bytes_per_cycle, bytes_per_s, plateaus

FLOPS_PER_BYTE = {
    "memory_read": 1.0, "memory_modify": 1.0 / 2, "memory_scale": 1.0 / 2, "memory_add": 1.0 / 3,
    "memory_triad": 2.0 / 3,
}  # fmt: skip
"""Additions and multiplications of a loop for each transferred element (CacheBench, section 2.2;
McCalpin, STREAM). The other loops compute nothing."""
LOADS_ONLY = "tuned"
"""The code whose reading loop loads and adds nothing."""
REAL_BYTES = {"double": 8, "float": 4}


@dataclass(frozen=True)
class Roofs:
    """All roofs in one unit of time: core cycles, or seconds where cycles are not known."""

    hierarchy: Hierarchy
    fed: dict[str, CellSummary | None]
    """The fastest loop in each measured level; None where every loop was refused."""
    tops: list[Ceiling]
    in_cycles: bool

    def bandwidth(self, level: str) -> float | None:
        """Bytes per unit of time that a level delivers; None where that is not known."""
        cell = self.fed.get(level)
        return self._bytes(cell) if cell else None

    def top(self, kind: str) -> Ceiling | None:
        """The peak that bounds a type of the BLAS, or of a loop."""
        wanted = FMA_TYPES.get(kind, kind)
        return next((top for top in self.tops if top.type == wanted), None)

    def flat(self, kind: str) -> float | None:
        """Flops per unit of time at the peak; None where it was not measured."""
        top = self.top(kind)
        if top is None:
            return None
        return top.flops_per_cycle if self.in_cycles else top.flops_per_s

    def rate(self, cell: CellSummary) -> float | None:
        """Flops of a cell per unit of time; None where it has no result or computes nothing."""
        best, flops = cell.headline, flops_of(cell)
        time = None if best is None else best.cycles if self.in_cycles else best.median_s
        return flops / time if time and flops > 0 else None

    def bytes_text(self, rate: float) -> str:
        """`64.0 B/cycle`, or `51.2 GB/s`."""
        return f"{units.number(rate)} B/cycle" if self.in_cycles else units.bandwidth(rate)

    def flops_text(self, rate: float) -> str:
        """`31.9 flop/cycle`, or `95.8 GFLOP/s`."""
        return f"{units.number(rate)} flop/cycle" if self.in_cycles else units.flop_rate(rate)

    def _bytes(self, cell: CellSummary) -> float:
        return (bytes_per_cycle(cell) or 0.0) if self.in_cycles else bytes_per_s(cell)


def roofs(summary: Accepted, hierarchy: Hierarchy, cells: Iterable[CellSummary]) -> Roofs:
    """The roofs over `cells`: in core cycles if all of them, and all roofs, have cycles."""
    fed = _fed(summary, hierarchy)
    tops = ceilings(summary)
    in_cycles = (
        all(cell.headline is not None and cell.headline.cycles for cell in cells)
        and all(bytes_per_cycle(cell) for cell in fed.values() if cell)
        and all(top.flops_per_cycle for top in tops)
    )
    return Roofs(hierarchy, fed, tops, in_cycles)


def flops_of(cell: CellSummary) -> float:
    """The arithmetic of an operation; 0 where it computes nothing on real numbers."""
    declared = cell.declared
    per_byte = FLOPS_PER_BYTE.get(declared.kernel)
    if per_byte is None:
        return declared.flops_per_operation
    size = REAL_BYTES.get(str(declared.point.get("type")))
    code = str(declared.point.get("code", ""))
    if size is None or (declared.kernel == "memory_read" and code == LOADS_ONLY):
        return 0.0
    return declared.bytes_per_operation / size * per_byte


def operands_of(cell: CellSummary) -> float:
    """The memory of the operands; 0 where it was not recorded."""
    return cell.declared.operands_bytes or float(cell.declared.point.get("working_set_bytes", 0))


def intensity(cell: CellSummary) -> float | None:
    """Flops for each byte that an operation must read or write; None where it does neither."""
    flops, size_bytes = flops_of(cell), cell.declared.bytes_per_operation
    return flops / size_bytes if flops > 0 and size_bytes > 0 else None


def level_of(cell: CellSummary, hierarchy: Hierarchy) -> MemoryLevel | None:
    """The level that holds the operands; None where they lie between two levels."""
    size_bytes = operands_of(cell)
    return next((one for one in hierarchy.levels if size_bytes and one.holds(size_bytes)), None)


def _fed(summary: Accepted, hierarchy: Hierarchy) -> dict[str, CellSummary | None]:
    """For each level the fastest of the tuned loops that were measured in it."""
    by_pattern = [plateaus(summary, kernel, hierarchy) for kernel in PATTERNS]
    found: dict[str, CellSummary | None] = {}
    for level in hierarchy.levels:
        cells = [own[level.name] for own in by_pattern if level.name in own]
        if cells:
            good = [cell for cell in cells if cell is not None]
            found[level.name] = max(good, key=_speed(good)) if good else None
    return found


def _speed(cells: list[CellSummary]) -> Callable[[CellSummary], float]:
    """The key of the fastest loop: per cycle if possible, since the clock may have changed."""
    if all(bytes_per_cycle(cell) for cell in cells):
        return lambda cell: bytes_per_cycle(cell) or 0.0
    return bytes_per_s
