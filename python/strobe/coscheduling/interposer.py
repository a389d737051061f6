# SPDX-License-Identifier: BSD-3-Clause
"""Finds the library that is loaded into a program: one flavour for each ABI of MPI.

`STROBE_RUN_LIBRARY` names one; else it is the one inside the installed package; else the one that a
checkout has built; else it is built for the MPI, once (strobe.launch.build).
"""

from __future__ import annotations

import os
from pathlib import Path

from strobe import resources
from strobe.errors import StrobeError
from strobe.launch import build
from strobe.launch.mpi import LIBRARIES, Linked, Mpi

VARIABLE = "STROBE_RUN_LIBRARY"
FLAVOURS = {"MPICH": "mpich", "Intel MPI": "mpich", "Open MPI": "openmpi", "MPI ABI": "abi"}


def flavour_of(library: Linked | None, launcher_mpi: str | None) -> str:
    """The flavour for a program: that of its own MPI, else of the one that the launcher is of.

    Raises StrobeError where there is none.
    """
    if library is not None and library.soname not in LIBRARIES:
        known = ", ".join(LIBRARIES)
        raise StrobeError(
            f"there is no runtime for {library.soname}: MPIs with one of these libraries can be "
            f"taken over: {known}"
        )
    name = library.mpi if library is not None else launcher_mpi
    if name not in FLAVOURS:
        raise StrobeError(
            "it cannot be known which MPI the program will load: name it with --mpi PATH"
        )
    return FLAVOURS[name]


def find(flavour: str, mpi: Mpi | None) -> Path:
    """The library of a flavour. Raises StrobeError with one sentence when it cannot be had."""
    named = os.environ.get(VARIABLE)
    if named:
        if not Path(named).is_file():
            raise StrobeError(f"{VARIABLE} names {named}, which is not a file")
        return Path(named).absolute()
    file = f"libstrobe_run_{flavour}.so"
    root = resources.checkout()
    candidates = [resources.PACKAGE / "libexec" / file]
    if root is not None:
        candidates.append(root / "build" / "release" / "lib" / file)
    present = next((path for path in candidates if path.is_file()), None)
    if present is not None:
        return present
    if mpi is None:
        raise StrobeError(
            f"{file} is not built, and no MPI is found that it could be built with: name one with "
            "--mpi PATH"
        )
    title = "the coscheduled runtime"
    return build.built_for(mpi, build.Product(title, "strobe_run", f"lib/{file}", "run-"))
