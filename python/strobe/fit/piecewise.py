# SPDX-License-Identifier: BSD-3-Clause
"""One series of times over sizes as segments, with an interval for each figure.

The intervals are those of the studentised bootstrap (Efron and Tibshirani, "An Introduction to the
Bootstrap", 1993, section 12.5). A percentile bootstrap of a line through five points promises 95 %
and holds the truth far less often; divided by each replicate's own residual scale it keeps its
promise (tests/python/test_calibration.py). Each replicate is cut again, into as many segments, so
that what is not known about the breaks is part of the intervals of the lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from strobe.fit.bandwidth import peak_bandwidth, size_reaching
from strobe.fit.line import Lines, fit_lines
from strobe.fit.resampling import deviations
from strobe.fit.segmentation import MAX_SEGMENTS, MIN_POINTS, borders_of_batch, choose_borders

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]

RESAMPLES = 999
CHUNK = 250
"""Replicates that are segmented at once: a bound on memory, not on the result."""
SHORTEST_REPLICATE = 0.2
"""A replicate's time is at least this part of the fitted one, so that it stays a time."""


@dataclass(frozen=True)
class Bounds:
    """An estimate and its interval; infinite where the data set no bound."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Piece:
    """One segment: points `first` ... `end` - 1 of the series."""

    first: int
    end: int
    startup_s: Bounds
    per_byte_s: Bounds


@dataclass(frozen=True)
class Break:
    """The model changes after `size_bytes`, a measured size; the interval's ends are sizes too."""

    size_bytes: float
    low: float
    high: float


@dataclass(frozen=True)
class Piecewise:
    """A segmented model of one series."""

    pieces: tuple[Piece, ...]
    breaks: tuple[Break, ...]
    peak_bandwidth: Bounds
    half_bandwidth_size: Bounds
    ninety_bandwidth_size: Bounds
    misfit: Floats
    """|t - fitted| / t of each point."""


def fit_points(
    sizes: Floats,
    times_s: Floats,
    samples: Sequence[Floats] | None = None,
    *,
    confidence: float = 0.95,
    resamples: int = RESAMPLES,
    min_points: int = MIN_POINTS,
    most_segments: int = MAX_SEGMENTS,
    rng: np.random.Generator,
) -> Piecewise:
    """Segment a series: `sizes` in bytes, ascending and distinct; `times_s` positive medians.

    `samples` holds each point's samples in seconds, when they are had. The sizes must be able to
    hold one segment (`segmentation.can_hold_a_segment`).
    """
    borders = choose_borders(sizes, times_s, min_points, most_segments)
    firsts, ends = borders[:-1], borders[1:]
    lines = [
        fit_lines(sizes, times_s[None, :], firsts[k : k + 1], ends[k : k + 1])
        for k in range(firsts.size)
    ]
    fitted, noise = _resample(borders, lines, samples, resamples, rng)
    replicates = fitted * np.maximum(1 + noise, SHORTEST_REPLICATE)
    redone = np.concatenate(
        [
            borders_of_batch(sizes, replicates[i : i + CHUNK], firsts.size, min_points)
            for i in range(0, resamples, CHUNK)
        ]
    )
    startups, per_bytes = _draws(sizes, replicates, redone, lines)
    startup_s = np.array([line.startup_s[0] for line in lines])
    per_byte_s = np.array([line.per_byte_s[0] for line in lines])
    pieces = tuple(
        Piece(
            int(firsts[k]),
            int(ends[k]),
            _bounds(startup_s[k], startups[:, k], confidence),
            _bounds(per_byte_s[k], per_bytes[:, k], confidence),
        )
        for k in range(firsts.size)
    )
    here, there = (startup_s, per_byte_s), (startups, per_bytes)
    spans = sizes[firsts], sizes[ends - 1]
    peak, peaks = peak_bandwidth(*spans, *here), peak_bandwidth(*spans, *there)
    reaching = [
        _bounds(
            size_reaching(part, peak, *spans, *here),
            size_reaching(part, peaks, *spans, *there),
            confidence,
        )
        for part in (0.5, 0.9)
    ]
    return Piecewise(
        pieces=pieces,
        breaks=_breaks(sizes, borders, redone, confidence),
        peak_bandwidth=_bounds(peak, peaks, confidence),
        half_bandwidth_size=reaching[0],
        ninety_bandwidth_size=reaching[1],
        misfit=np.abs(times_s - fitted) / times_s,
    )


def _resample(
    borders: Integers,
    lines: list[Lines],
    samples: Sequence[Floats] | None,
    resamples: int,
    rng: np.random.Generator,
) -> tuple[Floats, Floats]:
    """The fitted times (points,), and relative deviations from them (resamples, points)."""
    segment = np.repeat(np.arange(len(lines)), np.diff(borders))
    points = np.arange(segment.size)
    fitted, residual, leverage = (
        np.stack(arrays)[segment, points]
        for arrays in zip(
            *((line.fitted_s[0], line.residual[0], line.leverage[0]) for line in lines), strict=True
        )
    )
    scale = np.array([line.scale[0] for line in lines])
    return fitted, deviations(samples, residual, leverage, scale, segment, resamples, rng)


def _draws(
    sizes: Floats, replicates: Floats, redone: Integers, lines: list[Lines]
) -> tuple[Floats, Floats]:
    """Start-up and time per byte as far from the estimate as the bootstrap says; (resamples, K).

    A replicate's error, in units of its own residual scale, is laid off from the estimate in units
    of the estimate's: the percentiles of these draws are the ends of the studentised interval, and
    any figure that is computed from both keeps their dependence.
    """
    startups, per_bytes = [], []
    for k, line in enumerate(lines):
        replicate = fit_lines(sizes, replicates, redone[:, k], redone[:, k + 1])
        own = replicate.scale
        ratio = np.divide(line.scale[0], own, out=np.zeros_like(own), where=own > 0)
        startups.append(line.startup_s - (replicate.startup_s - line.startup_s) * ratio)
        per_bytes.append(line.per_byte_s - (replicate.per_byte_s - line.per_byte_s) * ratio)
    return np.stack(startups, axis=1), np.stack(per_bytes, axis=1)


def _bounds(value: float | Floats, draws: Floats, confidence: float) -> Bounds:
    """The interval from the p (B + 1)-th smallest and largest of B draws.

    With B = 999 that number is whole at 95 %, and no interpolation spoils the coverage (Davison
    and Hinkley 1997, section 5.2.3).
    """
    ordered = np.sort(draws)
    rank = max(1, int(0.5 * (1 - confidence) * (draws.size + 1)))
    return Bounds(float(value), float(ordered[rank - 1]), float(ordered[-rank]))


def _breaks(
    sizes: Floats, borders: Integers, redone: Integers, confidence: float
) -> tuple[Break, ...]:
    """A break lies between two measured sizes at best; the interval is never narrower than that."""
    tail = 0.5 * (1 - confidence)
    found = []
    for k in range(1, borders.size - 1):
        low, high = np.quantile(redone[:, k], (tail, 1 - tail), method="inverted_cdf")
        low, high = min(low, borders[k]), max(high, borders[k])
        last = float(sizes[borders[k] - 1])
        found.append(Break(last, float(sizes[int(low) - 1]), float(sizes[int(high)])))
    return tuple(found)
