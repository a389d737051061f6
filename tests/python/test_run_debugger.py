# SPDX-License-Identifier: BSD-3-Clause
"""`strobe run --gdb` and --break-on-error: ranks that stop in a debugger."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from terminal import Terminal

HEAD = """
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static int twice(int number) {
  return 2 * number;
}
int main(int argc, char** argv) {
  int rank, mine, values[2] = {0, 0};
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  mine = rank + 1;
"""
TAIL = """
  MPI_Finalize();
  return 0;
}
"""
PROGRAMS = {
    "right": """
  printf("%d\\n", twice(mine));
""",
    "deadlock": """
  MPI_Recv(values, 1, MPI_INT, 1 - rank, 5, MPI_COMM_WORLD, &status);
""",
    "truncated": """
  if (rank == 0) MPI_Send(values, 2, MPI_INT, 1, 5, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(values, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &status);
""",
    "mistyped": """
  float real = 1;
  if (rank == 0) MPI_Send(&real, 1, MPI_FLOAT, 1, 5, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(values, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &status);
  if (rank == 1) printf("goes on\\n");
""",
    "mismatched": """
  MPI_Comm made;
  if (rank == 0) MPI_Comm_dup(MPI_COMM_WORLD, &made);
  if (rank == 1) MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &made);
""",
    "race": """
  if (rank == 0) {
    MPI_Recv(values, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &status);
    MPI_Recv(values, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &status);
  } else {
    MPI_Send(&mine, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
  }
""",
}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all programs."""
    if shutil.which("gdb") is None:
        pytest.skip("gdb is missing, packaging/extras.py brings it")
    folder = tmp_path_factory.mktemp("programs")
    compiler = shutil.which("mpicc")
    assert compiler is not None
    for name, body in PROGRAMS.items():
        source = folder / f"{name}.c"
        source.write_text(HEAD + body + TAIL)
        words = [compiler, "-g", "-O0", "-Wno-unused-function", "-o", folder / name, source]
        subprocess.run(list(map(str, words)), check=True, timeout=60)
    return folder


def line_of(name: str, text: str) -> int:
    """The line of a program in which a text first is."""
    source = HEAD + PROGRAMS[name] + TAIL
    return 1 + source[: source.index(text)].count("\n")


def backtraces(errors: str) -> dict[int, str]:
    """The frames of each rank that has stopped, and the sentence before them."""
    found = re.findall(r"^strobe: (rank (\d+) stops in .*\n(?:  #.*\n)+)", errors, re.MULTILINE)
    return {int(rank): text for text, rank in found}


def test_each_rank_of_a_deadlock_writes_where_it_is(terminal: Terminal, programs: Path) -> None:
    answer = terminal.run("run", "-n", "2", "--break-on-error", programs / "deadlock")
    assert answer.status == 1
    found = backtraces(answer.err)
    assert set(found) == {0, 1}, answer.err
    line = line_of("deadlock", "MPI_Recv")
    for rank, text in found.items():
        assert text.startswith(f"rank {rank} stops in MPI_Recv: rank {rank} is in a deadlock")
        assert " main (argc=1, argv=" in text
        assert f"deadlock.c:{line}" in text
        assert "debugger_stop" not in text
    assert "deadlock: no rank can continue" in answer.err
    terminal.assert_nothing_left()


def test_a_failed_call_writes_where_it_is(terminal: Terminal, programs: Path) -> None:
    answer = terminal.run("run", "-n", "2", "--break-on-error", programs / "truncated")
    assert answer.status != 0
    (text,) = backtraces(answer.err).values()
    assert text.startswith("rank 1 stops in MPI_Recv: rank 1 fails in MPI_Recv")
    assert f"truncated.c:{line_of('truncated', 'if (rank == 1)')}" in text


def test_a_rank_goes_on_after_an_error_of_check(terminal: Terminal, programs: Path) -> None:
    answer = terminal.run("run", "-n", "2", "--check", "--break-on-error", programs / "mistyped")
    assert (answer.status, answer.out) == (123, "goes on\n")
    (text,) = backtraces(answer.err).values()
    assert text.startswith("rank 1 stops in MPI_Recv: The datatypes of a message and of its ")
    assert f"mistyped.c:{line_of('mistyped', 'if (rank == 1)')}" in text


def test_nothing_stops_without_an_error(terminal: Terminal, programs: Path) -> None:
    answer = terminal.run("run", "-n", "2", "--check", "--break-on-error", programs / "right")
    assert (answer.status, sorted(answer.out.split())) == (0, ["2", "4"])
    assert not backtraces(answer.err)


def test_a_file_of_commands_debugs_a_rank(terminal: Terminal, programs: Path) -> None:
    commands = terminal.folder / "commands"
    commands.write_text("break twice\ncontinue\nprint number\ncontinue\n")
    answer = terminal.run(
        "run", "-n", "2", "--gdb", "1", "--gdb-commands", commands, programs / "right"
    )
    assert (answer.status, sorted(answer.out.split())) == (0, ["2", "4"]), answer.err
    assert "rank 1 has started" in answer.err
    assert "$1 = 2" in answer.err
    terminal.assert_nothing_left()


def test_gdb_stops_at_an_error_of_its_rank(terminal: Terminal, programs: Path) -> None:
    commands = terminal.folder / "commands"
    commands.write_text("continue\nbacktrace\n")
    answer = terminal.run(
        "run", "-n", "2", "--check", "--gdb", "1", "--gdb-commands", commands,
        programs / "mistyped",
    )  # fmt: skip
    assert answer.status == 123, answer.err
    assert "received signal SIGINT" in answer.err
    assert f"mistyped.c:{line_of('mistyped', 'if (rank == 1)')}" in answer.err


def test_the_other_rank_waits_as_long_as_gdb_stops_the_one_that_reports(
    terminal: Terminal, programs: Path
) -> None:
    commands = terminal.folder / "commands"
    commands.write_text("continue\nshell sleep 5\nbacktrace\ncontinue\ncontinue\n")
    answer = terminal.run(
        "run", "-n", "2", "--check", "--gdb", "0", "--gdb-commands", commands,
        programs / "mismatched",
    )  # fmt: skip
    assert answer.status != 0
    assert f"mismatched.c:{line_of('mismatched', 'if (rank == 0)')}" in answer.err
    assert "strobe run: rank 0 calls MPI_Comm_dup on MPI_COMM_WORLD" in answer.err
    assert "strobe run: rank 1 calls" not in answer.err
    terminal.assert_nothing_left()


def test_explore_says_how_to_stop_at_an_outcome(terminal: Terminal, programs: Path) -> None:
    answer = terminal.run("explore", "-n", "3", "--sends", "buffered", programs / "race")
    assert answer.status == 1
    (words,) = re.findall(r"^ +stop there: strobe (.*)$", answer.out, re.MULTILINE)
    again = terminal.run(*words.split())
    assert again.status == 1
    line = line_of("race", "MPI_Recv(values, 1, MPI_INT, 1,")
    assert f"race.c:{line}" in backtraces(again.err)[0]


class Screen:
    """`strobe run --break-on-error` in a terminal, and a person who types there."""

    def __init__(self, folder: Path, program: Path) -> None:
        self._ours, theirs = pty.openpty()
        words = ["run", "-n", "2", "--check", "--break-on-error", str(program)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "strobe.cli.main", *words], cwd=folder,
            env={**os.environ, "TERM": "dumb"}, stdin=theirs, stdout=theirs, stderr=theirs,
            start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self._shown = ""

    def types(self, line: str) -> None:
        os.write(self._ours, f"{line}\n".encode())

    def shows(self, text: str, limit_s: float = 120) -> str:
        """What the terminal shows up to this text, after the last time."""
        deadline = time.monotonic() + limit_s
        while text not in self._shown:
            assert time.monotonic() < deadline, self._shown
            if select.select([self._ours], [], [], 1)[0]:
                self._shown += os.read(self._ours, 4096).decode(errors="replace")
        shown, self._shown = self._shown.split(text, 1)
        return shown

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(30)
        os.close(self._ours)


@pytest.fixture
def screen(terminal: Terminal, programs: Path) -> Iterator[Screen]:
    """A run that stops at an error of --check."""
    screen = Screen(terminal.folder, programs / "mistyped")
    yield screen
    screen.close()


def test_a_person_debugs_an_error_in_the_terminal(screen: Screen) -> None:
    assert "The datatypes of a message and of its receive differ" in screen.shows("(gdb) ")
    screen.types("up")
    assert "mistyped.c" in screen.shows("(gdb) ")
    screen.types("print mine")
    assert "$1 = 2" in screen.shows("(gdb) ")
    screen.types("continue")
    screen.shows("goes on")
    screen.shows("(gdb) ")
    screen.types("quit")
    screen.shows("type-mismatch")
    screen.shows("found 1 error")
    assert screen.process.wait(60) == 123


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--gdb", "0"], "--gdb needs a terminal; name a file of GDB's commands with "
                         "--gdb-commands"),
        (["--gdb", "2"], "--gdb 2 names no rank: the last one is 1"),
        (["--gdb", "0", "--gdb-commands", "none"], "there is no file none"),
        (["--gdb-commands", "none"], "--gdb-commands only applies to --gdb RANK; add --gdb"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(
    terminal: Terminal, programs: Path, words: list[str], sentence: str
) -> None:
    answer = terminal.run("run", "-n", "2", *words, programs / "right")
    assert answer.status == 2
    assert answer.sentence.startswith(f"strobe: {sentence}")


def test_a_missing_debugger_is_one_sentence(
    terminal: Terminal, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = os.environ["PATH"].split(os.pathsep)
    monkeypatch.setenv(
        "PATH", os.pathsep.join(name for name in folders if not (Path(name) / "gdb").exists())
    )
    answer = terminal.run("run", "-n", "2", "--break-on-error", programs / "right")
    assert answer.status == 2
    assert answer.sentence.startswith("strobe: --break-on-error needs GDB, which is not in PATH")
