# SPDX-License-Identifier: BSD-3-Clause
"""The launcher of a program: the one that belongs to the MPI that the program is linked with."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

from strobe.base.errors import StrobeError
from strobe.launch import launchers, mpi
from strobe.launch.batch_systems import Allocation
from strobe.launch.launchers import Job, Launcher
from strobe.launch.mpi import LIBRARIES, Linked, Mpi
from strobe.machine.facts import usable_cores

HOST_OPTIONS = ("host", "hosts", "H", "hostfile", "f", "machinefile", "machine")
"""Of the launchers of MPICH, Open MPI and Intel MPI, after one dash or two."""


def launcher_for(
    program: str,
    library: Linked | None,
    chosen: Mpi | None,
    name: str | None,
    allocation: Allocation | None,
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
    if allocation is not None and allocation.launcher is not None:
        note = f"running in {allocation.title}: {allocation.launcher} starts the ranks"
        return launchers.by_name(allocation.launcher, folders), note
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


def job_for(
    launcher: Launcher,
    allocation: Allocation | None,
    ranks: int,
    mpi: str | None,
    extra: tuple[str, ...],
    hosts: tuple[str, ...] = (),
    *,
    may_bind: bool = True,
) -> Job:
    """What the launcher starts, on the nodes of the allocation if there is one.

    Only the ranks themselves can count the cores of other hosts that no allocation tells of.
    """
    elsewhere = bool(hosts) or any(_names_hosts(word) for word in extra)
    if allocation is not None and allocation.cpus is not None and not elsewhere:
        cores = allocation.cpus
    else:
        cores = usable_cores() if is_local(launcher, allocation) and not elsewhere else ranks
    listed = allocation.host_file if allocation is not None and launcher.local else ""
    return Job(ranks, cores, mpi, extra, may_bind, hosts, listed)


def _names_hosts(word: str) -> bool:
    """Whether an argument of a launcher is one after which hosts or their file follow."""
    return word.split("=", 1)[0].lstrip("-") in HOST_OPTIONS and word.startswith("-")


def is_local(launcher: Launcher, allocation: Allocation | None) -> bool:
    """Whether all ranks run on this machine, unless an option says otherwise."""
    return launcher.local and (allocation is None or not allocation.has_several_nodes)


def _can_start(launcher: Launcher, library: Linked | None) -> bool:
    """Whether ranks linked with `library` find each other under `launcher`, as far as is known."""
    return library is None or library.soname not in LIBRARIES or library.mpi in launcher.starts
