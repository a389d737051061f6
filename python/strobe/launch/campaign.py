# SPDX-License-Identifier: BSD-3-Clause
"""All launches of one run, one after another; those that die are started again where they were.

A cell in which a launch died is ended in the samples file by us, since the bench could not: it is
not tried again, and what the cell had measured before is kept.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path

from strobe.base.errors import MeasurementError, StrobeError
from strobe.launch import session
from strobe.launch.diagnosis import Ending, Kind, explain
from strobe.launch.display import Display
from strobe.launch.preparation import Prepared
from strobe.launch.progress import Progress
from strobe.launch.run_folder import LOG_FILE
from strobe.records import lines, samples_file
from strobe.records.run import SAMPLES_FILE

STARTS_AGAIN = 3

# The bench's own watchdog comes first: it knows the cell. Ours is for when even that one hangs.
SILENCE_MARGIN_S = 30.0


@dataclass
class Campaign:
    """One run being measured into `folder`; `seeds` has one entry a launch."""

    prepared: Prepared
    folder: Path
    seeds: list[int]
    display: Display
    troubles: list[str] = field(default_factory=list)

    @property
    def samples(self) -> Path:
        """The run's samples file."""
        return self.folder / SAMPLES_FILE

    def measure(self) -> Kind:
        """Measure all that is not measured yet.

        Returns COMPLETE or INTERRUPTED; `troubles` then has a sentence for each launch that died
        on the way, which the display has said already. Raises StrobeError when the bench refuses
        its input, MeasurementError when nothing more can be measured.
        """
        if samples_file.mend(self.samples):
            self.display.say("the last line of the samples was cut short and is left out")
        finished = finished_launches(self.samples)
        for launch in range(len(self.seeds)):
            if launch in finished:
                continue
            ending = self._launch(launch)
            if ending.kind is not Kind.COMPLETE:
                return ending.kind
        return Kind.COMPLETE

    def _launch(self, launch: int) -> Ending:
        """One launch, started again after a crash or a hang while cells are left to measure."""
        began = time.monotonic()
        for start in range(1 + STARTS_AGAIN):
            outcome = session.run(
                self._order(launch, time.monotonic() - began), self.display.update
            )
            ending = explain(outcome)
            self.display.update(outcome.progress, time.monotonic() - began)
            if ending.kind is Kind.REFUSED:
                # What was accepted by the first start is no bad input in a later one.
                raise (MeasurementError if start else StrobeError)(ending.sentence)
            if ending.kind is Kind.UNWRITABLE:
                raise MeasurementError(ending.sentence)
            if not ending.can_go_on:
                return ending
            self.troubles.append(ending.sentence)
            left = self._end_cell(outcome.progress, ending)
            if left == 0 and outcome.progress.ends and not outcome.progress.has_results:
                break  # there is no other cell, and no axis that could want more points
            if start < STARTS_AGAIN:
                self.display.say(f"{ending.sentence}; starting again for the other cells")
        if left == 0:
            return Ending(Kind.COMPLETE)
        raise MeasurementError(
            f"{ending.sentence}; after {STARTS_AGAIN} more starts {left} cells are still "
            f"unmeasured, see {self.folder / LOG_FILE}"
        )

    def _end_cell(self, progress: Progress, ending: Ending) -> int:
        """Record that the cell being visited is given up; the number of cells that are left."""
        samples_file.mend(self.samples)
        status: lines.Status = "hung" if ending.kind is Kind.HUNG else "failed"
        given_up = progress.given_up(status, ending.reason)
        if given_up is not None:
            samples_file.append(self.samples, given_up)
            progress.feed(given_up)
        return progress.remaining

    def _order(self, launch: int, gone_s: float) -> session.Order:
        prepared, budget_s = self.prepared, self.prepared.options.budget
        if budget_s is not None:
            budget_s = max(1.0, budget_s - gone_s)
        command = prepared.command(launch, self.samples, self.seeds[launch], budget_s)
        if self.samples.exists():
            command.append("--resume")
        return session.Order(
            launch=launch,
            command=command,
            environment=prepared.environment,
            samples=self.samples,
            log=self.folder / LOG_FILE,
            silence_s=prepared.options.hang_after + SILENCE_MARGIN_S,
            local=prepared.launcher.local and not prepared.job.extra,
        )


def finished_launches(samples: Path) -> set[int]:
    """The launches that need not be started any more: those that ended by themselves, whole."""
    followed: dict[int, Progress] = {}
    for record in samples_file.Tail(samples).read():
        if isinstance(record, lines.RunRecord):
            current = followed.setdefault(record.launch, Progress(record.launch))
        if followed:
            current.feed(record)
    return {launch for launch, progress in followed.items() if progress.end is not None}
