# SPDX-License-Identifier: BSD-3-Clause
"""Small programs with one-sided operations as data, all their interleavings, and a model of the
runtime.

`every_end` lets each operation take effect at any time between its call and the one that completes
it. `Runtime` does what the runtime does with a file of choices (src/bcs/runtime/access_order.cpp),
and writes the same order of events.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from interleavings import final_states

from strobe.explore.accesses import AccessKind, After, Choice
from strobe.explore.operations import Answer
from strobe.records.order_log import Event, Kind

WINDOW, BARRIER = 7, 8
PLACES = 2
"""Integers of the window of each rank."""


@dataclass(frozen=True)
class Put:
    """MPI_Put of a value."""

    target: int
    at: int
    value: int


@dataclass(frozen=True)
class Get:
    """MPI_Get into the next result."""

    target: int
    at: int


@dataclass(frozen=True)
class Add:
    """MPI_Accumulate with MPI_SUM; with `fetches`, MPI_Fetch_and_op."""

    target: int
    at: int
    value: int
    fetches: bool = False


@dataclass(frozen=True)
class Swap:
    """MPI_Compare_and_swap."""

    target: int
    at: int
    expected: int
    value: int


@dataclass(frozen=True)
class Flush:
    """MPI_Win_flush_all, or MPI_Win_flush_local_all."""

    is_local: bool = False


@dataclass(frozen=True)
class Sync:
    """MPI_Win_sync, after which the rank reads its own memory."""


@dataclass(frozen=True)
class Fence:
    """All ranks complete their operations and wait for each other."""


@dataclass(frozen=True)
class Lock:
    """MPI_Win_lock, in a window of its own."""

    target: int
    is_exclusive: bool


@dataclass(frozen=True)
class Unlock:
    """MPI_Win_unlock, which completes all operations."""

    target: int


@dataclass(frozen=True)
class Send:
    """A buffered send."""

    to: int


@dataclass(frozen=True)
class Receive:
    """From one source."""

    source: int


@dataclass(frozen=True)
class If:
    """A step that is done if the last result of the rank is this one."""

    result: int
    step: Step


Operation = Put | Get | Add | Swap
Step = Operation | Flush | Sync | Fence | Lock | Unlock | Send | Receive | If
Program = Sequence[Sequence[Step]]
End = tuple[bool, tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]
"""Whether all ranks have ended, the memory, and the results of each rank in program order."""
_LOCKS = 9


@dataclass
class Pending:
    """An operation that was called, and whose end the rank does not know."""

    step: Operation | Lock | Sync
    number: int
    slot: int
    """Of its result, among those of the rank."""
    slice: int = 0
    begin: int = -1
    is_done: bool = False
    result: int = 0

    @property
    def is_accumulate(self) -> bool:
        return isinstance(self.step, Add | Swap)

    @property
    def has_result(self) -> bool:
        return isinstance(self.step, Get | Swap | Sync) or (
            isinstance(self.step, Add) and self.step.fetches
        )


@dataclass
class State:
    """A program on its way."""

    program: Program
    at: list[int]
    memory: list[list[int]]
    pending: list[list[Pending]]
    results: list[list[int]]
    held: set[tuple[int, int, bool]]
    """The rank, the target, and whether it is exclusive."""
    messages: dict[tuple[int, int], int] = field(default_factory=dict)
    fences: list[int] = field(default_factory=list)
    waits: list[bool] = field(default_factory=list)
    """Whether a rank has begun a step that it may have to wait in."""
    counts: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, program: Program) -> State:
        ranks = len(program)
        return cls(
            program, [0] * ranks, [[0] * PLACES for _ in range(ranks)],
            [[] for _ in range(ranks)], [[] for _ in range(ranks)], set(), {}, [0] * ranks,
            [False] * ranks, [0] * ranks,
        )  # fmt: skip

    def copy(self) -> State:
        return State(
            self.program, list(self.at), [list(own) for own in self.memory],
            [[copy.copy(one) for one in own] for own in self.pending],
            [list(own) for own in self.results], set(self.held), dict(self.messages),
            list(self.fences), list(self.waits), list(self.counts),
        )  # fmt: skip

    @property
    def key(self) -> object:
        return (
            tuple(self.at), tuple(map(tuple, self.memory)), tuple(map(tuple, self.results)),
            tuple(tuple((one.number, one.is_done, one.result) for one in own)
                  for own in self.pending),
            frozenset(self.held), frozenset(self.messages.items()), tuple(self.fences),
            tuple(self.waits),
        )  # fmt: skip

    @property
    def end(self) -> End:
        is_over = all(self.step(rank) is None for rank in range(len(self.program)))
        memory = tuple(map(tuple, self.memory)) if is_over else ()
        return is_over, memory, tuple(map(tuple, self.results)) if is_over else ()

    def step(self, rank: int) -> Step | None:
        steps = self.program[rank]
        while self.at[rank] < len(steps):
            step = steps[self.at[rank]]
            if not isinstance(step, If):
                return step
            results = self.results[rank]
            if results and results[-1] == step.result:
                return step.step
            self.at[rank] += 1
        return None

    def begin(self, rank: int, step: Operation | Lock | Sync) -> Pending:
        one = Pending(step, self.counts[rank], len(self.results[rank]))
        self.counts[rank] += 1
        if one.has_result:
            self.results[rank].append(0)
        self.pending[rank].append(one)
        return one

    def may_take_effect(self, rank: int, one: Pending) -> bool:
        step = one.step
        if isinstance(step, Lock):
            return not any(
                target == step.target and (is_exclusive or step.is_exclusive)
                for _, target, is_exclusive in self.held
            )
        return not any(
            not other.is_done and other.number < one.number and _are_ordered(other, one)
            for other in self.pending[rank]
        )

    def perform(self, rank: int, one: Pending) -> bool:
        """Whether it has changed anything."""
        step, one.is_done = one.step, True
        if isinstance(step, Lock):
            self.held.add((rank, step.target, step.is_exclusive))
            return True
        if isinstance(step, Sync):
            one.result = sum(value * 100**at for at, value in enumerate(self.memory[rank]))
            return False
        own = self.memory[step.target]
        one.result = before = own[step.at]
        if isinstance(step, Put):
            own[step.at] = step.value
        elif isinstance(step, Add):
            own[step.at] += step.value
        elif isinstance(step, Swap) and before == step.expected:
            own[step.at] = step.value
        return own[step.at] != before

    def completes(self, step: Step) -> bool:
        return isinstance(step, Flush | Fence | Unlock | Lock | Sync)

    def is_complete(self, rank: int, step: Step) -> bool:
        """Whether what a step waits for has taken effect."""
        return all(one.is_done for one in self.awaited(rank, step))

    def awaited(self, rank: int, step: Step) -> list[Pending]:
        own = self.pending[rank]
        if isinstance(step, Lock | Sync):
            return [one for one in own if one.step is step][-1:]
        if isinstance(step, Flush) and step.is_local:
            return [one for one in own if one.has_result]
        return list(own) if self.completes(step) else []

    def deliver(self, rank: int, one: Pending) -> None:
        if one.has_result:
            self.results[rank][one.slot] = one.result
        self.pending[rank].remove(one)


def _are_ordered(one: Pending, other: Pending) -> bool:
    return (
        one.is_accumulate and other.is_accumulate
        and (one.step.target, one.step.at) == (other.step.target, other.step.at)  # type: ignore[union-attr]
    )  # fmt: skip


# All interleavings.


def every_end(program: Program) -> set[End]:
    """The ends of all interleavings."""
    return {state.end for state in final_states(State.of(program), _after)}


def _after(state: State) -> Iterator[State]:
    for rank in range(len(state.program)):
        for place, one in enumerate(state.pending[rank]):
            if not one.is_done and state.may_take_effect(rank, one):
                after = state.copy()
                after.perform(rank, after.pending[rank][place])
                yield after
        step = state.step(rank)
        if step is None:
            continue
        after = state.copy()
        if advance(after, rank, step):
            yield after


def advance(state: State, rank: int, step: Step) -> bool:
    """Go on with a rank; whether that is possible."""
    if isinstance(step, Lock | Sync) and not state.waits[rank]:
        state.begin(rank, step)
        state.waits[rank] = True
        return True
    if not state.is_complete(rank, step):
        return False
    if isinstance(step, Receive):
        key = step.source, rank
        if not state.messages.get(key):
            return False
        state.messages[key] -= 1
    elif isinstance(step, Send):
        state.messages[rank, step.to] = state.messages.get((rank, step.to), 0) + 1
    elif isinstance(step, Fence):
        if not state.waits[rank]:
            state.fences[rank] += 1
            state.waits[rank] = True
            return True
        if min(state.fences) < state.fences[rank]:
            return False
    elif isinstance(step, Put | Get | Add | Swap):
        state.begin(rank, step)
    elif isinstance(step, Unlock):
        state.held = {one for one in state.held if one[:2] != (rank, step.target)}
    for one in state.awaited(rank, step):
        state.deliver(rank, one)
    state.waits[rank] = False
    state.at[rank] += 1
    return True


# The runtime.


class Runtime:
    """One run of a program with some choices, as the runtime does it in the deterministic mode."""

    def __init__(
        self,
        program: Program,
        forced: Mapping[Choice, Answer],
        line_of: Callable[[object], int] | None = None,
    ) -> None:
        self._line_of = line_of
        """The line of a step; by default each step has its own."""
        self.state = State.of(program)
        self.orders: list[list[Event]] = [[] for _ in program]
        self._forced = forced
        self._ranks = range(len(program))
        self._done: set[Choice] = set()
        self._slice = 0
        self._sent: dict[tuple[int, int], int] = {}
        self._received: dict[tuple[int, int], int] = {}
        self._begins: list[dict[int, int]] = [{} for _ in program]
        """The event of the begin of each fence, and of each lock by its target."""

    def run(self) -> None:
        while True:
            while any([self._advance(rank) for rank in self._ranks]):
                pass
            if not self._edge():
                return

    def _edge(self) -> bool:
        """What takes effect when all ranks are blocked."""
        own = [(rank, one) for rank in self._ranks
               for one in self.state.pending[rank] if not one.is_done]  # fmt: skip
        ready = [
            (rank, one) for rank, one in own
            if self._is_chosen(rank, one) and self._is_ready(rank, one)
        ]  # fmt: skip
        if not any(self._is_chosen(rank, one) for rank, one in own) and self._all_begun():
            free = [each for each in own if self.state.may_take_effect(*each)]
            ready += sorted(free, key=lambda each: (each[1].slice, each[0], each[1].number))[:1]
        self._slice += bool(ready)
        for rank, one in ready:
            has_changed = self.state.perform(rank, one)
            self._done.add((rank, one.number))
            self._log(rank, Kind.ACCESS_PERFORMED, free=not has_changed, of=one.begin,
                      number=self._slice)  # fmt: skip
        return bool(ready)

    def _is_chosen(self, rank: int, one: Pending) -> bool:
        return (rank, one.number) in self._forced

    def _is_ready(self, rank: int, one: Pending) -> bool:
        after = self._forced[rank, one.number]
        assert isinstance(after, After)
        return set(after.after) <= self._done and self.state.may_take_effect(rank, one)

    def _all_begun(self) -> bool:
        return all(number < self.state.counts[rank] for rank, number in self._forced)

    def _log(
        self, rank: int, kind: Kind, *, free: bool = False, members: int = 0, of: int = 1,
        peer: int = 0, number: int = 0, tag: int = 0, context: int = 0,
    ) -> int:  # fmt: skip
        self.orders[rank].append(Event(kind, free, members, of, peer, number, tag, context))
        return len(self.orders[rank]) - 1

    def _advance(self, rank: int) -> bool:
        state = self.state
        step = state.step(rank)
        if step is None:
            return False
        at, waits, held = state.at[rank], state.waits[rank], set(state.held)
        awaited = state.awaited(rank, step) if waits or not isinstance(step, Lock | Sync) else []
        if not advance(state, rank, step):
            return False
        if isinstance(step, Fence) and not waits:
            # The accesses were complete before, and are delivered then.
            self._end(rank, awaited)
            for one in awaited:
                state.deliver(rank, one)
            self._begins[rank][-1] = self._log(
                rank, Kind.COLLECTIVE_BEGINS, peer=BARRIER, number=state.fences[rank]
            )
            return True
        if state.at[rank] == at:
            self._begin(rank, state.pending[rank][-1])
            return True
        if isinstance(step, Put | Get | Add | Swap):
            self._begin(rank, state.pending[rank][-1])
            return True
        self._end(rank, awaited)
        if isinstance(step, Lock):
            self._begins[rank][step.target] = awaited[0].begin
        elif isinstance(step, Unlock) and held != state.held:
            self._log(rank, Kind.LOCK_RELEASED, of=self._begins[rank].pop(step.target))
        elif isinstance(step, Fence):
            self._log(rank, Kind.COLLECTIVE_ENDS, of=self._begins[rank].pop(-1))
        elif isinstance(step, Send):
            number = self._sent[rank, step.to] = self._sent.get((rank, step.to), -1) + 1
            self._log(rank, Kind.SEND_BEGINS, peer=step.to, number=number)
        elif isinstance(step, Receive):
            pair = step.source, rank
            number = self._received[pair] = self._received.get(pair, -1) + 1
            begin = self._log(rank, Kind.RECEIVE_BEGINS, peer=step.source)
            self._log(rank, Kind.RECEIVE_ENDS, of=begin, peer=step.source, number=number)
        return True

    def _begin(self, rank: int, one: Pending) -> None:
        step = one.step
        one.slice = self._slice
        writes = isinstance(step, Put | Add | Swap)
        is_lock = isinstance(step, Lock)
        kind = AccessKind.MEMORY
        if isinstance(step, Lock):
            kind = AccessKind.EXCLUSIVE_LOCK if step.is_exclusive else AccessKind.SHARED_LOCK
        bits = kind | writes * 4 | one.has_result * 8 | one.is_accumulate * 16
        commutes = 5 if isinstance(step, Add) else 0
        target = rank if isinstance(step, Sync) else step.target
        line = self.state.at[rank] if self._line_of is None else self._line_of(step)
        one.begin = self._log(
            rank, Kind.ACCESS_BEGINS, members=bits, of=line, peer=target,
            number=commutes, context=_LOCKS if is_lock else WINDOW,
        )  # fmt: skip
        first, size = (0, 4 * PLACES) if isinstance(step, Lock | Sync) else (4 * step.at, 4)
        self._log(rank, Kind.ACCESS_BYTES, of=one.begin, peer=first, context=size)

    def _end(self, rank: int, awaited: Sequence[Pending]) -> None:
        for one in awaited:
            self._log(rank, Kind.ACCESS_ENDS, of=one.begin)


# Random programs.


def random_program(seed: int) -> Program:
    """Two or three ranks; some programs get stuck."""
    chance = random.Random(seed)
    ranks = chance.choice([2, 2, 3])
    steps: list[list[Step]] = [[] for _ in range(ranks)]
    most = 6 if ranks == 2 else 5
    for _ in range(chance.randint(2, most)):
        rank = chance.randrange(ranks)
        steps[rank].append(_operation(chance, ranks))
        if chance.random() < 0.35:
            steps[rank].append(Flush(chance.random() < 0.3))
        if chance.random() < 0.15:
            steps[rank].append(Sync())
        if chance.random() < 0.25:
            steps[rank].append(If(chance.choice([0, 1]), _operation(chance, ranks)))
    if chance.random() < 0.4:
        source, to = chance.sample(range(ranks), 2)
        _insert(chance, steps[source], [Send(to)])
        _insert(chance, steps[to], [Receive(source)])
    for rank in range(ranks):
        if chance.random() < 0.35:
            target = chance.choice([0, 0, rank])
            begin = chance.randint(0, len(steps[rank]))
            steps[rank].insert(begin, Lock(target, chance.random() < 0.6))
            end = chance.randint(begin + 1, len(steps[rank]))
            steps[rank].insert(end, Unlock(target))
    if chance.random() < 0.25:
        for own in steps:
            _insert(chance, own, [Fence()])
    for own in steps:
        own.append(Flush())
    return steps


def _insert(chance: random.Random, steps: list[Step], more: list[Step]) -> None:
    at = chance.randint(0, len(steps))
    steps[at:at] = more


def _operation(chance: random.Random, ranks: int) -> Operation:
    target, at = chance.randrange(min(ranks, 2)), chance.choice([0, 0, 1])
    value = chance.randint(1, 3)
    expected = chance.choice([0, 1])
    every: list[Operation] = [
        Put(target, at, value), Get(target, at), Get(target, at), Add(target, at, value),
        Add(target, at, value, fetches=True), Swap(target, at, expected, value),
    ]  # fmt: skip
    return chance.choice(every)
