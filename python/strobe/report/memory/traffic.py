# SPDX-License-Identifier: BSD-3-Clause
"""How many bytes a loop in main memory moves, compared with those that the program requests.

A write miss reads its line first (write-allocate), so written bytes are moved twice, except with
nontemporal stores; `modify` requests that read itself. docs/explanation/memory.md has the
rule and its limits.
"""

from __future__ import annotations

from dataclasses import dataclass

from strobe.base import units
from strobe.records.summary import CellSummary
from strobe.report.memory.streams import bytes_per_s

# Fractions of the requested bytes that are written without being read.
WRITTEN = {
    "memory_write": 1.0, "memory_copy": 1 / 2, "memory_scale": 1 / 2, "memory_add": 1 / 3,
    "memory_triad": 1 / 3,
}  # fmt: skip
NONTEMPORAL = "nontemporal"
CODES_THAT_DECIDE_THEMSELVES = ("library", "string")
"""They may avoid the read; the processor and the C library decide when."""


@dataclass(frozen=True)
class TrafficFactor:
    """Bytes moved per byte requested: between these two."""

    at_least: float
    at_most: float


def traffic_factor(cell: CellSummary) -> TrafficFactor:
    """The factor of one cell in main memory."""
    again = WRITTEN.get(cell.declared.kernel, 0.0)
    code = cell.declared.point.get("code")
    if code == NONTEMPORAL:
        return TrafficFactor(1.0, 1.0)
    return TrafficFactor(1.0 if code in CODES_THAT_DECIDE_THEMSELVES else 1.0 + again, 1.0 + again)


def moved_text(cell: CellSummary) -> str:
    """The rate of moved bytes, as text."""
    rate, times = bytes_per_s(cell), traffic_factor(cell)
    if times.at_least == times.at_most:
        return units.bandwidth(rate * times.at_least)
    return units.interval(rate * times.at_least, rate * times.at_most, units.BANDWIDTH)
