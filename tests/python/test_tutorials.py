# SPDX-License-Identifier: BSD-3-Clause
"""README, tutorials and one guide: each command is run as a reader would, and prints what the page
shows.

A block `console` holds commands, after `$ `, and their output. A block with a title is a file. In
an output, numbers may differ, and `...` stands for any lines, or for any words within a line. With
STROBE_UPDATE_TUTORIALS=1 the test writes the real output into the page where that has no `...`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from terminal import ROOT

TIDY = ROOT / "tests" / "tidy.py"
"""MPI_Abort leaves shared memory of MPICH."""
DOCS = ROOT / "docs"
PAGES = [
    ROOT / "README.md",
    *sorted((DOCS / "tutorials").glob("*.md")),
    DOCS / "how-to" / "check-a-program.md",
]
BLOCK = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
# A duration may have another unit on busy cores.
NUMBER = re.compile(r"\d[\d.,TZ]*(?: (?:ns|µs|ms|s|min)\b)?")
# What MPICH's launcher prints when a rank of a job ends with an error, on its own.
BANNER = re.compile(r"^\n?={20,}\n(?:=.*\n)+={20,}\n(?:.+\n)*", re.MULTILINE)
OF_A_COLLAPSED_JOB = re.compile(
    r"^(?:YOUR APPLICATION|This typically|Please see).*\n", re.MULTILINE
)
LONGEST_S = 300


def pattern(shown: str) -> re.Pattern[str]:
    """What the output of a command may be, from what the page shows."""
    lines = []
    for line in shown.splitlines():
        if line == "...":
            lines.append(r"(?:.*\n)*?")
        else:
            parts = [r"\s+".join(map(re.escape, words(part))) for part in line.split("...")]
            lines.append(".*".join(parts) + r"\s*\n")
    return re.compile("".join(lines))


def words(line: str) -> list[str]:
    return NUMBER.sub("0", line).split()


def plain(output: str) -> str:
    """An output as `pattern` wants it: numbers are 0, and each blank is one."""
    output = OF_A_COLLAPSED_JOB.sub("", BANNER.sub("", output))
    return "".join(" ".join(words(line)) + "\n" for line in output.splitlines())


def matches(shown: str, output: str) -> bool:
    # The name of the machine is part of the name of a run folder.
    host = re.compile(r"(results/)\S+?(-[\w+]+)(?=[/\s]|$)", re.MULTILINE)
    shown, output = (host.sub(r"\1run\2", text) for text in (shown, output))
    return pattern(shown).fullmatch(plain(output)) is not None


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with the clone in it, and an empty folder to work in."""
    for needed in ("mpicc", "mpiexec", "pkg-config", "cmake"):
        if shutil.which(needed) is None:
            pytest.skip(f"{needed} is missing")
    (tmp_path / "strobe").symlink_to(ROOT)
    (tmp_path / "work").mkdir()
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_reader_sees_what_the_page_shows(page: Path, home: Path) -> None:
    text = page.read_text(encoding="utf-8")
    programs = Path(sys.executable).parent
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("STROBE_")},
        "HOME": str(home),
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "python"),
        "COLUMNS": "100",
        "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache")),
    }
    wrong, updated = [], text
    for language, title, body in BLOCK.findall(text):
        if title:
            (home / "work" / title).write_text(body, encoding="utf-8")
        if language != "console":
            continue
        status, new = 0, ""
        for command, shown in COMMAND.findall(body):
            # A reader's shell knows the status of the command before.
            ended = subprocess.run(
                [sys.executable, TIDY, "bash", "-c", f"(exit {status}); {command}"],
                cwd=home / "work",
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=LONGEST_S,
                check=False,
            )
            status = ended.returncode
            real = OF_A_COLLAPSED_JOB.sub("", BANNER.sub("", ended.stdout))
            if matches(shown, ended.stdout):
                new += f"$ {command}\n{shown}"
            else:
                wrong.append(f"$ {command}\n{real}--- the page shows\n{shown}")
                new += f"$ {command}\n{shown if '...' in shown else real}"
        updated = updated.replace(f"```console\n{body}```", f"```console\n{new}```")
    if os.environ.get("STROBE_UPDATE_TUTORIALS") == "1":
        page.write_text(updated, encoding="utf-8")
    assert not wrong, "\n".join(wrong)


def test_a_page_that_shows_something_else_is_found() -> None:
    output = "measured 32 cells into results/20261125T1Z-vm-echo\nline 2\nthe end\n"
    assert matches("measured 31 cells into results/20260101T2Z-alpha-echo\n...\nthe end\n", output)
    assert matches("it took 3 s for 2 ranks\n", "it took 980 ms for 4 ranks\n")
    assert not matches("it took 3 s for 2 ranks\n", "it took 3 GB for 2 ranks\n")
    assert matches("measured ... cells into ...\n...\n", output)
    assert not matches("measured 31 cells into results/20260101T2Z-alpha-echo\n", output)
    assert not matches("...\nthe start\n", output)
    assert not matches("measured 31 cells into results/20260101T2Z-alpha-swap\n...\n", output)
