# SPDX-License-Identifier: BSD-3-Clause
"""The distribution of values counted in buckets, as bars for each series."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import altair as alt

from strobe.base import theme, units
from strobe.report.plots import frame, ticks

FINEST = 4
"""Bins per power of two, where the buckets are fine enough."""
Bucket = tuple[float, float, int]


@dataclass(frozen=True)
class Bin:
    """Values from `low` to `high`, and how many."""

    low: float
    high: float
    count: int


def bins(distributions: Sequence[Sequence[Bucket]], unit: float) -> list[Bin]:
    """Buckets of several distributions in common bins; `unit` is the lower end of the first bin.

    The buckets of two ranks differ slightly, since their clocks do, so a whole bucket is counted in
    the bin that holds its middle.
    """
    buckets = [bucket for distribution in distributions for bucket in distribution]
    wide = any(low >= 64 * unit and high > 1.5 * low for low, high, _ in buckets)
    per_octave = 1 if wide else FINEST
    counts: dict[int, int] = {}
    for low, high, count in buckets:
        middle = max(math.sqrt(max(low, 0.5 * unit) * high), unit)
        place = math.floor(per_octave * math.log2(middle / unit) + 1e-9)
        counts[place] = counts.get(place, 0) + count
    return [
        Bin(unit * 2 ** (place / per_octave), unit * 2 ** ((place + 1) / per_octave), count)
        for place, count in sorted(counts.items())
    ]


def buckets_plot(
    series: Mapping[str, Sequence[Bin]], unit: units.Unit, title: str, noun: str
) -> frame.Plot:
    """The share of each series' values in each bin, over the logarithm of the value."""
    rows: frame.Rows = []
    for name, own in series.items():
        total = sum(one.count for one in own)
        rows += [
            {
                "x": math.sqrt(one.low * one.high),
                "low": one.low,
                "high": one.high,
                "share": one.count / total,
                "series": name,
                "between": units.interval(one.low, one.high, unit),
                "count": f"{units.plural(one.count, noun)} of {units.count(total)}",
            }
            for one in own
        ]
    x_axis = ticks.logarithmic([row[end] for row in rows for end in ("low", "high")], unit)
    y_axis = ticks.linear([row["share"] for row in rows], units.percent)
    colour = frame.colour("series", list(series), theme.series_colours(len(series)))
    tooltip = [("series", "of"), ("between", "between"), ("count", "count")]
    bars = alt.Chart().mark_rect(opacity=0.55).encode(
        x=frame.horizontal(x_axis, title, "low"),
        x2=alt.X2("high:Q"),
        y=frame.vertical(y_axis, "share"),
        y2=alt.Y2Datum(0),
        color=colour,
        tooltip=frame.tooltip(tooltip),
    )  # fmt: skip
    return frame.assemble([bars], rows, x=x_axis, y=y_axis)
