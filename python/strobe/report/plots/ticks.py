# SPDX-License-Identifier: BSD-3-Clause
"""Where the ticks of a plot stand and what they say, so that axes read as the text does.

An axis of a quantity also has the ticks of its other scale, linear or logarithmic: the page's
script switches between the two.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from strobe.base import units

# A logarithmic axis has no place for the empty message; it stands alone, left of one byte.
ZERO_AT = 0.35
FEWEST_TICKS = 3
MOST_TICKS = 9


@dataclass(frozen=True)
class Axis:
    """Tick positions with their labels, and the domain that holds data and ticks."""

    values: list[float]
    labels: list[str]
    domain: tuple[float, float]
    kind: Literal["log", "linear"] = "linear"
    other: Axis | None = None
    """The same quantity on the other scale; None where a page cannot switch."""

    def label_expression(self) -> str:
        """A Vega expression that looks up a tick's label by its position."""
        table = {_key(v): label for v, label in zip(self.values, self.labels, strict=True)}
        return f"({json.dumps(table, ensure_ascii=False)})[format(datum.value, '.3e')]"

    def switch(self) -> dict[str, Any] | None:
        """Both scales, for the page's script; None where there is one."""
        if self.other is None:
            return None
        return {"shown": self.kind, **{one.kind: one.scale() for one in (self, self.other)}}

    def scale(self) -> dict[str, Any]:
        """The domain and the ticks, as Vega-Lite has them, and where 0 stands."""
        has_zero = self.kind == "log" and ZERO_AT in self.values
        zero = {"zero": ZERO_AT} if has_zero else {}
        return {"domain": list(self.domain), **self.options(), **zero}

    def options(self) -> dict[str, Any]:
        """What an Altair axis needs of this."""
        return {"values": self.values, "labelExpr": self.label_expression()}


def _key(value: float) -> str:
    """The number as d3's `.3e` writes it: its exponent has a sign and no leading zeros."""
    mantissa, exponent = f"{value:.3e}".split("e")
    return f"{mantissa}e{int(exponent):+d}"


def abscissa(value: float) -> float:
    """Where a coordinate stands on a logarithmic axis that also shows 0."""
    return ZERO_AT if value == 0 else value


def powers_of_two(axis: str, values: list[float]) -> Axis:
    """Ticks for a size axis: 0 where it occurs, then powers of 2, 4, 16 or 256."""
    return replace(_powers_of_two(axis, values), other=_evenly(axis, values))


def _powers_of_two(axis: str, values: list[float]) -> Axis:
    positive = [value for value in values if value > 0] or [1.0]
    low, high = min(positive), max(positive)
    for step in (1, 2, 4, 8):
        first = math.ceil(math.log2(low) / step - 1e-9)
        last = math.floor(math.log2(high) / step + 1e-9)
        if last - first < MOST_TICKS:
            break
    at = [2.0 ** (step * k) for k in range(first, last + 1)] or [low]
    if 0 in values:
        at.insert(0, ZERO_AT)
    labels = ["0" if value == ZERO_AT else units.axis_value(axis, value) for value in at]
    return Axis(at, labels, (0.8 * min(at[0], low), 1.25 * high), "log")


def evenly(axis: str, values: list[float]) -> Axis:
    """Round ticks for an axis along x that is not logarithmic; sizes step by powers of two."""
    return replace(_evenly(axis, values), other=_powers_of_two(axis, values))


def _evenly(axis: str, values: list[float]) -> Axis:
    positive = [value for value in values if math.isfinite(value)] or [1.0]
    high = max(positive) or 1.0
    is_size = axis.endswith("_bytes")
    step = max(2.0 ** math.ceil(math.log2(high / 8)) if is_size else _round_step(high / 6), 1.0)
    at = [step * k for k in range(math.floor(high / step) + 1)]
    # Eighths of a power of two are exact in 3 digits: 1.25 KiB, not 1,280 B beside 1 KiB.
    labels = [units.about_size(one) if is_size else units.axis_value(axis, one) for one in at]
    return Axis(at, labels, (-0.02 * high, 1.02 * high))


def logarithmic(values: list[float], unit: units.Unit) -> Axis:
    """Ticks at the decades, at 1, 2, 5 of each, or evenly apart: the first that gives enough."""

    def label(value: float) -> str:
        return units.with_unit(value, unit)

    return replace(_logarithmic(values, label), other=_linear(values, label))


def _logarithmic(values: list[float], label: Callable[[float], str]) -> Axis:
    positive = [value for value in values if value > 0 and math.isfinite(value)] or [1.0]
    low, high = min(positive), max(positive)
    decades = math.log10(high / low)
    margin = 10 ** max(0.05, 0.04 * decades)
    domain = (low / margin, high * margin)
    at = round_numbers(*domain)
    return Axis(at, [units.shorter(label(value)) for value in at], domain, "log")


def round_numbers(low: float, high: float) -> list[float]:
    """Numbers between two others to stand on a logarithmic axis."""
    exponents = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    step = _round_step((high - low) / 8)
    steps = range(math.ceil(low / step), math.floor(high / step) + 1)
    candidates = [
        [10.0**e for e in exponents],
        [m * 10.0**e for e in exponents for m in (1, 2, 5)],
        [step * k for k in steps],
    ]
    within = [[value for value in at if low <= value <= high] for at in candidates]
    return next((at for at in within if len(at) >= FEWEST_TICKS), within[-1])


def linear(values: list[float], label: Callable[[float], str]) -> Axis:
    """Five or so round ticks from 0 to just above the largest value."""
    return replace(_linear(values, label), other=_logarithmic(values, label))


def _linear(values: list[float], label: Callable[[float], str]) -> Axis:
    high = max([value for value in values if math.isfinite(value)], default=1.0) or 1.0
    step = _round_step(high / 5)
    at = [step * k for k in range(math.ceil(high / step) + 1)]
    return Axis(at, [units.shorter(label(value)) for value in at], (0.0, max(at[-1], 1.02 * high)))


def between(low: float, high: float, label: Callable[[float], str]) -> Axis:
    """Five or so round ticks on an axis that begins and ends with the data, whole numbers."""
    step = max(_round_step(max(high - low, 1.0) / 5), 1.0)
    at = [step * k for k in range(math.ceil(low / step), math.floor(high / step) + 1)]
    begin = max(low, 1.0)
    other = _logarithmic([begin, max(high, begin)], label)
    return Axis(at, [label(value) for value in at], (low, high), other=other)


def with_other(axis: Axis, values: list[float], label: Callable[[float], str]) -> Axis:
    """A logarithmic axis with ticks of its own, and the linear axis of its values."""
    return replace(axis, kind="log", other=_linear(values, label))


def _round_step(least: float) -> float:
    """The smallest round number that is not below `least`."""
    decade = 10.0 ** math.floor(math.log10(least))
    return next(m * decade for m in (1, 2, 2.5, 5, 10) if m * decade >= least)
