# SPDX-License-Identifier: BSD-3-Clause
"""The search of `strobe explore` against brute force: all interleavings of small random programs.

The programs run in a model of the runtime (message_passing.py), so that thousands of them take
minutes. What the runtime itself does is in test_explore.py.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from functools import partial

import pytest
from brute_force import assert_every_end_is_found
from message_passing import (
    If,
    Matching,
    Poll,
    Probe,
    Program,
    Receive,
    Runtime,
    Send,
    Step,
    Wait,
    every_end,
    random_polling_program,
    random_program,
)
from thoroughness import in_blocks, sampled

from strobe.explore.alternatives import Run
from strobe.explore.operations import NOTHING, Answer, Choice
from strobe.explore.outcome import Outcome, Trial
from strobe.explore.search import Exploration, Limits, explore
from strobe.records.order_log import ANY, Scope

PROGRAMS = 12
UNBOUNDED = 1000


def explored(
    program: Program,
    *,
    runs: int = 100_000,
    delays: int = UNBOUNDED,
    synchronous: bool = False,
) -> tuple[Exploration, set[tuple[bool, Matching]]]:
    """What the search finds, as every_end says it."""
    ends: set[tuple[bool, Matching]] = set()

    def tried(_synchronous: bool, forced: dict[Choice, Answer]) -> Trial:
        runtime = Runtime(program, forced, synchronous=synchronous)
        runtime.run()
        run, (is_over, matching) = Run(runtime.orders), runtime.state.end
        is_feasible = not run.differs(forced) and (is_over or not run.unmet(forced))
        if is_feasible:
            ends.add((is_over, matching))
        outcome = Outcome(0, "finalized" if is_over else "deadlock", (), ())
        return Trial(forced, synchronous, outcome, run, is_feasible, "", {})

    limits = Limits(runs, 1e9, 1, delays)
    return explore(tried, (synchronous,), limits, lambda _: None), ends


@pytest.mark.parametrize("synchronous", [False, True])
@pytest.mark.parametrize("seeds", in_blocks(sampled(range(3000), PROGRAMS)))
def test_the_outcomes_are_those_of_all_interleavings(
    seeds: Sequence[int], synchronous: bool
) -> None:
    assert_every_end_is_found(
        seeds,
        random_program,
        partial(explored, synchronous=synchronous),
        partial(every_end, synchronous=synchronous),
    )


@pytest.mark.parametrize("synchronous", [False, True])
@pytest.mark.parametrize("seeds", in_blocks(sampled(range(3000), PROGRAMS)))
def test_so_they_are_with_tests_and_probes(seeds: Sequence[int], synchronous: bool) -> None:
    for seed in seeds:
        program = random_polling_program(seed)
        found, ends = explored(program, synchronous=synchronous)
        assert found.is_complete
        assert ends == every_end(program, synchronous=synchronous), program
        assert len(found.tried) == found.runs - found.infeasible
        for one in found.tried:
            for rank in range(len(program)):
                numbers = [choice[1] for choice, _ in one.path if choice[0] == rank]
                assert numbers == [*range(len(numbers))]


@pytest.mark.parametrize(("seed", "synchronous"), [(643, False), (1365, True), (1446, True)])
def test_a_named_receive_and_one_that_is_never_awaited_compete(
    seed: int, synchronous: bool
) -> None:
    """Programs for which the search once found too much or too little."""
    program = random_polling_program(seed)
    _, ends = explored(program, synchronous=synchronous)
    assert ends == every_end(program, synchronous=synchronous), program


@pytest.mark.parametrize("seeds", in_blocks(sampled(range(3000), PROGRAMS)))
def test_a_bound_of_delays_leaves_out_nothing_below_it(seeds: Sequence[int]) -> None:
    """An outcome in which each rank finds nothing at most once is always found."""
    for seed in seeds:
        program = random_polling_program(seed)
        _, ends = explored(program, delays=1)
        every = every_end(program)
        assert ends <= every
        assert {end for end in every if _most_delays(end[1]) <= 1} <= ends, program


def _most_delays(matching: Matching) -> int:
    delays = Counter(rank for (rank, _), answer in matching if answer == NOTHING)
    return max(delays.values(), default=0)


def test_choices_that_do_not_depend_on_each_other_are_tried_once() -> None:
    """Two pairs of receivers, each with two senders: 2 x 2 matchings, in far fewer than the runs of
    all interleavings."""
    program: Program = [
        [Receive(ANY, 0), Receive(ANY, 0)],
        [Receive(ANY, 0), Receive(ANY, 0)],
        [Send(0, 0), Send(1, 0)],
        [Send(0, 0), Send(1, 0)],
    ]
    found, ends = explored(program)
    assert len(ends) == found.matchings == 4
    assert found.runs <= 8


def test_a_limit_of_runs_says_how_much_is_left() -> None:
    senders = 5
    program: Program = [[Receive(ANY, 0)] * senders, *([Send(0, 0)] for _ in range(senders))]
    found, ends = explored(program, runs=10)
    assert found.runs == 10
    assert not found.is_complete
    assert found.open > 0
    whole, ends = explored(program)
    assert whole.matchings == len(ends) == 120


def test_tests_that_do_not_depend_on_each_other_are_tried_once() -> None:
    """Three ranks, each with a test of its own: 2 x 2 x 2 outcomes in as many runs."""
    program: Program = [
        *[[Receive(3, 0, 0), Poll(Scope.ALL, (0,)), Wait(0)]] * 3,
        [Send(rank, 0) for rank in range(3)],
    ]
    found, ends = explored(program)
    assert found.runs == found.matchings == len(ends) == 8


@pytest.mark.parametrize("delays", [0, 1, 2, 5])
def test_a_loop_of_tests_is_bounded(delays: int) -> None:
    tests: list[Step] = [Poll(Scope.ALL, (0,))] * 10
    program: Program = [[Receive(1, 0, 0), *tests, Wait(0)], [Send(0, 0)]]
    found, ends = explored(program, delays=delays)
    assert found.is_complete
    assert found.is_bounded
    assert found.runs == len(ends) == delays + 1


def test_a_loop_of_probes_is_bounded() -> None:
    probes: list[Step] = [Probe(ANY, 0)] * 4
    program: Program = [[*probes, If(True, Receive(ANY, 0))], [Send(0, 0)], [Send(0, 0)]]
    found, ends = explored(program, delays=1)
    assert found.is_complete
    assert found.is_bounded
    assert ends < every_end(program)


def test_a_long_run_is_read_in_time() -> None:
    """The time for its alternatives grows with the square of its length, and not with the cube."""
    senders, messages = 3, 200
    receives: list[Step] = [Receive(ANY, 0)] * (senders * messages)
    sends: list[Step] = [Send(0, 0)] * messages
    runtime = Runtime([receives, sends, sends, sends], {}, synchronous=False)
    runtime.run()
    begin = time.process_time()
    assert sum(1 for _ in Run(runtime.orders).alternatives()) == senders * messages
    assert time.process_time() - begin < 10
