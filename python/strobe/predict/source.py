# SPDX-License-Identifier: BSD-3-Clause
"""What a prediction is made from: the single calls of a job, or only its profile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from strobe.coscheduling.collectives import Messages
from strobe.coscheduling.trace import Trace, trace
from strobe.predict import shares
from strobe.predict.machine import Machine, Placement
from strobe.predict.pieces import Pieces, calls_of, pieces
from strobe.predict.platform import FLOPS_PER_S
from strobe.predict.profile import Profile, is_profile
from strobe.predict.replay import Replay
from strobe.predict.shares import Share
from strobe.records.job_record import Job

MODEL_ERROR = 0.17
"""What the model leaves out, relative to the time: 19 of 20 predictions that were compared with
runs of the program were no further off (bench/predicting.py)."""


class Source(Protocol):
    """A job as a prediction reads it."""

    written: Trace
    pieces: list[Pieces]
    has_collectives: bool
    model_error: float
    """What a prediction leaves out, relative to the time."""

    @property
    def recorded_compute_s(self) -> float:
        """Mean over the ranks, where the job was recorded."""

    def shares(self, base: Replay, machine: Machine, placement: Placement) -> list[Share]:
        """Where the time of a replay goes, the longest first."""

    def notes(self) -> Iterator[str]:
        """What a user should know of the record."""


def source(job: Job, folder: Path, messages_of: Messages) -> Source:
    """Of a record. Raises StrobeError where it does not say enough."""
    return Profile(job, messages_of) if is_profile(job) else RecordedCalls(job, folder, messages_of)


class RecordedCalls:
    """A job of which each call is known."""

    model_error = MODEL_ERROR

    def __init__(self, job: Job, folder: Path, messages_of: Messages) -> None:
        """Raises StrobeError where calls are missing."""
        self._job = job
        self.written = trace(job, folder, FLOPS_PER_S, messages_of, by_processor=True)
        self.pieces = pieces(self.written, [calls_of(log) for log in self.written.logs])
        self.has_collectives = any(len(log.collectives) > 0 for log in self.written.logs)

    @property
    def recorded_compute_s(self) -> float:
        """Mean over the ranks, where the job was recorded."""
        return shares.recorded_computation_s(self.written.logs)

    def shares(self, base: Replay, machine: Machine, placement: Placement) -> list[Share]:
        """By line of the program."""
        return shares.shares(self._job, self.written.logs, self.written, base, machine, placement)

    def notes(self) -> Iterator[str]:
        """What a user should know of the record."""
        yield from self.written.notes
        yield from shares.without_processor(self.written.logs)
