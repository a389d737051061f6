# SPDX-License-Identifier: BSD-3-Clause
"""`strobe env`: what a batch script exports so that its programs run as under `strobe run`."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from strobe.base.errors import StrobeError
from strobe.cli.paths import NamedPath
from strobe.coscheduling.options import RuntimeOptions

DEFAULTS = RuntimeOptions()


def command(
    program: str | None = None,
    /,
    *,
    options: Annotated[RuntimeOptions, Parameter(name="*")] = DEFAULTS,
    record: NamedPath | None = None,
    mpi: str | None = None,
) -> None:
    """Print the lines that a batch script evaluates before its own srun or mpiexec:

    eval "$(strobe env ./app)"

    Parameters
    ----------
    program
        The program that will be run; it says which MPI the runtime must fit.
    record
        Keep all that was watched in this folder, which every node must see.
    mpi
        The MPI of a program that is a script: its prefix, its bin, or its mpicxx.
    """
    from strobe.coscheduling import folders, handshake, preparation
    from strobe.coscheduling import program as programs
    from strobe.launch import mpi as mpis

    options.check()
    if program is None and mpi is None:
        raise StrobeError("name the program that will be run, or its MPI with --mpi PATH")
    found = programs.find([program]) if program is not None else None
    chosen = mpis.at(Path(mpi)) if mpi is not None else None
    library = handshake.preloadable(preparation.runtime_for(found, chosen, None)[1], None)
    variables = preparation.exports(library, options)
    if record is not None:
        variables["STROBE_RECORD"] = str(folders.of_record(record))
    for name, value in variables.items():
        print(f"export {name}={shlex.quote(value)}")
