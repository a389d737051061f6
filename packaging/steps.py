# SPDX-License-Identifier: BSD-3-Clause
"""Calm progress: one line a step, and all that the tools say goes to a log.

Standard library only: this runs before there is an environment.
"""

from __future__ import annotations

import hashlib
import shlex
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

SILENT_S = 1.0
TAIL_LINES = 30


class SetupError(Exception):
    """What is wrong and what would be right, in one sentence."""


class CommandError(Exception):
    """A command that ended with a nonzero status, and what it said last."""

    def __init__(self, command: Sequence[str], tail: str) -> None:
        super().__init__(shlex.join(command))
        self.tail = tail


class Steps:
    """Prints `program: title ... 21 s` for every step; a step of less than a second is silent."""

    def __init__(self, program: str, folder: Path, log: Path) -> None:
        self.program = program
        self.folder = folder
        self.log = log
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text("", encoding="utf-8")

    @contextmanager
    def step(self, title: str) -> Iterator[None]:
        """Times the block; the title appears when a second has passed or the block has failed."""
        announced = threading.Event()

        def announce() -> None:
            print(f"{self.program}: {title} ...", end="", flush=True)
            announced.set()

        timer = threading.Timer(SILENT_S, announce)
        start_s = time.monotonic()
        timer.start()
        try:
            yield
        except BaseException:
            self._stop(timer)
            print(" failed" if announced.is_set() else f"{self.program}: {title} ... failed")
            raise
        self._stop(timer)
        if announced.is_set():
            print(f" {time.monotonic() - start_s:.0f} s", flush=True)

    @staticmethod
    def _stop(timer: threading.Timer) -> None:
        timer.cancel()
        timer.join()

    def run(self, command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        """Runs a command in the folder, output to the log. Raises CommandError with its end."""
        with self.log.open("a", encoding="utf-8") as log:
            print(f"$ {shlex.join(command)}", file=log, flush=True)
            begin = log.tell()
            ended = subprocess.run(
                command, cwd=self.folder, env=environment, stdout=log, stderr=log,
                stdin=subprocess.DEVNULL, check=False,
            )  # fmt: skip
        if ended.returncode != 0:
            said = self.log.read_bytes()[begin:].decode(errors="replace").splitlines()
            raise CommandError(command, "\n".join(said[-TAIL_LINES:]))


def digest(files: Sequence[Path], values: Sequence[str]) -> str:
    """A line that changes with any of the files or values: what a stamp holds."""
    parts = [file.read_bytes() for file in files] + [value.encode() for value in values]
    return hashlib.sha256(b"\0".join(parts)).hexdigest() + "\n"


def is_done(stamp: Path, wanted: str) -> bool:
    """Whether what `wanted` describes was done the last time."""
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted
