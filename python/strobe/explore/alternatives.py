# SPDX-License-Identifier: BSD-3-Clause
"""Which other answers the receives, probes, tests and one-sided operations of a run could have got.

A message is an alternative for a receive if it was not sent because of what the receive got, and by
the rule of non-overtaking (MPI 4.1, section 3.5) it is the next one of its source. A test may find
an operation complete that did not complete because of what the test found. It may always find
nothing, as in Emmi, Qadeer and Rakamaric, "Delay-bounded scheduling" (2011): an operation is
delayed at most a given number of times, so that the search ends for loops of tests. A one-sided
operation or a lock may take effect before another one on which it depends, if it was not called
because of that one (accesses.py). In a loop that waits for memory to change it does so at most a
given number of times, too.

What happens because of what is found by following the events of all ranks (Lamport, 1978; vector
clocks: Mattern, 1989). Choices that do not depend on each other are kept when one of them is
changed, so that two that commute are tried once: Vo, Aananthakrishnan, Gopalakrishnan and others,
"A scalable and distributed dynamic formal verifier for MPI programs" (2010), for receives; Flanagan
and Godefroid, "Dynamic partial-order reduction for model checking software" (2005), in general.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterator, Sequence

from strobe.coscheduling import happens_before
from strobe.explore.accesses import Access
from strobe.explore.history import History
from strobe.explore.operations import (
    NOTHING,
    Answer,
    Choice,
    Choices,
    Operation,
    Path,
    Poll,
    fits,
)
from strobe.explore.turns import Thread, Turn, overtakings
from strobe.records.order_log import ANY, Event, Kind, Scope


class Affected:
    """What may be different in a run in which one answer is changed: on each rank the events from
    one on, and the operations that may get another message."""

    def __init__(self, run: History) -> None:
        self._run = run
        self.since = [len(events) for events in run.orders]
        self._operations: set[tuple[int, int]] = set()
        """By rank and begin."""
        self._events: list[tuple[int, int]] = []
        self._next: list[Operation] = []
        self.accesses: set[Choice] = set()
        self._next_accesses: list[Access] = []

    @classmethod
    def by(cls, run: History, changed: Operation | Poll | Turn) -> Affected:
        """By another answer of this one."""
        affected = cls(run)
        if isinstance(changed, Poll):
            affected._events.append((changed.rank, changed.begin + 1))
        elif isinstance(changed, Turn):
            affected._events.append((changed.rank, changed.begin))
        else:
            affected._touch(changed)
        affected._follow()
        return affected

    def add(self, later: Access) -> None:
        """This one takes effect later, too."""
        self._touch_access(later)
        self._follow()

    def _follow(self) -> None:
        while self._events or self._next or self._next_accesses:
            while self._next:
                self._change(self._next.pop())
            while self._next_accesses:
                self._change_access(self._next_accesses.pop())
            if self._events:
                self._lower(*self._events.pop())

    def has(self, one: Operation) -> bool:
        """Whether an operation may get another message, or none."""
        return one.looks >= self.since[one.rank] or (one.rank, one.begin) in self._operations

    def has_answer(self, one: Operation | Poll | Access | Turn) -> bool:
        """Whether the answer of one may be different, or impossible."""
        if isinstance(one, Access):
            return one.choice in self.accesses
        if isinstance(one, Turn):
            # One that ends a call can only be when the operation has ended.
            return self.since[one.rank] <= one.begin + (not one.begins_call)
        if isinstance(one, Operation):
            return self.has(one)
        return (one.end is not None and self.since[one.rank] <= one.end) or any(
            self.has(receive) for receive in self._run.received_by(one)
        )

    def _touch(self, one: Operation) -> None:
        key = one.rank, one.begin
        if key not in self._operations:
            self._operations.add(key)
            self._next.append(one)

    def _change(self, one: Operation) -> None:
        if one.end is not None:
            self._lower(one.rank, one.end)
        if not one.takes:
            return
        self._events += self._run.sends_completed_by(one)
        # A receive that was posted later may have got what this one can get.
        for other in self._run.begun_between(one.rank, one.begin + 1, self.since[one.rank]):
            message = self._run.got(other)
            if message is not None and one.may_name(other.source) and fits(one, message):
                self._touch(other)
        # So may a probe of another thread that waited when it was posted.
        for other in self._run.probes_over(one.rank, one.begin):
            message = self._run.got(other)
            if message is None or (one.may_name(other.source) and fits(one, message)):
                self._touch(other)

    def _touch_access(self, one: Access) -> None:
        if one.choice not in self.accesses:
            self.accesses.add(one.choice)
            self._next_accesses.append(one)

    def _change_access(self, one: Access) -> None:
        if one.end is not None:
            self._events.append((one.rank, one.end))
        for later in self._run.accesses.later.get(one.choice, ()):
            self._touch_access(later)

    def _lower(self, rank: int, since: int) -> None:
        before = self.since[rank]
        self.since[rank] = min(since, before)
        for number in range(since, before):
            event = self._run.orders[rank][number]
            if event.kind == Kind.COLLECTIVE_BEGINS:
                self._events += self._run.ends_of_collective(event, rank)
            elif event.kind == Kind.ACCESS_BEGINS:
                self._touch_access(self._run.accesses.by_begin[rank, number])
            elif event.kind == Kind.LOCK_RELEASED:
                lock = self._run.accesses.lock_of_release[rank, number]
                for later in self._run.accesses.later.get(lock.choice, ()):
                    self._touch_access(later)
            elif (seen := self._run.accesses.signals.get((rank, number))) is not None:
                self._events.append(seen)
            for one in self._run.moved_by(rank, number):
                self._touch(one)


class Run(History):
    """A run, and the other runs that could have been."""

    def __init__(self, orders: Sequence[Sequence[Event]]) -> None:
        super().__init__(orders)
        self.is_bounded = False
        """Whether `alternatives` has left out some that delay an operation once more."""

    @property
    def choices(self) -> dict[Choice, Answer]:
        """What each receive, probe and test got."""
        answers = ((one.choice, self._answer(one)) for one in self.operations)
        return {choice: answer for choice, answer in answers if answer is not None}

    @property
    def path(self) -> Path:
        """The same in an order in which they can have begun: the sum of a vector clock grows with
        each event that happens later."""
        began = {one.choice: sum(self._clocks[one.choice[0]][one.begin]) for one in self.operations}
        order = sorted(self.operations, key=lambda one: (began[one.choice], one.choice))
        return [(one.choice, self._answer(one)) for one in order]

    def unmet(self, forced: Choices) -> bool:
        """Whether an operation waits in vain for what was chosen for it."""
        for one in self.operations:
            if one.choice not in forced or one.end is not None:
                continue
            if isinstance(one, Access):
                if one.performed is None:
                    return True
                continue
            if isinstance(one, Turn):
                continue
            if isinstance(one, Poll) or self._message_of(one) is None:
                return True
        return any(
            isinstance(answer, Thread) and number == self._choices[rank]
            for (rank, number), answer in forced.items()
        )

    def differs(self, forced: Choices) -> bool:
        """Whether an operation got something else than what was chosen for it: the program does not
        do the same in each run."""
        return any(
            (isinstance(one, Access) or one.end is not None)
            and (answer := self._answer(one)) is not None
            and forced.get(one.choice, answer) != answer
            for one in self.operations
        )

    def alternatives(self, delays: int = 1) -> Iterator[dict[Choice, Answer]]:
        """Choices for other runs: one operation gets something else, and what depends on it is
        left open. No operation is delayed more than so many times more than it must be."""
        for rank in range(len(self.orders)):
            yield from self._alternatives_of_turns(rank, delays)
        delayed: dict[int, _Delayed] = {}
        for one in self.operations:
            if isinstance(one, Turn):
                continue
            if isinstance(one, Poll):
                yield from self._alternatives_of_poll(
                    one, delays, delayed.setdefault(one.rank, _Delayed(self))
                )
            elif isinstance(one, Access):
                yield from self._alternatives_of_access(one, delays)
            else:
                yield from self._alternatives_of_receive(one)

    def _alternatives_of_turns(self, rank: int, delays: int) -> Iterator[dict[Choice, Answer]]:
        for one in overtakings(self._turns[rank], self._pending[rank]):
            if one.waited > delays:
                self.is_bounded = True
                continue
            kept = self._kept(one.turn, Affected.by(self, one.turn))
            yield {**kept, one.turn.choice: Thread(one.thread)}

    def _alternatives_of_receive(self, one: Operation) -> Iterator[dict[Choice, Answer]]:
        others = [
            source
            for source in range(len(self.orders))
            if source != one.source and self._next_message(one, source) is not None
        ]
        if not others:
            return
        affected = Affected.by(self, one)
        kept = self._kept(one, affected)
        if one.waits and affected.since[one.rank] == one.end:
            # No other thread goes on before the probe finds the other message.
            kept.update(
                (turn.choice, turn.answer) for turn in self._turns[one.rank]
                if turn.begin + 1 == one.end
            )  # fmt: skip
        for source in others:
            if self._could_get(one, source, affected):
                yield {**kept, one.choice: source}

    def _alternatives_of_poll(
        self, poll: Poll, delays: int, delayed: _Delayed
    ) -> Iterator[dict[Choice, Answer]]:
        if poll.answer is None:
            return
        affected = Affected.by(self, poll)
        kept = self._kept(poll, affected)
        for answer in self._other_answers(poll, affected):
            if answer == NOTHING and delayed.most(poll) >= delays:
                self.is_bounded = True
                continue
            yield {**kept, poll.choice: answer}
        if poll.answer == NOTHING:
            delayed.add(poll)

    def _alternatives_of_access(self, one: Access, delays: int) -> Iterator[dict[Choice, Answer]]:
        for other in self.accesses.last_before(one, frozenset()):
            affected = self._affected_by_going_before(one, other)
            if affected is None:
                continue
            if self._waited(one, other) > delays:
                self.is_bounded = True
                continue
            answer = self.accesses.answer(one, affected.accesses)
            yield {**self._kept(one, affected), one.choice: answer}

    def _affected_by_going_before(self, one: Access, other: Access) -> Affected | None:
        """What may be different if an access takes effect before another one; None if it cannot."""
        affected = Affected(self)
        later = [other]
        while later:
            for each in later:
                affected.add(each)
            # A lock that would be held now has to come later, too.
            later = [
                lock for lock in self.accesses.before[one.choice]
                if lock.is_lock and lock.choice not in affected.accesses
                and (lock.released is None or affected.since[lock.rank] <= lock.released)
            ]  # fmt: skip
        is_first = one.begin < affected.since[one.rank] and not any(
            earlier.is_ordered_with(one) and earlier.choice in affected.accesses
            for earlier in self.accesses.before[one.choice]
        )
        return affected if is_first else None

    def _waited(self, one: Access, other: Access) -> int:
        """How many times the program has seen the same memory in the loop that has called an
        access, although the other one could have come first."""
        begin = self._clocks[other.rank][other.begin]
        waited = 0
        for round_before in self.accesses.repeats(one):
            end = round_before.end
            if end is None or begin[one.rank] > end:
                break
            waited += 1
        return waited

    def _could_get(self, one: Operation, source: int, affected: Affected) -> bool:
        message = self._next_message(one, source)
        return message is not None and message.sent < affected.since[source]

    # Polls.

    def _other_answers(self, poll: Poll, affected: Affected) -> Iterator[Answer]:
        if poll.scope == Scope.PROBE:
            yield from self._other_messages(poll, affected)
            return
        found = poll.found
        addable = [
            at for at in poll.begins if at not in found and self._could_end(poll, at, affected)
        ]
        loses = NOTHING if not poll.blocks and not poll.known else None
        if poll.scope == Scope.ALL:
            if len(addable) == len(poll.begins) and not found:
                yield tuple(sorted(poll.begins))
            elif found and loses is not None:
                yield loses
            return
        if poll.scope == Scope.ANY:
            yield from ((at,) for at in addable)
            if found and loses is not None:
                yield loses
            return
        for at in addable:
            yield tuple(sorted(found | {at}))
        for at in found - poll.known:
            rest = tuple(sorted(found - {at}))
            if rest or loses is not None:
                yield rest

    def _other_messages(self, poll: Poll, affected: Affected) -> Iterator[Answer]:
        probe = self._begun[poll.rank][poll.begin]
        sources = range(len(self.orders)) if poll.source is None else [poll.source]
        for source in sources:
            if source != poll.answer and self._could_get(probe, source, affected):
                yield source
        if isinstance(poll.answer, int) and not any(
            self._knows_of_message(probe, source) for source in sources
        ):
            yield NOTHING

    def _could_end(self, poll: Poll, at: int, affected: Affected) -> bool:
        """Whether an operation could be complete, whatever the poll has found."""
        rank, begin = poll.rank, poll.begins[at]
        event = self.orders[rank][begin]
        if event.kind == Kind.ACCESS_BEGINS:
            return not affected.has_answer(self.accesses.by_begin[rank, begin])
        if event.kind == Kind.RECEIVE_BEGINS:
            one = self._begun[rank][begin]
            name = self._message_of(one)
            if name is None:
                sources = filter(one.may_name, range(len(self.orders)))
                return any(self._could_get(one, source, affected) for source in sources)
            message = self._sent.get(name)
            return message is not None and message.sent < affected.since[name[0]]
        if event.kind == Kind.SEND_BEGINS and event.members:
            takers = self._takers.get((rank, event.peer, event.number), [])
            return not any(one.takes and affected.has(one) for one in takers)
        if event.kind == Kind.COLLECTIVE_BEGINS:
            begun = self._collectives[event.peer, event.number]
            return all(
                number < affected.since[other]
                for other, number in begun.items()
                if other != rank and happens_before.flows(event, other, rank)
            ) and (happens_before.needs_few(event) or len(begun) >= event.members)  # fmt: skip
        return True

    # What depends on what.

    def _kept(
        self, changed: Operation | Poll | Access | Turn, affected: Affected
    ) -> dict[Choice, Answer]:
        """The choices of operations that do not depend on what this one got."""
        return {
            one.choice: answer
            for one in self.operations
            if one is not changed and (answer := self._answer(one)) is not None
            and not affected.has_answer(one)
        }  # fmt: skip


class _Delayed:
    """How often the polls of a rank so far have found nothing although they could."""

    def __init__(self, run: History) -> None:
        self._run = run
        self._requests: Counter[int] = Counter()
        """By the event that began an operation."""
        self._probes: dict[tuple[int | None, int, int], list[int]] = {}
        """By the source, the tag and the communicator: when the probes ended, in this order."""

    def add(self, poll: Poll) -> None:
        """This poll found nothing."""
        if poll.scope != Scope.PROBE:
            self._requests.update(
                begin for begin in poll.begins.values() if self._run.has_delayed(poll, begin)
            )
            return
        event = self._run.orders[poll.rank][poll.begin]
        ends = self._probes.setdefault((poll.source, event.tag, event.context), [])
        insort(ends, poll.begin if poll.end is None else poll.end)

    def most(self, poll: Poll) -> int:
        """The most delays of an operation that a poll found."""
        if poll.scope != Scope.PROBE:
            return max(self._requests[poll.begins[at]] for at in poll.found)
        assert isinstance(poll.answer, int)
        found = self._run.found_by(poll)
        if found is None:
            return 0
        tag, context, sent = found
        return sum(
            len(ends) - bisect_left(ends, sent)
            for (source, own_tag, own_context), ends in self._probes.items()
            if source in (None, poll.answer) and own_context == context and own_tag in (ANY, tag)
        )
