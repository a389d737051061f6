# SPDX-License-Identifier: BSD-3-Clause
"""One launch, from the start of its launcher until all its processes and files are gone.

The session only observes: it follows the samples file, and inspects processes and shared memory
when something new has appeared there. It neither measures nor communicates with the ranks.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from strobe.base.errors import StrobeError
from strobe.launch import processes
from strobe.launch.progress import Progress
from strobe.launch.residue import Residue
from strobe.launch.signals import StopRequest
from strobe.records.samples_file import Tail

# Before the first record nothing is measured, so frequent polling disturbs nothing.
TICK_STARTING_S = 0.05
TICK_MEASURING_S = 0.25
GRACE_S = 2.0


@dataclass(frozen=True)
class Order:
    """What to start, and the files for its records and its output.

    `silence_s` is the time without a new record after which the launch is given up; `local` is true
    if all ranks run here, so they may use a temporary folder of this machine.
    """

    launch: int
    command: list[str]
    environment: dict[str, str]
    samples: Path
    log: Path
    silence_s: float
    local: bool


@dataclass(frozen=True)
class Outcome:
    """How a launch ended, as observed from outside; strobe.launch.diagnosis interprets it."""

    progress: Progress
    status: int
    output: str
    elapsed_s: float
    interrupted: bool = False
    silent_s: float | None = None


def run(order: Order, watch: Callable[[Progress, float], None]) -> Outcome:
    """Run one launch; `watch` gets the progress and the elapsed seconds at every tick.

    However it ends, no process of it and no shared memory of it is left when this returns.
    """
    processes.adopt_orphans()
    with tempfile.TemporaryDirectory(prefix="strobe-", ignore_cleanup_errors=True) as folder:
        mark = processes.new_mark()
        temporary = {"TMPDIR": folder} if order.local else {}
        environment = {**os.environ, **temporary, **order.environment, processes.MARK: mark}
        residue = Residue(mark)
        orderly = False
        try:
            with StopRequest() as stop:
                outcome = _run(order, environment, residue, stop, watch)
            orderly = outcome.status == 0
            return outcome
        finally:
            residue.look(always=True)
            processes.end_all(mark, grace_s=0)
            processes.reap(residue.pids)
            residue.remove(orderly)


def _run(
    order: Order,
    environment: Mapping[str, str],
    residue: Residue,
    stop: StopRequest,
    watch: Callable[[Progress, float], None],
) -> Outcome:
    tail, progress = Tail(order.samples), Progress(order.launch)
    for record in tail.read():  # what earlier starts of this launch have measured
        progress.feed(record)
    progress.header = None
    log_begin = _log_size(order.log)
    launcher = _start(order, environment)
    began = last_growth = time.monotonic()
    size_bytes, silent_s = tail.size_bytes, 0.0
    while launcher.poll() is None and not stop.requested and silent_s <= order.silence_s:
        for record in tail.read():
            progress.feed(record)
        now = time.monotonic()
        if tail.size_bytes > size_bytes:
            size_bytes, last_growth = tail.size_bytes, now
        silent_s = now - last_growth
        if progress.hung is not None and silent_s > GRACE_S:
            break  # the bench has given up; some launchers then wait for its other ranks forever
        residue.look()
        watch(progress, now - began)
        tick_s = TICK_STARTING_S if progress.header is None else TICK_MEASURING_S
        with contextlib.suppress(subprocess.TimeoutExpired):
            launcher.wait(timeout=tick_s)
    ran = launcher.poll() is None
    interrupted, silent = stop.requested and ran, silent_s > order.silence_s
    residue.look(always=True)
    _stop(launcher, environment[processes.MARK])
    for record in tail.read():
        progress.feed(record)
    output = _log_since(order.log, log_begin)
    elapsed_s = time.monotonic() - began
    return Outcome(
        progress, launcher.returncode, output, elapsed_s, interrupted, silent_s if silent else None
    )


def _start(order: Order, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    try:
        with order.log.open("ab") as log:
            log.write(f"$ {' '.join(order.command)}\n".encode())
            log.flush()
            return subprocess.Popen(
                order.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=environment,
                start_new_session=True,
                preexec_fn=processes.dies_with_parent(),
            )
    except OSError as error:
        where = error.filename or order.log
        raise StrobeError(f"cannot start the launch: {where}: {error.strerror}") from error


def _stop(launcher: subprocess.Popen[bytes], mark: str) -> None:
    """Ask the launcher to end its ranks; kill what does not end, and what an ended one left."""
    if launcher.poll() is None:
        launcher.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            launcher.wait(timeout=GRACE_S)
    processes.end_all(mark, grace_s=GRACE_S if launcher.poll() is not None else 0)
    launcher.wait()


def _log_size(log: Path) -> int:
    return log.stat().st_size if log.exists() else 0


def _log_since(log: Path, begin: int) -> str:
    """The output of the launcher and the bench in this launch."""
    with log.open("rb") as source:
        source.seek(begin)
        return source.read().decode(errors="replace")
