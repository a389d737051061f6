# SPDX-License-Identifier: BSD-3-Clause
"""Sends whose request a program frees, and whose end nothing tells it before MPI_Finalize.

The standard permits MPI_Request_free of an active send, "where the logic of the program is such
that the receiver sends a reply" (MPI 4.1, section 3.7.3). So a freed send is only a finding if
nothing that happened after its receive reached the sender: no message, by any way over other ranks,
no collective that has data of the receiver, and no call in which the MPI itself may have told it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from strobe.coscheduling.possible_order import PossibleOrder, is_told_at_any_time
from strobe.records import order_log
from strobe.records.check_record import Found, RankChecks, Witness
from strobe.records.job_record import FINALIZED, Job
from strobe.records.order_log import Event, Kind

CHECK = "request-freed-while-active"
MOST_EVENTS = 1_000_000
"""Longer logs are not searched, since that takes more than seconds."""
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
    if is_told_at_any_time(orders):
        return
    search = PossibleOrder(orders)
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
            if received is None or search.may_tell(send.peer, received, rank):
                continue
            if search.is_over:
                return
            known.add(places)
            yield FreedSend(rank, send.of, event.peer)
