# SPDX-License-Identifier: BSD-3-Clause
"""The levels of a memory hierarchy, found in the latency of a random chase over the working set.

Where a level holds the working set the latency is flat, and between two levels it climbs with the
part of the loads that miss. So the curve, on logarithmic scales, is cut into flat and climbing
pieces at the least cost (Bellman 1961; the Bayesian information criterion counts the pieces), and
the flat ones are the levels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from strobe.statistics.median import median

Floats = NDArray[np.float64]

FEWEST_FLAT = 3
"""A level shows itself in this many sizes at least."""
SAME_LEVEL = 1.5
"""Plateaus this near each other are one level: a third level climbs as the TLB begins to miss."""
LEAST_NOISE = 0.05
"""A piece counts as flat up to such deviations: the first cache gets slower by a tenth before it is
full, because other programs use some of its lines."""
NEIGHBOURS = 4
"""On each side, for the noise at a point: what is beyond the caches repeats itself less well."""
FEWEST_POINTS = 8
FEWEST_HITS = 0.5
"""With fewer hits, noise decides how much a level seems to hold."""


@dataclass(frozen=True)
class Level:
    """One level. `first_misses_bytes` is the working set of which 10 % of the loads miss it,
    `half_misses_bytes` that of which 50 % do; both are None for the last one."""

    latency: float
    """The median over its plateau, in the unit of the curve."""
    first_misses_bytes: float | None
    half_misses_bytes: float | None
    is_memory: bool
    """The last one of several, and the curve ends in it: nothing lies behind."""
    held_bytes: float | None
    """How much of a working set it holds: the largest product of a size and the part of the loads
    that hit, of sizes that it cannot hold and of which at least half hit. None for the last one."""
    seen_from_bytes: float
    seen_to_bytes: float
    """The smallest and the largest working set of its plateau."""


def levels(sizes_bytes: Sequence[float], latencies: Sequence[float]) -> list[Level]:
    """The levels of one curve, the fastest first. `sizes_bytes` ascend and all are positive.

    Fewer than eight points, or a curve that is flat nowhere, have none.
    """
    x = np.log2(np.asarray(sizes_bytes, dtype=np.float64))
    y = np.log(np.asarray(latencies, dtype=np.float64))
    if x.size < FEWEST_POINTS:
        return []
    plateaus = _merged(_plateaus(x, y), y)
    found = []
    for number, (first, last) in enumerate(plateaus):
        latency = float(np.exp(median(y[first:last])))
        first_misses = half_misses = held = None
        if number + 1 < len(plateaus):
            beyond, end = plateaus[number + 1]
            rise = float(np.exp(median(y[beyond:end]))) - latency
            curve = x[first:end], np.exp(y[first:end])
            first_misses = crossing(*curve, latency + 0.1 * rise)
            half_misses = crossing(*curve, latency + 0.5 * rise)
            held = _held(*curve, latency, rise)
        ends_here = number > 0 and last == x.size
        seen = float(sizes_bytes[first]), float(sizes_bytes[last - 1])
        found.append(Level(latency, first_misses, half_misses, ends_here, held, *seen))
    return found


def _plateaus(x: Floats, y: Floats) -> list[tuple[int, int]]:
    """The flat pieces of the cheapest cut into flat and climbing ones, as half-open ranges."""
    n = x.size
    flat, climbing = _costs(x, y, _noise(y))
    price = np.log(n)
    best = np.full(n + 1, np.inf)
    best[0] = 0.0
    came_from = np.zeros(n + 1, dtype=np.intp)
    is_flat = np.zeros(n + 1, dtype=bool)
    for end in range(1, n + 1):
        # Two parameters for a level (its place and its height), three for a slope.
        as_flat = best[:end] + flat[:end, end - 1] + 2 * price
        as_climb = best[:end] + climbing[:end, end - 1] + 3 * price
        for kind, totals in ((True, as_flat), (False, as_climb)):
            start = int(np.argmin(totals))
            if totals[start] < best[end]:
                best[end], came_from[end], is_flat[end] = totals[start], start, kind
    pieces = []
    end = n
    while end > 0:
        if is_flat[end]:
            pieces.append((int(came_from[end]), end))
        end = int(came_from[end])
    return pieces[::-1]


def _noise(y: Floats) -> Floats:
    """The standard deviation at each point, from second differences, in which a slope cancels."""
    apart = np.abs(np.diff(y, 2))
    local = [median(apart[max(i - NEIGHBOURS, 0) : i + NEIGHBOURS + 1]) for i in range(apart.size)]
    padded = np.pad(np.asarray(local), 1, mode="edge")
    # A normal variable's median magnitude is 1/1.4826 of its deviation; 1, -2 and 1 add up to 6.
    return np.asarray(np.maximum(1.4826 * padded / np.sqrt(6), LEAST_NOISE))


def _costs(x: Floats, y: Floats, noise: Floats) -> tuple[Floats, Floats]:
    """Squared residuals over the noise of the best constant and the best line through i ... j."""
    n = x.size
    flat, climbing = np.full((n, n), np.inf), np.full((n, n), np.inf)
    for i in range(n):
        weight = noise[i:] ** -2.0
        total = np.cumsum(weight)
        dx, dy = x[i:] - x[i], y[i:] - y[i]
        sum_x, sum_y = np.cumsum(weight * dx), np.cumsum(weight * dy)
        xx = np.cumsum(weight * dx * dx) - sum_x**2 / total
        xy = np.cumsum(weight * dx * dy) - sum_x * sum_y / total
        yy = np.cumsum(weight * dy * dy) - sum_y**2 / total
        with np.errstate(invalid="ignore", divide="ignore"):
            line = np.where(xx > 0, yy - xy**2 / xx, 0.0)
        flat[i, i + FEWEST_FLAT - 1 :] = np.maximum(yy, 0.0)[FEWEST_FLAT - 1 :]
        climbing[i, i:] = np.maximum(line, 0.0)
    return flat, climbing


def _merged(plateaus: list[tuple[int, int]], y: Floats) -> list[tuple[int, int]]:
    """Plateaus of one level joined, with what lies between them."""
    joined: list[tuple[int, int]] = []
    for first, last in plateaus:
        if joined:
            before, until = joined[-1]
            apart = median(y[first:last]) - median(y[before:until])
            if apart < np.log(SAME_LEVEL):
                joined[-1] = (before, last)
                continue
        joined.append((first, last))
    return joined


def _held(x: Floats, latencies: Floats, latency: float, rise: float) -> float | None:
    """A cache that is full of a working set holds the part of it that hits.

    Unlike the size at which half of the loads miss, this does not depend on how the cache chooses
    what it evicts: at random, half of the loads hit in twice the capacity.
    """
    hits = np.clip(1 - (latencies - latency) / rise, 0.0, 1.0) if rise > 0 else np.zeros_like(x)
    counted = hits >= FEWEST_HITS
    return float(np.max((hits * 2**x)[counted])) if np.any(counted) else None


def crossing(x: Floats, latencies: Floats, at: float) -> float | None:
    """The size at which the curve first rises through `at` and stays above; log-linear between."""
    above = latencies >= at
    below = np.flatnonzero(~above)
    if below.size == 0 or below[-1] + 1 >= x.size:
        return None
    i = int(below[-1])
    part = (at - latencies[i]) / (latencies[i + 1] - latencies[i])
    return float(2 ** (x[i] + part * (x[i + 1] - x[i])))
