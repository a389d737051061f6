# SPDX-License-Identifier: BSD-3-Clause
"""What commands print at a terminal and into a pipe: --quiet, NO_COLOR, FORCE_COLOR, and widths."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest
import synthetic
from places import ROOT
from terminal import FAKE_BENCH, Terminal

from strobe.base import notes
from strobe.base.errors import StrobeError
from strobe.cli import tables
from strobe.cli.main import main

COLOUR = re.compile(r"\x1b\[[0-9;]*?(?:3[0-7]|4[0-7]|9[0-7]|[34]8;)[0-9;]*m")
ESCAPE = re.compile(r"\x1b")
MEASURE = ("measure", "--kernel", "echo")
FAKE = {"STROBE_BENCH": str(FAKE_BENCH)}


def at_a_terminal(
    words: list[str], folder: Path, columns: int = 80, **variables: str
) -> tuple[int, str]:
    """Status, and what a terminal of so many columns shows of both streams."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", 24, columns, 0, 0))
    known = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "CI")}
    environment = {**known, "PYTHONPATH": str(ROOT / "python"), "TERM": "xterm", **variables}
    line = [sys.executable, "-m", "strobe.cli.main", *words]
    with subprocess.Popen(
        line, cwd=folder, env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    ) as process:
        os.close(theirs)
        seen = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # all that had the other end are gone
                break
            if not part:
                break
            seen += part
    os.close(ours)
    return process.returncode, seen.decode()


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synthetic.write_run(tmp_path_factory.mktemp("run"), launches=2)


def test_progress_is_a_note_that_quiet_leaves_out(terminal: Terminal) -> None:
    loud = terminal.run(*MEASURE, **FAKE)
    assert loud.err.startswith("strobe: launch 1 of 1: ")
    quiet = terminal.run(*MEASURE, "--quiet", **FAKE)
    assert quiet.err == ""
    assert quiet.out.startswith("measured ")
    assert (loud.status, quiet.status) == (0, 0)


def test_quiet_keeps_errors(terminal: Terminal) -> None:
    answer = terminal.run(*MEASURE, "-q", **FAKE, FAKE_REFUSES="the axis is wrong")
    assert answer.status == 2
    assert "the axis is wrong" in answer.sentence
    answer = terminal.run(*MEASURE, "-q", **FAKE, FAKE_DIE_IN="echo size_bytes=2")
    assert answer.status == 1
    assert "1 cell has no result: " in answer.sentence


def test_a_quiet_terminal_shows_no_bar(tmp_path: Path) -> None:
    status, seen = at_a_terminal([*MEASURE, "--quiet"], tmp_path, **FAKE)
    assert status == 0
    assert seen.startswith("measured ")
    status, seen = at_a_terminal([*MEASURE], tmp_path, **FAKE)
    assert "launch 1/1" in seen


def test_no_color_has_no_colour_and_a_terminal_has(tmp_path: Path) -> None:
    _, seen = at_a_terminal([*MEASURE], tmp_path, **FAKE)
    assert COLOUR.search(seen)
    _, seen = at_a_terminal([*MEASURE], tmp_path, **FAKE, NO_COLOR="1")
    assert "launch 1/1" in seen
    assert not COLOUR.search(seen)


@pytest.mark.parametrize("words", [["check", "RUN"], ["run", "--help"]])
def test_colours_follow_the_variables(words: list[str], run: Path, terminal: Terminal) -> None:
    line = [str(run) if word == "RUN" else word for word in words]
    assert not ESCAPE.search(terminal.run(*line).out)
    assert ESCAPE.search(terminal.run(*line, FORCE_COLOR="1").out)
    assert not COLOUR.search(terminal.run(*line, FORCE_COLOR="1", NO_COLOR="1").out)


def test_check_is_coloured_at_a_terminal(run: Path, tmp_path: Path) -> None:
    assert COLOUR.search(at_a_terminal(["check", str(run)], tmp_path)[1])
    assert not COLOUR.search(at_a_terminal(["check", str(run)], tmp_path, NO_COLOR="1")[1])


LONG = "a" * 300


def test_a_pipe_gets_whole_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    tables.show("Long", ["one", "two"], [(LONG, "words " * 60)])
    tables.show_facts([(LONG, LONG)])
    lines = capsys.readouterr().out.splitlines()
    assert any(LONG in line and ("words " * 60).strip() in line for line in lines)
    assert any(line.split() == [LONG, LONG] for line in lines)


def test_a_narrow_terminal_folds_and_cuts_nothing(tmp_path: Path) -> None:
    told = "from strobe.cli import tables; tables.show('T', ['one'], [(('a' * 300),)])"
    (tmp_path / "show.py").write_text(told)
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", 24, 40, 0, 0))
    known = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    environment = {**known, "PYTHONPATH": str(ROOT / "python"), "TERM": "xterm"}
    subprocess.run(
        [sys.executable, tmp_path / "show.py"], env=environment, stdout=theirs, check=True
    )
    seen = os.read(ours, 65536).decode()
    for end in (ours, theirs):
        os.close(end)
    assert "\N{HORIZONTAL ELLIPSIS}" not in seen
    assert seen.count("a") == 300


def test_columns_still_limit_a_pipe(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    tables.show("Long", ["one"], [("words " * 60,)])
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 50


@pytest.mark.parametrize("words", ["list", "simulate", "machine", "fit RUN", "check RUN"])
def test_no_command_cuts_a_word_in_a_pipe(
    words: str, run: Path, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    line = [str(run) if word == "RUN" else word for word in words.split()]
    assert "\N{HORIZONTAL ELLIPSIS}" not in terminal.run(*line).out


def test_quiet_and_live_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--quiet", "--live", "./app"]) == 2
    assert "--quiet cannot be combined with --live" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["cachebench", "blasbench"])
def test_benchmarks_of_the_papers_may_be_quiet(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)

    def measured(*_: object) -> None:
        raise StrobeError(f"notes are wanted: {notes.are_wanted()}")

    monkeypatch.setattr("strobe.cli.letters.measured", measured)
    for words, wanted in (([], True), (["--quiet"], False)):
        assert main([command, *words]) == 2
        assert f"notes are wanted: {wanted}" in capsys.readouterr().err
