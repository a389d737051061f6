# SPDX-License-Identifier: BSD-3-Clause
"""Sends whose request a program frees, and whose end nothing tells it before MPI_Finalize.

The standard permits MPI_Request_free of an active send, "where the logic of the program is such
that the receiver sends a reply" (MPI 4.1, section 3.7.3). So a freed send is only a finding if
nothing that happened after its receive reached the sender: no message, by any way over other ranks,
no collective that has data of the receiver, and no call in which the MPI itself may have told it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from strobe.coscheduling import happens_before
from strobe.records import order_log
from strobe.records.check_record import Found, RankChecks, Witness
from strobe.records.job_record import FINALIZED, Job
from strobe.records.order_log import Event, Kind

CHECK = "request-freed-while-active"
MOST_EVENTS = 1_000_000
"""Longer logs are not searched, since that takes more than seconds."""
MOST_VISITS = 2_000_000
"""So many events are visited for all sends together."""
CLOCK = "MPI_Wtime"


class FreedSend(msgspec.Struct, frozen=True):
    """A send of `rank` that nothing tells it the end of: the places that began and freed it."""

    rank: int
    sent: int
    freed: int


def add(found: dict[int, RankChecks], kinds: Sequence[bytes], folder: Path, job: Job) -> None:
    """Add the freed sends of a job to what its ranks have found; `kinds` are those of the events of
    all ranks.

    Raises StrobeError where a log cannot be read.
    """
    if not any(Kind.SEND_FREED in own for own in kinds):
        return
    # One thread may tell another one.
    if not order_log.are_orders(folder, kinds) or _has_gaps(job):
        return
    if sum(map(len, kinds)) > MOST_EVENTS:
        return
    for freed in dict.fromkeys(untold_sends(order_log.read(folder, job.size))):
        if freed.rank in found:
            found[freed.rank].findings.append(_finding(freed))


def _has_gaps(job: Job) -> bool:
    """Whether the logs miss something that tells of other ranks: the end of a rank, or calls for
    which ranks need not wait in the MPI, such as those of one-sided communication."""
    ends = [rank.end for rank in job.ranks]
    return ends != [FINALIZED] * job.size or any(
        call.function != CLOCK for rank in job.ranks for call in rank.outside_guarantee
    )


def _finding(freed: FreedSend) -> Found:
    return Found(
        CHECK,
        "frees the request of a send, and nothing tells it afterwards that the send is complete",
        [
            Witness("freed", freed.rank, freed.freed),
            Witness("made", freed.rank, freed.sent),
        ],
    )


def untold_sends(orders: Sequence[Sequence[Event]]) -> Iterator[FreedSend]:
    """The freed sends of which nothing that comes after their receive reaches their rank."""
    if any(
        event.kind == Kind.TOLD_OTHERWISE and event.is_free for events in orders for event in events
    ):
        return
    search = _Search(orders)
    for rank, events in enumerate(orders):
        known: set[tuple[int, int]] = set()
        for event in events:
            if event.kind != Kind.SEND_FREED:
                continue
            send = events[event.of]
            places = (send.of, event.peer)
            # One of each place is enough.
            if send.kind != Kind.SEND_BEGINS or send.peer == rank or places in known:
                continue
            received = search.received.get((rank, send.peer, send.number))
            if received is None or search.tells(send.peer, received, rank):
                continue
            if search.is_over:
                return
            known.add(places)
            yield FreedSend(rank, send.of, event.peer)


class _Search:
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

    @property
    def is_over(self) -> bool:
        """Whether so many events were visited that the last answer means nothing."""
        return self._visits > MOST_VISITS

    def tells(self, rank: int, number: int, whom: int) -> bool:
        """Whether what comes after an event of a rank may tell another rank of it."""
        reached = {rank: number + 1}
        waiting = [(rank, number + 1, len(self._orders[rank]))]
        while waiting and not self.is_over:
            rank, first, end = waiting.pop()
            for at in range(first, end):
                self._visits += 1
                event = self._orders[rank][at]
                if event.kind == Kind.TOLD_OTHERWISE:
                    return True
                for other, then in self._told(rank, event):
                    before = reached.get(other, len(self._orders[other]))
                    if other == whom:
                        return True
                    if then < before:
                        reached[other] = then
                        waiting.append((other, then, before))
        return False

    def _told(self, rank: int, event: Event) -> Iterator[tuple[int, int]]:
        """Events of other ranks that an event tells them of itself."""
        if event.kind == Kind.SEND_BEGINS:
            for number in self._seen.get((rank, event.peer, event.number), ()):
                yield event.peer, number
        elif event.kind == Kind.RECEIVE_ENDS:
            # A synchronous send, or one that the runtime does not buffer, ends after that.
            sent = self._sent.get((event.peer, rank, event.number))
            if sent is not None:
                yield event.peer, sent
        elif event.kind == Kind.COLLECTIVE_BEGINS:
            ends = self._collectives.get((event.peer, event.number), {})
            for other, number in ends.items():
                if other != rank and happens_before.may_tell(event, rank, other):
                    yield other, number
