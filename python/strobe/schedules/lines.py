# SPDX-License-Identifier: BSD-3-Clause
"""A pattern in a terminal: a column for each rank, a line for each message, steps downwards.

Of steps that come again, as those of a full pipeline do, the first are drawn, and a line says to
which steps they apply.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from strobe.schedules.pattern import Message, Pattern

LABEL = "S = {}"
MOST_STEPS = 64
"""Of a group of steps that is looked for again."""
SENDS, ARRIVES_RIGHT, ARRIVES_LEFT, ALONG = "o", ">", "<", "-"


def drawn(pattern: Pattern, width: int) -> list[str]:
    """The lines; where `width` columns are too few for the ranks, arrows written out."""
    label = len(LABEL.format(max(pattern.steps - 1, 0))) + 2
    column = len(str(pattern.ranks - 1)) + 2
    if label + column * pattern.ranks > width:
        return list(_written_out(pattern, label, width))
    head = "".join(str(rank).rjust(column) for rank in range(pattern.ranks))
    steps = [
        [_row(row, column, pattern.ranks).rstrip() for row in _rows(messages)]
        for messages in _by_step(pattern)
    ]
    return [" " * label + head, *_told_once(steps, label)]


def _by_step(pattern: Pattern) -> list[list[Message]]:
    found: list[list[Message]] = [[] for _ in range(pattern.steps)]
    for message in pattern.messages:
        found[message.step].append(message)
    return found


def _told_once(steps: list[list[str]], label: int) -> Iterator[str]:
    """The lines of the steps, each of which has its number before its first line."""
    at = 0
    while at < len(steps):
        length, times = _repeated(steps, at)
        for step in range(at, at + length):
            for number, line in enumerate(steps[step]):
                name = LABEL.format(step) if number == 0 else ""
                yield name.ljust(label) + line
        end = at + times * length
        if times > 1:
            left_out = f"{LABEL.format(at + length)} to {end - 1}: "
            if length == 1:
                yield f"{left_out}as {LABEL.format(at)}"
            else:
                more = "once more" if times == 2 else f"{times - 1} times more"
                yield f"{left_out}as {LABEL.format(at)} to {at + length - 1}, {more}"
        at = end


def _repeated(steps: list[list[str]], at: int) -> tuple[int, int]:
    """How many steps from `at` on come again, and how often they are there; 1 and 1 if none do."""
    for length in range(1, min(MOST_STEPS, (len(steps) - at) // 2) + 1):
        group, times = steps[at : at + length], 1
        while steps[at + times * length : at + (times + 1) * length] == group:
            times += 1
        if (times - 1) * length > 1:  # one line would only be replaced by another
            return length, times
    return 1, 1


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
    steps = []
    for messages in _by_step(pattern):
        lines = [""]
        for message in messages:
            arrow = f"{message.from_}->{message.to}  "
            if lines[-1] and label + len(lines[-1]) + len(arrow) > width:
                lines.append("")
            lines[-1] += arrow
        steps.append([line.rstrip() for line in lines if line])
    yield from _told_once(steps, label)
