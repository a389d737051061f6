# SPDX-License-Identifier: BSD-3-Clause
"""The test of a prediction: the recorded program runs on the machine that it was predicted for, as
that machine's benchmark was launched, and the times stand side by side.

A small library around MPI_Init and MPI_Finalize (run_time.c beside this file) takes the time, so
that the launcher's is left out. It is compiled for the MPI once and kept in the folder of caches.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from strobe.base import resources, writing
from strobe.base.errors import StrobeError
from strobe.coscheduling import handshake
from strobe.coscheduling import program as programs
from strobe.coscheduling.measurement import loading
from strobe.coscheduling.preparation import PRELOAD, runtime_for
from strobe.launch import context
from strobe.launch.context import Context
from strobe.records.job_record import Job

SOURCE = Path(__file__).with_name("run_time.c")
FILE_VARIABLE = "STROBE_RUN_TIME_FILE"


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


@dataclass(frozen=True)
class Launch:
    """How the program starts: the launcher's words, the program's, the library that takes its time,
    and the runtime of `strobe run`, unless it runs on the MPI alone."""

    launcher: Sequence[str]
    program: Sequence[str]
    library: Path
    runtime: Path | None = None


def launch(job: Job, folder: Path, given: str | None) -> Launch:
    """How the program of a record runs on the machine of the run in `folder`.

    `given` is a launcher with its arguments; None for that of the run. Raises StrobeError where
    something is missing.
    """
    if job.job is None:
        raise StrobeError("the record does not say which program ran: record it by `strobe run`")
    known = context.read(folder)
    words = shlex.split(given) if given is not None else _as_measured(known, folder, job.size)
    if not words or shutil.which(words[0]) is None:
        raise StrobeError(
            f"the launcher {(words or [''])[0]!r} is not here: name another one with --launch"
        )
    runtime = None
    if known.options.coscheduled:
        _, runtime = runtime_for(programs.find(job.job.program), None, None)
    return Launch(words, job.job.program, _library(known, folder), runtime)


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


def _library(known: Context, folder: Path) -> Path:
    """The compiled library. Raises StrobeError where it cannot be had."""
    wrapper = known.mpi.compiler
    compiler = None if wrapper is None else shutil.which(str(Path(wrapper).with_name("mpicc")))
    if compiler is None:
        raise StrobeError(f"{folder} was measured over an MPI whose mpicc is not here")
    key = SOURCE.read_bytes() + f"{compiler}\0{known.mpi.library}".encode()
    name = f"run-time-{hashlib.sha256(key).hexdigest()[:16]}.so"
    made = writing.folder_in(resources.cache(), "run-time") / name
    if made.is_file():
        return made
    with tempfile.TemporaryDirectory(dir=made.parent) as where:
        part = Path(where) / name
        line = [compiler, "-O2", "-shared", "-fPIC", str(SOURCE), "-o", str(part)]
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            said = (done.stderr.strip().splitlines() or ["no message"])[0]
            raise StrobeError(f"{compiler} cannot compile the library that takes the time: {said}")
        part.replace(made)
    return made


def validate(
    on: Launch, predicted_s: float, rounds: int, tell: Callable[[int, int], None]
) -> Validation:
    """Run the program so many times. Raises StrobeError where it fails."""
    times_s = []
    with tempfile.TemporaryDirectory(prefix="strobe-validate-") as name:
        # LD_PRELOAD has no way to quote a blank in a path.
        library = str(shutil.copy(on.library, Path(name) / "run-time.so"))
        variables = {PRELOAD: library}
        if on.runtime is not None:
            variables = loading(on.runtime, Path(name), [library])
        file = Path(name) / "run-time"
        variables[FILE_VARIABLE] = str(file)
        pairs = [f"{key}={value}" for key, value in variables.items()]
        words = [*on.launcher, "env", *pairs, *on.program]
        for done in range(1, rounds + 1):
            file.unlink(missing_ok=True)
            times_s.append(_run(words, file))
            tell(done, rounds)
        if on.runtime is not None and not handshake.read(Path(name)).active:
            raise StrobeError("the runtime of strobe run was not active in the program")
    return Validation(list(on.launcher), times_s, predicted_s / statistics.median(times_s) - 1)


def _run(words: Sequence[str], file: Path) -> float:
    """Seconds from the end of MPI_Init to MPI_Finalize, of the slowest rank."""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          errors="replace", env=dict(os.environ), check=False)  # fmt: skip
    line = shlex.join(words)
    if done.returncode != 0:
        said = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise StrobeError(f"the program ended with {done.returncode}: {said} (`{line}`)")
    try:
        return float(file.read_text())
    except (OSError, ValueError) as error:
        raise StrobeError(
            f"the program left no time: it never called MPI_Finalize, or runs on a host that does "
            f"not see {file.parent} (`{line}`)"
        ) from error
