# SPDX-License-Identifier: BSD-3-Clause
"""How narrow and how plausible a figure must be before a sentence may state it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from strobe.statistics.interval import FEWEST_FOR_RANKS

FEWEST_SAMPLES = FEWEST_FOR_RANKS
"""With fewer samples, order statistics give no interval at the usual confidence."""
WIDEST_HALF_WIDTH = 0.10
"""Relative to a cell's median: a wider interval is too wide. A run that asks for a larger relative
error is judged by that error."""
WIDEST_FACTOR = 2.0
"""For a ratio or a fitted parameter: the most by which its upper bound may exceed its lower one."""
WIDEST_FRACTION = 0.5
"""For a fraction of a whole: a wider interval is too wide."""
SLACK = 0.05
"""Two measured figures may contradict each other by this much: each has its own interval."""

TOO_NOISY = "too noisy to say"
REMEDY = "Measure again on a quiet machine, or with a larger --budget."


def is_narrow(low: float | None, high: float | None) -> bool:
    """Whether both bounds of a positive figure are known and within a factor of two."""
    if low is None or high is None:
        return False
    return 0 < low <= high <= WIDEST_FACTOR * low and math.isfinite(high)


@dataclass(frozen=True)
class Fraction:
    """A fraction of a whole that a sentence may state, with its interval: at most 1."""

    value: float
    low: float
    high: float


def bounded_fraction(value: float, low: float, high: float) -> Fraction | None:
    """A fraction of a whole; None where its interval is too wide or it cannot be a fraction.

    A fraction may be negative (an overlap that costs more than it saves), but not below -1. One
    that exceeds 1 by no more than `SLACK` counts as 1.
    """
    if not all(math.isfinite(one) for one in (value, low, high)) or high - low > WIDEST_FRACTION:
        return None
    if not -1 <= value <= 1 + SLACK:
        return None
    return Fraction(min(value, 1.0), min(low, 1.0), min(high, 1.0))


def slower_than_outer_level(rates: list[float | None]) -> list[bool]:
    """Which of the rates at the levels of memory, nearest first, are below one further out.

    Noise makes a loop slower and never faster, so the rate of the inner level is the wrong one.
    """
    found = []
    for index, rate in enumerate(rates):
        beyond = [other for other in rates[index + 1 :] if other is not None]
        found.append(rate is not None and rate < (1 - SLACK) * max(beyond, default=0.0))
    return found
