# SPDX-License-Identifier: BSD-3-Clause
"""What the machine already has, apart from what the project itself has made."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from places import BUILD, ROOT

# The package is not installed yet when `make setup` runs this.
sys.path.insert(0, str(ROOT / "python"))

from strobe.launch import alternatives

CMAKE_MINIMUM = (3, 25)


def tool(name: str, without: Path) -> str | None:
    """The path of a program of the machine, leaving aside what lies below `without`."""
    path = os.environ.get("PATH", os.defpath).split(os.pathsep)
    folders = [folder for folder in path if not Path(folder).is_relative_to(without)]
    return shutil.which(name, path=os.pathsep.join(folders))


def mpi_compiler(without: Path) -> Path | None:
    """The first mpicxx on PATH, under the name that no other MPI takes."""
    found = tool("mpicxx", without)
    return None if found is None else alternatives.full_name(Path(found))


def has_cmake(without: Path) -> bool:
    """Whether the machine has a cmake that is new enough for the presets."""
    cmake = tool("cmake", without)
    if cmake is None:
        return False
    said = subprocess.run([cmake, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.search(r"(\d+)\.(\d+)", said)
    return version is not None and tuple(map(int, version.groups())) >= CMAKE_MINIMUM


def compiler_cache() -> dict[str, str]:
    """Variables that have builds share what they compile; none where there is no ccache.

    The wheel, the bench for another MPI and the tests compile many of the same files. Whether a
    warning is an error makes no other object.
    """
    if shutil.which("ccache") is None:
        return {}
    own = {
        # Files that several builds make alike, each in its own folder, count as the same.
        "CCACHE_BASEDIR": str(BUILD),
        "CCACHE_DIR": str(BUILD / "ccache"),
        "CCACHE_IGNOREOPTIONS": "-Werror",
        "CMAKE_CXX_COMPILER_LAUNCHER": "ccache",
        # ccache distinguishes compilers by name, and pip would call that of Python's own build.
        "CXX": "c++",
    }
    return {name: os.environ.get(name, value) for name, value in own.items()}


def has_pvm() -> bool:
    """Whether the development files of PVM are here: Debian's, or those below PVM_ROOT."""
    places = (os.environ.get("PVM_ROOT"), "/usr", "/usr/local")
    return any((Path(place) / "include" / "pvm3.h").is_file() for place in places if place)


def wheels_wanted(without: Path, *, has_mpi: bool) -> list[str]:
    """Which lines of requirements-machine.txt stand in for what the machine lacks."""
    has = {
        "cmake": has_cmake(without),
        "mpich": has_mpi,
        "ninja": tool("ninja", without) is not None,
    }
    return [name for name, present in has.items() if not present]
