# SPDX-License-Identifier: BSD-3-Clause
"""The launcher of a program: the one that belongs to the MPI that the program is linked with."""

from __future__ import annotations

import itertools
import os
import sys
from pathlib import Path

from strobe.base.errors import StrobeError
from strobe.launch import launchers, mpi
from strobe.launch.launchers import Launcher
from strobe.launch.launchers.srun import in_allocation
from strobe.launch.mpi import LIBRARIES, Linked, Mpi


def launcher_for(
    program: str, library: Linked | None, chosen: Mpi | None, name: str | None
) -> tuple[Launcher, str]:
    """The launcher, and a note on the choice where it is not obvious.

    `program` names the program that is linked with `library`; `chosen` and `name` are the MPI and
    the launcher that the user requested. Raises StrobeError where there is none.
    """
    folders = [Path(sys.prefix) / "bin", *launchers.on_path()]
    if library is not None and library.path is not None:
        folders.insert(0, Path(library.path).resolve().parent.parent / "bin")
    own = chosen or mpi.of(library)
    if own is not None:
        folders.insert(0, Path(own.launcher_path).parent)
    if name is not None:
        return launchers.by_name(name, folders), ""
    if in_allocation():
        note = f"running in Slurm job {os.environ['SLURM_JOB_ID']}: srun starts the ranks"
        return launchers.by_name("srun", folders), note
    of_own = launchers.recognise(Path(own.launcher_path)) if own is not None else None
    # One after the other: each is asked for its version.
    for launcher in itertools.chain(filter(None, [of_own]), launchers.found(folders)):
        if _can_start(launcher, library):
            return launcher, ""
    whose = f" of {library.mpi}, which {program} is linked with," if library else ""
    raise StrobeError(
        f"no mpiexec{whose} was found: add it to PATH, or name the MPI with --mpi NAME"
    )


def check_abi(launcher: Launcher, program: str, library: Linked | None) -> None:
    """Raise StrobeError where the ranks of the program would not connect to each other."""
    if library is not None and not _can_start(launcher, library):
        raise StrobeError(
            f"{launcher.title} cannot start {program} that is linked with {library.mpi} "
            f"({library.soname}): each rank would run alone; name one MPI for both with --mpi NAME"
        )


def _can_start(launcher: Launcher, library: Linked | None) -> bool:
    """Whether ranks linked with `library` find each other under `launcher`, as far as is known."""
    return library is None or library.soname not in LIBRARIES or library.mpi in launcher.starts
