# SPDX-License-Identifier: BSD-3-Clause
"""The part of communication that is hidden behind a computation, over message and vector size.

CoMet, section 4.1: the same exchange and DAXPY, one after the other and overlapped. What overlap
saves, over what the exchange alone takes, is the part that is hidden: 1 is all of it, a negative
part is what setting up the asynchronous calls costs.
"""

from __future__ import annotations

from dataclasses import dataclass

from strobe.gate.cells import Believed
from strobe.gate.limits import Part, part
from strobe.records.summary import RegimeSummary


@dataclass(frozen=True)
class Hidden:
    """One message size with one length of vectors; `low` and `high` bound the part surely."""

    size_bytes: float
    vector_length: float
    part: float
    low: float
    high: float
    exchange_s: float
    saved_s: float

    @property
    def told(self) -> Part | None:
        """The part as it may be said; None where it is too noisy or no possible part."""
        return part(self.part, self.low, self.high)


def hidden_parts(summary: Believed, kernel: str = "overlap") -> list[Hidden]:
    """All pairs that were measured both ways at one speed of the machine, in ascending order."""
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
        part = saved_s / alone.median_s
        found.append(Hidden(size, length, part, min(edges), max(edges), alone.median_s, saved_s))
    return found
