# SPDX-License-Identifier: BSD-3-Clause
"""An MPI of this machine that is not the one of the bench, so that the bench must be built."""

from __future__ import annotations

from strobe.launch import bench, mpi
from strobe.launch.mpi import Mpi


def other_mpi() -> Mpi | None:
    """None where the machine has one MPI. Raises StrobeError where there is no bench."""
    library = mpi.linked(bench.find())
    own = library.mpi if library else None
    return next((found for found in mpi.installed() if found.name != own), None)
