# SPDX-License-Identifier: BSD-3-Clause
"""The programs of tests/correctness, each of which says itself what --check must find in it.

The first lines of a program are comments: the licence, what the program does, and then

    ranks: 2                  how many ranks it needs
    mpi: 4                    the version of the standard that it needs, if it is not 3
    check: error,buffers      the value of --check, if it is not that of --check alone
    wrong: type-mismatch      the checks that must find something, or
    right                     no check may find anything

The finding must name every line with the comment "here", and one of the lines with the comment
"or here". It must not name another line.
"""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import clients
import debians_mpi
import mpi_programs
import pytest
from mpi_programs import MPI4PY
from places import ROOT
from terminal import Answer, Terminal

from strobe.coscheduling.check_table import CHECKS

FOLDER = ROOT / "tests" / "correctness"
COMMENTS = {".c": "//", ".f90": "!", ".py": "#"}
"""What begins a comment, by the suffix of a language."""
HEAD = (
    r"{mark} SPDX-.*\n{mark} (.*\.)\n{mark} ranks: (\d+)\n(?:{mark} mpi: (\d)\n)?"
    r"(?:{mark} check: (.+)\n)?"
    r"{mark} (?:right|wrong: (.+))\n"
)
HERE = r"{mark} (or )?here$"
AT_ONCE = 2
"""Jobs that run at the same time; each has 2 or 3 ranks."""


@dataclass(frozen=True)
class Program:
    """A program, and what must be found: checks, all of some lines, and one of others."""

    source: Path
    ranks: int
    checks: frozenset[str]
    lines: frozenset[int]
    some_of: frozenset[int]
    option: str = "--check"
    mpi: int = 3
    """The version of the standard that it needs."""

    def __str__(self) -> str:
        return f"{self.kind}/{self.source.stem}"

    @property
    def kind(self) -> str:
        """The class of errors that it is an example of."""
        return self.source.parent.name

    @property
    def is_right(self) -> bool:
        return not self.checks

    @property
    def is_an_error(self) -> bool:
        """Whether the status of `strobe run` must tell it."""
        return any(CHECKS[check].severity == "error" for check in self.checks)


def read(source: Path) -> Program:
    """What a program says of itself. Raises ValueError where it says it in another way."""
    text = source.read_text(encoding="utf-8")
    mark = COMMENTS[source.suffix]
    head = re.match(HEAD.format(mark=mark), text)
    if head is None:
        raise ValueError(f"{source} does not begin as its neighbours do")
    checks = frozenset((head[5] or "").split())
    if unknown := checks - CHECKS.keys():
        raise ValueError(f"{source} expects {sorted(unknown)}, which codegen/checks.toml lacks")
    ends = [re.search(HERE.format(mark=mark), line) for line in text.splitlines()]
    marks = {number: end[1] for number, end in enumerate(ends, 1) if end is not None}
    return Program(
        source,
        int(head[2]),
        checks,
        lines=frozenset(number for number, is_or in marks.items() if not is_or),
        some_of=frozenset(number for number, is_or in marks.items() if is_or),
        option="--check" if head[4] is None else f"--check={head[4]}",
        mpi=int(head[3] or 3),
    )


def programs() -> list[Program]:
    """All of them, in the order of their names."""
    found = (path for path in sorted(FOLDER.rglob("*")) if path.suffix in COMMENTS)
    return [read(path) for path in found]


@dataclass(frozen=True)
class Setting:
    """The MPI that a program runs over, as clients.over_each_mpi names it, and --mode."""

    mpi: str = "MPICH"
    mode: str = "deterministic"

    def __str__(self) -> str:
        return f"{self.mpi.replace(' ', '_')}-{self.mode}"


def compiled(program: Program, path: Path, over: clients.Over) -> None:
    """Compile a program in C for an MPI. Has the test skipped where its compiler is missing."""
    if over.prefix != mpi_programs.OPEN_MPI_4:
        debians_mpi.compiled(
            str(over.prefix / "bin" / "mpicc"), program.source, path, "-g", "-std=c99"
        )
        return
    libraries, include = debians_mpi.debians("openmpi", over.library)
    link: list[str | Path] = [libraries / over.library, f"-Wl,-rpath-link,{libraries}"]
    debians_mpi.compiled("gcc", program.source, path, "-g", "-std=c99", f"-I{include}", *link)


def answer(program: Program, terminal: Terminal, setting: Setting = Setting()) -> Answer:
    """What `strobe run --json` answers to a program with its --check. Has the test skipped where
    what compiles or runs it is missing; other MPIs than MPICH run programs in C."""
    path = terminal.folder / f"{program}-{setting}".replace("/", "-")
    words: list[str | Path] = [path]
    variables = {}
    options = ["--mode", setting.mode]
    if setting.mpi != Setting().mpi:
        over = clients.over_each_mpi().get(setting.mpi)
        if over is None or program.source.suffix != ".c":
            pytest.skip(f"{setting.mpi} is missing, packaging/extras.py brings it")
        compiled(program, path, over)
        options += ["--mpi", str(over.prefix)]
        variables["LD_LIBRARY_PATH"] = str(over.libraries)
    elif program.source.suffix == ".c":
        debians_mpi.compiled("mpicc", program.source, path, "-g", "-std=c99")
    elif program.source.suffix == ".f90":
        link, flags, libraries = debians_mpi.linked("mpich")
        debians_mpi.compiled("gfortran", program.source, path, "-g", *flags, *link)
        variables["LD_LIBRARY_PATH"] = str(libraries)
    else:
        over = clients.over_each_mpi().get("MPICH")
        if over is None or not MPI4PY.exists():
            pytest.skip("MPICH or mpi4py is missing, packaging/extras.py brings them")
        words = [sys.executable, program.source]
        folders = map(str, (ROOT / "python", MPI4PY))
        variables = {"PYTHONPATH": os.pathsep.join(folders), **over.for_mpi4py()}
    ranks = str(program.ranks)
    return terminal.run("run", "-n", ranks, program.option, "--json", *options, *words, **variables)


def findings(answer: Answer) -> list[dict[str, Any]]:
    """What `strobe run --check --json` has found."""
    # A launcher that ends the job may leave a line without its end before this one.
    line = re.search(r'{"(?:size|findings)":.*', answer.err)
    assert line is not None, answer.err
    found: list[dict[str, Any]] = json.loads(line[0])["findings"]
    return found


def complaint(program: Program, answer: Answer) -> str:
    """What the answer lacks, or has too much; empty if it is as the program says."""
    found = findings(answer)
    named = {finding["check"] for finding in found}
    lines = {side["line"] for finding in found for side in finding["sides"]} - {0}
    if named != program.checks:
        return f"found {sorted(named)} in place of {sorted(program.checks)}"
    if not program.lines <= lines <= program.lines | program.some_of:
        return f"named the lines {sorted(lines)}, and not {sorted(program.lines)}"
    if program.some_of and not lines & program.some_of:
        return f"named none of the lines {sorted(program.some_of)}"
    if (answer.status != 0) != program.is_an_error:
        return f"the status is {answer.status}"
    return ""
