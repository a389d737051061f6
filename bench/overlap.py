# SPDX-License-Identifier: BSD-3-Clause
"""How much nonblocking communication happens while ranks compute, natively and under `strobe run`.

Overlap is that of IMB-NBC: 100 * (pure + computation - both) / min(pure, computation), between 0
and 100, where the computation takes as long as the operation alone. MPICH makes progress in a
thread of its own with MPIR_CVAR_ASYNC_PROGRESS=1, and `strobe run` with --progress thread. Ranks
and threads share the cores, so that on a machine with a core for each rank only, less can overlap.

    .venv/bin/python bench/overlap.py                 # some minutes on a quiet machine
    .venv/bin/python bench/overlap.py --ranks 4 --rounds 5
"""

from __future__ import annotations

import re
import statistics
import subprocess
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import coscheduled
import tables
import tools
from coscheduled import DEFAULT, NATIVE, Way

from strobe.base import units
from strobe.launch.mpi import Mpi

RANKS = 2
ROUNDS = 5
STEPS = 20
TITLE = "Overlap of communication and computation"
LINE = re.compile(
    r"overlap (\w+) size_bytes (\d+) pure_s ([\d.]+) compute_s ([\d.]+) both_s ([\d.]+)"
)


@dataclass(frozen=True)
class Progress:
    """A way to run the program, with the variables that it wants."""

    way: Way
    variables: dict[str, str] = field(default_factory=dict)
    only: str = ""
    """The MPI that has it; empty: all."""


WAYS = (
    Progress(NATIVE),
    Progress(Way("native, with a thread", None), {"MPIR_CVAR_ASYNC_PROGRESS": "1"}, "MPICH"),
    Progress(DEFAULT),
    Progress(Way("--progress thread", ("--progress", "thread"))),
)

Cell = tuple[str, int]


@dataclass(frozen=True)
class Times:
    """Of one operation: alone, the computation alone, and both."""

    pure_s: float
    compute_s: float
    both_s: float

    @property
    def overlap(self) -> float:
        """Percent, as IMB-NBC has it."""
        saved_s = self.pure_s + self.compute_s - self.both_s
        return 100.0 * max(0.0, min(1.0, saved_s / min(self.pure_s, self.compute_s)))


def run(progress: Progress, chosen: Mpi, ranks: int, steps: int) -> dict[Cell, Times]:
    """What one run of the program prints."""
    words = [str(coscheduled.compiled("overlap", chosen)), f"steps={steps}"]
    line = coscheduled.command(progress.way, chosen, ranks, words, "")
    variables = {**coscheduled.environment(), **progress.variables}
    done = subprocess.run(line, check=True, capture_output=True, text=True, env=variables)
    return {
        (operation, int(size)): Times(float(pure), float(compute), float(both))
        for operation, size, pure, compute, both in LINE.findall(done.stdout)
    }


def table(chosen: Mpi, ranks: int, rounds: int, steps: int) -> str:
    """A row for each operation and size; all ways in turns."""
    ways = [each for each in WAYS if each.only in ("", chosen.name)]
    found: dict[tuple[Cell, str], list[Times]] = defaultdict(list)
    for number in range(rounds):
        print(f"bench: overlap, {chosen.name}, round {number + 1} of {rounds} ...", flush=True)
        for progress in ways:
            for cell, times in run(progress, chosen, ranks, steps).items():
                found[cell, progress.way.title].append(times)
    headings = ["operation"]
    for progress in ways:
        headings += [f"{progress.way.title}: alone", "both", "overlap"]
    rows = []
    for cell in dict.fromkeys(cell for cell, _ in found):
        row = [f"{cell[0]}, {units.size(cell[1])}"]
        for progress in ways:
            all_times = found[cell, progress.way.title]
            overlaps = sorted(times.overlap for times in all_times)
            row += [
                units.duration(statistics.median(times.pure_s for times in all_times)),
                units.duration(statistics.median(times.both_s for times in all_times)),
                f"{statistics.median(overlaps):.0f} % ({overlaps[0]:.0f} to {overlaps[-1]:.0f})",
            ]
        rows.append(row)
    return tables.markdown(headings, rows)


def parts(ranks: int = RANKS, rounds: int = ROUNDS, steps: int = STEPS, names: Sequence[str] = ()
          ) -> list[str]:  # fmt: skip
    """The tables of all MPIs, or of those with these names."""
    found = [
        f"On {ranks} ranks, of {units.count(rounds)} rounds of {units.count(steps)} steps, all "
        "ways in turns: medians, and for overlap the range of the rounds. *Alone* is the operation "
        "without a computation, *both* with one that takes as long. Overlap is that of IMB-NBC. "
        "Ranks, and the threads that make progress, share the cores of the machine.\n"
    ]
    for chosen in tools.mpis(names):
        title = f"## {chosen.name} {chosen.version}\n"
        found += [title, table(chosen, ranks, rounds, steps)]
    return found


def main() -> None:
    parser = tables.command_line(__doc__, rounds=ROUNDS, has_mpis=True)
    parser.add_argument("--ranks", type=int, default=RANKS, help=f"default: {RANKS}")
    parser.add_argument("--steps", type=int, default=STEPS, help=f"default: {STEPS}")
    chosen = parser.parse_args()
    tables.make(
        "overlap", TITLE, lambda: parts(chosen.ranks, chosen.rounds, chosen.steps, chosen.mpi)
    )


if __name__ == "__main__":
    main()
