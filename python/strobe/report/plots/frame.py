# SPDX-License-Identifier: BSD-3-Clause
"""The parts that all plots share: axes, legends, data, and the layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt
from altair.utils import schemapi

from strobe.report.plots import ticks

# vl-convert validates each chart when it compiles it; a second validation would double the time.
schemapi.disable_debug_mode()

HEIGHT = 300
HIT_AREA = "hit area"
ZOOM = "zoom"
"""The selection by which a reader zooms: its signals are zoom_x and zoom_y."""
HIT_SIZE = 260
LEGEND_CHARACTERS = 56
"""The approximate number of characters in one line of a legend."""
Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Plot:
    """Layers of marks, of which those without data of their own share `rows`."""

    layers: Sequence[alt.Chart]
    rows: Rows
    height: int
    switches: dict[str, dict[str, Any]]
    """By channel, x or y: both scales of its axis, between which a reader may switch."""

    def specification(self, title: Sequence[str], subtitle: Sequence[str] = ()) -> dict[str, Any]:
        """The plot in Vega-Lite's terms, with its lines of title.

        The layers are put together here, because altair's own charts of layers copy each layer
        several times, which takes longer than all else of a plot.
        """
        shared = alt.InlineData(name="rows", values=alt.Undefined)
        datasets: dict[str, Any] = {"rows": self.rows}
        # A layer without data looks at `data` for the types of its fields, which all are given.
        context = {"top_level": False, "datasets": datasets, "data": shared}
        layers = [layer.to_dict(validate=False, context=context) for layer in self.layers]
        text = list(title)
        return {
            "$schema": alt.SCHEMA_URL,
            "title": {"text": text, "subtitle": list(subtitle)} if subtitle else text,
            "data": {"name": "rows"},
            "datasets": datasets,
            "layer": layers,
            "width": "container",
            "height": self.height,
            "autosize": {"type": "fit-x", "contains": "padding"},
            "padding": {"left": 2, "right": 14, "top": 4, "bottom": 2},
            **({"usermeta": {"switch": self.switches}} if self.switches else {}),
        }


def data(rows: Rows) -> alt.InlineData:
    """Rows as the data of a plot or of one of its layers."""
    # A tuple, because altair copies lists deeply with each of the many charts that hold them.
    values: Any = tuple(rows)
    return alt.InlineData(values=values)


def horizontal(axis: ticks.Axis, title: str, field: str = "x") -> alt.X:
    """An axis along x with the scale of its ticks."""
    return alt.X(
        f"{field}:Q",
        title=title,
        scale=alt.Scale(type=axis.kind, domain=list(axis.domain), nice=False),
        axis=alt.Axis(**axis.options()),
    )


def vertical(axis: ticks.Axis, field: str = "y") -> alt.Y:
    """An axis along y without a title: the plot's title names the quantity."""
    return alt.Y(
        f"{field}:Q",
        title=None,
        scale=alt.Scale(type=axis.kind, domain=list(axis.domain), nice=False),
        axis=alt.Axis(**axis.options()),
    )


def pixels(below_top: float) -> alt.YValue:
    """A place along y that is no value of the data."""
    # The class has no types of its own; what altair makes of a bare number costs milliseconds.
    channel: Any = alt.YValue
    return channel(below_top)  # type: ignore[no-any-return]


def legend(names: Sequence[str] = (), *, shown: bool = True) -> alt.Legend | None:
    """A legend, or None where there is one series; long names get fewer columns."""
    longest = max(map(len, names), default=0)
    columns = min(max(LEGEND_CHARACTERS // (longest + 3), 1), 4)
    return alt.Legend(title=None, columns=columns, symbolOpacity=1) if shown else None


def colour(
    field: str, names: Sequence[str], colours: Sequence[str], *, always_named: bool = False
) -> alt.Color:
    """One colour for each name, in their order; a legend where there are several, or always."""
    return alt.Color(
        f"{field}:N",
        scale=alt.Scale(domain=list(names), range=list(colours)),
        legend=legend(names, shown=always_named or len(names) > 1),
    )


def tooltip(shown: Sequence[tuple[str, str]]) -> list[alt.Tooltip]:
    """Tooltip entries from pairs of a row's field and its title."""
    return [alt.Tooltip(f"{field}:N", title=title) for field, title in shown]


def hit_area(base: alt.Chart, shown: Sequence[tuple[str, str]]) -> alt.Chart:
    """Invisible marks around the points of `base`, large enough for a pointer; they also carry the
    zoom, so that a drawing in a file has neither.
    """
    marks: alt.Chart = base.mark_point(size=HIT_SIZE, filled=True)
    area = marks.properties(name=HIT_AREA).encode(
        opacity=alt.OpacityValue(0), tooltip=tooltip(shown)
    )
    # The wheel alone scrolls the page.
    zoom = alt.selection_interval(name=ZOOM, bind="scales", zoom="wheel![event.ctrlKey]")
    return area.add_params(zoom)


def assemble(
    layers: Sequence[alt.Chart],
    rows: Rows,
    height: int = HEIGHT,
    *,
    x: ticks.Axis | None = None,
    y: ticks.Axis | None = None,
) -> Plot:
    """A plot whose layers without data of their own share `rows`.

    The page's script lets a reader switch `x` and `y` between their two scales.
    """
    switches = {
        channel: both
        for channel, axis in (("x", x), ("y", y))
        if axis is not None and (both := axis.switch()) is not None
    }
    return Plot(layers, rows, height, switches)
