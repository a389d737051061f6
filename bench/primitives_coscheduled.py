# SPDX-License-Identifier: BSD-3-Clause
"""Primitives of MPI under the runtime of `strobe run` and as they are, in turns, by strobe-bench.

.venv/bin/python bench/primitives_coscheduled.py      # a quarter of an hour on a quiet machine
.venv/bin/python bench/primitives_coscheduled.py --mpi MPICH --ranks 2
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterator, Sequence

import tables
import tools

from strobe.base import units
from strobe.coscheduling import interposer
from strobe.gate.pairing import pair_cells
from strobe.launch.mpi import linked
from strobe.records.regimes import Regimes
from strobe.records.run import Run
from strobe.records.summary import CellSummary, summarise
from strobe.statistics.comparison import Pair

SUITE = tools.ROOT / "bench" / "primitives_coscheduled.toml"
TITLE = "Primitives under strobe run"
RANKS = (2, 4)
ROUNDS = 5
BUDGET_S = 10


def _label(cell: CellSummary) -> str:
    size = cell.declared.point.get("size_bytes")
    name = cell.declared.kernel.replace("_", " ")
    return name if size is None else f"{name}, {units.size(float(size))}"


def _pairs(first: Run, second: Run) -> Iterator[tuple[str, Pair]]:
    """The medians of each cell of two runs at the fastest speed that both met, if any.

    The caches of two cores may be near each other at one time and far at another.
    """
    regimes = Regimes.of(first, second)
    summaries = summarise(first, regimes), summarise(second, regimes)
    for pair in pair_cells(*summaries):
        yield _label(summaries[0].cells[pair.key]), pair


def table(launched: tools.Launched, rounds: int) -> str:
    """One row a primitive: the median as it is, and the median of the ratios of single rounds."""
    flavour = interposer.flavour_of(linked(launched.prepared.bench), None)
    library = interposer.find(flavour, launched.chosen)
    native: dict[str, list[float]] = defaultdict(list)
    ratios: dict[str, list[float]] = defaultdict(list)
    for turn in range(rounds):
        ways = [("native", []), ("ours", ["env", f"LD_PRELOAD={library}"])]
        found = {
            name: launched.measure("--suite", SUITE, "--budget", str(BUDGET_S), through=through)
            for name, through in (ways[turn % 2], ways[1 - turn % 2])
        }
        for label, pair in _pairs(found["native"], found["ours"]):
            of_rounds = ratios[label]
            if pair.first_s and pair.second_s:
                native[label].append(statistics.median(pair.first_s))
                of_rounds.append(statistics.median(pair.second_s) / native[label][-1])
    rows = [
        [
            label,
            units.duration(statistics.median(native[label])),
            f"{statistics.median(of_rounds):.3f} ({min(of_rounds):.3f} to {max(of_rounds):.3f})",
            str(len(of_rounds)),
        ]
        for label, of_rounds in ratios.items()
        if of_rounds
    ]
    return tables.markdown(("primitive", "native", "strobe run / native", "rounds"), rows)


def words(rounds: int) -> str:
    """What the numbers are."""
    return (
        "Times are medians of strobe-bench's own; ratios are medians of those of single rounds, "
        f"with their range ({rounds} rounds, which begin with one and with the other in turn). A "
        "round is compared at the fastest speed of the machine that both ways met in it, if any.\n"
    )


def parts(rounds: int = ROUNDS, names: Sequence[str] = (), numbers: Sequence[int] = RANKS
          ) -> list[str]:  # fmt: skip
    """The tables of all numbers of ranks, over all MPIs or those with these names."""
    found = [words(rounds)]
    for chosen in tools.mpis(names):
        for ranks in numbers:
            print(f"bench: primitives, {chosen.name}, {ranks} ranks ...", flush=True)
            title = f"## {chosen.name} {chosen.version}, {ranks} ranks\n"
            found += [title, table(tools.Launched(ranks, chosen), rounds)]
    return found


def main() -> None:
    chosen = tables.command_line(__doc__, rounds=ROUNDS, ranks=RANKS, has_mpis=True).parse_args()
    tables.make(
        "primitives_coscheduled", TITLE, lambda: parts(chosen.rounds, chosen.mpi, chosen.ranks)
    )


if __name__ == "__main__":
    main()
