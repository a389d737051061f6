# SPDX-License-Identifier: BSD-3-Clause
"""Debian's ScaLAPACK and its test programs, as clients of our BLACS: unpacked, not installed.

Installed, they would bring an MPI into /usr, and a later set-up would take that one.
"""

from __future__ import annotations

import debian
from places import BUILD
from steps import Steps

FOLDER = BUILD / "scalapack"
# For both MPIs, with the reference BLAS and LAPACK and the Fortran runtime that it was linked with.
PACKAGES = (
    "libscalapack-mpich2.2",
    "libscalapack-mpich-dev",
    "libscalapack-openmpi2.2",
    "libscalapack-openmpi-dev",
    "scalapack-mpi-test",
    "scalapack-test-common",
    "libblas3",
    "liblapack3",
    "libgfortran5",
    "libquadmath0",
)


def prepare(steps: Steps) -> None:
    """Fetches it, unless it is here; raises SetupError with one sentence where it cannot be had."""
    if not FOLDER.exists():
        debian.unpack(steps, PACKAGES, FOLDER, "Debian's ScaLAPACK")
