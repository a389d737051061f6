# SPDX-License-Identifier: BSD-3-Clause
"""Which events of other ranks may have happened because of an event, in some implementation of MPI.

That is more than must have happened before them (happens_before): a synchronous send tells its
sender of the receive, a collective may synchronize all its members, and a call in which a rank
waits within the MPI may tell it of anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from strobe.coscheduling import happens_before
from strobe.records.order_log import Event, Kind

MOST_VISITS = 2_000_000
"""So many events are visited in all searches together."""


def is_told_at_any_time(orders: Sequence[Sequence[Event]]) -> bool:
    """Whether a rank may learn of others by what is in no log, such as the partitions of a message:
    then nothing is known of the order."""
    return any(
        event.kind == Kind.TOLD_OTHERWISE and event.is_free for events in orders for event in events
    )


class PossibleOrder:
    """Looks for what an event tells to other ranks."""

    def __init__(self, orders: Sequence[Sequence[Event]]) -> None:
        self._orders = orders
        self._visits = 0
        self.received: dict[tuple[int, int, int], int] = {}
        """The event that ends the receive of each message, by its source, its destination and its
        number among those between them."""
        self._seen: dict[tuple[int, int, int], list[int]] = defaultdict(list)
        """The events that tell of each message."""
        self._sent: dict[tuple[int, int, int], int] = {}
        """The ends of sends that need their receive."""
        self._collectives: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
        """The ends of each collective by rank."""
        for rank, events in enumerate(orders):
            # The program does not know the ends of these.
            freed = {event.of for event in events if event.kind == Kind.SEND_FREED}
            for number, event in enumerate(events):
                if happens_before.tells_of_message(event):
                    key = (event.peer, rank, event.number)
                    self._seen[key].append(number)
                    if event.kind == Kind.RECEIVE_ENDS:
                        self.received[key] = number
                elif event.kind == Kind.SEND_ENDS:
                    send = events[event.of]
                    if send.members and event.of not in freed:
                        self._sent[rank, send.peer, send.number] = number
                elif event.kind == Kind.COLLECTIVE_ENDS:
                    begin = events[event.of]
                    self._collectives[begin.peer, begin.number][rank] = number
        self._synchronized: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
        """Where members of a communicator, a window or a file have synchronized, by rank."""
        self._told: dict[int, int] = {}
        """The first event of each rank by which the MPI may have told it of any other."""
        for rank, events in enumerate(orders):
            for number, event in enumerate(events):
                if event.kind != Kind.TOLD_OTHERWISE:
                    continue
                if event.number:
                    self._synchronized[event.peer, event.number][rank] = number
                else:
                    self._told.setdefault(rank, number)

    @property
    def is_over(self) -> bool:
        """Whether so many events were visited that the last answer means nothing."""
        return self._visits > MOST_VISITS

    def may_tell(self, rank: int, number: int, whom: int, before: int | None = None) -> bool:
        """Whether what comes after an event of a rank may tell another rank of it; with `before`,
        before that event of the other rank."""
        end_of_whom = len(self._orders[whom]) if before is None else before
        reached = {rank: number + 1}
        waiting = [(rank, number + 1, len(self._orders[rank]))]
        while waiting and not self.is_over:
            rank, first, end = waiting.pop()
            for at in range(first, end):
                self._visits += 1
                event = self._orders[rank][at]
                if event.kind == Kind.TOLD_OTHERWISE and not event.number:
                    told = self._told.get(whom)
                    if before is None or (told is not None and told < before):
                        return True
                for other, then in self._told_by(rank, event):
                    if other == whom and then < end_of_whom:
                        return True
                    known = reached.get(other, len(self._orders[other]))
                    if then < known:
                        reached[other] = then
                        waiting.append((other, then, known))
        return False

    def _told_by(self, rank: int, event: Event) -> Iterator[tuple[int, int]]:
        """Events of other ranks that an event tells them of itself."""
        if event.kind == Kind.SEND_BEGINS:
            for number in self._seen.get((rank, event.peer, event.number), ()):
                yield event.peer, number
        elif event.kind == Kind.RECEIVE_ENDS:
            # A synchronous send, or one that the runtime does not buffer, ends after that.
            sent = self._sent.get((event.peer, rank, event.number))
            if sent is not None:
                yield event.peer, sent
        elif event.kind == Kind.TOLD_OTHERWISE and event.number:
            for other, number in self._synchronized[event.peer, event.number].items():
                if other != rank:
                    yield other, number
        elif event.kind == Kind.COLLECTIVE_BEGINS:
            ends = self._collectives.get((event.peer, event.number), {})
            for other, number in ends.items():
                if other != rank and happens_before.may_tell(event, rank, other):
                    yield other, number
