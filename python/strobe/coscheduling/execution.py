# SPDX-License-Identifier: BSD-3-Clause
"""Runs a job to its end with the standard streams of this process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Protocol

from strobe.base.errors import StrobeError
from strobe.coscheduling import handshake
from strobe.coscheduling.deaths import Deaths
from strobe.coscheduling.debugger import NO_DEBUGGER, Debugger
from strobe.coscheduling.unserved import Unserved
from strobe.launch import processes
from strobe.launch.residue import Residue
from strobe.launch.signals import StopRequest, name_of_stop
from strobe.machine import facts, memory_kills

if TYPE_CHECKING:
    from strobe.coscheduling.diagnosis import JobEnd

GRACE_S = 5.0
LATE_S = 10.0
"""A job that takes longer to stop may never stop: not every launcher ends on SIGINT."""


class View(Protocol):
    """Shows a job while it runs, and forwards the output that goes through the view."""

    @property
    def takes_output(self) -> bool:
        """Whether the program's standard output comes through the view."""

    @property
    def takes_errors(self) -> bool:
        """Whether its standard error does."""

    def following(self, launcher: subprocess.Popen[bytes]) -> AbstractContextManager[None]:
        """The context in which the view is shown."""

    def tell(self, line: str) -> None:
        """Write a line of ours that the view does not overwrite."""


class _PassedOn(StopRequest):
    """Forwards stop signals to the launcher, unless the terminal has sent them to it as well."""

    def __init__(self, view: View | None, debugger: Debugger) -> None:
        super().__init__()
        self._view = view
        self._debugger = debugger
        self.launcher: subprocess.Popen[bytes] | None = None
        self.stopped_by: int | None = None
        self._mark = ""
        self._late: threading.Timer | None = None

    def __exit__(self, *details: object) -> None:
        super().__exit__(*details)
        if self._late is not None:
            self._late.cancel()

    def watch(self, launcher: subprocess.Popen[bytes], mark: str) -> None:
        self._mark = mark
        self.launcher = launcher
        if self.stopped_by is not None:
            self._pass_on(self.stopped_by)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if number == signal.SIGINT and self._debugger.has_terminal:
            return
        again = self.requested
        super()._note(number, frame)
        self.stopped_by = number
        if again and self._mark:
            processes.end_all(self._mark, grace_s=0)
        else:
            self._pass_on(number)
            self._late = threading.Timer(LATE_S, self._tell_that_it_is_late, [number])
            self._late.daemon = True
            self._late.start()

    def _tell_that_it_is_late(self, number: int) -> None:
        line = (
            f"strobe: the job has not ended {LATE_S:.0f} s after {name_of_stop(number)}; "
            "a second one ends it at once"
        )
        if self._view is not None:
            self._view.tell(line)
        else:
            print(line, file=sys.stderr, flush=True)

    def _pass_on(self, number: int) -> None:
        is_told = number == signal.SIGINT and _has_terminal() and not self._debugger.is_wanted
        if self.launcher is not None and not is_told:
            self.launcher.send_signal(number)


def _has_terminal() -> bool:
    """Whether Ctrl-C reaches the whole process group."""
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
    reported: Path,
    view: View | None = None,
    folder: Path | None = None,
    *,
    debugger: Debugger | None = None,
    runtime: Path | None = None,
    ignores_sigpipe: bool = False,
) -> JobEnd:
    """Run the job; `environment` is added to that of this process. The ranks report in `reported`.
    `debugger` answers ranks that stop. `runtime` is the library that all ranks should load. The
    launcher may be started so that it `ignores_sigpipe`.

    After a crash, no process and no shared memory of the job is left. A launcher may return 0 even
    if a rank exited early, so the ranks' records in `folder` are checked too.
    """
    processes.adopt_orphans()
    debugger = debugger or Debugger(reported, NO_DEBUGGER)
    mark = processes.new_mark()
    residue = Residue(mark)
    begin_utc, load = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}", facts.load()
    begin = time.monotonic()
    is_orderly = False
    try:
        with _PassedOn(view, debugger) as stop, memory_kills.Watch() as memory:
            launcher = _start(
                command, {**os.environ, **environment, processes.MARK: mark}, view,
                ignores_sigpipe=ignores_sigpipe, is_apart=debugger.is_wanted,
            )  # fmt: skip
            stop.watch(launcher, mark)
            with (
                view.following(launcher) if view is not None else nullcontext(),
                debugger,
                Deaths(reported) as deaths,
                Unserved(mark, runtime, reported / handshake.ACTIVE) as unserved,
            ):
                # What the end of the job needs is imported while the job runs.
                from strobe.coscheduling import last_calls
                from strobe.coscheduling.diagnosis import SIGNALLED, JobEnd

                ended = launcher.wait()
                order = deaths.order(waits=ended != 0)
            elapsed_s = time.monotonic() - begin
            is_orderly = ended == 0 and not _has_unfinished_ranks(folder)
            status, killed_by = (SIGNALLED - ended, -ended) if ended < 0 else (ended, None)
            return JobEnd(
                status, elapsed_s, begin_utc, load, stop.stopped_by, killed_by, deaths=order,
                last_calls={} if is_orderly else last_calls.read(reported),
                memory_kills=memory.kills(),
                unserved=unserved.ranks,
            )  # fmt: skip
    finally:
        if not is_orderly:
            residue.look(always=True)
            processes.end_all(mark, grace_s=GRACE_S)
            processes.reap(residue.pids)
        residue.remove(orderly=is_orderly)


def _has_unfinished_ranks(folder: Path | None) -> bool:
    """Whether, by the records, a rank did not reach MPI_Finalize."""
    from strobe.records import job_record

    if folder is None or not job_record.is_record(folder):
        return False
    return bool(job_record.read(folder).unfinished)


def _start(
    command: Sequence[str],
    environment: Mapping[str, str],
    view: View | None,
    *,
    ignores_sigpipe: bool,
    is_apart: bool,
) -> subprocess.Popen[bytes]:
    arrange = processes.dies_with_parent()
    try:
        return subprocess.Popen(
            list(command),
            env=dict(environment),
            stdout=subprocess.PIPE if view is not None and view.takes_output else None,
            stderr=subprocess.PIPE if view is not None and view.takes_errors else None,
            # Ctrl-C in a debugger is for the debugger alone, and the terminal is its.
            process_group=0 if is_apart else None,
            stdin=subprocess.DEVNULL if is_apart and sys.stdin.isatty() else None,
            preexec_fn=processes.ignores_sigpipe(arrange) if ignores_sigpipe else arrange,
        )
    except OSError as error:
        raise StrobeError(f"cannot start {command[0]}: {error.strerror}") from error
