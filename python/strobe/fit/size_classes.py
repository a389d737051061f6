# SPDX-License-Identifier: BSD-3-Clause
"""Whether multiples of a word and other sizes follow lines of their own.

On the CM-5 a message that was not a multiple of 4 bytes had 3.6 MB/s where others had 9.4 (Wu and
Saad 1993, table 1). No line holds for both, however it is cut. Where the sizes of a series are such
two classes is decided by the criterion that also decides how many segments it has: the separation
counts as much as one more break, and must be very strongly preferred.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strobe.fit.segmentation import (
    MAX_SEGMENTS,
    MIN_POINTS,
    best_segments,
    can_hold_a_segment,
    information_criterion,
    segment_costs,
)

Floats = NDArray[np.float64]
Booleans = NDArray[np.bool_]

WORDS_BYTES = (4, 8, 16)
"""Words whose multiples are tried. The CM-5's was 4 bytes, and under CMMD 1.0 it was 16."""
VERY_STRONG = 10.0
"""Difference of the criterion from which the evidence is very strong (Kass and Raftery, "Bayes
factors", 1995, section 3.2)."""


def word_of(sizes: Floats, times_s: Floats) -> int | None:
    """The word whose multiples and other sizes must be fitted apart; None where all are one series.

    `sizes` in bytes, ascending and distinct; `times_s` positive medians.
    """
    if not can_hold_a_segment(sizes):
        return None
    together = float(_criteria(_residuals(sizes, times_s), sizes.size).min())
    found: dict[int, float] = {}
    for word in WORDS_BYTES:
        whole = is_multiple(sizes, word)
        if can_hold_a_segment(sizes[whole]) and can_hold_a_segment(sizes[~whole]):
            found[word] = _criterion_apart(sizes, times_s, whole)
    best = min(found, key=lambda word: found[word], default=None)
    return best if best is not None and found[best] < together - VERY_STRONG else None


def is_multiple(sizes: Floats, word_bytes: int) -> Booleans:
    """Which sizes hold whole words alone."""
    return np.asarray(sizes % word_bytes == 0)


def _criterion_apart(sizes: Floats, times_s: Floats, whole: Booleans) -> float:
    """The smallest criterion of two classes with one relative error, over their segments."""
    one = _residuals(sizes[whole], times_s[whole])
    other = _residuals(sizes[~whole], times_s[~whole])
    # k and m segments of two classes have the parameters of k + m segments: the separation is
    # counted as a break.
    both = np.array([
        [_criterion(a + b, sizes.size, k + m) for m, b in enumerate(other, 1)]
        for k, a in enumerate(one, 1)
    ])  # fmt: skip
    return float(both.min())


def _residuals(sizes: Floats, times_s: Floats) -> Floats:
    """Squared relative residuals of the best 1, 2, ... segments."""
    most = max(1, min(MAX_SEGMENTS, sizes.size // MIN_POINTS))
    totals, _ = best_segments(segment_costs(sizes, times_s[None, :]), most)
    return np.array([float(total[0, -1]) for total in totals])


def _criteria(residuals: Floats, points: int) -> Floats:
    return np.array([_criterion(r, points, k) for k, r in enumerate(residuals, 1)])


def _criterion(residual: float, points: int, segments: int) -> float:
    return float(information_criterion(np.array([residual]), points, segments)[0])
