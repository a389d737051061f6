# SPDX-License-Identifier: BSD-3-Clause
"""A cluster under Slurm, as its users meet it: allocations, batch scripts, and what goes wrong.

The cluster is of namespaces on this machine (slurm.py). Its nodes have two cores together, and
other work may have most of these: only the ends of commands are looked at, and no time is.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import check
import pytest
from environment import mpi_compiler
from hosts import NAMES, UnavailableError
from places import ROOT
from slurm import Cluster, cluster, wait_until
from terminal import MARK, Answer, Terminal, kinds, records, resume_command, statuses

from strobe.base.errors import StrobeError
from strobe.coscheduling import handshake, interposer
from strobe.launch import bench
from strobe.records import job_record

try:
    BENCH = bench.find()
except StrobeError as error:
    pytest.skip(str(error), allow_module_level=True)

TESTS = ROOT / "build" / "release" / "bin" / "tests"
ECHO = ("measure", "--kernel", "echo", "--size", "8")
# No cell converges to this, so that a run goes on until its budget is spent.
LONG = (*ECHO, "--relative-error", "1e-5", "--cell-budget", "60", "--budget", "60")
NODES = sorted(NAMES[:4])  # the order of Slurm
HELLO = """\
#include <mpi.h>
#include <stdio.h>
int main(int count, char** words) {
  int rank, size, sum;
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  printf("rank %d of %d, sum %d\\n", rank, size, sum);
  return MPI_Finalize();
}
"""


@dataclass(frozen=True)
class User:
    """Somebody at the first node, who types commands of Strobe and of Slurm in one folder."""

    terminal: Terminal
    cluster: Cluster

    @property
    def folder(self) -> Path:
        return self.terminal.folder

    def in_job(self, *words: str | Path, nodes: int = 4, tasks: int = 1, **more: str) -> Answer:
        """`strobe` with these words, in an allocation of its own."""
        options = [f"--nodes={nodes}", f"--ntasks-per-node={tasks}"]
        self.terminal.within = [*self.login, "salloc", "--quiet", *options]
        return self.terminal.run(*words, **more)

    @property
    def login(self) -> list[str]:
        path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
        return [*self.cluster.login(self.folder), f"PATH={path}", f"{MARK}={self.terminal.mark}"]

    def submit(self, script: str, *options: str) -> str:
        """A batch script; the number of its job."""
        (self.folder / "job.sh").write_text(f"#!/bin/sh\n{script}\n")
        words = [*self.login, "sbatch", "--parsable", "--output=%x.%a.out", *options, "job.sh"]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        return done.stdout.strip().partition(";")[0]

    def batch(self, script: str, *options: str) -> str:
        """What a batch script has printed when it has ended."""
        self.submit(script, "--wait", "--job-name=batch", *options)
        return (self.folder / "batch.4294967294.out").read_text()

    def hello(self, compiler: str | Path, name: str = "app") -> Path:
        """A program of MPI, compiled on the cluster."""
        (self.folder / "hello.c").write_text(HELLO)
        words = [*self.login, str(compiler), "hello.c", "-o", name]
        subprocess.run(words, check=True)
        return self.folder / name


@pytest.fixture(scope="module")
def four_nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    try:
        with cluster(tmp_path_factory.mktemp("slurm")) as made:
            yield made
    except UnavailableError as error:
        pytest.skip(str(error))


@pytest.fixture
def user(
    terminal: Terminal, four_nodes: Cluster, monkeypatch: pytest.MonkeyPatch
) -> Iterator[User]:
    monkeypatch.delenv(interposer.VARIABLE, raising=False)
    yield User(terminal, four_nodes)
    four_nodes.recover()


def hosts_of(folder: Path) -> list[str]:
    (header, *_) = kinds(records(folder), "run")
    return [process["host"] for process in header["processes"]]


def test_a_kernel_is_measured_on_four_nodes_in_fresh_launches(user: User) -> None:
    answer = user.in_job(*ECHO, "-n", "4", "--budget", "5", "--launches", "2")
    assert answer.status == 0, answer.err
    assert "strobe: running in Slurm job" in answer.err
    folder = user.terminal.only_run()
    assert hosts_of(folder) == NODES
    assert len(kinds(records(folder), "end")) == 2
    context = json.loads((folder / "context.json").read_text())
    assert context["launcher"]["name"] == "srun"
    allocation = context["allocation"]
    assert allocation["nodes"] == NODES
    assert (allocation["queue"], allocation["cpus"]) == ("all", 4)
    assert {switch["name"]: switch["below"] for switch in allocation["switches"]} == {
        "leaf0": "alpha,beta", "leaf1": "gamma,delta", "spine": "leaf[0-1]",
    }  # fmt: skip


def test_pairs_have_the_distances_of_the_switches(user: User) -> None:
    words = ("-n", "8", "--budget", "5", "--set", "partner=levels", "--relative-error", "0.5")
    answer = user.in_job(*ECHO, *words, tasks=2)
    assert answer.status == 0, answer.err
    cells = kinds(records(user.terminal.only_run()), "cell")
    levels = [(cell["level"], cell["hops"]) for cell in cells]
    assert [level for level, _ in levels][1:] == ["switch", "switch"]
    assert [hops for _, hops in levels] == [1, 2, 3]


def test_the_machine_is_told_with_its_job(user: User) -> None:
    """A node of a job before it may not be free yet, so that any two are good."""
    answer = user.in_job("machine", "--json", nodes=2)
    allocation = json.loads(answer.out)["allocation"]
    assert allocation["system"] == "Slurm"
    assert len(allocation["nodes"]) == 2
    assert set(allocation["nodes"]) < {"alpha", "beta", "gamma", "delta"}
    answer = user.in_job("machine", nodes=2)
    named = re.search(r"^nodes +(\w+), (\w+) *$", answer.out, re.MULTILINE)
    assert named is not None, answer.out
    assert {named[1], named[2]} < {"alpha", "beta", "gamma", "delta"}
    assert re.search(r"^time left +no limit is known *$", answer.out, re.MULTILINE)


def the_batch_script() -> str:
    """What the docs say for a batch script, in one line."""
    page = (ROOT / "docs/how-to/run-a-program.md").read_text(encoding="utf-8")
    ((first, second),) = re.findall(r"^(eval .*)\n(srun .*)$", page, re.MULTILINE)
    return f"{first}; {second}"


@pytest.mark.parametrize("ranks", [8, pytest.param(64, marks=pytest.mark.exhaustive)])
def test_the_batch_script_of_the_docs_runs(user: User, ranks: int) -> None:
    user.hello(mpi_compiler().with_name("mpicc"))
    line = the_batch_script().replace("-n 64", f"-n {ranks}")
    assert f"srun -n {ranks} ./app" in line
    printed = user.batch(line, "--nodes=4", f"--ntasks={ranks}", "--overcommit")
    sums = sum(range(ranks))
    assert sorted(printed.splitlines()) == sorted(
        f"rank {rank} of {ranks}, sum {sums}" for rank in range(ranks)
    )


def test_a_program_runs_on_all_nodes_under_the_runtime(user: User) -> None:
    app = user.hello(mpi_compiler().with_name("mpicc"))
    answer = user.in_job("run", "-n", "8", "--record", "job", app, tasks=2)
    assert answer.status == 0, answer.err
    found = job_record.read(user.folder / "job").ranks
    assert {rank.host for rank in found} == set(NODES)
    assert {rank.end for rank in found} == {"finalized"}


def test_a_deadlock_across_nodes_is_told(user: User) -> None:
    answer = user.in_job("run", "-n", "4", TESTS / "run_deadlock")
    assert answer.status == 1
    assert "\n  the cycle: 0 -> 3 -> 2 -> 1 -> 0\n" in answer.err


@pytest.mark.turn(check.STROBE_RUN)
def test_open_mpi_runs_by_pmix(user: User) -> None:
    app = user.hello("mpicc.openmpi")
    answer = user.in_job("run", "-n", "4", app)
    assert (answer.status, len(answer.out.splitlines())) == (0, 4), answer.err
    assert "rank 0 of 4, sum 6" in answer.out
    printed = user.batch('eval "$(strobe env ./app)"; srun ./app', "--nodes=4")
    assert "rank 3 of 4, sum 6" in printed


@pytest.mark.parametrize("how", ["run", "env"])
def test_ranks_that_do_not_find_each_other_are_told(user: User, how: str) -> None:
    """Each is a job of its own then, which answers as if all were well."""
    app = user.hello(mpi_compiler().with_name("mpicc"))
    why = "2 ranks were started, and each is alone in MPI_COMM_WORLD"
    if how == "run":
        answer = user.in_job("run", "-n", "2", "--launcher-args=--mpi=none", app, nodes=2)
        assert (answer.status, answer.out) == (handshake.NOT_ACTIVE, "")
        assert why in answer.err
        assert "; srun needs --mpi=pmi2 for MPICH" in answer.err
    else:
        script = 'eval "$(strobe env ./app)"; srun --mpi=none ./app; echo "status $?"'
        printed = user.batch(script, "--nodes=2")
        assert printed.count(why) == 1
        assert "status 125" in printed


def test_a_measurement_names_the_wrong_way_to_connect_ranks(user: User) -> None:
    answer = user.in_job(*ECHO, "-n", "2", "--launcher-args=--mpi=pm", nodes=2)
    assert answer.status == 2
    assert "srun cannot connect the ranks: it needs --mpi=pmi2 for MPICH" in answer.err
    assert list((user.folder / "results").iterdir()) == []


@pytest.mark.exhaustive
def test_each_job_of_an_array_has_a_run_of_its_own(user: User) -> None:
    words = " ".join((*ECHO, "-n", "2", "--budget", "2"))
    user.submit(f"strobe {words}", "--wait", "--array=0-3", "--nodes=1", "--ntasks=2")
    folders = list((user.folder / "results").iterdir())
    assert len(folders) == 4, [file.read_text() for file in user.folder.glob("*.out")]
    assert all(list(statuses(folder).values()) for folder in folders)


@pytest.mark.parametrize("how", ["cancelled", "node down"])
def test_what_was_measured_is_kept_and_the_next_job_goes_on(user: User, how: str) -> None:
    words = " ".join((*LONG, "-n", "4"))
    job = user.submit(f"strobe {words} 2>&1", "--nodes=4", "--no-requeue")
    user.terminal.wait_for(lambda found: len(kinds(found, "samples")) > 0)
    if how == "cancelled":
        user.cluster.ask("scancel", job)
    else:
        user.cluster.ask("scontrol", "update", "nodename=gamma", "state=down", "reason=test")
    # Slurm ends the script some time before the command that it has started.
    output = user.folder / "job.sh.4294967294.out"
    wait_until(lambda: "continues the run" in output.read_text(), output.read_text())
    user.cluster.recover()
    printed = output.read_text()
    folder = user.terminal.only_run()
    assert statuses(folder) == {}, "no cell is to blame"
    measured = len(kinds(records(folder), "samples"))
    command = resume_command(Answer(0, "", printed))
    context = folder / "context.json"
    context.write_text(
        re.sub(r'"(relative_error|budget)": [\d.e-]+', r'"\1": 4', context.read_text())
    )
    answer = user.in_job(*command)
    assert answer.status == 0, answer.err
    assert len(kinds(records(folder), "samples")) > measured
    assert len(statuses(folder)) == 1


@pytest.mark.exhaustive
def test_a_node_that_is_drained_serves_its_job_to_the_end(user: User) -> None:
    job = user.submit(f"strobe {' '.join(ECHO)} -n 4 --budget 4 --relative-error 1e-5 2>&1",
                      "--nodes=4")  # fmt: skip
    user.terminal.wait_for(lambda found: len(kinds(found, "samples")) > 0)
    user.cluster.ask("scontrol", "update", "nodename=beta", "state=drain", "reason=test")
    wait_until(lambda: job not in user.cluster.ask("squeue", "--noheader"), "the job does not end")
    assert len(statuses(user.terminal.only_run())) == 1


@pytest.mark.exhaustive
def test_a_node_whose_daemon_dies_ends_the_job(terminal: Terminal, tmp_path: Path) -> None:
    """Slurm notices after its timeout, and the ranks of that node outlive the daemon."""
    (tmp_path / "cluster").mkdir()
    with cluster(tmp_path / "cluster", nodes=3) as made:
        user = User(terminal, made)
        user.submit(f"strobe {' '.join(LONG)} -n 3 2>&1", "--nodes=3", "--no-requeue")
        terminal.wait_for(lambda found: len(kinds(found, "samples")) > 0)
        made.kill_daemon("gamma")
        wait_until(lambda: not made.ask("squeue", "--noheader"), "the job does not end")
        printed = user.folder / "job.sh.4294967294.out"
        # Slurm forgets the job before its script has ended.
        wait_until(
            lambda: "strobe: Slurm has ended the job: a node failed" in printed.read_text(),
            "the reason is not printed",
        )
        assert statuses(terminal.only_run()) == {}
        terminal.close()


@pytest.mark.exhaustive
def test_a_time_limit_shortens_the_launches(user: User) -> None:
    user.submit(f"strobe {' '.join(LONG)} -n 4 --launches 2 2>&1", "--wait", "--nodes=4",
                "--time=1")  # fmt: skip
    printed = (user.folder / "job.sh.4294967294.out").read_text()
    assert (
        len(re.findall("the time limit of the job shortens this launch to 2[0-9] s", printed)) == 2
    )
    assert len(kinds(records(user.terminal.only_run()), "end")) == 2


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["mpich-4", "openmpi-4"])
def test_debians_mpis_are_measured_by_srun(user: User, name: str) -> None:
    answer = user.in_job("list", "--json", nodes=1)
    (label,) = (one["label"] for one in json.loads(answer.out)["mpis"] if name in one["label"])
    answer = user.in_job(*ECHO, "-n", "4", "--budget", "5", "--mpi", label)
    assert answer.status == 0, answer.err
    assert hosts_of(user.terminal.only_run()) == NODES


@pytest.mark.exhaustive
def test_open_mpi_that_is_started_by_pmi2_is_told(user: User) -> None:
    words = ("-n", "2", "--mpi", "openmpi-4.1.4", "--launcher-args=--mpi=pmi2")
    answer = user.in_job(*ECHO, *words, nodes=2)
    assert answer.status == 2
    assert "srun cannot connect the ranks: it needs" in answer.err
