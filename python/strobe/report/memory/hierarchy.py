# SPDX-License-Identifier: BSD-3-Clause
"""The levels of memory of a run, found once in its latencies, for findings, plots and tables.

Where no latency was measured, they are the levels that the system reports.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import Any

from strobe.base import units
from strobe.gate.cells import Accepted
from strobe.report.memory.advertised import cache_sizes
from strobe.report.memory.pointer_chase import LARGE, LatencyCurve, latency_curve

CONTENDED = 0.5
"""A level with less than this fraction of its reported size is contended."""
# A working set this far from both edges of a level lies inside that level.
INSIDE = 0.75
BEYOND = 1.5


@dataclass(frozen=True)
class MemoryLevel:
    """One level. Unknown values are None, and so is the latency of a level that was not
    measured."""

    name: str
    """L1, L2 and so on, and `memory`."""
    latency: float | None
    """Of a dependent load: in cycles, or in seconds where cycles are not known."""
    first_misses_bytes: float | None
    half_misses_bytes: float | None
    advertised_bytes: float | None
    from_bytes: float
    to_bytes: float
    """Working sets between these two lie in the level; main memory has no upper end."""

    held_bytes: float | None = None
    """How much of a working set it holds (`strobe.fit.levels`)."""
    held_of_placements: tuple[float, ...] = ()
    """The same for several placements of the pages, in increasing order."""

    @property
    def is_memory(self) -> bool:
        """Whether it is the main memory."""
        return self.name == MEMORY

    @property
    def contended(self) -> bool:
        """Whether it holds much less than the system reports."""
        held, reported = self.half_misses_bytes, self.advertised_bytes
        return held is not None and reported is not None and held < CONTENDED * reported

    def holds(self, working_set_bytes: float) -> bool:
        """Whether a working set lies inside, away from both edges."""
        end = min(self.to_bytes, self.first_misses_bytes or inf)
        return BEYOND * self.from_bytes <= working_set_bytes <= INSIDE * end


MEMORY = "memory"


@dataclass(frozen=True)
class Hierarchy:
    """All levels, the fastest first; none where neither the run nor the system shows any."""

    levels: tuple[MemoryLevel, ...]
    found: bool
    """Whether they were found in measured latencies; else the system reports them."""
    in_cycles: bool
    working_sets: int
    """The number of working sets of the pointer chase."""
    large_pages: bool = False
    """Whether the chase ran on large pages, so that its latencies have no TLB misses."""

    def latency_of(self, level: MemoryLevel) -> str:
        """As text; empty where it was not measured."""
        if level.latency is None:
            return ""
        in_cycles = f"{units.number(level.latency)} cycles"
        return in_cycles if self.in_cycles else units.duration(level.latency)

    @property
    def memory(self) -> MemoryLevel | None:
        """The main memory."""
        return next((level for level in self.levels if level.is_memory), None)


def hierarchy(summary: Accepted, context: dict[str, Any]) -> Hierarchy:
    """The levels of the machine on which a run was measured."""
    reported = cache_sizes(context)
    chase = level_curve(summary)
    if not chase.levels:
        return Hierarchy(_as_advertised(reported), False, False, len(chase.sizes_bytes))
    levels = []
    below = 0.0
    for number, level in enumerate(chase.levels, 1):
        # A level whose end was not measured reaches to the end of its plateau.
        to_bytes = inf if level.is_memory else level.half_misses_bytes or level.seen_to_bytes
        levels.append(
            MemoryLevel(
                name=MEMORY if level.is_memory else f"L{number}",
                latency=level.latency,
                first_misses_bytes=level.first_misses_bytes,
                half_misses_bytes=level.half_misses_bytes,
                advertised_bytes=None if level.is_memory else reported.get(number),
                from_bytes=below,
                to_bytes=to_bytes,
                held_bytes=level.held_bytes,
                held_of_placements=tuple(sorted(chase.held_of_placements(number - 1))),
            )
        )
        below = to_bytes
    if not levels[-1].is_memory:
        levels.append(_unmeasured(f"beyond {levels[-1].name}", None, below, inf))
    return Hierarchy(
        tuple(levels),
        True,
        chase.in_cycles,
        len(chase.sizes_bytes),
        large_pages=chase.pages == LARGE,
    )


def level_curve(summary: Accepted) -> LatencyCurve:
    """The chase that shows the most levels.

    On large pages, a plateau does not climb with the misses of the TLB, and the lines of a page do
    not compete with those of another for a set of the second cache.
    """
    large = latency_curve(summary, pages=LARGE)
    usual = latency_curve(summary)
    return large if len(large.levels) >= max(len(usual.levels), 1) else usual


def _as_advertised(sizes: dict[int, float]) -> tuple[MemoryLevel, ...]:
    if not sizes:
        return ()
    named = [(f"L{number}", sizes[number]) for number in sorted(sizes)] + [(MEMORY, inf)]
    edges = [0.0, *(size for _, size in named)]
    return tuple(
        _unmeasured(name, None if name == MEMORY else size, low, high)
        for (name, size), (low, high) in zip(named, pairwise(edges), strict=True)
    )


def _unmeasured(
    name: str, advertised_bytes: float | None, from_bytes: float, to_bytes: float
) -> MemoryLevel:
    return MemoryLevel(name, None, None, None, advertised_bytes, from_bytes, to_bytes)
