# SPDX-License-Identifier: BSD-3-Clause
"""The median with a nonparametric confidence interval.

The same ranks as in src/base/statistics.cpp; tests/golden/median_interval.json holds both to it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from strobe.statistics.median import median_of_ordered

FEWEST_FOR_RANKS = 6


@dataclass(frozen=True)
class Interval:
    """A median with its interval, in the unit of the samples."""

    median: float
    low: float
    high: float
    whole_range: bool
    """Too few samples for ranks: low and high are the minimum and the maximum."""

    @property
    def relative_half_width(self) -> float:
        """Half of the interval's width as a part of the median; infinite at a median of zero."""
        if self.median == 0:
            return math.inf
        return 0.5 * (self.high - self.low) / abs(self.median)


def ranks(n: int, confidence: float, effective: float | None = None) -> tuple[int, int] | None:
    """The two ranks, 1-based, of the order statistics that bracket the median of `n` samples.

    floor((n - z sqrt n) / 2) and ceil(1 + (n + z sqrt n) / 2), after Hoefler and Belli,
    "Scientific Benchmarking of Parallel Computing Systems" (SC15), section 3.1.3. Where samples
    depend on each other, `effective` of them count, and the ranks of that many are stretched over
    all `n`. None below 6 effective samples, or where the ranks lie outside 1 ... n.
    """
    effective = float(n) if effective is None else effective
    if effective < FEWEST_FOR_RANKS:
        return None
    spread = NormalDist().inv_cdf(0.5 + 0.5 * confidence) * math.sqrt(effective)
    low = math.floor((effective - spread) / 2) * n / effective
    high = math.ceil(1 + (effective + spread) / 2) * n / effective
    if low < 1 or high > n:
        return None
    return math.floor(low), math.ceil(high)


def median_interval(
    samples: ArrayLike, confidence: float = 0.95, effective: float | None = None
) -> Interval:
    """The median of `samples` (one axis, any unit) and its interval at `confidence`.

    Raises ValueError when there is no sample.
    """
    ordered = np.sort(np.asarray(samples, dtype=np.float64).ravel())
    median = median_of_ordered(ordered)
    pair = ranks(ordered.size, confidence, effective)
    low, high = pair or (1, ordered.size)
    return Interval(median, float(ordered[low - 1]), float(ordered[high - 1]), pair is None)
