# SPDX-License-Identifier: BSD-3-Clause
"""`strobe explore` on programs whose outcomes are known."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from terminal import Answer, Terminal

HEAD = """
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int rank, size, mine, other;
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  mine = other = rank;
"""
TAIL = """
  MPI_Finalize();
  return 0;
}
"""
# The first receive may take the message that the second one names.
RACE = """
  if (rank == 0) {
    MPI_Recv(&other, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &status);
    MPI_Recv(&mine, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &status);
    printf("first from %d\\n", status.MPI_SOURCE + other);
  } else {
    MPI_Send(&mine, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
  }
"""
ORDERS = """
  if (rank == 0) {
    for (int i = 1; i < size; i++) {
      MPI_Probe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &status);
      MPI_Recv(&other, 1, MPI_INT, status.MPI_SOURCE, 5, MPI_COMM_WORLD, &status);
      printf("%d", other);
    }
    printf("\\n");
  } else {
    MPI_Send(&mine, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
  }
"""
# Rank 0 receives from any source; the sum does not depend on the order.
SUM = """
  if (rank == 0) {
    for (int i = 1; i < size; i++) {
      MPI_Recv(&other, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &status);
      MPI_Send(&other, 1, MPI_INT, status.MPI_SOURCE, 6, MPI_COMM_WORLD);
      mine += other;
    }
    printf("%d\\n", mine);
  } else {
    MPI_Send(&mine, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    MPI_Recv(&other, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, &status);
  }
"""
# Each rank sends first, which only works with buffers.
HEAD_ON = """
  MPI_Send(&mine, 1, MPI_INT, 1 - rank, 5, MPI_COMM_WORLD);
  MPI_Recv(&other, 1, MPI_INT, 1 - rank, 5, MPI_COMM_WORLD, &status);
"""
# Rank 0 uses the message although the test may not have found it.
IMPATIENT = """
  MPI_Request request;
  int flag = 0;
  if (rank == 0) {
    MPI_Irecv(&other, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Test(&request, &flag, &status);
    printf("%d\\n", other);
    if (!flag) MPI_Wait(&request, &status);
  } else {
    MPI_Send(&mine, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
"""
# Rank 0 polls until the message is there, and counts how often.
POLLING = """
  MPI_Request request;
  int flag = 0, polls = 0;
  if (rank == 0) {
    MPI_Irecv(&other, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &request);
    for (; !flag; polls++) MPI_Test(&request, &flag, &status);
    printf("%d\\n", polls);
  } else {
    MPI_Send(&mine, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
  }
"""
COLLECT = """
  MPI_Request requests[2];
  int values[2], indices[2], count, index;
  if (rank == 0) {
    for (int i = 0; i < 2; i++)
      MPI_Irecv(&values[i], 1, MPI_INT, i + 1, 5, MPI_COMM_WORLD, &requests[i]);
    %s
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  } else {
    MPI_Send(&mine, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
  }
"""
WAITANY = (
    COLLECT
    % """
    MPI_Waitany(2, requests, &index, &status);
    printf("%d\\n", index);"""
)
WAITSOME = (
    COLLECT
    % """
    MPI_Waitsome(2, requests, &count, indices, MPI_STATUSES_IGNORE);
    for (int i = 0; i < count; i++) printf("%d", indices[i]);
    printf("\\n");"""
)
TESTANY = (
    COLLECT
    % """
    MPI_Testany(2, requests, &index, &count, &status);
    printf("%d\\n", count ? index : -1);"""
)
TESTSOME = (
    COLLECT
    % """
    MPI_Testsome(2, requests, &count, indices, MPI_STATUSES_IGNORE);
    for (int i = 0; i < count; i++) printf("%d", indices[i]);
    printf("!\\n");"""
)
# Rank 0 serves the ranks in the order in which it finds their messages; a rank sends the next one
# when it is served.
SERVER = """
  int flag = 0, served = 0;
  if (rank == 0) {
    while (served < 2) {
      MPI_Iprobe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &flag, &status);
      if (!flag) continue;
      MPI_Recv(&other, 1, MPI_INT, status.MPI_SOURCE, 5, MPI_COMM_WORLD, &status);
      printf("%d", status.MPI_SOURCE);
      served++;
    }
    printf("\\n");
  } else {
    MPI_Send(&mine, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
  }
"""
# The second test of rank 0 can only succeed after the first one, for which rank 1 waits.
MUST_FAIL = """
  MPI_Request request;
  int flag = 0, first;
  if (rank == 0) {
    MPI_Irecv(&other, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &request);
    MPI_Test(&request, &flag, &status);
    first = flag;
    MPI_Send(&mine, 1, MPI_INT, 1, 6, MPI_COMM_WORLD);
    if (!flag) MPI_Test(&request, &flag, &status);
    printf("%d%d\\n", first, flag);
    if (!flag) MPI_Wait(&request, &status);
  } else {
    MPI_Recv(&other, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, &status);
    MPI_Send(&mine, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
  }
"""
# A test of a collective, and of a send that needs its receive.
BARRIER = """
  MPI_Request request;
  int flag = 0;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  if (rank == 0) {
    MPI_Test(&request, &flag, &status);
    printf("%d\\n", flag);
  }
  if (!flag) MPI_Wait(&request, &status);
"""
SYNCHRONOUS = """
  MPI_Request request;
  int flag = 0;
  if (rank == 0) {
    MPI_Issend(&mine, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &request);
    MPI_Test(&request, &flag, &status);
    printf("%d\\n", flag);
    if (!flag) MPI_Wait(&request, &status);
  } else {
    MPI_Recv(&other, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &status);
  }
"""
# Two pairs of ranks that do not depend on each other.
PAIRS = """
  MPI_Request request;
  int flag = 0;
  if (rank %% 2 == 0) {
    MPI_Irecv(&other, 1, MPI_INT, rank + 1, 5, MPI_COMM_WORLD, &request);
    MPI_Test(&request, &flag, &status);
    printf("%d: %d\\n", rank, flag);
    if (!flag) MPI_Wait(&request, &status);
  } else {
    MPI_Send(&mine, 1, MPI_INT, rank - 1, 5, MPI_COMM_WORLD);
  }
""".replace("%%", "%")
PROGRAMS = {
    "race": RACE, "orders": ORDERS, "sum": SUM, "head-on": HEAD_ON, "impatient": IMPATIENT,
    "polling": POLLING, "waitany": WAITANY, "waitsome": WAITSOME, "testany": TESTANY,
    "testsome": TESTSOME, "server": SERVER, "must-fail": MUST_FAIL, "barrier": BARRIER,
    "synchronous": SYNCHRONOUS, "pairs": PAIRS,
}  # fmt: skip


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all programs."""
    folder = tmp_path_factory.mktemp("programs")
    compiler = shutil.which("mpicc")
    assert compiler is not None
    for name, body in PROGRAMS.items():
        source = folder / f"{name}.c"
        source.write_text(HEAD + body + TAIL)
        words = [compiler, "-g", "-o", folder / name, source]
        subprocess.run(list(map(str, words)), check=True, timeout=60)
    return folder


def explored(terminal: Terminal, *words: str | Path) -> tuple[Answer, Any]:
    """What `strobe explore --json` says."""
    answer = terminal.run("explore", "--json", "--output", "found", *map(str, words))
    return answer, json.loads(answer.out) if answer.out else None


def test_a_race_has_an_outcome_with_a_deadlock(terminal: Terminal, programs: Path) -> None:
    answer, told = explored(terminal, "-n", "3", "--sends", "buffered", programs / "race")
    assert answer.status == 1, answer.err
    assert told["complete"]
    assert told["matchings"] == 2
    wrong, right = told["outcomes"]
    assert (wrong["end"], wrong["right"], right["right"]) == ("deadlock", False, True)
    assert right["output"] == ["first from 3"]
    line = 1 + (HEAD + RACE)[: (HEAD + RACE).index("MPI_ANY_SOURCE")].count("\n")
    assert right["because"] == [
        f"rank 0 gets the message of rank 2 in MPI_Recv (race.c:{line}, in main), instead of that "
        "of rank 1"
    ]
    terminal.assert_nothing_left()


def test_a_replay_repeats_an_outcome(terminal: Terminal, programs: Path) -> None:
    answer = terminal.run("explore", "-n", "3", "--sends", "buffered", programs / "race")
    assert answer.status == 1
    repeats = re.findall(r"^ +repeat it: strobe (.*)$", answer.out, re.MULTILINE)
    assert len(repeats) == 2
    assert terminal.run(*repeats[0].split()).status == 1
    again = terminal.run(*repeats[1].split())
    assert (again.status, again.out) == (0, "first from 3\n")


def test_all_orders_of_probes_are_found(terminal: Terminal, programs: Path) -> None:
    answer, told = explored(terminal, "-n", "4", "--sends", "buffered", programs / "orders")
    assert answer.status == 0, answer.err
    assert told["matchings"] == 6
    outputs = sorted(outcome["output"][0] for outcome in told["outcomes"])
    assert outputs == ["123", "132", "213", "231", "312", "321"]


def test_orders_that_make_no_difference_are_one_outcome(terminal: Terminal, programs: Path) -> None:
    answer, told = explored(terminal, "-n", "4", "--sends", "buffered", programs / "sum")
    assert answer.status == 0, answer.err
    (outcome,) = told["outcomes"]
    assert outcome["output"] == ["6"]
    assert outcome["runs"] == told["matchings"] == 6


@pytest.mark.parametrize(
    ("name", "ranks", "outputs"),
    [
        ("polling", 2, ["1", "2"]),
        ("waitany", 3, ["0", "1"]),
        ("waitsome", 3, ["0", "01", "1"]),
        ("testany", 3, ["-1", "0", "1"]),
        ("testsome", 3, ["!", "0!", "01!", "1!"]),
        ("server", 3, ["12", "21"]),
        ("must-fail", 2, ["00", "01"]),
        ("barrier", 3, ["0", "1"]),
        ("synchronous", 2, ["0", "1"]),
    ],
)
def test_tests_and_probes_find_all_that_they_may(
    terminal: Terminal, programs: Path, name: str, ranks: int, outputs: list[str]
) -> None:
    answer, told = explored(terminal, "-n", str(ranks), "--sends", "buffered", programs / name)
    assert answer.status == 0, answer.out + answer.err
    assert told["complete"]
    assert told["infeasible"] == 0
    assert sorted(outcome["output"][0] for outcome in told["outcomes"]) == outputs
    terminal.assert_nothing_left()


def test_a_message_that_is_used_too_early_is_found(terminal: Terminal, programs: Path) -> None:
    answer, told = explored(terminal, "-n", "2", "--sends", "buffered", programs / "impatient")
    assert answer.status == 1, answer.err
    wrong, right = told["outcomes"]
    assert right["output"] == ["1"]
    assert [error.split()[0] for error in wrong["errors"]] == ["receive-buffer-accessed"]
    (because,) = wrong["because"]
    assert because.startswith("rank 0 finds nothing in MPI_Test (impatient.c:")
    assert because.endswith("instead of request 0")


def test_test_delays_bound_a_loop_of_tests(terminal: Terminal, programs: Path) -> None:
    words = ("-n", "2", "--sends", "buffered", "--test-delays", "3", programs / "polling")
    answer, told = explored(terminal, *words)
    assert answer.status == 0, answer.err
    assert (told["runs"], told["test_delays"]) == (4, 3)
    assert sorted(outcome["output"][0] for outcome in told["outcomes"]) == ["1", "2", "3", "4"]
    answer = terminal.run("explore", "-n", "2", "--sends", "buffered", programs / "polling")
    assert answer.status == 0
    assert "found nothing at most once more than they must; --test-delays" in answer.out
    answer = terminal.run("explore", "-n", "3", "--sends", "buffered", programs / "waitany")
    assert "--test-delays" not in answer.out


def test_tests_that_do_not_depend_on_each_other_are_tried_once(
    terminal: Terminal, programs: Path
) -> None:
    answer, told = explored(terminal, "-n", "4", "--sends", "buffered", programs / "pairs")
    assert answer.status == 0, answer.err
    assert len(told["outcomes"]) == told["matchings"] == told["runs"] == 4


def test_a_replay_repeats_what_tests_find(terminal: Terminal, programs: Path) -> None:
    answer = terminal.run("explore", "-n", "3", "--sends", "buffered", programs / "testsome")
    assert answer.status == 0
    assert "rank 0 finds nothing in MPI_Testsome (testsome.c:" in answer.out
    repeats = re.findall(r"^ +repeat it: strobe (.*)$", answer.out, re.MULTILINE)
    outputs = [terminal.run(*words.split()).out for words in repeats]
    assert sorted(outputs) == ["!\n", "0!\n", "01!\n", "1!\n"]


def test_synchronous_sends_are_tried_as_well(terminal: Terminal, programs: Path) -> None:
    answer, told = explored(terminal, "-n", "2", programs / "head-on")
    assert answer.status == 1
    assert {(one["synchronous"], one["end"]) for one in told["outcomes"]} == {
        (True, "deadlock"),
        (False, "finalized"),
    }


def test_a_limit_of_runs_leaves_choices(terminal: Terminal, programs: Path) -> None:
    answer, told = explored(
        terminal, "-n", "4", "--runs", "2", "--sends", "buffered", programs / "orders"
    )
    assert answer.status == 3
    assert told["runs"] == 2
    assert told["open"] > 0
    assert not told["complete"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "name the program to explore, as in `strobe explore -n 3 ./app`"),
        (["--runs", "0", "./app"], "--runs must be a whole number from 1 to 1000000000, not '0'"),
        (["./no-such-program"], "there is no program ./no-such-program"),
    ],
)
def test_bad_input_is_one_sentence(terminal: Terminal, words: list[str], sentence: str) -> None:
    answer = terminal.run("explore", *words)
    assert answer.status == 2
    assert answer.err.startswith(f"strobe: {sentence}"), answer.err


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0 1", "line 1 of choices must be 'RANK OPERATION ANSWER', not '0 1'"),
        ("0 0 9", "line 1 of choices must be ranks of the job, not '9'"),
        ("0 -1 1", "line 1 of choices must be a number of an operation, not '-1'"),
        ("0 0 nothing", "line 1 of choices must be ranks of the job, not 'nothing'"),
        ("0 0 [1,0]", "line 1 of choices must be ascending positions of requests, not '0'"),
        (
            "0 0 [0]",
            "the choices do not fit the program: rank 0 does something else than when they "
            "were made in its operation 0",
        ),
        ("0 0 none", "the choices do not fit the program"),
    ],
)
def test_a_wrong_file_of_choices_is_refused(
    terminal: Terminal, programs: Path, text: str, sentence: str
) -> None:
    (terminal.folder / "choices").write_text(f"{text}\n")
    answer = terminal.run("run", "-n", "3", "--replay", "choices", programs / "race")
    assert answer.status != 0
    assert sentence in answer.err
