# SPDX-License-Identifier: BSD-3-Clause
"""Batch systems, told from their variables and from made-up commands that answer as documented.

Slurm itself runs in test_slurm.py. The others are not to be had here.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from strobe.base.errors import MeasurementError
from strobe.launch import batch_systems, choice, diagnosis, launchers
from strobe.launch.batch_systems import Allocation, Switch, lsf, pbs, slurm
from strobe.launch.diagnosis import Kind
from strobe.launch.launchers import Job
from strobe.launch.progress import Progress
from strobe.launch.session import Outcome


class Node:
    """A node with commands of a batch system, and none of any other."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.monkeypatch = folder, monkeypatch
        for name in os.environ:
            if name.startswith(("SLURM_", "PBS_", "LSB_", "FLUX_")):
                monkeypatch.delenv(name)
        monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")

    def command(self, name: str, answers: dict[str, str]) -> None:
        """A program that answers so when these words are among its arguments."""
        cases = "\n".join(
            f'*"{words}"*) cat <<"end"\n{text}\nend\n;;' for words, text in answers.items()
        )
        path = self.folder / name
        path.write_text(f'#!/bin/sh\ncase "$*" in\n{cases}\n*) exit 1 ;;\nesac\n')
        path.chmod(0o755)

    def variables(self, **variables: str) -> None:
        for name, value in variables.items():
            self.monkeypatch.setenv(name, value)


@pytest.fixture
def node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Node:
    return Node(tmp_path, monkeypatch)


def whole() -> Allocation:
    allocation = batch_systems.here()
    assert allocation is not None
    return batch_systems.described(allocation)


def test_outside_of_a_job_there_is_no_allocation(node: Node) -> None:
    node.command("srun", {})
    assert batch_systems.here() is None


TOPOLOGY = """\
SwitchName=leaf0 Level=0 LinkSpeed=1 Nodes=n[1-2]
SwitchName=spine Level=1 LinkSpeed=1 Nodes=n[1-2] Switches=leaf0"""


def test_slurm_tells_nodes_cpus_time_and_switches(node: Node) -> None:
    node.command("srun", {})
    node.command("scontrol", {"show hostnames n[1-2]": "n1\nn2", "show topology": TOPOLOGY})
    node.command("squeue", {"--jobs=12": "1-02:03:04"})
    node.variables(SLURM_JOB_ID="12", SLURM_JOB_NODELIST="n[1-2]", SLURM_JOB_PARTITION="gpu",
                   SLURM_JOB_CPUS_PER_NODE="8(x2)")  # fmt: skip
    assert whole() == Allocation(
        "Slurm", "12", ("n1", "n2"), "srun", "gpu", 16, 26 * 3600 + 3 * 60 + 4,
        (Switch("leaf0", "n[1-2]"), Switch("spine", "leaf0")),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "cpus"),
    [("4", 4), ("2(x3),1", 7), ("36(x2),24(x10)", 312), ("", None), ("2(x", None), ("x", None)],
)
def test_cpus_of_slurms_nodes_are_added(text: str, cpus: int | None) -> None:
    assert slurm.cpus(text) == cpus


@pytest.mark.parametrize(
    ("text", "time_s"),
    [("0:05", 5), ("59:59", 3599), ("1:00:00", 3600), ("2-00:00:00", 172800), ("UNLIMITED", None),
     ("NOT_SET", None), ("INVALID", None), ("", None)],
)  # fmt: skip
def test_durations_are_read_as_batch_systems_write_them(text: str, time_s: float | None) -> None:
    assert batch_systems.seconds(text) == time_s


def test_pbs_tells_its_nodes_by_a_file(node: Node, tmp_path: Path) -> None:
    hosts = tmp_path / "hosts"
    hosts.write_text("n1\nn1\nn2\n")
    node.command("qstat", {"-f 7.head": "Job Id: 7.head\n    Resource_List.walltime = 01:00:00\n"
                           "    resources_used.walltime = 00:10:00"})  # fmt: skip
    node.variables(PBS_JOBID="7.head", PBS_QUEUE="work", PBS_NODEFILE=str(hosts))
    expected = Allocation("PBS", "7.head", ("n1", "n2"), None, "work", 3, 3000.0, (), str(hosts))
    assert whole() == expected
    assert pbs.wall_time_left_s("") is None


def test_lsf_tells_its_nodes_by_a_file(node: Node, tmp_path: Path) -> None:
    hosts = tmp_path / "hosts"
    hosts.write_text("n1\nn2\n")
    node.command("bjobs", {"-o time_left 31": "1:30 L"})
    node.variables(LSB_JOBID="31", LSB_QUEUE="normal", LSB_DJOB_HOSTFILE=str(hosts))
    assert whole() == Allocation(
        "LSF", "31", ("n1", "n2"), None, "normal", 2, 5400.0, (), str(hosts)
    )
    assert lsf.run_time_left_s("-") is None


def test_flux_tells_its_nodes_and_its_time(node: Node) -> None:
    node.command("flux", {"format={nodelist}": "n[1-2]", "format={ncores}": "8",
                          "hostlist --expand n[1-2]": "n1 n2", "job timeleft": "599"})  # fmt: skip
    node.variables(FLUX_URI="local:///run/flux/local", FLUX_ENCLOSING_ID="ƒ2e73NP")
    assert whole() == Allocation("Flux", "ƒ2e73NP", ("n1", "n2"), "flux", None, 8, 599.0)
    node.command("flux", {"job timeleft": "4294967295"})
    assert whole().time_left_s is None


def test_a_name_that_is_no_name_reaches_no_command(node: Node) -> None:
    node.command("srun", {})
    node.variables(SLURM_JOB_ID="12; rm -rf /")
    assert batch_systems.here() is None
    node.variables(SLURM_JOB_ID="12", SLURM_JOB_NODELIST="n1 $(touch x)")
    assert whole() == Allocation("Slurm", "12", (), "srun")


def test_a_command_that_is_missing_or_fails_leaves_the_facts_unknown(node: Node) -> None:
    node.command("srun", {})
    node.variables(SLURM_JOB_ID="12", SLURM_JOB_NODELIST="n1")
    assert whole() == Allocation("Slurm", "12", (), "srun")
    node.variables(SLURM_JOB_ID="", PBS_JOBID="7", PBS_NODEFILE="/nowhere")
    assert whole() == Allocation("PBS", "7", ())


PBS_JOB = Allocation("PBS", "7", ("n1", "n2"), cpus=3, host_file="/spool/7")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("hydra", "-n 3 -f /spool/7 -bind-to core"),
        ("intelmpi", "-n 3 -f /spool/7"),
        ("openmpi", "-n 3 --hostfile /spool/7 --bind-to core"),
    ],
)
def test_an_mpis_own_launcher_gets_the_nodes_of_the_job(name: str, words: str) -> None:
    launcher = launchers.registered()[name](Path("/mpi/bin/run"), "1")
    job = choice.job_for(launcher, PBS_JOB, 3, None, ())
    assert launcher.command(job) == ["/mpi/bin/run", *words.split()]
    assert not choice.is_local(launcher, PBS_JOB)
    assert choice.is_local(launcher, None)


@pytest.mark.parametrize("words", [("-hosts", "n1,n2"), ("--host=n1,n2",), ("-f", "nodes")])
def test_ranks_on_named_hosts_have_cores_of_their_own(words: tuple[str, ...]) -> None:
    hydra = launchers.registered()["hydra"](Path("mpiexec"), "1")
    assert not choice.job_for(hydra, None, 100_000, "MPICH", words).oversubscribed
    assert choice.job_for(hydra, None, 100_000, "MPICH", ("-l",)).oversubscribed


def test_more_ranks_than_an_allocation_has_cpus_share_them() -> None:
    srun = launchers.registered()["srun"](Path("srun"), "1")
    allocation = Allocation("Slurm", "12", ("n1", "n2"), "srun", cpus=4)
    assert "--cpu-bind=cores" in srun.command(choice.job_for(srun, allocation, 4, "MPICH", ()))
    crowded = srun.command(choice.job_for(srun, allocation, 64, "MPICH", ()))
    assert "--overcommit" in crowded
    assert "--cpu-bind=cores" not in crowded


@pytest.mark.parametrize(
    ("job", "words"),
    [
        (Job(4, 4, "MPICH"), "run --ntasks=4 -o cpu-affinity=per-task -o exit-on-error"),
        (Job(4, 2, "MPICH"), "run --ntasks=4 -o cpu-affinity=off -o exit-on-error"),
        (Job(2, 2, "Open MPI", may_bind=False),
         "run --ntasks=2 -o cpu-affinity=off -o pmi=pmix -o exit-on-error"),
        (Job(4, 4, "MPICH", hosts=("n1", "n2"), may_bind=False),
         "run --requires=hosts:n1,n2 --nodes=2 --ntasks=4 -o cpu-affinity=off -o exit-on-error"),
    ],
)  # fmt: skip
def test_flux_is_told_in_its_own_words(job: Job, words: str) -> None:
    flux = launchers.registered()["flux"](Path("flux"), "1")
    assert flux.command(job) == ["flux", *words.split()]


def ended(output: str, *, interrupted: bool = False) -> diagnosis.Diagnosis:
    return diagnosis.diagnose(Outcome(Progress(0), 143, output, 1.0, interrupted))


# What srun of Slurm 22.05 says in such cases.
ABORTED = "srun: Job step aborted: Waiting up to 4 seconds for job step to finish.\n"
STEP = "slurmstepd-n1: error: *** STEP 10.0 ON n1 CANCELLED AT 2026-11-29T05:26:01"


@pytest.mark.parametrize(
    ("output", "why"),
    [
        (f"{ABORTED}{STEP} ***\nsrun: error: n1: task 0: Terminated\n", ""),
        (f"{ABORTED}{STEP} DUE TO TIME LIMIT ***\n", ": its time limit is reached"),
        (f"srun: error: Node failure on n2\n{ABORTED}{STEP} DUE TO NODE FAILURE, SEE ***\n",
         ": a node failed"),
        ("srun: error: Slurm job 12 has expired\n"
         "srun: Check SLURM_JOB_ID environment variable. Expired or invalid job 12\n", ""),
        ("srun: error: Unable to create step for job 13: Job/step already completing or "
         "completed\n", ""),
    ],
)  # fmt: skip
def test_slurm_ends_a_job_and_no_cell_is_to_blame(output: str, why: str) -> None:
    found = ended(output)
    assert (found.kind, found.reason) == (Kind.INTERRUPTED, f"Slurm has ended the job{why}")


def test_a_signal_is_no_reason_where_slurm_has_one() -> None:
    assert not ended(ABORTED, interrupted=True).reason
    output = f"{ABORTED}{STEP} DUE TO NODE FAILURE, SEE ***\n"
    assert ended(output, interrupted=True).reason == "Slurm has ended the job: a node failed"


def test_a_rank_that_fails_under_srun_is_no_end_of_the_job() -> None:
    output = f"srun: error: n1: task 0: Exited with exit code 1\n{STEP} ***\n"
    assert ended(output).kind is Kind.REFUSED


def test_a_rank_of_open_mpi_that_srun_cannot_connect_is_told() -> None:
    output = (
        "$ srun x\n[n2:1] OPAL ERROR: Unreachable in file ext3x_client.c at line 112\n"
        "srun: error: n2: task 1: Exited with exit code 1\nsrun: Force Terminated StepId=1.0\n"
    )
    assert ended(output).sentence.startswith("srun cannot connect the ranks: it needs")


def test_the_time_left_is_shared_among_launches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from strobe.launch import campaign
    from strobe.launch.display import Plain

    class Limited:
        allocation = Allocation("Slurm", "12", ("n1",), "srun", time_left_s=65.0)

    run = campaign.Campaign(Limited(), tmp_path, [1, 2], Plain(2), began_s=100.0)  # type: ignore[arg-type]
    monkeypatch.setattr(time, "monotonic", lambda: 100.0)
    assert run._time_left_s(2) == 28.0
    monkeypatch.setattr(time, "monotonic", lambda: 140.0)
    assert run._time_left_s(1) == 18.0
    monkeypatch.setattr(time, "monotonic", lambda: 160.0)
    with pytest.raises(MeasurementError, match="the time limit of Slurm job 12 leaves no time"):
        run._time_left_s(1)
