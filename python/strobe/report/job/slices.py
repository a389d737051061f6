# SPDX-License-Identifier: BSD-3-Clause
"""The slices of a job: their lengths, their traffic, and the waiting of ranks."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from strobe.base import units
from strobe.records.rows_file import Rows
from strobe.records.slice_log import Slices
from strobe.report.page.drawing import Drawing, draw
from strobe.report.plots.by_slice import by_slice_plot
from strobe.report.plots.surface import Square, surface_plot
from strobe.statistics.median import median

FEWEST = 3
"""Fewer slices are not drawn."""
MOST_PLACES = 16
"""More ranks or slices are grouped in the plot of waiting ranks."""


def slice_drawings(slices: Slices | None) -> list[Drawing]:
    """GETTS as in figure 5.3; messages, bytes and collectives in each slice; waiting ranks."""
    if slices is None or len(slices.numbers) < FEWEST:
        return []
    numbers, lengths_s = slices.numbers, slices.lengths_s
    drawn = [
        _by_slice("getts", "GETTS: length of each slice (figure 5.3)", numbers[:-1], lengths_s,
                  units.duration),
        _by_slice("slice-messages", "Messages sent in each slice", numbers, slices.sent,
                  units.plain),
        _by_slice("slice-bytes", "Bytes sent in each slice", numbers, slices.sent_bytes,
                  units.about_size),
        _by_slice("slice-collectives", "Collective calls in each slice", numbers,
                  slices.collectives, units.plain),
    ]  # fmt: skip
    return [*filter(None, drawn), _waiting(slices)]


def slice_facts(slices: Slices | None, total: int) -> list[tuple[str, str]]:
    """Facts about all `total` slices of the job."""
    if slices is None:
        return []
    facts = [("slices", units.count(total))]
    if slices.dropped:
        kept = len(slices.numbers)
        facts.append(("shown", f"the last {units.count(kept)}; --monitor slices=N keeps N"))
    if len(slices.numbers) >= FEWEST:
        lengths_s = slices.lengths_s
        facts += [
            ("slice length", f"{units.duration(median(lengths_s))} (median)"),
            ("longest slice", units.duration(float(lengths_s.max()))),
        ]
    decided = int(slices.decided.sum())
    facts.append(("decisions", units.plural(decided, "test, probe or receive",
                                                  "tests, probes and receives")))  # fmt: skip
    return facts


def _by_slice(
    name: str, title: str, numbers: Rows, values: Rows, label: Callable[[float], str]
) -> Drawing | None:
    """None where all values are zero."""
    if not values.any():
        return None
    pairs = list(zip(numbers.tolist(), values.tolist(), strict=True))
    return draw(name, title, by_slice_plot(name, pairs, label))


def _waiting(slices: Slices) -> Drawing:
    """For each rank or group of ranks, the fraction of slices spent in blocking calls."""
    columns = np.array_split(np.arange(len(slices.numbers)), min(MOST_PLACES, len(slices.numbers)))
    block = math.ceil(len(slices.ranks) / MOST_PLACES)
    squares = []
    for first in reversed(range(0, len(slices.ranks), block)):
        ranks = slices.ranks[first : first + block]
        for own in columns:
            waited_s = float(slices.waited_s[first : first + block, own].sum()) / len(ranks)
            ends = slices.begin_s[own[-1] + 1 : own[-1] + 2]
            end_s = float(ends[0]) if len(ends) else float(slices.begin_s[own[-1]]) + waited_s
            length_s = max(end_s - float(slices.begin_s[own[0]]), waited_s)
            share = waited_s / length_s if length_s > 0 else 0.0
            place = _named(slices.numbers[own[0]], slices.numbers[own[-1]])
            who = _named(ranks[0], ranks[-1])
            tooltip = {"rank": who, "slices": place, "waited": units.duration(waited_s)}
            squares.append(Square(place, who, share, units.percent(share), tooltip))
    title = "Fraction of the time that a rank spent in blocking calls"
    return draw("slice-waiting", title, surface_plot("slices", "rank", squares))


def _named(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}{units.DASH}{last}"
