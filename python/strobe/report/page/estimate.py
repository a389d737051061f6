# SPDX-License-Identifier: BSD-3-Clause
"""A fitted value with its interval, as every page and table writes it."""

from __future__ import annotations

import math

from strobe.base import units
from strobe.fit.models import Estimate, Interval


def estimate(bounds: Estimate | Interval | None, unit: units.Unit) -> str:
    """A value with its interval in brackets; a bound that the data did not set is an ellipsis."""
    if bounds is None or bounds.value is None:
        return units.NOT_HAD
    known = [bound for bound in (bounds.low, bounds.high) if bound is not None]
    factor, symbol = unit.best(max([abs(bounds.value), *map(abs, known)]))
    value, low, high = (
        "…" if number is None or not math.isfinite(number) else units.number(number / factor)
        for number in (bounds.value, bounds.low, bounds.high)
    )
    return f"{value} {symbol} [{low} {units.DASH} {high}]"
