# SPDX-License-Identifier: BSD-3-Clause
"""Measured times over the sizes of messages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import isotonic_regression

Floats = NDArray[np.float64]
SHORTEST_S = 1e-12
"""SimGrid takes no time below its precision for one."""


def rising(times_s: Floats) -> Floats:
    """The times that never fall and are nearest to these, by their relative errors (isotonic
    regression: Barlow and Brunk, 1972). So one size that was disturbed moves no others much."""
    least_s = max(float(times_s.max()) * 1e-6, SHORTEST_S)
    found: Floats = isotonic_regression(times_s, weights=np.maximum(times_s, least_s) ** -2.0).x
    return found


@dataclass(frozen=True)
class Measured:
    """A time over sizes: ascending sizes, the median of each and its samples, in seconds."""

    sizes_bytes: Floats
    times_s: Floats
    samples_s: tuple[Floats, ...]

    def at(self, size_bytes: Floats | float) -> Floats:
        """Interpolated between sizes; beyond the last one it goes on as it grew before."""
        found = np.interp(size_bytes, self.sizes_bytes, self.times_s)
        last = self.times_s[-1]
        slope = (last - self.times_s[-2]) / (self.sizes_bytes[-1] - self.sizes_bytes[-2])
        beyond = np.asarray(size_bytes) > self.sizes_bytes[-1]
        further = last + max(slope, 0.0) * (np.asarray(size_bytes) - self.sizes_bytes[-1])
        return np.where(beyond, further, found)

    def time_s(self, size_bytes: float) -> float:
        """That of one size."""
        return float(self.at(size_bytes))

    def drawn(self, rng: np.random.Generator) -> Measured:
        """The same, changed as the medians of resampled samples are (Efron 1979, section 3)."""
        changes_s = [
            np.median(rng.choice(samples, samples.size)) - np.median(samples)
            for samples in self.samples_s
        ]
        return replace(self, times_s=np.maximum(self.times_s + changes_s, SHORTEST_S))

    def scaled(self, factor: float) -> Measured:
        """All times so many times as long."""
        return replace(self, times_s=self.times_s * factor,
                       samples_s=tuple(one * factor for one in self.samples_s))  # fmt: skip


@dataclass(frozen=True)
class Pause:
    """What a pause between messages costs the next one, over its length: both in seconds."""

    lengths_s: Floats
    costs_s: Floats

    def at(self, length_s: Floats) -> Floats:
        """Interpolated, from no cost of no pause on; one longer than all has the last cost."""
        found: Floats = np.interp(length_s, [0.0, *self.lengths_s], [0.0, *self.costs_s])
        return found

    def scaled(self, factor: float) -> Pause:
        """All costs so many times as high."""
        return replace(self, costs_s=self.costs_s * factor)


def without_spread(times_s: Mapping[float, float]) -> Measured:
    """Times by their sizes in bytes, ascending, as a measurement that is always the same."""
    column = np.array([max(time_s, SHORTEST_S) for time_s in times_s.values()])
    return Measured(np.array([*times_s]), column, tuple(column[:, None]))
