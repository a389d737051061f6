# SPDX-License-Identifier: BSD-3-Clause
"""What the preset aarch64 needs: a cross compiler, qemu, and libraries of that processor.

The libraries are unpacked into a folder of build/, not installed, so that the machine stays one of
one architecture. cmake/aarch64.cmake finds them there.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import debian
import mpi_wheel
from environment import MACHINE_REQUIREMENTS, lines
from places import BUILD
from steps import Steps, digest, is_done

COMPILER, EMULATOR = "aarch64-linux-gnu-g++", "qemu-aarch64"
PROGRAMS = {COMPILER: "g++-aarch64-linux-gnu", EMULATOR: "qemu-user"}
"""What is installed, and Debian's package of it."""
C_LIBRARY = Path("/usr/aarch64-linux-gnu")
"""Where Debian's cross compiler has glibc."""
FOLDER = BUILD / "aarch64-libraries"
MPI = FOLDER / "mpi"
PACKAGES = (
    "libcli11-dev",
    "libfmt-dev",
    "libfmt9",
    "libgmock-dev",
    "libgtest-dev",
    "libhwloc-dev",
    "libhwloc15",
    "libtomlplusplus-dev",
    "libtomlplusplus3",
    "libudev1",
    "nlohmann-json3-dev",
)
PLATFORM = "manylinux_2_28_aarch64"


def prepare(steps: Steps) -> None:
    """Brings what is not here; raises SetupError with a sentence where it cannot."""
    missing = [package for name, package in PROGRAMS.items() if shutil.which(name) is None]
    if missing:
        names = " ".join(missing)
        debian.install(steps, missing, f"these are missing and may not be installed: {names}")
    wheel = next(line for line in lines(MACHINE_REQUIREMENTS) if line.startswith("mpich=="))
    stamp = FOLDER / "stamp"
    wanted = digest([Path(__file__)], [wheel, str(FOLDER)])
    if not is_done(stamp, wanted):
        shutil.rmtree(FOLDER, ignore_errors=True)
        debian.unpack(steps, PACKAGES, FOLDER, "C++ libraries for aarch64", architecture="arm64")
        mpi_wheel.unpack(steps, wheel, PLATFORM, MPI)
        stamp.write_text(wanted, encoding="utf-8")
