# SPDX-License-Identifier: BSD-3-Clause
"""Wholes and their parts: one stacked bar for each whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt

from strobe.base import theme, units
from strobe.report.plots import frame, ticks

BAR_HEIGHT = 26
LEAST_HEIGHT = 90
REST_COLOUR = "line"


@dataclass(frozen=True)
class Share:
    """One part of one bar, in seconds."""

    bar: str
    part: str
    time_s: float


def shares_plot(bar_title: str, parts: Sequence[str], shares: Sequence[Share]) -> frame.Plot:
    """Bars in the order of their first share; the first of `parts` has the pale colour."""
    bars = list(dict.fromkeys(share.bar for share in shares))
    ends: dict[str, float] = dict.fromkeys(bars, 0.0)
    totals = {bar: sum(s.time_s for s in shares if s.bar == bar) for bar in bars}
    rows: frame.Rows = []
    for share in sorted(shares, key=lambda share: parts.index(share.part)):
        begin = ends[share.bar]
        ends[share.bar] = begin + share.time_s
        rows.append({
            "bar": share.bar,
            "part": share.part,
            "begin": begin,
            "end": ends[share.bar],
            "time": units.duration(share.time_s),
            "share": units.percent(share.time_s / totals[share.bar] if totals[share.bar] else 0.0),
        })  # fmt: skip
    axis = ticks.linear(list(ends.values()), units.duration)
    colours = [theme.var(REST_COLOUR), *theme.series_colours(len(parts) - 1)]
    base = alt.Chart().mark_bar(height={"band": 0.72}).encode(
        x=frame.horizontal(axis, "time", "begin"),
        x2=alt.X2("end:Q"),
        y=alt.Y("bar:N", sort=bars, title=bar_title,
                axis=alt.Axis(grid=False, domain=False, ticks=False)),
        color=frame.colour("part", parts, colours),
        tooltip=frame.tooltip([("bar", bar_title), ("part", "in"), ("time", "time"),
                               ("share", "share")]),
    )  # fmt: skip
    return frame.assemble([base], rows, max(LEAST_HEIGHT, BAR_HEIGHT * len(bars)))
