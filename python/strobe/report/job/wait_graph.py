# SPDX-License-Identifier: BSD-3-Clause
"""The wait-for graph of a deadlock as SVG: the cycle, and around it the ranks that wait for it.

Ranks that wait in the same call for the same ranks, and that no other rank waits for, are one node.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise

import msgspec

from strobe.records.job_record import Job

MOST_NODES, MOST_RINGS = 64, 5
MOST_EDGES_OF_A_NODE = 3
MOST_STARTS, MOST_STEPS = 256, 1_000_000
"""Ranks from which a cycle is looked for, and edges that are looked at."""
NODE, GAP, RING = 24, 10, 64
"""Pixels: the height of a node, between two nodes, and at least from ring to ring."""
LETTER = 7.5

Waits = Mapping[int, Sequence[int]]


class Node(msgspec.Struct):
    """Ranks that are drawn as one. `parent` is the node that it waits for, nearer to the middle."""

    ranks: list[int]
    sentence: str
    waits_for: list[int]
    ring: int
    parent: int | None = None
    angle: float = 0.0
    x: float = 0.0
    y: float = 0.0

    @property
    def text(self) -> str:
        """`3`, `3-7, 9`."""
        parts: list[list[int]] = []
        for rank in self.ranks:
            if parts and parts[-1][1] == rank - 1:
                parts[-1][1] = rank
            else:
                parts.append([rank, rank])
        told = [str(a) if a == b else f"{a}\N{EN DASH}{b}" for a, b in parts]
        return ", ".join(told[:3]) + (" …" if len(told) > 3 else "")

    @property
    def width(self) -> float:
        return max(NODE, LETTER * len(self.text) + 12)


class WaitGraph(msgspec.Struct, frozen=True):
    """The drawing, what it shows in words, how many ranks it leaves out, and whether a rank waits
    for more ranks than it has arrows."""

    svg: str
    words: str
    left_out: int
    is_thinned: bool


def waits_of(job: Job) -> dict[int, list[int]]:
    """For whom each rank of a deadlock waits; empty without a deadlock."""
    return {
        rank.rank: [one for one in dict.fromkeys(rank.waits_for) if one != rank.rank]
        for rank in job.ranks
        if rank.end == "deadlock"
    }


def cycle_of(waits: Waits) -> list[int]:
    """A shortest cycle of ranks that wait for each other, from its lowest rank; empty if there is
    none. The search ends early in a very large graph."""
    shortest: list[int] = []
    steps = 0
    for origin in sorted(waits)[:MOST_STARTS]:
        before: dict[int, int] = {}
        waiting = deque([origin])
        while waiting and steps < MOST_STEPS and origin not in before:
            rank = waiting.popleft()
            for other in waits[rank]:
                steps += 1
                if other in waits and other >= origin and other not in before:
                    before[other] = rank
                    waiting.append(other)
        if origin not in before:
            continue
        cycle = [before[origin]]
        while cycle[-1] != origin:
            cycle.append(before[cycle[-1]])
        if not shortest or len(cycle) < len(shortest):
            shortest = cycle[::-1]
    return shortest


def wait_graph(job: Job) -> WaitGraph | None:
    """The graph of a deadlock; None where the record does not say for which rank each one waits."""
    waits = waits_of(job)
    if not any(waits.values()):
        return None
    cycle = cycle_of(waits)
    nodes = _nodes(waits, cycle, {rank.rank: rank.sentence for rank in job.ranks})
    _arrange(nodes)
    shown = {rank for node in nodes for rank in node.ranks}
    is_thinned = any(len(node.waits_for) > MOST_EDGES_OF_A_NODE for node in nodes)
    svg, words = _svg(nodes, cycle, waits), _words(nodes, cycle)
    return WaitGraph(svg, words, len({*waits} - shown), is_thinned)


def _nodes(waits: Waits, cycle: list[int], sentences: Mapping[int, str]) -> list[Node]:
    """The cycle first, or the ranks that ended and are waited for; then ring by ring the ranks
    that wait for them."""
    ended = sorted({other for own in waits.values() for other in own} - {*waits})
    middle = (cycle or ended or sorted(waits))[:MOST_NODES]
    nodes = [
        Node([rank], sentences.get(rank) or f"rank {rank} has ended", [*waits.get(rank, [])], 0)
        for rank in middle
    ]
    place = {rank: number for number, rank in enumerate(middle)}
    awaited = {other for own in waits.values() for other in own}
    groups: dict[tuple[tuple[int, ...], str], int] = {}
    left = sorted({*waits} - {*middle})
    for ring in range(1, MOST_RINGS + 1):
        found = [rank for rank in left if any(other in place for other in waits[rank])]
        if not found:
            break
        parents = {rank: next(place[o] for o in waits[rank] if o in place) for rank in found}
        for rank in found:
            sentence = sentences.get(rank, "")
            key = tuple(waits[rank]), sentence.removeprefix(f"rank {rank} ")
            if rank not in awaited and key in groups:
                nodes[groups[key]].ranks.append(rank)
                continue
            if len(nodes) == MOST_NODES:
                continue
            if rank in awaited:
                place[rank] = len(nodes)
            else:
                groups[key] = len(nodes)
            nodes.append(Node([rank], sentence, [*waits[rank]], ring, parents[rank]))
        left = [rank for rank in left if rank not in found]
    return nodes


def _arrange(nodes: list[Node]) -> None:
    """Give each node a sector of the circle for all that wait for it, and a place in the middle of
    its sector."""
    children: dict[int | None, list[int]] = {}
    for number, node in enumerate(nodes):
        children.setdefault(node.parent, []).append(number)

    def room(number: int) -> float:
        own = nodes[number].width + GAP
        return max(own, sum(room(child) for child in children.get(number, [])))

    middle = children[None]
    rooms = [room(number) for number in middle]
    least = sum(rooms) / (2 * len(rooms))
    rooms = [max(one, least) for one in rooms]
    spacing = 1.8 if len(middle) <= 8 else 1.2
    around = spacing * sum(nodes[number].width + 2 * GAP for number in middle)
    inner = 0.0 if len(middle) == 1 else max(34.0, around / math.tau)
    total = sum(rooms)
    last = max(node.ring for node in nodes)
    ring = max(RING, *(node.width + GAP for node in nodes))
    first_ring = max(inner + ring, 1.15 * total / math.tau if last else 0.0)
    turn = -math.pi / 2 - math.pi * rooms[0] / total
    waiting = []
    for number, own in zip(middle, rooms, strict=True):
        waiting.append((number, turn, turn + math.tau * own / total))
        turn += math.tau * own / total
    while waiting:
        number, begin, end = waiting.pop()
        node = nodes[number]
        node.angle = (begin + end) / 2
        radius = inner if node.ring == 0 else first_ring + (node.ring - 1) * ring
        node.x, node.y = radius * math.cos(node.angle), radius * math.sin(node.angle)
        below = children.get(number, [])
        # Few nodes stay near the one that they wait for.
        sizes = [room(child) for child in below]
        next_radius = radius + ring if node.ring else first_ring
        spread = min(end - begin, 1.6 * sum(sizes) / next_radius)
        at = node.angle - spread / 2
        for child, size in zip(below, sizes, strict=True):
            waiting.append((child, at, at + spread * size / sum(sizes)))
            at += spread * size / sum(sizes)


def _svg(nodes: list[Node], cycle: list[int], waits: Waits) -> str:
    of = {rank: node for node in nodes for rank in node.ranks}
    in_cycle = {*pairwise([*cycle, *cycle[:1]])}
    margin = 10
    left = min(node.x - node.width / 2 for node in nodes) - margin
    right = max(node.x + node.width / 2 for node in nodes) + margin
    top = min(node.y for node in nodes) - NODE / 2 - margin
    bottom = max(node.y for node in nodes) + NODE / 2 + margin
    parts = []
    for node in nodes:
        others = [one for one in node.waits_for if one in of and of[one] is not node]
        first = [one for one in others if (node.ranks[0], one) in in_cycle]
        shown = [*first, *(one for one in others if one not in first)][:MOST_EDGES_OF_A_NODE]
        for other in shown:
            kind = "cycle" if other in first else "edge"
            parts.append(_edge(kind, node, of[other]))
    for node in nodes:
        is_ended = not any(rank in waits for rank in node.ranks)
        kind = "node ended" if is_ended else "node cycle" if node.ranks[0] in cycle else "node"
        parts.append(
            f'<g class="{kind}"><title>{escape(node.sentence)}</title>'
            f'<rect x="{node.x - node.width / 2:.1f}" y="{node.y - NODE / 2:.1f}" '
            f'width="{node.width:.1f}" height="{NODE}" rx="{NODE / 2:g}"/>'
            f'<text x="{node.x:.1f}" y="{node.y + 4.5:.1f}">{escape(node.text)}</text></g>'
        )
    return (
        f'<svg class="waits" viewBox="{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}" '
        f'width="{right - left:.0f}" height="{bottom - top:.0f}" role="img" '
        f'aria-label="{escape(_words(nodes, cycle))}">{"".join(parts)}</svg>'
    )


def _edge(kind: str, node: Node, other: Node) -> str:
    """A curve from border to border, so that two ranks that wait for each other have two."""
    dx, dy = other.x - node.x, other.y - node.y
    length = math.hypot(dx, dy) or 1.0
    bend = min(14.0, length / 5)
    middle = (
        (node.x + other.x) / 2 - dy / length * bend,
        (node.y + other.y) / 2 + dx / length * bend,
    )
    x, y = _border(node, middle)
    to_x, to_y = _border(other, middle)
    angle = math.atan2(to_y - middle[1], to_x - middle[0])
    head = "L".join(
        f"{to_x - 8 * math.cos(angle + turn):.1f} {to_y - 8 * math.sin(angle + turn):.1f}"
        for turn in (0.42, -0.42)
    )
    return (
        f'<g class="{kind}"><path d="M{x:.1f} {y:.1f}Q{middle[0]:.1f} {middle[1]:.1f} '
        f'{to_x:.1f} {to_y:.1f}"/><path class="head" d="M{to_x:.1f} {to_y:.1f}L{head}Z"/></g>'
    )


def _border(node: Node, towards: tuple[float, float]) -> tuple[float, float]:
    """Where the line from the middle of a node to a point leaves it; its ends are half circles."""
    dx, dy = towards[0] - node.x, towards[1] - node.y
    radius, half = NODE / 2, (node.width - NODE) / 2
    if abs(dx) * radius <= half * abs(dy):
        scale = radius / (abs(dy) or 1.0)
        return node.x + dx * scale, node.y + dy * scale
    end = node.x + math.copysign(half, dx)
    dx, dy = towards[0] - end, towards[1] - node.y
    length = math.hypot(dx, dy) or 1.0
    return end + dx / length * radius, node.y + dy / length * radius


def _words(nodes: list[Node], cycle: list[int]) -> str:
    """The graph in words, for a reader who does not see it."""
    said = ["Wait-for graph."]
    if cycle:
        said.append(f"The cycle: {' -> '.join(map(str, [*cycle, cycle[0]]))}.")
    for node in nodes:
        if node.ranks[0] not in cycle and node.waits_for:
            awaited = ", ".join(map(str, node.waits_for[:4]))
            said.append(f"{node.text} -> {awaited}{' ...' if len(node.waits_for) > 4 else ''}.")
    return " ".join(said)
