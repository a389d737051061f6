# SPDX-License-Identifier: BSD-3-Clause
"""Finds the library that is loaded into a program: one flavour for each ABI of MPI.

`STROBE_RUN_LIBRARY` names one; else it is the one inside the installed package; else the one that a
checkout has built; else it is built for the MPI, once (strobe.launch.build).
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from strobe.base import resources
from strobe.base.errors import StrobeError
from strobe.launch import build
from strobe.launch.mpi import LIBRARIES, Linked, Mpi, has_sessions

VARIABLE = "STROBE_RUN_LIBRARY"
# The first releases with the mpi.h of MPI 3.1 and the ABI that they still have.
OLDEST = {"MPICH": (3, 2), "Open MPI": (3, 0)}
FLAVOURS = {"MPICH": "mpich", "Intel MPI": "mpich", "Open MPI": "openmpi", "MPI ABI": "abi"}
MEMORY_LIBRARY = "libstrobe_run_memory.so"
WITHOUT_SESSIONS = {"mpich": "mpich3", "openmpi": "openmpi4"}
"""The runtimes that a wheel has in addition, for MPIs older than the sessions of MPI 4.0."""


def flavour_of(library: Linked | None, launcher_mpi: str | None) -> str:
    """The flavour for a program: that of its own MPI, else of the one that the launcher is of.

    Raises StrobeError where there is none.
    """
    if library is not None and library.soname not in LIBRARIES:
        known = ", ".join(LIBRARIES)
        raise StrobeError(
            f"there is no runtime for {library.soname}: the supported MPI libraries are {known}"
        )
    name = library.mpi if library is not None else launcher_mpi
    if name not in FLAVOURS:
        raise StrobeError("the MPI that the program will load is unknown: name it with --mpi NAME")
    return FLAVOURS[name]


def find(flavour: str, mpi: Mpi | None, loaded: Path | None = None, *, builds: bool = True) -> Path:
    """The library of a flavour, built now if it must be; without `builds`, where it would be.

    `mpi` is the program's MPI, as far as it is installed, and `loaded` its library, as far as it is
    known. Raises StrobeError with one sentence when it cannot be had.
    """
    named = os.environ.get(VARIABLE)
    if named:
        if not Path(named).is_file():
            raise StrobeError(f"{VARIABLE} names {named}, which is not a file")
        return Path(named).absolute()
    if mpi is not None:
        _check_age(mpi)
    file = _file(flavour)
    packaged = _packaged(flavour, loaded)
    if packaged is not None:
        return packaged
    title = "the coscheduled runtime"
    release = resources.release()
    if release is not None and (builds or (release / "lib" / file).is_file()):
        own = build.in_checkout(build.Product(title, "strobe_run", f"lib/{file}"))
        if own is not None:
            return own
    if mpi is None:
        raise StrobeError(
            f"{file} is not built, and no MPI to build it with was found: name one with --mpi NAME"
        )
    product = build.Product(title, "strobe_run", f"lib/{file}", "run-")
    return build.built_for(mpi, product) if builds else build.place_of(mpi, product)


def memory_library(runtime: Path) -> Path:
    """The library that follows a program's memory, which lies beside the runtime.

    Raises StrobeError where the runtime is there and this is not.
    """
    library = runtime.with_name(MEMORY_LIBRARY)
    if runtime.is_file() and not library.is_file():
        raise StrobeError(
            f"--check=buffers needs {MEMORY_LIBRARY} in {runtime.parent}: build the target "
            "strobe_run_memory, or install Strobe again"
        )
    return library


def _packaged(flavour: str, loaded: Path | None) -> Path | None:
    """The library in the installed package that serves as many functions as the MPI has."""
    names = [flavour]
    if flavour in WITHOUT_SESSIONS and loaded is not None and not has_sessions(loaded):
        names.insert(0, WITHOUT_SESSIONS[flavour])
    places = (resources.PACKAGE / "libexec" / _file(name) for name in names)
    return next(filter(Path.is_file, places), None)


def _file(runtime: str) -> str:
    return f"libstrobe_run_{runtime}.so"


def _check_age(mpi: Mpi) -> None:
    """Refuse an MPI whose header is older than the one that the runtime is written against."""
    oldest = OLDEST.get(mpi.name)
    numbers = tuple(int(number) for number in re.findall(r"\d+", mpi.version)[:2])
    if oldest is not None and numbers and numbers < oldest:
        raise StrobeError(
            f"there is no runtime for {mpi.name} {mpi.version}: it needs the mpi.h of MPI 3.1; "
            f"build the program with {mpi.name} {'.'.join(map(str, oldest))} or later, or another "
            "MPI that `strobe list` shows"
        )
