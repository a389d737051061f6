# SPDX-License-Identifier: BSD-3-Clause
"""What one process gets of the loops through memory: in which level, and of which code."""

from __future__ import annotations

from strobe.records.summary import CellSummary, Summary
from strobe.report.chases import working_set
from strobe.report.hierarchy import Hierarchy, MemoryLevel
from strobe.report.paper.declared import Selection
from strobe.report.paper.selection import Chosen, choose

PATTERNS = ("memory_read", "memory_write", "memory_modify", "memory_copy", "memory_triad")
TUNED = "tuned"
CODES = ("O0", "O2", "O3", "unrolled", "library", "string", "nontemporal", TUNED)
USUAL_FIRST_BYTES = 24 * 2**10
"""What lies in every first cache, whatever else a program touches."""


def pattern_name(kernel: str) -> str:
    """`read` of memory_read."""
    return kernel.removeprefix("memory_")


def all_by_one(summary: Summary, kernel: str) -> list[Chosen]:
    """The cells of one process, failed ones too, a curve for each code, by working set."""
    wanted = Selection(
        paper="", number="", caption="", kernels=[kernel], x="working_set_bytes",
        where={"ranks": 1},
    )  # fmt: skip
    return choose(summary, wanted, ["code"], with_failed=True)


def by_one(summary: Summary, kernel: str) -> list[Chosen]:
    """Those of them that have a result."""
    return [
        one
        for one in all_by_one(summary, kernel)
        if one.cell.headline is not None and one.cell.headline.median_s > 0
    ]


def in_the_first_level(summary: Summary, hierarchy: Hierarchy, kernel: str) -> list[Chosen]:
    """Those that lie in the first cache."""
    first = hierarchy.levels[0] if hierarchy.levels else None
    return [
        one
        for one in by_one(summary, kernel)
        if (first.holds(one.x) if first else one.x <= USUAL_FIRST_BYTES)
    ]


def plateau(summary: Summary, kernel: str, level: MemoryLevel) -> CellSummary | None:
    """The tuned loop's cell in the middle, by rate, of those inside a level."""
    inside = [
        one.cell
        for one in by_one(summary, kernel)
        if one.curve in (TUNED, "") and level.holds(working_set(one.cell))
    ]
    return middle(inside)


def middle(cells: list[CellSummary]) -> CellSummary | None:
    """The cell with the median rate; None of none."""
    return sorted(cells, key=bytes_per_s)[len(cells) // 2] if cells else None


def bytes_per_s(cell: CellSummary) -> float:
    """The rate of what the program asked for."""
    assert cell.headline is not None
    return cell.declared.bytes_per_operation / cell.headline.median_s


def bytes_per_cycle(cell: CellSummary) -> float | None:
    """The same by the core's own clock; None where that was not measured."""
    assert cell.headline is not None
    cycles = cell.headline.cycles
    return cell.declared.bytes_per_operation / cycles if cycles else None
