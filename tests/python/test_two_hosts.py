# SPDX-License-Identifier: BSD-3-Clause
"""`strobe run` over two hosts, which are namespaces of this machine: programs that are right, those
that are not, and ranks that are killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from terminal import ROOT, Answer, Terminal
from two_hosts import VARIABLES, TwoHosts, UnavailableError, two_hosts

from strobe.coscheduling import interposer, record
from strobe.launch import mpi

BUILD = ROOT / "build" / "release"
TESTS = BUILD / "bin" / "tests"
AGENTS = {"MPICH": "-launcher rsh -launcher-exec {}", "Open MPI": "--mca plm_ssh_agent {}"}


class Job:
    """Runs programs on both hosts, from the first."""

    def __init__(self, terminal: Terminal, hosts: TwoHosts) -> None:
        self.terminal, self.hosts = terminal, hosts
        terminal.within = hosts.first.within(terminal.folder)

    def words(self, ranks: int, program: Path, *words: str, options: str = "") -> list[str]:
        """The words of `strobe run` for a program that is built."""
        library = mpi.linked(program)
        assert library is not None
        agent = AGENTS[library.mpi].format(self.hosts.agent)
        return ["run", "-n", str(ranks), "--hosts", self.hosts.names, "--launcher-args", agent,
                *options.split(), str(program), *words]  # fmt: skip

    def run(self, ranks: int, program: Path, *words: str, options: str = "") -> Answer:
        """Run one to its end."""
        return self.terminal.run(*self.words(ranks, program, *words, options=options), **VARIABLES)


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoHosts]:
    if not (TESTS / "run_tests").exists():
        pytest.skip("run_tests is not built")
    with contextlib.ExitStack() as stack:
        try:
            made = stack.enter_context(two_hosts(tmp_path_factory.mktemp("hosts")))
        except UnavailableError as error:
            pytest.skip(str(error))
        yield made


@pytest.fixture
def job(terminal: Terminal, hosts: TwoHosts, monkeypatch: pytest.MonkeyPatch) -> Iterator[Job]:
    monkeypatch.delenv(interposer.VARIABLE, raising=False)
    yield Job(terminal, hosts)
    assert hosts.first.shared_memory == hosts.second.shared_memory == []


@pytest.mark.parametrize(
    ("ranks", "mode"),
    [(2, "deterministic"), (3, "deterministic"), (4, "deterministic"), (4, "adaptive"),
     (4, "fast"), (3, "strict")],
)  # fmt: skip
def test_messages_and_collectives_are_right_across_hosts(job: Job, ranks: int, mode: str) -> None:
    answer = job.run(ranks, TESTS / "run_tests", options=f"--mode {mode}")
    assert answer.status == 0, answer.out + answer.err
    assert "[  PASSED  ]" in answer.out


def test_half_of_the_ranks_are_on_the_other_host(job: Job) -> None:
    answer = job.run(4, BUILD / "bin" / "coscheduling-sweep", "steps=2", options="--record job")
    assert answer.sentence == "strobe: the record is in job"
    found = record.read(job.terminal.folder / "job").ranks
    assert [rank.host for rank in found] == ["alpha", "alpha", "beta", "beta"]
    assert [rank.end for rank in found] == ["finalized"] * 4


def test_a_fan_in_has_one_order_and_one_hash_across_hosts_as_on_one(job: Job) -> None:
    fan_in = BUILD / "bin" / "coscheduling-fan_in"
    hashes, outputs = set(), set()
    for _ in range(3):
        answer = job.run(4, fan_in, "steps=30", "grain=20", options="--json")
        hashes.add(json.loads(answer.err)["hash"])
        outputs.add(answer.out.partition(" time_s")[0])
    alone = job.terminal.run("run", "-n", "4", "--json", fan_in, "steps=30", "grain=20")
    hashes.add(json.loads(alone.err)["hash"])
    outputs.add(alone.out.partition(" time_s")[0])
    assert len(hashes) == len(outputs) == 1


def test_a_rank_that_is_killed_on_the_other_host_ends_all(job: Job) -> None:
    sweep = BUILD / "bin" / "coscheduling-sweep"
    words = job.words(4, sweep, "steps=100000000", options="--record job")
    process = job.terminal.start(*words, **VARIABLES)
    ranks = job.terminal.all_begun("job", 4)
    os.kill(ranks[3].pid, signal.SIGKILL)
    answer = job.terminal.end(process)
    if answer.status == 128 + signal.SIGKILL:
        assert re.search(r"strobe: (rank 3|a rank) was killed by signal 9 \(SIGKILL\)", answer.err)
    else:
        assert re.search(r"strobe: the launcher gave up before \d of 4 ranks", answer.err)
    # MPICH's own segment of the other host stays, as it does without the runtime.
    left = job.hosts.second.shared_memory
    assert [name for name in left if not name.startswith("mpich_shm_")] == []
    job.hosts.second.run("find", "/dev/shm", "-type", "f", "-delete")
