# SPDX-License-Identifier: BSD-3-Clause
"""A job of which only its profile is known, as a trace that is like it.

A profile has no order of calls. So the computation of a rank, its messages and its collectives are
spread evenly over rounds: a rank computes, exchanges the messages of the round, computes again, and
calls the collectives of the round. All messages of two ranks have their mean size. Programs whose
ranks wait for each other in another order, such as pipelines, take longer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from strobe.base import units
from strobe.base.errors import StrobeError
from strobe.coscheduling.collective_actions import KNOWN
from strobe.coscheduling.collectives import Collective, Message, Messages, Step, name
from strobe.coscheduling.trace import NO_CALL, Trace, lines_of_step
from strobe.predict import shares
from strobe.predict.machine import Machine, Placement
from strobe.predict.pieces import Calls, pieces
from strobe.predict.platform import FLOPS_PER_S
from strobe.predict.replay import Replay
from strobe.predict.shares import Share
from strobe.records.call_log import NO_SITE
from strobe.records.job_record import Job, Mmds, Primitive

PROFILE_ERROR = 0.6
"""What a profile leaves out, relative to the time: 19 of 20 predictions from profiles were no
further from those of all calls of the same runs (bench/predicting_from_profiles.py)."""
MESSAGES = "messages between pairs of ranks"
OF_MESSAGES, OF_COLLECTIVES = 1, 2
"""Tags in the trace."""
NOTE = (
    "the record has no single calls, so that messages and collectives are spread evenly over the "
    "run; `strobe run --record FOLDER --monitor calls=N` keeps N calls of each rank, and makes the "
    "interval narrower"
)


def is_profile(job: Job) -> bool:
    """Whether no rank has kept calls, and all have counted them."""
    return all(rank.mmds is not None and not rank.mmds.functions for rank in job.ranks)


@dataclass(frozen=True)
class _Stream:
    """The messages of one rank to another one."""

    messages: int
    size_bytes: int


@dataclass(frozen=True)
class _Series:
    """A collective that all ranks call so many times."""

    times: int
    calls: list[Collective]
    """By rank."""


class Profile:
    """A job as a prediction reads it (source.Source)."""

    model_error = PROFILE_ERROR

    def __init__(self, job: Job, messages_of: Messages) -> None:
        """Raises StrobeError where the record of a rank is missing."""
        self._ranks: list[Mmds] = [rank.mmds for rank in job.ranks if rank.mmds is not None]
        if len(self._ranks) < job.size:
            raise StrobeError(f"only {len(self._ranks)} of {job.size} ranks have left a record")
        self._messages_of = messages_of
        self._streams = {
            (sender, partner.rank): _Stream(
                partner.messages, round(partner.size_bytes / partner.messages)
            )
            for sender, mmds in enumerate(self._ranks)
            for partner in mmds.partners if partner.messages > 0
        }  # fmt: skip
        self._series = _series(self._ranks)
        self._names = [MESSAGES, *self._series]
        self._rounds = max([
            1,
            *(stream.messages for stream in self._streams.values()),
            *(series.times for series in self._series.values()),
        ])  # fmt: skip
        built = [self._lines(rank) for rank in range(job.size)]
        self.written = Trace(
            [[line for line, _ in own] for own in built],
            [],
            [[origin for _, origin in own] for own in built],
            [[NO_SITE] * len(own) for own in built],
        )
        known = Calls(
            np.array([each != MESSAGES for each in self._names]),
            np.zeros(len(self._names), dtype=np.bool_),
        )
        self.pieces = pieces(self.written, [known] * job.size)
        self.has_collectives = bool(self._series)

    @property
    def recorded_compute_s(self) -> float:
        """Mean over the ranks, where the job was recorded."""
        return sum(mmds.computation_s.total for mmds in self._ranks) / len(self._ranks)

    def shares(self, base: Replay, machine: Machine, placement: Placement) -> list[Share]:
        """By kind of communication."""
        size = len(self._ranks)
        predicted: dict[int, float] = defaultdict(float)
        transfer: dict[int, float] = defaultdict(float)
        for rank in range(size):
            for origin, (took_s, moved_s) in shares.in_calls(
                rank, self.written, base, machine, placement
            ).items():
                predicted[origin] += took_s / size
                transfer[origin] += moved_s / size
        of_kinds: dict[str, list[Primitive]] = defaultdict(list)
        for mmds in self._ranks:
            for one in mmds.primitives:
                if one.blocks or one.size_bytes > 0:
                    of_kinds[_kind(one)].append(one)
        found = [
            Share(
                kind, "", sum(one.count for one in of_kinds[kind]),
                sum(one.total_s for one in of_kinds[kind]) / size, predicted[origin],
                transfer[origin],
            )
            for origin, kind in enumerate(self._names) if predicted[origin] or of_kinds[kind]
        ]  # fmt: skip
        return sorted(found, key=lambda share: -share.predicted_s)

    def notes(self) -> Iterator[str]:
        """What a user should know of the record."""
        yield NOTE
        calls = sum(
            one.count for mmds in self._ranks for one in mmds.primitives if _kind(one) in KNOWN
        )
        left_out = calls - len(self._ranks) * sum(each.times for each in self._series.values())
        if left_out:
            yield (
                f"{units.count(left_out)} calls of collectives that not all ranks make alike are "
                "left out"
            )

    def _lines(self, rank: int) -> list[tuple[str, int]]:
        """The lines of a rank, each with its origin: what of `_names` it is."""
        own = _Lines(rank, len(self._ranks))
        own.add("init", NO_CALL)
        half_s = self._ranks[rank].computation_s.total / (2 * self._rounds)
        for turn in range(self._rounds):
            own.computed_s += half_s
            own.step(self._exchanged(rank, turn), OF_MESSAGES, origin=0)
            own.computed_s += half_s
            for origin, (kind, series) in enumerate(self._series.items(), start=1):
                for _ in range(_in_turn(series.times, turn, self._rounds)):
                    members = range(len(self._ranks))
                    for step in self._messages_of(kind, rank, series.calls, members) or ():
                        own.step(step, OF_COLLECTIVES, origin)
        own.compute()
        own.add("finalize", NO_CALL)
        return own.lines

    def _exchanged(self, rank: int, turn: int) -> Step:
        """The messages of a rank in a round."""
        sends, receives = [], []
        for (sender, receiver), stream in self._streams.items():
            number = _in_turn(stream.messages, turn, self._rounds)
            if sender == rank:
                sends += [Message(receiver, stream.size_bytes)] * number
            if receiver == rank:
                receives += [Message(sender, stream.size_bytes)] * number
        return Step(tuple(sends), tuple(receives))


class _Lines:
    """Builds the lines of one rank."""

    def __init__(self, rank: int, size: int) -> None:
        self._rank, self._ranks = rank, range(size)
        self.computed_s = 0.0
        """Since the last line."""
        self.lines: list[tuple[str, int]] = []

    def add(self, action: str, origin: int) -> None:
        """Write an action."""
        self.lines.append((f"{self._rank} {action}", origin))

    def compute(self) -> None:
        """Write what was computed."""
        flops = round(self.computed_s * FLOPS_PER_S)
        self.computed_s = 0.0
        if flops > 0:
            self.add(f"compute {flops}", NO_CALL)

    def step(self, step: Step, tag: int, origin: int) -> None:
        """Write messages that are begun at once, and their waits, after the computation."""
        begins, waits = lines_of_step(self._rank, step, self._ranks, tag)
        if begins:
            self.compute()
        for action in (*begins, *waits):
            self.add(action, origin)


def _in_turn(total: int, turn: int, turns: int) -> int:
    """How many of `total` fall to one of so many turns."""
    return (turn + 1) * total // turns - turn * total // turns


def _kind(primitive: Primitive) -> str:
    """The collective that a function is; else MESSAGES."""
    is_start = not primitive.name.removesuffix("_c").endswith("_init")
    found = name(primitive.name)
    return found if found in KNOWN and is_start else MESSAGES


def _series(ranks: Sequence[Mmds]) -> dict[str, _Series]:
    """The collectives of all ranks, by name, as often as the rank that calls them least often."""
    times: dict[str, list[int]] = defaultdict(lambda: [0] * len(ranks))
    given_bytes: dict[str, list[int]] = defaultdict(lambda: [0] * len(ranks))
    for rank, mmds in enumerate(ranks):
        for one in mmds.primitives:
            if (kind := _kind(one)) != MESSAGES:
                times[kind][rank] += one.count
                given_bytes[kind][rank] += one.size_bytes
    return {
        kind: _Series(min(each), _calls(kind, each, given_bytes[kind]))
        for kind, each in times.items() if min(each) > 0
    }  # fmt: skip


def _calls(kind: str, times: Sequence[int], given_bytes: Sequence[int]) -> list[Collective]:
    """What each rank gives and gets; the first rank is the root."""
    gave = [round(total / number) for total, number in zip(given_bytes, times, strict=True)]
    parts = kind in ("scatter", "scatterv")
    got = [max(gave) // len(gave)] * len(gave) if parts else gave
    return [Collective(kind, 0, *each) for each in zip(gave, got, strict=True)]
