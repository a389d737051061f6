# SPDX-License-Identifier: BSD-3-Clause
"""The programs that are compared, and one way to start them all."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator, Sequence
from pathlib import Path

from tables import LeftOutError

from strobe.base.errors import StrobeError
from strobe.launch import build, mpi
from strobe.launch.mpi import Mpi
from strobe.launch.preparation import prepare
from strobe.machine.facts import usable_cores
from strobe.options.measurement import MeasureOptions
from strobe.records.run import Run, load

ROOT = Path(__file__).parent.parent
IMB_WHEEL = "impi-rt==2021.19.0"
RANKS = 2
STROBE = Path(sys.executable).parent / "strobe"
OWN_PREFIX = Path(sys.prefix)
MPI_PREFIXES = (OWN_PREFIX, ROOT / "build" / "other-mpi")


def mpis(names: Sequence[str] = ()) -> list[Mpi]:
    """The MPI of this environment, and the one that the tests want beside it.

    Of these the ones with `names`, if any are given. Raises LeftOutError for one that is not here.
    """
    found = []
    for prefix in MPI_PREFIXES:
        with contextlib.suppress(StrobeError):
            found.append(mpi.at(prefix))
    here = [one.name for one in found]
    if missing := [name for name in names if name not in here]:
        raise LeftOutError(f"there is no {' or '.join(missing)} here, only {', '.join(here)}")
    return [one for one in found if not names or one.name in names]


@contextlib.contextmanager
def busy_cores() -> Iterator[None]:
    """One process for each core that computes all the time."""
    line = [sys.executable, "-c", f"import os\nwhile os.getppid() == {os.getpid()}: pass"]
    busy = [subprocess.Popen(line) for _ in range(usable_cores())]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def imb(suite: str = "IMB-MPI1") -> Path:
    """A suite of the Intel MPI Benchmarks, from PyPI's wheel of Intel MPI, in an environment of its
    own.

    It would overwrite MPICH's files in the project's; it runs with MPICH's library instead of its
    own, since the two share an ABI.
    """
    folder = ROOT / "build" / "bench" / "imb"
    program = folder / "bin" / suite
    with build.alone(folder):
        if not program.exists():
            venv.create(folder, with_pip=True)
            # Only the program is used: its libfabric belongs to Intel's library, not to MPICH's.
            pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-deps"]
            subprocess.run([*pip, IMB_WHEEL], check=True)
    return program


def unpack(archive: Path, folder: Path) -> None:
    """Unpack a checked archive. Debian's Python 3.11 has no filters for tarfile yet."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["tar", "-xf", archive, "-C", folder, "--no-same-owner"], check=True)


def strobe_measure(*arguments: str) -> tuple[Run, float]:
    """A run of `strobe measure`, and its seconds."""
    with tempfile.TemporaryDirectory(prefix="strobe-results-") as folder:
        begin = time.monotonic()
        subprocess.run(
            [STROBE, "measure", *arguments, "--output", folder], check=True, capture_output=True
        )
        elapsed_s = time.monotonic() - begin
        (made,) = Path(folder).iterdir()
        return load(made), elapsed_s


class Launched:
    """Starts programs on bound ranks, two if not said, as `strobe measure` starts the bench.

    For another MPI than that of this environment the bench is built once, in some minutes.
    """

    def __init__(self, ranks: int = RANKS, chosen: Mpi | None = None) -> None:
        is_own = chosen is None or Path(chosen.prefix) == OWN_PREFIX
        other = None if is_own or chosen is None else chosen.prefix
        self.chosen = chosen
        self.prepared = prepare(None, MeasureOptions(kernel=["echo"], ranks=ranks, mpi=other))
        self.before: list[str] = []
        library = self.prepared.library
        if library is None or library.path is None:
            sys.exit("the bench is not linked with an MPI library that IMB could use")
        self.environment = os.environ | self.prepared.environment
        self.environment["LD_LIBRARY_PATH"] = str(Path(library.path).parent)

    def run(self, *command: str | Path) -> str:
        """Standard output of `command` under the launcher; ends the program where it fails."""
        launcher = self.prepared.launcher.command(self.prepared.job)
        line = [*self.before, *launcher, *map(str, command)]
        done = subprocess.run(
            line, env=self.environment, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            sys.exit(f"{' '.join(line)} ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def measure(self, *arguments: str | Path, through: Sequence[str] = ()) -> Run:
        """The records of one launch of strobe-bench, which each rank starts `through` a command."""
        with tempfile.TemporaryDirectory(prefix="strobe-bench-") as folder:
            record = Path(folder) / "samples.jsonl"
            self.run(*through, self.prepared.bench, "--record", record, *arguments)
            return load(record)
