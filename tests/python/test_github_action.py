# SPDX-License-Identifier: BSD-3-Clause
"""The action for GitHub: its steps run as a runner runs them, then a project's tests.

What would install packages is replaced by programs that write down how they were called.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml
from environment import mpi_compiler
from places import BIN, ROOT
from terminal import PATIENCE_S

from strobe import __version__

ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"]}
EXPRESSION = re.compile(r"\$\{\{ *([\w.]+) *\}\}")
CONDITION = re.compile(r"([\w.]+) != '(\w+)'")
PROGRAM = """
#include <mpi.h>
#include <cstdio>
int main(int words, char**) {
  MPI_Init(nullptr, nullptr);
  int rank = 0, size = 0, token = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (words > 1)
    MPI_Recv(&token, 1, MPI_INT, (rank + 1) % size, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 0) std::printf("%d ranks\\n", size);
  MPI_Finalize();
}
"""
LINE_OF_RECEIVE = PROGRAM.splitlines().index(
    "    MPI_Recv(&token, 1, MPI_INT, (rank + 1) % size, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"
) + 1  # fmt: skip


@dataclass
class Job:
    """A job on a runner: what its steps leave for later ones."""

    folder: Path
    path: list[str]
    outputs: dict[str, str] = field(default_factory=dict)

    def run(self, script: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Runs a step that says `shell: bash`."""
        environment = {**os.environ, "PATH": os.pathsep.join(self.path), **variables}
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script],
            cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, check=False, timeout=PATIENCE_S,
        )  # fmt: skip

    def use(self, **inputs: str) -> list[subprocess.CompletedProcess[str]]:
        """Runs the action up to the first step that fails."""
        given = {name: one.get("default", "") for name, one in ACTION["inputs"].items()}
        assert inputs.keys() <= given.keys()
        values = {"github.action_path": str(ROOT)}
        for name, text in {**given, **inputs}.items():
            values[f"inputs.{name}"] = EXPRESSION.sub(lambda m: values[m[1]], text)
        ended = []
        for step in STEPS.values():
            assert step["shell"] == "bash"
            if "if" in step:
                name, refused = CONDITION.fullmatch(step["if"]).groups()
                if values[name] == refused:
                    continue
            ended.append(self._step(step, values))
            if ended[-1].returncode != 0:
                break
        return ended

    def _step(
        self, step: dict[str, Any], values: dict[str, str]
    ) -> subprocess.CompletedProcess[str]:
        files = {name: self.folder / name for name in ("GITHUB_PATH", "GITHUB_OUTPUT")}
        for file in files.values():
            file.write_text("")
        temporary = self.folder / "temporary"
        temporary.mkdir(exist_ok=True)
        variables = {
            name: EXPRESSION.sub(lambda m: values[m[1]], text)
            for name, text in step.get("env", {}).items()
        }
        ended = self.run(
            step["run"],
            GITHUB_ACTION_PATH=str(ROOT),
            RUNNER_TEMP=str(temporary),
            **{name: str(file) for name, file in files.items()},
            **variables,
        )
        self.path[:0] = reversed(files["GITHUB_PATH"].read_text().split())
        for line in files["GITHUB_OUTPUT"].read_text().splitlines():
            name, _, value = line.partition("=")
            self.outputs[f"steps.{step['id']}.outputs.{name}"] = value
        return ended


def stand_in(folder: Path, name: str, script: str = "") -> None:
    """A program that appends its command line to the file `calls` next to it."""
    folder.mkdir(exist_ok=True)
    program = folder / name
    program.write_text(f'#!/bin/bash\necho "{name} $*" >> {folder}/calls\n{script}')
    program.chmod(0o755)


@pytest.fixture
def job(tmp_path: Path) -> Job:
    """A job that has an MPI and Strobe."""
    return Job(tmp_path, [str(BIN), str(mpi_compiler().parent), *os.environ["PATH"].split(":")])


@pytest.fixture
def tests_of_a_project(job: Job, with_runtime: Callable[[Path], Path]) -> Job:
    """After the action, a program of the project is compiled."""
    (ended,) = job.use(mpi="none", package="none")
    assert ended.returncode == 0, ended.stderr
    assert __version__ in ended.stdout
    (job.folder / "ring.cpp").write_text(PROGRAM)
    compiled = job.run(f"{mpi_compiler()} -g ring.cpp -o ring")
    assert compiled.returncode == 0, compiled.stderr
    with_runtime(job.folder / "ring")
    return job


def test_mpiexec_is_strobe_run(tests_of_a_project: Job) -> None:
    job = tests_of_a_project
    for launcher in ("mpiexec", "mpirun"):
        ended = job.run(f"{launcher} -n 3 ./ring")
        assert (ended.returncode, ended.stdout) == (0, "3 ranks\n"), ended.stderr
    by_output = EXPRESSION.fullmatch(ACTION["outputs"]["mpiexec"]["value"])[1]
    explained = job.run(f"{job.outputs[by_output]} -np 2 --explain ./ring")
    assert "unknown option --explain" in explained.stderr
    assert explained.returncode == 2


def test_a_deadlock_fails_with_file_and_line(tests_of_a_project: Job) -> None:
    ended = tests_of_a_project.run("mpiexec -np 2 ./ring deadlock")
    assert ended.returncode == 1
    assert "strobe run: deadlock: no rank can continue" in ended.stderr
    for rank in (0, 1):
        waits = f"rank {rank} waits in MPI_Recv (ring.cpp:{LINE_OF_RECEIVE}, in main)"
        assert waits in ended.stderr


def test_words_of_the_launcher_reach_it(job: Job) -> None:
    """Only the number of ranks is Strobe's."""
    job.use(mpi="none", package="none")
    own = job.folder / "own"
    stand_in(own, "strobe", 'printf "[%s]" "$@"; type -p mpiexec')
    stand_in(own, "mpiexec")
    # The action's folder stays the first.
    job.path.insert(1, str(own))
    words = "--oversubscribe -genv A 'b c' --map-by=core -np 5 --bind-to core -l ./test -n 7"
    ended = job.run(f"mpiexec {words}")
    launcher = "'--oversubscribe' '-genv' 'A' 'b c' '--map-by=core' '--bind-to' 'core' '-l'"
    said, _, below = ended.stdout.rpartition("]")
    assert said == f"[run][-n][5][--launcher-args][{launcher}][--][./test][-n][7"
    assert below == f"{own}/mpiexec\n"
    assert job.run("mpiexec --version").returncode == 0
    assert (own / "calls").read_text().endswith("mpiexec --version\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("-n", "mpiexec: -n needs a number of ranks"),
        ("--bind-to", "mpiexec: --bind-to needs a value"),
        ("-genv A", "mpiexec: -genv needs a name and a value"),
        ("-n 2", "mpiexec: name a program: mpiexec -n 2 ./test"),
        ("-n 1 ./a : -n 1 ./b", "mpiexec: several programs in one job (:) are not supported"),
    ],
)
def test_what_strobe_run_cannot_do_is_one_sentence(job: Job, words: str, sentence: str) -> None:
    job.use(mpi="none", package="none")
    ended = job.run(f"mpiexec {words}")
    assert ended.returncode == 2
    assert ended.stderr.startswith(sentence)
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("has_sudo", [True, False])
@pytest.mark.parametrize(
    ("mpi", "packages"),
    [("mpich", "mpich libmpich-dev"), ("openmpi", "openmpi-bin libopenmpi-dev")],
)
def test_an_mpi_and_strobe_are_installed(job: Job, mpi: str, packages: str, has_sudo: bool) -> None:
    own = job.folder / "own"
    for name in ("apt-get", "pip"):
        stand_in(own, name)
    stand_in(own, "python3", f'mkdir -p "$3/bin"; ln -sf {own}/pip "$3/bin/pip"')
    if has_sudo:
        stand_in(own, "sudo", '"$@"')
    for name in ("bash", "ln", "mkdir"):
        (own / name).symlink_to(str(shutil.which(name)))
    job.path = [str(own)]
    for package in (str(ROOT), "strobe.whl"):
        ended = job.use(mpi=mpi, package=package)
        assert [one.returncode for one in ended[:2]] == [0, 0], ended[-1].stderr
    calls = (own / "calls").read_text().splitlines()
    assert f"apt-get -q install -y --no-install-recommends {packages}" in calls
    # A wheel needs no compiler.
    assert [call.startswith("apt-get") and " g++ " in call for call in calls].count(True) == 1
    assert ("sudo apt-get -q update" in calls) == has_sudo
    installed = [call.rpartition(" ")[2] for call in calls if call.startswith("pip install")]
    assert installed == [str(ROOT), "strobe.whl"]


def test_an_unknown_mpi_is_an_error(job: Job) -> None:
    (ended,) = job.use(mpi="lam", package="none")
    assert ended.returncode == 2
    assert ended.stdout == "::error::mpi must be mpich, openmpi or none, not 'lam'\n"


def test_strobe_comes_from_the_source_of_the_action() -> None:
    """On PyPI another project has the name."""
    assert ACTION["inputs"]["package"]["default"] == "${{ github.action_path }}"
    assert "strobe" not in STEPS["Install Strobe"]["run"].split()
