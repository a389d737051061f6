# SPDX-License-Identifier: BSD-3-Clause
"""Medians with their intervals along an axis, fitted segments, and labelled breakpoints."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt

from strobe.base import theme, units
from strobe.report.plots import frame, ticks

SUBDUED = 0.42
CURVE_STEPS = 24
SPREAD_WIDTH, SPREAD_OPACITY = 4, 0.14
SHADE, NAMES_ABOVE = 0.13, 3
GLYPHS = ["circle", "diamond", "triangle-up", "square"]
DASHES = alt.StrokeDash(
    "dashed:N", scale=alt.Scale(domain=[False, True], range=[[1, 0], [6, 4]]), legend=None
)


@dataclass(frozen=True)
class Point:
    """One cell in one regime: a median with its interval and its spread.

    A bound of a time may be zero or negative after the overhead was subtracted; the bound of the
    rate is then infinite. The interval of a single sample is not a number. A bound without a
    position on the axis is drawn to the edge of the plot; an unknown bound is not drawn.
    """

    x: float
    series: str
    regime: str
    value: float
    low: float
    high: float
    p5: float
    p95: float
    n: int


@dataclass(frozen=True)
class Line:
    """One fitted segment, as points to be joined; `dashed` where it is a second one of its kind."""

    series: str
    regime: str
    x: Sequence[float]
    y: Sequence[float]
    dashed: bool = False


@dataclass(frozen=True)
class Mark:
    """A breakpoint and its name."""

    x: float
    label: str


@dataclass(frozen=True)
class Band:
    """A named range of the axis along x; its ends may lie outside the plot."""

    from_x: float
    to_x: float
    label: str


@dataclass(frozen=True)
class Style:
    """What a plot shows: its axis and unit, its curves and regimes in their order.

    The first of `regimes` is drawn in full, the others subdued. A plot `from_zero` has a linear
    axis along y, others a logarithmic one; one that is `even` has a linear axis along x.
    """

    axis: str
    title: str
    unit: units.Unit
    series: Sequence[str]
    series_title: str
    regimes: Sequence[str]
    from_zero: bool = False
    even: bool = False


def curve_plot(
    style: Style,
    points: Sequence[Point],
    lines: Sequence[Line] = (),
    marks: Sequence[Mark] = (),
    bands: Sequence[Band] = (),
) -> frame.Plot:
    """Draw `points`; curves without a fitted line are joined by thin lines."""
    fitted = {(line.series, line.regime) for line in lines}
    along, up = _along(style, points), _up(style, points)
    rows = [_row(style, point, fitted, up) for point in points]
    x = frame.horizontal(along, style.title)
    y = frame.vertical(up)
    colour = _hue(alt.Color, style)
    opacity = _opacity(style)
    base = alt.Chart().encode(x=x, y=y, color=colour, opacity=opacity)
    layers: list[alt.Chart] = [*_shaded(bands, along, x), *_breakpoints(marks, x)]
    spread = base.mark_rule(strokeWidth=SPREAD_WIDTH, clip=True)
    layers.append(
        spread.encode(y=alt.Y("p5:Q"), y2=alt.Y2("p95:Q"), opacity=alt.OpacityValue(SPREAD_OPACITY))
    )
    if any(row["joined"] for row in rows):
        joined = base.transform_filter(alt.datum.joined).mark_line(strokeWidth=1.2)
        layers.append(joined.encode(detail=[alt.Detail("series:N"), alt.Detail("regime:N")]))
    if lines:
        has_dashes = any(line.dashed for line in lines)
        rows_of_fit = frame.data(_fit_rows(style, lines, has_dashes=has_dashes))
        fit = alt.Chart(rows_of_fit).mark_line(strokeWidth=2, clip=True)
        fit = fit.encode(x=x, y=y, color=colour, opacity=opacity, detail=alt.Detail("segment:N"))
        layers.append(fit.encode(strokeDash=DASHES) if has_dashes else fit)
    layers.append(base.mark_rule(strokeWidth=1.6).encode(y=alt.Y("low:Q"), y2=alt.Y2("high:Q")))
    layers.append(base.mark_point(size=26, strokeWidth=1.4).encode(**_glyph(style)))
    layers.append(frame.hit_area(base, _tooltip(style)))
    return frame.assemble(layers, rows, x=along, y=up)


def _along(style: Style, points: Sequence[Point]) -> ticks.Axis:
    values = [point.x for point in points]
    made = ticks.evenly if style.even else ticks.powers_of_two
    return made(style.axis, values)


def _place(style: Style, x: float) -> float:
    return x if style.even else ticks.abscissa(x)


def _up(style: Style, points: Sequence[Point]) -> ticks.Axis:
    bounds = [value for p in points for value in (p.low, p.value, p.high)]
    values = [value for value in bounds if math.isfinite(value)]
    if style.from_zero:
        return ticks.linear(values, lambda value: units.with_unit(value, style.unit))
    return ticks.logarithmic(values, style.unit)


def _edge(value: float, point: Point, up: ticks.Axis) -> float:
    """Where a bound is drawn: at the edge if the axis has no position for it, at the point
    itself if it is not known."""
    if math.isnan(value):
        return point.value
    least, most = up.domain
    if value <= 0:
        return least
    return most if math.isinf(value) else value


def _row(
    style: Style, point: Point, fitted: set[tuple[str, str]], up: ticks.Axis
) -> dict[str, Any]:
    return {
        "x": _place(style, point.x),
        "y": point.value,
        "low": _edge(point.low, point, up),
        "high": _edge(point.high, point, up),
        "p5": _edge(point.p5, point, up),
        "p95": _edge(point.p95, point, up),
        "series": point.series,
        "regime": point.regime,
        "joined": (point.series, point.regime) not in fitted,
        "at": units.axis_value(style.axis, point.x),
        "median": units.with_unit(point.value, style.unit),
        "interval": _interval(point.low, point.high, style.unit),
        "spread": _interval(point.p5, point.p95, style.unit),
        "n": units.count(point.n),
        **_at_edges(point),
    }


def _at_edges(point: Point) -> dict[str, Any]:
    """The bounds without a position on a logarithmic axis, and those without one on any axis: the
    page draws them to the edge of the scale that is shown."""
    bounds = {name: getattr(point, name) for name in ("low", "high", "p5", "p95")}
    bottom = [name for name, value in bounds.items() if value <= 0]
    top = [name for name, value in bounds.items() if math.isinf(value) and value > 0]
    return {**({"bottom": bottom} if bottom else {}), **({"top": top} if top else {})}


def _interval(low: float, high: float, unit: units.Unit) -> str:
    if math.isinf(high) and math.isfinite(low):
        return f"{units.with_unit(low, unit)} or more"
    return units.interval(low, high, unit)


def _tooltip(style: Style) -> list[tuple[str, str]]:
    """The fields of a point's tooltip."""
    fields = [("at", style.title), ("median", "median"), ("interval", "interval")]
    fields += [("spread", "5 to 95 %"), ("n", "samples")]
    if len(style.series) > 1:
        fields.append(("series", style.series_title))
    if len(style.regimes) > 1:
        fields.append(("regime", "regime"))
    return fields


def _fit_rows(style: Style, lines: Sequence[Line], *, has_dashes: bool) -> frame.Rows:
    return [
        {
            "x": _place(style, x),
            "y": y,
            "series": line.series,
            "regime": line.regime,
            "segment": number,
            **({"dashed": line.dashed} if has_dashes else {}),
        }
        for number, line in enumerate(lines)
        for x, y in _curved(line)
    ]


def _curved(line: Line) -> Iterator[tuple[float, float]]:
    """The points of a line. Between two points it is straight on linear axes and a curve on
    logarithmic ones, so a line of two points gets others between them."""
    ends = list(zip(line.x, line.y, strict=True))
    if len(ends) != 2 or not 0 < line.x[0] < line.x[1]:
        yield from ends
        return
    (begin, first), (end, last) = ends
    for step in range(CURVE_STEPS + 1):
        x = begin * (end / begin) ** (step / CURVE_STEPS)
        yield x, first + (last - first) * (x - begin) / (end - begin)


def _by_regime(channel: Callable[..., Any], style: Style, values: Sequence[Any]) -> Any:
    """A channel that distinguishes regimes: one value for the first, others for the rest."""
    return channel(
        "regime:N",
        sort=list(style.regimes),
        scale=alt.Scale(domain=list(style.regimes), range=list(values)),
        legend=frame.legend(style.regimes, shown=len(style.regimes) > 1),
    )


def _hue(channel: Callable[..., Any], style: Style) -> Any:
    """One hue for each curve; where there is one curve, one for each regime."""
    field, names = (
        ("series", style.series)
        if len(style.series) > 1 or len(style.regimes) < 2
        else ("regime", style.regimes)
    )
    return channel(
        f"{field}:N",
        scale=alt.Scale(domain=list(names), range=theme.series_colours(len(names))),
        legend=frame.legend(names, shown=len(names) > 1),
    )


def _opacity(style: Style) -> Any:
    return _by_regime(alt.Opacity, style, [1.0, *[SUBDUED] * (len(style.regimes) - 1)])


def _glyph(style: Style) -> dict[str, Any]:
    """Filled for the first regime, hollow for the others: readable in print and without colour."""
    fills = [1.0, *[0.0] * (len(style.regimes) - 1)]
    return {
        "shape": _by_regime(alt.Shape, style, GLYPHS),
        "fillOpacity": _by_regime(alt.FillOpacity, style, fills),
        "fill": _hue(alt.Fill, style),
    }


def _shaded(bands: Sequence[Band], along: ticks.Axis, x: alt.X) -> list[alt.Chart]:
    """Every second band is shaded; the names are above the plot."""
    low, high = along.domain
    rows: frame.Rows = []
    for number, band in enumerate(bands):
        left, right = max(band.from_x, low), min(band.to_x, high)
        if left < right:
            middle = math.sqrt(left * right) if low > 0 else (left + right) / 2
            shade = (SHADE, 0.0)[number % 2]
            rows.append(
                {"x": left, "x2": right, "middle": middle, "label": band.label, "shade": shade}
            )
    if not rows:
        return []
    base = alt.Chart(frame.data(rows)).encode(x=x)
    shades = base.mark_rect(fill=theme.var("faint"), clip=True)
    names = base.mark_text(baseline="bottom", fill=theme.var("soft"))
    return [
        shades.encode(x2=alt.X2("x2:Q"), opacity=alt.Opacity("shade:Q", scale=None, legend=None)),
        names.encode(x=alt.X("middle:Q"), y=frame.pixels(-NAMES_ABOVE), text=alt.Text("label:N")),
    ]


def _breakpoints(marks: Sequence[Mark], x: alt.X) -> list[alt.Chart]:
    if not marks:
        return []
    layers: list[alt.Chart] = []
    ordered = sorted(marks, key=lambda mark: mark.x)
    for row in range(2):
        # Labels of neighbours stand on two lines, so that they do not run into each other.
        own = [{"x": ticks.abscissa(mark.x), "label": mark.label} for mark in ordered[row::2]]
        if not own:
            continue
        base = alt.Chart(frame.data(own)).encode(x=x)
        text = base.mark_text(align="right", dx=-5, baseline="top", fill=theme.var("soft"))
        layers.append(base.mark_rule(stroke=theme.var("faint"), strokeDash=[2, 3], strokeWidth=1))
        layers.append(text.encode(y=frame.pixels(2 + 14 * row), text=alt.Text("label:N")))
    return layers
