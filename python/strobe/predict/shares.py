# SPDX-License-Identifier: BSD-3-Clause
"""Where the time of a replay goes: computation, and the lines of the program that call MPI."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import msgspec
import numpy as np

from strobe.base import units
from strobe.coscheduling import call_sites
from strobe.coscheduling.trace import NO_CALL, Trace
from strobe.predict.machine import LevelName, Machine, Placement
from strobe.predict.replay import Replay
from strobe.records.call_log import NO_SITE, CallLog
from strobe.records.job_record import Job

RECEIVING = ("recv", "irecv")
MOST_WITHOUT_PROCESSOR = 0.1
"""Beyond this part of their computation a note says that ranks had no processor."""
Place = tuple[str, str]
"""A function, and the line that calls it."""


class Share(msgspec.Struct, frozen=True):
    """The calls of one line of the program: mean over the ranks of the time in them, in seconds."""

    function: str
    line: str
    """As `ring.c:12, in main`; empty where it is not known."""
    calls: int
    recorded_s: float
    predicted_s: float
    transfer_s: float
    """The part in which its messages move on this machine; the rest is waiting."""

    @property
    def what(self) -> str:
        """As `MPI_Send at ring.c:12, in main`."""
        return f"{self.function} at {self.line}" if self.line else self.function


def computation_s(base: Replay, written: Trace) -> float:
    """Mean over the ranks."""
    sums = [
        float(base.durations_s(rank)[np.array(origins) == NO_CALL].sum())
        for rank, origins in enumerate(written.origins)
    ]
    return sum(sums) / len(sums)


def recorded_computation_s(logs: Sequence[CallLog]) -> float:
    """Mean over the ranks of the time between calls, where the job was recorded.

    Before the first call a rank may still wait for others to start, so that there, and after the
    last one, its processor time counts.
    """
    sums = [
        _between_s(log) + 1e-9 * int(log.calls["computed_ns"][0]) + log.mmds.last_computed_s
        for log in logs
        if len(log.calls)
    ]
    return sum(sums) / len(sums) if sums else 0.0


def _between_s(log: CallLog) -> float:
    entered, left = (log.calls[name].astype(np.int64) for name in ("entered", "left"))
    return log.seconds(int(np.maximum(entered[1:] - left[:-1], 0).sum()))


def shares(
    job: Job, logs: Sequence[CallLog], written: Trace, base: Replay, machine: Machine,
    placement: Placement,
) -> list[Share]:  # fmt: skip
    """By line, the longest first."""
    calls: dict[Place, int] = defaultdict(int)
    recorded: dict[Place, float] = defaultdict(float)
    predicted: dict[Place, float] = defaultdict(float)
    transfer: dict[Place, float] = defaultdict(float)
    size = len(written.ranks)
    lines = call_sites.lines([site for log in logs for site in log.mmds.sites], job)
    for log in logs:
        places = _places(log, lines)
        inside = log.calls["left"].astype(np.int64) - log.calls["entered"].astype(np.int64)
        for place, ticks in zip(places, inside.tolist(), strict=True):
            calls[place] += 1
            recorded[place] += log.seconds(ticks) / size
        for call, (took_s, moved_s) in in_calls(
            log.rank.rank, written, base, machine, placement
        ).items():
            predicted[places[call]] += took_s / size
            transfer[places[call]] += moved_s / size
    found = [Share(*place, calls[place], recorded[place], predicted[place], transfer[place])
             for place in calls]  # fmt: skip
    return sorted(found, key=lambda share: -share.predicted_s)


def in_calls(
    rank: int, written: Trace, base: Replay, machine: Machine, placement: Placement
) -> dict[int, tuple[float, float]]:
    """For each call of a rank, by its number: the time that a replay spends in it, and the part in
    which its messages move, in seconds."""
    moving: dict[int, float] = defaultdict(float)
    took: dict[int, float] = defaultdict(float)
    begun_s = 0.0
    durations = base.durations_s(rank).tolist()
    for place, call in enumerate(written.origins[rank]):
        if call == NO_CALL:
            continue
        took_s = durations[place]
        took[call] += took_s
        # What a nonblocking receive has begun moves in the calls that wait for it.
        begun_s += _transfer_s(written, rank, place, machine, placement)
        moved_s = min(begun_s, took_s)
        moving[call] += moved_s
        begun_s -= moved_s
    return {call: (time_s, min(moving[call], time_s)) for call, time_s in took.items()}


def _places(log: CallLog, lines: Mapping[tuple[str, int], str]) -> list[Place]:
    """Of each call."""
    sites = [call_sites.name(site, lines) for site in log.mmds.sites]
    return [
        (log.mmds.functions[function], "" if site == NO_SITE else sites[site])
        for function, site in log.calls[["function", "site"]].tolist()
    ]


def _transfer_s(
    written: Trace, rank: int, place: int, machine: Machine, placement: Placement
) -> float:
    """What the message of a line takes if nobody waits; 0 for what receives none."""
    words = written.ranks[rank][place].split(" ")
    if words[1] not in (*RECEIVING, "send"):
        return 0.0
    peer, size_bytes = written.rank_beside(int(words[2])), float(words[4])
    level = machine.levels.get(placement.level_between(rank, peer))
    return 0.0 if level is None else float(level.whole.at(size_bytes))


def unmeasured(written: Trace, machine: Machine, placement: Placement) -> Iterator[str]:
    """A sentence for each level where messages are larger than those whose times were measured."""
    largest: dict[LevelName, float] = defaultdict(float)
    for rank, lines in enumerate(written.ranks):
        for line in lines:
            words = line.split(" ")
            if words[1] in RECEIVING:
                level = placement.level_between(rank, written.rank_beside(int(words[2])))
                largest[level] = max(largest[level], float(words[4]))
    for name, size_bytes in sorted(largest.items()):
        if name not in machine.levels:
            continue  # what a rank sends to itself
        measured_bytes = float(machine.levels[name].whole.sizes_bytes[-1])
        if size_bytes > measured_bytes:
            yield (
                f"the largest message is {units.size(size_bytes)}, and times within the {name} "
                f"were measured up to {units.size(measured_bytes)}: beyond that they grow as "
                f"before, to {size_bytes / measured_bytes:.2g} times the size"
            )


def without_processor(logs: Sequence[CallLog]) -> Iterator[str]:
    """A sentence where the ranks often had no processor while they computed."""
    used_s = took_s = 0.0
    for log in logs:
        took_s += _between_s(log)
        used_s += 1e-9 * float(log.calls["computed_ns"][1:].sum())
    if took_s - used_s > MOST_WITHOUT_PROCESSOR * took_s:
        yield (
            f"in {units.percent((took_s - used_s) / took_s)} of their computation the ranks had no "
            "processor: they slept, or others had it. The prediction leaves that out"
        )
