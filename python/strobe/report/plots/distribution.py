# SPDX-License-Identifier: BSD-3-Clause
"""The distribution of the samples of one cell, for each regime."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import altair as alt
import numpy as np
from numpy.typing import NDArray

from strobe.base import theme, units
from strobe.report.plots import frame, ticks

Times = NDArray[np.float64]
FEWEST_BINS, MOST_BINS = 48, 120
ROOM_ON_THE_LEFT = 0.3


SHORTEST_S = 1e-9
"""The position of the bin of unresolved samples when it is the only bin."""


@dataclass(frozen=True)
class Samples:
    """The samples in one regime and their median, in seconds."""

    time_s: Times
    median_s: float


def distribution_plot(regimes: Mapping[str, Samples], title: str) -> frame.Plot:
    """A histogram over the logarithm of time, from the shortest sample to the longest.

    No sample is left out: the logarithmic axis has room for the tail. Samples at or below zero,
    which the clock did not resolve, are in the first bin.
    """
    positive = np.concatenate([s.time_s[s.time_s > 0] for s in regimes.values()])
    if not positive.size:
        positive = np.array([SHORTEST_S])
    bins = int(np.clip(3 * np.sqrt(positive.size), FEWEST_BINS, MOST_BINS))
    edges = np.geomspace(0.98 * positive.min(), 1.02 * positive.max(), bins + 1)
    rows = [row for regime, own in regimes.items() for row in _bins(regime, own.time_s, edges)]
    time_axis = ticks.logarithmic([float(edges[0]), float(edges[-1])], units.TIME)
    share_axis = ticks.linear([row["share"] for row in rows], units.percent)
    colour = frame.colour("regime", list(regimes), theme.series_colours(len(regimes)))
    x = frame.horizontal(time_axis, title, "low")
    tooltip = [("between", "between"), ("samples", "samples")]
    if len(regimes) > 1:
        tooltip.append(("regime", "regime"))
    bars = alt.Chart().mark_rect(opacity=0.75).encode(
        x=x,
        x2=alt.X2("high:Q"),
        y=frame.vertical(share_axis, "share"),
        y2=alt.Y2Datum(0),
        color=colour,
        tooltip=frame.tooltip(tooltip),
    )  # fmt: skip
    layers = [bars, *_medians(regimes, time_axis, colour)]
    return frame.assemble(layers, rows, x=time_axis, y=share_axis)


def _bins(regime: str, time_s: Times, edges: Times) -> frame.Rows:
    counts, _ = np.histogram(np.maximum(time_s, edges[0]), edges)
    return [
        {
            "low": float(low),
            "high": float(high),
            "share": int(n) / time_s.size,
            "regime": regime,
            "between": units.interval(float(low), float(high), units.TIME),
            "samples": units.count(int(n)),
        }
        for low, high, n in zip(edges[:-1], edges[1:], counts, strict=True)
        if n
    ]


def _medians(
    regimes: Mapping[str, Samples], axis: ticks.Axis, colour: alt.Color
) -> list[alt.Chart]:
    """A dashed line at each median, labelled on the side away from the other medians."""
    low, high = (math.log(bound) for bound in axis.domain)
    # A median that the clock did not resolve has no position on the axis.
    regimes = {regime: own for regime, own in regimes.items() if own.median_s > 0}
    smallest = min((own.median_s for own in regimes.values()), default=0.0)
    layers: list[alt.Chart] = []
    for regime, own in regimes.items():
        row = {
            "x": own.median_s,
            "regime": regime,
            "label": f"median {units.duration(own.median_s)}",
        }
        place = (math.log(own.median_s) - low) / (high - low)
        first_of_many = len(regimes) > 1 and own.median_s == smallest
        on_the_left = place > (ROOM_ON_THE_LEFT if first_of_many else 1 - ROOM_ON_THE_LEFT)
        base = alt.Chart(frame.data([row])).encode(x=alt.X("x:Q"), color=colour)
        text = base.mark_text(
            align="right" if on_the_left else "left", dx=-6 if on_the_left else 6, baseline="top"
        )
        layers.append(base.mark_rule(strokeWidth=1.4, strokeDash=[4, 3]))
        layers.append(text.encode(y=frame.pixels(0), text=alt.Text("label:N")))
    return layers
