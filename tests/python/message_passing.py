# SPDX-License-Identifier: BSD-3-Clause
"""Small message-passing programs as data, all their interleavings, and a model of the runtime.

`every_end` tries all interleavings of the steps of the ranks and of the arrival of messages, as the
MPI standard allows them. `run_once` does what the runtime does with a file of choices, and writes
the same order of events. test_explore_search.py compares what the search finds with the first.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from interleavings import final_states

from strobe.explore.operations import NOTHING, Answer, Choice
from strobe.records.order_log import ANY, ANY_SOURCE, Event, Kind, Scope

COMMUNICATOR = 7


@dataclass(frozen=True)
class Send:
    """A blocking send; with a slot, a nonblocking one."""

    to: int
    tag: int
    slot: int | None = None


@dataclass(frozen=True)
class Receive:
    """A blocking receive; with a slot, a nonblocking one."""

    source: int
    tag: int
    slot: int | None = None


@dataclass(frozen=True)
class Wait:
    """MPI_Wait on the request in a slot."""

    slot: int


@dataclass(frozen=True)
class Poll:
    """A test, or with `blocks` MPI_Waitany or MPI_Waitsome, on those in slots that are active."""

    scope: Scope
    slots: tuple[int, ...]
    blocks: bool = False


@dataclass(frozen=True)
class Probe:
    """A nonblocking probe; with `blocks`, which the runtime of this file does not know, MPI_Probe
    from any source."""

    source: int
    tag: int
    blocks: bool = False


@dataclass(frozen=True)
class If:
    """A step that depends on what the last poll of the rank has found."""

    finds: bool
    step: Step


Step = Send | Receive | Wait | Poll | Probe | If
Program = Sequence[Sequence[Step]]
Matching = frozenset[tuple[Choice, Answer]]


@dataclass(slots=True)
class Request:
    """An operation: a send, or a receive with its message. `begin` is its event in the order."""

    is_send: bool
    peer: int
    tag: int
    number: int = -1
    source: int | None = None
    """Of the message that a receive has got."""
    choice: Choice | None = None
    is_taken: bool = False
    """The receive has the message of this send."""
    is_over: bool = False
    """The program knows that it is complete."""
    slot: int | None = None
    begin: int = -1

    def fits(self, tag: int) -> bool:
        return self.tag in (ANY, tag)

    def copy(self) -> Request:
        return copy.copy(self)


def place_of(request: Request, requests: Sequence[Request]) -> int:
    """Of this object; another one may be equal."""
    return next(place for place, one in enumerate(requests) if one is request)


@dataclass
class State:
    """A program on its way."""

    program: Program
    synchronous: bool
    at: list[int]
    requests: list[list[Request]]
    """Of each rank, in the order in which they began."""
    travelling: dict[tuple[int, int], list[int]]
    """By source and destination: the sends whose messages have not arrived, as places in
    `requests` of the source."""
    unexpected: list[list[tuple[int, int]]]
    """Of each rank: the messages that have arrived, as source and place."""
    asked: list[int]
    last_found: list[bool]
    blocked: list[Request | None]
    got: dict[Choice, Answer] = field(default_factory=dict)

    @classmethod
    def of(cls, program: Program, *, synchronous: bool) -> State:
        ranks = len(program)
        return cls(
            program, synchronous, [0] * ranks, [[] for _ in range(ranks)], {},
            [[] for _ in range(ranks)], [0] * ranks, [False] * ranks, [None] * ranks,
        )  # fmt: skip

    def copy(self) -> State:
        requests = [[one.copy() for one in own] for own in self.requests]
        blocked = [
            None if one is None else requests[rank][place_of(one, self.requests[rank])]
            for rank, one in enumerate(self.blocked)
        ]
        return State(
            self.program, self.synchronous, list(self.at), requests,
            {pair: list(sends) for pair, sends in self.travelling.items()},
            [list(own) for own in self.unexpected], list(self.asked), list(self.last_found),
            blocked, dict(self.got),
        )  # fmt: skip

    @property
    def key(self) -> Hashable:
        """The same for states from which the same follows."""
        return (
            tuple(self.at), tuple(self.last_found), frozenset(self.got.items()),
            tuple(tuple(map(tuple, own)) for own in self.unexpected),
            frozenset((pair, *sends) for pair, sends in self.travelling.items() if sends),
            tuple(
                tuple((one.source, one.is_taken, one.is_over) for one in own)
                for own in self.requests
            ),
            tuple(one is None for one in self.blocked),
        )  # fmt: skip

    def step(self, rank: int) -> Step | None:
        """The next step, past those whose condition does not hold."""
        steps = self.program[rank]
        while self.at[rank] < len(steps):
            step = steps[self.at[rank]]
            if not isinstance(step, If):
                return step
            if step.finds == self.last_found[rank]:
                return step.step
            self.at[rank] += 1
        return None

    def in_slot(self, rank: int, slot: int) -> Request | None:
        """The active request in a slot."""
        return next(
            (one for one in reversed(self.requests[rank]) if one.slot == slot and not one.is_over),
            None,
        )

    def is_complete(self, request: Request) -> bool:
        if request.is_send:
            return request.is_taken or not self.synchronous
        return request.source is not None

    def choice(self, rank: int) -> Choice:
        self.asked[rank] += 1
        return rank, self.asked[rank] - 1

    def finish(self, request: Request) -> None:
        """The program learns that an operation is complete."""
        request.is_over = True
        if request.choice is not None and request.source is not None:
            self.got[request.choice] = request.source

    @property
    def is_over(self) -> bool:
        ranks = range(len(self.program))
        return all(self.step(rank) is None and self.blocked[rank] is None for rank in ranks)

    @property
    def end(self) -> tuple[bool, Matching]:
        return self.is_over, frozenset(self.got.items())


# All interleavings.


def every_end(program: Program, *, synchronous: bool = False) -> set[tuple[bool, Matching]]:
    """Those of all interleavings: of one step of one rank, or of the arrival of one message."""
    first = State.of(program, synchronous=synchronous)
    return {state.end for state in final_states(first, _steps)}


def _steps(state: State) -> Iterator[State]:
    for rank in range(len(state.program)):
        yield from steps_of(state, rank)
    for (source, to), sends in state.travelling.items():
        if sends:
            after = state.copy()
            arrive(after, source, to)
            yield after


def arrive(state: State, source: int, to: int) -> None:
    place = state.travelling[source, to].pop(0)
    send = state.requests[source][place]
    for receive in state.requests[to]:
        is_posted = not receive.is_send and receive.source is None
        if is_posted and receive.peer in (ANY, source) and receive.fits(send.tag):
            receive.source, receive.number = source, send.number
            send.is_taken = True
            return
    state.unexpected[to].append((source, place))


def steps_of(state: State, rank: int) -> Iterator[State]:
    blocked = state.blocked[rank]
    if blocked is not None:
        if state.is_complete(blocked):
            after = state.copy()
            request = after.blocked[rank]
            assert request is not None
            after.finish(request)
            after.blocked[rank] = None
            yield after
        return
    step = state.step(rank)
    if isinstance(step, Send):
        after = state.copy()
        _send(after, rank, step)
        yield after
    elif isinstance(step, Receive):
        yield from _receive(state, rank, step)
    elif isinstance(step, Wait):
        after = state.copy()
        after.at[rank] += 1
        after.blocked[rank] = after.in_slot(rank, step.slot)
        yield after
    elif isinstance(step, Poll):
        yield from _poll(state, rank, step)
    elif isinstance(step, Probe):
        yield from _probe(state, rank, step)


def _send(state: State, rank: int, step: Send) -> Request:
    state.at[rank] += 1
    own = state.requests[rank]
    number = sum(one.is_send and one.peer == step.to for one in own)
    request = Request(is_send=True, peer=step.to, tag=step.tag, number=number, slot=step.slot)
    own.append(request)
    state.travelling.setdefault((rank, step.to), []).append(len(own) - 1)
    if step.slot is None:
        state.blocked[rank] = request
    return request


def _receive(state: State, rank: int, step: Receive) -> Iterator[State]:
    firsts: dict[int, int] = {}
    for source, place in state.unexpected[rank]:
        tag = state.requests[source][place].tag
        if step.source in (ANY, source) and step.tag in (ANY, tag):
            firsts.setdefault(source, place)
    if not firsts:
        after = state.copy()
        _begin_receive(after, rank, step)
        yield after
    for source, place in firsts.items():
        after = state.copy()
        receive = _begin_receive(after, rank, step)
        receive.source, receive.number = source, state.requests[source][place].number
        after.unexpected[rank].remove((source, place))
        after.requests[source][place].is_taken = True
        yield after


def _begin_receive(state: State, rank: int, step: Receive) -> Request:
    state.at[rank] += 1
    request = Request(is_send=False, peer=step.source, tag=step.tag, slot=step.slot)
    if step.source == ANY:
        request.choice = state.choice(rank)
    state.requests[rank].append(request)
    if step.slot is None:
        state.blocked[rank] = request
    return request


def active_of(state: State, rank: int, step: Poll) -> dict[int, Request]:
    """The active requests of a poll, by position."""
    slots = [state.in_slot(rank, slot) for slot in step.slots]
    return {at: one for at, one in enumerate(slots) if one is not None}


def _poll(state: State, rank: int, step: Poll) -> Iterator[State]:
    active = active_of(state, rank, step)
    if not active:
        after = state.copy()
        after.at[rank] += 1
        after.last_found[rank] = True
        yield after
        return
    complete = [at for at, one in active.items() if state.is_complete(one)]
    answers: list[tuple[int, ...]] = [] if step.blocks else [()]
    if step.scope == Scope.ALL:
        answers += [tuple(active)] if len(complete) == len(active) else []
    else:
        most = 1 if step.scope == Scope.ANY else len(complete)
        for size in range(1, most + 1):
            answers += combinations(complete, size)
    for answer in answers:
        after = state.copy()
        answer_poll(after, rank, step, after.choice(rank), answer)
        yield after


def answer_poll(
    state: State, rank: int, step: Poll, choice: Choice, answer: tuple[int, ...]
) -> None:
    active = active_of(state, rank, step)
    state.got[choice] = answer
    state.last_found[rank] = bool(answer)
    for at in answer:
        state.finish(active[at])
    state.at[rank] += 1


def _probe(state: State, rank: int, step: Probe) -> Iterator[State]:
    """A message that has come is found: one that is not found comes later."""
    sources = {
        source for source, place in state.unexpected[rank]
        if step.source in (ANY, source) and step.tag in (ANY, state.requests[source][place].tag)
    }  # fmt: skip
    for answer in sources or ([] if step.blocks else [NOTHING]):
        after = state.copy()
        after.got[after.choice(rank)] = answer
        after.last_found[rank] = bool(sources)
        after.at[rank] += 1
        yield after


# The runtime.


class Runtime:
    """One run of a program with some choices, as the runtime does it in the deterministic mode."""

    def __init__(
        self, program: Program, forced: Mapping[Choice, Answer], *, synchronous: bool
    ) -> None:
        self.state = State.of(program, synchronous=synchronous)
        self.orders: list[list[Event]] = [[] for _ in program]
        self._forced = forced
        self._ranks = range(len(program))
        self._polls: dict[int, tuple[Choice, int]] = {}
        """The poll that each rank is in, and its event."""

    def run(self) -> None:
        while True:
            self._match()
            if any([self._advance(rank, at_edge=False) for rank in self._ranks]):
                continue
            self._decide()
            self._match()
            if not any([self._advance(rank, at_edge=True) for rank in self._ranks]):
                break
        for rank, own in enumerate(self.state.requests):
            for one in own:
                if not one.is_send and one.source is not None and not one.is_over:
                    self._log(rank, Kind.RECEIVE_MATCHED, of=one.begin, peer=one.source,
                              number=one.number)  # fmt: skip

    def _log(
        self,
        rank: int,
        kind: Kind,
        *,
        free: bool = False,
        members: int = 0,
        of: int = 1,
        peer: int = 0,
        number: int = 0,
        tag: int = 0,
        context: int = COMMUNICATOR,
    ) -> int:
        self.orders[rank].append(Event(kind, free, members, of, peer, number, tag, context))
        return len(self.orders[rank]) - 1

    # Matching: the messages travel for ever, and receives take them from there.

    def _first(self, rank: int, source: int, fits: Callable[[int], bool]) -> int | None:
        own = self.state.requests[source]
        sends = self.state.travelling.get((source, rank), [])
        return next((place for place in sends if fits(own[place].tag)), None)

    def _posted(self, rank: int) -> list[Request]:
        own = self.state.requests[rank]
        return [one for one in own if not one.is_send and one.source is None]

    def _take(self, rank: int, receive: Request, source: int, place: int) -> None:
        send = self.state.requests[source][place]
        receive.source, receive.number = source, send.number
        send.is_taken = True
        self.state.travelling[source, rank].remove(place)

    def _match(self) -> None:
        """What matches whatever the timing."""
        for rank in self._ranks:
            earlier: list[Request] = []
            for receive in self._posted(rank):
                place = None
                if receive.peer != ANY:
                    place = self._first(rank, receive.peer, receive.fits)
                if place is not None:
                    tag = self.state.requests[receive.peer][place].tag
                    if not any(one.peer == ANY and one.fits(tag) for one in earlier):
                        self._take(rank, receive, receive.peer, place)
                        continue
                earlier.append(receive)

    def _decide(self) -> None:
        """Receives from any source get the lowest one when no rank can continue."""
        for rank in self._ranks:
            for receive in self._posted(rank):
                sources = self._ranks if receive.peer == ANY else [receive.peer]
                for source in sources:
                    place = self._first(rank, source, receive.fits)
                    if place is not None:
                        self._take(rank, receive, source, place)
                        break

    # Steps.

    def _advance(self, rank: int, *, at_edge: bool) -> bool:
        state = self.state
        blocked = state.blocked[rank]
        if blocked is not None:
            if not state.is_complete(blocked):
                return False
            state.blocked[rank] = None
            self._finish(rank, blocked)
            return True
        step = state.step(rank)
        if isinstance(step, Send):
            request = _send(state, rank, step)
            request.begin = self._log(
                rank, Kind.SEND_BEGINS, members=state.synchronous, peer=step.to,
                number=request.number, tag=step.tag,
            )  # fmt: skip
        elif isinstance(step, Receive):
            self._begin_receive(rank, step)
        elif isinstance(step, Wait):
            state.at[rank] += 1
            state.blocked[rank] = state.in_slot(rank, step.slot)
        elif isinstance(step, Poll):
            return self._poll(rank, step, at_edge=at_edge)
        elif isinstance(step, Probe):
            return self._probe(rank, step, at_edge=at_edge)
        return step is not None

    def _begin_receive(self, rank: int, step: Receive) -> None:
        request = _begin_receive(self.state, rank, step)
        if request.choice is not None:
            told = self._forced.get(request.choice, ANY)
            assert isinstance(told, int)
            request.peer = told
        request.begin = self._log(
            rank, Kind.RECEIVE_BEGINS, free=step.source == ANY, tag=step.tag,
            peer=ANY_SOURCE if request.peer == ANY else request.peer,
        )  # fmt: skip

    def _finish(self, rank: int, request: Request) -> None:
        self.state.finish(request)
        if request.is_send:
            self._log(rank, Kind.SEND_ENDS, of=request.begin)
        else:
            assert request.source is not None
            self._log(rank, Kind.RECEIVE_ENDS, of=request.begin, peer=request.source,
                      number=request.number)  # fmt: skip

    def _poll(self, rank: int, step: Poll, *, at_edge: bool) -> bool:
        active = active_of(self.state, rank, step)
        if not active:
            self.state.at[rank] += 1
            self.state.last_found[rank] = True
            return True
        if rank not in self._polls:
            begin = self._log(rank, Kind.POLL_BEGINS, free=not step.blocks, members=step.scope)
            self._polls[rank] = self.state.choice(rank), begin
            for at, one in active.items():
                self._log(rank, Kind.POLL_OPERATION, of=one.begin, number=at, peer=begin)
        choice, begin = self._polls[rank]
        answer = self._answer(step, active, self._forced.get(choice), at_edge=at_edge)
        if answer is None:
            return False
        for at in answer:
            one = active[at]
            source = 0 if one.source is None else one.source
            self._log(rank, Kind.POLL_FINDS, free=not one.is_send, of=begin, peer=source,
                      number=max(one.number, 0), tag=at, context=one.begin)  # fmt: skip
        self._log(rank, Kind.POLL_ENDS, of=begin)
        del self._polls[rank]
        answer_poll(self.state, rank, step, choice, answer)
        for at in answer:
            self._finish(rank, active[at])
        return True

    def _answer(
        self, step: Poll, active: Mapping[int, Request], forced: Answer | None, *, at_edge: bool
    ) -> tuple[int, ...] | None:
        complete = tuple(at for at, one in active.items() if self.state.is_complete(one))
        if forced is not None:
            assert isinstance(forced, tuple)
            return forced if set(forced) <= set(complete) else None
        if step.scope == Scope.ANY:
            wanted = complete[:1] if complete and (at_edge or complete[0] == min(active)) else None
        else:
            wanted = complete if len(complete) == len(active) else None
            if step.scope == Scope.SOME and at_edge and complete:
                wanted = complete
        if wanted is None and at_edge and not step.blocks:
            return ()
        return wanted

    def _probe(self, rank: int, step: Probe, *, at_edge: bool) -> bool:
        if rank not in self._polls:
            begin = self._log(
                rank, Kind.POLL_BEGINS, free=True, members=Scope.PROBE, tag=step.tag,
                peer=ANY_SOURCE if step.source == ANY else step.source,
            )  # fmt: skip
            self._polls[rank] = self.state.choice(rank), begin
        choice, begin = self._polls[rank]
        forced = self._forced.get(choice)
        if forced is None:
            sources: Sequence[int] = self._ranks if step.source == ANY else [step.source]
        else:
            sources = [forced] if isinstance(forced, int) else []
        message = self._visible(rank, step, sources)
        # From any source the lowest is known at an edge.
        if message is not None and (at_edge or len(sources) == 1):
            source, number = message
            self._log(rank, Kind.POLL_FINDS, free=True, of=begin, peer=source, number=number,
                      context=begin)  # fmt: skip
            answer: Answer = source
        elif at_edge or forced == NOTHING:
            if isinstance(forced, int):
                return False
            answer = NOTHING
        else:
            return False
        self._log(rank, Kind.POLL_ENDS, of=begin)
        del self._polls[rank]
        self.state.got[choice] = answer
        self.state.last_found[rank] = answer != NOTHING
        self.state.at[rank] += 1
        return True

    def _visible(self, rank: int, step: Probe, sources: Sequence[int]) -> tuple[int, int] | None:
        for source in sources:
            place = self._first(rank, source, lambda tag: step.tag in (ANY, tag))
            if place is None:
                continue
            send = self.state.requests[source][place]
            if not any(
                one.peer in (ANY, source) and one.fits(send.tag) for one in self._posted(rank)
            ):
                return source, send.number
        return None


# Random programs.


def random_program(seed: int) -> Program:
    """Three or four ranks with blocking sends and receives; some programs get stuck."""
    chance = random.Random(seed)
    ranks = chance.choice([3, 3, 4])
    steps: list[list[Step]] = [[] for _ in range(ranks)]
    for _ in range(chance.randint(2, 6)):
        source, to = chance.sample(range(ranks), 2)
        tag = chance.choice([0, 0, 1])
        steps[source].append(Send(to, tag))
        steps[to].append(Receive(chance.choice([ANY, ANY, source]), chance.choice([ANY, tag])))
    for rank in steps:
        if chance.random() < 0.5:
            chance.shuffle(rank)
    return steps


def random_polling_program(seed: int) -> Program:
    """Two or three ranks with nonblocking operations, tests, probes, and steps that depend on what
    they find."""
    chance = random.Random(seed)
    ranks = chance.choice([2, 3, 3])
    steps: list[list[Step]] = [[] for _ in range(ranks)]
    slots = [0] * ranks
    for _ in range(chance.randint(2, 4)):
        source, to = chance.sample(range(ranks), 2)
        tag = chance.choice([0, 0, 1])
        is_slow = chance.random() < 0.2
        steps[source].append(Send(to, tag, slots[source] if is_slow else None))
        slots[source] += is_slow
        named = Receive(chance.choice([ANY, source]), chance.choice([ANY, tag]))
        if chance.random() < 0.7:
            steps[to].append(Receive(named.source, named.tag, slots[to]))
            slots[to] += 1
        else:
            steps[to].append(named)
    for rank in range(ranks):
        steps[rank] += _polls(chance, slots[rank], ranks, rank)
        if chance.random() < 0.4:
            chance.shuffle(steps[rank])
        steps[rank] += [Wait(slot) for slot in range(slots[rank]) if chance.random() < 0.8]
    return steps


def _polls(chance: random.Random, slots: int, ranks: int, rank: int) -> Iterator[Step]:
    for _ in range(chance.choice([0, 1, 1, 2])):
        others = [other for other in range(ranks) if other != rank]
        if slots and chance.random() < 0.7:
            scope = chance.choice([Scope.ALL, Scope.ANY, Scope.SOME])
            size = chance.choice([1, slots]) if scope == Scope.ALL else slots
            chosen = tuple(sorted(chance.sample(range(slots), size)))
            yield Poll(scope, chosen, blocks=scope != Scope.ALL and chance.random() < 0.4)
        else:
            yield Probe(chance.choice([ANY, *others]), chance.choice([ANY, 0, 1]))
        if chance.random() < 0.6:
            step: Step = Send(chance.choice(others), chance.choice([0, 1]))
            if chance.random() < 0.4:
                step = Receive(chance.choice([ANY, *others]), ANY)
            yield If(chance.random() < 0.5, step)
