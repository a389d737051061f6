# SPDX-License-Identifier: BSD-3-Clause
"""What `strobe run` takes before a job starts and after it has ended.

A program that does nothing between MPI_Init and MPI_Finalize is run by the MPI's own mpiexec and
by `strobe run`, in turns. Times are those of the whole command. What an import of Python's costs
differs between machines by more than a factor of two, so that a start of Python alone is timed too.
Of a program that crashes, the time is from there to the end of the command.

    .venv/bin/python bench/start_and_end.py            # a minute on a quiet machine
    .venv/bin/python bench/start_and_end.py --rounds 5
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence

import coscheduled
import tables
import tools
from coscheduled import DEFAULT, NATIVE, Way

from strobe.base import units
from strobe.launch.mpi import Mpi

NAME, TITLE = "start_and_end", "Start and end of strobe run"
RANKS = 2
ROUNDS = 25
SUMMARY = Way("with a summary", ("--summary",))
PYTHON = "Python alone"
WAYS = (NATIVE, DEFAULT, SUMMARY)
CRASH = re.compile(r"^crash at_s (?P<at_s>\S+)$", re.MULTILINE)


def environment() -> dict[str, str]:
    """As users have it: the interpreter keeps what it has compiled."""
    return {
        name: value
        for name, value in coscheduled.environment().items()
        if name != "PYTHONDONTWRITEBYTECODE"
    }


def measured(chosen: Mpi, rounds: int) -> dict[str, list[float]]:
    """The seconds of each command in each round; a first round, which fills caches, is left out."""
    words = [str(coscheduled.compiled("calls", chosen)), "steps=1"]
    lines = {way.title: coscheduled.command(way, chosen, RANKS, words, "") for way in WAYS}
    lines[PYTHON] = [sys.executable, "-c", "pass"]
    print(f"bench: start and end, {chosen.name} ...", flush=True)
    variables = environment()
    found: dict[str, list[float]] = {title: [] for title in lines}
    for turn in range(rounds + 1):
        for title, line in lines.items():
            begin_s = time.perf_counter()
            subprocess.run(
                line, check=True, capture_output=True, stdin=subprocess.DEVNULL, env=variables
            )
            if turn:
                found[title].append(time.perf_counter() - begin_s)
    return found


def after_a_crash(way: Way, chosen: Mpi, rounds: int) -> list[float]:
    """The seconds from a segmentation fault of the last rank to the end of the command."""
    print(f"bench: a crash, {way.title}, {chosen.name} ...", flush=True)
    words = [str(coscheduled.compiled("crash", chosen))]
    line = coscheduled.command(way, chosen, RANKS, words, "")
    found = []
    for _ in range(rounds):
        ended = subprocess.run(
            line, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL,
            env=environment(),
        )  # fmt: skip
        # Linux gives both languages the same monotonic clock.
        end_s = time.monotonic()
        crash = CRASH.search(ended.stdout)
        if ended.returncode == 0 or crash is None:
            raise RuntimeError(f"the program did not crash: {ended.stdout}{ended.stderr}")
        found.append(end_s - float(crash["at_s"]))
    return found


def _quartiles(times_s: Sequence[float]) -> str:
    low_s, middle_s, high_s = statistics.quantiles(times_s, n=4)
    return f"{units.duration(middle_s)} ({units.duration(low_s)} to {units.duration(high_s)})"


def table(chosen: Mpi, rounds: int) -> str:
    """One row for each command."""
    found = measured(chosen, rounds)
    rows = []
    for title, times_s in found.items():
        beyond = [a - b for a, b in zip(times_s, found[NATIVE.title], strict=True)]
        compared = title not in (NATIVE.title, PYTHON)
        rows.append([title, _quartiles(times_s), _quartiles(beyond) if compared else ""])
    for way in (DEFAULT, SUMMARY):
        rows.append(
            [f"from a crash, {way.title}", _quartiles(after_a_crash(way, chosen, rounds)), ""]
        )
    return tables.markdown(["command", "time", "beyond mpiexec"], rows)


def parts(rounds: int = ROUNDS) -> list[str]:
    """The tables of all MPIs."""
    found = [
        f"Medians of {rounds} rounds, with the middle half, of a program that does nothing on "
        f"{RANKS} ranks. *Python alone* is `python -c pass`. *From a crash* is the time between a "
        "segmentation fault of the last rank and the end of the command.\n"
    ]
    for chosen in tools.mpis():
        found += [f"## {chosen.name} {chosen.version}\n", table(chosen, rounds)]
    return found


def main() -> None:
    parser = tables.command_line(__doc__, rounds=ROUNDS)
    rounds = parser.parse_args().rounds
    if rounds < 2:
        parser.error("--rounds must be at least 2, which quartiles need")
    tables.make(NAME, TITLE, lambda: parts(rounds))


if __name__ == "__main__":
    main()
