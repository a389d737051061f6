# SPDX-License-Identifier: BSD-3-Clause
"""The calls of ranks, from the orders in which their operations began and ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from strobe.base.errors import StrobeError
from strobe.coscheduling import call_sites
from strobe.coscheduling.call_sites import SourceLine
from strobe.records.check_record import Place
from strobe.records.order_log import Event, Kind, Scope

Key = tuple[int, int]
"""The rank of a call, and the number of the event that began it."""
Places = Mapping[tuple[int, int], Place]
"""Calls of MPI in the program, by their rank and the number of their place."""
_ENDS = {
    Kind.SEND_ENDS: Kind.SEND_BEGINS,
    Kind.RECEIVE_ENDS: Kind.RECEIVE_BEGINS,
    Kind.COLLECTIVE_ENDS: Kind.COLLECTIVE_BEGINS,
    Kind.POLL_ENDS: Kind.POLL_BEGINS,
    Kind.POLL_FINDS: Kind.POLL_BEGINS,
    Kind.RECEIVE_MATCHED: Kind.RECEIVE_BEGINS,
    Kind.ACCESS_ENDS: Kind.ACCESS_BEGINS,
}
_COMPLETE = {
    Kind.SEND_ENDS, Kind.RECEIVE_ENDS, Kind.COLLECTIVE_ENDS, Kind.POLL_ENDS, Kind.ACCESS_ENDS,
}  # fmt: skip
_WORDS = {
    Kind.SEND_BEGINS: "send",
    Kind.RECEIVE_BEGINS: "receive",
    Kind.COLLECTIVE_BEGINS: "collective",
    Kind.PROBE_ENDS: "probe",
    Kind.POLL_BEGINS: "test",
    Kind.ACCESS_BEGINS: "one-sided operation",
}


class Call(msgspec.Struct, frozen=True):
    """An operation of a rank: a send, a receive, a probe, a collective or a test.

    `end` is the event that ended it, and None of one that did not end. `peer` is the destination of
    a send or the source that a receive names, None for any. `source` and `number` are those of the
    message that a receive or a probe got; the number of a send is that of its message.
    `collective` is the same for all members of one collective. `found` are the positions of the
    requests that a test, or a call that waits for some of several requests, found complete.
    """

    rank: int
    event: int
    kind: Kind
    end: int | None
    function: str
    where: str
    peer: int | None = None
    source: int | None = None
    number: int = 0
    tag: int = 0
    collective: tuple[int, int] | None = None
    found: tuple[int, ...] = ()

    @property
    def key(self) -> Key:
        """Names the call."""
        return self.rank, self.event

    @property
    def name(self) -> str:
        """`MPI_Recv (ring.c:5, in main)`."""
        return f"{self.function} ({self.where})" if self.where else self.function

    @property
    def is_from_any(self) -> bool:
        """Whether it takes a message of any source."""
        return self.kind in (Kind.RECEIVE_BEGINS, Kind.PROBE_ENDS) and self.peer is None


class Named:
    """The functions and lines of calls, by their places."""

    def __init__(self, places: Places, lines: Mapping[tuple[str, int], SourceLine]) -> None:
        self._places = places
        self._lines = lines

    def function(self, rank: int, place: int, kind: Kind) -> str:
        """`MPI_Recv`, or `receive` where that is not known."""
        found = self._places.get((rank, place))
        return found.function if found is not None else _WORDS[kind]

    def where(self, rank: int, place: int) -> str:
        """`ring.c:5, in main`; empty where that is not known."""
        found = self._places.get((rank, place))
        return "" if found is None else call_sites.name(found.site, self._lines)


def calls_of(rank: int, events: Sequence[Event], named: Named) -> list[Call]:
    """In the order in which they began; a blocking probe is known once it has ended.

    Raises StrobeError for events that are not the order of a rank.
    """
    begun: dict[int, Event] = {}
    later: dict[int, dict[int, list[int]]] = {}
    """By the event that began an operation: the later ones about it, by their kinds."""
    for number, event in enumerate(events):
        if event.kind in _WORDS:
            begun[number] = event
        elif event.kind in _ENDS:
            began = begun.get(event.of)
            if began is None or began.kind != _ENDS[Kind(event.kind)]:
                raise StrobeError(
                    f"the order of rank {rank} is damaged: event {number} ends no operation"
                )
            later.setdefault(event.of, {}).setdefault(event.kind, []).append(number)
    return [_call(rank, number, event, later.get(number, {}), events, named)
            for number, event in begun.items()]  # fmt: skip


def _call(
    rank: int,
    number: int,
    event: Event,
    later: Mapping[int, Sequence[int]],
    events: Sequence[Event],
    named: Named,
) -> Call:
    kind = Kind(event.kind)
    function, where = named.function(rank, event.of, kind), named.where(rank, event.of)
    ends = [last[-1] for one, last in later.items() if one in _COMPLETE]
    end = ends[0] if ends else None
    if kind == Kind.COLLECTIVE_BEGINS:
        collective = event.peer, event.number
        return Call(rank, number, kind, end, function, where, collective=collective)
    if kind == Kind.SEND_BEGINS:
        return Call(rank, number, kind, end, function, where, event.peer, number=event.number,
                    tag=event.tag)  # fmt: skip
    found = [events[one] for one in later.get(Kind.POLL_FINDS, ())]
    is_probe = event.members == Scope.PROBE
    got = found if kind == Kind.POLL_BEGINS and is_probe else []
    got += [event] if kind == Kind.PROBE_ENDS else []
    got += [events[one] for told in (Kind.RECEIVE_ENDS, Kind.RECEIVE_MATCHED)
            for one in later.get(told, ())]  # fmt: skip
    is_at_once = kind == Kind.PROBE_ENDS or (kind == Kind.POLL_BEGINS and end is not None)
    return Call(
        rank=rank,
        event=number,
        kind=kind,
        end=number if is_at_once else end,
        function=function,
        where=where,
        peer=None if event.is_free or kind == Kind.POLL_BEGINS else event.peer,
        source=got[0].peer if got else None,
        number=got[0].number if got else 0,
        tag=event.tag,
        found=() if is_probe else tuple(sorted(one.tag for one in found)),
    )
