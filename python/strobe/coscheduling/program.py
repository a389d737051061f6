# SPDX-License-Identifier: BSD-3-Clause
"""The program that a person wants to run: where it is, and which MPI will be in it."""

from __future__ import annotations

import contextlib
import difflib
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from strobe.base import units
from strobe.base.errors import StrobeError
from strobe.launch import dynamic_loader, elf, mpi
from strobe.launch.mpi import Linked

# Who imports one of these may come to an MPI that no loader sees beforehand: Python, a shell, env.
LOADS_OTHERS = (b"\0dlopen\0", b"\0execve\0", b"\0execv\0", b"\0execvp\0", b"\0posix_spawn\0")
OWN_MPI = b"MPI_Init"
# Those of the system that load others do so for themselves (libselinux, libsystemd), but for these.
OF_SYSTEM = ("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/")
INTERPRETERS = ("libpython", "libperl", "libtcl", "libruby", "liblua", "libjulia", "libR.",
                "libguile", "liboctave", "libjvm", "libmozjs", "libnode")  # fmt: skip


@dataclass(frozen=True)
class Program:
    """A program on this machine. `library` is the MPI that it, or a script's interpreter, is linked
    with; None where it may still load one. `obstacle` says why the runtime cannot serve it.
    """

    words: list[str]
    path: Path
    library: Linked | None
    obstacle: str = ""

    @property
    def name(self) -> str:
        """As the person has called it."""
        return self.words[0]

    @property
    def started(self) -> Path:
        """The executable that the kernel starts: for a script, its interpreter."""
        return dynamic_loader.interpreted_by(self.path)


class NotServedError(StrobeError):
    """The program may be right, but the runtime cannot serve it."""


def find(words: list[str], *, or_native: bool = False) -> Program:
    """The program that `words` begin with.

    Raises StrobeError with one sentence where it is not there, cannot be executed, or has no MPI
    that could be taken over; the last is no error with `or_native`.
    """
    if not words:
        raise StrobeError("name the program to run, as in `strobe run -n 4 ./app`")
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
        raise StrobeError("the program's name is empty: name one, as in `strobe run -n 4 ./app`")
    found = shutil.which(name)
    if found is not None:
        return Path(found).absolute()
    path = Path(name)
    if path.is_dir():
        raise StrobeError(f"{name} is a folder: name a program in it")
    if path.exists() and os.sep in name:
        raise StrobeError(f"{name} cannot be executed: `chmod +x {name}` allows it")
    if path.exists():
        raise StrobeError(f"{name} is not on PATH; there is one here: ./{name}")
    if os.sep not in name:
        raise StrobeError(f"there is no program {name} on PATH")
    siblings: list[str] = []
    with contextlib.suppress(OSError):
        siblings = [entry.name for entry in path.parent.iterdir()]
    near = difflib.get_close_matches(path.name, siblings, n=1)
    hint = f"; did you mean {name.removesuffix(path.name)}{near[0]}?" if near else ""
    raise StrobeError(f"there is no program {name}{hint}")


def _library(name: str, path: Path) -> Linked | None:
    """The one MPI of an executable; None where it may still load one."""
    found = list({library.soname: library for library in mpi.all_linked(path)}.values())
    if len(found) > 1:
        several = units.listed([f"{one.mpi} ({one.soname})" for one in found])
        raise StrobeError(
            f"{name} loads two MPIs, {several}: link it and all its libraries with one"
        )
    if found and found[0].path is None:
        raise StrobeError(
            f"{name} is linked with {found[0].soname} ({found[0].mpi}), which the loader does not "
            "find: put the folder that holds it into LD_LIBRARY_PATH"
        )
    if found:
        return found[0]
    try:
        image = elf.read(path)
        content = path.read_bytes()
    except elf.TruncatedError as error:
        raise StrobeError(f"{name} is no whole program: the file is cut off") from error
    if not image.has_interpreter:  # else no loader ever sees it
        raise NotServedError(
            f"{name} is a static binary, into which nothing can be loaded: link it with shared "
            "libraries (without -static)"
        )
    if any(word in content for word in LOADS_OTHERS) or _libraries_load_others(path):
        return None
    if OWN_MPI in content:
        raise NotServedError(
            f"{name} holds its MPI itself (libmpi.a), where it cannot be replaced: link it with "
            "the MPI's shared library"
        )
    raise NotServedError(f"{name} has no MPI: it is linked with none, and loads none")


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
