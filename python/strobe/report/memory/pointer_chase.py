# SPDX-License-Identifier: BSD-3-Clause
"""Latency over the working set, measured by a pointer chase, and the levels of memory in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from strobe.fit.levels import Level
from strobe.fit.levels import levels as levels_of
from strobe.gate.cells import Accepted
from strobe.records.summary import CellSummary
from strobe.report.paper.declared import Selection
from strobe.report.paper.selection import choose

CHASE = "memory_latency"
LARGE = "transparent"
"""The value of the axis `pages` for large pages that the system assembles."""


@dataclass(frozen=True)
class LatencyCurve:
    """Latencies in core cycles where all cells have them, else in seconds; sizes ascend."""

    pages: str
    """The kind of pages of its first cell; empty without cells."""
    sizes_bytes: list[float]
    latencies: list[float]
    in_cycles: bool
    retaken_fraction: float
    """The fraction of samples that something else disturbed, so that they were taken again."""
    placements: list[list[float]] = field(default_factory=list)
    """The same curve by each visit alone: every visit maps its memory anew, so the system places
    its pages elsewhere."""

    @cached_property
    def levels(self) -> list[Level]:
        """The levels that the curve shows."""
        return levels_of(self.sizes_bytes, self.latencies)

    def held_of_placements(self, number: int) -> list[float]:
        """How much the level `number` holds, by placement.

        Placements whose curve shows another number of levels are left out.
        """
        found = []
        for latencies in self.placements:
            own = levels_of(self.sizes_bytes, latencies)
            size_bytes = own[number].held_bytes if len(own) == len(self.levels) else None
            if size_bytes is not None:
                found.append(size_bytes)
        return found


def latency_curve(
    summary: Accepted,
    *,
    way: str = "random",
    ranks: int = 1,
    x: str = "working_set_bytes",
    in_cycles: bool | None = None,
    **where: float | str,
) -> LatencyCurve:
    """One chain of dependent loads over `x`, in the reference regime."""
    wanted = Selection(
        paper="", number="", caption="", kernels=[CHASE], x=x,
        where={"way": way, "chains": 1, "ranks": ranks, **where},
    )  # fmt: skip
    cells = [
        one.cell for one in choose(summary, wanted, [])
        if one.cell.headline is not None and one.cell.headline.regime in (None, summary.reference)
    ]  # fmt: skip
    if in_cycles is None:
        in_cycles = all(cell.headline and cell.headline.cycles for cell in cells)
    kept = sum(cell.headline.n for cell in cells if cell.headline)
    retaken = sum(cell.retaken for cell in cells)
    return LatencyCurve(
        str(cells[0].declared.point.get("pages", "")) if cells else "",
        [float(cell.declared.point[x]) for cell in cells],
        [_latency(cell, in_cycles) for cell in cells],
        in_cycles,
        retaken / max(kept + retaken, 1),
        _placements(cells, in_cycles),
    )


def _placements(cells: list[CellSummary], in_cycles: bool) -> list[list[float]]:
    """The latencies of the first visit to each cell, of the second, and so on."""
    by_cell = [
        [
            _latency(cell, in_cycles) * visit_s / cell.headline.median_s
            for visit_s in cell.headline.visit_medians_s
        ]
        for cell in cells
        if cell.headline is not None
    ]
    visits = min((len(visited) for visited in by_cell), default=0)
    return [[visited[number] for visited in by_cell] for number in range(visits)]


def is_latency(cell: CellSummary) -> bool:
    """Whether a cell of the chase is the latency of the level that holds its working set."""
    point = cell.declared.point
    return point.get("way") == "random" and point.get("chains") == 1


def working_set(cell: CellSummary) -> float:
    """The working set of a cell, in bytes."""
    return float(cell.declared.point["working_set_bytes"])


def _latency(cell: CellSummary, in_cycles: bool) -> float:
    assert cell.headline is not None
    value = cell.headline.cycles if in_cycles else cell.headline.median_s
    assert value is not None
    return value
