# SPDX-License-Identifier: BSD-3-Clause
"""Time over message size for several machines: one solid line, the others dashed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt

from strobe.base import theme, units
from strobe.report.plots import frame, ticks

HEIGHT = 380


@dataclass(frozen=True)
class MachineCurve:
    """Times over sizes; `own` is the machine of the run."""

    name: str
    sizes: Sequence[float]
    times_s: Sequence[float]
    own: bool = False


def machines_plot(courses: Sequence[MachineCurve]) -> frame.Plot:
    """Time over size, both on logarithmic axes."""
    sizes = [size for course in courses for size in course.sizes]
    times = [time_s for course in courses for time_s in course.times_s]
    x_axis = ticks.powers_of_two("size_bytes", sizes)
    y_axis = ticks.logarithmic(times, units.TIME)
    x, y = frame.horizontal(x_axis, "message size"), frame.vertical(y_axis)
    names = [course.name for course in courses]
    others = iter(theme.series_colours(len(courses))[1:])
    shades = [theme.var("series-1") if course.own else next(others) for course in courses]
    colour = alt.Color(
        "name:N",
        scale=alt.Scale(domain=names, range=shades),
        legend=alt.Legend(title=None, columns=3, symbolOpacity=1),
    )
    rows: frame.Rows = [
        {
            "x": ticks.abscissa(size),
            "y": time_s,
            "name": course.name,
            "own": course.own,
            "at": units.size(size),
            "time": units.duration(time_s),
        }
        for course in courses
        for size, time_s in zip(course.sizes, course.times_s, strict=True)
    ]
    base = alt.Chart().encode(x=x, y=y, color=colour)
    tooltip = [("name", "machine"), ("at", "message size"), ("time", "time")]
    layers: list[alt.Chart] = [
        base.transform_filter("datum.own").mark_line(strokeWidth=2.6),
        base.transform_filter("!datum.own").mark_line(strokeWidth=1.4, strokeDash=[5, 3]),
        frame.hit_area(base, tooltip),
    ]
    return frame.assemble(layers, rows, HEIGHT, x=x_axis, y=y_axis)
