# SPDX-License-Identifier: BSD-3-Clause
"""What the preset aarch64 needs: a cross compiler, qemu, and libraries of that processor.

The libraries are unpacked into a folder of build/, not installed, so that the machine stays one of
one architecture. cmake/aarch64.cmake finds them there.
"""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path, PurePosixPath

import debian
from environment import MACHINE_REQUIREMENTS, lines, pip
from places import BUILD
from steps import CommandError, SetupError, Steps, digest, is_done

COMPILER, EMULATOR = "aarch64-linux-gnu-g++", "qemu-aarch64"
PROGRAMS = {COMPILER: "g++-aarch64-linux-gnu", EMULATOR: "qemu-user"}
"""What is installed, and Debian's package of it."""
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
        unpack_mpi(steps, wheel)
        stamp.write_text(wanted, encoding="utf-8")


def unpack_mpi(steps: Steps, wheel: str) -> None:
    """Unpacks PyPI's MPICH for aarch64 into a folder of its own.

    pip installs a wheel of another processor only in part.
    """
    title = "MPICH for aarch64"
    downloads = FOLDER / "downloads"
    where = ["--only-binary=:all:", "--platform", PLATFORM, "--dest", str(downloads)]
    try:
        with steps.step(title):
            pip(steps, "download", "--no-deps", *where, wheel)
            unpack_data(next(downloads.glob("*.whl")), MPI)
    except CommandError as error:
        reason = error.tail.splitlines()[-1] if error.tail else str(error)
        raise SetupError(f"{title} is missing and cannot be fetched: {reason}") from error
    shutil.rmtree(downloads)


def unpack_data(wheel: Path, folder: Path) -> None:
    """Unpacks the data files of a wheel with their permissions.

    Raises SetupError if a name leads out of the folder, or if there are no data files.
    """
    found = False
    with zipfile.ZipFile(wheel) as archive:
        for entry in archive.infolist():
            parts = PurePosixPath(entry.filename).parts
            is_data = len(parts) > 2 and parts[0].endswith(".data") and parts[1] == "data"
            if entry.is_dir() or not is_data:
                continue
            if ".." in parts:
                raise SetupError(f"{wheel.name} has a file outside of its folder: {entry.filename}")
            place = folder.joinpath(*parts[2:])
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(archive.read(entry))
            place.chmod((entry.external_attr >> 16 & 0o777) or 0o644)
            found = True
    if not found:
        raise SetupError(f"{wheel.name} is not a wheel of an MPI: it has no data files")
