# SPDX-License-Identifier: BSD-3-Clause
"""LogGP parameters from parametrised round trips, each with its interval.

Hoefler, Lichei and Rehm, "Low-overhead LogGP parameter assessment for modern interconnection
networks" (2007): PRTT(n, d, s) is the time in which n messages of s bytes, sent d apart, have come
and one of the same size has gone back.

    PRTT(1, 0, s) = 2 (L + 2 o + (s - 1) G)
    (PRTT(n, 0, s) - PRTT(1, 0, s)) / (n - 1) = g + (s - 1) G
    (PRTT(n, d, s) - PRTT(1, 0, s)) / (n - 1) = o + d                 where d is long enough

Each right-hand side is a line in s, which is fitted with its breaks (strobe.fit.piecewise), since
a protocol for long messages has parameters of its own: g, o and L are those of short messages, and
G that of the longest.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from strobe.fit.piecewise import RESAMPLES, Bounds, Piecewise, fit_points
from strobe.fit.segmentation import can_hold_a_segment

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class RoundTrips:
    """What was measured: arrays (sizes,), sizes of at least 1 ascending, times in seconds."""

    sizes: Floats
    one_s: Floats
    """PRTT(1, 0, s)."""
    many_s: Floats
    """PRTT(n, 0, s)."""
    delayed_s: Floats
    """PRTT(n, d, s)."""
    messages: int
    """n, at least 2."""
    delay_s: Floats
    """d of each size: longer than the gap between messages of that size."""


@dataclass(frozen=True)
class LogGP:
    """Latency, overhead, gap, and gap per byte of short messages and of the longest."""

    latency_s: Bounds
    overhead_s: Bounds
    gap_s: Bounds
    gap_per_byte_s: Bounds


def fit_loggp(
    trips: RoundTrips,
    *,
    confidence: float = 0.95,
    resamples: int = RESAMPLES,
    rng: np.random.Generator,
) -> LogGP | str:
    """The four parameters, or one sentence that says why these times have none."""
    if trips.messages < 2:
        return "the gap needs trains of at least two messages"
    if not can_hold_a_segment(trips.sizes):
        return f"{trips.sizes.size} sizes are too few to fit a line with its interval"
    between = trips.messages - 1
    gap_s = (trips.many_s - trips.one_s) / between
    overhead_s = (trips.delayed_s - trips.one_s) / between - trips.delay_s
    if gap_s.min() <= 0:
        return "a train of messages took no longer than one message: the round trips vary too much"
    if overhead_s.min() <= 0:
        return "messages sent with a delay took no longer than the delay: the overhead is too small"
    if (trips.delay_s < gap_s).any():
        return "the delay between messages was shorter than the gap, which hides the overhead"
    beyond_first = trips.sizes - 1

    def line(times_s: Floats) -> Piecewise:
        return fit_points(
            beyond_first, times_s, confidence=confidence, resamples=resamples, rng=rng
        )

    gap, trip, overhead = line(gap_s), line(trips.one_s), line(overhead_s)
    o = overhead.pieces[0].startup_s
    latency = _latency(trip.pieces[0].startup_s, o)
    if latency.high <= 0:
        return "delayed messages took longer than a round trip allows: the delays were not kept"
    return LogGP(
        latency_s=latency,
        overhead_s=o,
        gap_s=gap.pieces[0].startup_s,
        gap_per_byte_s=gap.pieces[-1].per_byte_s,
    )


def _latency(trip: Bounds, overhead: Bounds) -> Bounds:
    """L = PRTT(1, 0, 1) / 2 - 2 o, whose errors are of different samples and add as squares."""
    value = trip.value / 2 - 2 * overhead.value
    below = math.hypot((trip.value - trip.low) / 2, 2 * (overhead.high - overhead.value))
    above = math.hypot((trip.high - trip.value) / 2, 2 * (overhead.value - overhead.low))
    return Bounds(value, value - below, value + above)
