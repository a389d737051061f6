# SPDX-License-Identifier: BSD-3-Clause
"""Two jobs on the same cores at the same time, and what it takes to launch a job.

A round runs two copies of a program at once in each way, one way after the other. What a way costs
is how long both took, of twice the time that one takes alone under `strobe run`: 1.00 is as if one
had waited for the other.

    .venv/bin/python bench/gang_scheduling.py                 # everything, in a quarter of an hour
    .venv/bin/python bench/gang_scheduling.py --rounds 3 --only halo
"""

from __future__ import annotations

import statistics
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import coscheduled
import tables
import tools
from coscheduled import DEFAULT, NATIVE, Case, Way

from strobe.base import units
from strobe.launch.mpi import Mpi
from strobe.machine.facts import usable_cores

TITLE = "Two jobs on the same cores, and launching"
ROUNDS, LAUNCHES = 5, 9
LIMIT_S = 300.0
LAUNCHED = (2, 64)
SHARED = Way("in time slots", ("--share",))

# Half a second or so each on two ranks: long beside a time slot and the launch.
CASES = (
    Case("sweep, 20 us", "sweep", 4_000, 0, ("grain=20",)),
    Case("sweep, 1 ms", "sweep", 100, 0, ("grain=1000",)),
    Case("sweep, 3.5 ms", "sweep", 30, 0, ("grain=3500",)),
    Case("search, 20 us", "search", 30_000, 0, ("grain=20",)),
    Case("halo and reduction", "halo", 10_000, 0),
    Case("conjugate gradient", "conjugate_gradient", 2000, 0),
    Case("fan-in from any source", "fan_in", 8_000, 0),
    Case("molecular dynamics", "molecular_dynamics", 1000, 0),
)


def both_s(way: Way, chosen: Mpi, words: list[str], jobs: int) -> float:
    """How long so many jobs take that start at the same time, or how long one has run by itself."""
    with tempfile.TemporaryDirectory(prefix="strobe-gang-") as folder:
        line = coscheduled.command(way, chosen, usable_cores(), words, folder)
        started = [
            subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                             stdin=subprocess.DEVNULL, env=coscheduled.environment())
            for _ in range(jobs)
        ]  # fmt: skip
        try:
            said = [job.communicate(timeout=LIMIT_S) for job in started]
        except subprocess.TimeoutExpired:
            for job in started:
                job.terminate()
                job.communicate()
            return float("inf")
    times_s = []
    for job, (out, err) in zip(started, said, strict=True):
        match = coscheduled.LINE.search(out)
        if job.returncode != 0 or match is None:
            raise SystemExit(f"bench: {words}: status {job.returncode}: {err}")
        times_s.append(float(match["time_s"]))
    return max(times_s)


def row_of(case: Case, chosen: Mpi, rounds: int) -> list[str]:
    """A case in all ways."""
    program = str(coscheduled.compiled(case.program, chosen))
    words = [program, f"steps={case.steps}", *case.options]
    ways = (NATIVE, DEFAULT, SHARED)
    alone_s: list[float] = []
    parts: dict[str, list[float]] = {way.title: [] for way in ways}
    for turn in range(rounds):
        alone_s.append(both_s(DEFAULT, chosen, words, 1))
        for way in (*ways[turn % len(ways) :], *ways[: turn % len(ways)]):
            parts[way.title].append(both_s(way, chosen, words, 2) / (2 * alone_s[-1]))
    return [case.title, units.duration(statistics.median(alone_s)),
            *(_part(parts[way.title]) for way in ways)]  # fmt: skip


def _part(parts: Sequence[float]) -> str:
    if max(parts) == float("inf"):
        return f"not done after {LIMIT_S:g} s"
    return f"{statistics.median(parts):.2f} ({min(parts):.2f} to {max(parts):.2f})"


def launched(chosen: Mpi, rounds: int) -> list[list[str]]:
    """How long a program takes that does nothing: natively and under `strobe run`."""
    program = str(coscheduled.compiled("calls", chosen))
    rows = []
    for ranks in LAUNCHED:
        print(f"bench: launch of {ranks} ranks, {chosen.name} ...", flush=True)
        times_s: dict[str, list[float]] = {NATIVE.title: [], DEFAULT.title: []}
        for _ in range(rounds):
            for way in (NATIVE, DEFAULT):
                line = coscheduled.command(way, chosen, ranks, [program, "steps=1"], "")
                began_s = time.monotonic()
                subprocess.run(line, check=True, capture_output=True, stdin=subprocess.DEVNULL,
                               env=coscheduled.environment(), timeout=LIMIT_S)  # fmt: skip
                times_s[way.title].append(time.monotonic() - began_s)
        rows.append([str(ranks), *(_time(times_s[way.title]) for way in (NATIVE, DEFAULT))])
    return rows


def _time(times_s: Sequence[float]) -> str:
    low, high = units.duration(min(times_s)), units.duration(max(times_s))
    return f"{units.duration(statistics.median(times_s))} ({low} to {high})"


def parts(rounds: int = ROUNDS, words: Sequence[str] = (), names: Sequence[str] = ()) -> list[str]:
    """The tables of all MPIs, or of those with these names."""
    cases = coscheduled.cases_with(words, CASES)
    found = [
        f"Two copies of a program, each with {usable_cores()} ranks on {usable_cores()} cores, "
        f"start at the same time ({rounds} rounds). Figures are how long both took, of twice the "
        "time that one takes alone under `strobe run`: medians, with the least and the largest. "
        "*native* is the MPI itself, *default* is `strobe run` without `--share`: the kernel "
        "schedules the ranks of both. Launches are of programs that do nothing, from the command "
        f"to its end ({LAUNCHES} rounds).\n"
    ]
    for chosen in tools.mpis(names):
        found.append(f"## {chosen.name} {chosen.version}\n")
        rows = []
        for case in cases:
            print(f"bench: two of {case.title}, {chosen.name} ...", flush=True)
            rows.append(row_of(case, chosen, rounds))
        headings = ["program", "one alone", "native", "default", "in time slots"]
        found.append(tables.markdown(headings, rows))
        if not words:
            headings = ["ranks launched", "native", "strobe run"]
            found.append(tables.markdown(headings, launched(chosen, LAUNCHES)))
    return found


def main() -> None:
    chosen = coscheduled.command_line(__doc__, ROUNDS).parse_args()
    name = Path(__file__).stem
    tables.make(name, TITLE, lambda: parts(chosen.rounds, chosen.only, chosen.mpi))


if __name__ == "__main__":
    main()
