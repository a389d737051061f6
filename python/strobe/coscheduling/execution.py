# SPDX-License-Identifier: BSD-3-Clause
"""Runs a job to its end. Its standard streams are those of this process, and so is its status."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Protocol

from strobe.base.errors import StrobeError
from strobe.coscheduling.diagnosis import SIGNALLED, Ended
from strobe.launch import processes
from strobe.launch.residue import Residue
from strobe.launch.signals import StopRequest
from strobe.machine import facts
from strobe.records import job_record

GRACE_S = 5.0


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


def run(
    command: Sequence[str],
    environment: Mapping[str, str],
    view: View | None = None,
    folder: Path | None = None,
) -> Ended:
    """Run the job; `environment` is added to that of this process.

    Where it ends in disorder nothing of it is left: no process, and no shared memory. A launcher
    may give 0 for a rank that left the others, and so what the ranks wrote into `folder` is asked.
    """
    processes.adopt_orphans()
    mark = processes.new_mark()
    residue = Residue(mark)
    begin_utc, load = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}", facts.load()
    begin = time.monotonic()
    is_orderly = False
    try:
        with _PassedOn() as stop:
            launcher = _start(command, {**os.environ, **environment, processes.MARK: mark}, view)
            stop.watch(launcher, mark)
            with view.following(launcher) if view is not None else nullcontext():
                ended = launcher.wait()
            elapsed_s = time.monotonic() - begin
            is_orderly = ended == 0 and not _is_deserted(folder)
            status, killed_by = (SIGNALLED - ended, -ended) if ended < 0 else (ended, None)
            return Ended(status, elapsed_s, begin_utc, load, stop.stopped_by, killed_by)
    finally:
        if not is_orderly:
            residue.look(always=True)
            processes.end_all(mark, grace_s=GRACE_S)
            processes.reap(residue.pids)
        residue.remove(orderly=is_orderly)


def _is_deserted(folder: Path | None) -> bool:
    """Whether a rank has not come to MPI_Finalize, as far as records say."""
    if folder is None or not job_record.is_record(folder):
        return False
    return bool(job_record.read(folder).unfinished)


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
