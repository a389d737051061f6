# SPDX-License-Identifier: BSD-3-Clause
"""What `strobe run --check` finds in one-sided communication: the cases of one_sided.c, whose
comments say it, and nothing in their right forms. All of it takes some 20 s."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from environment import mpi_compiler
from terminal import Terminal

SOURCE = Path(__file__).with_name("one_sided.c")
FOUND_ERRORS = 123
_CASE = re.compile(r"^static void (\w+)\(void\) \{$")
_FOUND = re.compile(r"/\* ([\w-]+) \*/$")
_FATAL = re.compile(r"FATAL\((\w+)\)[,}]")
Findings = set[tuple[str, int]]


def expected() -> dict[str, Findings]:
    """The checks and their lines, of each case."""
    found: dict[str, Findings] = {}
    for number, line in enumerate(SOURCE.read_text().splitlines(), 1):
        if case := _CASE.match(line):
            name = case[1]
            found[name] = set()
        elif check := _FOUND.search(line):
            found[name].add((check[1], number))
    return found


EXPECTED = expected()
FATAL = _FATAL.findall(SOURCE.read_text())


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("one_sided") / "one_sided"
    compiler = mpi_compiler().with_name("mpicc")
    subprocess.run([compiler, "-g", "-o", path, SOURCE], check=True)
    return path


@pytest.fixture
def found(
    terminal: Terminal, program: Path, with_runtime: Callable[[Path], Path]
) -> Callable[..., tuple[int, Findings]]:
    """The exit status of a run, and the lines of its findings."""

    def run(*words: str) -> tuple[int, Findings]:
        answer = terminal.run("run", "-n", "3", "--check", "--json", with_runtime(program), *words)
        told = json.loads(next(line for line in answer.err.splitlines() if line[:1] == "{"))
        lines = {
            (finding["check"], side["line"])
            for finding in told["findings"] for side in finding["sides"]
        }  # fmt: skip
        return answer.status, lines

    return run


def test_right_programs_have_no_findings(found: Callable[..., tuple[int, Findings]]) -> None:
    assert found("right") == (0, set())


def test_each_mistake_is_found_with_its_lines(found: Callable[..., tuple[int, Findings]]) -> None:
    wrong = set().union(*(EXPECTED[case] for case in EXPECTED if case not in FATAL))
    assert found("wrong") == (FOUND_ERRORS, wrong)


@pytest.mark.parametrize("case", FATAL)
def test_errors_of_the_mpi_have_their_lines(
    found: Callable[..., tuple[int, Findings]], case: str
) -> None:
    status, lines = found("wrong", case)
    assert status != 0
    assert lines == EXPECTED[case]
