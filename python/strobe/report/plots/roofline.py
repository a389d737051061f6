# SPDX-License-Identifier: BSD-3-Clause
"""A roofline: the attainable rate at each arithmetic intensity, and the measured rates of kernels.

Williams, Waterman and Patterson, Roofline: An Insightful Visual Performance Model (2009).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import altair as alt

from strobe.base import theme
from strobe.report.plots import frame, ticks

HEIGHT = 380
MARGIN = 1.6
"""The plot reaches so far beyond its points."""
FEWEST_DECADES = 2.0
SLOPE_STEPS = 24
NAMED_AT = 0.2
"""The position of a slope's label, as a fraction of its length."""
APART = 1.3
"""Slopes closer than this factor have their labels at different positions."""


@dataclass(frozen=True)
class Slope:
    """The bandwidth of a level of memory: `bytes_per` unit of time, at any intensity."""

    label: str
    bytes_per: float


@dataclass(frozen=True)
class Roof:
    """The peak rate of a core: `flops_per` unit of time."""

    label: str
    flops_per: float


@dataclass(frozen=True)
class Work:
    """One cell."""

    kernel: str
    flops_per_byte: float
    flops_per: float
    tooltip: Mapping[str, str]


def roofline_plot(
    slopes: Sequence[Slope], roofs: Sequence[Roof], work: Sequence[Work]
) -> alt.LayerChart:
    """Both axes are logarithmic. Rates of all three share one unit of time and of work."""
    highest = max((roof.flops_per for roof in roofs), default=0.0)
    x_axis = _axis(
        [one.flops_per_byte for one in work]
        + [highest / slope.bytes_per for slope in slopes if highest]
    )
    low, high = x_axis.domain
    tops = [one.flops_per for one in work] + [roof.flops_per for roof in roofs]
    y_axis = _axis(tops or [slope.bytes_per * high for slope in slopes])
    x = frame.horizontal(x_axis, "arithmetic intensity, flop/byte")
    y = frame.vertical(y_axis)
    lines = [
        _slope(slope, (low, high), y_axis.domain, highest, named_at)
        for slope, named_at in zip(slopes, _label_positions(slopes), strict=True)
    ]
    steepest = max((slope.bytes_per for slope in slopes), default=None)
    lines += [_roof(roof, steepest, (low, high)) for roof in roofs]
    kernels = list(dict.fromkeys(one.kernel for one in work))
    rows: frame.Rows = [
        {"x": one.flops_per_byte, "y": one.flops_per, "kernel": one.kernel, **one.tooltip}
        for one in work
    ]
    base = alt.Chart().encode(
        x=x,
        y=y,
        color=frame.colour(
            "kernel", kernels, theme.series_colours(len(kernels)), always_named=True
        ),
    )
    tooltip = [("kernel", "kernel"), *((key, key) for key in (work[0].tooltip if work else {}))]
    points = base.mark_point(size=34, strokeWidth=1.6, filled=True, opacity=0.85)
    layers = [*_lines(lines, x, y), points, frame.hit_area(base, tooltip)]
    return frame.assemble(layers, rows, HEIGHT, x=x_axis, y=y_axis)


@dataclass(frozen=True)
class _Line:
    """From one end to the other, with a name at one of them."""

    label: str
    ends: tuple[tuple[float, float], ...]
    named_at: tuple[float, float]
    slopes: bool


def _axis(values: Sequence[float]) -> ticks.Axis:
    low, high = min(values) / MARGIN, max(values) * MARGIN
    lacking = 10**FEWEST_DECADES / (high / low)
    if lacking > 1:
        low, high = low / lacking**0.5, high * lacking**0.5
    at = ticks.round_numbers(low, high)
    own = ticks.Axis(at, [f"{value:,.6g}" for value in at], (low, high))
    return ticks.with_other(own, [low, high], lambda value: f"{value:,.6g}")


def _label_positions(slopes: Sequence[Slope]) -> list[float]:
    """The label positions of the slopes, so that no label overlaps the one before."""
    parts: list[float] = []
    for number, slope in enumerate(slopes):
        before = slopes[number - 1].bytes_per / slope.bytes_per if number else APART
        is_close = 1 / APART < before < APART
        parts.append(1 - parts[-1] if is_close else NAMED_AT)
    return parts


def _slope(
    slope: Slope,
    reach: tuple[float, float],
    heights: tuple[float, float],
    highest: float,
    named_at: float,
) -> _Line:
    """A slope up to the highest roof or the edge of the plot, with its label below it at fraction
    `named_at` of its length."""
    bottom, top = heights
    begin = max(reach[0], bottom / slope.bytes_per)
    end = min(reach[1], (highest or top) / slope.bytes_per)
    named = begin * (end / begin) ** named_at
    # A slope is straight where both scales are alike, and a curve where a reader switched one.
    places = (begin * (end / begin) ** (step / SLOPE_STEPS) for step in range(SLOPE_STEPS + 1))
    path, at = ((x, x * slope.bytes_per) for x in places), (named, named * slope.bytes_per)
    return _Line(slope.label, tuple(path), at, slopes=True)


def _roof(roof: Roof, steepest: float | None, reach: tuple[float, float]) -> _Line:
    """A roof, from where the fastest level can sustain it; its label is at the right end."""
    begin = max(reach[0], roof.flops_per / steepest) if steepest else reach[0]
    ends = ((begin, roof.flops_per), (reach[1], roof.flops_per))
    return _Line(roof.label, ends, ends[1], slopes=False)


def _lines(lines: Sequence[_Line], x: alt.X, y: alt.Y) -> list[frame.Layer]:
    drawn: list[frame.Layer] = []
    for line in lines:
        ends = [{"x": place[0], "y": place[1]} for place in line.ends]
        name = [{"x": line.named_at[0], "y": line.named_at[1], "label": line.label}]
        path = alt.Chart(frame.data(ends)).mark_line(
            stroke=theme.var("faint"), strokeWidth=1.4, strokeDash=[4, 3] if line.slopes else []
        )
        text = alt.Chart(frame.data(name)).mark_text(
            align="left" if line.slopes else "right",
            baseline="top" if line.slopes else "bottom",
            dx=9 if line.slopes else -2,
            dy=2 if line.slopes else -3,
            fill=theme.var("soft"),
        )
        drawn += [path.encode(x=x, y=y), text.encode(x=x, y=y, text="label:N")]
    return drawn
