# SPDX-License-Identifier: BSD-3-Clause
"""Stand-ins for applications under `strobe run` and as they are, in turns.

Each program prints its own time, so that what it takes to start it does not count. A round runs it
in every way, one after the other; a ratio is the median of those of single rounds, since a machine
that is shared is now faster and now slower.

    .venv/bin/python bench/coscheduled.py                 # everything, in some minutes
    .venv/bin/python bench/coscheduled.py --rounds 3 --only sweep halo
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import tables
import tools

from strobe.base import units
from strobe.launch import launchers
from strobe.launch.launchers import Job
from strobe.launch.mpi import Mpi
from strobe.machine.facts import usable_cores

SOURCES = Path(__file__).parent / "coscheduling"
TITLE = "Applications under strobe run"
RANKS = (2, 4)
ROUNDS, STRICT_ROUNDS = 9, 3
LIMIT_S = 300.0
LINE = re.compile(r"^\w+ checksum (?P<checksum>\S+) time_s (?P<time_s>\S+)$", re.MULTILINE)


@dataclass(frozen=True)
class Case:
    """A program with its options: as many steps as take some tenths of a second on two ranks.

    `strict_steps` are those of strict mode, where a step may take a hundred times as long. With
    more ranks than cores `crowded_part` of the steps are run: MPICH takes milliseconds for some.
    """

    title: str
    program: str
    steps: int
    strict_steps: int
    options: tuple[str, ...] = ()
    crowded_part: float = 1.0


CASES = (
    Case("sweep, 20 us", "sweep", 2000, 40, ("grain=20",)),
    Case("sweep, 100 us", "sweep", 600, 40, ("grain=100",)),
    Case("sweep, 1 ms", "sweep", 80, 20, ("grain=1000",)),
    Case("sweep, 3.5 ms", "sweep", 25, 10, ("grain=3500",)),
    Case("sweep without blocking, 100 us", "sweep", 600, 40, ("grain=100", "blocking=0")),
    Case("sweep without blocking, 3.5 ms", "sweep", 25, 10, ("grain=3500", "blocking=0")),
    Case("polled sweep, 20 us", "polled_sweep", 100, 10, ("grain=20",)),
    Case("polled sweep, 100 us", "polled_sweep", 40, 5, ("grain=100",)),
    Case("random access", "random_access", 1_000_000, 2000),
    Case("search, 0.2 us", "search", 400_000, 400, ("grain=0.2",)),
    Case("search, 20 us", "search", 8000, 200, ("grain=20",)),
    Case("halo and reduction", "halo", 1200, 100, crowded_part=0.1),
    Case("conjugate gradient", "conjugate_gradient", 250, 40, crowded_part=0.1),
    Case("fan-in from any source", "fan_in", 3000, 100),
    Case("molecular dynamics", "molecular_dynamics", 200, 20),
    Case("spectral solver", "spectral", 400, 40),
    Case("sorting", "sort", 60, 20),
    Case("many bodies", "n_body", 150, 40),
    Case("factorization", "factorization", 20, 1, ("size=300",), 0.1),
    Case("multigrid", "multigrid", 60, 3, crowded_part=0.1),
)


@dataclass(frozen=True)
class Way:
    """One way to run a program: natively where `words` are None, else under `strobe run`."""

    title: str
    words: tuple[str, ...] | None = None


NATIVE = Way("native")
DEFAULT = Way("default", ())
STRICT = Way("strict", ("--mode", "strict"))


@dataclass
class Outcome:
    """The times of one way, by round, and its checksums; or why there are none."""

    times_s: list[float] = field(default_factory=list)
    checksums: set[str] = field(default_factory=set)
    trouble: str = ""


def cases_with(words: Sequence[str], cases: Sequence[Case] = CASES) -> list[Case]:
    """Those in whose titles one of the words is; all where there are none."""
    return [case for case in cases if not words or any(word in case.title for word in words)]


def compiled(program: str, chosen: Mpi) -> Path:
    """The program, compiled with the MPI's own compiler."""
    folder = tools.ROOT / "build" / "bench" / "coscheduled" / chosen.name.replace(" ", "-").lower()
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / program
    sources = (SOURCES / f"{program}.cpp", SOURCES / "application.hpp")
    if not made.exists() or made.stat().st_mtime < max(s.stat().st_mtime for s in sources):
        line = [chosen.compiler, "-std=c++20", "-O2", str(sources[0]), "-o", str(made)]
        subprocess.run(line, check=True, env=environment())
    return made


def measure(case: Case, chosen: Mpi, ranks: int, ways: Sequence[Way], steps: int, rounds: int
            ) -> dict[str, Outcome]:  # fmt: skip
    """All ways in turns; the first one changes from round to round."""
    program = compiled(case.program, chosen)
    words = [str(program), f"steps={max(steps, 1)}", *case.options]
    found = {way.title: Outcome() for way in ways}
    for turn in range(rounds):
        first = turn % len(ways)
        for way in (*ways[first:], *ways[:first]):
            outcome = found[way.title]
            if not outcome.trouble:
                _run_once(way, chosen, ranks, words, outcome)
    return found


def _run_once(way: Way, chosen: Mpi, ranks: int, words: list[str], outcome: Outcome) -> None:
    with tempfile.TemporaryDirectory(prefix="strobe-coscheduled-") as folder:
        line = command(way, chosen, ranks, words, folder)
        try:
            done = subprocess.run(
                line, env=environment(), capture_output=True, text=True, check=False,
                timeout=LIMIT_S, stdin=subprocess.DEVNULL,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            outcome.trouble = f"not done after {LIMIT_S:g} s"
            return
    match = LINE.search(done.stdout)
    if done.returncode != 0 or match is None:
        said = done.stderr.strip().splitlines()
        outcome.trouble = f"status {done.returncode}" + (f": {said[-1]}" if said else "")
        return
    outcome.times_s.append(float(match["time_s"]))
    outcome.checksums.add(match["checksum"])


def command(way: Way, chosen: Mpi, ranks: int, words: list[str], folder: str) -> list[str]:
    if way.words is None:
        launcher = launchers.recognise(Path(chosen.launcher_path))
        assert launcher is not None, "mpi.at found it"
        return [*launcher.command(Job(ranks, usable_cores(), may_bind=False)), *words]
    own = [word.format(record=folder) for word in way.words]
    return [str(tools.STROBE), "run", "-n", str(ranks), *own, "--", *words]


def environment() -> dict[str, str]:
    """Open MPI needs two variables to run as root; other MPIs ignore them."""
    return {
        **os.environ,
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    }


def ratio(found: dict[str, Outcome], way: Way, base: Way) -> str:
    """The median of the ratios of single rounds, and the range of the middle half of them."""
    one, other = found[way.title], found[base.title]
    trouble = one.trouble or other.trouble
    if trouble:
        return trouble
    ratios = [a / b for a, b in zip(one.times_s, other.times_s, strict=True)]
    middle = statistics.median(ratios)
    if len(ratios) < 4:
        return f"{middle:.3f} ({min(ratios):.3f} to {max(ratios):.3f})"
    low, _, high = statistics.quantiles(ratios, n=4)
    return f"{middle:.3f} ({low:.3f} to {high:.3f})"


def time_of(outcome: Outcome) -> str:
    """The median time."""
    return outcome.trouble or units.duration(statistics.median(outcome.times_s))


def table(chosen: Mpi, ranks: int, cases: Sequence[Case], rounds: int) -> str:
    """One row for each case."""
    rows = []
    is_crowded = ranks > usable_cores()
    for case in cases:
        print(f"bench: {case.title}, {chosen.name}, {ranks} ranks ...", flush=True)
        steps = round(case.steps * (case.crowded_part if is_crowded else 1.0))
        found = measure(case, chosen, ranks, (NATIVE, DEFAULT), steps, rounds)
        strict_steps = round(case.strict_steps * (0.5 if is_crowded else 1.0))
        slow = measure(case, chosen, ranks, (NATIVE, STRICT), strict_steps,
                       min(rounds, STRICT_ROUNDS))  # fmt: skip
        rows.append([
            case.title,
            time_of(found[NATIVE.title]),
            ratio(found, DEFAULT, NATIVE),
            ratio(slow, STRICT, NATIVE),
            f"{len(found[NATIVE.title].checksums)} / {len(found[DEFAULT.title].checksums)}",
        ])  # fmt: skip
    headings = ("program", "native", "default / native", "strict / native",
                "checksums, native / ours")  # fmt: skip
    return tables.markdown(headings, rows)


def parts(
    cases: Sequence[Case] = CASES,
    rounds: int = ROUNDS,
    names: Sequence[str] = (),
    counts: Sequence[int] = RANKS,
) -> list[str]:
    """The tables of all MPIs, or of those with these names, on so many ranks each."""
    found = [
        "Each program prints its own time, from a barrier after MPI_Init to one before "
        "MPI_Finalize. Ratios are medians of those of single rounds, with the middle half of them "
        f"({rounds} rounds; of strict mode {min(rounds, STRICT_ROUNDS)}, all of them).\n"
    ]
    for chosen in tools.mpis(names):
        for ranks in counts:
            found.append(f"## {chosen.name} {chosen.version}, {ranks} ranks\n")
            found.append(table(chosen, ranks, cases, rounds))
    return found


def command_line(
    doc: str | None, rounds: int, ranks: Sequence[int] = ()
) -> argparse.ArgumentParser:
    """What the tables of these programs have in common: rounds, programs and MPIs."""
    parser = tables.command_line(doc, rounds=rounds, ranks=ranks, has_mpis=True)
    parser.add_argument("--only", nargs="+", default=[], help="words of the titles to be run")
    return parser


def main() -> None:
    chosen = command_line(__doc__, ROUNDS, RANKS).parse_args()
    cases = cases_with(chosen.only)
    tables.make("coscheduled", TITLE, lambda: parts(cases, chosen.rounds, chosen.mpi, chosen.ranks))


if __name__ == "__main__":
    main()
