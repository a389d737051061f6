# SPDX-License-Identifier: BSD-3-Clause
"""A measurement of what the runtime of `strobe run` does with messages: it is loaded into the ranks
of strobe-bench as into those of any program.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from strobe.base.errors import MeasurementError, StrobeError
from strobe.coscheduling import folders, handshake, interposer
from strobe.coscheduling.preparation import exports
from strobe.launch.preparation import Prepared
from strobe.options.runtime import RuntimeOptions


@contextlib.contextmanager
def coscheduled(prepared: Prepared) -> Iterator[Prepared]:
    """What is to be launched, with the runtime if the options say so.

    Raises StrobeError where the runtime cannot be had, and MeasurementError at the end where no
    rank has loaded it.
    """
    if not prepared.options.coscheduled:
        yield prepared
        return
    runtime = _runtime(prepared)
    if why := handshake.obstacle(prepared.bench, runtime):
        raise StrobeError(f"the runtime cannot be loaded: {why}")
    with folders.of_run(is_local=prepared.is_local and not prepared.job.extra) as own:
        words = [f"{name}={value}" for name, value in loading(runtime, own).items()]
        yield replace(prepared, through=("env", *words))
        if not handshake.read(own).active:
            raise MeasurementError(
                "the runtime of strobe run was not active in the ranks, so that the figures are "
                "those of the MPI alone"
            )


def loading(runtime: Path, folder: Path, first: Sequence[str] = ()) -> dict[str, str]:
    """The variables of a rank that loads the runtime, after `first`, and reports in the folder."""
    variables = exports(handshake.preloadable(runtime, folder), RuntimeOptions(), first)
    return {**variables, handshake.VARIABLE: str(folder)}


def _runtime(prepared: Prepared) -> Path:
    """The library for the MPI of the bench."""
    flavour = interposer.flavour_of(prepared.library, prepared.launcher.mpi)
    own = prepared.library
    loaded = Path(own.path) if own is not None and own.path is not None else None
    return interposer.find(flavour, prepared.mpi, loaded)
