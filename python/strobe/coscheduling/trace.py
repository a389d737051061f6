# SPDX-License-Identifier: BSD-3-Clause
"""The record of a job as SimGrid's time-independent trace, which `smpirun -replay` and
`strobe simulate --format trace` run again on another machine.

Computation between two calls becomes flops at a stated rate. It is as long as it took, or as the
rank used its processor: ranks that share one compute for longer than they need. The durations of
calls are left out, since a replay computes them. A receive from any source is written with the
source that it got. The actions have the format of SimGrid 3.32 (its documentation, "Replaying a MPI
trace").
"""

from __future__ import annotations

import functools
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from strobe.base import units, writing
from strobe.base.errors import StrobeError
from strobe.coscheduling import actions, one_sided
from strobe.coscheduling.collective_actions import KNOWN, ROUGHLY
from strobe.coscheduling.collectives import (
    Message,
    Messages,
    Place,
    Step,
    Together,
    together,
)
from strobe.coscheduling.one_sided import Origin, Server, Servers
from strobe.records import call_log
from strobe.records.call_log import (
    NEIGHBOR_RECEIVES,
    NEIGHBOR_SENDS,
    NO_SITE,
    NOTICE_RECEIVED,
    NOTICE_SENT,
    RECEIVE_BEGUN,
    RECEIVED,
    SEND_BEGUN,
    SEND_OVER,
    CallLog,
)
from strobe.records.job_record import ONE_SIDED, Job

INDEX = "trace.txt"
NO_CALL = -1
"""The origin of a computation, and of the begin and the end of a rank."""
KEEPS_ALL = "`strobe run --record FOLDER --monitor calls=N` keeps N calls of each rank"
WITH_REQUESTS = ("MPI_Rput", "MPI_Rget", "MPI_Raccumulate", "MPI_Rget_accumulate")
OVERLAP = "calls overlap with those of other threads of their rank, and are replayed in a row"
UNSYNCHRONISED = ("the clock differs in each run",)
"""Calls outside the guarantee that do not communicate."""


@dataclass(frozen=True)
class Trace:
    """The lines of each rank, and notes for the user."""

    ranks: list[list[str]]
    notes: list[str]
    origins: list[list[int]]
    """For each line of each rank: the call that it is of, by its place in the log of the rank, or
    NO_CALL."""
    sites: list[list[int]]
    """For each line of each rank: the site of that call, by its number in the rank's record, or
    NO_SITE."""
    logs: Sequence[CallLog] = ()
    """What it was written from, by rank."""
    servers: Sequence[Server] = ()
    """Further processes, by their numbers from that of the ranks on."""

    @functools.cached_property
    def _targets(self) -> dict[int, int]:
        return {server.number: server.target for server in self.servers}

    def rank_beside(self, process: int) -> int:
        """The rank that is with a process on a node: itself, or the target of a server."""
        return self._targets.get(process, process)

    def write(self, folder: Path) -> Path:
        """Write a file for each rank and one that names them, whose path is returned.

        The folder exists. Raises StrobeError when it cannot be written.
        """
        names = [f"rank-{rank}.txt" for rank in range(len(self.ranks))]
        for name, lines in zip(names, self.ranks, strict=True):
            writing.write(folder / name, "\n".join(lines) + "\n")
        return writing.write(folder / INDEX, "\n".join(names) + "\n")


WINDOW = 256
"""So many messages of two ranks with one tag may be under way."""


def trace(
    job: Job,
    folder: Path,
    flops_per_second: float,
    messages_of: Messages | None = None,
    *,
    by_processor: bool = False,
) -> Trace:
    """The trace of a job. Raises StrobeError where its record does not hold every call.

    With `messages_of`, collectives and one-sided operations are written as messages; else a replay
    chooses those of collectives, and the operations are left out. With `by_processor`, computation
    is as long as the rank used its processor.
    """
    logs = [_whole(job, folder, rank) for rank in range(job.size)]
    notes: Counter[str] = Counter()
    collectives = together(logs)
    tags = _Tags(logs)
    servers = Servers(job.size)
    built = [
        _Rank(log, collectives, tags, flops_per_second, notes, messages_of, by_processor, servers)
        for log in logs
    ]
    for one in built:
        one.build()
    notes += Counter({OVERLAP: sum(_overlaps(log) for log in logs)})
    notes += _calls_without_messages(job, has_one_sided=messages_of is not None)
    return Trace(
        [one.lines for one in built],
        [f"{units.count(count)} {what}" for what, count in sorted(notes.items())],
        [one.origins for one in built],
        [one.sites for one in built],
        logs,
        servers.ended(),
    )


def _overlaps(log: CallLog) -> int:
    """How many calls began before the one before them was over: those of other threads."""
    return int(np.count_nonzero(log.calls["entered"][1:] < log.calls["left"][:-1]))


def _calls_without_messages(job: Job, *, has_one_sided: bool) -> Counter[str]:
    """Notes on the calls that pass through to the MPI; those of one-sided operations may be in the
    trace."""
    notes: Counter[str] = Counter()
    for call in (call for record in job.ranks for call in record.outside_guarantee):
        if call.why == ONE_SIDED and has_one_sided:
            if call.function.removesuffix("_c") in WITH_REQUESTS:
                notes[f"calls of {call.function} are over at the end of their epoch"] += call.count
        elif call.why not in UNSYNCHRONISED:
            notes[f"calls of {call.function} are not in the trace"] += call.count
    return notes


def _whole(job: Job, folder: Path, rank: int) -> CallLog:
    record = next((one for one in job.ranks if one.rank == rank), None)
    log = None if record is None else call_log.read(folder, record)
    if log is None:
        raise StrobeError(f"rank {rank} recorded no calls, which a trace needs: {KEEPS_ALL}")
    calls, events, collectives = log.mmds.calls, log.mmds.events, log.mmds.collectives
    kept = len(log.events)
    if len(log.calls) < calls or kept < events or len(log.collectives) < collectives:
        raise StrobeError(
            f"rank {rank} recorded only {units.count(len(log.calls))} of {units.count(calls)} "
            f"calls, {units.count(kept)} of {units.count(events)} events of messages and "
            f"{units.count(len(log.collectives))} of {units.count(collectives)} collectives: "
            f"{KEEPS_ALL}"
        )
    return log


class _Tags:
    """The tags of a trace, which knows no communicators.

    A tag that several communicators use becomes others. So does one with messages of several sizes:
    in a replay a message that is sent at once overtakes a longer one before it that waits, so that
    each of WINDOW messages in a row has a tag of its own.
    """

    def __init__(self, logs: list[CallLog]) -> None:
        sizes: dict[tuple[int, int], set[int]] = defaultdict(set)
        for log in logs:
            for row in log.events[log.events["event"] == SEND_BEGUN]:
                sizes[int(row["tag"]), int(row["context"])].add(int(row["size_bytes"]))
        users = Counter(tag for tag, _ in sizes)
        free = max(users, default=0) + 1
        self._found: dict[tuple[int, int], int] = {}
        self._in_turn: set[tuple[int, int]] = set()
        for tag, context in sorted(sizes):
            if len(sizes[tag, context]) > 1:
                self._found[context, tag] = free
                self._in_turn.add((context, tag))
                free += WINDOW
            else:
                self._found[context, tag] = tag if users[tag] == 1 else free
                free += users[tag] > 1
        self._of_notices: dict[tuple[int, int], int] = {}
        for log in logs:
            for row in log.events[log.events["event"] == NOTICE_SENT]:
                notice = int(row["context"]), int(row["tag"])
                free += notice not in self._of_notices
                self._of_notices.setdefault(notice, free - 1)
        self._of_collectives = free

    def of(self, context: int, tag: int, number: int) -> int:
        """That of the message with this number between two ranks, of those with the same tag."""
        turn = number % WINDOW if (context, tag) in self._in_turn else 0
        return self._found[context, tag] + turn

    def of_notice(self, context: int, tag: int) -> int:
        """That of the notices with this tag."""
        return self._of_notices[context, tag]

    def of_collective(self, one: Together) -> int:
        """Collectives of one communicator may be under way at once, and begun in any order."""
        return self._of_collectives + one.communicator * WINDOW + one.number % WINDOW


class StepLines(NamedTuple):
    """The lines of a step of a collective: what begins it, and the waits that end it."""

    begins: list[str]
    waits: list[str]


def lines_of_step(own: int, step: Step, ranks: Sequence[int], tag: int) -> StepLines:
    """The actions of the rank `own`; `ranks` are those of the members in the job."""
    begins, waits = [], []
    for member, size_bytes in step.receives:
        source = ranks[member]
        begins.append(actions.irecv(source, tag, size_bytes))
        waits.append(actions.wait(source, own, tag))
    for member, size_bytes in step.sends:
        to = ranks[member]
        begins.append(actions.isend(to, tag, size_bytes))
        waits.append(actions.wait(own, to, tag))
    return StepLines(begins, waits)


@dataclass
class _Begun:
    """A collective that is not over, by its row in the log."""

    row: int
    of: Together
    steps: Iterator[StepLines]
    waits: list[str] = field(default_factory=list)
    """Those of the step that is under way."""


def _until(now: int, rows: deque[int], ticks: Sequence[int]) -> Iterator[int]:
    """Take the rows whose ticks are up to now."""
    while rows and ticks[rows[0]] <= now:
        yield rows.popleft()


def _neighbors(log: CallLog) -> dict[int, Step]:
    """By the row of a neighborhood collective: its messages, in the order of their lanes, which
    both ends know."""
    sends: dict[int, list[tuple[int, Message]]] = defaultdict(list)
    receives: dict[int, list[tuple[int, Message]]] = defaultdict(list)
    for kind, found in ((NEIGHBOR_SENDS, sends), (NEIGHBOR_RECEIVES, receives)):
        for row in log.events[log.events["event"] == kind]:
            message = Message(int(row["peer"]), int(row["size_bytes"]))
            found[int(row["operation"])].append((int(row["tag"]), message))

    def in_order(each: list[tuple[int, Message]]) -> tuple[Message, ...]:
        return tuple(message for _, message in sorted(each, key=lambda one: one[0]))

    return {row: Step(in_order(sends[row]), in_order(receives[row]))
            for row in sends.keys() | receives.keys()}  # fmt: skip


class _Rank:
    """Builds the lines of one rank."""

    def __init__(
        self,
        log: CallLog,
        collectives: dict[Place, Together],
        tags: _Tags,
        flops_per_second: float,
        notes: Counter[str],
        messages_of: Messages | None,
        by_processor: bool,
        servers: Servers,
    ) -> None:
        self._log = log
        self._messages_of = messages_of
        self._own = log.rank.rank
        self._flops_per_s = flops_per_second
        self._by_processor = by_processor
        self._collectives = collectives
        self._tags = tags
        self._begun: Counter[tuple[int, int, int, int]] = Counter()
        self._notes = notes
        self._computed_s = 0.0
        self.lines: list[str] = []
        self.origins: list[int] = []
        self.sites: list[int] = []
        self._at = NO_CALL
        """The call whose lines are being added."""
        self._ends = call_log.ends(log.events.tolist())
        self._open: dict[int, str] = {}
        """The wait action of each open operation."""
        self._begun_ones: list[_Begun] = []
        """The collectives that are not over."""
        self._neighbors = _neighbors(log)
        self._one_sided = Origin(self._own, servers, self._act)

    def build(self) -> None:
        """All lines, from init to finalize."""
        mmds = self._log.mmds
        self._act("init")
        left = mmds.begin_tick
        events = self._log.events.tolist()
        at = 0
        rows = range(len(self._log.collectives))
        begun, over = (self._log.collectives[what].tolist() for what in ("begun", "over"))
        to_begin = deque(rows)
        to_end = deque(sorted((row for row in rows if over[row]), key=over.__getitem__))
        for number, row in enumerate(self._log.calls):
            self._at = number
            entered, now = int(row["entered"]), int(row["left"])
            if self._by_processor:
                self._computed_s += 1e-9 * int(row["computed_ns"])
            else:
                self._computed_s += self._log.seconds(max(entered - left, 0))
            left = max(left, now)
            first = at
            while at < len(events) and events[at][0] <= now:
                at += 1
            function = self._log.mmds.functions[int(row["function"])]
            self._call(function, events, range(first, at))
            ended = set(_until(now, to_end, over))
            for one in _until(now, to_begin, begun):
                self._begin(one, is_whole=one in ended)
            self._end_collectives(ended)
        end = mmds.begin_tick + round(mmds.run_time_s / mmds.tick_s)
        self._computed_s += (
            mmds.last_computed_s if self._by_processor else self._log.seconds(max(end - left, 0))
        )
        self._at = NO_CALL
        self._one_sided.end()
        self._end_collectives({one.row for one in self._begun_ones})
        self._act("finalize")

    def _call(self, function: str, events: list[tuple[int, ...]], within: range) -> None:
        blocks = not function.startswith(("MPI_I", "MPI_Start"))
        # One that sends and receives at once has begun both before it waits.
        is_exchange = {events[place][6] for place in within} >= {SEND_BEGUN, RECEIVE_BEGUN}
        blocks_at_once = blocks and not is_exchange
        begun: list[int] = []
        over: list[str] = []
        for place in within:
            _, operation, context, size_bytes, peer, tag, event, _ = events[place]
            if event == SEND_BEGUN:
                tag = self._tag(event, peer, context, tag)
                begin = actions.send if blocks_at_once else actions.isend
                self._act(begin(peer, tag, size_bytes))
                if not blocks_at_once:
                    self._open[operation] = actions.wait(self._own, peer, tag)
                    begun.append(operation)
            elif event == RECEIVE_BEGUN:
                end = self._ends.get(place)
                if end is None:
                    continue
                _, _, context, size_bytes, peer, tag, _, _ = events[end]
                tag = self._tag(event, peer, context, tag)
                if blocks_at_once:
                    self._act(actions.recv(peer, tag, size_bytes))
                else:
                    self._act(actions.irecv(peer, tag, size_bytes))
                    self._open[operation] = actions.wait(peer, self._own, tag)
            elif event in (RECEIVED, SEND_OVER) and operation in self._open:
                over.append(self._open.pop(operation))
            elif event == NOTICE_SENT:
                self._act(actions.send(peer, self._tags.of_notice(context, tag), 0))
            elif event == NOTICE_RECEIVED:
                self._act(actions.recv(peer, self._tags.of_notice(context, tag), 0))
            elif event in one_sided.EVENTS and self._messages_of is not None:
                self._one_sided.event(event, context, peer, size_bytes)
        self._one_sided.end_call()
        if blocks:
            over += [self._open.pop(operation) for operation in begun if operation in self._open]
        self._wait(over)

    def _tag(self, event: int, peer: int, context: int, tag: int) -> int:
        """That of the next message that is sent to a peer, or received from it. Messages of two
        ranks with one tag are received in the order of their sending (MPI 5.0, section 3.5)."""
        stream = (event, peer, context, tag)
        self._begun[stream] += 1
        return self._tags.of(context, tag, self._begun[stream] - 1)

    def _wait(self, over: list[str]) -> None:
        # That waits for all that the rank has begun.
        has_others = self._open or self._begun_ones or self._one_sided.has_pending
        if len(over) > 1 and not has_others:
            self._act(actions.wait_all(len(over)))
            return
        for line in over:
            self._act(line)

    def _begin(self, row: int, *, is_whole: bool) -> None:
        """Write a collective, all of it where it is over in the same call. Else only its first
        messages are begun: a rank goes on with the others where it waits for the collective."""
        one = self._collectives.get((self._own, row))
        if one is None:
            self._notes["collectives with members that recorded none are left out"] += 1
            return
        steps = self._steps(row, one)
        if steps is None:
            self._act_of(row, one)
            return
        begun = _Begun(row, one, steps)
        if is_whole:
            self._end_until({one.communicator: one.number})
            self._finish(begun)
        else:
            self._next_step(begun)
            self._begun_ones.append(begun)

    def _steps(self, row: int, one: Together) -> Iterator[StepLines] | None:
        """As lines; None where a replay has to choose the messages."""
        own = one.ranks.index(self._own)
        tag = self._tags.of_collective(one)
        if one.calls[own].name.startswith("neighbor_"):
            all_ranks = range(self._log.rank.size)
            step = self._neighbors.get(row, Step())
            return iter([lines_of_step(self._own, step, all_ranks, tag)])
        if self._messages_of is None:
            return None
        steps = self._messages_of(one.calls[own].name, own, one.calls, one.ranks)
        if steps is None:
            return None
        return (lines_of_step(self._own, step, one.ranks, tag) for step in steps)

    def _next_step(self, one: _Begun) -> bool:
        """Write the waits of the step before, and begin the next one; False if there is none."""
        for line in one.waits:
            self._act(line)
        step = next(one.steps, None)
        one.waits = [] if step is None else step.waits
        for line in [] if step is None else step.begins:
            self._act(line)
        return step is not None

    def _finish(self, one: _Begun) -> None:
        while self._next_step(one):
            pass

    def _end_collectives(self, ended: set[int]) -> None:
        last: dict[int, int] = {}
        for one in self._begun_ones:
            if one.row in ended:
                communicator, number = one.of.communicator, one.of.number
                last[communicator] = max(last.get(communicator, number), number)
        self._end_until(last)

    def _end_until(self, last: Mapping[int, int]) -> None:
        """End those of each communicator up to this number. So they end in the order that all its
        members have, and members that wait for them in different orders do not wait for each
        other: an MPI goes on with all of them in each call."""
        ending = [
            one for one in self._begun_ones if one.of.number <= last.get(one.of.communicator, -1)
        ]
        for one in sorted(ending, key=lambda each: (each.of.communicator, each.of.number)):
            self._finish(one)
            self._begun_ones.remove(one)

    def _act_of(self, row: int, one: Together) -> None:
        """Write a collective whose messages the replay chooses."""
        own = one.calls[one.ranks.index(self._own)]
        function = self._log.mmds.functions[int(self._log.collectives["function"][row])]
        if own.name not in KNOWN:
            self._notes[f"calls of {function} are left out"] += 1
            return
        if list(one.ranks) != list(range(self._log.rank.size)):
            self._notes[
                "collectives of communicators that do not contain all ranks are left out"
            ] += 1
            return
        if function.startswith("MPI_I"):
            self._notes["nonblocking collectives are written at their start"] += 1
        elif "_init" in function:
            if not one.is_begun_in_order:
                self._notes["persistent collectives started in different orders are left out"] += 1
                return
            self._notes["persistent collectives are written at their start"] += 1
        if own.name in ROUGHLY:
            self._notes[f"calls of {own.name} are written as {ROUGHLY[own.name]}"] += 1
        self._act(KNOWN[own.name](self._own, one.calls))

    def _compute(self) -> None:
        flops = round(self._computed_s * self._flops_per_s)
        self._computed_s = 0.0
        if flops > 0:
            self._add(f"compute {flops}", NO_CALL)

    def _act(self, action: str) -> None:
        self._compute()
        self._add(action, self._at)

    def _add(self, action: str, origin: int) -> None:
        self.lines.append(f"{self._own} {action}")
        self.origins.append(origin)
        self.sites.append(NO_SITE if origin == NO_CALL else int(self._log.calls["site"][origin]))
