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
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from strobe.base import units
from strobe.coscheduling import happens_before
from strobe.explore import accesses
from strobe.explore.accesses import Access, Accesses, After, about_accesses, access
from strobe.explore.turns import Thread, Turn, overtakings, pending_probe, turn
from strobe.records.order_log import ANY, ANY_SOURCE, Event, Kind, Scope

Choice = accesses.Choice
"""The rank of an operation, and its number among those of its rank that have a choice, from 0."""
Answer = int | tuple[int, ...] | After | Thread
"""The source of what a receive or a probe gets, or the positions in their array of the requests
that a test finds complete; an empty tuple: a test or a probe finds nothing. Of a one-sided
operation or a lock: after which others it takes effect. Of a turn: the thread that goes on."""
Choices = Mapping[Choice, Answer]
Path = Sequence[tuple[Choice, Answer | None]]
"""Choices of a run. A choice comes after the choices that it depends on; None: it got nothing."""
NOTHING: Answer = ()
NEVER = 1 << 62
"""After all events."""
NO_CHOICE = -1
"""The number of an operation that names its source."""

_Name = tuple[int, int, int]
"""Of a message: its source, its destination, and its number among those between them."""


def operation_in_words(choice: Choice) -> str:
    """An operation whose call is not known."""
    return f"operation {choice[1]} of rank {choice[0]}"


def in_words(answer: Answer | None, name: Callable[[Choice], str] = operation_in_words) -> str:
    """What an operation got, or when it takes effect; None where it waits for ever."""
    if answer is None:
        return "no message"
    if isinstance(answer, After):
        others = units.listed([name(other) for other in answer.after])
        return f"after {others}" if others else "before all others"
    if isinstance(answer, Thread):
        return f"thread {answer.number}"
    if isinstance(answer, int):
        return f"the message of rank {answer}"
    if not answer:
        return "nothing"
    return f"{'request' if len(answer) == 1 else 'requests'} {', '.join(map(str, answer))}"


class Operation(msgspec.Struct, frozen=True):
    """A receive or a probe: when it began, and when the program first knew of its end, as numbers
    of events of its rank; None where it never knew."""

    choice: Choice
    begin: int
    end: int | None
    source: int | None
    """That of the message that it got, or was told to get; None where it got nothing."""
    number: int | None
    """Of the message that it got, among those of its source."""
    place: int
    tag: int
    context: int
    takes: bool
    """Whether it is a receive."""
    waits: bool = False
    """Whether it is a blocking probe of one of several threads."""

    @property
    def rank(self) -> int:
        """The rank that called it."""
        return self.choice[0]

    @property
    def looks(self) -> int:
        """The event at which it finds what no earlier receive has taken. A blocking probe does so
        at its end, and other threads may have received something since its begin."""
        if not self.waits:
            return self.begin
        return self.end if self.end is not None else NEVER

    @property
    def answer(self) -> Answer | None:
        """What it got."""
        return self.source

    def may_name(self, source: int | None) -> bool:
        """Whether it may get a message of this source, as the program names sources."""
        return self.choice[1] != NO_CHOICE or source == self.source


class Poll(msgspec.Struct, frozen=True):
    """A test, a nonblocking probe, or a call that waits for some of several requests."""

    choice: Choice
    begin: int
    end: int | None
    answer: Answer | None
    """None where it waits for ever."""
    place: int
    scope: int
    blocks: bool
    begins: Mapping[int, int]
    """The event that began each operation, by its position; the poll itself for an operation that
    is complete at once."""
    known: frozenset[int]
    """The positions of operations that the program knew to be complete."""
    source: int | None
    """Of a probe: the source that it names."""

    @property
    def rank(self) -> int:
        """The rank that called it."""
        return self.choice[0]

    @property
    def found(self) -> frozenset[int]:
        """The positions of the requests that it found complete."""
        return frozenset(self.answer if isinstance(self.answer, tuple) else ())


class _Message(msgspec.Struct, frozen=True):
    """A message: its number among those to its destination, and the event that sent it."""

    number: int
    sent: int
    tag: int
    context: int


class _Affected:
    """What may be different in a run in which one answer is changed: on each rank the events from
    one on, and the operations that may get another message."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self.since = [len(events) for events in run.orders]
        self._operations: set[tuple[int, int]] = set()
        """By rank and begin."""
        self._events: list[tuple[int, int]] = []
        self._next: list[Operation] = []
        self.accesses: set[Choice] = set()
        self._next_accesses: list[Access] = []

    @classmethod
    def by(cls, run: Run, changed: Operation | Poll | Turn) -> _Affected:
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
            if message is not None and one.may_name(other.source) and _fits(one, message):
                self._touch(other)
        # So may a probe of another thread that waited when it was posted.
        for other in self._run.probes_over(one.rank, one.begin):
            message = self._run.got(other)
            if message is None or (one.may_name(other.source) and _fits(one, message)):
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


class Run:
    """What happened in one run."""

    def __init__(self, orders: Sequence[Sequence[Event]]) -> None:
        self.orders = orders
        self.operations: list[Operation | Poll | Access | Turn] = []
        """Those with a choice."""
        self.is_bounded = False
        """Whether `alternatives` has left out some that delay an operation once more."""
        self._messages: dict[tuple[int, int], list[_Message]] = {}
        self._begun: list[dict[int, Operation]] = [{} for _ in orders]
        """The receives and probes of each rank, by the event that began them."""
        self._begins: list[list[int]] = []
        """These events, in their order."""
        self._sent: dict[_Name, _Message] = {}
        self._takers: dict[_Name, list[Operation]] = {}
        self._ends: list[dict[int, int]] = []
        """Of each rank: when it first knows of the end of an operation, by begin."""
        self._collectives: dict[tuple[int, int], dict[int, int]] = {}
        for rank, events in enumerate(orders):
            self._read_begins(rank, events)
            self._ends.append(_ends(events))
        self._choices: list[int] = []
        """How many operations of each rank have a choice."""
        self._probes: list[list[Operation]] = [[] for _ in orders]
        """The blocking probes of ranks whose threads go on in turns."""
        self._pending: list[list[Turn]] = [[] for _ in orders]
        """Of each rank: the ends of its blocking probes that have never come."""
        self._turns: list[list[Turn]] = []
        """Of each rank whose threads go on in turns."""
        for rank, events in enumerate(orders):
            self._read_operations(rank, events)
            self._begins.append(sorted(self._begun[rank]))
        # What was received and not seen follows from what was seen.
        for is_seen in (True, False):
            for one in self._all_operations():
                name = self._message_of(one) if (one.number is not None) is is_seen else None
                if name is not None:
                    self._takers.setdefault(name, []).append(one)
        one_sided = [one for one in self.operations if isinstance(one, Access)]
        self.accesses = Accesses(one_sided, orders)
        self._clocks = happens_before.clocks(orders, self.accesses.causes(self._ends))
        self._answers = {
            one.choice: self.accesses.answer(one)
            for one in self.accesses.in_order if one.performed is not None
        }  # fmt: skip

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

    def _answer(self, one: Operation | Poll | Access | Turn) -> Answer | None:
        """What an operation got; None where it waits for ever."""
        return self._answers.get(one.choice) if isinstance(one, Access) else one.answer

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
            kept = self._kept(one.turn, _Affected.by(self, one.turn))
            yield {**kept, one.turn.choice: Thread(one.thread)}

    def _alternatives_of_receive(self, one: Operation) -> Iterator[dict[Choice, Answer]]:
        others = [
            source
            for source in range(len(self.orders))
            if source != one.source and self._next_message(one, source) is not None
        ]
        if not others:
            return
        affected = _Affected.by(self, one)
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
        affected = _Affected.by(self, poll)
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

    def _affected_by_going_before(self, one: Access, other: Access) -> _Affected | None:
        """What may be different if an access takes effect before another one; None if it cannot."""
        affected = _Affected(self)
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

    # Events.

    def _read_begins(self, rank: int, events: Sequence[Event]) -> None:
        for number, event in enumerate(events):
            if event.kind == Kind.SEND_BEGINS:
                message = _Message(event.number, number, event.tag, event.context)
                self._messages.setdefault((rank, event.peer), []).append(message)
                self._sent[rank, event.peer, event.number] = message
            elif event.kind == Kind.COLLECTIVE_BEGINS:
                self._collectives.setdefault((event.peer, event.number), {})[rank] = number

    def _read_operations(self, rank: int, events: Sequence[Event]) -> None:
        got = {
            event.context if event.kind == Kind.POLL_FINDS else event.of: event
            for event in events
            if event.kind in (Kind.RECEIVE_ENDS, Kind.RECEIVE_MATCHED)
            or (event.kind == Kind.POLL_FINDS and event.is_free)
        }
        about = about_accesses(events)
        turns = _turns(events)
        do_posts_tell = bool(turns) and any(
            event.kind == Kind.SEND_BEGINS and event.members and event.peer == rank
            for own in self.orders for event in own
        )  # fmt: skip
        self._turns.append([])
        probes: dict[int, tuple[int, Choice]] = {}
        """The blocking probe of a thread: the event that began it."""
        thread = 0
        choices = 0
        for number, event in enumerate(events):
            if event.kind == Kind.THREAD_GOES:
                thread = event.peer
                own = turn((rank, choices), number, turns[number], events,
                           do_posts_tell=do_posts_tell)  # fmt: skip
                self.operations.append(own)
                self._turns[rank].append(own)
                choices += 1
                continue
            if event.kind == Kind.PROBE_BEGINS:
                probes[thread] = number, (rank, choices)
                choices += 1
                continue
            if event.kind == Kind.ACCESS_BEGINS:
                end = self._ends[rank].get(number)
                found = access((rank, choices), number, end, events, about.get(number, ()))
                self.operations.append(found)
                choices += 1
                continue
            if event.kind not in (Kind.RECEIVE_BEGINS, Kind.PROBE_ENDS, Kind.POLL_BEGINS):
                continue
            is_poll = event.kind == Kind.POLL_BEGINS
            has_choice = event.is_free or is_poll
            begin = number
            if event.kind == Kind.PROBE_ENDS and has_choice and thread in probes:
                begin, choice = probes.pop(thread)
            else:
                choice = rank, choices if has_choice else NO_CHOICE
                choices += has_choice
            poll = _poll(choice, number, events) if is_poll else None
            if poll is None or poll.scope == Scope.PROBE:
                is_probe = event.kind == Kind.PROBE_ENDS
                message = event if is_probe else got.get(number)
                told = event.peer if event.kind == Kind.RECEIVE_BEGINS else ANY_SOURCE
                one = Operation(
                    choice=choice,
                    begin=begin,
                    end=number if is_probe else self._ends[rank].get(number),
                    source=message.peer if message is not None else _source(told),
                    number=message.number if message is not None else None,
                    place=event.of,
                    tag=event.tag,
                    context=event.context,
                    takes=event.kind == Kind.RECEIVE_BEGINS,
                    waits=begin != number,
                )
                self._begun[rank][begin] = one
                if one.waits:
                    self._probes[rank].append(one)
                if poll is None and has_choice:
                    self.operations.append(one)
            if poll is not None:
                self.operations.append(poll)
        for thread, (begin, choice) in probes.items():
            event = events[begin]
            self._pending[rank].append(pending_probe(event, thread))
            waiting = Operation(
                choice=choice,
                begin=begin,
                end=None,
                source=_source(event.peer),
                number=None,
                place=event.of,
                tag=event.tag,
                context=event.context,
                takes=False,
                waits=True,
            )
            self._begun[rank][begin] = waiting
            self._probes[rank].append(waiting)
            self.operations.append(waiting)
        self._choices.append(choices)

    def _all_operations(self) -> Iterator[Operation]:
        for begun in self._begun:
            yield from begun.values()

    # What happens because of what.

    def received_by(self, poll: Poll) -> Iterator[Operation]:
        """The receives that a poll found complete, or the message that it found."""
        begun = self._begun[poll.rank]
        begins = [poll.begins[at] for at in poll.found]
        for begin in begins if poll.scope != Scope.PROBE else [poll.begin]:
            if begin in begun:
                yield begun[begin]

    def moved_by(self, rank: int, number: int) -> Sequence[Operation]:
        """The operations that may change with an event."""
        event = self.orders[rank][number]
        if event.kind == Kind.SEND_BEGINS:
            return self._takers.get((rank, event.peer, event.number), [])
        one = self._begun[rank].get(number)
        return [] if one is None else [one]

    def begun_between(self, rank: int, first: int, end: int) -> Iterator[Operation]:
        """The operations of a rank that were begun from one event on and before another."""
        begins = self._begins[rank]
        for begin in begins[bisect_left(begins, first) : bisect_left(begins, end)]:
            yield self._begun[rank][begin]

    def probes_over(self, rank: int, at: int) -> Iterator[Operation]:
        """The blocking probes of other threads that begin before an event and end after it."""
        for one in self._probes[rank]:
            if one.begin < at and (one.end is None or at < one.end):
                yield one

    def got(self, one: Operation) -> _Message | None:
        """The message that an operation got."""
        name = self._message_of(one)
        return None if name is None else self._sent.get(name)

    def sends_completed_by(self, one: Operation) -> Iterator[tuple[int, int]]:
        """The rank and the event at which a sender knows of a receive."""
        message = self.got(one)
        if message is None or one.source is None:
            return
        if self.orders[one.source][message.sent].members:
            end = self._ends[one.source].get(message.sent)
            if end is not None:
                yield one.source, end

    def ends_of_collective(self, begin: Event, rank: int) -> Iterator[tuple[int, int]]:
        """The rank and the event at which other members know that one has called it."""
        for other, begun in self._collectives[begin.peer, begin.number].items():
            end = self._ends[other].get(begun)
            if end is not None and other != rank and happens_before.flows(begin, rank, other):
                yield other, end

    # Messages.

    def _message_of(self, one: Operation) -> _Name | None:
        """The message that an operation got, or that it has got unseen; None if there is none."""
        if one.source is None:
            return None
        if one.number is not None:
            return one.source, one.rank, one.number
        message = self._next_message(one, one.source) if one.takes else None
        return None if message is None else (one.source, one.rank, message.number)

    def _next_message(self, one: Operation, source: int) -> _Message | None:
        """The first message of a source that the operation may get, after those of operations that
        were begun before."""
        for message in self._messages.get((source, one.rank), []):
            takers = self._takers.get((source, one.rank, message.number), [])
            if _fits(one, message) and not any(
                taker.takes and taker.begin < one.looks for taker in takers
            ):
                return message
        return None

    def _could_get(self, one: Operation, source: int, affected: _Affected) -> bool:
        message = self._next_message(one, source)
        return message is not None and message.sent < affected.since[source]

    # Polls.

    def _other_answers(self, poll: Poll, affected: _Affected) -> Iterator[Answer]:
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

    def _other_messages(self, poll: Poll, affected: _Affected) -> Iterator[Answer]:
        probe = self._begun[poll.rank][poll.begin]
        sources = range(len(self.orders)) if poll.source is None else [poll.source]
        for source in sources:
            if source != poll.answer and self._could_get(probe, source, affected):
                yield source
        if isinstance(poll.answer, int) and not any(
            self._knows_of_message(probe, source) for source in sources
        ):
            yield NOTHING

    def _knows_of_message(self, probe: Operation, source: int) -> bool:
        """Whether the next message must have come before the probe: the program has got it, or a
        later one of its source."""
        message = self._next_message(probe, source)
        return message is not None and any(
            of == source and number >= message.number
            for of, _, number in self._must_have_come(probe)
        )

    def _must_have_come(self, probe: Operation) -> Iterator[_Name]:
        """The messages that the program has seen before a probe, and those of receives that were
        posted before one that it has seen, and could have got the message of that one."""
        events = self.orders[probe.rank]
        for event in events[: probe.begin]:
            if happens_before.tells_of_message(event):
                yield event.peer, probe.rank, event.number
        seen: list[tuple[int, _Message]] = []
        for begin in sorted(self._begun[probe.rank], reverse=True):
            one = self._begun[probe.rank][begin]
            name, message = self._message_of(one), self.got(one)
            if begin >= probe.begin or name is None or message is None:
                continue
            is_seen = one.end is not None and one.end < probe.begin
            if is_seen or (
                one.takes
                and any(one.may_name(source) and _fits(one, other) for source, other in seen)
            ):
                seen.append((name[0], message))
                yield name

    def _could_end(self, poll: Poll, at: int, affected: _Affected) -> bool:
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

    def has_delayed(self, poll: Poll, begin: int) -> bool:
        """Whether a poll did not find an operation that could have been complete."""
        one = self._begun[poll.rank].get(begin)
        message = None if one is None else self.got(one)
        if one is None or one.source is None or message is None:
            return True
        return self._is_sent_before(message, one.source, poll)

    def found_by(self, probe: Poll) -> tuple[int, int, int] | None:
        """The tag and the communicator of the message that a probe found, and the first event of
        its rank after which it was sent; None if the message is not known."""
        assert isinstance(probe.answer, int)
        message = self._next_message(self._begun[probe.rank][probe.begin], probe.answer)
        if message is None:
            return None
        sent = self._clocks[probe.answer][message.sent][probe.rank]
        return message.tag, message.context, sent

    def _is_sent_before(self, message: _Message, source: int, poll: Poll) -> bool:
        """Whether a message was not sent because of what a poll found."""
        end = poll.begin if poll.end is None else poll.end
        return self._clocks[source][message.sent][poll.rank] <= end

    # What depends on what.

    def _kept(
        self, changed: Operation | Poll | Access | Turn, affected: _Affected
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

    def __init__(self, run: Run) -> None:
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


def _turns(events: Sequence[Event]) -> dict[int, int]:
    """Of each turn: its first event, and the one after its last one."""
    begins = [number for number, event in enumerate(events) if event.kind == Kind.THREAD_GOES]
    return dict(zip(begins, [*begins[1:], len(events)], strict=False))


def _source(peer: int) -> int | None:
    return None if peer == ANY_SOURCE else peer


def _fits(one: Operation, message: _Message) -> bool:
    """Whether an operation may get a message, as its source allows."""
    return message.context == one.context and one.tag in (ANY, message.tag)


def _ends(events: Sequence[Event]) -> dict[int, int]:
    """The event at which a rank first knows of the end of an operation, by the event of its
    begin."""
    ends: dict[int, int] = {}
    for number, event in enumerate(events):
        if Kind.SEND_ENDS <= event.kind <= Kind.COLLECTIVE_ENDS or event.kind == Kind.ACCESS_ENDS:
            ends.setdefault(event.of, number)
        elif event.kind == Kind.POLL_FINDS:
            ends.setdefault(event.context, number)
    return ends


def _poll(choice: Choice, begin: int, events: Sequence[Event]) -> Poll:
    """The poll that begins with an event, read from the events up to its end."""
    first = events[begin]
    begins: dict[int, int] = {}
    known: set[int] = set()
    found: list[int] = []
    end = None
    for number in range(begin + 1, len(events)):
        event = events[number]
        if event.kind == Kind.POLL_OPERATION and event.peer == begin:
            begins[event.number] = event.of
            known |= {event.number} if event.is_free else set()
        elif event.kind == Kind.POLL_FINDS and event.of == begin:
            found.append(event.peer if first.members == Scope.PROBE else event.tag)
        elif event.kind == Kind.POLL_ENDS and event.of == begin:
            end = number
            break
    is_probe = first.members == Scope.PROBE
    answer: Answer = found[0] if is_probe and found else tuple(sorted(found))
    return Poll(
        choice=choice,
        begin=begin,
        end=end,
        answer=None if end is None else answer,
        place=first.of,
        scope=first.members,
        blocks=not first.is_free,
        begins=begins,
        known=frozenset(known),
        source=_source(first.peer) if is_probe else None,
    )
