# SPDX-License-Identifier: BSD-3-Clause
"""All launches of one run, one after another; a launch that died is restarted where it stopped.

This module ends a cell in which a launch died in the samples file, since the bench could not: the
cell is not tried again, and its earlier samples are kept.
"""

from __future__ import annotations

import functools
import time
from dataclasses import dataclass, field
from pathlib import Path

from strobe.base.errors import MeasurementError, StrobeError
from strobe.launch import session
from strobe.launch.diagnosis import Diagnosis, Kind, diagnose
from strobe.launch.display import Display, duration
from strobe.launch.preparation import Prepared
from strobe.launch.progress import Progress
from strobe.launch.run_folder import LOG_FILE
from strobe.records import lines, samples_file
from strobe.records.run import SAMPLES_FILE

MAX_RESTARTS = 3

# What a launch takes beyond its budget: ranks start, and the bench ends its last cell.
AROUND_LAUNCH_S = 2.0
# What follows the last launch: its samples become a table.
AFTER_LAUNCHES_S = 5.0
LEAST_S = 1.0

# The bench's own watchdog acts first and knows the cell; this one is for a bench that hangs.
SILENCE_MARGIN_S = 30.0


@dataclass
class Campaign:
    """One run being measured into `folder`; `seeds` has one entry a launch."""

    prepared: Prepared
    folder: Path
    seeds: list[int]
    display: Display
    troubles: list[str] = field(default_factory=list)
    began_s: float = field(default_factory=time.monotonic)
    _shortened: set[int] = field(default_factory=set)

    @property
    def samples(self) -> Path:
        """The run's samples file."""
        return self.folder / SAMPLES_FILE

    def measure(self) -> Kind:
        """Measure all that is not measured yet.

        Returns COMPLETE or INTERRUPTED; `troubles` then has a sentence for each launch that died,
        which the display has shown already. Raises StrobeError when the bench refuses its input,
        MeasurementError when nothing more can be measured.
        """
        if samples_file.cut_incomplete_line(self.samples):
            self.display.say("the last line of the samples was incomplete and was removed")
        finished = finished_launches(self.samples)
        to_do = [launch for launch in range(len(self.seeds)) if launch not in finished]
        for number, launch in enumerate(to_do):
            diagnosis = self._launch(launch, len(to_do) - number)
            if diagnosis.kind is not Kind.COMPLETE:
                return diagnosis.kind
        return Kind.COMPLETE

    def _launch(self, launch: int, to_do: int) -> Diagnosis:
        """One launch, started again after a crash or a hang while cells are left to measure.

        So many are `to_do` with this one.
        """
        began = time.monotonic()
        for start in range(1 + MAX_RESTARTS):
            time_left_s = self._time_left_s(to_do)
            outcome = session.run(
                self._order(launch, time.monotonic() - began, time_left_s),
                functools.partial(self._show, time_left_s),
            )
            diagnosis = diagnose(outcome)
            if diagnosis.kind is Kind.INTERRUPTED and diagnosis.reason:
                self.display.say(diagnosis.reason)
            self.display.update(outcome.progress, time.monotonic() - began)
            if diagnosis.kind is Kind.REFUSED:
                # The first start accepted this input, so a later refusal is not bad input.
                raise (MeasurementError if start else StrobeError)(diagnosis.sentence)
            if diagnosis.kind is Kind.UNWRITABLE:
                raise MeasurementError(diagnosis.sentence)
            if not diagnosis.can_restart:
                return diagnosis
            self.troubles.append(diagnosis.sentence)
            left = self._end_cell(outcome.progress, diagnosis)
            if left == 0 and outcome.progress.ends and not outcome.progress.has_results:
                break  # there is no other cell, and no axis that could want more points
            if start < MAX_RESTARTS:
                self.display.say(f"{diagnosis.sentence}; restarting for the other cells")
        if left == 0:
            return Diagnosis(Kind.COMPLETE)
        raise MeasurementError(
            f"{diagnosis.sentence}; after {MAX_RESTARTS} restarts, {left} cells are not measured: "
            f"see {self.folder / LOG_FILE}"
        )

    def _time_left_s(self, to_do: int) -> float | None:
        """What the job's time limit leaves for each launch that is to do; None without a limit.

        Raises MeasurementError if that is too little.
        """
        allocation = self.prepared.allocation
        if allocation is None or allocation.time_left_s is None:
            return None
        left_s = allocation.time_left_s - (time.monotonic() - self.began_s) - AFTER_LAUNCHES_S
        share_s = left_s / to_do - AROUND_LAUNCH_S
        if share_s < LEAST_S:
            raise MeasurementError(
                f"the time limit of {allocation.title} leaves no time for another launch"
            )
        return share_s

    def _show(self, time_left_s: float | None, progress: Progress, elapsed_s: float) -> None:
        """Show the progress; once a launch, say if the time limit has shortened it."""
        is_shortened = time_left_s is not None and 0 < time_left_s <= progress.budget_s + 1e-3
        if is_shortened and progress.launch not in self._shortened:
            self._shortened.add(progress.launch)
            self.display.say(
                f"the time limit of the job shortens this launch to {duration(progress.budget_s)}"
            )
        self.display.update(progress, elapsed_s)

    def _end_cell(self, progress: Progress, diagnosis: Diagnosis) -> int:
        """Record that the visited cell is given up; returns the number of remaining cells."""
        samples_file.cut_incomplete_line(self.samples)
        status: lines.Status = "hung" if diagnosis.kind is Kind.HUNG else "failed"
        given_up = progress.given_up(status, diagnosis.reason)
        if given_up is not None:
            samples_file.append(self.samples, given_up)
            progress.feed(given_up)
        return progress.remaining

    def _order(self, launch: int, gone_s: float, time_left_s: float | None) -> session.Order:
        prepared, budget_s = self.prepared, self.prepared.options.budget
        if budget_s is not None:
            budget_s = max(1.0, budget_s - gone_s)
        command = prepared.command(launch, self.samples, self.seeds[launch], budget_s, time_left_s)
        if self.samples.exists():
            command.append("--resume")
        return session.Order(
            launch=launch,
            command=command,
            environment=prepared.environment,
            samples=self.samples,
            log=self.folder / LOG_FILE,
            silence_s=prepared.options.hang_after + SILENCE_MARGIN_S,
            local=prepared.is_local and not prepared.job.extra,
        )


def finished_launches(samples: Path) -> set[int]:
    """The launches that are complete."""
    followed: dict[int, Progress] = {}
    for record in samples_file.Tail(samples).read():
        if isinstance(record, lines.RunRecord):
            current = followed.setdefault(record.launch, Progress(record.launch))
        if followed:
            current.feed(record)
    return {launch for launch, progress in followed.items() if progress.end is not None}
