# SPDX-License-Identifier: BSD-3-Clause
"""One line for a whole series, as the tables of papers have it, and what to say where none fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from strobe.fit.fitting import MISFIT_LIMIT
from strobe.fit.line import fit_lines
from strobe.fit.piecewise import RESAMPLES, Bounds, Piecewise, fit_points
from strobe.fit.segmentation import MAX_SEGMENTS, can_hold_a_segment

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class SingleLine:
    """A line over the sizes `from_bytes` to `to_bytes`, which are all of them if it is `whole`."""

    startup_s: Bounds
    per_byte_s: Bounds
    from_bytes: float
    to_bytes: float
    points: int
    misfit: float
    whole: bool


def fit_whole(
    sizes: Floats,
    times_s: Floats,
    samples: Sequence[Floats] | None = None,
    *,
    confidence: float = 0.95,
    resamples: int = RESAMPLES,
    rng: np.random.Generator,
) -> SingleLine | None:
    """The line of the whole series, however far it misses; None of too few sizes, which ascend."""
    if not can_hold_a_segment(sizes):
        return None
    fit = fit_points(
        sizes, times_s, samples,
        confidence=confidence, resamples=resamples, most_segments=1, rng=rng,
    )  # fmt: skip
    return _last(fit, sizes, whole=True)


def fit_single(
    sizes: Floats,
    times_s: Floats,
    samples: Sequence[Floats] | None = None,
    *,
    confidence: float = 0.95,
    resamples: int = RESAMPLES,
    misfit_limit: float = MISFIT_LIMIT,
    rng: np.random.Generator,
) -> SingleLine | None:
    """The line of the whole series; where it misses a time by too much, that of the large sizes.

    The CM-5 study, section 4: where one line does not hold over a large range, lines are fitted to
    parts of it. None where the sizes, which ascend, are too few, or no line fits at all.
    """
    if not can_hold_a_segment(sizes):
        return None

    def line(first: int, most: int) -> SingleLine:
        fit = fit_points(
            sizes[first:], times_s[first:], samples[first:] if samples else None,
            confidence=confidence, resamples=resamples, most_segments=most, rng=rng,
        )  # fmt: skip
        return _last(fit, sizes[first:], whole=first == 0 and most == 1)

    for most in (1, MAX_SEGMENTS):
        found = line(0, most)
        if found.misfit <= misfit_limit:
            return found
    # What lies before the last breaks may have too few sizes for segments of their own.
    for first in range(1, sizes.size):
        if not can_hold_a_segment(sizes[first:]):
            break
        end = np.array([sizes.size - first])
        alone = fit_lines(sizes[first:], times_s[None, first:], np.array([0]), end)
        misfit = np.abs(times_s[first:] - alone.fitted_s[0]) / times_s[first:]
        if misfit.max() <= misfit_limit:
            return line(first, 1)
    return None


def _last(fit: Piecewise, sizes: Floats, *, whole: bool) -> SingleLine:
    piece = fit.pieces[-1]
    return SingleLine(
        startup_s=piece.startup_s,
        per_byte_s=piece.per_byte_s,
        from_bytes=float(sizes[piece.first]),
        to_bytes=float(sizes[piece.end - 1]),
        points=piece.end - piece.first,
        misfit=float(fit.misfit[piece.first : piece.end].max()),
        whole=whole,
    )
