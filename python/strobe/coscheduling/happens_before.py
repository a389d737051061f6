# SPDX-License-Identifier: BSD-3-Clause
"""Which event of a rank happened before which event of another one.

An event happens because of all earlier ones of its rank, of the send of a message that it tells of,
and of the calls of those members of a collective whose data it needs (Lamport, "Time, clocks, and
the ordering of events in a distributed system", 1978; vector clocks: Mattern, 1989). That is the
order in the weakest implementation of MPI: sends are buffered, and no collective synchronizes more
than its data do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from strobe.records.order_log import Event, Kind

# As enum CollectiveKind (src/bcs/runtime/collectives/signature.hpp).
_FROM_ROOT = {1, 4, 5}
_TO_ROOT = {2, 3, 11}
_UPWARDS = {15, 16}
_NEIGHBORS = {17, 18, 19, 20, 21}

MessageName = tuple[int, int, int]
"""Its source, its destination, and its number among those between them."""


def tells_of_message(event: Event) -> bool:
    """Whether a rank sees a message with this event."""
    return event.kind in (Kind.RECEIVE_ENDS, Kind.PROBE_ENDS) or (
        event.kind == Kind.POLL_FINDS and event.is_free
    )


def needs_few(begin: Event) -> bool:
    """Whether a collective may end before all members have called it, or their number is not
    known."""
    return begin.members == 0 or begin.tag in _FROM_ROOT | _TO_ROOT | _UPWARDS | _NEIGHBORS


def sends_of(orders: Sequence[Sequence[Event]]) -> dict[MessageName, int]:
    """The event that sent each message."""
    return {
        (rank, event.peer, event.number): number
        for rank, events in enumerate(orders)
        for number, event in enumerate(events) if event.kind == Kind.SEND_BEGINS
    }  # fmt: skip


def clocks(
    orders: Sequence[Sequence[Event]],
    more: Mapping[tuple[int, int], Sequence[tuple[int, int]]] = MappingProxyType({}),
    sends: Mapping[MessageName, int] | None = None,
) -> list[list[list[int]]]:
    """The vector clock after each event of each rank: how many events of each rank happened before
    it, or are it. `more` are further events of other ranks because of which one happens; `sends`
    is what `sends_of` returns, where that is known."""
    ranks = len(orders)
    clocks: list[list[list[int]]] = [[] for _ in orders]
    sends = sends_of(orders) if sends is None else sends
    collectives: dict[tuple[int, int], dict[int, int]] = {}
    for rank, events in enumerate(orders):
        for number, event in enumerate(events):
            if event.kind == Kind.COLLECTIVE_BEGINS:
                collectives.setdefault((event.peer, event.number), {})[rank] = number
    waiting = True
    while waiting:
        waiting = False
        for rank, events in enumerate(orders):
            own = clocks[rank]
            while len(own) < len(events):
                causes = [
                    *_causes(rank, events, len(own), sends, collectives),
                    *more.get((rank, len(own)), ()),
                ]
                if any(len(clocks[other]) <= number for other, number in causes):
                    break
                clock = list(own[-1]) if own else [0] * ranks
                for other, number in causes:
                    clock = [max(pair) for pair in zip(clock, clocks[other][number], strict=True)]
                clock[rank] = len(own) + 1
                own.append(clock)
                waiting = True
    # What an incomplete log leaves open depends on nothing known.
    for rank, events in enumerate(orders):
        while len(clocks[rank]) < len(events):
            clock = list(clocks[rank][-1]) if clocks[rank] else [0] * ranks
            clock[rank] = len(clocks[rank]) + 1
            clocks[rank].append(clock)
    return clocks


def _causes(
    rank: int,
    events: Sequence[Event],
    number: int,
    sends: Mapping[MessageName, int],
    collectives: Mapping[tuple[int, int], Mapping[int, int]],
) -> Iterator[tuple[int, int]]:
    """The events of other ranks that an event waits for, in the weakest implementation."""
    event = events[number]
    if tells_of_message(event):
        sent = sends.get((event.peer, rank, event.number))
        if sent is not None and (event.peer != rank or sent < number):
            yield event.peer, sent
    if event.kind != Kind.COLLECTIVE_ENDS:
        return
    begin = events[event.of]
    for other, begun in collectives.get((begin.peer, begin.number), {}).items():
        if other != rank and flows(begin, other, rank):
            yield other, begun


def flows(begin: Event, source: int, to: int) -> bool:
    """Whether data go from one member to another in a collective."""
    kind, root = begin.tag, begin.context
    if kind in _FROM_ROOT:
        return source == root
    if kind in _TO_ROOT:
        return to == root
    if kind in _UPWARDS:
        return source < to
    return kind not in _NEIGHBORS


def may_tell(begin: Event, source: int, to: int) -> bool:
    """The same, where the members that exchange data may be unknown."""
    return begin.members == 0 or begin.tag in _NEIGHBORS or flows(begin, source, to)
