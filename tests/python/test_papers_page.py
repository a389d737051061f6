# SPDX-License-Identifier: BSD-3-Clause
"""docs/papers.md: every clause of a paper has a command that makes what its row names, and a test.

A section is one paper. Its block `sh` measures the run that its rows call `RUN`. Every word in
backticks under *makes* has to be in what the command prints, on the page of its run, or among the
files and kernels of its run; a figure or a table counts only where it shows data.
"""

from __future__ import annotations

import html
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import check
import pytest
from places import ROOT
from thoroughness import sampled

from strobe.launch import suites
from strobe.records.run import load
from strobe.report.paper import declared as declarations

PAGE = ROOT / "docs" / "papers.md"
HEAD = ("clause", "command", "makes", "test")
COMMANDS = re.compile(r"^```sh[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECTION = re.compile(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
WORDS = re.compile(r"`([^`]+)`")
TAG = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)
OF_A_PAPER = re.compile(r", (figure|table|section) ")
NOISY = re.compile("Not measured here: [^<]*(too noisy|have accepted times)")
LONGEST_S = 1200
PATIENT = "--hang-after 200"
SHORT = f"--budget 6 --cell-budget 0.05 {PATIENT}"
"""Whether a figure converges is not asked here, so a launch need not last."""
LONG_ENOUGH = f"--budget 150 {PATIENT}"
"""A loaded machine meets each cell of a suite's short form, too."""


@dataclass(frozen=True)
class Row:
    """A clause of a paper, what shows it, and what holds it."""

    section: str
    clause: str
    commands: tuple[str, ...]
    makes: tuple[str, ...]
    tests: tuple[str, ...]


def cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|")))


def rows() -> Iterator[Row]:
    for section, body in SECTION.findall(PAGE.read_text(encoding="utf-8")):
        lines = [line for line in body.splitlines() if line.startswith("|")]
        if not lines or cells(lines[0]) != HEAD:
            continue
        for line in lines[2:]:
            clause, command, makes, test = cells(line)
            yield Row(
                section,
                clause,
                tuple(WORDS.findall(command)),
                tuple(WORDS.findall(makes)),
                tuple(WORDS.findall(test)),
            )


ROWS = list(rows())
SECTIONS = list(dict.fromkeys(row.section for row in ROWS))
ALONE = [row for row in ROWS if not any("RUN" in command for command in row.commands)]
OF_A_RUN = [row for row in ROWS if row not in ALONE]
# These measure for a minute, whatever their budget.
LONG = ("strobe blasbench -a", "strobe blasbench -t", "strobe blasbench -v")
OF_TODAY = sampled([row for row in ALONE if row.commands[0] not in LONG], 2)


def when(row: Row) -> list[pytest.MarkDecorator]:
    """What is measured over PVM takes turns with another MPI."""
    return [pytest.mark.turn(check.PVM)] if "--layer pvm" in " ".join(row.commands) else []


SUITES = {
    "CoMet": "comet",
    "The CM-5 study": "cmmd",
    "The BLACS": "blacs",
    "MPBench": "mpbench",
    "BLASBench": "blasbench",
    "CacheBench": "cachebench",
}


def kernels_of(run: Path) -> Iterator[str]:
    """The kernels of a run that were measured and moved the right data."""
    for launch in load(run).launches:
        for cell in launch.cells.values():
            if cell.visits and all(one.passed for one in cell.verifications):
                yield cell.declared.kernel


def headings_with_data(page: str) -> Iterator[str]:
    """The figures and tables of a page that show something, or whose cells are all too noisy.

    Each comes with its caption, too, of which a word may be the beginning.
    """
    for block in re.split(r"(?=<figcaption class=\"above\">)|(?=<h3 id=\"table-)", page)[1:]:
        heading = re.search(r"<strong>(.*?)</strong>|<h3[^>]*>(.*?)</h3>", block)
        if heading and (NOISY.search(block) or "Not measured here" not in block):
            parts = html.unescape(TAG.sub("", heading[1] or heading[2])).split(": ")
            yield from (": ".join(parts[:n]) for n in range(1, len(parts) + 1))


def lacking(wanted: Iterable[str], printed: str, runs: Iterable[Path]) -> list[str]:
    """The words that commands did not make, by what they printed and the runs they measured."""
    text, headings = printed, set[str]()
    for run in runs:
        text += "\n".join(["", *(path.name for path in run.rglob("*")), *kernels_of(run)])
        if (run / "report.html").exists():
            page = (run / "report.html").read_text(encoding="utf-8")
            headings |= set(headings_with_data(page))
            text += html.unescape(TAG.sub(" ", page))
    return [word for word in wanted if word not in (headings if OF_A_PAPER.search(word) else text)]


def resolved(word: str, run: Path | None) -> str:
    """A word of a command, which may be a run or a program that was built."""
    if word == "RUN":
        return str(run)
    return str(ROOT / word) if word.startswith("build/") else word


def printed(command: str, folder: Path, run: Path | None = None) -> str:
    """What a command prints; asserts that it succeeds."""
    words = [resolved(word, run) for word in shlex.split(command)]
    if words[0] == "strobe":
        words = [sys.executable, "-m", "strobe.cli.main", *words[1:]]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ended = subprocess.run(
        words,
        cwd=folder,
        env={
            **os.environ,
            "PATH": path,
            "PYTHONPATH": str(ROOT / "python"),
            "PVM_ALLOW_ROOT": "1",
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LONGEST_S,
        check=False,
    )
    # With 1, not every size of these two was measured: the machine is busy.
    statuses = {0, 1} if words[3:4] in (["cachebench"], ["blasbench"]) else {0}
    assert ended.returncode in statuses, f"{command}\n{ended.stdout}\n{ended.stderr}"
    return ended.stdout + ended.stderr


def test_every_row_is_whole() -> None:
    assert len(ROWS) > 100
    wrong = [row for row in ROWS if not all((row.clause, row.commands, row.makes, row.tests))]
    assert wrong == []


def test_every_test_that_a_row_names_is_there() -> None:
    wrong = []
    for name in {name for row in ROWS for name in row.tests}:
        file, _, part = name.partition("::")
        path = ROOT / file
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if not text or not all(word in text for word in part.split(".")):
            wrong.append(name)
    assert wrong == []


@pytest.mark.parametrize("section", SUITES)
def test_every_figure_and_table_of_a_paper_has_a_row(section: str) -> None:
    named = {word for row in ROWS if row.section == section for word in row.makes}
    declared = declarations.read(suites.resolve(SUITES[section]))
    wanted = {
        declarations.named(kind, one)[1]
        for kind, those in (("figure", declared.figure), ("table", declared.table))
        for one in those
        if not one.beyond
    }
    assert wanted - named == set()


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(
            row, marks=[*when(row), *([] if row in OF_TODAY else [pytest.mark.exhaustive])]
        )
        for row in ALONE
    ],
    ids=lambda row: row.commands[0],
)
def test_a_command_makes_what_its_row_names(row: Row, tmp_path: Path) -> None:
    said = ""
    for command in row.commands:
        short = SHORT if command.startswith("strobe measure --kernel") else ""
        said += printed(f"{command} {short}", tmp_path)
    assert lacking(row.makes, said, tmp_path.glob("results/*/")) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("section", SECTIONS)
def test_a_run_makes_what_its_section_names(section: str, tmp_path: Path) -> None:
    text = dict(SECTION.findall(PAGE.read_text(encoding="utf-8")))[section]
    for command in COMMANDS.findall(text)[0].splitlines():
        printed(f"{command} {LONG_ENOUGH}", tmp_path)
    (run,) = tmp_path.glob("results/*/")
    wanted = [row for row in OF_A_RUN if row.section == section]
    # Most rows look at the same page.
    commands = dict.fromkeys(command for row in wanted for command in row.commands)
    said = {command: printed(command, tmp_path, run) for command in commands}
    runs = {run, *tmp_path.glob("results/*/")}
    wrong = [
        (row.clause, word)
        for row in wanted
        for word in lacking(row.makes, "".join(said[command] for command in row.commands), runs)
    ]
    assert wrong == []
