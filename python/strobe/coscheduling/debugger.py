# SPDX-License-Identifier: BSD-3-Clause
"""Attaches GDB to ranks that stop: at their start (--gdb), or where they find an error
(--break-on-error).

A rank stops in the runtime (src/bcs/mpi/debugger_stop.cpp): it writes a file, and waits until a
debugger is attached or the file is gone. GDB runs here, as a child of `strobe run`, so that it has
the terminal of the user wherever the launcher has put the rank.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

import msgspec

from strobe.base.errors import StrobeError
from strobe.coscheduling.check_table import CHECKS

GDB_VARIABLE, BREAK_VARIABLE = "STROBE_GDB", "STROBE_BREAK_ON_ERROR"
START = "start"
_INTERVAL_S = 0.02
_LIMIT_S = 60.0
_NAME = re.compile(r"stop-(\d+)-(\d+)")
_FRAME = re.compile(r"#\d+ ")
_OURS = re.compile(r"libstrobe_run_|strobe::")
# Debuginfod would ask a server.
_ALWAYS = (
    "-iex", "set debuginfod enabled off", "-iex", "set pagination off", "-iex", "set confirm off",
)  # fmt: skip


_SIGNAL = (
    "If GDB says that the rank received SIGTRAP, --check has found an access to a buffer: continue "
    "by `signal SIGTRAP` so that it is reported."
)
"""GDB takes SIGTRAP for its own. Would it pass that on, the rank got one for each breakpoint."""


class Stop(msgspec.Struct, frozen=True):
    """Where a rank has stopped: in which function of MPI, and what happened there, as the name of
    a check, `start`, `deadlock` or `failed-call`."""

    process: int
    rank: int
    function: str
    what: str
    sentence: str

    @property
    def said(self) -> str:
        """What happened. The datatypes of a finding are known once the job is over."""
        return CHECKS[self.what].title if "{0}" in self.sentence else self.sentence

    @property
    def is_error(self) -> bool:
        """Whether it is more than a warning, and no start."""
        check = CHECKS.get(self.what)
        return self.what != START and (check is None or check.severity == "error")


class Wanted(msgspec.Struct, frozen=True):
    """What a user wants of a debugger: the rank that starts under it, whether ranks stop at errors,
    and a file of commands. `has_terminal` says whether GDB may ask the user, and `is_checked`
    whether --check looks for errors."""

    rank: int | None
    at_errors: bool
    commands: Path | None
    has_terminal: bool
    is_checked: bool = False

    @property
    def is_any(self) -> bool:
        """Whether any rank may stop."""
        return self.rank is not None or self.at_errors

    def check(self, ranks: int, *, is_local: bool, is_served: bool) -> None:
        """Raise StrobeError with one sentence where that is not possible."""
        if not self.is_any:
            return
        word = "--break-on-error" if self.rank is None else "--gdb"
        if shutil.which("gdb") is None:
            raise StrobeError(f"{word} needs GDB, which is not in PATH; install it, as by "
                              "`apt-get install gdb`")  # fmt: skip
        if not is_served:
            raise StrobeError(
                f"{word} needs the runtime, but the program runs on plain MPI; remove --or-native"
            )
        if not is_local:
            raise StrobeError(f"{word} needs all ranks on this host; remove --hosts")
        if self.rank is not None and self.rank >= ranks:
            raise StrobeError(f"--gdb {self.rank} names no rank: the last one is {ranks - 1}")
        if self.rank is not None and not self.has_terminal and self.commands is None:
            raise StrobeError("--gdb needs a terminal; name a file of GDB's commands with "
                              "--gdb-commands")  # fmt: skip
        if self.commands is not None and not self.commands.is_file():
            raise StrobeError(f"there is no file {self.commands}")

    def variables(self) -> dict[str, str]:
        """What tells the ranks where to stop."""
        told = {} if self.rank is None else {GDB_VARIABLE: str(self.rank)}
        return {**told, BREAK_VARIABLE: "1"} if self.at_errors else told


NO_DEBUGGER = Wanted(None, at_errors=False, commands=None, has_terminal=False)


class Debugger:
    """Answers the stops of ranks in `folder` as long as it is entered.

    One rank has the terminal, the first that stops. Others write a backtrace and go on.
    """

    def __init__(self, folder: Path, wanted: Wanted) -> None:
        self._folder = folder
        self._wanted = wanted
        self._ends = threading.Event()
        self._watch = threading.Thread(target=self._answer_stops, daemon=True)
        self._session: threading.Thread | None = None
        """That of the one rank that the user debugs."""

    def __enter__(self) -> Debugger:
        if self.is_wanted:
            self._watch.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ends.set()
        if self.is_wanted:
            self._watch.join()
        if self._session is not None:
            # The user may still look at a rank that has ended.
            self._session.join()

    @property
    def is_wanted(self) -> bool:
        """Whether any rank may stop."""
        return self._wanted.is_any

    @property
    def has_terminal(self) -> bool:
        """Whether a debugger uses the terminal now, to which Ctrl-C belongs then."""
        return self._wanted.has_terminal and self._session is not None and self._session.is_alive()

    def _answer_stops(self) -> None:
        answered: set[str] = set()
        while not self._ends.wait(_INTERVAL_S):
            for path in sorted(self._folder.glob("stop-*")):
                if path.name in answered or _NAME.fullmatch(path.name) is None:
                    continue
                with contextlib.suppress(OSError, msgspec.MsgspecError):
                    stop = msgspec.json.decode(path.read_bytes(), type=Stop)
                    answered.add(path.name)
                    self._answer(path, stop)

    def _answer(self, path: Path, stop: Stop) -> None:
        is_wanted = stop.what == START or (self._wanted.at_errors and stop.is_error)
        if not is_wanted:
            path.unlink(missing_ok=True)
        elif stop.what == START or (self._wanted.has_terminal and self._session is None):
            self._session = threading.Thread(target=self._debug, args=(path, stop), daemon=True)
            self._session.start()
        else:
            self._write_backtrace(stop)
            path.unlink(missing_ok=True)

    def _debug(self, path: Path, stop: Stop) -> None:
        """The user debugs a rank, or the file of commands does."""
        wanted = self._wanted
        words = ["gdb", "-q", *_ALWAYS]
        # The frame of the call, from which `up` is the program.
        said = stop.said.replace("\\", "\\\\").replace("\n", "\\n")
        words += ["-ex", f"echo {said}\\n", "-ex", f"frame function {stop.function}"]
        words += ["-ex", f"echo {_SIGNAL}\\n"] if wanted.is_checked else []
        words += ["-x", str(wanted.commands)] if wanted.commands is not None else []
        words += [] if wanted.has_terminal else ["-batch"]
        words += ["-p", str(stop.process)]
        with contextlib.suppress(OSError):
            if wanted.has_terminal:
                subprocess.run(words, check=False)
            else:
                subprocess.run(
                    words, check=False, stdin=subprocess.DEVNULL, stdout=sys.stderr.fileno()
                )
        path.unlink(missing_ok=True)

    def _write_backtrace(self, stop: Stop) -> None:
        lines = backtrace(stop.process)
        shown = "\n".join(f"  {line}" for line in lines)
        head = f"strobe: rank {stop.rank} stops in {stop.function}: {stop.said}"
        print(f"{head}\n{shown}" if lines else head, file=sys.stderr, flush=True)


def backtrace(process: int) -> list[str]:
    """The frames of a stopped rank from its call of MPI on, one a line; or why there are none."""
    words = ["gdb", "-q", "-nx", "-batch", *_ALWAYS, "-ex", "backtrace", "-p", str(process)]
    try:
        asked = subprocess.run(
            words, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
            timeout=_LIMIT_S, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        return [f"GDB gives no backtrace: {error}"]
    frames = [line for line in asked.stdout.splitlines() if _FRAME.match(line)]
    if not frames:
        said = asked.stderr.strip().splitlines() or ["it says nothing"]
        return [f"GDB gives no backtrace: {said[-1]}"]
    return _of_program(frames)


def _of_program(frames: Sequence[str]) -> list[str]:
    """Without those in which the runtime waits; the call of MPI itself stays."""
    inside = [number for number, frame in enumerate(frames) if _OURS.search(frame)]
    if not inside:
        return list(frames)
    last = inside[-1]
    return list(frames[last if " MPI_" in frames[last] else last + 1 :])
