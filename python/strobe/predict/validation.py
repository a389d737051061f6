# SPDX-License-Identifier: BSD-3-Clause
"""The test of a prediction: the recorded program runs on the machine that it was predicted for, as
that machine's benchmark was launched, and the times stand side by side.
"""

from __future__ import annotations

import shlex
import shutil
import statistics
from collections.abc import Callable
from pathlib import Path

import msgspec

from strobe.base.errors import StrobeError
from strobe.coscheduling import program as programs
from strobe.coscheduling.preparation import runtime_for
from strobe.launch import context, trust
from strobe.launch.context import Context
from strobe.predict import run_time
from strobe.predict.run_time import Launch
from strobe.records.job_record import Job


class Validation(msgspec.Struct, frozen=True):
    """Run times in seconds, in their order, and the relative error of the prediction against their
    median."""

    launch: list[str]
    times_s: list[float]
    error: float

    @property
    def median_s(self) -> float:
        """Of the runs."""
        return statistics.median(self.times_s)


def launch(job: Job, folder: Path, given: str | None, *, trusted: bool) -> Launch:
    """How the program of a record runs on the machine of the run in `folder`.

    `given` is a launcher with its arguments; None for that of the run. The user confirms the words
    that are from the two folders, unless they are `trusted`. Raises StrobeError where something is
    missing.
    """
    program = program_of(job)
    known = context.read(folder)
    words = shlex.split(given) if given is not None else _as_measured(known, folder, job.size)
    if not words or shutil.which(words[0]) is None:
        raise StrobeError(
            f"the launcher {(words or [''])[0]!r} is not here: name another one with --launch"
        )
    compiler = run_time.compiler_beside(known.mpi.compiler, f"{folder} was measured over")
    if not trusted:
        line = shlex.join([*words, *program])
        trust.confirm(
            f"--validate would run what the record and {folder} name: {line!r} with {compiler!r}",
            "not validated: nothing was run",
        )
    runtime = None
    if known.options.coscheduled:
        _, runtime = runtime_for(programs.find(program), None, None)
    return Launch(words, program, run_time.library(compiler, known.mpi.library), runtime)


def program_of(job: Job) -> list[str]:
    """The words of the program that was recorded."""
    if job.job is None:
        raise StrobeError("the record does not say which program ran: record it by `strobe run`")
    return job.job.program


def _as_measured(known: Context, folder: Path, ranks: int) -> list[str]:
    """The launcher's words, with the variables that were set for it."""
    measured = known.options.ranks
    if measured != ranks:
        raise StrobeError(
            f"{folder} was measured on {measured} ranks, and the job has {ranks}: say how it is "
            f"launched there, as in --launch 'mpiexec -n {ranks} -hosts one,two'"
        )
    variables = [f"{name}={value}" for name, value in known.launcher.environment.items()]
    return [*(["env", *variables] if variables else []), *known.launcher.command]


def validate(
    on: Launch, predicted_s: float, rounds: int, tell: Callable[[int, int], None]
) -> Validation:
    """Run the program so many times. Raises StrobeError where it fails."""
    times_s = []
    with run_time.timed(on) as run:
        for done in range(1, rounds + 1):
            times_s.append(run({}))
            tell(done, rounds)
    return Validation(list(on.launcher), times_s, predicted_s / statistics.median(times_s) - 1)
