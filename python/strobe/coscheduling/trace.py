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

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from strobe.base import units, writing
from strobe.base.errors import StrobeError
from strobe.records import call_log
from strobe.records.call_log import (
    NO_SITE,
    RECEIVE_BEGUN,
    RECEIVED,
    SEND_BEGUN,
    SEND_OVER,
    CallLog,
)
from strobe.records.job_record import Job

INDEX = "trace.txt"
NO_CALL = -1
"""The origin of a computation, and of the begin and the end of a rank."""
BYTE = 6
"""SimGrid's number for MPI_BYTE: all sizes are in bytes."""
KEEPS_ALL = "`strobe run --record FOLDER --monitor calls=N` keeps N calls of each rank"
UNSYNCHRONISED = ("the clock differs in each run",)
"""Calls outside the guarantee that do not communicate."""


@dataclass
class Collective:
    """One collective call of one rank."""

    name: str
    root: int
    gave: int
    got: int


Calls = list[Collective]
"""The same collective as each rank called it, by rank."""


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


class Message(NamedTuple):
    """One message of a step: the other member, and its size."""

    member: int
    size_bytes: int


@dataclass(frozen=True)
class Step:
    """Messages of one member of a collective that it begins at once and then waits for: at most one
    to each other member, and one from each."""

    sends: tuple[Message, ...] = ()
    receives: tuple[Message, ...] = ()


Messages = Callable[[str, int, Calls, Sequence[int]], Iterable[Step] | None]
"""The messages of one member of a collective, whose members are these ranks of the job; None for a
collective that it does not know."""


def trace(
    job: Job,
    folder: Path,
    flops_per_second: float,
    messages_of: Messages | None = None,
    *,
    by_processor: bool = False,
) -> Trace:
    """The trace of a job. Raises StrobeError where its record does not hold every call.

    With `messages_of`, collectives are written as messages; else a replay chooses its own. With
    `by_processor`, computation is as long as the rank used its processor.
    """
    logs = [_whole(job, folder, rank) for rank in range(job.size)]
    notes: Counter[str] = Counter()
    together = _together(logs)
    tags = _Tags(logs)
    built = [
        _Rank(log, together, tags, flops_per_second, notes, messages_of, by_processor)
        for log in logs
    ]
    for one in built:
        one.build()
    for record in job.ranks:
        for call in record.outside_guarantee:
            if call.why not in UNSYNCHRONISED:
                notes[f"calls of {call.function} are not in the trace"] += call.count
    return Trace(
        [one.lines for one in built],
        [f"{units.count(count)} {what}" for what, count in sorted(notes.items())],
        [one.origins for one in built],
        [one.sites for one in built],
        logs,
    )


def _whole(job: Job, folder: Path, rank: int) -> CallLog:
    record = next((one for one in job.ranks if one.rank == rank), None)
    log = None if record is None else call_log.read(folder, record)
    if log is None:
        raise StrobeError(f"rank {rank} recorded no calls, which a trace needs: {KEEPS_ALL}")
    calls = log.mmds.calls
    messages = sum(partner.messages for partner in log.mmds.partners)
    kept = int((log.events["event"] == SEND_BEGUN).sum())
    if len(log.calls) < calls or kept < messages:
        raise StrobeError(
            f"rank {rank} recorded only {units.count(len(log.calls))} of {units.count(calls)} "
            f"calls and {units.count(kept)} of {units.count(messages)} messages: {KEEPS_ALL}"
        )
    return log


def _name(log: CallLog, function: int) -> str:
    """`MPI_Iallgatherv` is `allgatherv`."""
    return log.mmds.functions[function].removeprefix("MPI_").lower()


STARTS = ("start", "startall")
"""Of persistent collectives: each rank has an order of its own for them, and a record does not say
which they are. A trace leaves them out."""


@dataclass(frozen=True)
class Together:
    """The collectives of one communicator, in their order."""

    ranks: list[int]
    """Its members as ranks of the job, by their ranks in it."""
    calls: list[Calls]


def _together(logs: list[CallLog]) -> dict[int, Together]:
    """By communicator. One with members that never call a collective is left out, and so are both
    groups of an intercommunicator."""
    own: dict[int, dict[int, Calls]] = defaultdict(lambda: defaultdict(list))
    ranks: dict[int, dict[int, int]] = defaultdict(dict)
    sizes: dict[int, int] = {}
    for log in logs:
        for row in log.calls[log.calls["members"] > 0]:
            name = _name(log, int(row["function"]))
            if name in STARTS:
                continue
            context, member = int(row["context"]), int(row["own"])
            if ranks[context].setdefault(member, log.rank.rank) != log.rank.rank:
                sizes[context] = 0
                continue
            sizes.setdefault(context, int(row["members"]))
            own[context][member].append(
                Collective(name, int(row["root"]), max(int(row["size_bytes"]), 0),
                           int(row["got_bytes"]))
            )  # fmt: skip
    found = {}
    for context, size in sizes.items():
        if sorted(ranks[context]) != list(range(size)):
            continue
        calls = [own[context][member] for member in range(size)]
        if len({len(each) for each in calls}) > 1:
            raise StrobeError(
                "the ranks called different numbers of collectives: only a finished job has a trace"
            )
        found[context] = Together(
            [ranks[context][member] for member in range(size)],
            [list(each) for each in zip(*calls, strict=True)],
        )
    return found


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
        self.of_collectives = free

    def of(self, context: int, tag: int, number: int) -> int:
        """That of the message with this number between two ranks, of those with the same tag."""
        turn = number % WINDOW if (context, tag) in self._in_turn else 0
        return self._found[context, tag] + turn


class _Rank:
    """Builds the lines of one rank."""

    def __init__(
        self,
        log: CallLog,
        together: dict[int, Together],
        tags: _Tags,
        flops_per_second: float,
        notes: Counter[str],
        messages_of: Messages | None,
        by_processor: bool,
    ) -> None:
        self._log = log
        self._messages_of = messages_of
        self._own = log.rank.rank
        self._flops_per_s = flops_per_second
        self._by_processor = by_processor
        self._together = together
        self._tags = tags
        self._begun: Counter[tuple[int, int, int, int]] = Counter()
        self._notes = notes
        self._done: Counter[int] = Counter()
        self._computed_s = 0.0
        self.lines: list[str] = []
        self.origins: list[int] = []
        self.sites: list[int] = []
        self._at = NO_CALL
        """The call whose lines are being added."""
        self._ends = call_log.ends(log.events.tolist())
        self._open: dict[int, str] = {}
        """The wait action of each open operation."""

    def build(self) -> None:
        """All lines, from init to finalize."""
        mmds = self._log.mmds
        self._act("init")
        left = mmds.begin_tick
        events = self._log.events.tolist()
        at = 0
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
            self._call(_name(self._log, int(row["function"])), row, events, range(first, at))
        end = mmds.begin_tick + round(mmds.run_time_s / mmds.tick_s)
        self._computed_s += (
            mmds.last_computed_s if self._by_processor else self._log.seconds(max(end - left, 0))
        )
        self._at = NO_CALL
        self._act("finalize")

    def _call(self, name: str, row: Any, events: list[tuple[int, ...]], within: range) -> None:
        if row["members"] > 0:
            self._collective(name, row)
        blocks = not name.startswith(("i", "start"))
        # One that sends and receives at once has begun both before it waits.
        is_exchange = {events[place][6] for place in within} >= {SEND_BEGUN, RECEIVE_BEGUN}
        blocks_at_once = blocks and not is_exchange
        begun: list[int] = []
        over: list[str] = []
        for place in within:
            _, operation, context, size_bytes, peer, tag, event, _ = events[place]
            if event == SEND_BEGUN:
                tag = self._tag(event, peer, context, tag)
                self._act(
                    f"{'send' if blocks_at_once else 'isend'} {peer} {tag} {size_bytes} {BYTE}"
                )
                if not blocks_at_once:
                    self._open[operation] = f"wait {self._own} {peer} {tag}"
                    begun.append(operation)
            elif event == RECEIVE_BEGUN:
                end = self._ends.get(place)
                if end is None:
                    continue
                _, _, context, size_bytes, peer, tag, _, _ = events[end]
                tag = self._tag(event, peer, context, tag)
                if blocks_at_once:
                    self._act(f"recv {peer} {tag} {size_bytes} {BYTE}")
                else:
                    self._act(f"irecv {peer} {tag} {size_bytes} {BYTE}")
                    self._open[operation] = f"wait {peer} {self._own} {tag}"
            elif event in (RECEIVED, SEND_OVER) and operation in self._open:
                over.append(self._open.pop(operation))
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
        if len(over) > 1 and not self._open:
            self._act(f"waitall {len(over)}")
            return
        for line in over:
            self._act(line)

    def _collective(self, name: str, row: Any) -> None:
        if name in STARTS:
            self._notes["starts of persistent collectives are left out"] += 1
            return
        context = int(row["context"])
        group = self._together.get(context)
        if group is None:
            self._notes["collectives with members that recorded none are left out"] += 1
            return
        calls = group.calls[self._done[context]]
        self._done[context] += 1
        own = group.ranks.index(self._own)
        if name not in KNOWN:
            begun = name.removeprefix("i").removesuffix("_init")
            if begun not in KNOWN:
                self._notes[f"calls of {self._log.mmds.functions[int(row['function'])]} are left "
                            "out"] += 1  # fmt: skip
                return
            self._notes["nonblocking collectives are written at their start"] += 1
            name = begun
        if self._messages_of is not None and self._as_messages(name, own, group.ranks, calls):
            return
        if group.ranks != list(range(self._log.rank.size)):
            self._notes[
                "collectives of communicators that do not contain all ranks are left out"
            ] += 1
            return
        if name in ROUGHLY:
            self._notes[f"calls of {name} are written as {ROUGHLY[name]}"] += 1
        self._act(KNOWN[name](self._own, calls))

    def _as_messages(self, name: str, own: int, ranks: list[int], calls: Calls) -> bool:
        """Write the messages of a collective; False if they are not known."""
        assert self._messages_of is not None
        steps = self._messages_of(name, own, calls, ranks)
        if steps is None:
            return False
        tag = self._tags.of_collectives
        for step in steps:
            waits = []
            for member, size_bytes in step.receives:
                source = ranks[member]
                self._act(f"irecv {source} {tag} {size_bytes} {BYTE}")
                waits.append(f"wait {source} {self._own} {tag}")
            for member, size_bytes in step.sends:
                to = ranks[member]
                self._act(f"isend {to} {tag} {size_bytes} {BYTE}")
                waits.append(f"wait {self._own} {to} {tag}")
            for line in waits:
                self._act(line)
        return True

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


def _types(count: int) -> str:
    return " ".join([str(BYTE)] * count)


def _gave(calls: Calls) -> str:
    return " ".join(str(call.gave) for call in calls)


def _got(calls: Calls) -> str:
    return " ".join(str(call.got) for call in calls)


def _mean_block(calls: Calls) -> int:
    return round(sum(call.gave for call in calls) / len(calls) ** 2)


def _all_to_all(_: int, calls: Calls) -> str:
    return f"alltoall {_mean_block(calls)} {_mean_block(calls)} {_types(2)}"


def _allreduce(own: int, calls: Calls) -> str:
    return f"allreduce {calls[own].gave} 0 {BYTE}"


KNOWN: dict[str, Callable[[int, Calls], str]] = {
    "barrier": lambda own, calls: "barrier",
    "bcast": lambda own, calls: f"bcast {calls[own].gave} {calls[own].root} {BYTE}",
    "reduce": lambda own, calls: f"reduce {calls[own].gave} 0 {calls[own].root} {BYTE}",
    "allreduce": _allreduce,
    "reduce_scatter": _allreduce,
    "reduce_scatter_block": _allreduce,
    "scan": _allreduce,
    "exscan": _allreduce,
    "gather": lambda own, calls: f"gather {calls[own].gave} {calls[own].gave} {calls[own].root} "
                                 f"{_types(2)}",
    "scatter": lambda own, calls: f"scatter {calls[own].got} {calls[own].got} {calls[own].root} "
                                  f"{_types(2)}",
    "allgather": lambda own, calls: f"allgather {calls[own].gave} {calls[own].gave} {_types(2)}",
    "alltoall": _all_to_all,
    "gatherv": lambda own, calls: f"gatherv {calls[own].gave} {_gave(calls)} {calls[own].root} "
                                  f"{_types(2)}",
    "scatterv": lambda own, calls: f"scatterv {_got(calls)} {calls[own].got} {calls[own].root} "
                                   f"{_types(2)}",
    "allgatherv": lambda own, calls: f"allgatherv {calls[own].gave} {_gave(calls)} {_types(2)}",
    "alltoallv": _all_to_all,
    "alltoallw": _all_to_all,
}  # fmt: skip
ROUGHLY = {
    "reduce_scatter": "allreduce",
    "reduce_scatter_block": "allreduce",
    "scan": "allreduce",
    "exscan": "allreduce",
    "alltoallv": "an alltoall of their mean size",
    "alltoallw": "an alltoall of their mean size",
}
