# SPDX-License-Identifier: BSD-3-Clause
"""One line t(N) = startup + N * per_byte through the points of a segment, by relative error."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]


@dataclass(frozen=True)
class Lines:
    """One line for each series of a batch; arrays are (batch,) or (batch, points)."""

    startup_s: Floats
    per_byte_s: Floats
    scale: Floats
    """Standard deviation of the relative residuals, with n - 2 degrees of freedom."""
    fitted_s: Floats
    residual: Floats
    """(t - fitted) / fitted at the segment's own points, 0 elsewhere."""
    leverage: Floats
    """How much each point pulls the line towards itself, in [0, 1]; 0 outside the segment."""


def fit_lines(sizes: Floats, times_s: Floats, first: Integers, end: Integers) -> Lines:
    """Fit points first ... end - 1 of each series; `times_s` is (batch, points), borders (batch,).

    Weights 1 / t^2 favour points that noise has made short, and so bias the line low. One
    reweighting with the fitted times removes that (the quasi-likelihood of a constant relative
    error: McCullagh and Nelder, "Generalized Linear Models", 1989, chapter 8).
    """
    index = np.arange(sizes.size)
    inside = (index >= first[:, None]) & (index < end[:, None])
    reference = times_s
    for _ in range(2):
        weights = inside * reference**-2.0
        weight = weights.sum(axis=1, keepdims=True)
        mean_x = (weights * sizes).sum(axis=1, keepdims=True) / weight
        mean_t = (weights * times_s).sum(axis=1, keepdims=True) / weight
        dx = sizes - mean_x
        xx = (weights * dx * dx).sum(axis=1, keepdims=True)
        per_byte = (weights * dx * (times_s - mean_t)).sum(axis=1, keepdims=True) / xx
        fitted = mean_t + per_byte * dx
        # Where the line is no model it may cross zero; a weight must stay finite there.
        reference = np.clip(fitted, 0.5 * times_s, 2.0 * times_s)
    residual = inside * (times_s - fitted) / reference
    scale = np.sqrt((residual**2).sum(axis=1) / (end - first - 2))
    return Lines(
        startup_s=(mean_t - per_byte * mean_x)[:, 0],
        per_byte_s=per_byte[:, 0],
        scale=scale,
        fitted_s=fitted,
        residual=residual,
        leverage=weights * (1 / weight + dx * dx / xx),
    )
