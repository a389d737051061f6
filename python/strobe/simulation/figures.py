# SPDX-License-Identifier: BSD-3-Clause
"""The metrics of a run by slice, as figures 5.3 to 5.5 of the BCS-MPI paper show them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import altair as alt

from strobe.report import theme, ticks, units
from strobe.report.drawing import Drawing, draw, write_files
from strobe.report.plots import frame
from strobe.simulation.result import Result

SHOWN_SLICES = 2000
"""Of more, every so many-th is drawn."""


def figures(result: Result) -> list[Drawing]:
    """Figure 5.3, and for the first node that was watched figures 5.4 and 5.5."""
    emds = result.emds
    drawn = [
        _by_slice(
            "getts",
            "GETTS: time from the previous slice (figure 5.3)",
            [(g.slice, g.getts_s) for g in emds.globals if g.slice > 0],
            units.duration,
        )
    ]
    if emds.locals:
        node = emds.locals[0].node
        of_node = [local for local in emds.locals if local.node == node]
        drawn += [
            _by_slice(
                "ncolldem",
                f"Collectives processed in the descriptor exchange of node {node} (figure 5.4)",
                [(local.slice, local.ncolldem) for local in of_node],
                units.plain,
            ),
            _by_slice(
                "ncollmsm",
                f"Collectives scheduled in the message scheduling of node {node} (figure 5.5)",
                [(local.slice, local.ncollmsm) for local in of_node],
                units.plain,
            ),
        ]
    return drawn


def write(result: Result, folder: Path) -> None:
    """Write them as SVG, one file each."""
    write_files(folder, figures(result))


def _by_slice(
    name: str, title: str, values: Sequence[tuple[int, float]], label: Callable[[float], str]
) -> Drawing:
    every = max(1, len(values) // SHOWN_SLICES)
    rows: frame.Rows = [{"x": x, "y": y, "told": label(y)} for x, y in values[::every]]
    slices = [x for x, _ in values] or [0]
    x_axis = ticks.between(slices[0], slices[-1] + 1, units.plain)
    y_axis = ticks.linear([0.0, *(1.05 * y for _, y in values)], label)
    base = alt.Chart().encode(
        x=frame.horizontal(x_axis, "time slice", kind="linear"), y=frame.vertical(y_axis, "linear")
    )
    points = base.mark_point(size=14, filled=True, fill=theme.var("series-1"), opacity=0.9)
    told = points.encode(tooltip=frame.tooltip([("x", "slice"), ("told", name)]))
    return draw(name, title, frame.assemble([told], rows))
