# SPDX-License-Identifier: BSD-3-Clause
"""The recorded program with the MPI as it is and tuned: what the tuning is worth to it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from pathlib import Path

from strobe.base.errors import StrobeError
from strobe.coscheduling import program as programs
from strobe.launch import trust
from strobe.launch.mpi import Mpi
from strobe.launch.preparation import Prepared
from strobe.predict import run_time
from strobe.predict.run_time import Launch
from strobe.predict.validation import program_of
from strobe.records import job_record
from strobe.tune import judgement
from strobe.tune.record import ProgramRecord, RatioRecord


def launch(record: Path, prepared: Prepared, mpi: Mpi, *, trusted: bool) -> Launch:
    """How the program of a record starts, as the kernels of the tuning do.

    The user confirms it, unless the record is `trusted`. Raises StrobeError where something is
    missing, or the program is linked with another MPI.
    """
    words = program_of(job_record.read(record))
    linked, tuned = programs.find(words, or_native=True).library, prepared.library
    if linked is not None and tuned is not None and linked.mpi != tuned.mpi:
        raise StrobeError(
            f"{words[0]} is linked with {linked.mpi}, and {mpi.name} is tuned: name the MPI of the "
            "program with --mpi"
        )
    compiler = run_time.compiler_beside(mpi.compiler, "this is")
    launcher = prepared.launcher.command(prepared.job)
    if not trusted:
        line = shlex.join([*launcher, *words])
        trust.confirm(
            f"--validate would run what {record} names: {line!r}", "not tuned: nothing was run"
        )
    loaded = None if tuned is None else tuned.path
    return Launch(launcher, words, run_time.library(compiler, loaded))


def compared(
    on: Launch, default: Mapping[str, str], tuned: Mapping[str, str], rounds: int,
    tell: Callable[[int, int], None],
) -> ProgramRecord:  # fmt: skip
    """Run it with either environment so many times. Raises StrobeError where it fails."""
    sides: tuple[list[float], list[float]] = ([], [])
    with run_time.timed(on) as run:
        for done in range(1, rounds + 1):
            # What drifts, such as the clock of a warm processor, is the same to both sides.
            order = (0, 1) if done % 2 else (1, 0)
            for side in order:
                sides[side].append(run((default, tuned)[side]))
            tell(done, rounds)
    ratio = RatioRecord.of(judgement.compared(*sides))
    assert ratio is not None
    return ProgramRecord(*sides, ratio)
