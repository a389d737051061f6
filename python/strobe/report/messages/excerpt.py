# SPDX-License-Identifier: BSD-3-Clause
"""The calls that a diagram shows, and the rows in which they stand.

A row is a step of Lamport's logical clock (Lamport, "Time, clocks, and the ordering of events in a
distributed system", 1978): a message arrives below the row of its send.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from strobe.base import units
from strobe.records.order_log import Kind
from strobe.report.messages.calls import Call, Key


class Shown(msgspec.Struct):
    """A call in a diagram. It stands in the rows `first` to `last`; `last` is None of a call that
    did not end. Of one that `is_split`, the rank did something else before it ended."""

    call: Call
    first: int
    last: int | None
    is_split: bool


class Gap(msgspec.Struct, frozen=True):
    """So many calls of a rank that a diagram leaves out. Before the first one that is shown there
    may have been others, which were not read."""

    rank: int
    row: int
    calls: int

    @property
    def words(self) -> str:
        """`earlier calls`, `3 calls`."""
        return "earlier calls" if self.row == 0 else units.plural(self.calls, "call")


class Excerpt(msgspec.Struct):
    """What a diagram shows. `messages` go from a send to a receive; `lost` sends were not received.

    Messages of `leaving` sends and to `arriving` receives have another end that is not shown.
    """

    ranks: list[int]
    shown: dict[Key, Shown]
    gaps: list[Gap]
    messages: list[tuple[Key, Key]]
    lost: list[Key]
    leaving: list[Key]
    arriving: list[Key]
    rows: int


def excerpt(
    calls: Mapping[int, Sequence[Call]], ranks: Sequence[int], focus: Iterable[Key], most: int
) -> Excerpt:
    """At most `most` calls of these ranks: those nearest to the calls in `focus`, from call to
    call of a rank and along messages and collectives. `calls` are those of all known ranks."""
    known = _Known(calls)
    kept = known.nearest(set(ranks), focus, most)
    return _Layout(known, list(ranks), kept).excerpt()


class _Known:
    """All calls, and how they belong together."""

    def __init__(self, calls: Mapping[int, Sequence[Call]]) -> None:
        self.calls = calls
        self.by_key = {call.key: call for own in calls.values() for call in own}
        self.sends: dict[tuple[int, int, int], Key] = {}
        self.receives: dict[tuple[int, int, int], Key] = {}
        self.members: dict[tuple[int, int], list[Key]] = {}
        self._place: dict[Key, int] = {}
        for rank, own in calls.items():
            for place, call in enumerate(own):
                self._place[call.key] = place
                self._note(rank, call)

    def _note(self, rank: int, call: Call) -> None:
        if call.kind == Kind.SEND_BEGINS and call.peer is not None:
            self.sends[rank, call.peer, call.number] = call.key
        elif call.kind == Kind.RECEIVE_BEGINS and call.source is not None:
            self.receives[call.source, rank, call.number] = call.key
        elif call.collective is not None:
            self.members.setdefault(call.collective, []).append(call.key)

    def sent(self, call: Call) -> Key | None:
        """The send of the message that a call got."""
        if call.source is None:
            return None
        return self.sends.get((call.source, call.rank, call.number))

    def received(self, call: Call) -> Key | None:
        """The receive of the message that a call sent."""
        if call.kind != Kind.SEND_BEGINS or call.peer is None:
            return None
        return self.receives.get((call.rank, call.peer, call.number))

    def others(self, call: Call) -> list[Key]:
        """The calls of the other members of a collective."""
        if call.collective is None:
            return []
        return [key for key in self.members[call.collective] if key != call.key]

    def nearest(self, ranks: set[int], focus: Iterable[Key], most: int) -> set[Key]:
        """At most so many calls of the ranks, by their distance from the focus: breadth first."""
        last = [own[-1].key for rank, own in self.calls.items() if rank in ranks and own]
        kept: set[Key] = set()
        # What no path leads to is near the last calls.
        for origins in ([key for key in focus if key in self.by_key], last):
            waiting = deque(origins)
            while waiting and len(kept) < most:
                key = waiting.popleft()
                if key not in kept and key[0] in ranks:
                    kept.add(key)
                    waiting.extend(self._neighbors(self.by_key[key]))
        return kept

    def _neighbors(self, call: Call) -> Iterator[Key]:
        own, place = self.calls[call.rank], self._place[call.key]
        if place > 0:
            yield own[place - 1].key
        for key in (self.sent(call), self.received(call)):
            if key is not None:
                yield key
        yield from self.others(call)
        if place + 1 < len(own):
            yield own[place + 1].key


class _Point(msgspec.Struct, frozen=True):
    """The begin or the end of a shown call, or `gap` calls that are left out before it."""

    call: Call
    is_end: bool
    gap: int = 0


class _Layout:
    """Finds the row of each begin and end."""

    def __init__(self, known: _Known, ranks: list[int], kept: set[Key]) -> None:
        self._known = known
        self._ranks = ranks
        self._kept = kept
        self._points = {rank: list(self._points_of(rank)) for rank in ranks}
        self._begins: dict[Key, int] = {}
        self._ends: dict[Key, int] = {}
        self._gaps: list[Gap] = []
        self._bottom = dict.fromkeys(ranks, 0)
        """Of each rank: the first row that is free."""
        self._dots = dict.fromkeys(ranks, -1)
        """Of each rank: the last row, if only ends of operations are in it."""

    def _points_of(self, rank: int) -> Iterator[_Point]:
        own = self._known.calls.get(rank, ())
        last = max((call.event for call in own if call.key in self._kept), default=-1)
        found: list[tuple[int, bool, Call]] = []
        for call in own:
            found.append((call.event, False, call))
            if call.end is not None and call.key in self._kept:
                found.append((call.end, True, call))
        left_out = 0
        for _, is_end, call in sorted(found, key=lambda one: one[:2]):
            if call.key not in self._kept:
                left_out += 1
                continue
            yield _Point(call, is_end, left_out)
            left_out = 0
        if left_out and last >= 0:
            yield _Point(own[-1], is_end=True, gap=left_out)

    def excerpt(self) -> Excerpt:
        self._place_all()
        rows = max(self._bottom.values(), default=0)
        shown = {key: self._shown(self._known.by_key[key]) for key in sorted(self._kept)}
        result = Excerpt(self._ranks, shown, self._gaps, [], [], [], [], rows)
        for key in shown:
            self._join(key, result)
        return result

    def _shown(self, call: Call) -> Shown:
        end = self._ends.get(call.key)
        return Shown(call, self._begins[call.key], end, is_split=self._is_split(call))

    def _is_split(self, call: Call) -> bool:
        """Whether the rank began or ended something else before the call ended."""
        own = self._points[call.rank]
        at = next(i for i, point in enumerate(own) if point.call == call and not point.is_end)
        if call.end is None:
            return at + 1 < len(own)
        return own[at + 1].call != call or own[at + 1].gap > 0

    def _join(self, key: Key, result: Excerpt) -> None:
        call = self._known.by_key[key]
        if call.kind == Kind.SEND_BEGINS:
            to = self._known.received(call)
            if to in self._kept and to is not None:
                result.messages.append((key, to))
            elif to is None and call.peer in self._known.calls:
                result.lost.append(key)
            else:
                result.leaving.append(key)
            return
        is_received = call.kind == Kind.RECEIVE_BEGINS and call.source is not None
        if is_received and self._known.sent(call) not in self._kept:
            result.arriving.append(key)

    def _place_all(self) -> None:
        waiting = {rank: deque(points) for rank, points in self._points.items()}
        while any(waiting.values()):
            is_stuck = True
            for points in waiting.values():
                while points and self._is_ready(points[0], waits_for_members=True):
                    self._place(points.popleft())
                    is_stuck = False
            if is_stuck:
                # A member may leave a collective before another one enters it. Other cycles are in
                # damaged logs only.
                ready = [p for p in waiting.values() if p and self._is_ready(p[0])]
                points = next(iter(ready or filter(None, waiting.values())))
                self._place(points.popleft())

    def _is_ready(self, point: _Point, *, waits_for_members: bool = False) -> bool:
        if not point.is_end:
            return True
        sent = self._known.sent(point.call)
        causes = [sent] if sent is not None else []
        if waits_for_members:
            causes += self._known.others(point.call)
        return all(key in self._begins for key in causes if key in self._kept)

    def _place(self, point: _Point) -> None:
        call, rank = point.call, point.call.rank
        if point.gap:
            self._gaps.append(Gap(rank, self._bottom[rank], point.gap))
            self._bottom[rank] += 1
        if call.key not in self._kept:
            return
        if not point.is_end:
            self._begins[call.key] = self._bottom[rank]
            self._bottom[rank] += 1
            return
        causes = [key for key in (self._known.sent(call), *self._known.others(call))
                  if key is not None and key in self._begins]  # fmt: skip
        after = [self._begins[key] + (call.collective is None) for key in causes]
        first = self._begins.get(call.key, self._bottom[rank])
        if not self._is_split(call):
            row = max([first, *after])
        elif self._dots[rank] == self._bottom[rank] - 1:
            row = max([self._dots[rank], *after])
        else:
            row = max([self._bottom[rank], *after])
        if self._is_split(call):
            self._dots[rank] = row
        self._ends[call.key] = row
        self._bottom[rank] = row + 1
