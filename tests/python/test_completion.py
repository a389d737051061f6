# SPDX-License-Identifier: BSD-3-Clause
"""The completion of shells, as bash, fish and zsh themselves run it."""

from __future__ import annotations

import os
import pty
import re
import select
import shlex
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from places import ROOT

from strobe.cli.main import main

FOLDER = ROOT / "python" / "strobe" / "completion"
BASH = FOLDER / "strobe"


def completed(words: list[str], folder: Path) -> list[str]:
    """What bash offers for the last word."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not on this machine")
    script = (
        f"source {shlex.quote(str(BASH))}; COMP_WORDS=({shlex.join(words)}); "
        f"COMP_CWORD={len(words) - 1}; "
        f"{'_strobe' if words[0] == 'strobe' else '_strobe_program'}; "
        "((${#COMPREPLY[@]} == 0)) || printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    ended = subprocess.run(
        [bash, "--noprofile", "--norc", "-c", script],
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert ended.stderr == ""
    return ended.stdout.split()


EVERYWHERE = [
    ("strobe me", "measure"),
    ("strobe --v", "--version"),
    ("strobe run --mo", "--mode --monitor"),
    ("strobe run --mode st", "strict"),
    ("strobe run -n 2 ./ap", "./app"),
    ("strobe run -n 2 ./app --su", ""),  # the program's own option
    ("strobe run --record jo", "job"),
    ("strobe check mp", "mpi"),
    ("strobe check mpi --layer p", "pvm"),
    ("strobe check mpi --laun", "--launches --launcher --launcher-args"),
    ("strobe compare --fail", "--fail-above"),
    ("strobe completion z", "zsh"),
    ("strobe cachebench --el", "--element"),
    ("strobe-bench --format o", "osu"),
    ("strobe-simulate --li", "--list"),
]
"""What is offered for the last word, in every shell."""


def folder_with_names(folder: Path) -> Path:
    (folder / "app").touch(0o755)
    (folder / "job").mkdir()
    return folder


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        *EVERYWHERE,
        ("strobe run --mode = st", "strict"),  # as bash splits --mode=st
        ("strobe simulate --nodes 3", ""),
    ],
)
def test_bash_completes(words: str, offered: str, tmp_path: Path) -> None:
    assert completed(words.split(), folder_with_names(tmp_path)) == offered.split()


def test_fish_completes(tmp_path: Path) -> None:
    """All at once: fish takes half a second to start."""
    fish = shutil.which("fish")
    if fish is None:
        pytest.skip("fish is missing, packaging/extras.py brings it")
    asked = [f"complete -C {shlex.quote(words)}; echo END" for words, _ in EVERYWHERE]
    script = tmp_path / "ask.fish"
    script.write_text("\n".join([f"source {FOLDER / 'strobe.fish'}", *asked]))
    ended = subprocess.run(
        [fish, "--no-config", script],
        cwd=folder_with_names(tmp_path), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert ended.stderr == ""
    answers = [answer.splitlines() for answer in ended.stdout.split("END\n")]
    for (words, offered), lines in zip(EVERYWHERE, answers[:-1], strict=True):
        found = {line.partition("\t")[0].rstrip("/") for line in lines}
        assert found == {*offered.split()}, words


def test_zsh_completes(tmp_path: Path) -> None:
    """Zsh completes only at a terminal. A word that is complete shows in the line."""
    zsh = shutil.which("zsh")
    if zsh is None:
        pytest.skip("zsh is missing, packaging/extras.py brings it")
    begin = (
        f"PS1=''; fpath=({shlex.quote(str(FOLDER))} $fpath); autoload -Uz compinit; "
        f"compinit -u -d {shlex.quote(str(tmp_path / 'dump'))}; setopt nobeep; print READY"
    )
    alone = [(words, offered) for words, offered in EVERYWHERE if len(offered.split()) == 1]
    with Zsh(zsh, folder_with_names(tmp_path)) as shell:
        shell.type(begin + "\r", "\nREADY")
        for words, offered in alone:
            *before, _ = words.split(" ")
            shown = shell.type(f"{words}\t", f"{offered}")
            assert " ".join([*before, offered]) in shown, words
            shell.type("\x15", "")


class Zsh:
    """A zsh at a terminal of its own."""

    def __init__(self, program: str, folder: Path) -> None:
        self._ours, theirs = pty.openpty()
        environment = {**os.environ, "TERM": "dumb", "HOME": str(folder)}
        self._process = subprocess.Popen(
            [program, "-f", "-i"], cwd=folder, env=environment, start_new_session=True,
            stdin=theirs, stdout=theirs, stderr=theirs,
        )  # fmt: skip
        os.close(theirs)

    def __enter__(self) -> Zsh:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._ours)

    def type(self, text: str, awaited: str) -> str:
        """Type something; what the terminal shows up to something awaited, without its marks."""
        os.write(self._ours, text.encode())
        shown = b""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if select.select([self._ours], [], [], 0.3)[0]:
                shown += os.read(self._ours, 65536)
            elif awaited in (plain := re.sub(r"[\x00-\x09\x0b-\x1f]", "", shown.decode())):
                return plain
        raise AssertionError(f"{awaited!r} is not in {shown!r}")


@pytest.mark.parametrize(
    ("shell", "line"),
    [
        ("bash", "complete -F _strobe strobe"),
        ("zsh", "#compdef strobe strobe-bench strobe-schedule strobe-simulate"),
        ("fish", "complete -c strobe -f"),
    ],
)
def test_a_command_prints_each_script(
    shell: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", shell]) == 0
    text = capsys.readouterr().out
    assert line in text.splitlines()
    assert "deterministic" in text
