# SPDX-License-Identifier: BSD-3-Clause
"""Algorithms in which all members send and receive: pairs at doubling distances, rings, and all at
once.

Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in MPICH"
(2005) describes most of them. `data_bytes` is what each member gives to a reduction, and `blocks`
has what is of each member.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from strobe.coscheduling.collectives import Message, Step
from strobe.predict.collectives.steps import (
    Core,
    Steps,
    cut_parts,
    distances,
    equal_parts,
    exchange,
    is_power_of_two,
    largest_power,
    numbered_from,
    passed,
    receive,
    rotated,
    send,
)
from strobe.predict.collectives.trees import scatter_binomial

Parts = Sequence[int]


def barrier_dissemination(own: int, size: int) -> Steps:
    """Hensgen, Finkel and Manber, 1988."""
    for distance in distances(size):
        yield passed((own + distance) % size, 0, (own - distance) % size, 0)


def barrier_doubling(own: int, size: int) -> Steps:
    """Recursive doubling of a power of two of members; each of the others has one that waits for
    it, and that it waits for."""
    power = largest_power(size)
    if own >= power:
        yield exchange(own - power, 0, 0)
        return
    if own + power < size:
        yield receive(own + power, 0)
    for distance in distances(power):
        yield exchange(own ^ distance, 0, 0)
    if own + power < size:
        yield send(own + power, 0)


def allreduce_doubling(own: int, size: int, data_bytes: int) -> Steps:
    """Recursive doubling."""
    core = Core(size)

    def inner(number: int) -> Steps:
        for distance in distances(core.size):
            yield exchange(core.member(number ^ distance), data_bytes, data_bytes)

    yield from _whole_before(core, own, data_bytes)
    yield from _of_core(core, own, inner)
    yield from _back(core, own, data_bytes)


def allreduce_halving(own: int, size: int, data_bytes: int) -> Steps:
    """Rabenseifner's reduce-scatter by halving and allgather by doubling."""
    core = Core(size)
    yield from _whole_before(core, own, data_bytes)
    yield from _halved_and_doubled(core, own, data_bytes)
    yield from _back(core, own, data_bytes)


def allreduce_halving_in_pairs(own: int, size: int, data_bytes: int) -> Steps:
    """The same, where the two members of a pair reduce a half of their data each."""
    core = Core(size, odd_ones=False)
    yield from _halves_before(core, own, data_bytes)
    yield from _halved_and_doubled(core, own, data_bytes)
    yield from _back(core, own, data_bytes)


def allreduce_ring(own: int, size: int, data_bytes: int) -> Steps:
    """A reduce-scatter around a ring, and an allgather around it."""
    blocks = equal_parts(data_bytes, size)
    right, left = (own + 1) % size, (own - 1) % size
    for i in range(2 * (size - 1)):
        # The allgather begins with the block that the reduce-scatter ended with.
        yield passed(right, blocks[(own - i) % size], left, blocks[(own - i - 1) % size])


def reduce_halving(own: int, size: int, root: int, data_bytes: int) -> Steps:
    """Rabenseifner's reduce-scatter by halving, and a gather along the same pairs."""
    core = Core(size, odd_ones=False)
    partner = core.partner(own)
    if partner is not None:
        yield send(partner, data_bytes) if own % 2 else receive(partner, data_bytes)
    yield from _halved_and_gathered(core, own, root, data_bytes)


def reduce_halving_in_pairs(own: int, size: int, root: int, data_bytes: int) -> Steps:
    """The same, where the two members of a pair reduce a half of their data each."""
    core = Core(size, odd_ones=False)
    yield from _halves_before(core, own, data_bytes)
    yield from _halved_and_gathered(core, own, root, data_bytes)


def reduce_scatter_halving(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """Recursive halving, at distances that halve."""
    core = Core(size)

    def inner(number: int) -> Steps:
        parts = core.parts(blocks)
        for one in _halvings(number, parts, reversed(distances(core.size))):
            yield _nonempty(exchange(core.member(one.other), one.given, one.kept))

    yield from _whole_before(core, own, sum(blocks))
    yield from _of_core(core, own, inner)
    partner = core.partner(own)
    if partner is not None and (size_bytes := blocks[min(own, partner)]):
        yield send(partner, size_bytes) if own % 2 else receive(partner, size_bytes)


def reduce_scatter_butterfly(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """Recursive halving, at distances that double: each block ends at the member whose number has
    the bits in reverse, and moves to its own (Traff, "An improved algorithm for (non-commutative)
    reduce-scatter with an application", 2005)."""
    core = Core(size)
    bits = core.size.bit_length() - 1

    def mirrored(number: int) -> int:
        return int(f"{number:0{bits}b}"[::-1], 2) if bits else 0

    def inner(number: int) -> Steps:
        for one in _halvings(number, core.parts(blocks), distances(core.size)):
            yield exchange(core.member(one.other), one.given, one.kept)
        at = mirrored(number)
        member = core.member(at)
        if at < core.pairs:
            yield send(member - 1, blocks[member - 1])
        if at != number:
            yield exchange(member, blocks[member], blocks[own])

    yield from _whole_before(core, own, sum(blocks))
    yield from _of_core(core, own, inner)
    if core.number(own) is None:
        yield receive(core.member(mirrored(own // 2)), blocks[own])


def reduce_scatter_permuted(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """The same with equal blocks: a power of two of members permutes its blocks beforehand."""
    if not is_power_of_two(size):
        yield from reduce_scatter_butterfly(own, size, blocks)
        return
    for one in _halvings(own, blocks, distances(size)):
        yield exchange(one.other, one.given, one.kept)


def reduce_scatter_ring(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """Partial results move around a ring."""
    right, left = (own + 1) % size, (own - 1) % size
    for i in range(1, size):
        yield passed(right, blocks[(own - i) % size], left, blocks[(own - i - 1) % size])


def reduce_scatter_pairwise(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """Each member gets its block from one member after the other."""
    for i in range(1, size):
        to, source = (own + i) % size, (own - i) % size
        yield passed(to, blocks[to], source, blocks[own])


def reduce_scatter_doubling(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """Recursive doubling: what a member sends has the blocks that its group does not need."""
    total = sum(blocks)
    return _doubling(own, size, lambda first, end: total - sum(blocks[first:end]))


def allgather_doubling(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """Recursive doubling."""
    return _doubling(own, size, lambda first, end: sum(blocks[first:end]))


def allgather_bruck(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """Bruck and others, 1997: at doubling distances, for any number of members."""
    for distance in distances(size):
        count = min(distance, size - distance)
        given = sum(blocks[(own + i) % size] for i in range(count))
        taken = sum(blocks[(own + distance + i) % size] for i in range(count))
        yield passed((own - distance) % size, given, (own + distance) % size, taken)


def allgather_ring(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """Each block moves around a ring."""
    right, left = (own + 1) % size, (own - 1) % size
    for i in range(size - 1):
        yield passed(right, blocks[(own - i) % size], left, blocks[(own - i - 1) % size])


def allgather_ring_in_chunks(own: int, size: int, blocks: Sequence[int], most: int) -> Steps:
    """The same in chunks of so many bytes at most; empty blocks are no messages."""
    right, left = (own + 1) % size, (own - 1) % size

    def chunks(first: int) -> Iterator[int]:
        for i in range(size - 1):
            whole, rest = divmod(blocks[(first - i) % size], most)
            yield from [most] * whole
            if rest:
                yield rest

    for given, taken in zip_longest(chunks(own), chunks(left), fillvalue=0):
        yield _nonempty(passed(right, given, left, taken))


def allgather_neighbors(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """Pairs of neighbours exchange what they got last (Chen, Zhang, Zhang and Yuan, "Performance
    evaluation of allgather algorithms on terascale Linux cluster", 2005). The number of members is
    even."""
    sign = -1 if own % 2 else 1
    neighbors = ((own + sign) % size, (own - sign) % size)
    yield exchange(neighbors[0], blocks[own], blocks[neighbors[0]])
    pair = own - own % 2
    at, given = [pair, pair], pair
    for i in range(1, size // 2):
        parity = i % 2
        at[parity] = (at[parity] + (-2 * sign if parity else 2 * sign)) % size
        taken = at[parity]
        yield exchange(neighbors[parity], blocks[given] + blocks[given + 1],
                       blocks[taken] + blocks[taken + 1])  # fmt: skip
        given = taken


def broadcast_scatter_doubling(own: int, size: int, root: int, data_bytes: int) -> Steps:
    """A scatter, and an allgather by recursive doubling (van de Geijn)."""
    return _scattered_and_gathered(allgather_doubling, own, size, root, data_bytes)


def broadcast_scatter_ring(own: int, size: int, root: int, data_bytes: int) -> Steps:
    """A scatter, and an allgather around a ring (van de Geijn)."""
    return _scattered_and_gathered(allgather_ring, own, size, root, data_bytes)


def alltoall_bruck(own: int, size: int, block: int) -> Steps:
    """Bruck and others, 1997: blocks move by the bits of their distance."""
    for distance in distances(size):
        given = block * sum(1 for i in range(size) if i & distance)
        yield passed((own + distance) % size, given, (own - distance) % size, given)


def alltoall_ring(own: int, size: int, block: int) -> Steps:
    """With the members at the same distance on both sides, one distance after the other."""
    for i in range(1, size):
        yield passed((own + i) % size, block, (own - i) % size, block)


def alltoall_pairwise(own: int, size: int, block: int) -> Steps:
    """Pairs exchange their blocks, where the number of members is a power of two."""
    if not is_power_of_two(size):
        yield from alltoall_ring(own, size, block)
        return
    for i in range(1, size):
        yield exchange(own ^ i, block, block)


def alltoall_at_once(own: int, size: int, block: int, most: int | None = None) -> Steps:
    """All messages at once, or those with so many members, itself among the first ones."""
    most = most or size
    for first in range(0, size, most):
        range_ = range(max(first, 1), min(first + most, size))
        yield Step(
            tuple(Message((own - i) % size, block) for i in range_),
            tuple(Message((own + i) % size, block) for i in range_),
        )


def allgather_at_once(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """Each member sends its block to all others; empty blocks are no messages."""
    return _with_all_others(own, size, [blocks[own]] * size, blocks)


def reduce_scatter_at_once(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """Each member gets its block from all others; empty blocks are no messages."""
    return _with_all_others(own, size, blocks, [blocks[own]] * size)


def scan_at_once(own: int, size: int, data_bytes: int) -> Steps:
    """Each member sends its data to all later ones."""
    yield Step(
        tuple(Message(member, data_bytes) for member in range(own + 1, size)),
        tuple(Message(member, data_bytes) for member in range(own)),
    )


def scan_doubling(own: int, size: int, data_bytes: int) -> Steps:
    """Recursive doubling of partial results."""
    for distance in distances(size):
        other = own ^ distance
        if other < size:
            yield exchange(other, data_bytes, data_bytes)


def scan_linear(own: int, size: int, data_bytes: int) -> Steps:
    """Each member passes its partial result on to the next one."""
    if own:
        yield receive(own - 1, data_bytes)
    if own + 1 < size:
        yield send(own + 1, data_bytes)


def _with_all_others(own: int, size: int, given: Parts, taken: Parts) -> Steps:
    """Bytes to each member, and from each."""
    others = [(own + i) % size for i in range(1, size)]
    yield _nonempty(Step(
        tuple(Message(member, given[member]) for member in others),
        tuple(Message(member, taken[member]) for member in others),
    ))  # fmt: skip


def _scattered_and_gathered(
    allgather: Callable[[int, int, Parts], Steps], own: int, size: int, root: int, data_bytes: int
) -> Steps:
    parts = cut_parts(data_bytes, size)
    number = (own - root) % size
    yield from scatter_binomial(own, size, root, rotated(parts, -root % size))
    yield from numbered_from(root, size, allgather(number, size, parts))


@dataclass(frozen=True)
class _Halving:
    """An exchange by which a member keeps one half of its parts: bytes that it gives and keeps."""

    other: int
    given: int
    kept: int


def _halvings(number: int, parts: Parts, at: Iterable[int]) -> Iterator[_Halving]:
    """Of one member of a power of two, at these distances."""
    first, end = 0, len(parts)
    for distance in at:
        middle = (first + end) // 2
        low, high = sum(parts[first:middle]), sum(parts[middle:end])
        other = number ^ distance
        if number < other:
            end = middle
            yield _Halving(other, high, low)
        else:
            first = middle
            yield _Halving(other, low, high)


def _halved_and_doubled(core: Core, own: int, data_bytes: int) -> Steps:
    def inner(number: int) -> Steps:
        parts = equal_parts(data_bytes, core.size)
        halvings = [*_halvings(number, parts, distances(core.size))]
        for one in halvings:
            yield exchange(core.member(one.other), one.given, one.kept)
        for one in reversed(halvings):
            yield exchange(core.member(one.other), one.kept, one.given)

    yield from _of_core(core, own, inner)


def _halved_and_gathered(core: Core, own: int, root: int, data_bytes: int) -> Steps:
    """A root that is not in the core takes the place of its first member for the gather."""
    parts = equal_parts(data_bytes, core.size)
    number = core.number(own)
    halvings = [*_halvings(number or 0, parts, distances(core.size))]
    if number is not None:
        for one in halvings:
            yield exchange(core.member(one.other), one.given, one.kept)
    root_number = core.number(root)
    replaces = root_number is None
    if root_number is None:
        root_number = 0
        if own == root:
            yield receive(core.member(0), parts[0])
            number = 0
        elif number == 0:
            yield send(root, parts[0])
            return
    if number is None:
        return
    for i, one in reversed([*enumerate(halvings)]):
        other = root if replaces and one.other == 0 else core.member(one.other)
        if one.other >> i == root_number >> i:
            yield send(other, one.kept)
            return
        yield receive(other, one.given)


def _doubling(own: int, size: int, held: Callable[[int, int], int]) -> Steps:
    """Groups of 1, 2, 4 ... members exchange what they hold: `held` of the first and the end of a
    group. Members without a counterpart in an incomplete group get it from their own group."""
    for distance in distances(size):
        other = own ^ distance
        mine, theirs = own - own % distance, other - other % distance
        if other < size:
            yield exchange(other, held(mine, mine + distance), held(theirs, theirs + distance))
        served = size - mine - distance
        if theirs + distance <= size or served <= 0:
            continue
        # So many members of the own group have a counterpart.
        for step in reversed(distances(distance)):
            other = own ^ step
            until = own - own % (2 * step) + served
            if own < until <= other:
                yield send(other, held(theirs, theirs + distance))
            elif other < until <= own:
                yield receive(other, held(theirs, theirs + distance))


def _whole_before(core: Core, own: int, data_bytes: int) -> Steps:
    """The member of a pair that is not in the core gives its data to the other."""
    partner = core.partner(own)
    if partner is not None:
        is_in_core = core.number(own) is not None
        yield receive(partner, data_bytes) if is_in_core else send(partner, data_bytes)


def _halves_before(core: Core, own: int, data_bytes: int) -> Steps:
    """Both members of a pair reduce a half; then the one in the core has both."""
    partner = core.partner(own)
    if partner is None:
        return
    left, right = data_bytes // 2, data_bytes - data_bytes // 2
    if core.number(own) is None:
        yield exchange(partner, left, right)
        yield send(partner, right)
    else:
        yield exchange(partner, right, left)
        yield receive(partner, right)


def _of_core(core: Core, own: int, inner: Callable[[int], Steps]) -> Steps:
    number = core.number(own)
    if number is not None:
        yield from inner(number)


def _back(core: Core, own: int, data_bytes: int) -> Steps:
    """The result, for the member of a pair that is not in the core."""
    partner = core.partner(own)
    if partner is not None:
        is_in_core = core.number(own) is not None
        yield send(partner, data_bytes) if is_in_core else receive(partner, data_bytes)


def _nonempty(step: Step) -> Step:
    """Without messages that have no data."""
    return Step(tuple(one for one in step.sends if one.size_bytes),
                tuple(one for one in step.receives if one.size_bytes))  # fmt: skip
