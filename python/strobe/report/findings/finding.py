# SPDX-License-Identifier: BSD-3-Clause
"""One finding: a sentence with its numbers, and how such numbers are compared and written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from strobe.base import units
from strobe.gate.limits import REMEDY, TOO_NOISY
from strobe.records.summary import CellSummary, RegimeSummary
from strobe.statistics.interval import Interval, median_interval


@dataclass(frozen=True)
class Finding:
    """`topic` in two or three words, `sentence` with its numbers, `basis`: the data behind it."""

    topic: str
    sentence: str
    basis: str
    anchor: str = ""
    noisy: bool = False
    """Whether it only says that the gate (`strobe.gate`) refuses the figures."""


def too_noisy(topic: str, what: str, anchor: str) -> Finding:
    """Replaces a finding whose figures the gate refuses; `what` names its subject."""
    return Finding(topic, f"{what}: {TOO_NOISY}. {REMEDY}", "", anchor, noisy=True)


@dataclass(frozen=True)
class Ratio:
    """One median over another; `low` and `high` are the extremes that both intervals allow."""

    value: float
    low: float
    high: float

    @property
    def slower(self) -> bool:
        """Whether its whole interval is above 1."""
        return self.low > 1

    @property
    def faster(self) -> bool:
        """Whether its whole interval is below 1."""
        return self.high < 1


def headline_at(cell: CellSummary, regime: int | None) -> RegimeSummary | None:
    """The cell's headline if it has one in that regime with a positive interval."""
    best = cell.headline
    return best if best is not None and best.regime == regime and best.low_s > 0 else None


def ratio(above: CellSummary, below: CellSummary) -> Ratio | None:
    """The first over the second; None where they were not measured in one regime."""
    second = below.headline
    first = headline_at(above, second.regime) if second is not None else None
    if first is None or second is None or second.low_s <= 0:
        return None
    return Ratio(
        first.median_s / second.median_s, first.low_s / second.high_s, first.high_s / second.low_s
    )


def median_ratio(ratios: Iterable[Ratio], confidence: float) -> Interval | None:
    """The median of several ratios with its interval; None without any ratio.

    With too few ratios for order statistics, the interval spans the intervals of all of them.
    """
    every = list(ratios)
    if not every:
        return None
    found = median_interval([one.value for one in every], confidence)
    if not found.whole_range:
        return found
    low, high = min(one.low for one in every), max(one.high for one in every)
    return replace(found, low=low, high=high)


def interval_text(found: Interval) -> str:
    """`1.25 x [1.20 - 1.31]`."""
    low, high = units.number(found.low), units.number(found.high)
    return f"{units.times(found.median)} [{low} {units.DASH} {high}]"


def ratio_text(found: Ratio) -> str:
    """The same for a single ratio."""
    low, high = units.number(found.low), units.number(found.high)
    return f"{units.times(found.value)} [{low} {units.DASH} {high}]"


def time_text(value: float, low: float, high: float) -> str:
    """`1.25 us [1.20 - 1.31]`, all in the unit of the value."""
    factor, symbol = units.TIME.best(max(abs(value), abs(low), abs(high)))
    numbers = [units.number(x / factor) for x in (value, low, high)]
    return f"{numbers[0]} {symbol} [{numbers[1]} {units.DASH} {numbers[2]}]"
