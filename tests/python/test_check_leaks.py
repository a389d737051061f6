# SPDX-License-Identifier: BSD-3-Clause
"""What `strobe run --check` finds of objects and requests that a program leaves.

Each source is compiled twice: as a wrong program, whose comments say what is found in which line,
and as a right one. All of it takes some 10 s.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from environment import mpi_compiler
from mpi_programs import MPI4PY
from places import ROOT
from terminal import Answer, Built, Terminal

from strobe.coscheduling.check_table import CHECKS

SOURCES = Path(__file__).parent
FOUND_ERRORS = 123
Compiled = Callable[..., Path]


@pytest.fixture
def compiled(terminal: Terminal, with_runtime: Callable[[Path], Path]) -> Compiled:
    """Compiles a source beside this file with these words."""

    def program(source: str, *words: str) -> Path:
        path = terminal.folder / Path(source).stem
        compiler = mpi_compiler().with_name("mpicc")
        subprocess.run([compiler, "-g", "-o", path, SOURCES / source, *words], check=True)
        return with_runtime(path)

    return program


def checked(terminal: Terminal, *words: str | Path, **variables: str) -> tuple[Answer, Any]:
    """The answer to a run of two ranks, and what it says for scripts."""
    answer = terminal.run("run", "-n", "2", "--check", "--json", *words, **variables)
    return answer, json.loads(answer.err.splitlines()[-1])


def expected(text: str) -> list[tuple[int, str, str]]:
    """The line, the check and the sentence of each finding, from the comments of a source."""
    begin = r"^ *(?://|#) "
    comments = rf"{begin}({'|'.join(CHECKS)}): (.+(?:\n{begin[1:]}.+)*)\n"
    return [
        (
            text.count("\n", 0, comment.end()) + 1,
            comment[1],
            "rank 0 " + re.sub(rf"\n{begin[1:]}", " ", comment[2]),
        )
        for comment in re.finditer(comments, text, re.MULTILINE)
    ]


def found(told: Any) -> list[tuple[int, str, str]]:
    """The same of the findings."""
    return sorted(
        (finding["sides"][0]["line"], finding["check"], finding["sentence"])
        for finding in told["findings"]
    )


@pytest.mark.parametrize(
    ("source", "status"),
    [("leaks.c", 0), ("requests.c", FOUND_ERRORS)],
    ids=["objects", "requests"],
)
def test_what_is_left_is_found_with_the_line_that_made_it(
    terminal: Terminal, compiled: Compiled, source: str, status: int
) -> None:
    answer, told = checked(terminal, compiled(source), "file")
    text = (SOURCES / source).read_text()
    assert found(told) == expected(text)
    assert answer.status == status
    for finding in told["findings"]:
        assert finding["ranks"] == [0, 1]
        assert finding["severity"] == CHECKS[finding["check"]].severity
        side = finding["sides"][0]
        assert f"{side['function']}(" in text.splitlines()[side["line"] - 1]
    assert "strobe run: " not in answer.err  # the runtime's own sentences


@pytest.mark.parametrize("source", ["leaks.c", "requests.c"], ids=["objects", "requests"])
def test_a_program_that_leaves_nothing_has_no_findings(
    terminal: Terminal, compiled: Compiled, source: str
) -> None:
    answer, told = checked(terminal, compiled(source, "-DRIGHT"), "file")
    assert told["findings"] == []
    assert answer.status == 0


def test_an_active_request_cannot_be_started(terminal: Terminal, compiled: Compiled) -> None:
    answer, told = checked(terminal, compiled("requests.c", "-DRIGHT"), "twice")
    sentence = (
        r"rank [01] fails in MPI_Start \(requests\.c:\d+, in main\): the request is active "
        r"already; complete it first, by MPI_Wait for instance"
    )
    assert re.search(rf"^strobe run: {sentence}$", answer.err, re.MULTILINE), answer.err
    assert [finding["check"] for finding in told["findings"]] == ["failed-call"]


SCRIPT = """\
from mpi4py import MPI
world = MPI.COMM_WORLD
world.allreduce(1)
# object-not-freed: never frees 2 communicators that it created
copies = [world.Dup() for _ in range(2)]
# object-not-freed: never frees a datatype that it created
column = MPI.INT.Create_vector(2, 1, 2)
# request-not-completed: never completes an operation that it began
request = world.isend("message", dest=1 - world.Get_rank())
world.recv(source=1 - world.Get_rank())
"""


def test_in_a_program_in_python_its_lines_are_found(terminal: Terminal, built: Built) -> None:
    """mpi4py frees what it creates for itself."""
    if not MPI4PY.exists():
        pytest.skip("mpi4py is missing, packaging/extras.py brings it")
    built("strobe-bench")
    script = terminal.folder / "leaks.py"
    script.write_text(SCRIPT)
    path = os.pathsep.join((str(ROOT / "python"), str(MPI4PY)))
    answer, told = checked(terminal, sys.executable, script, PYTHONPATH=path)
    assert found(told) == expected(SCRIPT)
    assert answer.status == FOUND_ERRORS
