# SPDX-License-Identifier: BSD-3-Clause
"""How many bytes a loop beyond the caches moves, beside those that the program asks for.

A write that misses reads its line first (write-allocate), so what is written is moved once more,
but for stores past the caches; and `modify` asks for that read itself. docs/explanation/memory.md
has the rule, and what it cannot know.
"""

from __future__ import annotations

from dataclasses import dataclass

from strobe.records.summary import CellSummary
from strobe.report import units
from strobe.report.streams import bytes_per_s

# Parts of the requested bytes that are written without having been read.
WRITTEN = {"memory_write": 1.0, "memory_copy": 1 / 2, "memory_triad": 1 / 3}
PAST_THE_CACHES = "nontemporal"
UNKNOWN = ("library", "string")
"""They may avoid the read, and each processor and C library decides by itself when."""


@dataclass(frozen=True)
class Traffic:
    """Bytes that are moved for each byte that is asked for: between these two."""

    at_least: float
    at_most: float


def traffic(cell: CellSummary) -> Traffic:
    """That of one cell beyond the caches."""
    again = WRITTEN.get(cell.declared.kernel, 0.0)
    code = cell.declared.point.get("code")
    if code == PAST_THE_CACHES:
        return Traffic(1.0, 1.0)
    return Traffic(1.0 if code in UNKNOWN else 1.0 + again, 1.0 + again)


def moved(cell: CellSummary) -> str:
    """The rate of the bytes that are moved, in words."""
    rate, times = bytes_per_s(cell), traffic(cell)
    if times.at_least == times.at_most:
        return units.bandwidth(rate * times.at_least)
    return units.interval(rate * times.at_least, rate * times.at_most, units.BANDWIDTH)
