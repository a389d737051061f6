# SPDX-License-Identifier: BSD-3-Clause
"""The program to run: its location, and the MPI that it will use."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

import msgspec

from strobe.base import units
from strobe.base.errors import StrobeError
from strobe.base.suggest import nearest
from strobe.launch import dynamic_loader, elf, image_cache, mpi
from strobe.launch.mpi import Linked

# A program that imports one of these may load an MPI later: Python, a shell, env. For a program of
# the BCS API the runtime loads one, if libstrobe_bcs finds the runtime by its name.
LOADS_OTHERS = (b"\0dlopen\0", b"\0execve\0", b"\0execv\0", b"\0execvp\0", b"\0posix_spawn\0",
                b"strobe_run_rank\0")  # fmt: skip
OWN_MPI = b"MPI_Init"
# System libraries load others for themselves (libselinux, libsystemd), except these.
OF_SYSTEM = ("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/")
INTERPRETERS = ("libpython", "libperl", "libtcl", "libruby", "liblua", "libjulia", "libR.",
                "libguile", "liboctave", "libjvm", "libmozjs", "libnode",
                "libstrobe_bcs")  # fmt: skip


class Program(msgspec.Struct, frozen=True):
    """A program on this machine. `library` is the MPI that it, or a script's interpreter, is linked
    with; None where it may load one later. `obstacle` is the reason why the runtime cannot
    serve it.
    """

    words: list[str]
    path: Path
    library: Linked | None
    obstacle: str = ""

    @property
    def name(self) -> str:
        """The name that the user gave."""
        return self.words[0]

    @property
    def started(self) -> Path:
        """The executable that the kernel starts: for a script, its interpreter."""
        return dynamic_loader.interpreted_by(self.path)


class NotServedError(StrobeError):
    """The program may be valid, but the runtime cannot serve it."""


def find(words: list[str], *, or_native: bool = False) -> Program:
    """The program that `words` begin with.

    Raises StrobeError with one sentence where it is not there, cannot be executed, or has no MPI
    that could be taken over; the last is no error with `or_native`.
    """
    if not words:
        raise StrobeError("no program to run: name one, for example `strobe run -n 4 ./app`")
    path = _locate(words[0])
    if not elf.is_elf(path):
        return Program(words, path, mpi.linked(dynamic_loader.interpreted_by(path)))
    try:
        return Program(words, path, _library(words[0], path))
    except NotServedError as error:
        if not or_native:
            raise
        return Program(words, path, None, str(error))


def _locate(name: str) -> Path:
    if not name:
        raise StrobeError(
            "the program name is empty: name one, for example `strobe run -n 4 ./app`"
        )
    found = shutil.which(name)
    if found is not None:
        return Path(found).absolute()
    path = Path(name)
    if path.is_dir():
        raise StrobeError(f"{name} is a folder: name a program in it")
    if path.exists() and os.sep in name:
        raise StrobeError(f"{name} is not executable: use `chmod +x {name}`")
    if path.exists():
        raise StrobeError(f"{name} is not on PATH: to run the one here, use ./{name}")
    if os.sep not in name:
        raise StrobeError(f"there is no program {name} on PATH")
    siblings: list[str] = []
    with contextlib.suppress(OSError):
        siblings = [entry.name for entry in path.parent.iterdir()]
    near = nearest(path.name, siblings)
    hint = f"; did you mean {name.removesuffix(path.name)}{near}?" if near is not None else ""
    raise StrobeError(f"there is no program {name}{hint}")


def _library(name: str, path: Path) -> Linked | None:
    """The MPI of an executable; None where it may load one later."""
    found = list({library.soname: library for library in mpi.all_linked(path)}.values())
    if len(found) > 1:
        several = units.listed([f"{one.mpi} ({one.soname})" for one in found])
        raise StrobeError(
            f"{name} loads two MPIs, {several}: link the program and its libraries with one MPI"
        )
    if found and found[0].path is None:
        raise StrobeError(
            f"the loader does not find {found[0].soname} ({found[0].mpi}), which {name} is linked "
            "with: add its folder to LD_LIBRARY_PATH"
        )
    if found:
        return found[0]
    try:
        image = image_cache.image(path)
        content = path.read_bytes()
    except elf.TruncatedError as error:
        raise StrobeError(f"{name} is not a complete program: the file is truncated") from error
    if not image.has_interpreter:  # else no loader ever sees it
        raise NotServedError(
            f"{name} is a static binary, which cannot load the runtime: link it without -static"
        )
    if any(word in content for word in LOADS_OTHERS) or _libraries_load_others(path):
        return None
    if OWN_MPI in content:
        raise NotServedError(
            f"{name} is linked with a static MPI (libmpi.a), which cannot be replaced: link it "
            "with the MPI's shared library"
        )
    raise NotServedError(f"{name} does not use MPI: it neither links nor loads an MPI library")


def _libraries_load_others(path: Path) -> bool:
    """Whether a library of the program may load an MPI for it, as Python's does."""
    for library in mpi.libraries_of(path):
        if str(library).startswith(OF_SYSTEM) and not library.name.startswith(INTERPRETERS):
            continue
        with contextlib.suppress(OSError):
            content = library.read_bytes()
            if any(word in content for word in LOADS_OTHERS):
                return True
    return False
