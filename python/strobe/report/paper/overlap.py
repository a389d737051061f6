# SPDX-License-Identifier: BSD-3-Clause
"""The efficiency of overlap of an exchange with a DAXPY, over message and vector size.

CoMet, section 4.1. An exchange of time c and a computation of time w take c + w one after the other
and at least max(c, w) at the same time. So they save at most min(c, w), and the efficiency of an
overlap that takes t is (c + w - t) / min(c, w): between 0, no overlap, and 1, full overlap.

The exchange alone is that with the asynchronous calls. With the synchronous ones, which may copy
more, a saving would also contain the difference between the two calls.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from strobe.gate.cells import Accepted
from strobe.gate.limits import SLACK, Fraction, bounded_fraction
from strobe.records.summary import RegimeSummary

Times = dict[tuple[float, float, str], RegimeSummary]


@dataclass(frozen=True)
class Overlap:
    """One message size with one vector length; `low` and `high` bound the efficiency."""

    size_bytes: float
    vector_length: float
    efficiency: float
    low: float
    high: float
    exchange_s: float
    computation_s: float
    saved_s: float

    @property
    def accepted(self) -> Fraction | None:
        """The efficiency from 0 to 1; None where its interval is too wide or it cannot be one.

        An efficiency that is below 0 by no more than `SLACK`, or whose interval contains 0, is 0.
        """
        found = bounded_fraction(self.efficiency, self.low, self.high)
        if found is None or (found.value < -SLACK and found.high < 0):
            return None
        return Fraction(max(found.value, 0.0), max(found.low, 0.0), max(found.high, 0.0))


def overlaps(summary: Accepted, kernel: str = "overlap") -> list[Overlap]:
    """All pairs whose three times were measured in one regime, in ascending order."""
    times: Times = {}
    for cell in summary.cells.values():
        point = cell.declared.point
        if cell.declared.kernel != kernel or cell.headline is None:
            continue
        size, length = float(point.get("size_bytes", 0)), float(point.get("vector_length", 0))
        times[size, length, str(point.get("method"))] = cell.headline
    return list(_overlaps(times))


def _overlaps(times: Times) -> Iterator[Overlap]:
    for size, length, method in sorted(times):
        if method != "asynchronous" or length == 0 or size == 0:
            continue
        together = times[size, length, method]
        exchange = times.get((size, 0.0, "asynchronous"))
        after = times.get((size, length, "synchronous"))
        before = times.get((size, 0.0, "synchronous"))
        if exchange is None or after is None or before is None:
            continue
        parts = (together, exchange, after, before)
        if len({one.regime for one in parts}) > 1:
            continue
        # The computation with the same message in the caches.
        computation_s = after.median_s - before.median_s
        if exchange.low_s <= 0 or computation_s <= 0:
            continue
        saved_s = exchange.median_s + computation_s - together.median_s
        low, high = _bounds(*parts)
        yield Overlap(
            size, length, saved_s / min(exchange.median_s, computation_s), low, high,
            exchange.median_s, computation_s, saved_s,
        )  # fmt: skip


def _bounds(
    together: RegimeSummary, exchange: RegimeSummary, after: RegimeSummary, before: RegimeSummary
) -> tuple[float, float]:
    """The interval of the efficiency: each median moves to both ends of its interval in turn, and
    the four independent deviations add up as the root of their squares."""
    middle = [one.median_s for one in (together, exchange, after, before)]
    value = _efficiency(*middle)
    down = up = 0.0
    for place, one in enumerate((together, exchange, after, before)):
        moved = []
        for end in (one.low_s, one.high_s):
            changed = [*middle]
            changed[place] = end
            moved.append(_efficiency(*changed) - value)
        down, up = math.hypot(down, min(*moved, 0.0)), math.hypot(up, max(*moved, 0.0))
    return value - down, value + up


def _efficiency(together_s: float, exchange_s: float, after_s: float, before_s: float) -> float:
    computation_s = after_s - before_s
    least = min(exchange_s, computation_s)
    return (exchange_s + computation_s - together_s) / least if least > 0 else math.nan
