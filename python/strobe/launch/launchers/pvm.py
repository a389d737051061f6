# SPDX-License-Identifier: BSD-3-Clause
"""PVM: not an MPI's launcher, but a virtual machine that is started for the run, or found."""

from __future__ import annotations

import ctypes
import ctypes.util
import sys

from strobe.base.errors import StrobeError
from strobe.launch import virtual_machine
from strobe.launch.launchers import Job, Launcher


class Pvm(Launcher):
    """Starts the first task, which spawns the others; `extra` may name PVM's host file.

    It is chosen with the layer, and no program of it answers `--version`, so it is not registered
    among those that are looked for.
    """

    name = "pvm"
    title = "a virtual machine of PVM"
    programs = ()
    banner = r"(?!)(?P<version>)"
    mpi = None
    starts = ()

    def options(self, job: Job) -> list[str]:
        """`-n N`; each task binds itself to a core where they suffice."""
        return ["-n", str(job.ranks)]

    def command(self, job: Job) -> list[str]:
        """The way from here to the program is a script of ours."""
        script = virtual_machine.__file__
        return [sys.executable, script, *self.options(job), *job.extra, "--"]


def find() -> Pvm:
    """PVM on this machine. Raises StrobeError where it is missing or may not be run."""
    try:
        return Pvm(virtual_machine.daemon(), _version())
    except virtual_machine.RefusalError as refusal:
        raise StrobeError(str(refusal)) from refusal


def _version() -> str:
    """What its library says, for a daemon that is asked would start."""
    library = ctypes.util.find_library("pvm3") or "libpvm3.so.3"
    try:
        ask = ctypes.CDLL(library).pvm_version
    except (OSError, AttributeError):
        return "unknown"
    ask.restype = ctypes.c_char_p
    said = ask()
    return said.decode() if said else "unknown"
