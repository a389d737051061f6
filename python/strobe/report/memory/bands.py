# SPDX-License-Identifier: BSD-3-Clause
"""The levels of memory as the bands of a plot over the working set, and the words for them."""

from __future__ import annotations

from strobe.report.memory.hierarchy import Hierarchy
from strobe.report.plots.curve import Band

AXIS = "working_set_bytes"


def bands_along(axis: str | None, hierarchy: Hierarchy) -> list[Band]:
    """A band for each level; none along another axis."""
    if axis != AXIS:
        return []
    return [Band(level.from_bytes, level.to_bytes, level.name) for level in hierarchy.levels]


def told_of_bands(hierarchy: Hierarchy) -> str:
    """Where the bands of a plot come from; empty where there are none."""
    if not hierarchy.levels:
        return ""
    if hierarchy.found:
        return (
            "The bands are the levels found in the latency of a random chase; one ends where half "
            "of the loads miss it, or where it was last seen."
        )
    return (
        "The bands are the caches that the system advertises, of which less may be available: this "
        "run has too few latencies to find them."
    )
