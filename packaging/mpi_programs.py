# SPDX-License-Identifier: BSD-3-Clause
"""Debian's MPI programs, as clients of `strobe run`, and its MPICH: unpacked, not installed.

That has Fortran, which PyPI's MPIs have not. Installed, it would lie in /usr, and a later set-up
would take it for the machine's own.
"""

from __future__ import annotations

import debian
from places import BUILD
from steps import Steps

FOLDER = BUILD / "clients"
PACKAGES = (
    "libmpich12",
    "libmpich-dev",
    "libucx0",
    "libnuma1",
    "netpipe-mpich2",
    "netpipe-openmpi",
    "hpcc",
    "libblas3",
    "libgfortran5",
    "libquadmath0",
)


def prepare(steps: Steps) -> None:
    """Fetches them, unless they are here; raises SetupError with a sentence where it cannot."""
    if not FOLDER.exists():
        debian.unpack(steps, PACKAGES, FOLDER, "Debian's MPI programs")
