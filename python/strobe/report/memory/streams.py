# SPDX-License-Identifier: BSD-3-Clause
"""What one process gets of the loops through memory: in which level, and of which code."""

from __future__ import annotations

from strobe.gate.cells import Believed, is_refused
from strobe.gate.limits import outpaced
from strobe.records.summary import CellSummary, Summary
from strobe.report.memory.hierarchy import Hierarchy
from strobe.report.memory.pointer_chase import working_set
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


def by_one(summary: Believed, kernel: str) -> list[Chosen]:
    """Those of them that have a result."""
    return [one for one in all_by_one(summary, kernel) if one.cell.headline is not None]


def measured_of_one(summary: Believed, kernel: str) -> list[Chosen]:
    """The same with the cells that were measured and are not believed."""
    return [
        one
        for one in all_by_one(summary, kernel)
        if one.cell.headline is not None or is_refused(one.cell)
    ]


def in_the_first_level(summary: Believed, hierarchy: Hierarchy, kernel: str) -> list[Chosen]:
    """Those that lie in the first cache."""
    return [one for one in by_one(summary, kernel) if in_first(hierarchy, one.x)]


def in_first(hierarchy: Hierarchy, working_set_bytes: float) -> bool:
    """Whether a working set lies in the first cache."""
    first = hierarchy.levels[0] if hierarchy.levels else None
    return first.holds(working_set_bytes) if first else working_set_bytes <= USUAL_FIRST_BYTES


def plateaus(summary: Believed, kernel: str, hierarchy: Hierarchy) -> dict[str, CellSummary | None]:
    """The tuned loop's cell in the middle, by rate, of those inside each level, by its name.

    A level of which nothing was measured is left out. None stands where a level was measured and
    nothing of it can be said: its cells are not believed, or are slower than those further out.
    """
    tuned = [one.cell for one in measured_of_one(summary, kernel) if one.curve in (TUNED, "")]
    inside = {
        level.name: [cell for cell in tuned if level.holds(working_set(cell))]
        for level in hierarchy.levels
    }
    found = {name: believed_middle(cells) for name, cells in inside.items() if cells}
    slower = outpaced([bytes_per_s(cell) if cell else None for cell in found.values()])
    return {
        name: None if is_slower else cell
        for (name, cell), is_slower in zip(found.items(), slower, strict=True)
    }


def middle(cells: list[CellSummary]) -> CellSummary | None:
    """The cell with the median rate; None of none."""
    return sorted(cells, key=bytes_per_s)[len(cells) // 2] if cells else None


def believed_middle(cells: list[CellSummary]) -> CellSummary | None:
    """The same of those that are believed."""
    return middle([cell for cell in cells if cell.headline is not None])


def bytes_per_s(cell: CellSummary) -> float:
    """The rate of what the program asked for."""
    assert cell.headline is not None
    return cell.declared.bytes_per_operation / cell.headline.median_s


def bytes_per_cycle(cell: CellSummary) -> float | None:
    """The same by the core's own clock; None where that was not measured."""
    assert cell.headline is not None
    cycles = cell.headline.cycles
    return cell.declared.bytes_per_operation / cycles if cycles else None
