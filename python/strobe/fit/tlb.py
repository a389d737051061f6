# SPDX-License-Identifier: BSD-3-Clause
"""The levels of the TLB, found in the latency of a chase that loads one line of each page.

The lines of that chase also leave the first caches. So a second chase over as many lines, close
together on large pages, is subtracted (Saavedra and Smith 1995 tell TLB and cache apart by the
stride). The rest is the cost of translation. It is flat while a level of the TLB holds all
pages, and rises where it does not. The flat pieces are found as for caches (`fit.levels`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from strobe.fit.levels import FEWEST_POINTS, Level, levels
from strobe.statistics.interval import FEWEST_FOR_RANKS, median_interval

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Bounds:
    """A value with its interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class TlbLevel:
    """One level of the TLB that misses: how many pages it holds, and what a miss costs."""

    pages: Bounds
    """The interval are the measured numbers of pages without and with misses around the value."""
    miss: Bounds
    """In the unit of the curves, more than a load that this level translates."""


def tlb_levels(
    pages: Sequence[float],
    latencies: Sequence[float],
    lines: Sequence[float],
    line_latencies: Sequence[float],
    confidence: float = 0.95,
) -> list[TlbLevel]:
    """The levels, smallest first; none where the curve is too short or shows no rise.

    `latencies` are those of loads of one line in each of `pages` pages, `line_latencies` those of
    loads of `lines` lines that are close together. Both ascend.
    """
    if min(len(pages), len(lines)) < FEWEST_POINTS:
        return []
    x = np.asarray(pages, dtype=np.float64)
    of_lines = np.asarray(line_latencies, dtype=np.float64)
    hit = float(np.min(of_lines))
    known = x <= lines[-1]
    x = x[known]
    # Of more lines than were measured nothing is known.
    cost = np.asarray(latencies, dtype=np.float64)[known] - np.interp(
        np.log2(x), np.log2(np.asarray(lines, dtype=np.float64)), of_lines
    )
    # The search for levels works on ratios: a load that hits everything is the unit of them.
    curve = np.maximum(hit + cost, hit / 2)
    # More pages never cost less, and noise only makes loads slower.
    smooth = np.minimum.accumulate(curve[::-1])[::-1]
    plateaus = levels(x.tolist(), smooth.tolist())
    return [
        found
        for near, far in pairwise(plateaus)
        if (found := _level(x, curve, near, far, confidence)) is not None
    ]


def _level(x: Floats, curve: Floats, near: Level, far: Level, confidence: float) -> TlbLevel | None:
    if near.first_misses_bytes is None or far.latency <= near.latency:
        return None
    ends = near.first_misses_bytes
    inside = curve[_on(x, near)]
    beyond = curve[_on(x, far)]
    low, high = _interval(inside, confidence), _interval(beyond, confidence)
    before, after = x[x < ends], x[x >= ends]
    cost = far.latency - near.latency
    return TlbLevel(
        Bounds(ends, float(before[-1]) if before.size else ends, float(after[0])),
        Bounds(cost, min(cost, high[0] - low[1]), max(cost, high[1] - low[0])),
    )


def _on(x: Floats, level: Level) -> NDArray[np.bool_]:
    """The points of a plateau."""
    return np.asarray((level.seen_from_bytes <= x) & (x <= level.seen_to_bytes))


def _interval(values: Floats, confidence: float) -> tuple[float, float]:
    """Of the median; the range of fewer values than an interval needs."""
    if values.size < FEWEST_FOR_RANKS:
        return float(values.min()), float(values.max())
    found = median_interval(values, confidence)
    return found.low, found.high
