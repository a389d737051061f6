# SPDX-License-Identifier: BSD-3-Clause
"""A space-time diagram as SVG, for a page: its colours and type are those of style.css."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping
from html import escape

from strobe.records.order_log import Kind
from strobe.report.messages.calls import Call, Key
from strobe.report.messages.excerpt import Excerpt, Shown

ROW, BOX, TOP = 26, 20, 28
"""Pixels from row to row, of the height of a box, and above the first row."""
GUTTER, LANE = 18, 5
"""Left of each column of boxes, for operations that go on meanwhile, and of one of them."""
ROOM = 900
"""The width of a diagram, if its ranks have room there."""
NARROWEST, NARROW, WIDE, WIDEST = 52, 70, 96, 132
"""The width of a box: at least, with room for how many calls are left out, with room for the word
rank, and at most."""
LETTER = 6.3
"""The width of a letter, in pixels."""
SMALLEST = 0.8
"""A page may shrink a diagram to this size, and lets a reader scroll otherwise."""
STUB = 26
HEAD = 7


def svg(
    shown: Excerpt,
    name: str,
    focus: Collection[Key] = (),
    marks: Mapping[Key, str] | None = None,
    room: int = ROOM,
) -> str:
    """The diagram, which readers without eyes know by `name`.

    Calls in `focus`, and the messages that they get, are highlighted. `marks` are names by which a
    script of the page finds calls and these messages. It is `room` pixels wide unless it has many
    ranks.
    """
    return _Drawing(shown, focus, marks or {}, room).svg(name)


def in_words(shown: Excerpt) -> str:
    """What a diagram shows, for a reader who does not see it."""
    sentences = []
    for rank in shown.ranks:
        own = [one for one in shown.shown.values() if one.call.rank == rank]
        told = [f"{one.call.function} {_told(one)}".strip() for one in own]
        sentences.append(f"Rank {rank}: {', '.join(told) or 'no call'}.")
    return " ".join(sentences)


def _told(one: Shown) -> str:
    words = [_partner(one.call), *(["which did not end"] if one.last is None else [])]
    return ", ".join(filter(None, words))


def _partner(call: Call) -> str:
    """`to 2`, `from 1`, `from any source, got 1`."""
    if call.kind == Kind.COLLECTIVE_BEGINS:
        return ""
    if call.kind == Kind.SEND_BEGINS:
        return f"to {call.peer}"
    if call.kind == Kind.POLL_BEGINS:
        return f"finds {_finding(call)}"
    if not call.is_from_any:
        return f"from {call.peer}"
    return "from any source" + ("" if call.source is None else f", got {call.source}")


def _labels(call: Call) -> list[str]:
    """`Send → 2`, `Recv ← 1`, `Recv any ← 1`, and without the name for where that is too long."""
    name = call.function.removeprefix("MPI_").removesuffix("_c")
    if call.kind == Kind.COLLECTIVE_BEGINS:
        return [name]
    if call.kind == Kind.POLL_BEGINS:
        return [f"{name}: {_finding(call)}", _finding(call)]
    if call.kind == Kind.SEND_BEGINS:
        partner = f"→ {call.peer}"
    elif not call.is_from_any:
        partner = f"← {call.peer}"
    else:
        partner = "any" if call.source is None else f"any ← {call.source}"
    return [f"{name} {partner}", partner, partner.removeprefix("any ")]


def _finding(call: Call) -> str:
    """What a test found: a message, requests, or nothing."""
    if call.source is not None:
        return f"← {call.source}"
    return ", ".join(map(str, call.found)) or "nothing"


def _line_number(call: Call) -> str:
    """`:5`; empty where it is not known."""
    number = call.where.partition(",")[0].rpartition(":")[2]
    return f":{number}" if number.isdecimal() else ""


class _Drawing:
    def __init__(
        self, shown: Excerpt, focus: Collection[Key], marks: Mapping[Key, str], room: int
    ) -> None:
        self._shown = shown
        self._focus = focus
        self._marks = marks
        column = room // max(len(shown.ranks), 1)
        self._box = min(max(column - 2 * GUTTER, NARROWEST), WIDEST)
        self._left = {
            rank: GUTTER + i * (self._box + 2 * GUTTER) for i, rank in enumerate(shown.ranks)
        }
        self._lanes: dict[Key, int] = {}
        for rank in shown.ranks:
            self._find_lanes(rank)

    def svg(self, name: str) -> str:
        width = len(self._shown.ranks) * (self._box + 2 * GUTTER)
        height = TOP + max(self._shown.rows, 1) * ROW + 14
        parts = [
            f'<svg class="messages" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" style="min-width:{SMALLEST * width:.0f}px" role="img" '
            f'aria-label="{escape(name)}">',
            *self._axes(height),
            # Messages pass below the calls of the ranks between.
            *(part for pair in self._shown.messages for part in self._message(*pair)),
            *self._stubs(),
            *(part for one in self._shown.shown.values() for part in self._call(one)),
            *self._gaps(),
            "</svg>",
        ]
        return "".join(parts)

    def _find_lanes(self, rank: int) -> None:
        """Operations of a rank that go on at the same time stand side by side."""
        until: list[int] = []
        for one in self._shown.shown.values():
            if one.call.rank != rank or not one.is_split:
                continue
            last = self._shown.rows if one.last is None else one.last
            lane = next((i for i, row in enumerate(until) if row <= one.first), len(until))
            until[lane : lane + 1] = [last]
            self._lanes[one.call.key] = lane

    def _axes(self, height: float) -> Iterator[str]:
        for rank, left in self._left.items():
            middle = left + self._box / 2
            yield (
                f'<line class="axis" x1="{middle:g}" x2="{middle:g}" y1="{TOP}" y2="{height - 8}"/>'
                f'<text class="rank" x="{middle:g}" y="16">{self._head(rank)}</text>'
            )

    def _head(self, rank: int) -> str:
        return str(rank) if self._box < WIDE else f"rank {rank}"

    def _y(self, row: float) -> float:
        """The middle of a row."""
        return TOP + ROW * row + ROW / 2

    def _call(self, one: Shown) -> Iterator[str]:
        call, left = one.call, self._left[one.call.rank]
        end = self._shown.rows - 1 if one.last is None else one.last
        last = one.first if one.is_split else end
        top = self._y(one.first) - BOX / 2
        height = BOX + ROW * (last - one.first)
        kinds = ["call"] if last == one.first else ["call", "long"]
        kinds += ["endless"] if one.last is None else []
        kinds += ["focus"] if call.key in self._focus else []
        marked = self._marked(call.key)
        yield f'<g class="{" ".join(kinds)}"{marked}><title>{escape(_tooltip(one))}</title>'
        if one.is_split:
            yield self._bar(one, end)
        yield f'<rect x="{left}" y="{top:g}" width="{self._box}" height="{height:g}" rx="3"/>'
        number = _line_number(call)
        room = int((self._box - 10) / LETTER)
        labels = _labels(call)
        label = next((one for one in labels if len(one) <= room), _cut(labels[-1], room))
        if len(label) + len(number) > room:
            number = ""
        y = top + BOX / 2 + 4
        yield f'<text x="{left + 5}" y="{y:g}">{escape(label)}</text>'
        if number:
            right = left + self._box - 5
            yield f'<text class="line" x="{right}" y="{y:g}">{number}</text>'
        yield "</g>"

    def _marked(self, key: Key) -> str:
        mark = self._marks.get(key)
        return "" if mark is None else f' data-choice="{escape(mark)}"'

    def _bar(self, one: Shown, end: int) -> str:
        """The time for which an operation goes on beside other calls."""
        x = self._bar_x(one.call.key)
        top, bottom = self._y(one.first), self._y(end) + (BOX / 2 if one.last is None else 0)
        dot = "" if one.last is None else f'<circle cx="{x}" cy="{bottom:g}" r="2.5"/>'
        left = self._left[one.call.rank]
        return f'<path class="bar" d="M{left} {top:g}H{x}V{bottom:g}"/>{dot}'

    def _bar_x(self, key: Key) -> float:
        return self._left[key[0]] - 4 - LANE * min(self._lanes[key], 2)

    def _gaps(self) -> Iterator[str]:
        for gap in self._shown.gaps:
            x = self._left[gap.rank] + self._box / 2
            text = f"⋮ {gap.words}" if self._box >= NARROW else "⋮"
            yield (
                f'<g class="gap"><title>{gap.words} of rank {gap.rank} not shown</title>'
                f'<text x="{x:g}" y="{self._y(gap.row) + 4:g}">{text}</text></g>'
            )

    def _begin(self, key: Key, *, to_the_right: bool) -> tuple[float, float]:
        """Where the message of a send leaves it."""
        left = self._left[key[0]]
        return left + (self._box if to_the_right else 0), self._y(self._shown.shown[key].first)

    def _end(self, key: Key, *, from_the_right: bool) -> tuple[float, float]:
        """Where a message arrives at its receive."""
        one = self._shown.shown[key]
        row = self._shown.rows - 1 if one.last is None else one.last
        if one.is_split:
            return self._bar_x(key), self._y(row)
        return self._left[key[0]] + (self._box if from_the_right else 0), self._y(row)

    def _message(self, sent: Key, received: Key) -> Iterator[str]:
        kind = "message focus" if received in self._focus else "message"
        call = self._shown.shown[sent].call
        told = (
            f"message of rank {sent[0]} with tag {call.tag} to rank {received[0]}: {call.name}, "
            f"{self._shown.shown[received].call.name}"
        )
        yield f'<g class="{kind}"{self._marked(received)}><title>{escape(told)}</title>'
        if sent[0] == received[0]:
            x, top = self._begin(sent, to_the_right=True)
            _, bottom = self._end(received, from_the_right=True)
            yield f'<path d="M{x:g} {top:g}C{x + 16:g} {top:g} {x + 16:g} {bottom:g} '
            yield f'{x + 5:g} {bottom:g}"/>{_head((x + 12, bottom), (x, bottom))}'
        else:
            is_right = self._left[received[0]] > self._left[sent[0]]
            yield _arrow(self._begin(sent, to_the_right=is_right),
                         self._end(received, from_the_right=not is_right))  # fmt: skip
        yield "</g>"

    def _stubs(self) -> Iterator[str]:
        for key in self._shown.lost:
            yield self._stub(key, "lost", "no rank received this message")
        for key in self._shown.leaving:
            yield self._stub(key, "outside", "its receive is not shown")
        for key in self._shown.arriving:
            call = self._shown.shown[key].call
            is_right = self._is_right_of(call.source, key[0])
            x, y = self._end(key, from_the_right=is_right)
            from_x = x + (STUB if is_right else -STUB)
            told = f"the send of rank {call.source} is not shown"
            yield (
                f'<g class="message outside"><title>{told}</title>'
                f"{_arrow((from_x, y - ROW / 2), (x, y))}</g>"
            )

    def _stub(self, key: Key, kind: str, told: str) -> str:
        call = self._shown.shown[key].call
        is_right = self._is_right_of(call.peer, key[0])
        x, y = self._begin(key, to_the_right=is_right)
        to = (x + (STUB if is_right else -STUB), y + ROW / 2)
        end = _cross(*to) if kind == "lost" else ""
        line = _line((x, y), to) if kind == "lost" else _arrow((x, y), to)
        return f'<g class="message {kind}"><title>{told}</title>{line}{end}</g>'

    def _is_right_of(self, other: int | None, rank: int) -> bool:
        """Whether another rank stands to the right, or would."""
        return other is not None and other > rank


def _tooltip(one: Shown) -> str:
    call = one.call
    words = [f"rank {call.rank}: {call.name}", _partner(call)]
    if call.kind not in (Kind.COLLECTIVE_BEGINS, Kind.POLL_BEGINS):
        words.append("any tag" if call.tag == -1 else f"tag {call.tag}")
    words += ["it did not end"] if one.last is None else []
    return ", ".join(filter(None, words))


def _cut(text: str, letters: int) -> str:
    return text if len(text) <= letters else text[: max(letters - 1, 1)] + "…"


def _line(from_: tuple[float, float], to: tuple[float, float]) -> str:
    (x, y), (to_x, to_y) = from_, to
    return f'<path d="M{x:g} {y:g}L{to_x:g} {to_y:g}"/>'


def _arrow(from_: tuple[float, float], to: tuple[float, float]) -> str:
    return _line(from_, to) + _head(from_, to)


def _head(from_: tuple[float, float], to: tuple[float, float]) -> str:
    """The head of an arrow, without the markers of SVG, which need names of their own."""
    angle = math.atan2(to[1] - from_[1], to[0] - from_[0])
    at: Callable[[float], str] = lambda turn: (  # noqa: E731
        f"{to[0] - HEAD * math.cos(angle + turn):.1f} {to[1] - HEAD * math.sin(angle + turn):.1f}"
    )
    return f'<path class="head" d="M{to[0]:g} {to[1]:g}L{at(0.42)}L{at(-0.42)}Z"/>'


def _cross(x: float, y: float) -> str:
    return f'<path d="M{x - 4:g} {y - 4:g}l8 8m0 -8l-8 8"/>'
