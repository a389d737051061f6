# SPDX-License-Identifier: BSD-3-Clause
"""The MPIs of this machine: where they are, and which one a program is linked with."""

from __future__ import annotations

import contextlib
import mmap
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec

from strobe.base import units
from strobe.base.errors import StrobeError
from strobe.base.suggest import unknown
from strobe.launch import alternatives, dynamic_loader, launchers

COMPILERS = ("mpicxx", "mpic++", "mpiicpx", "mpiCC")

# An MPI's ABI is known by the name of its library: MPICH and Intel MPI share one, Open MPI has its
# own, and MPI 5 defines one for all (MPI 5.0, chapter 20). Debian's MPICH has a name of its own.
LIBRARIES = {
    "libmpi.so.12": "MPICH",
    "libmpich.so.12": "MPICH",
    "libmpi.so.40": "Open MPI",
    "libmpi.so.80": "Open MPI",
    "libmpi_abi.so.1": "MPI ABI",
}

_MPI_LIBRARY = re.compile(r"libmpi(?:_abi|ch)?\.so\.\d+")


def is_library(name: str) -> bool:
    """Whether a file of this name, perhaps with a full version, is the library of an MPI."""
    return _MPI_LIBRARY.match(name) is not None


# Where distributions and vendors put an MPI that is not on PATH.
PLACES = (
    "/usr/lib64/mpich",
    "/usr/lib64/openmpi",
    "/usr/local",
    "/opt/intel/oneapi/mpi/latest",
    "/opt/openmpi*",
    "/opt/mpich*",
)


class Mpi(msgspec.Struct, frozen=True):
    """An MPI on this machine: its compiler wrapper and the launcher that belongs to it."""

    name: str
    version: str
    prefix: str
    compiler: str
    launcher: str
    launcher_path: str

    @property
    def label(self) -> str:
        """Its name for `--mpi` and for folders: openmpi-4.1.4."""
        return f"{self.name}-{self.version.split()[0]}".lower().replace(" ", "")


class Linked(msgspec.Struct, frozen=True):
    """The MPI library that a program asks for, and where the dynamic loader finds it."""

    soname: str
    path: str | None

    @property
    def mpi(self) -> str:
        """The MPI whose ABI this is."""
        return LIBRARIES.get(self.soname, self.soname)


def chosen(text: str) -> Mpi:
    """The MPI that `--mpi` names: by its label or the beginning of it, or by a path (see `at`).

    A word without a slash may also be a compiler wrapper on PATH, such as mpicxx.mpich. Raises
    StrobeError with one sentence when there is none, or there are several.
    """
    if os.sep in text or text in ("", ".", "..", "~"):
        return at(Path(text))
    here = installed()
    named = [found for found in here if f"{found.label}.".startswith((f"{text}.", f"{text}-"))]
    if len(named) == 1:
        return named[0]
    if named:
        several = units.listed([f"{found.label} ({found.compiler})" for found in named])
        raise StrobeError(f"--mpi {text} fits {several}: use the whole name or the path of one")
    on_path = shutil.which(text)
    if on_path is not None and text.startswith(COMPILERS):
        return at(Path(on_path))
    if Path(text).exists():
        return at(Path(text))
    raise unknown("MPI", text, [found.label for found in here])


def at(path: Path) -> Mpi:
    """The MPI at `path`: an installation prefix, its `bin`, or a compiler wrapper such as mpicxx.

    Raises StrobeError with one sentence when there is none, or it has no launcher.
    """
    path = path.expanduser()
    if not path.exists():
        raise StrobeError(f"there is no MPI at {path}: no such file or folder")
    compiler = path.absolute() if path.is_file() else _compiler_below(path.absolute())
    if compiler is None:
        raise StrobeError(
            f"there is no MPI at {path}: neither it nor its bin contains the compiler wrapper "
            f"{COMPILERS[0]}"
        )
    if not os.access(compiler, os.X_OK):
        raise StrobeError(f"{path} is not a compiler wrapper: it is not executable")
    found = _describe(compiler)
    if found is None:
        raise StrobeError(
            f"there is no MPI at {path}: the folder of {compiler.name} has no mpiexec that answers "
            "--version"
        )
    return found


def installed() -> list[Mpi]:
    """All MPIs that are found on PATH, in MPI_HOME, in this environment and in the usual places."""
    homes = [os.environ[name] for name in ("MPI_HOME", "I_MPI_ROOT") if os.environ.get(name)]
    places = [Path(home) for home in (sys.prefix, *homes)]
    for place in PLACES:
        parent = Path(place).parent
        places += sorted(parent.glob(Path(place).name))
    found: dict[Path, Mpi] = {}
    for folder in (*launchers.on_path(), *places):
        alternatives = sorted(folder.glob("mpicxx.*"))  # Debian's names when it has several
        for compiler in (_compiler_below(folder), *alternatives):
            described = _describe(compiler) if compiler is not None else None
            if described is not None:
                found.setdefault(Path(described.launcher_path).resolve(), described)
    return list(found.values())


def linked(program: Path) -> Linked | None:
    """The MPI library that `program` is linked with; None when it is linked with none."""
    return next(iter(all_linked(program)), None)


def all_linked(program: Path) -> list[Linked]:
    """Every MPI library that the loader would give `program`; more than one is a mistake."""
    return [
        Linked(library.name, None if library.path is None else str(library.path))
        for library in dynamic_loader.libraries(program)
        if _MPI_LIBRARY.fullmatch(library.name)
    ]


def has_sessions(library: Path) -> bool:
    """Whether a library of MPI has the sessions of MPI 4.0: the name is among its strings.

    False where it cannot be read.
    """
    try:
        with library.open("rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as image:
            return image.find(b"MPI_Session_init\0") >= 0
    except (OSError, ValueError):  # an empty file cannot be mapped
        return False


def libraries_of(program: Path) -> list[Path]:
    """Every library that the loader would give `program` and finds."""
    found = dynamic_loader.libraries(program)
    return [library.path for library in found if library.path is not None]


def of(library: Linked | None) -> Mpi | None:
    """The whole MPI that a library belongs to, as far as it is installed.

    It is in the library's own prefix, or, as Debian has it, among those of this machine: the one
    whose compiler wrapper links this library.
    """
    if library is None or library.path is None:
        return None
    real = Path(library.path).resolve()
    with contextlib.suppress(StrobeError):
        found = at(real.parent.parent)
        if _has_abi_of(found, library):
            return found
    candidates = (found for found in installed() if _has_abi_of(found, library))
    return next((found for found in candidates if real in _linked_by(found)), None)


def _has_abi_of(mpi: Mpi, library: Linked) -> bool:
    """Whether programs of this MPI may be linked with such a library, by the MPI's name."""
    return library.mpi in ("MPI ABI", "MPICH" if mpi.name == "Intel MPI" else mpi.name)


def _linked_by(mpi: Mpi) -> list[Path]:
    """The libraries that the compiler wrapper links a program with, as it says itself."""
    try:
        answer = subprocess.run(
            [mpi.compiler, "-show"], capture_output=True, text=True, timeout=20, check=False
        )
        words = shlex.split(answer.stdout)
    except (OSError, subprocess.TimeoutExpired, ValueError):
        return []
    folders = [Path(word[2:]) for word in words if word.startswith("-L")]
    names = [f"lib{word[2:]}.so" for word in words if word.startswith("-l")]
    folders += dynamic_loader.system_folders()
    return [(folder / name).resolve() for folder in folders for name in names]


def _compiler_below(folder: Path) -> Path | None:
    """The compiler wrapper in `folder` or its `bin`."""
    path = os.pathsep.join((str(folder), str(folder / "bin")))
    found = (shutil.which(name, path=path) for name in COMPILERS)
    first = next((name for name in found if name is not None), None)
    return None if first is None else Path(first)


def _describe(compiler: Path) -> Mpi | None:
    compiler = alternatives.full_name(compiler)
    launcher = launchers.beside(compiler.parent, alternatives.suffix(compiler))
    if launcher is None:
        return None
    return Mpi(
        name=launcher.mpi or "unknown",
        version=launcher.version,
        prefix=str(compiler.parent.parent),
        compiler=str(compiler),
        launcher=launcher.name,
        launcher_path=str(launcher.executable),
    )
