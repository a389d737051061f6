# SPDX-License-Identifier: BSD-3-Clause
"""A value for every pair of two quantities: shaded squares with labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import altair as alt

from strobe.base import theme
from strobe.report.plots import frame

ROW_HEIGHT = 30
LEAST_HEIGHT = 120
PALEST = 0.06
DARKEST = 0.62
"""With a darker shade, the labels are not readable in both colour schemes."""


@dataclass(frozen=True)
class Square:
    """One pair: its positions, its shade from -1 to 1, its label and its tooltip."""

    x: str
    y: str
    shade: float
    label: str
    tooltip: Mapping[str, str]


def surface_plot(x_title: str, y_title: str, squares: Sequence[Square]) -> frame.Plot:
    """Squares in the order of their columns and rows; a negative shade has another colour."""
    columns = list(dict.fromkeys(square.x for square in squares))
    rows = list(dict.fromkeys(square.y for square in squares))
    tooltip = list(squares[0].tooltip)
    data: frame.Rows = [
        {
            "x": square.x,
            "y": square.y,
            "shade": PALEST + (DARKEST - PALEST) * min(abs(square.shade), 1.0),
            "negative": square.shade < 0,
            "label": square.label,
            **{f"tooltip{number}": square.tooltip[name] for number, name in enumerate(tooltip)},
        }
        for square in squares
    ]
    quiet = alt.Axis(grid=False, domain=False, labelAngle=0)
    base = alt.Chart().encode(
        x=alt.X("x:N", sort=columns, title=x_title, axis=quiet),
        y=alt.Y("y:N", sort=rows[::-1], title=y_title, axis=quiet),
    )
    scale = alt.Scale(domain=[0, 1], range=[0, 1])
    fills = alt.Scale(domain=[False, True], range=[theme.var("series-1"), theme.var("series-2")])
    tiles = base.mark_rect(stroke=theme.var("paper"), strokeWidth=2, cornerRadius=3).encode(
        fill=alt.Fill("negative:N", scale=fills, legend=None),
        fillOpacity=alt.FillOpacity("shade:Q", scale=scale, legend=None),
        tooltip=frame.tooltip([(f"tooltip{number}", name) for number, name in enumerate(tooltip)]),
    )
    labels = base.mark_text(fontSize=11).encode(text=alt.Text("label:N"))
    height = max(LEAST_HEIGHT, ROW_HEIGHT * len(rows))
    return frame.assemble([tiles, labels], data, height)
