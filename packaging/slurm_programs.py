# SPDX-License-Identifier: BSD-3-Clause
"""Debian's Slurm, whose nodes in the tests are namespaces of this machine.

It is unpacked, not installed: the package would start daemons, and an `srun` on PATH would be taken
for this machine's. The hosts of tests/python/slurm.py have the folder as a layer of their /usr.
"""

from __future__ import annotations

import shutil

import debian
from places import BUILD
from steps import Steps, digest, is_done

FOLDER = BUILD / "slurm"
PACKAGES = (
    "slurmctld",
    "slurmd",
    "slurm-client",
    "slurm-wlm-basic-plugins",
    "munge",
    "libmunge2",
    "liblua5.1-0",
    # What its plugin for PMIx loads, by the name that the second package has.
    "libpmix2",
    "libpmix-dev",
    "libevent-core-2.1-7",
    "libevent-pthreads-2.1-7",
    "libhwloc15",
    # An MPI that a cluster has, whose other packages are clients of `strobe run`.
    "mpich",
    "libslurm38",
)


def prepare(steps: Steps) -> None:
    """Fetches what is not here; raises SetupError with a sentence where it cannot."""
    stamp = FOLDER / "packages"
    wanted = digest([], [*PACKAGES, str(FOLDER)])
    if not is_done(stamp, wanted):
        shutil.rmtree(FOLDER, ignore_errors=True)
        debian.unpack(steps, PACKAGES, FOLDER, "Debian's Slurm")
        stamp.write_text(wanted, encoding="utf-8")
