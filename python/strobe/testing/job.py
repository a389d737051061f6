# SPDX-License-Identifier: BSD-3-Clause
"""Tests as a job of ranks under `strobe run`, and what becomes of each test.

A job runs tests up to the first that does not pass on every rank. The tests after that one get a
new job: a rank that failed has left messages behind, and a rank that crashed has ended its job.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from strobe.coscheduling.handshake import NOT_ACTIVE
from strobe.testing import merging, plugin
from strobe.testing.rank_session import STACK_SIGNAL, TESTS, rank_file, stack_file

TICK_S = 0.05
GRACE_S = 5.0
"""How long other ranks may go on after a failure, so that they can report theirs."""
START_S = 300.0
"""How long the ranks may take to start and to collect their tests."""
STOP_S = 20.0
STACK_S = 0.5
"""How long a rank may take to write where it is."""
MOST_LINES = 200
FRAME_OF_PYTEST = re.compile(r'  File "(?:.*/(?:_pytest|pluggy|pytest)/.*|<frozen runpy>)", line ')


@dataclass(frozen=True)
class Result:
    """What the outer session reports of one test."""

    nodeid: str
    reports: list[pytest.TestReport]


@dataclass
class Progress:
    """What one rank has told of its tests."""

    begun: set[str] = field(default_factory=set)
    ended: set[str] = field(default_factory=set)
    reports: dict[str, list[pytest.TestReport]] = field(default_factory=dict)
    size_bytes: int = 0
    pid: int | None = None

    def has_failed(self) -> bool:
        return any(report.failed for own in self.reports.values() for report in own)


@dataclass(frozen=True)
class End:
    """How a job ended: its status, its output, and why it was stopped if it was."""

    status: int
    stopped: str
    messages: str
    """What the runtime said."""
    errors: str
    output: str


@dataclass
class Job:
    """Tests that run on the same ranks, in as few jobs as possible."""

    config: pytest.Config
    items: list[pytest.Item]
    ranks: int
    timeout_s: float
    words: list[str]

    def results(self) -> list[Result]:
        """One result for each test."""
        found: list[Result] = []
        left = self.items
        while left:
            own = self._run(left)
            found += own
            left = left[len(own) :]
        return found

    def _run(self, items: list[pytest.Item]) -> list[Result]:
        """Run tests, and settle those up to the first that does not pass on every rank."""
        with tempfile.TemporaryDirectory(prefix="strobe-pytest-") as name:
            folder = Path(name)
            (folder / TESTS).write_text(json.dumps(self._told(items)), encoding="utf-8")
            ranks = [Progress() for _ in range(self.ranks)]
            end = self._watched(folder, items, ranks)
        if self.config.getoption("capture") == "no":
            sys.stdout.write(end.output)
            sys.stderr.write(end.errors)
        return list(self._settled(items, ranks, end))

    def _settled(
        self, items: list[pytest.Item], ranks: list[Progress], end: End
    ) -> Iterator[Result]:
        for item in items:
            nodeid = item.nodeid
            reports = [rank.reports.get(nodeid, []) for rank in ranks]
            unfinished = [r for r, rank in enumerate(ranks) if nodeid not in rank.ended]
            failed = [r for own in reports for r in own if r.failed]
            if not failed and not unfinished:
                # Without the runtime, each rank was a job of its own, in every test.
                is_concerned = item is items[-1] or end.status == NOT_ACTIVE
                trouble = self._trouble(end) if is_concerned and end.status != 0 else ""
                yield Result(nodeid, merging.merged(item, reports, trouble))
                continue
            trouble = self._trouble(end) if unfinished else ""
            yield Result(nodeid, merging.merged(item, reports, trouble, unfinished))
            if not any(rank.begun for rank in ranks):
                # The job cannot even begin: another one could not, either.
                for other in items[items.index(item) + 1 :]:
                    yield Result(other.nodeid, merging.merged(other, [], trouble))
            return

    def _trouble(self, end: End) -> str:
        """Why the job did not end well, and its last words."""
        if end.stopped:
            return end.stopped
        messages = end.messages.strip().splitlines()
        others = _without_pytest(end.errors.strip().splitlines())
        # A rank without pytest's capture has written its messages to standard error as well.
        errors = [*messages, *(line for line in others if line not in messages)]
        found = [line for line in errors if line.startswith("strobe run: ")]
        found += [line for line in reversed(errors) if line.startswith("strobe: ")]
        sentence = found[0].partition(": ")[2] if found else f"its status was {end.status}"
        words = errors[-MOST_LINES:] or end.output.strip().splitlines()[-MOST_LINES:]
        return "\n".join([f"the job ended: {sentence}", *words])

    def _told(self, items: Sequence[pytest.Item]) -> dict[str, object]:
        """What the sessions of the ranks have to know."""
        root = self.config.rootpath
        places = []
        for item in items:
            file, *names = item.nodeid.split("::")
            places.append("::".join([str(root / file), *names]))
        nodeids = [item.nodeid for item in items]
        return {"ranks": self.ranks, "nodeids": nodeids, "arguments": places}

    def _command(self, folder: Path) -> list[str]:
        """The command line of the outer session again, as a job."""
        worker = getattr(self.config, "workerinput", {})
        given = worker.get("mainargv", ["", *self.config.invocation_params.args])[1:]
        # Options of pytest-xdist, pytest-cov and pytest-mpi, where these are there.
        undone = {"numprocesses": "-n0", "no_cov": "--no-cov", "with_mpi": "--with-mpi"}
        others = [word for name, word in undone.items() if hasattr(self.config.option, name)]
        # A watchdog thread of faulthandler could still call MPI, so there would be no deadlock.
        settings = (f"cache_dir={folder / 'cache'}", "faulthandler_timeout=0")
        others += [word for setting in settings for word in ("-o", setting)]
        # As in this process, the current folder is among the places of modules or is not.
        safe = [] if {"", str(Path.cwd())} & {*sys.path} else ["-P"]
        return [
            sys.executable, "-m", "strobe.cli.main", "run", "-n", str(self.ranks), *self.words,
            "--", sys.executable, *safe, "-m", "pytest", *map(str, given), *others,
            f"--rootdir={self.config.rootpath}",
        ]  # fmt: skip

    def _watched(self, folder: Path, items: list[pytest.Item], ranks: list[Progress]) -> End:
        """Run the job, and read what its ranks tell until it ends or is to be stopped."""
        output, errors, messages = (folder / name for name in ("output", "errors", "messages"))
        # pytest captures what a rank writes to standard error, and a rank that is ended loses it.
        told = {plugin.JOB: str(folder), "STROBE_MESSAGES": str(messages)}
        # What pytest and pytest-xdist tell of this process is not so of a rank.
        own = ("PYTEST_CURRENT_TEST", "PYTEST_XDIST_")
        inherited = {name: v for name, v in os.environ.items() if not name.startswith(own)}
        environment = {**inherited, **told}
        with output.open("wb") as out, errors.open("wb") as err:
            process = subprocess.Popen(
                self._command(folder), cwd=self.config.invocation_params.dir, env=environment,
                stdin=subprocess.DEVNULL, stdout=out, stderr=err,
            )  # fmt: skip
        try:
            stopped = self._wait(process, folder, items, ranks)
        finally:
            _stop(process)
        self._read(folder, ranks)
        return End(process.returncode, stopped, *map(_text, (messages, errors, output)))

    def _wait(
        self,
        process: subprocess.Popen[bytes],
        folder: Path,
        items: list[pytest.Item],
        ranks: list[Progress],
    ) -> str:
        """Wait for the end; why the job is to be stopped before it, or nothing."""
        # The start of the ranks is no time of their first test.
        has_begun, ended, since = False, 0, time.monotonic()
        failed_at: float | None = None
        while process.poll() is None:
            time.sleep(TICK_S)
            self._read(folder, ranks)
            now = time.monotonic()
            done = min(len(rank.ended) for rank in ranks)
            if done > ended or any(rank.begun for rank in ranks) > has_begun:
                has_begun, ended, since = True, done, now
            limit_s = self.timeout_s if has_begun else max(self.timeout_s, START_S)
            failed = [rank for rank in ranks if rank.has_failed()]
            if failed:
                failed_at = failed_at or now
                if now - failed_at > GRACE_S:
                    return f"the job was stopped {GRACE_S:g} s after a rank failed"
            elif now - since > limit_s:
                what = "no end" if has_begun else "no test began"
                return "\n".join([f"{what} within {limit_s:g} s", *_stacks(folder, ranks)])
        return ""

    def _read(self, folder: Path, ranks: list[Progress]) -> None:
        """Read the new whole lines of each rank."""
        hook = self.config.hook
        for number, rank in enumerate(ranks):
            path = rank_file(folder, number)
            if not path.exists():
                continue
            with path.open("rb") as file:
                file.seek(rank.size_bytes)
                new = file.read()
            whole = new[: new.rfind(b"\n") + 1]
            rank.size_bytes += len(whole)
            for line in whole.splitlines():
                told = json.loads(line)
                if "pid" in told:
                    rank.pid = told["pid"]
                elif "begin" in told:
                    rank.begun.add(told["begin"])
                elif "end" in told:
                    rank.ended.add(told["end"])
                else:
                    report = hook.pytest_report_from_serializable(
                        config=self.config, data=told["report"]
                    )
                    if isinstance(report.longrepr, list):  # JSON has no tuples
                        report.longrepr = tuple(report.longrepr)
                    rank.reports.setdefault(report.nodeid, []).append(report)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def _without_pytest(lines: Iterable[str]) -> list[str]:
    """Without the frames of pytest itself, which are below those of each test."""
    return [line for line in lines if not FRAME_OF_PYTEST.match(line)]


def _stacks(folder: Path, ranks: list[Progress]) -> list[str]:
    """Where each rank is, as faulthandler writes it on a signal."""
    for rank in ranks:
        if rank.pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(rank.pid, STACK_SIGNAL)
    time.sleep(STACK_S)
    lines = []
    for number in range(len(ranks)):
        path = stack_file(folder, number)
        frames = [line for line in _text(path).splitlines() if line.startswith("  File ")]
        lines += [f"rank {number} was at" if frames else f"rank {number} had not begun"]
        lines += _without_pytest(frames)
    return lines


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End a job that still runs; `strobe run` leaves no process of it behind."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
