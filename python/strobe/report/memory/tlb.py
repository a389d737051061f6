# SPDX-License-Identifier: BSD-3-Clause
"""The levels of the TLB of a run: a chase over pages, less the same chase over lines."""

from __future__ import annotations

from dataclasses import dataclass

from strobe.fit.tlb import TlbLevel, tlb_levels
from strobe.gate.cells import Accepted
from strobe.report.memory.pointer_chase import LARGE, LatencyCurve, latency_curve

PAGES, RANDOM = "pages", "random"
LINE_BYTES, PAGE_BYTES = 64, 4096


@dataclass(frozen=True)
class Tlb:
    """The levels of the TLB for pages of 4 KiB; none where the chase shows none."""

    levels: tuple[TlbLevel, ...]
    in_cycles: bool
    numbers_of_pages: int
    """The points of the chase."""


def tlb(summary: Accepted) -> Tlb | None:
    """None where the chase over pages or the one over lines was not measured."""
    over_pages = latency_curve(summary, way=PAGES, stride_bytes=PAGE_BYTES)
    over_lines = latency_curve(summary, pages=LARGE, stride_bytes=LINE_BYTES)
    if not (over_pages.sizes_bytes and over_lines.sizes_bytes):
        return None
    if over_pages.in_cycles != over_lines.in_cycles:
        over_pages, over_lines = _in_seconds(summary)
    found = tlb_levels(
        [size_bytes / PAGE_BYTES for size_bytes in over_pages.sizes_bytes],
        over_pages.latencies,
        [size_bytes / LINE_BYTES for size_bytes in over_lines.sizes_bytes],
        over_lines.latencies,
        summary.confidence,
    )
    return Tlb(tuple(found), over_pages.in_cycles, len(over_pages.sizes_bytes))


def _in_seconds(summary: Accepted) -> tuple[LatencyCurve, LatencyCurve]:
    return (
        latency_curve(summary, way=PAGES, in_cycles=False, stride_bytes=PAGE_BYTES),
        latency_curve(summary, in_cycles=False, pages=LARGE, stride_bytes=LINE_BYTES),
    )
