# SPDX-License-Identifier: BSD-3-Clause
"""`strobe explore` on programs with windows: the outcomes that the runtime itself finds are those
of all interleavings."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from one_sided_programs import (
    Add,
    End,
    Fence,
    Flush,
    Get,
    If,
    Lock,
    Program,
    Put,
    Receive,
    Send,
    Step,
    Swap,
    Sync,
    Unlock,
    every_end,
    random_program,
)
from terminal import Terminal
from thoroughness import sampled

PROGRAMS = 2
MOST_ENDS = 12
"""Each end takes a run at least."""
HEAD = """
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char** argv) {
  int rank, size, n = 0, one = 1;
  int memory[4] = {0}, result[64] = {0};
  MPI_Win win, locks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &locks);
"""
TAIL = """
  MPI_Win_free(&locks);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
"""
WITH_FENCES = """
  MPI_Win_fence(0, win);
  if (rank != 0) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Accumulate(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  if (rank == 0) printf("%d %d\\n", memory[0], memory[1]);
"""
WITH_PSCW = """
  MPI_Group world, origins, target;
  int ranks[2] = {1, 2}, zero = 0;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, ranks, &origins);
  MPI_Group_incl(world, 1, &zero, &target);
  for (int i = 0; i < 2; i++) {
    if (rank == 0) {
      MPI_Win_post(origins, 0, win);
      MPI_Win_wait(win);
      printf("%d\\n", memory[0]);
    } else {
      MPI_Win_start(target, 0, win);
      if (i == 0) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
      MPI_Win_complete(win);
    }
  }
  MPI_Group_free(&origins);
  MPI_Group_free(&target);
  MPI_Group_free(&world);
"""
WITH_LOCKS = """
  int before;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Get(&before, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  before = 2 * before + rank;
  MPI_Put(&before, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("%d\\n", memory[0]);
"""
# Rank 0 takes the locks of 0 and 1, and rank 1 in the other order.
TWO_LOCKS = """
  MPI_Win other;
  MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, rank == 0 ? locks : other);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, rank == 0 ? other : locks);
  MPI_Win_unlock(0, locks);
  MPI_Win_unlock(0, other);
  MPI_Win_free(&other);
"""
# A request of a get, and data that are not contiguous.
WITH_REQUESTS = """
  MPI_Datatype pair;
  MPI_Request request;
  int got[3] = {-1, -1, -1}, put[2] = {5, 6};
  MPI_Type_vector(2, 1, 2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Rput(put, 2, MPI_INT, 1, 0, 1, pair, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Rget(got, 1, pair, 1, 0, 1, pair, win, &request);
    MPI_Type_free(&pair);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    printf("%d %d %d\\n", got[0], got[1], got[2]);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) printf("at last %d %d %d\\n", memory[0], memory[1], memory[2]);
  if (rank == 0) MPI_Type_free(&pair);
"""
# Rank 1 waits until it sees the value, and counts how often it looks.
SPINNING = """
  int seen = 0, looks = 0, value = 7;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  } else {
    for (; seen != 7; looks++) {
      MPI_Get(&seen, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
      MPI_Win_flush(1, win);
    }
    printf("%d\\n", looks);
  }
  MPI_Win_unlock_all(win);
"""
# Of two ranks whose maximum and place is a pair with padding.
WITH_PAIRS = """
  struct { double value; int place; } own = {rank == 1 ? 3 : 2, rank};
  MPI_Win_free(&win);
  void* base;
  MPI_Win_allocate(16, 16, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  ((double*)base)[0] = -1;
  MPI_Win_fence(0, win);
  MPI_Accumulate(&own, 1, MPI_DOUBLE_INT, 0, 0, 1, MPI_DOUBLE_INT, MPI_MAXLOC, win);
  MPI_Win_fence(0, win);
  if (rank == 0) printf("%g %d\\n", ((double*)base)[0], ((int*)base)[2]);
"""


def built(folder: Path, name: str, body: str) -> Path:
    source = folder / f"{name}.c"
    source.write_text(HEAD + body + TAIL)
    compiler = shutil.which("mpicc")
    assert compiler is not None
    words = [compiler, "-g", "-o", str(folder / name), str(source)]
    subprocess.run(words, check=True, timeout=120)
    return folder / name


def explored(terminal: Terminal, program: Path, ranks: int, *words: str) -> Any:
    """What `strobe explore --json` finds with buffered sends."""
    answer = terminal.run(
        "explore", "-n", str(ranks), "--sends", "buffered", "--json", *words, program
    )
    return json.loads(answer.out.splitlines()[-1])


def outputs(found: Any) -> set[tuple[str, ...]]:
    return {tuple(one["output"]) for one in found["outcomes"] if one["end"] == "finalized"}


@pytest.mark.parametrize(
    ("body", "ranks", "lines"),
    [
        (WITH_FENCES, 3, {("1 3",), ("2 3",)}),
        (WITH_PSCW, 3, {("1", "1"), ("2", "2")}),
        (WITH_LOCKS, 3, {(f"{value}",) for value in (4, 5, 6, 8, 9, 10)}),
        (WITH_REQUESTS, 2, {("5 -1 6", "at last 5 0 6"), ("0 -1 0", "at last 5 0 6")}),
        (WITH_PAIRS, 3, {("3 1",)}),
    ],
)
def test_all_orders_are_found(
    terminal: Terminal, tmp_path: Path, body: str, ranks: int, lines: set[tuple[str, ...]]
) -> None:
    found = explored(terminal, built(tmp_path, "app", body), ranks)
    assert found["complete"]
    assert found["infeasible"] == 0
    assert outputs(found) == lines


def test_locks_in_opposite_orders_are_a_deadlock(terminal: Terminal, tmp_path: Path) -> None:
    found = explored(terminal, built(tmp_path, "app", TWO_LOCKS), 2)
    assert found["complete"]
    assert {one["end"] for one in found["outcomes"]} == {"finalized", "deadlock"}


def test_a_loop_that_waits_for_a_value_is_bounded(terminal: Terminal, tmp_path: Path) -> None:
    found = explored(terminal, built(tmp_path, "app", SPINNING), 2, "--test-delays", "1")
    assert found["complete"]
    assert found["test_delays"] == 1
    assert outputs(found) == {("1",), ("2",), ("3",)}


def test_a_replay_repeats_an_order_and_names_it(terminal: Terminal, tmp_path: Path) -> None:
    program = built(tmp_path, "app", WITH_LOCKS)
    answer = terminal.run("explore", "-n", "2", "--sends", "buffered", program)
    assert "take effect" in answer.out or "MPI_Win_lock" in answer.out
    for block in answer.out.split("\n\n")[1:]:
        said = re.search(r"sorted:\n *(\d+)\n *repeat it: strobe (.*)", block)
        assert said is not None
        again = terminal.run(*said[2].split())
        assert again.out.split() == [said[1]]


# Random programs.


def _in_c(step: Step) -> str:
    """As statements of C."""
    if isinstance(step, If):
        return f"if (n != 0 && result[n - 1] == {step.result}) {{ {_in_c(step.step)} }}"
    if isinstance(step, Put | Get | Add | Swap):
        return f"{{ {_call_in_c(step)} }}"
    if isinstance(step, Flush):
        return f"MPI_Win_flush{'_local' if step.is_local else ''}_all(win);"
    if isinstance(step, Sync):
        return "MPI_Win_sync(win); result[n++] = memory[0] + 100 * memory[1];"
    if isinstance(step, Fence):
        return "MPI_Win_flush_all(win); MPI_Barrier(MPI_COMM_WORLD);"
    if isinstance(step, Lock):
        kind = "EXCLUSIVE" if step.is_exclusive else "SHARED"
        return f"MPI_Win_lock(MPI_LOCK_{kind}, {step.target}, 0, locks);"
    if isinstance(step, Unlock):
        return f"MPI_Win_flush_all(win); MPI_Win_unlock({step.target}, locks);"
    if isinstance(step, Send):
        return f"MPI_Send(NULL, 0, MPI_INT, {step.to}, 0, MPI_COMM_WORLD);"
    assert isinstance(step, Receive)
    return f"MPI_Recv(NULL, 0, MPI_INT, {step.source}, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"


def _call_in_c(step: Put | Get | Add | Swap) -> str:
    where = f"{step.target}, {step.at}"
    data = "1, MPI_INT"
    if isinstance(step, Get):
        return f"MPI_Get(&result[n++], {data}, {where}, {data}, win);"
    value = f"static const int v = {step.value};"
    if isinstance(step, Put):
        return f"{value} MPI_Put(&v, {data}, {where}, {data}, win);"
    if isinstance(step, Swap):
        compared = f"static const int e = {step.expected};"
        call = f"MPI_Compare_and_swap(&v, &e, &result[n++], MPI_INT, {where}, win);"
        return f"{value} {compared} {call}"
    if step.fetches:
        return f"{value} MPI_Fetch_and_op(&v, &result[n++], MPI_INT, {where}, MPI_SUM, win);"
    return f"{value} MPI_Accumulate(&v, {data}, {where}, {data}, MPI_SUM, win);"


def _body(program: Program) -> str:
    own = "".join(
        f"  if (rank == {rank}) {{\n" + "".join(f"    {_in_c(step)}\n" for step in steps) + "  }\n"
        for rank, steps in enumerate(program)
    )
    return (
        "  (void)one;\n  MPI_Win_lock_all(0, win);\n" + own + "  MPI_Win_unlock_all(win);\n"
        "  MPI_Barrier(MPI_COMM_WORLD);\n"
        "  char line[999];\n"
        '  int at = sprintf(line, "%d: %d %d:", rank, memory[0], memory[1]);\n'
        '  for (int i = 0; i < n; i++) at += sprintf(line + at, " %d", result[i]);\n'
        '  at += sprintf(line + at, "\\n");\n'
        "  if (write(1, line, at) != at) return 1;\n"
    )


def _lines(end: End) -> tuple[str, ...]:
    _, memory, results = end
    return tuple(
        f"{rank}: {' '.join(map(str, own))}:{''.join(f' {one}' for one in results[rank])}"
        for rank, own in enumerate(memory)
    )


def _small(seeds: range) -> list[int]:
    """Those of programs with some ends, and not too many."""
    return [seed for seed in seeds if 1 < len(every_end(random_program(seed))) <= MOST_ENDS]


@pytest.mark.parametrize("seed", sampled(_small(range(40)), PROGRAMS))
def test_random_programs_have_the_ends_of_all_interleavings(
    terminal: Terminal, tmp_path: Path, seed: int
) -> None:
    program = random_program(seed)
    found = explored(terminal, built(tmp_path, "app", _body(program)), len(program),
                     "--test-delays", "100")  # fmt: skip
    ends = every_end(program)
    assert found["complete"]
    assert outputs(found) == {_lines(end) for end in ends if end[0]}, program
    is_stuck = any(one["end"] == "deadlock" for one in found["outcomes"])
    assert is_stuck is any(not end[0] for end in ends)
