# SPDX-License-Identifier: BSD-3-Clause
"""The fits of a kernel: lines and breakpoints in its plots, tables, and refused fits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from strobe.base import units
from strobe.fit.models import Model, Models, Segment
from strobe.records.lines import Kernel
from strobe.records.regimes import Regimes
from strobe.report.page import naming
from strobe.report.page.estimate import estimate
from strobe.report.page.table import Row, Table, columns
from strobe.report.plots.curve import Line, Mark

POINTS_OF_A_LINE = 24


@dataclass(frozen=True)
class FittedCurve:
    """A model with the names of its curve and its regime."""

    model: Model
    series: str
    regime: str

    @property
    def name(self) -> str:
        """Its names, and the class of its sizes where there are two."""
        parts = (self.series, self.regime, naming.size_class(self.model))
        return ", ".join(part for part in parts if part)


def fitted_curves(models: Models, kernel: Kernel, regimes: Regimes) -> list[FittedCurve]:
    """All models of a kernel, accepted or not."""
    return [
        FittedCurve(
            model,
            naming.curve_name(model.fixed, kernel),
            naming.regime_name(regimes, model.regime),
        )
        for model in models.models
        if model.kernel == kernel.name
    ]


def time_lines(curves: list[FittedCurve]) -> list[Line]:
    """The segments of accepted models over message size, in seconds."""
    return _lines(curves, lambda _, time_s: time_s)


def rate_lines(curves: list[FittedCurve], work_per_size: float) -> list[Line]:
    """The same as work per second, where an operation does `work_per_size` times its size."""
    return _lines(curves, lambda size, time_s: work_per_size * size / time_s, from_zero=False)


def _lines(
    curves: list[FittedCurve], value: Callable[[float, float], float], *, from_zero: bool = True
) -> list[Line]:
    lines = []
    for curve in curves:
        for segment in curve.model.segments:
            sizes = [size for size in _sizes(segment) if from_zero or size > 0]
            times = [_time_s(segment, size) for size in sizes]
            shown = [(x, t) for x, t in zip(sizes, times, strict=True) if t > 0]
            y = [value(x, t) for x, t in shown]
            lines.append(Line(curve.series, curve.regime, [x for x, _ in shown], y))
    return lines


def _sizes(segment: Segment) -> list[float]:
    """Sizes from one end to the other, evenly apart on the logarithmic axis."""
    low, high = max(segment.from_bytes, 1.0), segment.to_bytes
    steps = range(POINTS_OF_A_LINE + 1)
    sizes = [low * (high / low) ** (step / POINTS_OF_A_LINE) for step in steps]
    return [0.0, *sizes] if segment.from_bytes == 0 else sizes


def _time_s(segment: Segment, size: float) -> float:
    return segment.startup_s.value + size * segment.per_byte_s.value


def marks(curves: list[FittedCurve], regime: str) -> list[Mark]:
    """The breakpoints in one regime; those that several curves share are named once."""
    several = len({curve.series for curve in curves}) > 1
    named: dict[float, list[str]] = {}
    for curve in curves:
        for breakpoint_ in curve.model.breakpoints if curve.regime == regime else []:
            named.setdefault(breakpoint_.size_bytes, []).append(curve.series)
    return [
        Mark(size, units.about_size(size) + (f" {names[0]}" if several and len(names) == 1 else ""))
        for size, names in named.items()
    ]


def curve_table(curves: list[FittedCurve]) -> Table | None:
    """One row for each accepted model: peak, n1/2, n90, breakpoints, misfit."""
    accepted = [curve for curve in curves if curve.model.accepted]
    if not accepted:
        return None
    rows = [
        Row([
            curve.name or "all sizes",
            estimate(curve.model.peak_bandwidth_bytes_per_s, units.BANDWIDTH),
            estimate(curve.model.half_bandwidth_size_bytes, units.SIZE),
            estimate(curve.model.ninety_bandwidth_size_bytes, units.SIZE),
            units.percent(curve.model.misfit_max),
            ", ".join(units.size(b.size_bytes) for b in curve.model.breakpoints) or "none",
        ])
        for curve in accepted
    ]  # fmt: skip
    numbers = ["peak bandwidth", "n½", "n90", "largest misfit"]
    return Table("Fitted curves", columns(["curve"], numbers, ["breakpoints"]), rows)


def segment_table(curves: list[FittedCurve]) -> Table | None:
    """One row for each segment: start-up time and bandwidth with their intervals."""
    rows = [
        Row([
            curve.name or "all sizes",
            f"{units.size(segment.from_bytes)} to {units.size(segment.to_bytes)}",
            str(segment.points),
            estimate(segment.startup_s, units.TIME),
            estimate(segment.bandwidth_bytes_per_s, units.BANDWIDTH),
            f"negative start-up time: {segment.negative_startup_reason}"
            if segment.negative_startup else "",
        ])
        for curve in curves
        for segment in curve.model.segments
    ]  # fmt: skip
    if not rows:
        return None
    heads = columns(["curve", "segment"], ["sizes", "start-up time", "bandwidth"], [""])
    return Table("Fitted segments", heads, rows)


def refusals(curves: list[FittedCurve]) -> list[str]:
    """Why curves have no fit, each reason once with its curves."""
    reasons: dict[str, list[str]] = {}
    for curve in curves:
        if not curve.model.accepted:
            reasons.setdefault(curve.model.reason, []).append(curve.name or "all sizes")
    return [f"No fit for {'; '.join(names)}: {reason}." for reason, names in reasons.items()]
