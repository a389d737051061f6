# SPDX-License-Identifier: BSD-3-Clause
"""A pattern in a terminal: a column for each rank, a line for each message, steps downwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from strobe.schedules.pattern import Message, Pattern

LABEL = "S = {}"
SENDS, ARRIVES_RIGHT, ARRIVES_LEFT, ALONG = "o", ">", "<", "-"


def drawn(pattern: Pattern, width: int) -> list[str]:
    """The lines; where `width` columns are too few for the ranks, arrows written out."""
    label = len(LABEL.format(max(pattern.steps - 1, 0))) + 2
    column = len(str(pattern.ranks - 1)) + 2
    if label + column * pattern.ranks > width:
        return list(_written_out(pattern, label, width))
    head = "".join(str(rank).rjust(column) for rank in range(pattern.ranks))
    lines = [" " * label + head]
    for step, messages in groupby(pattern.messages, key=lambda message: message.step):
        for number, row in enumerate(_rows(messages)):
            name = LABEL.format(step) if number == 0 else ""
            lines.append((name.ljust(label) + _row(row, column, pattern.ranks)).rstrip())
    return lines


def _rows(messages: Iterable[Message]) -> list[dict[tuple[int, int], str]]:
    """Arrows by their two ranks, in as few rows as hold them side by side.

    An arrow is "r" where it goes to the higher rank, "l" to the lower, "rl" where both do.
    """
    arrows: dict[tuple[int, int], str] = {}
    for message in messages:
        low, high = sorted((message.from_, message.to))
        way = "r" if message.to == high else "l"
        if way not in arrows.setdefault((low, high), ""):
            arrows[low, high] += way
    rows: list[dict[tuple[int, int], str]] = []
    for (low, high), ways in sorted(arrows.items()):
        for row in rows:
            if all(high < other_low or other_high < low for other_low, other_high in row):
                row[low, high] = ways
                break
        else:
            rows.append({(low, high): ways})
    return rows


def _row(arrows: dict[tuple[int, int], str], column: int, ranks: int) -> str:
    places = [" "] * (column * ranks)
    for (low, high), ways in arrows.items():
        first, last = column * (low + 1) - 1, column * (high + 1) - 1
        places[first:last] = ALONG * (last - first)
        places[first] = ARRIVES_LEFT if "l" in ways else SENDS
        places[last] = ARRIVES_RIGHT if "r" in ways else SENDS
    return "".join(places)


def _written_out(pattern: Pattern, label: int, width: int) -> Iterator[str]:
    for step, messages in groupby(pattern.messages, key=lambda message: message.step):
        line = LABEL.format(step).ljust(label)
        for message in messages:
            arrow = f"{message.from_}->{message.to}  "
            if len(line) > label and len(line) + len(arrow) > width:
                yield line.rstrip()
                line = " " * label
            line += arrow
        yield line.rstrip()
