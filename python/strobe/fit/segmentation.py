# SPDX-License-Identifier: BSD-3-Clause
"""Where the line t(N) = startup + N / bandwidth breaks: exact segmentation by dynamic programming.

All functions work on a batch: `times_s` has shape (batch, points), and so a bootstrap segments all
of its replicates at once. Errors are relative, with weights 1 / t^2: a microsecond matters at
8 bytes and not at 4 MiB. Segments need not meet: a change of protocol is a jump.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]

MIN_POINTS = 5
MIN_SPAN_FACTOR = 2
"""A segment spans an octave at least: a shorter one cannot separate start-up from bandwidth."""
MAX_SEGMENTS = 8
RESIDUAL_FLOOR = 0.005
"""Relative residual (root mean square) below which no further segment is worth its parameters."""


def can_hold_a_segment(sizes: Floats, min_points: int = MIN_POINTS) -> bool:
    """Are these sizes, ascending, enough for one segment?"""
    return bool(sizes.size >= min_points and sizes[-1] >= MIN_SPAN_FACTOR * sizes[0])


def segment_costs(sizes: Floats, times_s: Floats, min_points: int = MIN_POINTS) -> Floats:
    """Squared relative residuals of the best line through points i ... j, for all i and j at once.

    `sizes` ascending, shape (points,); the answer has shape (batch, points, points), infinite where
    i ... j cannot be a segment. Weighted moments are updated point by point about their running
    mean (West, "Updating mean and variance estimates", 1979), because differences of prefix sums
    lose all digits between sizes such as 1048573 and 1048579.
    """
    batch, n = times_s.shape
    costs = np.full((batch, n, n), np.inf)
    weights = times_s**-2.0
    weight, mean_x, mean_t, xx, xt, tt = (np.zeros((batch, n)) for _ in range(6))
    for length in range(n):
        firsts = n - length
        weight, mean_x, mean_t, xx, xt, tt = (
            moment[:, :firsts] for moment in (weight, mean_x, mean_t, xx, xt, tt)
        )
        added = weights[:, length:]
        dx, dt = sizes[length:] - mean_x, times_s[:, length:] - mean_t
        part = added / (weight + added)
        reduced = weight * part
        xx, xt, tt = xx + reduced * dx * dx, xt + reduced * dx * dt, tt + reduced * dt * dt
        mean_x, mean_t, weight = mean_x + part * dx, mean_t + part * dt, weight + added
        if length + 1 >= min_points:
            i = np.flatnonzero(sizes[length:] >= MIN_SPAN_FACTOR * sizes[:firsts])
            residual = tt[:, i] - xt[:, i] ** 2 / xx[:, i]
            costs[:, i, i + length] = np.maximum(residual, 0.0)
    return costs


def best_segments(costs: Floats, most: int) -> tuple[list[Floats], list[Integers]]:
    """The exact optimum for each number of segments 1 ... `most` (Bellman 1961).

    Returns, per number k, the optimal cost of the first j + 1 points in k segments (batch, points),
    and from k = 2 the first point of the last of those segments.
    """
    totals, firsts = [costs[:, 0, :]], list[Integers]()
    for _ in range(1, most):
        candidates = totals[-1][:, :-1, None] + costs[:, 1:, :]
        choice = candidates.argmin(axis=1)
        totals.append(np.take_along_axis(candidates, choice[:, None, :], axis=1)[:, 0, :])
        firsts.append(choice + 1)
    return totals, firsts


def trace_back(firsts: list[Integers], segments: int, batch: int, points: int) -> Integers:
    """Borders of the optimum, shape (batch, segments + 1): segment k is border k ... k + 1 - 1."""
    borders = np.zeros((batch, segments + 1), dtype=np.intp)
    borders[:, segments] = points
    for k in range(segments - 1, 0, -1):
        borders[:, k] = firsts[k - 1][np.arange(batch), borders[:, k + 1] - 1]
    return borders


def information_criterion(residual: Floats, points: int, segments: int) -> Floats:
    """The Bayesian information criterion of a segmentation; the smallest is chosen.

    n log(s^2) + (2 K + 2 (K - 1)) log n: two parameters a segment, and two for each break, because
    its place is searched among all points (Zhang and Siegmund, "A modified Bayes information
    criterion", 2007, count 2 log n for it). s^2 is the unbiased residual variance, without which
    a short axis is cut too often (McQuarrie and Tsai, "Regression and time series model
    selection", 1998, section 2.4).
    """
    variance = residual / (points - 2 * segments)
    parameters = 4 * segments - 2
    fit = points * np.log(np.maximum(variance, RESIDUAL_FLOOR**2))
    return np.asarray(fit + parameters * np.log(points))


def choose_borders(
    sizes: Floats, times_s: Floats, min_points: int = MIN_POINTS, most: int = MAX_SEGMENTS
) -> Integers:
    """Borders of the best segmentation of one series; shape (segments + 1,), first 0, last n.

    `sizes` ascending, `times_s` positive, both (points,). The sizes must hold one segment at least.
    """
    n = sizes.size
    most = max(1, min(most, n // min_points))
    totals, firsts = best_segments(segment_costs(sizes, times_s[None, :], min_points), most)
    criteria = [
        float(information_criterion(total[:, -1], n, k)[0]) for k, total in enumerate(totals, 1)
    ]
    borders = trace_back(firsts, 1 + int(np.argmin(criteria)), 1, n)
    return np.asarray(borders[0])


def borders_of_batch(
    sizes: Floats, times_s: Floats, segments: int, min_points: int = MIN_POINTS
) -> Integers:
    """Borders of the optimum in exactly `segments` for each series of a batch."""
    batch, n = times_s.shape
    if segments == 1:
        return np.tile(np.array([0, n], dtype=np.intp), (batch, 1))
    _, firsts = best_segments(segment_costs(sizes, times_s, min_points), segments)
    return trace_back(firsts, segments, batch, n)
