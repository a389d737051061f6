# SPDX-License-Identifier: BSD-3-Clause
"""What the medians of a series might have been: relative deviations from the fitted line."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc

from strobe.statistics.median import median

Floats = NDArray[np.float64]


def median_variance(samples: Floats) -> float:
    """Relative variance of the median of `samples` (n,) over all their bootstrap resamples.

    No resample is drawn: the chance that a resample's median is the i-th smallest sample is the
    probability of Beta(m, n + 1 - m), m = (n + 1) / 2, between (i - 1) / n and i / n (Efron 1979,
    section 3; Maritz and Jarrett, "A note on estimating the variance of the sample median", 1978).
    """
    ordered = np.sort(samples) / median(samples)
    n = ordered.size
    middle = 0.5 * (n + 1)
    chances = np.diff(betainc(middle, n + 1 - middle, np.arange(n + 1) / n))
    return float(chances @ ordered**2 - (chances @ ordered) ** 2)


def deviations(
    samples: Sequence[Floats] | None,
    residual: Floats,
    leverage: Floats,
    scale: Floats,
    segment: NDArray[np.intp],
    resamples: int,
    rng: np.random.Generator,
) -> Floats:
    """Relative deviations for each point of a series; shape (resamples, points).

    How far a point may be off is what its own samples say, plus what they do not explain of its
    segment's residual `scale` (segments,): time of day, alignment, the line itself. In units of
    that, a point deviates as a point drawn from all of the series did (Davison and Hinkley,
    "Bootstrap Methods and their Application", 1997, algorithm 6.1, with errors of unequal
    variance). Without samples a segment's residuals say everything. `residual`, `leverage` and
    `segment`, the segment of each point, are (points,).
    """
    points = residual.size
    variance = np.array([median_variance(s) for s in samples]) if samples else np.zeros(points)
    explained = np.bincount(segment, variance) / np.bincount(segment)
    unexplained = np.maximum(scale**2 - explained, 0.0)
    deviation = np.sqrt(variance + unexplained[segment])
    # A line passes closer to a point than the truth does, the more so the more the point pulls it.
    expected = deviation * np.sqrt(np.maximum(1 - leverage, 0.0))
    standard = np.divide(residual, expected, out=np.zeros(points), where=expected > 0)
    standard -= standard.mean()
    spread = standard.std()
    if spread > 0:
        standard /= spread
    return np.asarray(deviation * standard[rng.integers(0, points, (resamples, points))])
