# SPDX-License-Identifier: BSD-3-Clause
"""Runs a job to its end. Its standard streams are those of this process, and so is its status."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from types import FrameType
from typing import Protocol

from strobe.coscheduling.record import TOLD, Job
from strobe.errors import StrobeError
from strobe.launch import processes
from strobe.launch.ending import signal_name
from strobe.launch.launchers import Launcher
from strobe.launch.residue import Residue
from strobe.launch.signals import StopRequest
from strobe.machine import facts

GRACE_S = 5.0
SIGNALLED = 128
GAVE_UP = 255
DEADLY = (signal.SIGILL, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGKILL,
          signal.SIGSEGV)  # fmt: skip


@dataclass(frozen=True)
class Ended:
    """How the launcher ended, as a shell would tell it."""

    status: int
    elapsed_s: float
    begin_utc: str
    load_before: list[float]
    stopped_by: int | None = None
    sentence: str = ""


class View(Protocol):
    """Shows a job while it runs, and hands on what it says to the streams that the view takes."""

    @property
    def takes_output(self) -> bool:
        """Whether the program's standard output comes through the view."""

    @property
    def takes_errors(self) -> bool:
        """Whether its standard error does."""

    def following(self, launcher: subprocess.Popen[bytes]) -> AbstractContextManager[None]:
        """The time in which there is something to see."""


class _PassedOn(StopRequest):
    """What asks this process to stop asks the launcher, too, unless the terminal has told it."""

    def __init__(self) -> None:
        super().__init__()
        self.launcher: subprocess.Popen[bytes] | None = None
        self.stopped_by: int | None = None
        self._mark = ""

    def watch(self, launcher: subprocess.Popen[bytes], mark: str) -> None:
        self._mark = mark
        self.launcher = launcher
        if self.stopped_by is not None:
            self._pass_on(self.stopped_by)

    def _note(self, number: int, frame: FrameType | None) -> None:
        again = self.requested
        super()._note(number, frame)
        self.stopped_by = number
        if again and self._mark:
            processes.end_all(self._mark, grace_s=0)
        else:
            self._pass_on(number)

    def _pass_on(self, number: int) -> None:
        if self.launcher is not None and not (number == signal.SIGINT and _has_terminal()):
            self.launcher.send_signal(number)


def _has_terminal() -> bool:
    """Whether Ctrl-C goes to all of this process group."""
    try:
        terminal = os.open("/dev/tty", os.O_RDONLY)
    except OSError:
        return False
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:
        return False
    finally:
        os.close(terminal)


def run(command: Sequence[str], environment: Mapping[str, str], view: View | None = None) -> Ended:
    """Run the job; `environment` is added to that of this process.

    Where it ends in disorder nothing of it is left: no process, and no shared memory.
    """
    processes.adopt_orphans()
    mark = processes.new_mark()
    residue = Residue(mark)
    begin_utc, load = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}", facts.load()
    begin = time.monotonic()
    status = SIGNALLED
    try:
        with _PassedOn() as stop:
            launcher = _start(command, {**os.environ, **environment, processes.MARK: mark}, view)
            stop.watch(launcher, mark)
            with view.following(launcher) if view is not None else nullcontext():
                ended = launcher.wait()
            status = SIGNALLED - ended if ended < 0 else ended
            elapsed_s = time.monotonic() - begin
            return Ended(status, elapsed_s, begin_utc, load, stop.stopped_by)
    finally:
        if status != 0:
            residue.look(always=True)
            processes.end_all(mark, grace_s=GRACE_S)
            processes.reap(residue.pids)
        residue.remove(orderly=status == 0)


def explain(ended: Ended, job: Job | None, launcher: Launcher) -> Ended:
    """The same with the end of a rank understood that did not come to MPI_Finalize, in a sentence
    and in the status: those that it left, or which signal killed it.

    A launcher kills the ranks that are left, and MPICH's hands on that signal or the status of the
    rank that left them, whichever it hears of first.
    """
    if ended.stopped_by is not None:
        return ended
    if job is not None and (rank := job.deserter) is not None:
        sentence = "" if rank.end in TOLD else rank.sentence
        return replace(ended, status=rank.exit_status or ended.status, sentence=sentence)
    unfinished = job.unfinished if job is not None else []
    number = _signal(ended, job, launcher)
    if number is None and job is not None and unfinished and ended.status == GAVE_UP:
        # Of a rank that dies on another host MPICH's launcher hands on no status.
        return replace(
            ended,
            sentence=(
                f"the launcher gave up before {len(unfinished)} of {job.size} ranks had come to "
                "MPI_Finalize; what it said names the process that died and its host"
            ),
        )
    if number is None:
        return ended
    who = f"rank {unfinished[0]}" if len(unfinished) == 1 else "a rank"
    sentence = f"{who} was killed by {signal_name(number)}"
    return replace(ended, status=SIGNALLED + number, sentence=sentence)


def _signal(ended: Ended, job: Job | None, launcher: Launcher) -> int | None:
    """The signal that killed a rank, where the launcher's status says it without a doubt.

    MPICH's and Intel's give its bare number, which a program may have ended with by itself: then
    its ranks have been to MPI_Finalize.
    """
    if SIGNALLED < ended.status <= SIGNALLED + signal.SIGRTMAX:
        return ended.status - SIGNALLED
    if launcher.gives_bare_signals and ended.status in DEADLY and job is not None:
        return ended.status if job.unfinished else None
    return None


def _start(
    command: Sequence[str], environment: Mapping[str, str], view: View | None
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            list(command),
            env=dict(environment),
            stdout=subprocess.PIPE if view is not None and view.takes_output else None,
            stderr=subprocess.PIPE if view is not None and view.takes_errors else None,
            preexec_fn=processes.dies_with_parent(),
        )
    except OSError as error:
        raise StrobeError(f"cannot start {command[0]}: {error.strerror}") from error
