# SPDX-License-Identifier: BSD-3-Clause
"""The rates of one process in loops through memory, by level of memory and code."""

from __future__ import annotations

from strobe.gate.cells import Accepted, is_refused
from strobe.gate.limits import slower_than_outer_level
from strobe.records.summary import CellSummary, Summary
from strobe.report.memory.hierarchy import Hierarchy
from strobe.report.memory.pointer_chase import working_set
from strobe.report.paper.declared import Selection
from strobe.report.paper.selection import Chosen, choose

PATTERNS = (
    "memory_read", "memory_write", "memory_modify", "memory_copy", "memory_scale", "memory_add",
    "memory_triad",
)  # fmt: skip
TUNED = "tuned"
CODES = ("O0", "O2", "O3", "unrolled", "library", "string", "nontemporal", TUNED)
USUAL_FIRST_BYTES = 24 * 2**10
"""A working set that fits any first cache."""


def pattern_name(kernel: str) -> str:
    """`read` of memory_read."""
    return kernel.removeprefix("memory_")


def cells_of_one_process(summary: Summary, kernel: str) -> list[Chosen]:
    """The cells of one process, also failed ones: a curve for each code, by working set."""
    wanted = Selection(
        paper="", number="", caption="", kernels=[kernel], x="working_set_bytes",
        where={"ranks": 1},
    )  # fmt: skip
    return choose(summary, wanted, ["code"], with_failed=True)


def results_of_one_process(summary: Accepted, kernel: str) -> list[Chosen]:
    """The cells of one process that have a result."""
    return [one for one in cells_of_one_process(summary, kernel) if one.cell.headline is not None]


def measured_of_one_process(summary: Accepted, kernel: str) -> list[Chosen]:
    """The same, with the measured cells that the gate refused."""
    return [
        one
        for one in cells_of_one_process(summary, kernel)
        if one.cell.headline is not None or is_refused(one.cell)
    ]


def in_first_cache(summary: Accepted, hierarchy: Hierarchy, kernel: str) -> list[Chosen]:
    """The results whose working set fits the first cache."""
    return [
        one for one in results_of_one_process(summary, kernel) if fits_first_cache(hierarchy, one.x)
    ]


def fits_first_cache(hierarchy: Hierarchy, working_set_bytes: float) -> bool:
    """Whether a working set fits the first cache."""
    first = hierarchy.levels[0] if hierarchy.levels else None
    return first.holds(working_set_bytes) if first else working_set_bytes <= USUAL_FIRST_BYTES


def plateaus(summary: Accepted, kernel: str, hierarchy: Hierarchy) -> dict[str, CellSummary | None]:
    """For each level, by name, the tuned loop's cell with the median rate inside the level.

    A level without measured cells is left out. None marks a level whose cells were refused, or are
    slower than those of a level further out.
    """
    tuned = [
        one.cell for one in measured_of_one_process(summary, kernel) if one.curve in (TUNED, "")
    ]
    inside = {
        level.name: [cell for cell in tuned if level.holds(working_set(cell))]
        for level in hierarchy.levels
    }
    found = {name: accepted_middle(cells) for name, cells in inside.items() if cells}
    slower = slower_than_outer_level(
        [bytes_per_s(cell) if cell else None for cell in found.values()]
    )
    return {
        name: None if is_slower else cell
        for (name, cell), is_slower in zip(found.items(), slower, strict=True)
    }


def middle(cells: list[CellSummary]) -> CellSummary | None:
    """The cell with the median rate; None without cells."""
    return sorted(cells, key=bytes_per_s)[len(cells) // 2] if cells else None


def accepted_middle(cells: list[CellSummary]) -> CellSummary | None:
    """The same over the accepted cells."""
    return middle([cell for cell in cells if cell.headline is not None])


def bytes_per_s(cell: CellSummary) -> float:
    """The rate of the requested bytes."""
    assert cell.headline is not None
    return cell.declared.bytes_per_operation / cell.headline.median_s


def bytes_per_cycle(cell: CellSummary) -> float | None:
    """The same per core cycle; None where cycles were not measured."""
    assert cell.headline is not None
    cycles = cell.headline.cycles
    return cell.declared.bytes_per_operation / cycles if cycles else None
