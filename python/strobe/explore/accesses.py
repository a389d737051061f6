# SPDX-License-Identifier: BSD-3-Clause
"""One-sided operations and locks of windows, as the order of a run has them.

Such an operation takes effect at some time between its call and the one that completes it. Two
depend on each other if the result may depend on which of them comes first: one of two that overlap
writes, and they are not accumulates with the same commutative operator and without a result; or one
of two locks is exclusive.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum

import msgspec

from strobe.records.order_log import Event, Kind

Choice = tuple[int, int]
"""The rank of an operation, and its number among those of its rank that have a choice, from 0."""
Position = tuple[int, int]
"""Of an event: its rank, and its number there."""
_WRITES, _HAS_RESULT, _IS_ACCUMULATE = 4, 8, 16
_KINDS = 3


class AccessKind(IntEnum):
    """As runtime::Access::Kind (src/bcs/runtime/access_order.hpp)."""

    MEMORY = 0
    SHARED_LOCK = 1
    EXCLUSIVE_LOCK = 2


class After(msgspec.Struct, frozen=True):
    """When an operation takes effect: after these others on which it depends, and before all other
    ones. An operation that comes before one of them is left out."""

    after: tuple[Choice, ...]


class Access(msgspec.Struct, frozen=True):
    """An operation on the part of a window that belongs to a rank, or its lock."""

    choice: Choice
    begin: int
    end: int | None
    """The event at which the program knows that it has taken effect; None where it never knew."""
    place: int
    window: int
    target: int
    first: int
    bytes: int
    kind: int
    writes: bool
    has_result: bool
    is_accumulate: bool
    commutes: int
    performed: tuple[int, int, int] | None
    """The slice, the rank and the event at which it took effect, which sort by time; None of one
    that has not."""
    leaves_memory: bool
    """Whether the memory was the same after it."""
    released: int | None
    """The event that released a lock; None of one that is held to the end."""

    @property
    def rank(self) -> int:
        """The rank that called it."""
        return self.choice[0]

    @property
    def part(self) -> tuple[int, int]:
        """The window, and the rank whose memory it is."""
        return self.window, self.target

    @property
    def is_lock(self) -> bool:
        """Whether it is a lock, and not an access to memory."""
        return self.kind != AccessKind.MEMORY

    @property
    def site(self) -> tuple[int, ...]:
        """The same for an operation that a loop repeats."""
        return self.rank, self.place, self.window, self.target, self.first, self.bytes

    def depends_on(self, other: Access) -> bool:
        """Whether the order of the two may make a difference."""
        if self.part != other.part or self.is_lock is not other.is_lock:
            return False
        if self.is_lock:
            return AccessKind.EXCLUSIVE_LOCK in (self.kind, other.kind)
        if self.first + self.bytes <= other.first or other.first + other.bytes <= self.first:
            return False
        if not self.writes and not other.writes:
            return False
        do_commute = self.commutes != 0 and self.commutes == other.commutes
        return not do_commute or self.has_result or other.has_result

    def is_ordered_with(self, other: Access) -> bool:
        """Whether MPI orders the two as the program does (MPI 4.1, section 12.7.2)."""
        return self.rank == other.rank and self.is_accumulate and other.is_accumulate


def access(
    choice: Choice, begin: int, end: int | None, events: Sequence[Event], about: Sequence[int]
) -> Access:
    """The access that begins with an event; `about` are the numbers of the others about it."""
    first = events[begin]
    where, performed, leaves_memory, released = None, None, True, None
    for number in about:
        event = events[number]
        if event.kind == Kind.ACCESS_BYTES:
            where = event
        elif event.kind == Kind.ACCESS_PERFORMED:
            performed, leaves_memory = (event.number, choice[0], number), event.is_free
        elif event.kind == Kind.LOCK_RELEASED:
            released = number
    bits = first.members
    at = 0 if where is None else where.peer | where.number << 32
    return Access(
        choice=choice,
        begin=begin,
        end=end,
        place=first.of,
        window=first.context,
        target=first.peer,
        # A signed number of 64 bits.
        first=at - (1 << 64) if at >> 63 else at,
        bytes=0 if where is None else where.tag << 32 | where.context,
        kind=bits & _KINDS,
        writes=bool(bits & _WRITES),
        has_result=bool(bits & _HAS_RESULT),
        is_accumulate=bool(bits & _IS_ACCUMULATE),
        commutes=first.number,
        performed=performed,
        leaves_memory=leaves_memory,
        released=released,
    )


def about_accesses(events: Sequence[Event]) -> dict[int, list[int]]:
    """The events of a rank about each access, by the event that begins it."""
    about: dict[int, list[int]] = {}
    for number, event in enumerate(events):
        if event.kind in (Kind.ACCESS_BYTES, Kind.ACCESS_PERFORMED, Kind.LOCK_RELEASED):
            about.setdefault(event.of, []).append(number)
    return about


class Accesses:
    """All accesses of a run, and which of them came before which."""

    def __init__(self, accesses: Sequence[Access], orders: Sequence[Sequence[Event]]) -> None:
        self.by_choice = {one.choice: one for one in accesses}
        self.by_begin = {(one.rank, one.begin): one for one in accesses}
        self.before: dict[Choice, list[Access]] = {}
        """Of each access: the earlier ones on which it depends."""
        self.later: dict[Choice, list[Access]] = {}
        """The other way round."""
        self.lock_of_release = {
            (one.rank, one.released): one for one in accesses if one.released is not None
        }
        self.signals = _signals(orders)
        """The event that sees a signal, by that which gives it."""
        self._idle: dict[tuple[int, ...], list[Access]] = {}
        parts: dict[tuple[int, int], list[Access]] = {}
        done = [one for one in accesses if one.performed is not None]
        left = [one for one in accesses if one.performed is None]
        self.in_order = [*sorted(done, key=lambda one: one.performed or ()), *left]
        for one in self.in_order:
            earlier = parts.setdefault(one.part, [])
            self.before[one.choice] = [other for other in earlier if one.depends_on(other)]
            for other in self.before[one.choice]:
                self.later.setdefault(other.choice, []).append(one)
            if one.performed is not None:
                earlier.append(one)
        for one in accesses:
            self._idle.setdefault(one.site, []).append(one)

    def last_before(self, one: Access, left_out: frozenset[Choice] | set[Choice]) -> list[Access]:
        """Those before an access that come before no other one of them, without some."""
        before = [other for other in self.before[one.choice] if other.choice not in left_out]
        covered = {first.choice for other in before for first in self.before[other.choice]}
        return [other for other in before if other.choice not in covered]

    def answer(self, one: Access, left_out: frozenset[Choice] | set[Choice] = frozenset()) -> After:
        """When an access takes effect, if the ones left out come later."""
        return After(tuple(sorted(other.choice for other in self.last_before(one, left_out))))

    def repeats(self, one: Access) -> Iterator[Access]:
        """The accesses of the same line right before one, the last first, as long as each saw the
        memory and left it as it was: rounds of a loop that waits for a change."""
        same = self._idle[one.site]
        for earlier in reversed(same[: same.index(one)]):
            if not earlier.leaves_memory or not earlier.has_result:
                return
            yield earlier

    def causes(self, ends: Sequence[Mapping[int, int]]) -> dict[Position, list[Position]]:
        """The events of other ranks because of which one happens: the begins and the releases of
        accesses that took effect before one of which it tells, and the signals that it sees.
        `ends` has the event of the end by that of the begin, for each rank."""
        found: dict[Position, list[Position]] = {
            seen: [given] for given, seen in self.signals.items()
        }
        known: dict[Choice, dict[int, int]] = {}
        """Of each access: the last event of each rank that happened before it took effect."""
        for one in self.in_order:
            last = known[one.choice] = {one.rank: one.begin}
            for other in self.before[one.choice]:
                _raise(last, known[other.choice])
                if other.released is not None and one.performed is not None:
                    _raise(last, {other.rank: other.released})
            end = ends[one.rank].get(one.begin)
            if end is not None:
                found.setdefault((one.rank, end), []).extend(
                    (rank, number) for rank, number in last.items() if rank != one.rank
                )
        return found


def _raise(last: dict[int, int], more: Mapping[int, int]) -> None:
    for rank, number in more.items():
        last[rank] = max(last.get(rank, -1), number)


def _signals(orders: Sequence[Sequence[Event]]) -> dict[Position, Position]:
    """The n-th signal of a kind from one rank to another is the n-th that this one sees."""
    given: dict[tuple[int, ...], Position] = {}
    counts: Counter[tuple[int, ...]] = Counter()
    for kind in (Kind.SIGNAL, Kind.SIGNAL_SEEN):
        for rank, events in enumerate(orders):
            for number, event in enumerate(events):
                if event.kind != kind:
                    continue
                pair = (rank, event.peer) if kind == Kind.SIGNAL else (event.peer, rank)
                key = (*pair, event.tag, event.context)
                counts[(kind, *key)] += 1
                given[(kind, *key, counts[(kind, *key)])] = rank, number
    return {
        at: given[(Kind.SIGNAL_SEEN, *name[1:])]
        for name, at in given.items()
        if name[0] == Kind.SIGNAL and (Kind.SIGNAL_SEEN, *name[1:]) in given
    }
