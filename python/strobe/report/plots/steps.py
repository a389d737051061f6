# SPDX-License-Identifier: BSD-3-Clause
"""A pattern of messages in time steps: a line for each message, from its sender to its receiver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt

from strobe.base import theme
from strobe.report.plots import frame, ticks

ROW_HEIGHT = 26
LEAST_HEIGHT = 150


@dataclass(frozen=True)
class Message:
    """One message of the pattern: it is under way from `step` to the next."""

    step: int
    sender: int
    receiver: int


def steps_plot(processes: int, messages: Sequence[Message]) -> frame.Plot:
    """Processes from top to bottom, steps from left to right."""
    last = max((message.step for message in messages), default=0) + 1
    steps = [float(step) for step in range(last + 1)]
    lanes = [float(process) for process in range(processes)]
    every = max(1, processes // 16)
    x_axis = ticks.Axis(steps, [str(int(step)) for step in steps], (-0.08, last + 0.08))
    shown = lanes[::every]
    y_axis = ticks.Axis(shown, [str(int(lane)) for lane in shown], (processes - 0.6, -0.4))
    x = frame.horizontal(x_axis, "time step")
    y = frame.vertical(y_axis)
    rows: frame.Rows = [
        {"x": m.step, "y": m.sender, "x2": m.step + 1, "y2": m.receiver, "step": m.step + 1,
         "tooltip": f"{m.sender} to {m.receiver}"}
        for m in messages
    ]  # fmt: skip
    base = alt.Chart().encode(x=x, y=y)
    tooltip = frame.tooltip([("tooltip", "message"), ("step", "step")])
    lines = base.mark_rule(stroke=theme.var("series-1"), strokeWidth=1.8).encode(
        x2=alt.X2("x2:Q"), y2=alt.Y2("y2:Q"), tooltip=tooltip
    )
    ends = base.mark_point(size=46, filled=True, fill=theme.var("series-1"), opacity=1)
    ends = ends.encode(x=alt.X("x2:Q"), y=alt.Y("y2:Q"))
    root = alt.Chart(frame.data([{"x": 0, "y": 0}])).mark_point(
        size=70, filled=True, fill=theme.var("series-2"), opacity=1
    )
    layers: list[alt.Chart] = [lines, ends, root.encode(x=x, y=y)]
    return frame.assemble(layers, rows, max(LEAST_HEIGHT, ROW_HEIGHT * min(processes, 16)))
