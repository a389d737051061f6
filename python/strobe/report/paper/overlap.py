# SPDX-License-Identifier: BSD-3-Clause
"""The fraction of communication that overlaps with a computation, over message and vector size.

CoMet, section 4.1: the same exchange and DAXPY, one after the other and overlapped. The time that
overlap saves, divided by the time of the exchange alone, is the overlapped fraction: 1 is full
overlap. A negative fraction is the cost of setting up the asynchronous calls.
"""

from __future__ import annotations

from dataclasses import dataclass

from strobe.gate.cells import Accepted
from strobe.gate.limits import Fraction, bounded_fraction
from strobe.records.summary import RegimeSummary


@dataclass(frozen=True)
class Overlap:
    """One message size with one vector length; `low` and `high` bound the overlapped fraction."""

    size_bytes: float
    vector_length: float
    fraction: float
    low: float
    high: float
    exchange_s: float
    saved_s: float

    @property
    def accepted(self) -> Fraction | None:
        """The fraction; None where its interval is too wide or it cannot be a fraction."""
        return bounded_fraction(self.fraction, self.low, self.high)


def overlaps(summary: Accepted, kernel: str = "overlap") -> list[Overlap]:
    """All pairs that were measured both ways in one regime, in ascending order."""
    times: dict[tuple[float, float, str], RegimeSummary] = {}
    for cell in summary.cells.values():
        point = cell.declared.point
        if cell.declared.kernel != kernel or cell.headline is None:
            continue
        key = (
            float(point.get("size_bytes", 0)),
            float(point.get("vector_length", 0)),
            str(point.get("method")),
        )
        times[key] = cell.headline
    found = []
    for size, length, method in sorted(times):
        if method != "synchronous" or length == 0 or size == 0:
            continue
        after = times[size, length, method]
        beside = times.get((size, length, "asynchronous"))
        alone = times.get((size, 0.0, "synchronous"))
        if beside is None or alone is None or alone.low_s <= 0:
            continue
        if not after.regime == beside.regime == alone.regime:
            continue
        saved_s = after.median_s - beside.median_s
        bounds = after.low_s - beside.high_s, after.high_s - beside.low_s
        # The widest that the intervals of the three medians allow.
        edges = [bound / time_s for bound in bounds for time_s in (alone.low_s, alone.high_s)]
        fraction = saved_s / alone.median_s
        found.append(
            Overlap(size, length, fraction, min(edges), max(edges), alone.median_s, saved_s)
        )
    return found
