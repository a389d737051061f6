# SPDX-License-Identifier: BSD-3-Clause
"""The completion of shells, as bash itself runs it; the others are read for what they offer."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from places import ROOT

from strobe.cli.main import main

BASH = ROOT / "python" / "strobe" / "completion" / "strobe"


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


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("strobe me", "measure"),
        ("strobe --v", "--version"),
        ("strobe run --mo", "--mode --monitor"),
        ("strobe run --mode st", "strict"),
        ("strobe run --mode = st", "strict"),  # as bash splits --mode=st
        ("strobe run -n 2 ./ap", "./app"),
        ("strobe run -n 2 ./app --su", ""),  # the program's own option
        ("strobe run --record jo", "job"),
        ("strobe check mp", "mpi"),
        ("strobe check mpi --layer p", "pvm"),
        ("strobe completion z", "zsh"),
        ("strobe cachebench --el", "--element"),
        ("strobe-bench --format o", "osu"),
        ("strobe-simulate --li", "--list"),
        ("strobe simulate --nodes 3", ""),
    ],
)
def test_bash_completes(words: str, offered: str, tmp_path: Path) -> None:
    (tmp_path / "app").touch()
    (tmp_path / "job").mkdir()
    assert completed(words.split(), tmp_path) == offered.split()


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
