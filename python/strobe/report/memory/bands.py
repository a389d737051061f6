# SPDX-License-Identifier: BSD-3-Clause
"""The levels of memory as bands of a plot over the working set, and a note on them."""

from __future__ import annotations

from strobe.report.memory.hierarchy import Hierarchy
from strobe.report.plots.curve import Band

AXIS = "working_set_bytes"


def bands_along(axis: str | None, hierarchy: Hierarchy) -> list[Band]:
    """A band for each level; none along another axis."""
    if axis != AXIS:
        return []
    return [Band(level.from_bytes, level.to_bytes, level.name) for level in hierarchy.levels]


def bands_note(hierarchy: Hierarchy) -> str:
    """The origin of the bands in a plot; empty without levels."""
    if not hierarchy.levels:
        return ""
    if hierarchy.found:
        return (
            "The bands are the levels of memory found with a random pointer chase. A band ends "
            "where half of the loads miss, or at the largest working set measured in it."
        )
    return (
        "The bands are the cache sizes that the system reports; the available sizes may be "
        "smaller. This run has too few latencies to measure them."
    )
