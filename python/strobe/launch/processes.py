# SPDX-License-Identifier: BSD-3-Clause
"""The processes of a launch: known by a mark in their environment, and ended all of them.

Launchers put ranks into sessions of their own, so neither a process group nor a list of pids tells
which processes are ours; a variable that every child inherits does. A pid is never trusted alone:
with it goes the time its process started, and both must still be the same when it is signalled.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import signal
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

MARK = "STROBE_LAUNCH"
PROC = Path("/proc")

_MAPPED = re.compile(r"^(?:\S+ +){5}(/.*)$", re.MULTILINE)  # a line of /proc/PID/maps
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


class Process(msgspec.Struct, frozen=True):
    """A process for good: its pid, and the tick of the system's clock at which it started."""

    pid: int
    started: int


def new_mark() -> str:
    """A value for `MARK` that no other launch has."""
    return os.urandom(8).hex()


def adopt_orphans() -> None:
    """Make orphaned ranks children of this process, so that none stays behind as a zombie."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def dies_with_parent() -> Callable[[], None]:
    """For a child between fork and exec: it gets SIGTERM when this process dies, in any way."""
    prctl = ctypes.CDLL(None).prctl
    parent = os.getpid()

    def arrange() -> None:
        prctl(_PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)
        if os.getppid() != parent:  # it died before the line above
            os._exit(1)

    return arrange


def ignores_sigpipe(more: Callable[[], None]) -> Callable[[], None]:
    """The same as `more`; and the child ignores SIGPIPE."""

    def arrange() -> None:
        more()
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)

    return arrange


def pids() -> list[int]:
    """The pids of all processes of this machine."""
    return [int(entry.name) for entry in PROC.iterdir() if entry.name.isdigit()]


def marked(mark: str) -> list[Process]:
    """All living processes of this machine that carry `mark`, launcher and ranks alike."""
    return [process for pid in pids() if (process := _if_marked(pid, mark)) is not None]


def end_all(mark: str, grace_s: float) -> None:
    """Wait `grace_s` for the marked processes to leave, then kill those that have not."""
    left = marked(mark)
    deadline = time.monotonic() + grace_s
    while left and time.monotonic() < deadline:
        time.sleep(0.05)
        left = marked(mark)
    while left:  # again, since one may have forked between the look and the kill
        for process in left:
            if _started(process.pid) == process.started:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process.pid, signal.SIGKILL)
        time.sleep(0.01)
        left = marked(mark)


def reap(adopted: set[int]) -> None:
    """Take the exit status of those orphans that have ended, so that no zombie stays."""
    for pid in adopted:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)


def environment(pid: int) -> dict[str, str]:
    """The variables that a process was started with; none if it cannot be looked at."""
    texts = (variable.decode(errors="surrogateescape") for variable in _variables(pid))
    pairs = (text.partition("=") for text in texts)
    return {name: value for name, _, value in pairs if name}


def _variables(pid: int) -> list[bytes]:
    with contextlib.suppress(OSError):
        return (PROC / str(pid) / "environ").read_bytes().split(b"\0")
    return []


def mapped_files(pid: int) -> set[Path]:
    """The files that a process has mapped into its memory; none if it cannot be looked at."""
    with contextlib.suppress(OSError):
        maps = (PROC / str(pid) / "maps").read_text(errors="replace")
        return {Path(match[1]) for match in _MAPPED.finditer(maps)}
    return set()


def _if_marked(pid: int, mark: str) -> Process | None:
    """The process, unless it is not ours, cannot be looked at, or has just gone."""
    started = _started(pid)
    is_ours = f"{MARK}={mark}".encode() in _variables(pid)
    return Process(pid, started) if is_ours and started is not None else None


def _started(pid: int) -> int | None:
    """The start time of a process in clock ticks since boot; None for a zombie, or for nobody."""
    with contextlib.suppress(OSError):
        # The name, in parentheses, may hold anything; the fields after it are numbers (proc(5)).
        stat = (PROC / str(pid) / "stat").read_text(errors="replace")
        state, *fields = stat.rpartition(")")[2].split()
        return None if state == "Z" else int(fields[18])
    return None
