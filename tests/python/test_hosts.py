# SPDX-License-Identifier: BSD-3-Clause
"""`strobe run` over several hosts, which are namespaces of this machine: programs that are right,
others that are not, and ranks that are killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hosts import NAMES, VARIABLES, Hosts, UnavailableError, connected
from places import ROOT
from terminal import Answer, Terminal
from thoroughness import sampled

from strobe.coscheduling import interposer
from strobe.launch import mpi
from strobe.records import job_record

BUILD = ROOT / "build" / "release"
TESTS = BUILD / "bin" / "tests"


class Job:
    """Runs programs on all hosts, from the first."""

    def __init__(self, terminal: Terminal, hosts: Hosts) -> None:
        self.terminal, self.hosts = terminal, hosts
        terminal.within = hosts.first.within(terminal.folder)

    def words(self, ranks: int, program: Path, *words: str, options: str = "") -> list[str]:
        """The words of `strobe run` for a program that is built."""
        library = mpi.linked(program)
        assert library is not None
        launcher = "openmpi" if library.mpi == "Open MPI" else "hydra"
        return ["run", "-n", str(ranks), "--hosts", ",".join(self.hosts.names), "--launcher-args",
                shlex.join(self.hosts.launcher_arguments(launcher)), *options.split(), str(program),
                *words]  # fmt: skip

    def run(self, ranks: int, program: Path, *words: str, options: str = "") -> Answer:
        """Run one to its end."""
        return self.terminal.run(*self.words(ranks, program, *words, options=options), **VARIABLES)


@contextlib.contextmanager
def made_or_skipped(folder: Path, count: int) -> Iterator[Hosts]:
    if not (TESTS / "run_tests").exists():
        pytest.skip("run_tests is not built")
    with contextlib.ExitStack() as stack:
        try:
            made = stack.enter_context(connected(folder, count))
        except UnavailableError as error:
            pytest.skip(str(error))
        yield made


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosts]:
    with made_or_skipped(tmp_path_factory.mktemp("hosts"), 2) as made:
        yield made


@contextlib.contextmanager
def job_on(terminal: Terminal, hosts: Hosts) -> Iterator[Job]:
    yield Job(terminal, hosts)
    for host in hosts.hosts:
        # Where a rank ends all, MPICH leaves its own segment behind, as it does by itself.
        assert [name for name in host.shared_memory if not name.startswith("mpich_shm_")] == []


@pytest.fixture
def job(terminal: Terminal, hosts: Hosts, monkeypatch: pytest.MonkeyPatch) -> Iterator[Job]:
    monkeypatch.delenv(interposer.VARIABLE, raising=False)
    with job_on(terminal, hosts) as made:
        yield made


@pytest.mark.parametrize(
    ("ranks", "mode"),
    [
        (3, "deterministic"),
        *sampled(
            [
                (2, "deterministic"),
                (4, "deterministic"),
                (4, "adaptive"),
                (4, "fast"),
                (3, "strict"),
            ],
            2,
        ),
    ],
)
def test_messages_and_collectives_are_right_across_hosts(job: Job, ranks: int, mode: str) -> None:
    answer = job.run(ranks, TESTS / "run_tests", options=f"--mode {mode}")
    assert answer.status == 0, answer.out + answer.err
    assert "[  PASSED  ]" in answer.out


def test_half_of_the_ranks_are_on_the_other_host(job: Job) -> None:
    answer = job.run(4, BUILD / "bin" / "coscheduling-sweep", "steps=2", options="--record job")
    assert answer.sentence == "strobe: the record is in job"
    found = job_record.read(job.terminal.folder / "job").ranks
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


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["gossip", "halo", "fan_in"])
def test_64_ranks_on_8_hosts_have_the_answer_and_the_hash_of_one_host(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.delenv(interposer.VARIABLE, raising=False)
    program = BUILD / "bin" / f"coscheduling-{name}"
    alone = terminal.run("run", "-n", "64", "--json", program, "steps=10")
    with made_or_skipped(tmp_path, 8) as hosts, job_on(terminal, hosts) as job:
        across = job.run(64, program, "steps=10", options="--json")
    told = [json.loads(answer.err) for answer in (alone, across)]
    assert told[0]["hash"] == told[1]["hash"]
    assert {rank["host"] for rank in told[1]["ranks"]} == set(NAMES)
    assert alone.out.partition(" time_s")[0] == across.out.partition(" time_s")[0]


def test_a_deadlock_is_told_once_with_all_ranks_and_the_cycle(job: Job) -> None:
    answer = job.run(4, TESTS / "run_deadlock", options="--record job")
    assert answer.status == 1
    assert answer.err.count("strobe run: deadlock: no rank can continue") == 1
    waits = re.findall(r"  rank (\d) waits in MPI_Recv .*from rank (\d) of", answer.err)
    assert waits == [("0", "3"), ("3", "2"), ("2", "1"), ("1", "0")]
    assert "\n  the cycle: 0 -> 3 -> 2 -> 1 -> 0\n" in answer.err
    assert {rank.end for rank in job_record.read(job.terminal.folder / "job").ranks} == {"deadlock"}


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("truncated", r"rank \d fails in MPI_Recv \(.*\): the message with tag 5 from rank 0 of"),
        ("mismatched", r"on MPI_COMM_WORLD, rank \d calls .* as collective 1, where rank \d calls"),
        (
            "mismatched-roots",
            r"on MPI_COMM_WORLD, rank \d calls .* as collective \d, where rank \d calls",
        ),
    ],
)
def test_what_is_wrong_between_hosts_is_named(job: Job, word: str, sentence: str) -> None:
    for ranks in (2, 4):
        answer = job.run(ranks, TESTS / "run_wrong", word)
        assert answer.status != 0
        assert re.search(sentence, answer.out + answer.err), answer.out + answer.err


def test_a_message_to_the_other_host_that_nobody_received_is_named(job: Job) -> None:
    answer = job.run(4, TESTS / "run_wrong", "unreceived")
    assert answer.status == 0
    assert answer.err == (
        "strobe run: rank 0 sent 1 message that no rank received: 8 bytes with tag 5 to world "
        "rank 3 on MPI_COMM_WORLD (run_wrong, in main); each send needs a matching receive\n"
    )


def test_a_rank_that_is_killed_on_the_other_host_ends_all(job: Job) -> None:
    sweep = BUILD / "bin" / "coscheduling-sweep"
    words = job.words(4, sweep, "steps=100000000", options="--record job")
    process = job.terminal.start(*words, **VARIABLES)
    ranks = job.terminal.all_begun("job", 4)
    time.sleep(0.5)
    os.kill(ranks[3].pid, signal.SIGKILL)
    answer = job.terminal.end(process)
    # UCX ends a rank by SIGSEGV whose peer has gone, and the launcher may tell that death or none.
    assert answer.status == 128 + signal.SIGKILL
    call = r"(in|after) MPI_\w+ \(coscheduling-sweep, in \w+\)"
    number = r"by signal 9 \(SIGKILL\)"
    told = rf"strobe: rank 3 on beta was killed ({number} {call}|{call}, probably {number}); if mem"
    assert re.search(told, answer.err), answer.err


def test_jobs_that_share_both_hosts_run_in_turns(job: Job) -> None:
    sweep = BUILD / "bin" / "coscheduling-sweep"
    other = job.terminal.start(
        *job.words(4, sweep, "steps=100000000", options="--share --record other"), **VARIABLES
    )
    job.terminal.all_begun("other", 4)
    shared = job.run(4, sweep, "steps=200", "grain=500", options="--share --record job")
    assert re.search(r"\nstrobe: other jobs had the time slots for .* of the ranks", shared.err)
    # About half of it; a rank was not always stopped where the other job's ranks had begun late.
    assert all(rank.stopped_s > 0 for rank in job_record.read(job.terminal.folder / "job").ranks)
    os.kill(other.pid, signal.SIGINT)
    assert "strobe: other jobs had the time slots for" in job.terminal.end(other).err
    alone = job.run(4, sweep, "steps=200", "grain=500", options="--share")
    assert alone.sentence == "strobe: no other job with --share was on these hosts"
    assert {checksum(shared), checksum(alone)} == {checksum(shared)}


def checksum(answer: Answer) -> str:
    """What the program computed, without the time that it took."""
    return answer.out.partition(" time_s")[0]


HOLD_ALL_SLOTS = """
import socket
held = [socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(16)]
for row, one in enumerate(held):
    one.bind(f"\\0strobe/time-slots/{row}")
print("held", flush=True)
input()
"""


def test_a_job_for_which_no_slot_is_free_on_some_host_is_refused(job: Job) -> None:
    words = [*job.hosts.hosts[1].within(job.terminal.folder), sys.executable, "-c", HOLD_ALL_SLOTS]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        answer = job.run(2, BUILD / "bin" / "coscheduling-sweep", "steps=2", options="--share")
        holder.communicate(b"\n")
    assert answer.status == 125
    assert answer.out == ""
    assert "16 jobs share a host already, which are as many as --share allows" in answer.err
