# SPDX-License-Identifier: BSD-3-Clause
"""Collective operations as messages: what one member sends and receives, step by step.

The algorithms are those that MPICH chooses by size and number of processes (Thakur, Rabenseifner
and Gropp, "Optimization of collective communication operations in MPICH", 2005), which Open MPI has
under other limits. Each function gives the steps of one member of `size`, by its `own` number and
that of the root; sizes are in bytes of one member's data.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from strobe.coscheduling.trace import Collective, Step

Steps = Iterator[Step]

SHORT_BROADCAST_BYTES = 12_288
"""From here on a broadcast of many processes is a scatter and an allgather."""
FEWEST_FOR_SCATTER = 8
SHORT_REDUCE_BYTES = 2_048
SHORT_ALLGATHER_BYTES = 81_920
"""Of the data of all members."""
LONG_ALLGATHER_BYTES = 524_288
SHORT_ALLTOALL_BYTES = 256
FEWEST_FOR_BRUCK = 8


def barrier(own: int, size: int) -> Steps:
    """Dissemination (Hensgen, Finkel and Manber, 1988)."""
    distance = 1
    while distance < size:
        yield Step((own + distance) % size, 0, (own - distance) % size, 0)
        distance *= 2


def broadcast(own: int, size: int, root: int, data_bytes: int) -> Steps:
    """A binomial tree; of long data a scatter, and an allgather around a ring or by doubling."""
    if data_bytes < SHORT_BROADCAST_BYTES or size < FEWEST_FOR_SCATTER:
        yield from _down_tree(own, size, root, [data_bytes] * size, is_whole=True)
        return
    block = -(-data_bytes // size)
    yield from _down_tree(own, size, root, [block] * size, is_whole=False)
    yield from allgather(own, size, [block] * size)


def scatter(own: int, size: int, root: int, blocks: Sequence[int]) -> Steps:
    """A binomial tree: each process passes on the blocks of those below it."""
    yield from _down_tree(own, size, root, blocks, is_whole=False)


def gather(own: int, size: int, root: int, blocks: Sequence[int]) -> Steps:
    """The same tree upwards."""
    for step in reversed(list(_down_tree(own, size, root, blocks, is_whole=False))):
        yield Step(step.source, step.received_bytes, step.to, step.sent_bytes)


def reduce(own: int, size: int, root: int, data_bytes: int) -> Steps:
    """A binomial tree; of long data a reduce-scatter, and a gather (Rabenseifner)."""
    if data_bytes <= SHORT_REDUCE_BYTES or size < 4:
        tree = list(_down_tree(own, size, root, [data_bytes] * size, is_whole=True))
        for step in reversed(tree):
            yield Step(step.source, step.received_bytes, step.to, step.sent_bytes)
        return
    yield from reduce_scatter(own, size, [-(-data_bytes // size)] * size)
    yield from gather(own, size, root, [-(-data_bytes // size)] * size)


def allreduce(own: int, size: int, data_bytes: int) -> Steps:
    """Recursive doubling; of long data Rabenseifner's halving and doubling.

    Members above a power of two first give their data to a neighbour, and get the result from it.
    """
    power = 1 << (size.bit_length() - 1)
    extra = size - power
    if own < 2 * extra and own % 2 == 0:
        yield Step(own + 1, data_bytes)
        yield Step(source=own + 1, received_bytes=data_bytes)
        return
    if own < 2 * extra:
        yield Step(source=own - 1, received_bytes=data_bytes)
    number = own // 2 if own < 2 * extra else own - extra

    def exchange(distance: int, part_bytes: int) -> Step:
        other = number ^ distance
        return _exchange(2 * other + 1 if other < extra else other + extra, part_bytes)

    if data_bytes <= SHORT_REDUCE_BYTES or power <= 2:
        for distance in reversed(_distances(power)):
            yield exchange(distance, data_bytes)
    else:
        halving = [*zip(_distances(power), _halves(data_bytes, power), strict=True)]
        for distance, part_bytes in (*halving, *reversed(halving)):
            yield exchange(distance, part_bytes)
    if own < 2 * extra:
        yield Step(own - 1, data_bytes)


def reduce_scatter(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """Recursive halving; where the number of members is no power of two, in pairs."""
    total = sum(blocks)
    if size & (size - 1) == 0:
        for distance, part in zip(_distances(size), _halves(total, size), strict=True):
            yield _exchange(own ^ distance, part)
        return
    for i in range(1, size):
        to, source = (own + i) % size, (own - i) % size
        yield Step(to, blocks[to], source, blocks[own])


def allgather(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """Recursive doubling, Bruck's algorithm for other numbers of members, or a ring."""
    total = sum(blocks)
    is_power = size & (size - 1) == 0
    if total < LONG_ALLGATHER_BYTES and is_power:
        held = {own}
        distance = 1
        while distance < size:
            other = own ^ distance
            theirs = {each ^ distance for each in held}
            yield Step(other, sum(blocks[i] for i in held), other, sum(blocks[i] for i in theirs))
            held |= theirs
            distance *= 2
        return
    if total < SHORT_ALLGATHER_BYTES:
        distance = 1
        while distance < size:
            count = min(distance, size - distance)
            given = sum(blocks[(own + i) % size] for i in range(count))
            taken = sum(blocks[(own + distance + i) % size] for i in range(count))
            yield Step((own - distance) % size, given, (own + distance) % size, taken)
            distance *= 2
        return
    for i in range(size - 1):
        yield Step((own + 1) % size, blocks[(own - i) % size],
                   (own - 1) % size, blocks[(own - i - 1) % size])  # fmt: skip


def alltoall(own: int, size: int, block: int) -> Steps:
    """Bruck's algorithm for short blocks, else all at once, then in pairs."""
    if block <= SHORT_ALLTOALL_BYTES and size >= FEWEST_FOR_BRUCK:
        distance = 1
        while distance < size:
            count = sum(1 for i in range(size) if i & distance)
            yield Step((own + distance) % size, count * block, (own - distance) % size,
                       count * block)  # fmt: skip
            distance *= 2
        return
    for i in range(1, size):
        if size & (size - 1) == 0:
            yield _exchange(own ^ i, block)
        else:
            yield Step((own + i) % size, block, (own - i) % size, block)


def scan(own: int, size: int, data_bytes: int) -> Steps:
    """Recursive doubling of partial results."""
    distance = 1
    while distance < size:
        other = own ^ distance
        if other < size:
            yield _exchange(other, data_bytes)
        distance *= 2


def _exchange(other: int, size_bytes: int) -> Step:
    return Step(other, size_bytes, other, size_bytes)


def _distances(power: int) -> list[int]:
    """power / 2, power / 4 ... 1."""
    return [power >> (1 + i) for i in range(power.bit_length() - 1)]


def _halves(data_bytes: int, power: int) -> list[int]:
    """The half of the data, a quarter ... for as many steps as a power of two has."""
    return [data_bytes >> (1 + i) for i in range(power.bit_length() - 1)]


def _down_tree(own: int, size: int, root: int, blocks: Sequence[int], *, is_whole: bool) -> Steps:
    """A binomial tree from the root: the same block for all, or a block for each."""
    number = (own - root) % size

    def held(first: int, end: int) -> int:
        if is_whole:
            return blocks[0]
        return sum(blocks[(root + i) % size] for i in range(first, min(end, size)))

    reach = 1
    while reach < size and not number & reach:
        reach *= 2
    if number:
        yield Step(source=(number - reach + root) % size,
                   received_bytes=held(number, number + reach))  # fmt: skip
    while reach > 1:
        reach //= 2
        if number + reach < size:
            yield Step((number + reach + root) % size, held(number + reach, number + 2 * reach))


def messages_of(name: str, own: int, calls: Sequence[Collective]) -> Steps | None:
    """The steps of one member of a collective that all members called so; None where the function
    is not known. Of a v-function only what each member gave and got is known."""
    size, call = len(calls), calls[own]
    gave, got = [each.gave for each in calls], [each.got for each in calls]
    match name:
        case "barrier":
            return barrier(own, size)
        case "bcast":
            return broadcast(own, size, call.root, max(gave[call.root], got[call.root]))
        case "reduce":
            return reduce(own, size, call.root, call.gave)
        case "allreduce":
            return allreduce(own, size, call.gave)
        case "scan" | "exscan":
            return scan(own, size, call.gave)
        case "gather" | "gatherv":
            return gather(own, size, call.root, gave)
        case "scatter" | "scatterv":
            return scatter(own, size, call.root, got)
        case "allgather" | "allgatherv":
            return allgather(own, size, gave)
        case "reduce_scatter" | "reduce_scatter_block":
            return reduce_scatter(own, size, got)
        case "alltoall" | "alltoallv" | "alltoallw":
            return alltoall(own, size, round(sum(gave) / size**2))
    return None
