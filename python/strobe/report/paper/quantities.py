# SPDX-License-Identifier: BSD-3-Clause
"""Quantities along y: a cell's times as the quantity that a paper drew."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from strobe.base import units
from strobe.records.lines import CellRecord
from strobe.records.summary import RegimeSummary, Summary
from strobe.report.page import naming
from strobe.report.paper.declared import Quantity
from strobe.report.paper.selection import Chosen, buffer_bytes
from strobe.report.plots.curve import Point

Shown = Callable[[CellRecord, float], float | None]


@dataclass(frozen=True)
class Meaning:
    """A quantity: its words, its unit, and how it follows from a time; a rate falls with time."""

    words: str
    unit: units.Unit
    of: Shown
    rate: bool = False


def is_half(cell: CellRecord) -> bool:
    """Whether the time of one operation is half of what the paper calls an echo."""
    return cell.kernel in ("echo", "contention", "host_echo")


def _round_trip(cell: CellRecord, time_s: float) -> float:
    return 2 * time_s if is_half(cell) else time_s


def _size(cell: CellRecord) -> float:
    return float(cell.point.get("size_bytes", 0))


def _messages(cell: CellRecord) -> float:
    """Those that pass in one operation of several pairs."""
    ways = 2 if cell.point.get("direction") == "both" else 1
    return float(cell.point.get("pairs", 1)) * ways


def _over(amount: Callable[[CellRecord], float]) -> Shown:
    def rate(cell: CellRecord, time_s: float) -> float | None:
        return amount(cell) / time_s if amount(cell) > 0 else None

    return rate


MEANINGS: dict[Quantity, Meaning] = {
    "time": Meaning("time", units.TIME, lambda _, time_s: time_s),
    "source": Meaning("time of the source", units.TIME, lambda _, time_s: time_s),
    "shortest": Meaning("shortest time of a process", units.TIME, lambda _, time_s: time_s),
    "average": Meaning("average time of the processes", units.TIME, lambda _, time_s: time_s),
    "round_trip": Meaning("round-trip time", units.TIME, _round_trip),
    "minimum": Meaning("shortest time", units.TIME, lambda _, time_s: time_s),
    "bandwidth": Meaning("size over time", units.BANDWIDTH, _over(_size), rate=True),
    "buffer_rate": Meaning("buffer over time", units.BANDWIDTH, _over(buffer_bytes), rate=True),
    "transactions": Meaning(
        "transactions per second",
        units.FREQUENCY,
        lambda cell, time_s: 1 / _round_trip(cell, time_s),
        rate=True,
    ),
    "traffic": Meaning(
        "bytes read and written over time",
        units.BANDWIDTH,
        _over(lambda c: c.bytes_per_operation),
        rate=True,
    ),
    "messages": Meaning("messages per second", units.FREQUENCY, _over(_messages), rate=True),
    "flops": Meaning("rate", units.FLOPS, _over(lambda c: c.flops_per_operation), rate=True),
}


def points(chosen: list[Chosen], quantity: Quantity, summary: Summary) -> list[Point]:
    """One point for each cell that has a headline, in the headline's regime."""
    found = []
    for one in chosen:
        best = one.cell.headline
        if best is None or best.median_s <= 0:
            continue
        point = _point(one, best, quantity, naming.regime_name(summary.regimes, best.regime))
        if point is not None:
            found.append(point)
    return found


def _times_s(best: RegimeSummary, quantity: Quantity) -> list[float] | None:
    """Median, interval and spread; the same number five times where only one is kept."""
    alone = {
        "minimum": best.min_s,
        "source": best.initiator_s,
        "shortest": best.local_minimum_s,
        "average": best.local_mean_s,
    }
    if quantity not in alone:
        return [best.median_s, best.low_s, best.high_s, best.p5_s, best.p95_s]
    time_s = alone[quantity]
    return None if time_s is None or time_s <= 0 else [time_s] * 5


def _bound(meaning: Meaning, cell: CellRecord, time_s: float) -> float:
    """A bound; a rate has none where the time is zero or not known."""
    if meaning.rate and not time_s > 0:
        return math.nan if math.isnan(time_s) else math.inf
    value = meaning.of(cell, time_s)
    return math.nan if value is None else value


def _point(one: Chosen, best: RegimeSummary, quantity: Quantity, regime: str) -> Point | None:
    meaning = MEANINGS[quantity]
    times_s = _times_s(best, quantity)
    if times_s is None:
        return None
    value = meaning.of(one.cell.declared, times_s[0])
    if value is None:
        return None
    low, high, p5, p95 = (_bound(meaning, one.cell.declared, time_s) for time_s in times_s[1:])
    if meaning.rate:
        low, high, p5, p95 = high, low, p95, p5
    return Point(one.x, one.curve, regime, value, low, high, p5, p95, best.n)
