# SPDX-License-Identifier: BSD-3-Clause
"""The receives, probes and tests of a run, and what each of its operations with a choice got.

These are read from the events of one rank, as the order of the run has them. Operations with a
choice are also one-sided operations and locks of windows (accesses.py), and turns of threads
(turns.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from strobe.base import units
from strobe.explore import accesses
from strobe.explore.accesses import After
from strobe.explore.turns import Thread
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


class Message(msgspec.Struct, frozen=True):
    """A message: its number among those to its destination, and the event that sent it."""

    number: int
    sent: int
    tag: int
    context: int


def fits(one: Operation, message: Message) -> bool:
    """Whether an operation may get a message, as its source allows."""
    return message.context == one.context and one.tag in (ANY, message.tag)


def source_of(peer: int) -> int | None:
    return None if peer == ANY_SOURCE else peer


def turns_of(events: Sequence[Event]) -> dict[int, int]:
    """Of each turn: its first event, and the one after its last one."""
    begins = [number for number, event in enumerate(events) if event.kind == Kind.THREAD_GOES]
    return dict(zip(begins, [*begins[1:], len(events)], strict=False))


def ends_of(events: Sequence[Event]) -> dict[int, int]:
    """The event at which a rank first knows of the end of an operation, by the event of its
    begin."""
    ends: dict[int, int] = {}
    for number, event in enumerate(events):
        if Kind.SEND_ENDS <= event.kind <= Kind.COLLECTIVE_ENDS or event.kind == Kind.ACCESS_ENDS:
            ends.setdefault(event.of, number)
        elif event.kind == Kind.POLL_FINDS:
            ends.setdefault(event.context, number)
    return ends


def poll_at(choice: Choice, begin: int, events: Sequence[Event]) -> Poll:
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
        source=source_of(first.peer) if is_probe else None,
    )
