# SPDX-License-Identifier: BSD-3-Clause
"""The levels of memory that a run shows: found in its latencies once, for findings, plots, tables.

Where no latency was measured, they are those that the system advertises.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import Any

from strobe.base import units
from strobe.gate.cells import Believed
from strobe.report.memory.advertised import advertised
from strobe.report.memory.pointer_chase import chased

CONTENDED = 0.5
"""Below this part of what is advertised, somebody else has the rest."""
# A working set this far from the edges of a level is inside it, and not in the one before.
INSIDE = 0.75
BEYOND = 1.5


@dataclass(frozen=True)
class MemoryLevel:
    """One level. What could not be found is None; so is the latency of an advertised one."""

    name: str
    """L1, L2 and so on, and `memory`."""
    latency: float | None
    """Of a load that needs the one before it: cycles, or seconds where they are not known."""
    first_misses_bytes: float | None
    half_misses_bytes: float | None
    advertised_bytes: float | None
    from_bytes: float
    to_bytes: float
    """Working sets between these two lie in it; memory has no end."""

    @property
    def is_memory(self) -> bool:
        """Whether nothing lies behind it."""
        return self.name == MEMORY

    @property
    def contended(self) -> bool:
        """Whether it holds much less than is advertised."""
        held, told = self.half_misses_bytes, self.advertised_bytes
        return held is not None and told is not None and held < CONTENDED * told

    def holds(self, working_set_bytes: float) -> bool:
        """Whether a working set lies inside, away from both edges."""
        end = min(self.to_bytes, self.first_misses_bytes or inf)
        return BEYOND * self.from_bytes <= working_set_bytes <= INSIDE * end


MEMORY = "memory"


@dataclass(frozen=True)
class Hierarchy:
    """All levels, the fastest first; none where the run and the system tell of none."""

    levels: tuple[MemoryLevel, ...]
    found: bool
    """In measured latencies; else as the system advertises them."""
    in_cycles: bool
    working_sets: int
    """That were chased."""

    def latency_of(self, level: MemoryLevel) -> str:
        """In words; empty where none was measured."""
        if level.latency is None:
            return ""
        in_cycles = f"{units.number(level.latency)} cycles"
        return in_cycles if self.in_cycles else units.duration(level.latency)

    @property
    def memory(self) -> MemoryLevel | None:
        """What lies beyond the caches."""
        return next((level for level in self.levels if level.is_memory), None)


def hierarchy(summary: Believed, context: dict[str, Any]) -> Hierarchy:
    """The levels of the machine on which a run was measured."""
    told = advertised(context)
    chase = chased(summary)
    if not chase.levels:
        return Hierarchy(_as_advertised(told), False, False, len(chase.sizes_bytes))
    levels = []
    below = 0.0
    for number, level in enumerate(chase.levels, 1):
        # Of one that is not seen to end, nothing is known behind its plateau.
        to_bytes = inf if level.is_memory else level.half_misses_bytes or level.seen_to_bytes
        levels.append(
            MemoryLevel(
                name=MEMORY if level.is_memory else f"L{number}",
                latency=level.latency,
                first_misses_bytes=level.first_misses_bytes,
                half_misses_bytes=level.half_misses_bytes,
                advertised_bytes=None if level.is_memory else told.get(number),
                from_bytes=below,
                to_bytes=to_bytes,
            )
        )
        below = to_bytes
    if not levels[-1].is_memory:
        levels.append(_unmeasured(f"beyond {levels[-1].name}", None, below, inf))
    return Hierarchy(tuple(levels), True, chase.in_cycles, len(chase.sizes_bytes))


def _as_advertised(told: dict[int, float]) -> tuple[MemoryLevel, ...]:
    if not told:
        return ()
    named = [(f"L{number}", told[number]) for number in sorted(told)] + [(MEMORY, inf)]
    edges = [0.0, *(size for _, size in named)]
    return tuple(
        _unmeasured(name, None if name == MEMORY else size, low, high)
        for (name, size), (low, high) in zip(named, pairwise(edges), strict=True)
    )


def _unmeasured(
    name: str, advertised_bytes: float | None, from_bytes: float, to_bytes: float
) -> MemoryLevel:
    return MemoryLevel(name, None, None, None, advertised_bytes, from_bytes, to_bytes)
