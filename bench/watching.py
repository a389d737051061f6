# SPDX-License-Identifier: BSD-3-Clause
"""What it costs to watch a program under `strobe run`: MMDS, and EMDS beside it.

Each round runs a program of bench/coscheduling unwatched and watched in turns. What others on the
machine take is more than what watching takes, so that many rounds are made, and the median of
their ratios stands with its interval of 95 %. Where that says little, the other figure says what to
expect: the calls of the busiest rank, times what watching adds to each. Programs that only call MPI
show that, one for calls that block and one for others.

    .venv/bin/python bench/watching.py                 # a quarter of an hour on a quiet machine
    .venv/bin/python bench/watching.py --rounds 10 --only sweep
"""

from __future__ import annotations

import statistics
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import coscheduled
import tables
import tools
from coscheduled import CASES, DEFAULT, Case, Outcome, Way

from strobe.base import units
from strobe.launch.mpi import Mpi
from strobe.records import job_record
from strobe.statistics.interval import Interval, median_interval

RANKS = 2
POSTED = 8
BLOCKING = Case("blocking calls alone", "calls", 400_000, 0)
OTHERS = Case("other calls alone", "calls", 50_000, 0, (f"posted={POSTED // 2}",))
ROUNDS = 40
TITLE = "What watching costs"
MMDS = Way("MMDS", ("--record", "{record}", "--monitor", "slices=0"))
MMDS_AND_EMDS = Way("MMDS and EMDS", ("--record", "{record}"))
WATCHED = (MMDS, MMDS_AND_EMDS)


def added(found: dict[str, Outcome], way: Way) -> Interval:
    """The part of the unwatched time that a way takes beyond it: the median over the rounds."""
    one, other = found[way.title], found[DEFAULT.title]
    if one.trouble or other.trouble:
        raise SystemExit(f"bench: {one.trouble or other.trouble}")
    return median_interval([a / b - 1.0 for a, b in zip(one.times_s, other.times_s, strict=True)])


def measured(case: Case, chosen: Mpi, rounds: int) -> dict[str, Outcome]:
    """The times of a case in all ways."""
    print(f"bench: watching {case.title}, {chosen.name} ...", flush=True)
    return coscheduled.measure(case, chosen, RANKS, (DEFAULT, *WATCHED), case.steps, rounds)


@dataclass(frozen=True)
class Calls:
    """A figure for the calls that block and one for the others: how many, or what one costs."""

    blocking: float
    others: float

    def times(self, each: Calls) -> float:
        return self.blocking * each.blocking + self.others * each.others


def added_to_a_call_s(chosen: Mpi, rounds: int) -> list[Calls]:
    """What each way of watching adds to one call."""

    def added_to_a_step_s(case: Case) -> list[float]:
        found = measured(case, chosen, rounds)
        step_s = statistics.median(found[DEFAULT.title].times_s) / case.steps
        return [added(found, way).median * step_s for way in WATCHED]

    # A step of the others has one call that blocks.
    return [
        Calls(blocking_s, (others_s - blocking_s) / POSTED)
        for blocking_s, others_s in zip(
            added_to_a_step_s(BLOCKING), added_to_a_step_s(OTHERS), strict=True
        )
    ]


def calls_of(case: Case, chosen: Mpi) -> Calls:
    """How many calls the rank made that made most."""
    program = [str(coscheduled.compiled(case.program, chosen)), f"steps={case.steps}"]
    with tempfile.TemporaryDirectory(prefix="strobe-watching-") as folder:
        line = coscheduled.command(MMDS, chosen, RANKS, [*program, *case.options], folder)
        subprocess.run(line, check=True, capture_output=True, env=coscheduled.environment())
        job = job_record.read(Path(folder))
    busiest = max((mmds for _, mmds in job.watched), key=lambda mmds: mmds.calls)
    blocking = sum(one.count for one in busiest.primitives if one.blocks)
    return Calls(blocking, busiest.calls - blocking)


def table(chosen: Mpi, cases: Sequence[Case], rounds: int) -> str:
    """A sentence on calls, then one row for each case."""
    costs = added_to_a_call_s(chosen, rounds)
    told = " and ".join(
        f"{units.duration(cost.blocking)} to one that blocks and {units.duration(cost.others)} "
        f"to another ({way.title})"
        for way, cost in zip(WATCHED, costs, strict=True)
    )
    rows = []
    for case in cases:
        found = measured(case, chosen, rounds)
        time_s = statistics.median(found[DEFAULT.title].times_s)
        calls = calls_of(case, chosen)
        row = [case.title, units.duration(time_s), units.count(round(calls.blocking)),
               units.count(round(calls.others))]  # fmt: skip
        for way, cost in zip(WATCHED, costs, strict=True):
            more = added(found, way)
            row += [
                f"{100 * calls.times(cost) / time_s:.2f} %",
                f"{100 * more.median:+.2f} % ({100 * more.low:+.2f} to {100 * more.high:+.2f})",
            ]
        rows.append(row)
    headings = ["program", "unwatched", "calls that block", "others"]
    for way in WATCHED:
        headings += [f"{way.title}, by calls", "measured"]
    return f"To a call, watching adds {told}.\n\n" + tables.markdown(headings, rows)


def parts(rounds: int = ROUNDS, cases: Sequence[Case] = CASES, names: Sequence[str] = ()
          ) -> list[str]:  # fmt: skip
    """The tables of all MPIs, or of those with these names."""
    found = [
        f"On {RANKS} ranks, {units.count(rounds)} rounds. Each program prints its own time, from a "
        "barrier after MPI_Init to one before MPI_Finalize. *MMDS* is `--record` without slices: "
        "two time stamps for each call that blocks, and for one in eight of the others. *MMDS and "
        "EMDS* is `--record` with the figures of each slice. *By calls* is what watching adds to "
        "the calls of the busiest rank, as a part of the program's time.\n"
    ]
    for chosen in tools.mpis(names):
        found += [f"## {chosen.name} {chosen.version}\n", table(chosen, cases, rounds)]
    return found


def main() -> None:
    chosen = coscheduled.command_line(__doc__, ROUNDS).parse_args()
    cases = coscheduled.cases_with(chosen.only)
    tables.make("watching", TITLE, lambda: parts(chosen.rounds, cases, chosen.mpi))


if __name__ == "__main__":
    main()
