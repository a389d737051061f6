# SPDX-License-Identifier: BSD-3-Clause
"""What it costs to check a program under `strobe run`.

Each round runs a program of bench/coscheduling unchecked and checked in turns. A check looks
closely at the first uses of each call, so that the programs run for some seconds, as those of users
do: a run of a tenth of a second says little about them.

    .venv/bin/python bench/checking.py                 # half an hour on a quiet machine
    .venv/bin/python bench/checking.py --rounds 6 --only halo
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence

import coscheduled
import tables
import tools
import watching
from coscheduled import CASES, DEFAULT, Case, Way

from strobe.base import units
from strobe.launch.mpi import Mpi

RANKS = 2
ROUNDS = 16
STEPS = 8
"""So many times the steps of the other tables."""
TITLE = "What --check costs"
CHECKS = Way("--check", ("--check",))
BUFFERS = Way("--check=buffers", ("--check=buffers",))
CHECKED = (CHECKS, BUFFERS)


def table(chosen: Mpi, cases: Sequence[Case], rounds: int) -> str:
    """One row for each case."""
    rows = []
    for case in cases:
        print(f"bench: checking {case.title}, {chosen.name} ...", flush=True)
        ways = (DEFAULT, *CHECKED)
        found = coscheduled.measure(case, chosen, RANKS, ways, STEPS * case.steps, rounds)
        ratios = [watching.added(found, way) for way in CHECKED]
        time_s = statistics.median(found[DEFAULT.title].times_s)
        rows.append(
            [case.title, units.duration(time_s)]
            + [f"{1 + one.median:.2f} ({1 + one.low:.2f} to {1 + one.high:.2f})" for one in ratios]
        )
    return tables.markdown(["program", "unchecked", *(way.title for way in CHECKED)], rows)


def parts(rounds: int = ROUNDS, cases: Sequence[Case] = CASES, names: Sequence[str] = ()
          ) -> list[str]:  # fmt: skip
    """The tables of all MPIs, or of those with these names."""
    found = [
        f"On {RANKS} ranks, {units.count(rounds)} rounds: the time of a checked run as a multiple "
        "of that of an unchecked one, the median of the rounds with its interval of 95 %. Each "
        "program prints its own time, from a barrier after MPI_Init to one before MPI_Finalize.\n"
    ]
    for chosen in tools.mpis(names):
        found += [f"## {chosen.name} {chosen.version}\n", table(chosen, cases, rounds)]
    return found


def main() -> None:
    chosen = coscheduled.command_line(__doc__, ROUNDS).parse_args()
    cases = coscheduled.cases_with(chosen.only)
    tables.make("checking", TITLE, lambda: parts(chosen.rounds, cases, chosen.mpi))


if __name__ == "__main__":
    main()
