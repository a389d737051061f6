# SPDX-License-Identifier: BSD-3-Clause
"""The orders of one-sided operations that `strobe explore` tries, against all interleavings of
small random programs.

The programs run in a model of the runtime (one_sided_programs.py), so that thousands of them take
minutes. What the runtime itself does is in test_explore.py.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from brute_force import assert_every_end_is_found
from one_sided_programs import (
    Add,
    End,
    Flush,
    Get,
    Lock,
    Program,
    Put,
    Receive,
    Runtime,
    Send,
    Step,
    Swap,
    Unlock,
    every_end,
    random_program,
)
from thoroughness import in_blocks, sampled

from strobe.explore.accesses import After, Choice
from strobe.explore.alternatives import Run
from strobe.explore.operations import Answer
from strobe.explore.outcome import Outcome, Trial
from strobe.explore.search import Exploration, Limits, explore

PROGRAMS = 12
UNBOUNDED = 1000


def explored(program: Program, delays: int = UNBOUNDED) -> tuple[Exploration, set[End]]:
    """What the search finds, as every_end says it."""
    ends: set[End] = set()

    def tried(_synchronous: bool, forced: dict[Choice, Answer]) -> Trial:
        runtime = Runtime(program, forced)
        runtime.run()
        run, end = Run(runtime.orders), runtime.state.end
        is_feasible = not run.differs(forced) and (end[0] or not run.unmet(forced))
        if is_feasible:
            ends.add(end)
        outcome = Outcome(0, "finalized" if end[0] else "deadlock", (), ())
        return Trial(forced, False, outcome, run, is_feasible, "", {})

    limits = Limits(100_000, 1e9, 1, delays)
    return explore(tried, (False,), limits, lambda _: None), ends


@pytest.mark.parametrize("seeds", in_blocks(sampled(range(4000), PROGRAMS)))
def test_the_ends_are_those_of_all_interleavings(seeds: Sequence[int]) -> None:
    assert_every_end_is_found(seeds, random_program, explored, every_end)


def test_operations_that_commute_are_tried_once() -> None:
    """Three ranks add to one place, put to places of their own, and read another one."""
    program: Program = [
        [Add(0, 0, rank), Put(rank, 1, rank), Get(1, 0), Flush()] for rank in range(3)
    ]
    found, ends = explored(program)
    assert found.runs == found.matchings == len(ends) == 1


@pytest.mark.parametrize("ranks", [2, 3, 4])
def test_tickets_are_given_in_every_order(ranks: int) -> None:
    program: Program = [[Add(0, 0, 1, fetches=True), Flush()]] * ranks
    found, ends = explored(program)
    orders = 1
    for number in range(2, ranks + 1):
        orders *= number
    assert found.runs == found.matchings == len(ends) == orders


def test_locks_in_opposite_orders_can_be_a_deadlock() -> None:
    """Whichever rank gets both locks first is right; each with one of them waits for ever."""
    program: Program = [
        [Lock(0, True), Lock(1, True), Unlock(1), Unlock(0)],
        [Lock(1, True), Lock(0, True), Unlock(0), Unlock(1)],
    ]
    found, ends = explored(program)
    assert found.is_complete
    assert {is_over for is_over, _, _ in ends} == {True, False}


def test_what_a_message_orders_has_one_order() -> None:
    program: Program = [
        [Put(1, 0, 5), Flush(), Send(1)],
        [Receive(0), Get(1, 0), Flush()],
    ]
    found, ends = explored(program)
    assert found.runs == 1
    assert ends == {(True, ((0, 0), (5, 0)), ((), (5,)))}


def test_an_operation_without_a_flush_may_take_effect_late() -> None:
    program: Program = [[Put(1, 0, 5), Send(1), Flush()], [Receive(0), Get(1, 0), Flush()]]
    _, ends = explored(program)
    assert {results[1] for _, _, results in ends} == {(0,), (5,)}


@pytest.mark.parametrize("delays", [0, 1, 3])
def test_a_loop_that_waits_for_a_change_is_bounded(delays: int) -> None:
    """The calls of such a loop have one line. Each round more is one run."""
    get = Get(1, 0)
    rounds: list[Step] = [get, Flush()] * 6
    program: Program = [[Put(1, 0, 1), Flush()], rounds]

    def tried(_synchronous: bool, forced: dict[Choice, Answer]) -> Trial:
        runtime = Runtime(program, forced, line_of=lambda step: 1 if step is get else 2)
        runtime.run()
        outcome = Outcome(0, "finalized", (), (str(runtime.state.end),))
        return Trial(forced, False, outcome, Run(runtime.orders), True, "", {})

    limits = Limits(100, 1e9, 1, delays)
    found = explore(tried, (False,), limits, lambda _: None)
    assert found.is_complete
    assert found.is_bounded
    assert len(found.found) == found.runs == delays + 2


def test_a_swap_that_succeeds_is_no_round_of_a_loop() -> None:
    program: Program = [
        [Swap(0, 0, 0, 1), Flush()],
        [Swap(0, 0, 0, 2), Flush()],
    ]
    found, ends = explored(program, delays=0)
    assert not found.is_bounded
    assert len(ends) == 2


def test_a_choice_names_what_comes_right_before() -> None:
    """Not all that came before: the others follow from these."""
    runtime = Runtime([[Add(0, 0, 1, fetches=True), Flush()]] * 3, {})
    runtime.run()
    choices = Run(runtime.orders).choices
    assert choices == {(0, 0): After(()), (1, 0): After(((0, 0),)), (2, 0): After(((1, 0),))}


def test_a_long_run_is_read_in_time() -> None:
    ranks, rounds = 3, 150
    steps: list[Step] = [Add(0, 0, 1, fetches=True), Flush()] * rounds
    runtime = Runtime([steps] * ranks, {})
    runtime.run()
    begin = time.process_time()
    assert sum(1 for _ in Run(runtime.orders).alternatives()) > rounds
    assert time.process_time() - begin < 10
