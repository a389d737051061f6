# SPDX-License-Identifier: BSD-3-Clause
"""A pattern as SVG: ranks side by side, steps or time downwards, an arrow for each message."""

from __future__ import annotations

from html import escape

from strobe.base import theme, units
from strobe.schedules.pattern import Message, Pattern

COLUMN, ROW, TOP, LEFT, DOT = 64, 56, 64, 72, 4
ARROWS = (("spread", "accent"), ("combine", "series-2"))
"""A message that replaces what it meets, and one that is combined with it."""


def svg(pattern: Pattern, title: str, *, timed: bool) -> str:
    """The picture; `timed` puts arrows where the messages are under way, else into their steps."""
    last_s = max(pattern.finish_s, default=0.0)
    timed = timed and last_s > 0.0
    rows = max(pattern.steps, 1)
    height, width = TOP + rows * ROW + 24, LEFT + pattern.ranks * COLUMN

    def when(message: Message) -> tuple[float, float]:
        if timed:
            scale = rows * ROW / last_s
            return TOP + scale * message.sent_s, TOP + scale * message.received_s
        top = TOP + message.step * ROW
        return top + 8, top + ROW - 8

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family=\'{theme.FONT}\' font-size="13">',
        f"<title>{escape(title)}</title>",
        "<defs>",
        *(_head(name, colour) for name, colour in ARROWS),
        "</defs>",
        f'<rect width="100%" height="100%" fill="{theme.var("panel")}"/>',
        f'<text x="16" y="24" font-weight="600" fill="{theme.var("ink")}">{escape(title)}</text>',
    ]
    for rank in range(pattern.ranks):
        x = _x(rank)
        parts.append(
            f'<text x="{x}" y="{TOP - 12}" text-anchor="middle" '
            f'fill="{theme.var("soft")}">{rank}</text>'
            f'<line x1="{x}" x2="{x}" y1="{TOP}" y2="{TOP + rows * ROW}" '
            f'stroke="{theme.var("line")}"/>'
        )
    for row in range(rows + 1 if timed else rows):
        name = units.duration(last_s * row / rows) if timed else f"S = {row}"
        y = TOP + row * ROW + (4 if timed else ROW / 2 + 4)
        parts.append(f'<text x="16" y="{y:g}" fill="{theme.var("soft")}">{name}</text>')
    for message in pattern.messages:
        name, colour = ARROWS[message.combines]
        (top, bottom), x, end = when(message), _x(message.from_), _x(message.to)
        parts.append(
            f'<circle cx="{x}" cy="{top:g}" r="{DOT}" fill="{theme.var(colour)}"/>'
            f'<line x1="{x}" y1="{top:g}" x2="{end}" y2="{bottom:g}" stroke-width="1.5" '
            f'stroke="{theme.var(colour)}" marker-end="url(#{name})"/>'
        )
    return theme.in_light_colours("\n".join([*parts, "</svg>"])) + "\n"


def _x(rank: int) -> int:
    return LEFT + rank * COLUMN + COLUMN // 2


def _head(name: str, colour: str) -> str:
    return (
        f'<marker id="{name}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" '
        f'markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="{theme.var(colour)}"/>'
        "</marker>"
    )
