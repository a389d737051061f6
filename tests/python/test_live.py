# SPDX-License-Identifier: BSD-3-Clause
"""`strobe run --live`: what is read of the ranks' words, and how it is shown."""

from __future__ import annotations

import contextlib
import mmap
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from places import ROOT
from terminal import MARK, Built, Terminal

from strobe.cli import live_view
from strobe.coscheduling import live
from strobe.coscheduling.live import ANY, HEADER, NOBODY, RANK, RankNow

TICK_S = 1e-9


class Writer:
    """What stands for the ranks of a job: it writes what they would."""

    def __init__(self, path: str, ranks: int) -> None:
        with Path(path).open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), 0)
        header = np.frombuffer(self._memory, HEADER, 1)[0]
        assert (int(header["magic"]), int(header["ranks"])) == (live.MAGIC, ranks)
        names_at = HEADER.itemsize + ranks * RANK.itemsize
        self._memory[names_at : names_at + 8] = b"MPI_Recv"
        self.ranks = np.frombuffer(self._memory, RANK, ranks, HEADER.itemsize)

    def begin(self, rank: int, ago_s: float) -> None:
        row = self.ranks[rank]
        row["tick_s"], row["peer"] = TICK_S, NOBODY
        row["begin_ns"] = time.monotonic_ns() - int(ago_s * 1e9)


def now(rank: int, elapsed_s: float, **more: object) -> RankNow:
    known = {"has_ended": False, "communication_s": 0.0, "calls": 0, "messages": 0,
             "size_bytes": 0, "slice": 0, "function": "", "peer": NOBODY, "tag": 0}  # fmt: skip
    return RankNow(rank=rank, elapsed_s=elapsed_s, **{**known, **more})  # type: ignore[arg-type]


def test_ranks_are_seen_when_they_have_begun() -> None:
    with live.memory(3) as memory:
        assert memory.look() == []
        writer = Writer(memory.path, 3)
        writer.begin(1, ago_s=10.0)
        row = writer.ranks[1]
        row["calls"], row["messages"], row["size_bytes"], row["slice"] = 7, 3, 64, 12
        row["communication"] = 2_000_000_000
        (seen,) = memory.look()
        assert (seen.rank, seen.calls, seen.messages, seen.size_bytes) == (1, 7, 3, 64)
        assert (seen.slice, seen.function, seen.communication_s) == (12, "", 2.0)
        assert seen.elapsed_s >= 10.0
        # It has been in a call since the ninth second.
        row["function"], row["peer"], row["tag"], row["entered"] = 1, 0, 5, 9_000_000_000
        (seen,) = memory.look()
        assert seen.function == "MPI_Recv"
        assert 3.0 <= seen.communication_s <= seen.elapsed_s - 7.0
        assert live_view.state_of(seen) == "MPI_Recv: rank 0, tag 5"


def test_nothing_of_the_memory_is_left() -> None:
    with live.memory(2) as memory:
        path = memory.path
        assert Path(path).exists()
    assert not Path(path).exists()


def test_rates_are_those_between_two_looks() -> None:
    before = [now(0, 1.0, calls=10, messages=4, size_bytes=100, communication_s=0.5)]
    after = [now(0, 3.0, calls=30, messages=6, size_bytes=500, communication_s=1.0),
             now(1, 2.0, calls=8)]  # fmt: skip
    found = live.rates(before, after)
    assert found[0] == live.Rates(10.0, 1.0, 200.0, 0.25)
    assert found[1].calls == 4.0


@pytest.mark.parametrize(
    ("one", "state"),
    [
        (now(0, 1.0), "computes"),
        (now(0, 1.0, has_ended=True), "finished"),
        (now(0, 1.0, function="MPI_Barrier"), "MPI_Barrier"),
        (now(0, 1.0, function="MPI_Recv", peer=ANY, tag=ANY), "MPI_Recv: any rank, any tag"),
        (now(0, 1.0, function="MPI_Wait", peer=2, tag=9), "MPI_Wait: rank 2, tag 9"),
    ],
)
def test_a_rank_is_at_something(one: RankNow, state: str) -> None:
    assert live_view.state_of(one) == state


def test_a_line_tells_the_whole_job() -> None:
    seen = [now(0, 9.0, messages=36), now(1, 9.0, function="MPI_Recv"), now(2, 9.0, has_ended=True)]
    line = live_view.line_of(seen, live.rates([], seen), 5, 9.2)
    assert line == (
        "9 s, 1 rank computing, 1 in MPI_Recv, 1 finished, 2 not started, or on another host, "
        "4.00 messages/s"
    )


def test_a_line_of_strobe_stands_above_the_view(monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = pty.openpty()
    monkeypatch.setattr(live_view, "ERR", there)
    with live.memory(1) as memory:
        view = live_view.LiveView(memory, 1)
        with subprocess.Popen(["sleep", "60"]) as launcher, view.following(launcher):
            drawn = read_until(here, b"messages/s", launcher)
            view.tell("a line")
            told = read_until(here, b"a line\r\n", launcher)
            anew = read_until(here, b"messages/s", launcher)
            launcher.kill()
        os.close(there)
    os.close(here)
    assert b"a line" not in drawn
    # The view is erased before the line, and drawn below it.
    assert b"\x1b[J" in told.partition(b"a line")[0]
    assert b"\x1b[J" not in anew
    assert b"rank" in anew


# From here on with the runtime and a program, where they are built.


def test_without_a_terminal_there_are_lines(terminal: Terminal, built: Built) -> None:
    process = terminal.start("run", "-n", "3", "--live", built("coscheduling-fan_in"),
                             "steps=1000000000", "grain=100")  # fmt: skip
    assert process.stderr is not None
    line = process.stderr.readline()
    while "not started" in line:
        line = process.stderr.readline()
    assert line.startswith("strobe: ")
    assert line.endswith(" messages/s\n")
    assert not line.endswith(", 0 messages/s\n")
    process.send_signal(signal.SIGINT)
    answer = terminal.end(process)
    assert answer.status != 0
    assert "messages/s" not in answer.out
    terminal.assert_nothing_left()


def read_until(descriptor: int, wanted: bytes, process: subprocess.Popen[bytes]) -> bytes:
    """What comes from a terminal, up to a word, or to the end of the program."""
    seen = b""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and wanted not in seen:
        ready, _, _ = select.select([descriptor], [], [], 0.2)
        if ready:
            try:
                seen += os.read(descriptor, 65536)
            except OSError:  # the other end is closed
                break
        elif process.poll() is not None:
            break
    return seen


@contextlib.contextmanager
def at_a_terminal(terminal: Terminal, *words: str | Path):  # type: ignore[no-untyped-def]
    """`strobe run` with a terminal of its own, whose other end is given, too."""
    here, there = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "strobe.cli.main", "run", *map(str, words)],
        cwd=terminal.folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "python"), MARK: terminal.mark,
             "COLUMNS": "120", "LINES": "40", "TERM": "xterm"},
        stdin=there, stdout=there, stderr=there, start_new_session=True,
    )  # fmt: skip
    os.close(there)
    try:
        yield process, here
    finally:
        process.terminate()
        process.wait(timeout=60)
        os.close(here)


def test_at_a_terminal_there_is_a_table_below_what_the_program_says(
    terminal: Terminal, built: Built
) -> None:
    script = terminal.folder / "app.sh"
    fan_in = built("coscheduling-fan_in")
    script.write_text(
        f'#!/bin/sh\necho "the program speaks"\nexec {fan_in} steps=1000000000 grain=100\n'
    )
    script.chmod(0o755)
    with at_a_terminal(terminal, "-n", "3", "--live", script) as (process, here):
        seen = read_until(here, b"MPI_", process)
        assert seen.count(b"the program speaks") == 3
        assert b"messages/s" in seen
        assert b"\x1b[J" in read_until(here, b"\x1b[J", process)  # it is drawn anew
        process.send_signal(signal.SIGINT)
        rest = read_until(here, b"no such words", process)
        assert process.wait(timeout=60) != 0
        # The last view is wiped away, and what stands there is no part of one.
        assert b"in MPI" not in rest.rpartition(b"\x1b[J")[2]
    terminal.assert_nothing_left()
