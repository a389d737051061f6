# SPDX-License-Identifier: BSD-3-Clause
"""Programs whose results depend on the order of messages, again and again on a loaded machine.

Under `strobe run` every run must have one hash of decisions and one result, to the last bit; the
MPI alone is run some times beside, to show that it does not. Several runs go on at once, beside
processes that do nothing but keep the cores busy, so that no two runs have the same times.

    .venv/bin/python bench/determinism.py               # 200 runs of each on 2, 3, 4, 6 and 8 ranks
    .venv/bin/python bench/determinism.py --runs 20 --ranks 4
"""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import coscheduled
import tables
import tools
from coscheduled import DEFAULT, LINE, NATIVE, Way

from strobe.launch.mpi import Mpi

TITLE = "One result whatever the times"
RUNS, NATIVE_RUNS = 200, 20
RANKS = (2, 3, 4, 6, 8)
AT_ONCE = 3
LIMIT_S = 120.0
TOLD = Way(DEFAULT.title, ("--json",))


@dataclass(frozen=True)
class Case:
    """A program and options with which a run takes some hundredths of a second."""

    program: str
    options: tuple[str, ...]


CASES = (
    Case("fan_in", ("steps=200", "grain=20")),
    Case("gossip", ("steps=40", "grain=20")),
    Case("random_access", ("steps=5000", "bucket=32")),
    Case("search", ("steps=500", "grain=5")),
)


def outcome(way: Way, chosen: Mpi, ranks: int, words: Sequence[str]) -> str:
    """What a run decided and found: its hash, where it has one, and the bits of its result."""
    line = coscheduled.command(way, chosen, ranks, list(words), "")
    done = subprocess.run(
        line, env=coscheduled.environment(), capture_output=True, text=True, check=False,
        timeout=LIMIT_S, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    match = LINE.search(done.stdout)
    if done.returncode != 0 or match is None:
        said = done.stderr.strip().splitlines()
        return f"status {done.returncode}: {said[-1] if said else 'no result'}"
    if way.words is None:
        return match["checksum"]
    summary = next(text for text in done.stderr.splitlines() if text.startswith("{"))
    return f"{json.loads(summary)['hash']} {match['checksum']}"


def outcomes(way: Way, chosen: Mpi, ranks: int, case: Case, runs: int) -> Counter[str]:
    """Counts the runs by outcome."""
    words = [str(coscheduled.compiled(case.program, chosen)), *case.options]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return Counter(pool.map(lambda _: outcome(way, chosen, ranks, words), range(runs)))


def agreement(found: Counter[str], runs: int) -> str:
    """The number of runs with the most frequent outcome."""
    return f"{found.most_common(1)[0][1]} of {runs}" if runs else "not run"


def parts(runs: int = RUNS, ranks: Sequence[int] = RANKS, names: Sequence[str] = ()) -> list[str]:
    """One table for each MPI."""
    native_runs = min(runs, NATIVE_RUNS)
    found = [
        "Runs that agree with most of their kind: in the hash of all decisions and in every bit "
        f"of the result under `strobe run`, in the result alone without. {AT_ONCE} runs at once, "
        "beside one process for each core that computes all the time.\n"
    ]
    for chosen in tools.mpis(names):
        rows = []
        for case in CASES:
            for count in ranks:
                print(f"bench: {case.program}, {chosen.name}, {count} ranks ...", flush=True)
                with tools.busy_cores():
                    native = outcomes(NATIVE, chosen, count, case, native_runs)
                    ours = outcomes(TOLD, chosen, count, case, runs)
                rows.append([case.program, str(count), agreement(native, native_runs),
                             agreement(ours, runs), str(len(native)), str(len(ours))])  # fmt: skip
                if len(ours) > 1:
                    print(*(f"  {number} times {what}" for what, number in ours.most_common()),
                          sep="\n")  # fmt: skip
        headings = ("program", "ranks", "native", "under strobe run", "results, native",
                    "under strobe run")  # fmt: skip
        found += [f"## {chosen.name} {chosen.version}\n", tables.markdown(headings, rows)]
    return found


def main() -> None:
    parser = tables.command_line(__doc__, ranks=RANKS, has_mpis=True)
    parser.add_argument("--runs", type=int, default=RUNS, help=f"default: {RUNS}")
    chosen = parser.parse_args()
    tables.make("determinism", TITLE, lambda: parts(chosen.runs, chosen.ranks, chosen.mpi))


if __name__ == "__main__":
    main()
