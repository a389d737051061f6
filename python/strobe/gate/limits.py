# SPDX-License-Identifier: BSD-3-Clause
"""How narrow and how plausible a figure has to be before it is said."""

from __future__ import annotations

import math
from dataclasses import dataclass

from strobe.statistics.interval import FEWEST_FOR_RANKS

FEWEST_SAMPLES = FEWEST_FOR_RANKS
"""Fewer samples have no interval by ranks at the usual confidence."""
WIDEST_HALF_WIDTH = 0.10
"""Of a cell's median: an interval that reaches further than this on either side is too wide. A run
that asks for a larger relative error is judged by what it asks for."""
WIDEST_FACTOR = 2.0
"""Of a ratio or a fitted parameter: where a factor of two could be hidden, nothing is said."""
WIDEST_PART = 0.5
"""Of a part of a whole: an interval of half of the whole is too wide."""
SLACK = 0.05
"""By so much two measured figures may contradict each other: each has an interval of its own."""

TOO_NOISY = "too noisy to say"
REMEDY = "Measure again on a quiet machine, or with a larger --budget."


def is_narrow(low: float | None, high: float | None) -> bool:
    """Whether both bounds of a positive figure are known and lie within a factor of two."""
    if low is None or high is None:
        return False
    return 0 < low <= high <= WIDEST_FACTOR * low and math.isfinite(high)


@dataclass(frozen=True)
class Part:
    """A part of a whole that may be said, with its interval: at most 1."""

    value: float
    low: float
    high: float


def part(value: float, low: float, high: float) -> Part | None:
    """A part of a whole; None where its interval is too wide, or where it can be no such part.

    A part may be negative, as that of an overlap that costs more than it saves, but it cannot cost
    more than the whole. One that exceeds the whole by no more than measured figures contradict each
    other is all of it.
    """
    if not all(math.isfinite(one) for one in (value, low, high)) or high - low > WIDEST_PART:
        return None
    if not -1 <= value <= 1 + SLACK:
        return None
    return Part(min(value, 1.0), min(low, 1.0), min(high, 1.0))


def outpaced(rates: list[float | None]) -> list[bool]:
    """Of the rates at the levels of memory, nearest first: which are below one further out.

    Noise makes a loop slower and never faster, so it is the inner level that is not believed.
    """
    found = []
    for index, rate in enumerate(rates):
        beyond = [other for other in rates[index + 1 :] if other is not None]
        found.append(rate is not None and rate < (1 - SLACK) * max(beyond, default=0.0))
    return found
