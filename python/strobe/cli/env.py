# SPDX-License-Identifier: BSD-3-Clause
"""`strobe env`: what a batch script exports so that its programs run as under `strobe run`."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

from strobe.base.errors import StrobeError
from strobe.coscheduling.options import check_for_ranks
from strobe.options.env import PROGRAM, EnvOptions
from strobe.options.kinds import Ranges
from strobe.options.option import spread

DEFAULTS = EnvOptions()


def command(
    program: Annotated[str | None, PROGRAM.argument] = None,
    /,
    *,
    options: Annotated[EnvOptions, spread()] = DEFAULTS,
) -> None:
    """Print one line of shell for each variable."""
    from strobe.coscheduling import folders, handshake, preparation
    from strobe.coscheduling import program as programs
    from strobe.launch import mpi as mpis
    from strobe.launch.launchers import srun

    options.check(program=program)
    check_for_ranks(options.runtime, Ranges().most)
    if program is None and options.mpi is None:
        raise StrobeError("name the program that will be run, or its MPI with --mpi NAME")
    found = programs.find([program]) if program is not None else None
    chosen = mpis.chosen(options.mpi) if options.mpi is not None else None
    flavour, library = preparation.runtime_for(found, chosen, None)
    variables = preparation.exports(handshake.preloadable(library, None), options.runtime)
    if chosen is not None:
        variables |= preparation.mpi_to_open(found, flavour, Path(chosen.prefix))
    own = found.library if found is not None else None
    variables |= srun.variables(own.mpi if own is not None else chosen.name if chosen else None)
    if options.record is not None:
        variables["STROBE_RECORD"] = str(folders.of_record(options.record))
    for name, value in variables.items():
        print(f"export {name}={shlex.quote(value)}")
