# SPDX-License-Identifier: BSD-3-Clause
"""Algorithms in which data moves along a tree: from its root to all members, or to its root.

Each tree has member 0 as its root: another root shifts all members (steps.numbered_from).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from strobe.coscheduling.collectives import Message, Step
from strobe.predict.collectives.steps import (
    Steps,
    distances,
    exchange,
    numbered_from,
    receive,
    rotated,
    send,
)


@dataclass(frozen=True)
class Place:
    """Of one member in a tree: its parent, and its children, the nearest first."""

    parent: int | None
    children: tuple[int, ...]


Tree = Callable[[int, int], Place]
"""The place of a member, by its number and the number of members."""
Rooted = Callable[[int, int, int, int], Steps]
"""The steps of one member by its number, the number of members, the root and the bytes of data."""


def binomial(own: int, size: int) -> Place:
    """The subtree of each member has the numbers that follow its own."""
    reach = own & -own if own else 1 << size.bit_length()
    children = tuple(own + one for one in distances(size) if one < reach and own + one < size)
    return Place(own - reach if own else None, children)


def spread_binomial(own: int, size: int) -> Place:
    """Each member serves the numbers with one more leading bit."""
    first = 1 << own.bit_length()
    children = tuple(own + one for one in distances(size) if one >= first and own + one < size)
    return Place(own - (first >> 1) if own else None, children)


def k_nomial(radix: int) -> Tree:
    """A binomial tree with another radix; children of the largest subtrees come first."""

    def place(own: int, size: int) -> Place:
        reach = 1
        while reach < size and own % (radix * reach) == 0:
            reach *= radix
        parent = own - own % (radix * reach) if own else None
        children = []
        reach //= radix
        while reach:
            children += [own + reach * i for i in range(1, radix) if own + reach * i < size]
            reach //= radix
        return Place(parent, tuple(children))

    return place


def binary(own: int, size: int) -> Place:
    """Levels of 1, 2, 4 ... members: odd numbers are in one half, and even ones in the other."""
    width = 1 << ((own + 1).bit_length() - 1)
    children = tuple(child for child in (own + width, own + 2 * width) if child < size)
    if own == 0:
        return Place(None, children)
    parent = own - (width >> 1)
    return Place(parent if parent < width - 1 else own - width, children)


def in_order_binary(own: int, size: int) -> Place:
    """The last member is the root, and each member combines numbers that follow each other."""
    shift, parent = 0, None
    while True:
        right, top = size >> 1, size - 1
        children = [top - 1] * (top > 0) + [right - 1] * (top > 1)
        if own - shift == top:
            return Place(parent, tuple(child + shift for child in children))
        parent = top + shift
        if own - shift >= right:
            shift, size = shift + right, size - right - 1
        else:
            size = right


def chain(own: int, size: int) -> Place:
    """One member after the other."""
    return Place(own - 1 if own else None, (own + 1,) if own + 1 < size else ())


def flat(own: int, size: int) -> Place:
    """All members are children of the root."""
    return Place(0, ()) if own else Place(None, tuple(range(1, size)))


def broadcast_in_turn(tree: Tree) -> Rooted:
    """Each member sends to one child after the other, to the farthest first."""

    def steps(own: int, size: int, data_bytes: int) -> Steps:
        place = tree(own, size)
        if place.parent is not None:
            yield receive(place.parent, data_bytes)
        for child in reversed(place.children):
            yield send(child, data_bytes)

    return _rooted(steps)


def broadcast_at_once(tree: Tree) -> Rooted:
    """Each member sends to all its children at once."""

    def steps(own: int, size: int, data_bytes: int) -> Steps:
        place = tree(own, size)
        if place.parent is not None:
            yield receive(place.parent, data_bytes)
        if place.children:
            yield Step(sends=_messages(place.children, data_bytes))

    return _rooted(steps)


def reduce_in_turn(tree: Tree) -> Rooted:
    """Each member receives from one child after the other, from the nearest first."""

    def steps(own: int, size: int, data_bytes: int) -> Steps:
        place = tree(own, size)
        for child in place.children:
            yield receive(child, data_bytes)
        if place.parent is not None:
            yield send(place.parent, data_bytes)

    return _rooted(steps)


def reduce_at_once(tree: Tree) -> Rooted:
    """Each member receives from all its children at once."""

    def steps(own: int, size: int, data_bytes: int) -> Steps:
        place = tree(own, size)
        if place.children:
            yield Step(receives=_messages(place.children, data_bytes))
        if place.parent is not None:
            yield send(place.parent, data_bytes)

    return _rooted(steps)


def reduce_in_order(own: int, size: int, root: int, data_bytes: int) -> Steps:
    """Up the in-order tree, whose root passes the result on."""
    place = in_order_binary(own, size)
    if place.children:
        yield Step(receives=_messages(place.children, data_bytes))
    if place.parent is not None:
        yield send(place.parent, data_bytes)
    if root != size - 1:
        if own == size - 1:
            yield send(root, data_bytes)
        elif own == root:
            yield receive(size - 1, data_bytes)


def reduce_linear(own: int, size: int, root: int, data_bytes: int) -> Steps:
    """The root receives from one member after the other, from the last one first."""
    if own != root:
        yield send(root, data_bytes)
        return
    for source in reversed(range(size)):
        if source != root:
            yield receive(source, data_bytes)


def broadcast_split_binary(own: int, size: int, root: int, data_bytes: int) -> Steps:
    """Each half of the data moves down one half of a binary tree; then pairs exchange them."""
    halves = (data_bytes - data_bytes // 2, data_bytes // 2)
    if size < 3:
        return broadcast_at_once(chain)(own, size, root, data_bytes)

    def steps(number: int) -> Steps:
        place = binary(number, size)
        if number == 0:
            for child, half in zip(place.children, halves, strict=True):
                yield send(child, half)
            if size % 2 == 0:
                yield send(size - 1, halves[1])
            return
        assert place.parent is not None
        mine, other = (halves[0], halves[1]) if number % 2 else (halves[1], halves[0])
        yield receive(place.parent, mine)
        for child in place.children:
            yield send(child, mine)
        pair = number + 1 if number % 2 else number - 1
        if pair < size:
            yield exchange(pair, mine, other)
        else:
            yield receive(0, other)

    return numbered_from(root, size, steps((own - root) % size))


def barrier_tree(own: int, size: int) -> Steps:
    """Empty messages up a binomial tree, and down again."""
    yield from reduce_in_turn(binomial)(own, size, 0, 0)
    yield from broadcast_in_turn(binomial)(own, size, 0, 0)


def barrier_linear(own: int, size: int) -> Steps:
    """Member 0 hears from all others at once, and then sends to one after the other."""
    if own:
        yield send(0, 0)
        yield receive(0, 0)
        return
    yield Step(receives=_messages(range(1, size), 0))
    for to in range(1, size):
        yield send(to, 0)


def scatter_binomial(own: int, size: int, root: int, blocks: Sequence[int]) -> Steps:
    """Each member passes on the blocks of its subtree; it sends no empty messages."""
    ordered = rotated(blocks, root)

    def steps(number: int) -> Steps:
        place = binomial(number, size)
        held = _below(number, size, ordered)
        if place.parent is not None and held:
            yield receive(place.parent, held)
        for child in reversed(place.children):
            if given := _below(child, size, ordered):
                yield send(child, given)

    return numbered_from(root, size, steps((own - root) % size))


def gather_binomial(own: int, size: int, root: int, blocks: Sequence[int]) -> Steps:
    """Each member passes on the blocks of its subtree, after it has received them one by one."""
    ordered = rotated(blocks, root)

    def steps(number: int) -> Steps:
        place = binomial(number, size)
        for child in place.children:
            if taken := _below(child, size, ordered):
                yield receive(child, taken)
        held = _below(number, size, ordered)
        if place.parent is not None and held:
            yield send(place.parent, held)

    return numbered_from(root, size, steps((own - root) % size))


def scatter_linear(own: int, size: int, root: int, blocks: Sequence[int]) -> Steps:
    """The root sends to one member after the other."""
    if own != root:
        yield from _received(root, blocks[own])
        return
    for to in range(size):
        if to != root and blocks[to]:
            yield send(to, blocks[to])


def scatter_at_once(own: int, size: int, root: int, blocks: Sequence[int]) -> Steps:
    """The root sends to all members at once."""
    if own != root:
        yield from _received(root, blocks[own])
        return
    yield Step(sends=_of_others(root, size, blocks))


def gather_linear(own: int, size: int, root: int, blocks: Sequence[int]) -> Steps:
    """The root receives from one member after the other."""
    if own != root:
        yield from _sent(root, blocks[own])
        return
    for source in range(size):
        if source != root and blocks[source]:
            yield receive(source, blocks[source])


def gather_at_once(own: int, size: int, root: int, blocks: Sequence[int]) -> Steps:
    """The root receives from all members at once."""
    if own != root:
        yield from _sent(root, blocks[own])
        return
    yield Step(receives=_of_others(root, size, blocks))


def gather_on_request(own: int, size: int, root: int, blocks: Sequence[int]) -> Steps:
    """The root asks one member after the other for its block by an empty message. The second
    segment of a block that is not cut is an empty message, too, which the root gets at the end."""
    if own != root:
        yield receive(root, 0)
        yield send(root, blocks[own])
        yield send(root, 0)
        return
    others = [member for member in range(size) if member != root]
    for member in others:
        yield exchange(member, 0, blocks[member])
    yield Step(receives=_messages(others, 0))


def _rooted(steps: Callable[[int, int, int], Steps]) -> Rooted:
    def rooted(own: int, size: int, root: int, data_bytes: int) -> Steps:
        return numbered_from(root, size, steps((own - root) % size, size, data_bytes))

    return rooted


def _messages(members: Iterable[int], size_bytes: int) -> tuple[Message, ...]:
    return tuple(Message(member, size_bytes) for member in members)


def _below(number: int, size: int, blocks: Sequence[int]) -> int:
    """The bytes of a subtree of the binomial tree."""
    reach = number & -number if number else size
    return sum(blocks[number : number + reach])


def _received(root: int, size_bytes: int) -> Steps:
    if size_bytes:
        yield receive(root, size_bytes)


def _sent(root: int, size_bytes: int) -> Steps:
    if size_bytes:
        yield send(root, size_bytes)


def _of_others(root: int, size: int, blocks: Sequence[int]) -> tuple[Message, ...]:
    return tuple(Message(one, blocks[one]) for one in range(size) if one != root and blocks[one])
