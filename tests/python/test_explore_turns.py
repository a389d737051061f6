# SPDX-License-Identifier: BSD-3-Clause
"""The orders of the threads that `strobe explore` tries, against all interleavings of small random
programs.

The programs run in a model of the runtime (threaded_programs.py), so that thousands of them take
minutes. What the runtime itself does is in test_explore_threads.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest
from brute_force import assert_every_end_is_found
from message_passing import If, Probe, Receive, Send, Step
from thoroughness import in_blocks, sampled
from threaded_programs import End, Program, Runtime, every_end, random_program

from strobe.explore.alternatives import Run
from strobe.explore.operations import Answer, Choice
from strobe.explore.outcome import Outcome, Trial
from strobe.explore.search import Exploration, Limits, explore
from strobe.records.order_log import ANY

PROGRAMS = 12
UNBOUNDED = 1000


def explored(
    program: Program, *, synchronous: bool = False, delays: int = UNBOUNDED
) -> tuple[Exploration, set[End]]:
    """What the search finds, as every_end says it."""
    ends: set[End] = set()

    def tried(_synchronous: bool, forced: dict[Choice, Answer]) -> Trial:
        runtime = Runtime(program, forced, synchronous=synchronous)
        runtime.run()
        run, end = Run(runtime.orders), runtime.threads.end
        is_feasible = not run.differs(forced) and (end[0] or not run.unmet(forced))
        if is_feasible:
            ends.add(end)
        outcome = Outcome(0, "finalized" if end[0] else "deadlock", (), ())
        return Trial(forced, synchronous, outcome, run, is_feasible, "", {})

    limits = Limits(100_000, 1e9, 1, delays)
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
@pytest.mark.parametrize("seed", [233, 312, 2090])
def test_a_probe_finds_another_message_before_a_thread_receives_it(
    seed: int, synchronous: bool
) -> None:
    """Programs for which the search once found too little."""
    program = random_program(seed)
    _, ends = explored(program, synchronous=synchronous)
    assert ends == every_end(program, synchronous=synchronous), program


def test_calls_that_commute_are_tried_once() -> None:
    """Two threads send to two ranks, and two threads of each of these receive different tags."""
    receivers = [[Receive(0, 0)], [Receive(0, 1)]]
    program: Program = [
        [[Send(1, 0), Send(1, 1)], [Send(2, 0), Send(2, 1)]],
        receivers,
        receivers,
    ]
    found, ends = explored(program)
    assert found.runs == found.matchings == len(ends) == 1


def test_two_threads_send_in_both_orders() -> None:
    found, ends = explored([[[Send(1, 0)], [Send(1, 0)]], [[Receive(0, 0), Receive(0, 0)]]])
    assert found.runs == found.matchings == len(ends) == 2


def test_a_message_that_two_threads_have_probed_for_is_received_by_one() -> None:
    probing: list[Step] = [Probe(ANY, 0), If(True, Receive(ANY, 0))]
    found, ends = explored([[probing, probing], [[Send(0, 0)]]])
    assert found.is_complete
    assert {is_over for is_over, _, _ in ends} == {True, False}
