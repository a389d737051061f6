# SPDX-License-Identifier: BSD-3-Clause
"""Is one configuration faster than another? A ratio with its interval, over fresh launches.

The values are medians of launches, which were made in alternation: launches differ by more than the
samples of one do (Hunold and Carpen-Amarie, "Reproducible MPI benchmarking is still not as easy as
you think", 2016). The interval is that of Hodges and Lehmann, from the ranks of all differences of
logarithms; four launches a side are the fewest for which it reaches 95 %.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from strobe.records.regimes import SAME_WITHIN_FACTOR
from strobe.statistics.comparison import hodges_lehmann
from strobe.statistics.median import median
from strobe.tune.configuration import Cell

CONFIDENCE = 0.95
FEWEST = 4
SLOWER = 1.02
"""A rule is dropped if the operation takes more than so many times as long with it."""


@dataclass(frozen=True)
class Time:
    """What one launch measured of a cell: the median of its samples, in one regime."""

    median_s: float
    exchange_s: float | None = None
    """The sentinel's time in that regime; None without a sentinel."""
    shared: bool = False
    """Whether the sentinel saw a busy SMT sibling."""

    def is_comparable(self, other: Time) -> bool:
        """Whether both are of one regime of the machine (strobe.records.regimes)."""
        if self.shared != other.shared:
            return False
        if self.exchange_s is None or other.exchange_s is None:
            return self.exchange_s is other.exchange_s
        low, high = sorted((self.exchange_s, other.exchange_s))
        return high <= SAME_WITHIN_FACTOR * low


Times = Mapping[Cell, Time]
"""What one launch measured."""


@dataclass(frozen=True)
class Ratio:
    """The second side's time over the first's: below 1 where the second is faster."""

    ratio: float
    low: float
    high: float
    launches: int
    """Of the side that has fewer."""

    @property
    def is_judged(self) -> bool:
        """Whether there are enough launches for the interval."""
        return self.launches >= FEWEST

    @property
    def is_faster(self) -> bool:
        """Beyond its interval."""
        return self.is_judged and self.high < 1

    @property
    def is_slower(self) -> bool:
        """Beyond its interval, and by more than is tolerated."""
        return self.is_judged and self.low > 1 and self.ratio > SLOWER


def compared(first_s: Sequence[float], second_s: Sequence[float]) -> Ratio | None:
    """The ratio of two sides; None where one has no launch."""
    if not first_s or not second_s:
        return None
    shift, low, high = hodges_lehmann(np.log(first_s), np.log(second_s), CONFIDENCE)
    fewest = min(len(first_s), len(second_s))
    return Ratio(math.exp(shift), math.exp(low), math.exp(high), fewest)


def in_one_regime(
    cell: Cell, first: Sequence[Times], second: Sequence[Times]
) -> tuple[list[float], list[float]]:
    """The times of a cell in both sides, in the regime in which both have most launches."""
    every = [[launch[cell] for launch in side if cell in launch] for side in (first, second)]
    best: tuple[list[float], list[float]] = ([], [])
    for of in (*every[0], *every[1]):
        own, theirs = ([one.median_s for one in side if one.is_comparable(of)] for side in every)
        if (min(len(own), len(theirs)), len(own)) > (min(map(len, best)), len(best[0])):
            best = own, theirs
    return best


def of_cell(cell: Cell, first: Sequence[Times], second: Sequence[Times]) -> Ratio | None:
    """The ratio of one cell, over the launches that measured it in one regime."""
    return compared(*in_one_regime(cell, first, second))


def of_all(
    first: Sequence[Times], second: Sequence[Times], weights: Mapping[Cell, float]
) -> Ratio | None:
    """The ratio of the weighted geometric means over the cells that both sides measured.

    A launch may lack cells, and have others in another regime. So each time is taken relative to
    the median of its cell and regime over all launches, and the mean is that of the cells that a
    launch has.
    """
    sides = [
        [mean for launch in side if (mean := _mean(launch, first, second, weights)) is not None]
        for side in (first, second)
    ]
    return compared(*sides)


def _mean(
    launch: Times, first: Sequence[Times], second: Sequence[Times], weights: Mapping[Cell, float]
) -> float | None:
    """The weighted geometric mean of a launch's times relative to the usual ones."""
    parts = []
    for cell, weight in weights.items():
        if weight <= 0 or cell not in launch:
            continue
        alike = [
            [one[cell].median_s for one in side
             if cell in one and one[cell].is_comparable(launch[cell])]
            for side in (first, second)
        ]  # fmt: skip
        if all(alike):
            usual_s = median([*alike[0], *alike[1]])
            parts.append((weight, math.log(launch[cell].median_s / usual_s)))
    if not parts:
        return None
    return math.exp(math.fsum(w * part for w, part in parts) / math.fsum(w for w, _ in parts))


def gain(own: Times, theirs: Times, weights: Mapping[Cell, float]) -> float | None:
    """The logarithm of the ratio of two launches; None if no cell has one regime in both."""
    parts = [
        (weight, math.log(theirs[cell].median_s / own[cell].median_s))
        for cell, weight in weights.items()
        if weight > 0 and cell in own and cell in theirs and own[cell].is_comparable(theirs[cell])
    ]
    if not parts:
        return None
    return math.fsum(w * part for w, part in parts) / math.fsum(w for w, _ in parts)


def common(launches: Sequence[Times], weights: Mapping[Cell, float]) -> dict[Cell, float]:
    """Those weighted cells that every launch has."""
    return {
        cell: weight
        for cell, weight in weights.items()
        if weight > 0 and all(cell in launch for launch in launches)
    }
