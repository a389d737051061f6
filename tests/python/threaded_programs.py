# SPDX-License-Identifier: BSD-3-Clause
"""Programs of message_passing.py in which ranks have several threads: all interleavings of their
calls, and a model of the runtime, which has threads go on in turns.

What a program can observe has names that do not depend on the order of the threads: the results of
each thread, and for each receive which send of which thread it got.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import message_passing
from interleavings import final_states
from message_passing import Poll, Probe, Receive, Request, Send, State, Step, Wait

from strobe.explore.operations import Answer, Choice
from strobe.explore.turns import Thread
from strobe.records.order_log import ANY, ANY_SOURCE, Kind, Scope

Program = Sequence[Sequence[Sequence[Step]]]
"""The steps of each thread of each rank. Threads of a rank use different slots."""
Name = tuple[int, int, int]
"""A rank, a thread, and a number there."""
End = tuple[bool, frozenset[tuple[Name, Answer]], frozenset[tuple[Name, Name]]]
"""Whether all threads have ended, what polls and receives from any source got, and which send each
receive got."""


@dataclass(frozen=True)
class Context:
    """Where a thread is; `blocked` is a place in the requests of its rank."""

    at: int = 0
    blocked: int | None = None
    last_found: bool = False
    asked: int = 0


class Threads:
    """A state of message_passing.py whose steps are those of one thread of each rank at a time."""

    def __init__(self, program: Program, state: State) -> None:
        self.program = program
        self.state = state
        self.contexts = [[Context() for _ in threads] for threads in program]
        self.owners: list[list[int]] = [[] for _ in program]
        """The thread of each request."""
        self.got: dict[Name, Answer] = {}

    @classmethod
    def of(cls, program: Program, *, synchronous: bool) -> Threads:
        return cls(program, State.of([[] for _ in program], synchronous=synchronous))

    def copy(self, state: State | None = None) -> Threads:
        other = Threads(self.program, self.state.copy() if state is None else state)
        other.state.program = list(other.state.program)
        other.contexts = [list(own) for own in self.contexts]
        other.owners = [list(own) for own in self.owners]
        other.got = dict(self.got)
        return other

    def load(self, rank: int, thread: int) -> None:
        state, own = self.state, self.contexts[rank][thread]
        state.program = [
            self.program[rank][thread] if at == rank else steps
            for at, steps in enumerate(state.program)
        ]
        state.at[rank], state.last_found[rank] = own.at, own.last_found
        state.blocked[rank] = None if own.blocked is None else state.requests[rank][own.blocked]

    def save(self, rank: int, thread: int) -> None:
        state, before = self.state, self.contexts[rank][thread]
        requests, blocked = state.requests[rank], state.blocked[rank]
        self.owners[rank] += [thread] * (len(requests) - len(self.owners[rank]))
        place = None if blocked is None else message_passing.place_of(blocked, requests)
        self.contexts[rank][thread] = replace(
            before, at=state.at[rank], blocked=place, last_found=state.last_found[rank]
        )
        state.blocked[rank] = None

    def name(self, rank: int, thread: int) -> Name:
        """That of the next result of a thread."""
        own = self.contexts[rank][thread]
        self.contexts[rank][thread] = replace(own, asked=own.asked + 1)
        return rank, thread, own.asked

    def next_step(self, rank: int, thread: int) -> Step | None:
        self.load(rank, thread)
        step = self.state.step(rank)
        self.save(rank, thread)
        return step

    @property
    def is_over(self) -> bool:
        return all(
            own.blocked is None and self.next_step(rank, thread) is None
            for rank, threads in enumerate(self.contexts) for thread, own in enumerate(threads)
        )  # fmt: skip

    def _names(self, rank: int, *, of_sends: bool) -> dict[int, Name]:
        """Of the requests of a rank, by their place."""
        counts = [0] * len(self.contexts[rank])
        names = {}
        for place, (one, owner) in enumerate(
            zip(self.state.requests[rank], self.owners[rank], strict=True)
        ):
            if one.is_send is of_sends:
                names[place] = rank, owner, counts[owner]
                counts[owner] += 1
        return names

    @property
    def end(self) -> End:
        requests = self.state.requests
        sends = {
            (rank, requests[rank][place].peer, requests[rank][place].number): name
            for rank in range(len(requests))
            for place, name in self._names(rank, of_sends=True).items()
        }
        received = {
            (name, sends[one.source, rank, one.number])
            for rank in range(len(requests))
            for place, name in self._names(rank, of_sends=False).items()
            if (one := requests[rank][place]).is_over and one.source is not None
        }
        return self.is_over, frozenset(self.got.items()), frozenset(received)

    @property
    def key(self) -> Hashable:
        state = self.state
        return (
            tuple(map(tuple, self.contexts)), frozenset(self.got.items()),
            tuple(tuple(map(tuple, own)) for own in state.unexpected),
            frozenset((pair, *sends) for pair, sends in state.travelling.items() if sends),
            tuple(
                tuple(
                    (owner, one.is_send, one.peer, one.tag, one.number, one.source, one.slot,
                     one.is_taken, one.is_over)
                    for one, owner in zip(own, owners, strict=True)
                )
                for own, owners in zip(state.requests, self.owners, strict=True)
            ),
        )  # fmt: skip


# All interleavings.


def every_end(program: Program, *, synchronous: bool = False) -> set[End]:
    """Those of all interleavings: of one step of one thread, or of the arrival of one message."""
    first = Threads.of(program, synchronous=synchronous)
    return {threads.end for threads in final_states(first, _after)}


def _after(threads: Threads) -> Iterator[Threads]:
    for rank, own in enumerate(threads.contexts):
        for thread in range(len(own)):
            before = threads.copy()
            before.load(rank, thread)
            for state in message_passing.steps_of(before.state, rank):
                after = before.copy(state)
                after.save(rank, thread)
                _take_results(after, rank, thread)
                yield after
    for (source, to), sends in threads.state.travelling.items():
        if sends:
            after = threads.copy()
            message_passing.arrive(after.state, source, to)
            yield after


def _take_results(threads: Threads, rank: int, thread: int) -> None:
    """What a poll has just got. What receives got is known from the messages."""
    for choice in sorted(threads.state.got):
        answer = threads.state.got.pop(choice)
        if not _is_of_receive(threads.state, choice):
            threads.got[threads.name(rank, thread)] = answer


def _is_of_receive(state: State, choice: Choice) -> bool:
    return any(one.choice == choice for one in state.requests[choice[0]])


# The runtime.


@dataclass
class Progress:
    """Of a thread: its last turn, whether it is in a nonblocking poll, and the choice of the
    blocking probe that it is in."""

    last: int = 0
    probe: Choice | None = None
    is_in_poll: bool = False


class Runtime(message_passing.Runtime):
    """One run of a program with some choices, as the runtime does it in the deterministic mode."""

    def __init__(self, program: Program, forced: Mapping[Choice, Answer], *, synchronous: bool):
        super().__init__([[] for _ in program], forced, synchronous=synchronous)
        self.threads = Threads(program, self.state)
        self._progress = [[Progress() for _ in threads] for threads in program]
        self._turns = [0] * len(program)
        self._poll_of: dict[tuple[int, int], tuple[Choice, int]] = {}

    def _advance(self, rank: int, *, at_edge: bool) -> bool:
        threads = range(len(self.threads.contexts[rank]))
        has_one = len(threads) == 1
        moved = [self._go_on(rank, thread, at_edge=at_edge) for thread in threads]
        is_waiting = self.threads.contexts[rank][0].blocked is not None
        is_held = any(own.is_in_poll for own in self._progress[rank])
        if any(moved) or is_held or (is_waiting if has_one else not at_edge):
            return any(moved)
        return self._take_turn(rank, is_logged=not has_one)

    def _go_on(self, rank: int, thread: int, *, at_edge: bool) -> bool:
        """What a thread does within its turn, or to end a call that has to take none for that."""
        own, progress = self.threads.contexts[rank][thread], self._progress[rank][thread]
        if own.blocked is not None:
            request = self.state.requests[rank][own.blocked]
            if not self.state.is_complete(request) or self._needs_turn(rank, request):
                return False
            return self._perform(rank, thread, at_edge=at_edge)
        if not progress.is_in_poll:
            return False
        return self._perform(rank, thread, at_edge=at_edge)

    def _needs_turn(self, rank: int, request: Request) -> bool:
        """Whether the end of a call that waits for this is a turn of its own."""
        is_alone = len(self.threads.contexts[rank]) == 1
        return not is_alone and (not request.is_send or self.state.synchronous)

    def _perform(self, rank: int, thread: int, *, at_edge: bool) -> bool:
        progress = self._progress[rank][thread]
        self.threads.load(rank, thread)
        if (poll := self._poll_of.pop((rank, thread), None)) is not None:
            self._polls[rank] = poll
        has_moved = super()._advance(rank, at_edge=at_edge)
        progress.is_in_poll = rank in self._polls
        if progress.is_in_poll:
            self._poll_of[rank, thread] = self._polls.pop(rank)
        self.threads.save(rank, thread)
        _take_results(self.threads, rank, thread)
        return has_moved

    def _take_turn(self, rank: int, *, is_logged: bool) -> bool:
        ready = [
            thread for thread in range(len(self.threads.contexts[rank]))
            if self._is_ready(rank, thread)
        ]  # fmt: skip
        if is_logged:
            chosen = self._forced.get((rank, self.state.asked[rank]))
            if chosen is not None:
                assert isinstance(chosen, Thread)
                ready = [thread for thread in ready if thread == chosen.number]
        if not ready:
            return False
        thread = min(ready, key=lambda one: (self._progress[rank][one].last, one))
        progress = self._progress[rank][thread]
        self._turns[rank] += 1
        progress.last = self._turns[rank]
        if is_logged:
            self.state.choice(rank)
            created = len(self.threads.contexts[rank]) - 1
            begins = self.threads.contexts[rank][thread].blocked is None
            begins = begins and progress.probe is None
            self._log(rank, Kind.THREAD_GOES, free=begins, peer=thread, number=created)
        step = self.threads.next_step(rank, thread)
        is_blocked = self.threads.contexts[rank][thread].blocked is not None
        if isinstance(step, Probe) and step.blocks and not is_blocked:
            self._turn_of_probe(rank, thread, step)
            return True
        self._perform(rank, thread, at_edge=False)
        return True

    def _is_ready(self, rank: int, thread: int) -> bool:
        own = self.threads.contexts[rank][thread]
        if own.blocked is not None:
            return self.state.is_complete(self.state.requests[rank][own.blocked])
        step, probe = self.threads.next_step(rank, thread), self._progress[rank][thread].probe
        if isinstance(step, Probe) and probe is not None:
            return self._found(rank, step, probe) is not None
        return step is not None

    def _turn_of_probe(self, rank: int, thread: int, step: Probe) -> None:
        """A blocking probe from any source begins, or finds its message."""
        progress = self._progress[rank][thread]
        if progress.probe is None:
            progress.probe = self.state.choice(rank)
            told = self._forced.get(progress.probe, ANY_SOURCE)
            assert isinstance(told, int)
            self._log(rank, Kind.PROBE_BEGINS, free=True, tag=step.tag, peer=told)
            return
        found = self._found(rank, step, progress.probe)
        assert found is not None
        self._log(rank, Kind.PROBE_ENDS, free=True, tag=step.tag, peer=found[0], number=found[1])
        progress.probe = None
        self.threads.got[self.threads.name(rank, thread)] = found[0]
        own = self.threads.contexts[rank][thread]
        self.threads.contexts[rank][thread] = replace(own, at=own.at + 1, last_found=True)

    def _found(self, rank: int, step: Probe, probe: Choice) -> tuple[int, int] | None:
        told = self._forced.get(probe)
        return self._visible(rank, step, [told] if isinstance(told, int) else self._ranks)


# Random programs.


def random_program(seed: int) -> Program:
    """Two or three ranks, of which one or two have two threads."""
    chance = random.Random(seed)
    ranks = chance.choice([2, 2, 3])
    counts = [2, *(chance.choice([1, 1, 2]) for _ in range(ranks - 1))]
    steps: list[list[list[Step]]] = [[[] for _ in range(count)] for count in counts]
    slot = 0
    for _ in range(chance.randint(2, 3 if sum(counts) > ranks + 1 else 4)):
        source, to = chance.sample(range(ranks), 2)
        tag = chance.choice([0, 0, 0, 1])
        chance.choice(steps[source]).append(Send(to, tag))
        receiver = chance.choice(steps[to])
        named = chance.choice([ANY, source]), chance.choice([ANY, tag, tag])
        kind = chance.random()
        if kind < 0.5:
            receiver.append(Receive(*named))
        elif kind < 0.75:
            receiver += [Receive(*named, slot), Wait(slot)]
            if chance.random() < 0.3:
                receiver.insert(-1, Poll(Scope.ALL, (slot,)))
            slot += 1
        else:
            blocks = chance.random() < 0.5
            probe = Probe(ANY if blocks else named[0], named[1], blocks=blocks)
            receiver += [probe, message_passing.If(True, Receive(*named))]
    for rank in steps:
        for own in rank:
            if chance.random() < 0.3:
                chance.shuffle(own)
    return steps
