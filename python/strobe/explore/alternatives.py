# SPDX-License-Identifier: BSD-3-Clause
"""Which other messages the receives and probes from any source of a run could have got.

A message is an alternative for a receive if it was not sent because of what the receive got: its
send does not happen after the receive (Lamport, 1978; by vector clocks: Mattern, 1989), and by the
rule of non-overtaking (MPI 4.1, section 3.5) it is the next one of its source. Choices that do not
depend on each other are kept when one of them is changed, so that two that commute are tried once:
Vo, Aananthakrishnan, Gopalakrishnan and others, "A scalable and distributed dynamic formal verifier
for MPI programs" (2010), for receives; Flanagan and Godefroid, "Dynamic partial-order reduction for
model checking software" (2005), in general.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from strobe.explore.orders import ANY, Event, Kind

Choice = tuple[int, int]
"""The rank of an operation, and its number among those of its rank that name no source, from 0."""
Choices = Mapping[Choice, int]
"""The source that each of them gets."""
Path = Sequence[tuple[Choice, int | None]]
"""Choices of a run, each after those that it depends on; None where an operation got nothing."""

# As enum CollectiveKind (src/bcs/runtime/collectives/signature.hpp).
_FROM_ROOT = {1, 4, 5}
_TO_ROOT = {2, 3, 11}
_UPWARDS = {15, 16}
_NEIGHBORS = {17, 18, 19, 20, 21}


class Operation(msgspec.Struct, frozen=True):
    """A receive or a probe from any source: when it began and ended, as numbers of events of its
    rank, and the source that it got; None where it got nothing."""

    choice: Choice
    begin: int
    end: int | None
    source: int | None
    place: int
    tag: int
    context: int


class _Message(msgspec.Struct, frozen=True):
    """A message: its number among those to its destination, and the event that sent it."""

    number: int
    sent: int
    tag: int
    context: int


class Run:
    """What happened in one run."""

    def __init__(self, orders: Sequence[Sequence[Event]]) -> None:
        self._orders = orders
        self._messages: dict[tuple[int, int], list[_Message]] = {}
        self._received: list[dict[tuple[int, int], int]] = []
        """Of each rank: when the receive of a message began, by source and number."""
        self.operations: list[Operation] = []
        for rank, events in enumerate(orders):
            self._read(rank, events)
        self._clocks = _clocks(orders)

    @property
    def choices(self) -> dict[Choice, int]:
        """What each receive and probe from any source got."""
        return {one.choice: one.source for one in self.operations if one.source is not None}

    @property
    def path(self) -> Path:
        """The same in an order in which they can have begun: the sum of a vector clock grows with
        each event that happens later."""
        began = {one.choice: sum(self._clocks[one.choice[0]][one.begin]) for one in self.operations}
        order = sorted(self.operations, key=lambda one: (began[one.choice], one.choice))
        return [(one.choice, one.source) for one in order]

    def unmet(self, forced: Choices) -> bool:
        """Whether an operation waits in vain for a source that was chosen for it."""
        return any(one.source is None and one.choice in forced for one in self.operations)

    def alternatives(self) -> Iterator[dict[Choice, int]]:
        """Choices for other runs: one operation gets another message, and what depends on it is
        left open."""
        ranks = range(len(self._orders))
        for operation in self.operations:
            for source in ranks:
                if source != operation.source and self._could_get(operation, source):
                    yield {**self._kept(operation), operation.choice: source}

    def _read(self, rank: int, events: Sequence[Event]) -> None:
        received: dict[tuple[int, int], int] = {}
        ends: dict[int, int] = {}
        for number, event in enumerate(events):
            if event.kind == Kind.SEND_BEGINS:
                message = _Message(event.number, number, event.tag, event.context)
                self._messages.setdefault((rank, event.peer), []).append(message)
            elif event.kind == Kind.RECEIVE_ENDS:
                received[event.peer, event.number] = event.of
                ends[event.of] = number
        self._received.append(received)
        operations = 0
        for number, event in enumerate(events):
            if not event.is_free or event.kind not in (Kind.RECEIVE_BEGINS, Kind.PROBE_ENDS):
                continue
            end = number if event.kind == Kind.PROBE_ENDS else ends.get(number)
            self.operations.append(
                Operation(
                    choice=(rank, operations),
                    begin=number,
                    end=end,
                    source=None if end is None else events[end].peer,
                    place=event.of,
                    tag=event.tag,
                    context=event.context,
                )
            )
            operations += 1

    def _could_get(self, operation: Operation, source: int) -> bool:
        """Whether it could have got the next message of this source."""
        rank = operation.choice[0]
        received = self._received[rank]
        for message in self._messages.get((source, rank), []):
            is_right = message.context == operation.context and operation.tag in (ANY, message.tag)
            if (
                not is_right
                or received.get((source, message.number), operation.begin) < operation.begin
            ):
                continue
            if operation.end is None:
                return True
            return self._clocks[source][message.sent][rank] <= operation.end
        return False

    def _kept(self, changed: Operation) -> dict[Choice, int]:
        """The choices of operations that did not depend on what this one got."""
        rank = changed.choice[0]
        kept = {}
        for one in self.operations:
            if one.source is None or one.end is None:
                continue
            own, number = one.choice
            if own == rank:
                depends = number >= changed.choice[1]
            else:
                depends = self._clocks[own][one.end][rank] > changed.begin
            if not depends:
                kept[one.choice] = one.source
        return kept


def _clocks(orders: Sequence[Sequence[Event]]) -> list[list[list[int]]]:
    """The vector clock after each event of each rank: how many events of each rank happened before
    it, or are it."""
    ranks = len(orders)
    clocks: list[list[list[int]]] = [[] for _ in orders]
    sends = {
        (rank, event.peer, event.number): number
        for rank, events in enumerate(orders)
        for number, event in enumerate(events) if event.kind == Kind.SEND_BEGINS
    }  # fmt: skip
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
                causes = list(_causes(rank, events, len(own), sends, collectives))
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
    sends: Mapping[tuple[int, int, int], int],
    collectives: Mapping[tuple[int, int], Mapping[int, int]],
) -> Iterator[tuple[int, int]]:
    """The events of other ranks that an event waits for, in the weakest implementation."""
    event = events[number]
    if event.kind in (Kind.RECEIVE_ENDS, Kind.PROBE_ENDS):
        sent = sends.get((event.peer, rank, event.number))
        if sent is not None and (event.peer != rank or sent < number):
            yield event.peer, sent
    if event.kind != Kind.COLLECTIVE_ENDS:
        return
    begin = events[event.of]
    for other, begun in collectives.get((begin.peer, begin.number), {}).items():
        if other != rank and _flows(begin, other, rank):
            yield other, begun


def _flows(begin: Event, source: int, to: int) -> bool:
    """Whether data go from one member to another in a collective."""
    kind, root = begin.tag, begin.context
    if kind in _FROM_ROOT:
        return source == root
    if kind in _TO_ROOT:
        return to == root
    if kind in _UPWARDS:
        return source < to
    return kind not in _NEIGHBORS
