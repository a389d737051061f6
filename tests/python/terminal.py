# SPDX-License-Identifier: BSD-3-Clause
"""A person at a terminal, for tests: runs `strobe`, watches it, and sees what it leaves behind."""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from places import ROOT

from strobe.records import job_record
from strobe.records.job_record import RankRecord

SHARED_MEMORY = Path("/dev/shm")
MARK = "STROBE_TEST"
PATIENCE_S = 900  # a bench may be built, and other work may have the cores for most of the time
OTHERS_S = 10  # tests in other processes remove their segments within this
FAKE_BENCH = Path(__file__).with_name("fake_bench.py")
Built = Callable[[str], Path]
"""What finds a program of this tree by its name below bin, or has the test skipped."""


@dataclass
class Answer:
    """What a command came to."""

    status: int
    out: str
    err: str

    @property
    def sentence(self) -> str:
        """The one line on standard error; asserts that it is one, and no traceback."""
        lines = self.err.strip().splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("strobe: ")
        return lines[0]


NOTHING_TYPED = os.pipe()
"""A standard input on which nothing comes, and that does not end.

MPICH's mpiexec tells its ranks the end of its input. It is killed by SIGPIPE if they have ended by
then, as programs do that do nothing: 1 of 3 starts of /bin/true on busy cores (MPICH 5.0.2).
"""


@dataclass
class Terminal:
    """Commands are run in `folder`, all with one mark, by which what they leave is known."""

    folder: Path
    within: list[str] = field(default_factory=list)  # stands before each command
    mark: str = field(default_factory=lambda: secrets.token_hex(8))
    before: set[Path] = field(default_factory=lambda: set(SHARED_MEMORY.iterdir()))
    started: list[subprocess.Popen[str]] = field(default_factory=list)

    def start(self, *words: str | Path, **variables: str) -> subprocess.Popen[str]:
        """Start `strobe` with `words`; the variables are added to its environment."""
        path = os.pathsep.join((str(ROOT / "python"), os.environ.get("PYTHONPATH", "")))
        process = subprocess.Popen(
            [*self.within, sys.executable, "-m", "strobe.cli.main", *map(str, words)],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": path, MARK: self.mark, **variables},
            stdin=NOTHING_TYPED[0],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.started.append(process)
        return process

    def run(self, *words: str | Path, **variables: str) -> Answer:
        """Run `strobe` to its end."""
        return self.end(self.start(*words, **variables))

    def end(self, process: subprocess.Popen[str]) -> Answer:
        """Wait for a command that was started."""
        try:
            out, err = process.communicate(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.terminate()
            _, err = process.communicate(timeout=20)
            raise AssertionError(f"no end within {PATIENCE_S} s, but: {err[-2000:]}") from None
        return Answer(process.returncode, out, err)

    def close(self) -> None:
        """End what a failing test has left running, and close what it has left open."""
        for process in self.started:
            if process.poll() is None:
                process.terminate()
            if process.stdout is not None and not process.stdout.closed:
                process.communicate(timeout=20)

    def only_run(self) -> Path:
        """The one run folder below results."""
        (found,) = (path for path in (self.folder / "results").iterdir() if path.is_dir())
        return found

    def wait_for(self, seen: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
        """Wait until the records of the run satisfy `seen`; all that are whole by then."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError, ValueError):
                found = records(self.only_run())
                if seen(found):
                    return found
            time.sleep(0.02)
        raise AssertionError("the run did not come so far")

    def all_begun(self, folder: str, ranks: int) -> list[RankRecord]:
        """What the ranks of a job write into its record at their begin, as soon as all have."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            if len(job_record.rank_files(self.folder / folder)) == ranks:
                return job_record.read(self.folder / folder).ranks
            time.sleep(0.02)
        raise AssertionError("the job did not begin")

    def assert_nothing_left(self) -> None:
        """No process of these commands lives, and no shared memory of theirs lies about.

        Segments that other programs use meanwhile are not ours; theirs come and go, ours stay.
        """
        living = list(self._living())
        assert living == [], f"living: {living}"
        deadline = time.monotonic() + OTHERS_S
        new = _unused(set(SHARED_MEMORY.iterdir()) - self.before)
        while new and time.monotonic() < deadline:
            time.sleep(0.1)
            new = _unused(new)
        assert new == set(), f"left: {sorted(map(str, new))}"

    def _living(self) -> Iterator[str]:
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if f"{MARK}={self.mark}".encode() in (process / "environ").read_bytes():
                    yield (process / "cmdline").read_text().replace("\0", " ")


def records(folder: Path) -> list[dict[str, Any]]:
    """The whole lines of a run's samples file."""
    text = (folder / "samples.jsonl").read_text()
    return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]


def kinds(found: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    """Those records that are of one kind."""
    return [record for record in found if record["record"] == kind]


def statuses(folder: Path) -> dict[str, str]:
    """How each cell ended."""
    return {record["cell"]: record["status"] for record in kinds(records(folder), "cell_end")}


def resume_command(answer: Answer) -> list[str]:
    """The words of the command that the answer says goes on with the run."""
    match = re.search(r"`strobe (measure --resume \S+(?: --trust-folder)?)`", answer.err)
    assert match is not None, answer.err
    return match[1].split()


def _unused(segments: set[Path]) -> set[Path]:
    """Those of the segments that exist and that no process has mapped."""
    mapped = ""
    for maps in Path("/proc").glob("[0-9]*/maps"):
        with contextlib.suppress(OSError):
            mapped += maps.read_text(errors="replace")
    return {segment for segment in segments if segment.exists() and str(segment) not in mapped}
