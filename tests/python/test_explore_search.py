# SPDX-License-Identifier: BSD-3-Clause
"""The search of `strobe explore` against brute force: all interleavings of small random programs.

The programs run in a model of the runtime, so that thousands of them take seconds. What the runtime
itself does is in test_explore.py.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest
from thoroughness import sampled

from strobe.explore.alternatives import Choice, Run
from strobe.explore.orders import ANY, Event, Kind
from strobe.explore.outcome import Outcome, Trial
from strobe.explore.search import Exploration, Limits, explore

COMMUNICATOR = 7
PROGRAMS = 60


@dataclass(frozen=True)
class Send:
    to: int
    tag: int


@dataclass(frozen=True)
class Receive:
    source: int
    tag: int


Program = Sequence[Sequence[Send | Receive]]
Matching = frozenset[tuple[Choice, int]]


@dataclass
class State:
    """A program on its way: where each rank is, and the messages that no rank has received."""

    program: Program
    at: list[int]
    messages: dict[tuple[int, int], list[tuple[int, int]]]
    """By source and destination: numbers and tags, in their order."""
    sent: dict[tuple[int, int], int]
    got: dict[Choice, int]
    asked: list[int]
    """How many receives from any source each rank has begun."""

    @classmethod
    def of(cls, program: Program) -> State:
        ranks = len(program)
        return cls(program, [0] * ranks, {}, {}, {}, [0] * ranks)

    def copy(self) -> State:
        messages = {pair: list(waiting) for pair, waiting in self.messages.items()}
        return State(
            self.program, list(self.at), messages, dict(self.sent), dict(self.got), list(self.asked)
        )

    def next(self, rank: int) -> Send | Receive | None:
        rest = self.program[rank][self.at[rank] :]
        return rest[0] if rest else None

    def send(self, rank: int, send: Send) -> int:
        pair = rank, send.to
        number = self.sent.get(pair, 0)
        self.sent[pair] = number + 1
        self.messages.setdefault(pair, []).append((number, send.tag))
        self.at[rank] += 1
        return number

    def sources(self, rank: int, receive: Receive) -> list[int]:
        """The ranks that have sent a message which the receive may match."""
        asked = range(len(self.program)) if receive.source == ANY else [receive.source]
        return [
            source
            for source in asked
            if any(receive.tag in (ANY, tag) for _, tag in self.messages.get((source, rank), []))
        ]

    def receive(self, rank: int, receive: Receive, source: int) -> int:
        waiting = self.messages[source, rank]
        message = next(one for one in waiting if receive.tag in (ANY, one[1]))
        waiting.remove(message)
        if receive.source == ANY:
            self.got[rank, self.asked[rank]] = source
            self.asked[rank] += 1
        self.at[rank] += 1
        return message[0]

    @property
    def end(self) -> tuple[bool, Matching]:
        is_over = all(self.next(rank) is None for rank in range(len(self.program)))
        return is_over, frozenset(self.got.items())


def every_end(program: Program) -> set[tuple[bool, Matching]]:
    """Those of all interleavings, one step of one rank at a time."""
    found: set[tuple[bool, Matching]] = set()
    seen: set[str] = set()
    waiting = [State.of(program)]
    while waiting:
        state = waiting.pop()
        key = repr((state.at, sorted(state.messages.items()), sorted(state.got.items())))
        if key in seen:
            continue
        seen.add(key)
        steps = list(_steps(state))
        waiting += steps
        if not steps:
            found.add(state.end)
    return found


def _steps(state: State) -> Iterator[State]:
    for rank in range(len(state.program)):
        step = state.next(rank)
        if isinstance(step, Send):
            after = state.copy()
            after.send(rank, step)
            yield after
        elif step is not None:
            for source in state.sources(rank, step):
                after = state.copy()
                after.receive(rank, step, source)
                yield after


def run_once(program: Program, forced: dict[Choice, int]) -> Trial:
    """As the runtime does: a receive from any source is decided when no rank can continue, and gets
    the lowest source."""
    state = State.of(program)
    orders: list[list[Event]] = [[] for _ in program]
    begun: dict[int, int] = {}

    def wanted(rank: int, step: Receive) -> Receive:
        chosen = forced.get((rank, state.asked[rank])) if step.source == ANY else None
        return step if chosen is None else Receive(chosen, step.tag)

    def take(rank: int, step: Receive, source: int) -> None:
        number = state.receive(rank, step, source)
        event = Event(Kind.RECEIVE_ENDS, False, 0, begun.pop(rank), source, number, 0, 0)
        orders[rank].append(event)

    def advance(rank: int) -> bool:
        step = state.next(rank)
        if step is None:
            return False
        if isinstance(step, Send):
            number = state.send(rank, step)
            orders[rank].append(
                Event(Kind.SEND_BEGINS, False, 0, 1, step.to, number, step.tag, COMMUNICATOR)
            )
            return True
        if rank not in begun:
            begun[rank] = len(orders[rank])
            is_from_any = step.source == ANY
            orders[rank].append(
                Event(Kind.RECEIVE_BEGINS, is_from_any, 0, 1, 0, 0, step.tag, COMMUNICATOR)
            )
        named = wanted(rank, step)
        if named.source == ANY or not state.sources(rank, named):
            return False
        take(rank, step, named.source)
        return True

    ranks = range(len(program))
    while True:
        while any([advance(rank) for rank in ranks]):
            pass
        undecided = [
            (rank, step, state.sources(rank, step))
            for rank in ranks
            if isinstance(step := state.next(rank), Receive) and wanted(rank, step).source == ANY
        ]
        ready = [one for one in undecided if one[2]]
        if not ready:
            break
        for rank, step, sources in ready:
            take(rank, step, sources[0])
    run = Run(orders)
    is_over, _ = state.end
    end = "finalized" if is_over else "deadlock"
    outcome = Outcome(0, end, (), tuple(map(str, sorted(state.got.items()))))
    return Trial(forced, False, outcome, run, is_over or not run.unmet(forced), "", {})


def explored(
    program: Program, runs: int = 100_000
) -> tuple[Exploration, set[tuple[bool, Matching]]]:
    """What the search finds, as every_end says it."""
    ends: set[tuple[bool, Matching]] = set()

    def tried(_synchronous: bool, forced: dict[Choice, int]) -> Trial:
        trial = run_once(program, forced)
        if trial.feasible and trial.run is not None:
            ends.add((trial.outcome.end == "finalized", frozenset(trial.run.choices.items())))
        return trial

    found = explore(tried, (False,), Limits(runs, 1e9, 1), lambda _: None)
    return found, ends


def random_program(seed: int) -> Program:
    """Three or four ranks with a handful of messages; some programs get stuck."""
    chance = random.Random(seed)
    ranks = chance.choice([3, 3, 4])
    steps: list[list[Send | Receive]] = [[] for _ in range(ranks)]
    for _ in range(chance.randint(2, 6)):
        source, to = chance.sample(range(ranks), 2)
        tag = chance.choice([0, 0, 1])
        steps[source].append(Send(to, tag))
        steps[to].append(Receive(chance.choice([ANY, ANY, source]), chance.choice([ANY, tag])))
    for rank in steps:
        if chance.random() < 0.5:
            chance.shuffle(rank)
    return steps


@pytest.mark.parametrize("seed", sampled(range(3000), PROGRAMS))
def test_the_outcomes_are_those_of_all_interleavings(seed: int) -> None:
    program = random_program(seed)
    found, ends = explored(program)
    assert found.is_complete
    assert ends == every_end(program), program
    assert len(found.tried) == found.runs - found.infeasible
    for one in found.tried:
        for rank in range(len(program)):
            numbers = [choice[1] for choice, _ in one.path if choice[0] == rank]
            assert numbers == [*range(len(numbers))]


def test_choices_that_do_not_depend_on_each_other_are_tried_once() -> None:
    """Two pairs of receivers, each with two senders: 2 x 2 matchings, in far fewer than the runs of
    all interleavings."""
    program = [
        [Receive(ANY, 0), Receive(ANY, 0)],
        [Receive(ANY, 0), Receive(ANY, 0)],
        [Send(0, 0), Send(1, 0)],
        [Send(0, 0), Send(1, 0)],
    ]
    found, ends = explored(program)
    assert len(ends) == found.matchings == 4
    assert found.runs <= 8


def test_a_limit_of_runs_says_how_much_is_left() -> None:
    senders = 5
    program = [[Receive(ANY, 0)] * senders, *([Send(0, 0)] for _ in range(senders))]
    found, ends = explored(program, runs=10)
    assert found.runs == 10
    assert not found.is_complete
    assert found.open > 0
    whole, ends = explored(program)
    assert whole.matchings == len(ends) == 120
