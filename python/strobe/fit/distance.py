# SPDX-License-Identifier: BSD-3-Clause
"""What distance costs: t(N) = startup + N per_byte + (n - 1) h over pairs that are n hops apart.

CoMet, section 4.1. The nearest distance alone says where the line breaks; within each segment one
plane goes through all distances, by relative error, with one reweighting as in strobe.fit.line.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy import special

from strobe.fit.piecewise import Bounds
from strobe.fit.segmentation import can_hold_a_segment, choose_borders

Floats = NDArray[np.float64]

PARAMETERS = 3
LEAST_FREEDOM = 3
"""Points of a segment beyond its parameters, below which an interval says nothing."""


@dataclass(frozen=True)
class HopSegment:
    """One segment: from its smallest to its largest measured size, over all distances."""

    from_bytes: float
    to_bytes: float
    points: int
    startup_s: Bounds
    per_byte_s: Bounds
    per_hop_s: Bounds
    misfit: float
    """Largest |measured - fitted| / measured."""


def fit_hops(
    sizes: Floats, hops: Floats, times_s: Floats, *, confidence: float = 0.95
) -> list[HopSegment]:
    """The segments of all distances together; empty where there is one distance, or too few sizes.

    The three arrays are (points,): a size in bytes, a number of hops from 1, a positive time.
    """
    near = hops == hops.min() if hops.size else np.zeros(0, dtype=bool)
    order = np.argsort(sizes[near])
    near_sizes, near_times = sizes[near][order], times_s[near][order]
    if np.unique(hops).size < 2 or not can_hold_a_segment(near_sizes):
        return []
    borders = choose_borders(near_sizes, near_times)
    edges = [near_sizes[border] for border in borders[:-1]] + [np.inf]
    edges[0] = -np.inf
    found = []
    for low, high in pairwise(edges):
        inside = (sizes >= low) & (sizes < high)
        enough = np.count_nonzero(inside) >= PARAMETERS + LEAST_FREEDOM
        if enough and np.unique(hops[inside]).size > 1:
            found.append(_plane(sizes[inside], hops[inside], times_s[inside], confidence))
    return found


def _plane(sizes: Floats, hops: Floats, times_s: Floats, confidence: float) -> HopSegment:
    design = np.stack([np.ones_like(sizes), sizes, hops - 1], axis=1)
    reference = times_s
    for _ in range(2):
        scaled = design / reference[:, None]
        # Columns of like length: seconds a byte and seconds a hop differ by ten decades.
        length = np.linalg.norm(scaled, axis=0)
        unit = scaled / np.where(length > 0, length, 1.0)
        inverse = np.linalg.pinv(unit.T @ unit)
        coefficients = inverse @ unit.T @ (times_s / reference) / length
        fitted = design @ coefficients
        reference = np.clip(fitted, 0.5 * times_s, 2.0 * times_s)
    freedom = sizes.size - PARAMETERS
    variance = float((((times_s - fitted) / reference) ** 2).sum()) / freedom
    error = np.sqrt(variance * np.diag(inverse)) / length
    reach = special.stdtrit(freedom, 0.5 + 0.5 * confidence) * error
    startup, per_byte, per_hop = (
        Bounds(float(value), float(value - width), float(value + width))
        for value, width in zip(coefficients, reach, strict=True)
    )
    return HopSegment(
        from_bytes=float(sizes.min()),
        to_bytes=float(sizes.max()),
        points=sizes.size,
        startup_s=startup,
        per_byte_s=per_byte,
        per_hop_s=per_hop,
        misfit=float((np.abs(times_s - fitted) / times_s).max()),
    )
