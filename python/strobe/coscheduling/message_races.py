# SPDX-License-Identifier: BSD-3-Clause
"""Message races: a receive from any source for which messages of two senders were possible, in a
program that cannot tell them apart.

Two messages race if neither was sent because of the receive of the other (Netzer and Miller,
"Optimal tracing and replay for debugging message-passing parallel programs", 1992). Most programs
that receive from any source are made for that. So a race is only a finding if the program does not
look at the status of the receive, if another call received the other message in this run, and if
this call names its source, or the two messages differ. Nor is it one if the other message may have
been sent because of the receive in some implementation of MPI, or by what is in no log: memory that
ranks share in a window may tell them of each other.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

import msgspec

from strobe.coscheduling import call_sites, happens_before
from strobe.coscheduling.possible_order import PossibleOrder, is_told_at_any_time
from strobe.records import order_log
from strobe.records.check_record import Found, Place, RankChecks, Witness
from strobe.records.job_record import ONE_SIDED, Job
from strobe.records.order_log import ANY, Event, Kind

MOST_STEPS = 2_000_000
"""Of events times ranks; longer logs are not searched, since that takes more than seconds."""
MOST_USES, MOST_LATER = 1000, 64
"""So many uses of a call are searched, and each among so many later receives from a source."""
CHECK = "message-race"


class Race(msgspec.Struct, frozen=True):
    """A receive of `rank`, what it got, and another message that it could have got: places."""

    rank: int
    receive: int
    source: int
    sent: int
    other_source: int
    other_sent: int
    other_receive: int
    """The call that received the other message in this run."""


class _Receive(msgspec.Struct, frozen=True):
    """Numbers of the events that began and ended it, and what it got."""

    begin: int
    end: int
    source: int
    sent: int
    """The event of the source that sent it."""
    contents: int


def add(found: dict[int, RankChecks], kinds: Sequence[bytes], folder: Path, job: Job) -> None:
    """Add the races of a job to what its ranks have found; `kinds` are those of the events of all
    ranks.

    Raises StrobeError where a log cannot be read.
    """
    ranks = max(found, default=-1) + 1
    kinds = kinds[:ranks]
    # Most programs have no race, and their logs need not be decoded.
    if not any(Kind.STATUS_UNSEEN in own for own in kinds):
        return
    # Of several threads, each may look at the statuses of the others.
    if sum(map(len, kinds)) * ranks > MOST_STEPS or not order_log.are_orders(folder, kinds):
        return
    if any(call.why == ONE_SIDED for rank in job.ranks for call in rank.outside_guarantee):
        return
    races = list(dict.fromkeys(message_races(order_log.read(folder, ranks))))
    places = {
        (race.rank, place): found[race.rank].places[place]
        for race in races for place in (race.receive, race.other_receive)
        if race.rank in found and place in found[race.rank].places
    }  # fmt: skip
    lines = _lines(places, job)
    for race in races:
        receive = lines.get((race.rank, race.receive))
        other = lines.get((race.rank, race.other_receive))
        # Several calls of one line are those of an unrolled loop, which treats all messages alike.
        if receive and other and receive != other:
            found[race.rank].findings.append(_finding(race))


def _finding(race: Race) -> Found:
    return Found(
        CHECK,
        f"receives the message of rank {race.source} from any source, "
        f"but could receive that of rank {race.other_source}, and does not look at the status",
        [
            Witness("received", race.rank, race.receive),
            Witness("sent", race.source, race.sent),
            Witness("also sent", race.other_source, race.other_sent),
            Witness("received by", race.rank, race.other_receive),
        ],
    )


def _lines(places: Mapping[tuple[int, int], Place], job: Job) -> dict[tuple[int, int], str]:
    """The line of each place; none where it is not known."""
    known = call_sites.source_lines([place.site for place in places.values()], job)
    lines = {}
    for key, place in places.items():
        line = known.get((place.file, place.address))
        if place.line:
            lines[key] = place.line
        elif line is not None and line.line:
            lines[key] = f"{line.path}:{line.line}"
    return lines


def message_races(orders: Sequence[Sequence[Event]]) -> Iterator[Race]:
    """The races between messages that are received by different calls, and not alike."""
    if is_told_at_any_time(orders):
        return
    possible = PossibleOrder(orders)
    sends = happens_before.sends_of(orders)
    known = happens_before.clocks(orders, sends=sends)
    for rank, events in enumerate(orders):
        received = _received(rank, events, sends)
        for receive in _without_a_look(events, received):
            for source, others in received.items():
                other = _first_for(events[receive.begin], receive.begin, others, orders[source])
                if (
                    source == receive.source
                    or other is None
                    # The other message was sent because of what this receive got.
                    or known[source][other.sent][rank] > receive.end
                    or (events[other.begin].is_free and _are_alike(receive, other))
                    or possible.may_tell(rank, receive.end, source, other.sent)
                ):
                    continue
                if possible.is_over:
                    return
                yield Race(
                    rank=rank,
                    receive=events[receive.begin].of,
                    source=receive.source,
                    sent=orders[receive.source][receive.sent].of,
                    other_source=source,
                    other_sent=orders[source][other.sent].of,
                    other_receive=events[other.begin].of,
                )


def _received(
    rank: int, events: Sequence[Event], sends: Mapping[happens_before.MessageName, int]
) -> dict[int, list[_Receive]]:
    """The receives of a rank by the source of their messages, in the order in which they began."""
    received: dict[int, list[_Receive]] = {}
    for end, event in enumerate(events):
        sent = sends.get((event.peer, rank, event.number))
        if event.kind == Kind.RECEIVE_ENDS and sent is not None:
            receive = _Receive(event.of, end, event.peer, sent, event.context)
            received.setdefault(event.peer, []).append(receive)
    for receives in received.values():
        receives.sort(key=lambda one: one.begin)
    return received


def _without_a_look(
    events: Sequence[Event], received: Mapping[int, Sequence[_Receive]]
) -> Iterator[_Receive]:
    """The receives from any source at whose status the program has not looked."""
    unseen = {event.of for event in events if event.kind == Kind.STATUS_UNSEEN}
    uses: Counter[int] = Counter()
    for receive in chain.from_iterable(received.values()):
        begin = events[receive.begin]
        if begin.is_free and receive.begin in unseen:
            uses[begin.of] += 1
            if uses[begin.of] <= MOST_USES:
                yield receive


def _first_for(
    wanted: Event, begin: int, receives: Sequence[_Receive], sends: Sequence[Event]
) -> _Receive | None:
    """Of the messages of one source that were received by later receives, the one that a receive
    could get: the first one that fits, by the rule of non-overtaking (MPI 4.1, section 3.5)."""
    later = receives[bisect_right(receives, begin, key=lambda one: one.begin) :][:MOST_LATER]
    fitting = (
        one for one in later
        if sends[one.sent].context == wanted.context and wanted.tag in (ANY, sends[one.sent].tag)
    )  # fmt: skip
    return min(fitting, key=lambda one: one.sent, default=None)


def _are_alike(one: _Receive, other: _Receive) -> bool:
    """Whether the messages have the same data, or may have."""
    return one.contents == other.contents or not one.contents or not other.contents
