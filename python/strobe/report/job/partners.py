# SPDX-License-Identifier: BSD-3-Clause
"""Communication and waiting between ranks: matrices of ranks, or of blocks of ranks."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from strobe.base import units
from strobe.records.job_record import Job, Partner
from strobe.report.page.drawing import Drawing, draw
from strobe.report.plots.surface import Square, surface_plot

MOST_PLACES = 16
"""More ranks are grouped into at most this many blocks."""
Pairs = Mapping[tuple[int, int], float]


def partner_drawings(job: Job) -> list[Drawing]:
    """The matrices with a nonzero entry."""
    block = math.ceil(job.size / MOST_PLACES)
    found = [
        _matrix("bytes", "Point-to-point bytes, from row to column", "to",
                _pairs(job, block, _bytes), block, job.size, units.about_size),
        _matrix("messages", "Point-to-point messages, from row to column", "to",
                _pairs(job, block, _messages), block, job.size, _short_count),
        _matrix("waiting", "Time that the row waits for the column", "for",
                _pairs(job, block, _waited), block, job.size, _short_duration),
    ]  # fmt: skip
    return [drawing for drawing in found if drawing is not None]


def _bytes(partner: Partner) -> float:
    return partner.size_bytes


def _messages(partner: Partner) -> float:
    return partner.messages


def _waited(partner: Partner) -> float:
    return partner.waited_s


def _pairs(job: Job, block: int, value: Callable[[Partner], float]) -> Pairs:
    found: dict[tuple[int, int], float] = {}
    for rank, mmds in job.watched:
        for partner in mmds.partners:
            key = rank.rank // block, partner.rank // block
            found[key] = found.get(key, 0.0) + value(partner)
    return {key: amount for key, amount in found.items() if amount > 0}


def _matrix(
    name: str,
    title: str,
    word: str,
    pairs: Pairs,
    block: int,
    size: int,
    label: Callable[[float], str],
) -> Drawing | None:
    if not pairs:
        return None
    most = max(pairs.values())
    places = range(math.ceil(size / block))
    squares = [
        Square(
            x=_place(column, block, size),
            y=_place(row, block, size),
            shade=pairs.get((row, column), 0.0) / most,
            label=label(pairs[row, column]) if (row, column) in pairs else "",
            tooltip={
                "rank": _place(row, block, size),
                word: _place(column, block, size),
                name: label(pairs.get((row, column), 0.0)),
            },
        )
        # The plot draws its first row at the bottom; ranks ascend from the top.
        for row in reversed(places)
        for column in places
    ]
    x_title = {"to": "receiver", "for": "waited for"}[word]
    y_title = {"to": "sender", "for": "waiting"}[word]
    return draw(name, title, surface_plot(x_title, y_title, squares))


def _place(place: int, block: int, size: int) -> str:
    first, last = place * block, min((place + 1) * block, size) - 1
    return str(first) if first == last else f"{first}{units.DASH}{last}"


def _short_count(value: float) -> str:
    """`12,300` is `12.3k`, which fits into a square."""
    return units.count(int(value)) if value < 1e4 else f"{units.number(value / 1e3)}k"


def _short_duration(time_s: float) -> str:
    return units.shorter(units.duration(time_s))
