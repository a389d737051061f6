# SPDX-License-Identifier: BSD-3-Clause
"""A quantity over the time slices, as in figures 5.3 to 5.5 of the BCS-MPI paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import altair as alt

from strobe.base import theme, units
from strobe.report.plots import frame, ticks

SHOWN_SLICES = 2000
"""With more slices, only every n-th is drawn."""


def by_slice_plot(
    name: str, values: Sequence[tuple[int, float]], label: Callable[[float], str]
) -> frame.Plot:
    """A point for each pair of a slice and its value; `name` is the value's name in tooltips."""
    every = max(1, len(values) // SHOWN_SLICES)
    rows: frame.Rows = [{"x": x, "y": y, "tooltip": label(y)} for x, y in values[::every]]
    slices = [x for x, _ in values] or [0]
    x_axis = ticks.between(slices[0], slices[-1] + 1, units.plain)
    y_axis = ticks.linear([0.0, *(1.05 * y for _, y in values)], label)
    base = alt.Chart().encode(x=frame.horizontal(x_axis, "time slice"), y=frame.vertical(y_axis))
    points = base.mark_point(size=14, filled=True, fill=theme.var("series-1"), opacity=0.9)
    tooltip = points.encode(tooltip=frame.tooltip([("x", "slice"), ("tooltip", name)]))
    return frame.assemble([tooltip], rows, x=x_axis, y=y_axis)
