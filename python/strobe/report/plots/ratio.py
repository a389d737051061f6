# SPDX-License-Identifier: BSD-3-Clause
"""Ratios around 1 along an axis: one run over another, first iterations over steady ones."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import altair as alt

from strobe.base import theme, units
from strobe.report.plots import frame, ticks

NEAR: tuple[float, ...] = (1.02, 1.05, 1.1)
FINE: tuple[float, ...] = (1.05, 1.1, 1.25)
MIDDLE: tuple[float, ...] = (1.1, 1.25, 1.5, 2.0)
COARSE: tuple[float, ...] = (2.0, 5.0, 10.0)
TICKS = ((1.13, NEAR), (1.35, FINE), (2.5, MIDDLE))
"""The factors with a tick on both sides of 1, by what the plot reaches."""
LEAST_REACH = 1.06
FIRST_HEIGHT = 200


@dataclass(frozen=True)
class Ratio:
    """A ratio at one position of an axis. `kind` gives the colour."""

    x: float
    kind: str
    value: float
    low: float
    high: float
    tooltip: Mapping[str, str]


def ratio_plot(
    axis: str, title: str, ratios: Sequence[Ratio], colours: Mapping[str, str]
) -> frame.Plot:
    """Ratios with their intervals; `colours` maps every kind to its colour, in legend order."""
    kinds = [kind for kind in colours if any(ratio.kind == kind for ratio in ratios)]
    reach = max([LEAST_REACH, *(_reach(r.low) for r in ratios), *(_reach(r.high) for r in ratios)])
    return _plot(axis, title, ratios, kinds, colours, _around_one(1.05 * reach), frame.HEIGHT)


def first_plot(axis: str, title: str, ratios: Sequence[Ratio]) -> frame.Plot:
    """First iterations over the steady median; earlier iterations have stronger colours."""
    kinds = list(dict.fromkeys(ratio.kind for ratio in ratios))
    shades = [theme.var(name) for name in ("series-2", "series-1", "series-6")]
    colours = dict(zip(kinds, shades, strict=False))
    values = [ratio.value for ratio in ratios]
    low, high = min([0.9, *values]), max([2.0, *values])
    decades = [10.0**k for k in range(-3, 7)]
    at = sorted({1.0, 2.0, 5.0, *decades} if high < 30 else {1.0, *decades})
    at = [value for value in at if low <= value <= high]
    y_axis = ticks.Axis(at, [f"{value:,g}{units.TIMES}" for value in at], (0.9 * low, 1.1 * high))
    y_axis = ticks.with_other(y_axis, values, lambda value: f"{value:,g}{units.TIMES}")
    return _plot(axis, title, ratios, kinds, colours, y_axis, FIRST_HEIGHT)


def _reach(ratio: float) -> float:
    return max(ratio, 1 / ratio) if ratio > 0 and math.isfinite(ratio) else 1.0


def _around_one(reach: float) -> ticks.Axis:
    factors = next((factors for limit, factors in TICKS if reach < limit), COARSE)
    shown = [factor for factor in factors if factor <= reach]
    at = [*(1 / factor for factor in reversed(shown)), 1.0, *shown]
    slower = [f"{factor:g}{units.TIMES} slower" for factor in shown]
    faster = [f"{factor:g}{units.TIMES} faster" for factor in reversed(shown)]
    own = ticks.Axis(at, [*faster, "equal", *slower], (1 / reach, reach), "log")
    # Both scales have the same ticks, which stand around 1.
    return replace(own, other=replace(own, kind="linear"))


def _plot(
    axis: str,
    title: str,
    ratios: Sequence[Ratio],
    kinds: Sequence[str],
    colours: Mapping[str, str],
    y_axis: ticks.Axis,
    height: int,
) -> frame.Plot:
    x_axis = ticks.powers_of_two(axis, [r.x for r in ratios])
    x, y = frame.horizontal(x_axis, title), frame.vertical(y_axis)
    tooltip = list(ratios[0].tooltip)
    rows: frame.Rows = [
        {
            "x": ticks.abscissa(r.x),
            "y": r.value,
            "low": r.low,
            "high": r.high,
            "kind": r.kind,
            **{f"tooltip{number}": r.tooltip[name] for number, name in enumerate(tooltip)},
        }
        for r in ratios
    ]
    shades = [colours[kind] for kind in kinds]
    colour = frame.colour("kind", kinds, shades, always_named=True)
    base = alt.Chart().encode(x=x, y=y, color=colour)
    one = alt.Chart(frame.data([{"y": 1.0}])).mark_rule(stroke=theme.var("faint"), strokeWidth=1.2)
    shown = [(f"tooltip{number}", name) for number, name in enumerate(tooltip)]
    intervals = base.transform_filter(alt.datum.low != alt.datum.high).mark_rule(
        strokeWidth=1.6, clip=True
    )
    layers = [
        one.encode(y=alt.Y("y:Q")),
        intervals.encode(y=alt.Y("low:Q"), y2=alt.Y2("high:Q")),
        base.mark_point(size=30, filled=True, opacity=0.9),
        frame.hit_area(base, shown),
    ]
    return frame.assemble(layers, rows, height, x=x_axis, y=y_axis)
