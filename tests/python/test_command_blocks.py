# SPDX-License-Identifier: BSD-3-Clause
"""Every block of commands in the docs says whether a test runs it; this test runs its share.

A block `console` is a session of README or a tutorial: test_tutorials.py compares it with what is
printed. A block `sh` has a title: `run by a test` means this one, ELSEWHERE has the titles of other
tests, and `not run by a test` gives the reason. The lines of generated pages
(`docs/reference/commands`) are usage, held by test_options.py. The commands take half a minute
together.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from synthetic import write_run
from terminal import ROOT

TIDY = ROOT / "tests" / "tidy.py"
BLOCK = re.compile(r"^( *)```sh(?: title=\"([^\"\n]*)\")?\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
RUN = "run by a test"
ELSEWHERE = {
    "run by a test under Slurm": "python/test_slurm.py",
    "run by a test of the wheel": "install/test_wheel_install.py",
}
"""Titles of blocks, and the files of the tests that run them."""
NOT_RUN = re.compile(r"not run by a test: \w+ \w.*")
LONGEST_S = 600
"""On a machine where much else runs."""
ENDS_WITH_1 = "the status is 1"
PROGRAM = """
#include <mpi.h>
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, sum = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
"""


def blocks(text: str) -> list[tuple[str, str]]:
    """Title and commands of each block of a page."""
    return [(title, textwrap.dedent(body)) for _, title, body in BLOCK.findall(text)]


PAGES = [
    page
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    if blocks(page.read_text(encoding="utf-8"))
]
WITH_RUN = [p for p in PAGES if any(t == RUN for t, _ in blocks(p.read_text(encoding="utf-8")))]


def without_mark(text: str) -> list[str]:
    """The first lines of blocks that do not say whether a test runs them."""
    return [
        body.partition("\n")[0]
        for title, body in blocks(text)
        if title not in (RUN, *ELSEWHERE) and not NOT_RUN.fullmatch(title)
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_block_says_whether_a_test_runs_it(page: Path) -> None:
    assert without_mark(page.read_text(encoding="utf-8")) == []


def test_the_files_of_other_tests_are_there() -> None:
    assert all((ROOT / "tests" / file).is_file() for file in ELSEWHERE.values())


def test_a_block_without_a_mark_is_found() -> None:
    assert without_mark("```sh\nmake it\nso\n```\n") == ["make it"]
    assert without_mark('```sh title="not run by a test: "\nmake it\n```\n') == ["make it"]
    assert without_mark('    ```sh title="run by a test"\n    make it\n    ```\n') == []


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the names that the pages use: a program in C and Python, and run folders."""
    for needed in ("mpicc", "mpiexec", "cmake"):
        if shutil.which(needed) is None:
            pytest.skip(f"{needed} is missing")
    folder = tmp_path_factory.mktemp("work")
    (folder / "tests").symlink_to(ROOT / "tests")
    (folder / "app.c").write_text(PROGRAM, encoding="utf-8")
    subprocess.run(["mpicc", "-g", "app.c", "-o", "app"], cwd=folder, check=True)
    starter = "import os\nos.execv('./app', ['./app'])\n"
    (folder / "app.py").write_text(starter, encoding="utf-8")
    for name in ("A", "RUN"):
        write_run(folder / "results" / name, seed=1, slow_regime=False)
    fit = ["strobe", "fit", "results/RUN"]
    subprocess.run(fit, cwd=folder, env=environment(), stdout=subprocess.DEVNULL, check=True)
    return folder


def environment() -> dict[str, str]:
    """With this Python's programs and package in front."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT / "python")}


@pytest.mark.parametrize("page", WITH_RUN, ids=lambda page: page.stem)
def test_the_commands_of_a_page_run(page: Path, work: Path) -> None:
    wrong = []
    for title, body in blocks(page.read_text(encoding="utf-8")):
        if title != RUN:
            continue
        for line in body.replace("\\\n", " ").splitlines():
            ended = subprocess.run(
                [sys.executable, TIDY, "bash", "-c", line],
                cwd=work,
                env=environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=LONGEST_S,
                check=False,
            )
            if ended.returncode != (ENDS_WITH_1 in line):
                wrong.append(f"$ {line}\n{ended.stdout}status {ended.returncode}")
    assert not wrong, "\n".join(wrong)
