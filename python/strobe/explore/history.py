# SPDX-License-Identifier: BSD-3-Clause
"""What happened in one run: which message each operation got, and what happened because of what.

This follows the events of all ranks (Lamport, "Time, clocks, and the ordering of events in a
distributed system", 1978; vector clocks: Mattern, 1989).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from strobe.coscheduling import happens_before
from strobe.coscheduling.happens_before import MessageName
from strobe.explore.accesses import Access, Accesses, about_accesses, access
from strobe.explore.operations import (
    NO_CHOICE,
    Answer,
    Choice,
    Message,
    Operation,
    Poll,
    ends_of,
    fits,
    poll_at,
    source_of,
    turns_of,
)
from strobe.explore.turns import Turn, pending_probe, turn
from strobe.records.order_log import ANY_SOURCE, Event, Kind, Scope


class History:
    """The operations of a run, their messages, and their order."""

    def __init__(self, orders: Sequence[Sequence[Event]]) -> None:
        self.orders = orders
        self.operations: list[Operation | Poll | Access | Turn] = []
        """Those with a choice."""
        self._messages: dict[tuple[int, int], list[Message]] = {}
        self._begun: list[dict[int, Operation]] = [{} for _ in orders]
        """The receives and probes of each rank, by the event that began them."""
        self._begins: list[list[int]] = []
        """These events, in their order."""
        self._sent: dict[MessageName, Message] = {}
        self._takers: dict[MessageName, list[Operation]] = {}
        self._ends: list[dict[int, int]] = []
        """Of each rank: when it first knows of the end of an operation, by begin."""
        self._collectives: dict[tuple[int, int], dict[int, int]] = {}
        for rank, events in enumerate(orders):
            self._read_begins(rank, events)
            self._ends.append(ends_of(events))
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

    def _answer(self, one: Operation | Poll | Access | Turn) -> Answer | None:
        """What an operation got; None where it waits for ever."""
        return self._answers.get(one.choice) if isinstance(one, Access) else one.answer

    # Events.

    def _read_begins(self, rank: int, events: Sequence[Event]) -> None:
        for number, event in enumerate(events):
            if event.kind == Kind.SEND_BEGINS:
                message = Message(event.number, number, event.tag, event.context)
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
        turns = turns_of(events)
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
            poll = poll_at(choice, number, events) if is_poll else None
            if poll is None or poll.scope == Scope.PROBE:
                is_probe = event.kind == Kind.PROBE_ENDS
                message = event if is_probe else got.get(number)
                told = event.peer if event.kind == Kind.RECEIVE_BEGINS else ANY_SOURCE
                one = Operation(
                    choice=choice,
                    begin=begin,
                    end=number if is_probe else self._ends[rank].get(number),
                    source=message.peer if message is not None else source_of(told),
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
                source=source_of(event.peer),
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

    def got(self, one: Operation) -> Message | None:
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

    def _message_of(self, one: Operation) -> MessageName | None:
        """The message that an operation got, or that it has got unseen; None if there is none."""
        if one.source is None:
            return None
        if one.number is not None:
            return one.source, one.rank, one.number
        message = self._next_message(one, one.source) if one.takes else None
        return None if message is None else (one.source, one.rank, message.number)

    def _next_message(self, one: Operation, source: int) -> Message | None:
        """The first message of a source that the operation may get, after those of operations that
        were begun before."""
        for message in self._messages.get((source, one.rank), []):
            takers = self._takers.get((source, one.rank, message.number), [])
            if fits(one, message) and not any(
                taker.takes and taker.begin < one.looks for taker in takers
            ):
                return message
        return None

    # What the program knows.

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

    def _is_sent_before(self, message: Message, source: int, poll: Poll) -> bool:
        """Whether a message was not sent because of what a poll found."""
        end = poll.begin if poll.end is None else poll.end
        return self._clocks[source][message.sent][poll.rank] <= end

    def _knows_of_message(self, probe: Operation, source: int) -> bool:
        """Whether the next message must have come before the probe: the program has got it, or a
        later one of its source."""
        message = self._next_message(probe, source)
        return message is not None and any(
            of == source and number >= message.number
            for of, _, number in self._must_have_come(probe)
        )

    def _must_have_come(self, probe: Operation) -> Iterator[MessageName]:
        """The messages that the program has seen before a probe, and those of receives that were
        posted before one that it has seen, and could have got the message of that one."""
        events = self.orders[probe.rank]
        for event in events[: probe.begin]:
            if happens_before.tells_of_message(event):
                yield event.peer, probe.rank, event.number
        seen: list[tuple[int, Message]] = []
        for begin in sorted(self._begun[probe.rank], reverse=True):
            one = self._begun[probe.rank][begin]
            name, message = self._message_of(one), self.got(one)
            if begin >= probe.begin or name is None or message is None:
                continue
            is_seen = one.end is not None and one.end < probe.begin
            if is_seen or (
                one.takes
                and any(one.may_name(source) and fits(one, other) for source, other in seen)
            ):
                seen.append((name[0], message))
                yield name
