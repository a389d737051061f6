# SPDX-License-Identifier: BSD-3-Clause
"""Whether the runtime was active in a job, by the files that it left from inside the ranks.

The runtime leaves empty files in a folder of the run (src/bcs/mpi/handshake.cpp). Neither the exit
status nor the output of the program shows this: ld.so ignores a library that it cannot preload.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from strobe.base import units
from strobe.base.errors import StrobeError
from strobe.coscheduling.interposer import MEMORY_LIBRARY
from strobe.coscheduling.program import Program
from strobe.launch import elf, image_cache

if TYPE_CHECKING:
    from strobe.coscheduling.diagnosis import JobEnd

VARIABLE = "STROBE_HANDSHAKE"
ACTIVE = "active"
"""The name of the file that is there once the runtime serves some rank."""
NOT_ACTIVE = 125
"""The exit status if the runtime was not active; env(1) and timeout(1) also use it for their own
failures."""

# Where ld.so(8) splits LD_PRELOAD, and what it replaces in it: $ORIGIN, $LIB, $PLATFORM.
_SPECIAL = frozenset(" :$")


class RuntimeReport(msgspec.Struct, frozen=True):
    """The runtime's report: loaded into a process, active in a rank, or why it passes all calls
    through to the MPI (`native`).
    """

    loaded: bool = False
    active: bool = False
    native: str = ""


def read(folder: Path) -> RuntimeReport:
    """The report in the folder of a finished job."""
    native = ""
    with contextlib.suppress(OSError):
        native = (folder / "native").read_text(errors="replace")
    return RuntimeReport(
        (folder / "loaded").exists(),
        (folder / ACTIVE).exists(),
        native,
    )


def with_runtime_status(
    ended: JobEnd, report: RuntimeReport, program: Program, *, or_native: bool
) -> JobEnd:
    """The end of a job, with the status and the sentence where the runtime was not active.

    A program that fails before MPI_Init keeps its status, and so does a job that the user stopped
    or whose launcher was killed.
    """
    if ended.unserved:
        return replace(ended, status=NOT_ACTIVE, sentence=_unserved(ended.unserved))
    if report.active or ended.was_stopped or ended.killed_by is not None:
        return ended
    reason = why_not_active(report, program)
    has_failed_before_mpi = report.loaded and not report.native
    could_not_run = bool(report.native) and ended.status == NOT_ACTIVE
    if or_native and could_not_run:  # the runtime is for another ABI
        sentence = f"the runtime was not active: {reason}"
    elif or_native:
        sentence = f"the program ran on plain MPI; the runtime was not active: {reason}"
    elif has_failed_before_mpi and ended.status:
        sentence = (
            f"the program ended with status {ended.status}; the runtime was not active: {reason}"
        )
    else:
        own = f" (the program ended with status {ended.status})" if ended.status else ""
        own = "" if ended.status == NOT_ACTIVE else own
        sentence = f"the runtime was not active{own}: {reason}; to accept that, add --or-native"
        return replace(ended, status=NOT_ACTIVE, sentence=sentence)
    return replace(ended, sentence=sentence)


def _unserved(ranks: Mapping[int, int]) -> str:
    """Why the job was ended, by the processes of ranks that lack the runtime."""
    from strobe.coscheduling.diagnosis import MOST_NAMED, rank_list

    pids = units.listed([str(ranks[rank]) for rank in sorted(ranks)[:MOST_NAMED]])
    return (
        f"the runtime is not loaded in {rank_list(sorted(ranks))} (process {pids}), and the other "
        "ranks would wait for ever in MPI_Init: a command between the launcher and the program "
        "clears LD_PRELOAD there"
    )


def why_not_active(report: RuntimeReport, program: Program) -> str:
    """The reason, from what was known before the start, the report, and the program file."""
    if program.obstacle or report.native:
        return program.obstacle or report.native
    if report.loaded:
        reason = "no process with the runtime called MPI_Init"
        if program.library is None:
            reason += (
                f"; either the programs that {program.name} starts do not use MPI, or "
                f"{program.name} clears LD_PRELOAD, as env -i and sudo do"
            )
        return reason
    return obstacle(program.started) or (
        "no process of the job loaded it; either the launcher did not start the program, or a "
        "command between the launcher and the program clears LD_PRELOAD, as env -i and sudo do"
    )


def obstacle(path: Path, library: Path | None = None) -> str:
    """Why ld.so would not load the runtime into the executable at `path`; empty if it would."""
    if _is_privileged(path):
        return (
            f"{path} is setuid or has capabilities, and ld.so ignores LD_PRELOAD for such programs"
        )
    with contextlib.suppress(OSError, elf.TruncatedError):
        image = image_cache.image(path)
        if not image.has_interpreter:
            return f"{path} is a static binary, which cannot load the runtime"
        own = image_cache.image(library) if library is not None else image
        if not image.fits(own):
            return (
                f"{path} is a {image.bits}-bit program for {image.machine}, but the runtime "
                f"{library} is built for {own.bits} bits and {own.machine}"
            )
    return ""


def _is_privileged(path: Path) -> bool:
    """Whether the kernel starts it in secure-execution mode for this user (ld.so(8))."""
    with contextlib.suppress(OSError):
        facts = path.stat()
        changes_user = facts.st_mode & stat.S_ISUID and facts.st_uid != os.geteuid()
        changes_group = facts.st_mode & stat.S_ISGID and facts.st_gid != os.getegid()
        if changes_user or changes_group:
            return True
        return os.geteuid() != 0 and "security.capability" in os.listxattr(path)
    return False


def can_be_preloaded(path: str | Path) -> bool:
    """Whether LD_PRELOAD can hold this path."""
    return _SPECIAL.isdisjoint(str(path))


def preloadable(library: Path, folder: Path | None) -> Path:
    """The library by a path that LD_PRELOAD can hold: its own, or a link in `folder`.

    The folder is this user's alone, so that nobody else can exchange the link. Raises StrobeError
    with one sentence where there is no such path.
    """
    if can_be_preloaded(library):
        return library
    if folder is None or not can_be_preloaded(folder):
        raise StrobeError(
            f"LD_PRELOAD does not accept the path of the runtime, {library}: ld.so splits it at "
            "spaces and colons and expands $; set STROBE_RUN_LIBRARY to a link without these"
        )
    link = folder / "libstrobe_run.so"
    link.symlink_to(library)
    # What is loaded together with it is looked for beside it.
    beside = library.with_name(MEMORY_LIBRARY)
    if beside.is_file():
        link.with_name(MEMORY_LIBRARY).symlink_to(beside)
    return link
