# SPDX-License-Identifier: BSD-3-Clause
"""Stand-ins for applications on cores that other programs want, too.

As bench/coscheduled.py, but next to one process for each core that computes all the time. Programs
run for some tenths of a second, which are many time slices of the kernel.

    .venv/bin/python bench/on_busy_cores.py             # in a few minutes for each MPI
    .venv/bin/python bench/on_busy_cores.py --rounds 3 --only sweep halo
"""

from __future__ import annotations

from collections.abc import Sequence

import coscheduled
import tables
import tools
from coscheduled import CASES, DEFAULT, NATIVE, Case

from strobe.launch.mpi import Mpi
from strobe.machine.facts import usable_cores

NAME, TITLE = "on_busy_cores", "Applications on busy cores"
ROUNDS = 9


def table(chosen: Mpi, ranks: int, cases: Sequence[Case], rounds: int) -> str:
    """One row for each case."""
    rows = []
    with tools.busy_cores():
        for case in cases:
            print(f"bench: {case.title}, {chosen.name}, on busy cores ...", flush=True)
            found = coscheduled.measure(case, chosen, ranks, (NATIVE, DEFAULT), case.steps, rounds)
            rows.append([
                case.title,
                coscheduled.time_of(found[NATIVE.title]),
                coscheduled.time_of(found[DEFAULT.title]),
                coscheduled.ratio(found, DEFAULT, NATIVE),
            ])  # fmt: skip
    return tables.markdown(("program", "native", "default", "default / native"), rows)


def parts(
    cases: Sequence[Case] = CASES, rounds: int = ROUNDS, names: Sequence[str] = ()
) -> list[str]:
    """The tables of all MPIs, or of those with these names, with a rank on each core."""
    ranks = usable_cores()
    found = [
        f"{ranks} ranks, and {ranks} processes that compute all the time. Each program prints its "
        "own time. Ratios are medians of those of single rounds, with the middle half of them "
        f"({rounds} rounds; of fewer than 4, all of them).\n"
    ]
    for chosen in tools.mpis(names):
        title = f"## {chosen.name} {chosen.version}\n"
        found += [title, table(chosen, ranks, cases, rounds)]
    return found


def main() -> None:
    chosen = coscheduled.command_line(__doc__, ROUNDS).parse_args()
    cases = coscheduled.cases_with(chosen.only)
    tables.make(NAME, TITLE, lambda: parts(cases, chosen.rounds, chosen.mpi))


if __name__ == "__main__":
    main()
