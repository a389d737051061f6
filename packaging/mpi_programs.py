# SPDX-License-Identifier: BSD-3-Clause
"""Debian's MPI programs, as clients of `strobe run`, its MPICH and its Open MPI 4, and mpi4py.

They are unpacked, not installed: in /usr a later set-up would take them for the machine's own. Both
MPIs have Fortran, which PyPI's have not, and Open MPI 4 has MPI's old bindings for C++.
"""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import debian
from environment import pip
from places import BUILD
from steps import Steps, digest, is_done

FOLDER = BUILD / "clients"
MPI4PY = BUILD / "mpi4py"
MPI4PY_WHEEL = "mpi4py==4.1.2"
OPEN_MPI_4 = FOLDER / "openmpi"
"""A prefix from which Debian's Open MPI starts where Debian did not put it."""
PACKAGES = (
    "libmpich12",
    "libmpich-dev",
    "libucx0",
    "libnuma1",
    "libopenmpi3",
    "libopenmpi-dev",
    "openmpi-bin",
    "openmpi-common",
    "libevent-core-2.1-7",
    "libevent-pthreads-2.1-7",
    "libhwloc15",
    "libmunge2",
    "libpmix2",
    "netpipe-mpich2",
    "netpipe-openmpi",
    "hpcc",
    "libblas3",
    "libgfortran5",
    "libquadmath0",
)
QUIET = {
    # Drivers of networks that are not unpacked.
    "OMPI_MCA_mca_base_component_show_load_errors": "0",
    "PMIX_MCA_mca_base_component_show_load_errors": "0",
    "PMIX_MCA_pcompress_base_silence_warning": "1",
}


def prepare(steps: Steps) -> None:
    """Fetches what is not here; raises SetupError with a sentence where it cannot."""
    stamp = FOLDER / "packages"
    wanted = digest([], [*PACKAGES, str(FOLDER)])
    if not is_done(stamp, wanted):
        shutil.rmtree(FOLDER, ignore_errors=True)
        debian.unpack(steps, PACKAGES, FOLDER, "Debian's MPI programs")
        _write_prefix()
        stamp.write_text(wanted, encoding="utf-8")
    if not MPI4PY.exists():
        with steps.step("mpi4py"):
            pip(steps, "install", "--no-deps", "--target", str(MPI4PY), MPI4PY_WHEEL)


def _write_prefix() -> None:
    """Open MPI finds its files by OPAL_PREFIX, which its programs do not set themselves."""
    usr = FOLDER / "usr"
    libraries = next((usr / "lib").glob("*/libmpi.so.40")).parent
    variables = {"OPAL_PREFIX": str(usr), **QUIET}
    setting = "\n".join(f"export {name}={shlex.quote(value)}" for name, value in variables.items())
    folder = shlex.quote(str(libraries))
    setting += f'\nexport LD_LIBRARY_PATH={folder}"${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}"'
    for program in ("mpicxx", "mpiexec"):
        path: Path = OPEN_MPI_4 / "bin" / program
        path.parent.mkdir(parents=True, exist_ok=True)
        real = shlex.quote(str(usr / "bin" / f"{program}.openmpi"))
        path.write_text(f'#!/bin/sh\n{setting}\nexec {real} "$@"\n', encoding="utf-8")
        path.chmod(0o755)
