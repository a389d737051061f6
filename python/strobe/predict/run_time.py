# SPDX-License-Identifier: BSD-3-Clause
"""The time of a program from the end of MPI_Init to MPI_Finalize, of its slowest rank.

A small library around both (run_time.c beside this file) takes it, so that the launcher's is left
out. It is compiled for an MPI once and kept in the folder of caches.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from strobe.base.errors import StrobeError
from strobe.coscheduling import handshake
from strobe.coscheduling.measurement import loading
from strobe.coscheduling.preparation import PRELOAD
from strobe.predict import compiled

SOURCE = Path(__file__).with_name("run_time.c")
FILE_VARIABLE = "STROBE_RUN_TIME_FILE"


@dataclass(frozen=True)
class Launch:
    """How the program starts: the launcher's words, the program's, the library that takes its time,
    and the runtime of `strobe run`, unless it runs on the MPI alone."""

    launcher: Sequence[str]
    program: Sequence[str]
    library: Path
    runtime: Path | None = None


Timed = Callable[[Mapping[str, str]], float]
"""Runs the program with variables that its launcher gets, too; its seconds."""


def compiler_beside(wrapper: str | None, where: str) -> str:
    """The mpicc of the MPI whose wrapper for C++ this is. Raises StrobeError, which says `where`
    it was found, if there is none."""
    compiler = None if wrapper is None else shutil.which(str(Path(wrapper).with_name("mpicc")))
    if compiler is None:
        raise StrobeError(f"{where} an MPI whose mpicc is not here")
    return compiler


def library(compiler: str, mpi: str | None) -> Path:
    """The library, compiled for the MPI with this library. Raises StrobeError where it cannot
    be had."""
    line = [compiler, "-O2", "-shared", "-fPIC", str(SOURCE)]
    return compiled.library(
        "what takes the time of a program", SOURCE, f"{compiler}\0{mpi}", lambda: line,
        "the time is taken with the mpicc of the program's MPI",
    )  # fmt: skip


@contextlib.contextmanager
def timed(on: Launch) -> Iterator[Timed]:
    """Run the program as often as wanted. Raises StrobeError where it fails, and where the runtime
    was in none of the runs."""
    with tempfile.TemporaryDirectory(prefix="strobe-run-time-") as name:
        # LD_PRELOAD has no way to quote a blank in a path.
        own = str(shutil.copy(on.library, Path(name) / "run-time.so"))
        variables = {PRELOAD: own}
        if on.runtime is not None:
            variables = loading(on.runtime, Path(name), [own])
        file = Path(name) / "run-time"
        variables[FILE_VARIABLE] = str(file)
        pairs = [f"{key}={value}" for key, value in variables.items()]
        words = [*on.launcher, "env", *pairs, *on.program]
        yield lambda given: _run(words, given, file)
        if on.runtime is not None and not handshake.read(Path(name)).active:
            raise StrobeError("the runtime of strobe run was not active in the program")


def _run(words: Sequence[str], variables: Mapping[str, str], file: Path) -> float:
    file.unlink(missing_ok=True)
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          errors="replace", env={**os.environ, **variables},
                          check=False)  # fmt: skip
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
