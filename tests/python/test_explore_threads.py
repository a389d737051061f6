# SPDX-License-Identifier: BSD-3-Clause
"""`strobe explore` on programs whose threads call MPI."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from terminal import Terminal
from thoroughness import sampled

PROGRAM = """
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
static int rank, got[2];
static MPI_Comm communicators[2];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile int is_set;
/* The main thread of rank 0 is number 0, and the other one number 1. */
static void both(int number) {
  MPI_Status status;
  (void)status;
  %s
}
static void* second(void* nothing) {
  both(1);
  return nothing;
}
int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 2; i++) MPI_Comm_dup(MPI_COMM_WORLD, &communicators[i]);
  if (rank == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, second, NULL);
    both(0);
    pthread_join(thread, NULL);
    printf("%%d %%d\\n", got[0], got[1]);
  } else {
    %s
  }
  for (int i = 0; i < 2; i++) MPI_Comm_free(&communicators[i]);
  MPI_Finalize();
  return 0;
}
"""
RECEIVE_TWO = """
    int values[2];
    for (int i = 0; i < 2; i++)
      MPI_Recv(&values[i], 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("got %d %d\\n", values[0], values[1]);"""
SEND_ONE = "MPI_Send(&rank, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);"
RECEIVE = "MPI_Recv(&got[number], 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &status);"
PROBE = """
  MPI_Probe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &status);
  MPI_Recv(&got[number], 1, MPI_INT, status.MPI_SOURCE, 5, MPI_COMM_WORLD, &status);"""
PROGRAMS = {
    "send": ("MPI_Send(&number, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);", RECEIVE_TWO),
    "receive": (RECEIVE, SEND_ONE),
    "probe": (PROBE, SEND_ONE),
    "matched-probe": (
        """
  MPI_Message message;
  MPI_Mprobe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &message, &status);
  MPI_Mrecv(&got[number], 1, MPI_INT, &message, &status);""",
        SEND_ONE,
    ),
    "probe-in-lock": (
        f"pthread_mutex_lock(&mutex);{PROBE}\n  pthread_mutex_unlock(&mutex);",
        SEND_ONE,
    ),
    "iprobe": (
        """
  int flag = 0;
  while (!flag) MPI_Iprobe(1, 5 + number, MPI_COMM_WORLD, &flag, &status);
  MPI_Recv(&got[number], 1, MPI_INT, 1, 5 + number, MPI_COMM_WORLD, &status);""",
        """
    for (int i = 0; i < 2; i++) MPI_Send(&i, 1, MPI_INT, 0, 6 - i, MPI_COMM_WORLD);""",
    ),
    # An MPI_Iprobe of one thread may find the message that the other one receives.
    "iprobe-race": (
        """
  int flag;
  MPI_Iprobe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &flag, &status);
  if (flag) MPI_Recv(&got[number], 1, MPI_INT, status.MPI_SOURCE, 5, MPI_COMM_WORLD, &status);
  else MPI_Recv(&got[number], 1, MPI_INT, 1, 6, MPI_COMM_WORLD, &status);
  """,
        """
    for (int i = 0; i < 2; i++) MPI_Send(&rank, 1, MPI_INT, 0, 5 + i, MPI_COMM_WORLD);""",
    ),
    "communicators": (
        """
  MPI_Send(&number, 1, MPI_INT, 1, 5, communicators[number]);
  MPI_Recv(&got[number], 1, MPI_INT, 1, 5, communicators[number], &status);""",
        """
    for (int i = 0, value; i < 2; i++) {
      MPI_Recv(&value, 1, MPI_INT, 0, 5, communicators[i], MPI_STATUS_IGNORE);
      value += 10;
      MPI_Send(&value, 1, MPI_INT, 0, 5, communicators[i]);
    }""",
    ),
    # A thread waits for the other one without a lock, which nobody can see.
    "spinning": (
        """
  if (number == 0) while (!is_set) sched_yield();
  else MPI_Send(&number, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
  is_set = 1;""",
        "int value; MPI_Recv(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);",
    ),
}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all programs."""
    folder = tmp_path_factory.mktemp("programs")
    compiler = shutil.which("mpicc")
    assert compiler is not None
    for name, (threads, others) in PROGRAMS.items():
        source = folder / f"{name}.c"
        source.write_text(PROGRAM % (threads, others))
        words = [compiler, "-g", "-pthread", "-o", folder / name, source]
        subprocess.run(list(map(str, words)), check=True, timeout=60)
    return folder


def explored(terminal: Terminal, *words: str | Path) -> Any:
    """What `strobe explore --json` says of a program with buffered sends."""
    answer = terminal.run(
        "explore", "--json", "--sends", "buffered", "--output", "found", *map(str, words)
    )
    assert answer.out, answer.err
    return json.loads(answer.out)


def ends(told: Any) -> set[tuple[str, ...]]:
    return {(one["end"], *one["output"]) for one in told["outcomes"]}


OUTCOMES: list[tuple[str, int, set[tuple[str, ...]]]] = [
    ("send", 2, {("finalized", "0 0", "got 0 1"), ("finalized", "0 0", "got 1 0")}),
    ("receive", 3, {("finalized", "1 2"), ("finalized", "2 1")}),
    ("probe", 3, {("finalized", "1 2"), ("finalized", "2 1"), ("deadlock",)}),
    ("matched-probe", 3, {("finalized", "1 2"), ("finalized", "2 1")}),
    ("probe-in-lock", 3, {("finalized", "1 2"), ("finalized", "2 1")}),
    ("iprobe", 2, {("finalized", "1 0")}),
    ("iprobe-race", 2, {("finalized", "1 1"), ("deadlock",)}),
    ("communicators", 2, {("finalized", "10 11")}),
]


@pytest.mark.parametrize(("name", "ranks", "wanted"), sampled(OUTCOMES, 3))
def test_threads_have_every_outcome(
    terminal: Terminal, programs: Path, name: str, ranks: int, wanted: set[tuple[str, ...]]
) -> None:
    told = explored(terminal, "-n", str(ranks), programs / name)
    assert told["complete"], told
    assert ends(told) == wanted


def test_an_order_of_threads_is_repeated(terminal: Terminal, programs: Path) -> None:
    told = explored(terminal, "-n", "2", programs / "send")
    for number, one in enumerate(told["outcomes"], 1):
        words = ("run", "-n", "2", "--replay", f"found/outcome-{number}.choices")
        for checks in ((), ("--check",)):
            answer = terminal.run(*words, *checks, str(programs / "send"))
            assert answer.status == 0, answer.err
            assert sorted(answer.out.split("\n"))[1:] == one["output"]


def test_an_outcome_says_which_thread_goes_on(terminal: Terminal, programs: Path) -> None:
    answer = terminal.run(
        "explore", "-n", "2", "--sends", "buffered", "--report", "page.html",
        str(programs / "send"),
    )  # fmt: skip
    assert "has thread 1 go on, in MPI_Send (send.c:" in answer.out, answer.out
    assert "On the right: thread" in (terminal.folder / "page.html").read_text()


def test_calls_on_different_communicators_commute(terminal: Terminal, programs: Path) -> None:
    """What the threads learn and let others know has several orders, and one outcome."""
    told = explored(terminal, "-n", "2", programs / "communicators")
    assert told["complete"]
    assert told["runs"] <= 20


def test_a_thread_that_waits_in_a_loop_is_not_said_to_be_explored(
    terminal: Terminal, programs: Path
) -> None:
    words = ("-n", "2", "--sends", "buffered", str(programs / "spinning"))
    answer = terminal.run("explore", *words)
    assert answer.status == 3, answer.out + answer.err
    assert "no others were tried: a thread of rank 0 waits" in answer.out
