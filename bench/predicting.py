# SPDX-License-Identifier: BSD-3-Clause
"""What `strobe predict` says of a network, against what programs take there.

Each program is recorded once, over the shared memory of this machine. Then hosts are made in
network namespaces, whose cables a token bucket limits, and relay.cpp adds latency. A run of
`strobe measure` between them is the machine to predict for, and `strobe predict --validate` runs
the program there natively. The programs are those of bench/coscheduling and the Intel MPI
Benchmarks with constant numbers of iterations. Root alone may make such hosts.

    .venv/bin/python bench/predicting.py
    .venv/bin/python bench/predicting.py --only halo --networks 100mbit 1gbit+50us --rounds 3
"""

from __future__ import annotations

import json
import shlex
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import coscheduled
import tables
import tools
from coscheduled import Case
from tables import LeftOutError

sys.path.append(str(tools.ROOT / "tests" / "python"))
import hosts

from strobe.base import units
from strobe.launch.mpi import Mpi

RANKS = 2
ROUNDS = 5
DRAWS = "20"
NETWORKS = ("10mbit", "100mbit", "1gbit", "1gbit+50us", "100mbit+1ms")
"""A rate, and a latency that a relay adds."""
UNITS_US = {"us": 1, "ms": 1000}
BURST = "32kbit"
"""What is in a bucket passes at any rate."""
CALLS = 10_000_000
STEPS = {"random access": 2000}
"""Programs that wait for single messages do fewer steps than in other tables."""
RELAY = Path(__file__).with_name("relay.cpp")
INSIDE = "yes"
TITLE = "Predicted times against measured ones"
STAND_INS = ("halo", "conjugate", "fan-in", "molecular", "blocking, 100 us", "random access")
IMB = ("Sendrecv", "Exchange", "Allreduce", "Alltoall", "Bcast", "Allgather")
IMB_WORDS = ("-npmin", "2", "-msglog", "0:14", "-iter", "20", "-iter_policy", "off", "-time",
             "1000")  # fmt: skip


@dataclass(frozen=True)
class Program:
    """What is recorded, predicted and run."""

    title: str
    words: Sequence[str]


def environment() -> dict[str, str]:
    """IMB is linked to no MPI's folder, and takes the project's MPICH."""
    return {**coscheduled.environment(), "LD_LIBRARY_PATH": str(tools.MPI_PREFIXES[0] / "lib")}


class Lab:
    """Hosts with a network of one rate, and what runs there."""

    def __init__(self, made: hosts.Hosts, folder: Path) -> None:
        self._hosts, self._folder = made, folder

    def limit(self, rate: str) -> None:
        """Limit each cable, in both directions."""
        for host in self._hosts.hosts:
            host.run("tc", "qdisc", "replace", "dev", hosts.CABLE, "root", "tbf", "rate", rate,
                     "burst", BURST, "latency", "400ms")  # fmt: skip

    def measured(self, network: str, chosen: Mpi) -> Path:
        """The run that says what this network is to an MPI."""
        folder = self._folder / f"run-{network}-{chosen.name}-{chosen.version}".replace(" ", "-")
        launcher = "openmpi" if chosen.name == "Open MPI" else "hydra"
        listed = ",".join(self._hosts.names)
        # Each host has a core, and would bind its first rank to the first one.
        places = (["--host", listed, "--bind-to", "none"] if launcher == "openmpi"
                  else ["-hosts", listed, "-bind-to", "none"])  # fmt: skip
        arguments = shlex.join([*places, *self._hosts.launcher_arguments(launcher)])
        self._run(
            ["measure", "predict", "--quiet", "-n", str(RANKS), "--mpi", str(chosen.prefix),
             "--output", str(folder), "--launcher-args", arguments]
        )  # fmt: skip
        (run,) = folder.iterdir()
        return run

    def validated(self, program: Program, job: Path, run: Path, rounds: int) -> dict[str, Any]:
        """What the command says."""
        words = ["predict", str(job), "--on", str(run), "--draws", DRAWS, "--json", "--validate",
                 "--rounds", str(rounds)]  # fmt: skip
        found: dict[str, Any] = json.loads(self._run(words))
        return found

    def _run(self, words: Sequence[str]) -> str:
        within = self._hosts.first.within(self._folder)
        done = subprocess.run(
            [*within, str(tools.STROBE), *words], env={**environment(), **hosts.VARIABLES},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode != 0:
            said = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise LeftOutError(f"strobe {words[0]} ended with {done.returncode}: {said}")
        return done.stdout


def stand_ins(only: Sequence[str], chosen: Mpi) -> list[Program]:
    """The programs of bench/coscheduling."""

    def program(case: Case) -> Program:
        made = coscheduled.compiled(case.program, chosen)
        words = [str(made), f"steps={STEPS.get(case.title, case.steps)}", *case.options]
        return Program(case.title, words)

    wanted = [word for word in STAND_INS if not only or word in only]
    return [program(case) for case in coscheduled.cases_with(wanted)] if wanted else []


def real_programs(only: Sequence[str]) -> list[Program]:
    """The Intel MPI Benchmarks."""
    found = [Program(f"IMB-MPI1 {name}", [str(tools.imb()), name, *IMB_WORDS]) for name in IMB]
    return [one for one in found if not only or any(word in one.title for word in only)]


def record(program: Program, folder: Path) -> Path:
    """The record of a program on this machine."""
    made = folder / program.title.replace(" ", "-").replace(",", "")
    line = [str(tools.STROBE), "run", "-n", str(RANKS), "--record", str(made), "--monitor",
            f"calls={CALLS}", "--", *program.words]  # fmt: skip
    done = subprocess.run(line, env=environment(), text=True,
                          capture_output=True, check=False)  # fmt: skip
    if done.returncode != 0:
        said = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise LeftOutError(f"{program.title} ended with {done.returncode}: {said}")
    return made


def relay(folder: Path, latency: str) -> list[str]:
    """The command of one with this latency, such as 50us; empty for none."""
    if not latency:
        return []
    number, unit = latency[:-2], latency[-2:]
    if not number.isdigit() or unit not in UNITS_US:
        raise LeftOutError(f"{latency!r} is no latency: write 50us or 1ms")
    made = folder / "relay"
    if not made.exists():
        subprocess.run(["c++", "-std=c++20", "-O2", RELAY, "-o", made], check=True)
    return [str(made), str(int(number) * UNITS_US[unit])]


def row(program: Program, network: str, found: dict[str, Any]) -> list[str]:
    """One program on one network."""
    prediction, measured = found["prediction"], found["validation"]
    time_s, times_s = prediction["time_s"], measured["times_s"]
    median_s = statistics.median(times_s)
    error = f"{100 * measured['error']:+.1f} %"
    print(f"bench: {program.title}, {network}: {error}", flush=True)
    return [
        program.title,
        network,
        units.duration(prediction["recorded_s"]),
        f"{units.duration(time_s['value_s'])} ({units.duration(time_s['low_s'])} to "
        f"{units.duration(time_s['high_s'])})",
        f"{units.duration(median_s)} ({units.duration(min(times_s))} to "
        f"{units.duration(max(times_s))})",
        INSIDE if time_s["low_s"] <= median_s <= time_s["high_s"] else "no",
        error,
    ]


def parts(
    rounds: int = ROUNDS, only: Sequence[str] = (), networks: Sequence[str] = NETWORKS
) -> list[str]:
    """The table."""
    rows, left_out = [], []
    (own,) = tools.mpis(["MPICH"])
    with tempfile.TemporaryDirectory(prefix="strobe-predicting-") as name:
        folder = Path(name)
        programs = [*stand_ins(only, own), *real_programs(only)]
        jobs = {program.title: record(program, folder) for program in programs}
        for network in networks:
            rate, _, latency = network.partition("+")
            passing = relay(folder, latency)
            try:
                with hosts.connected(folder, RANKS, pinned=True, relay=passing) as made:
                    lab = Lab(made, folder)
                    lab.limit(rate)
                    run = lab.measured(network, own)
                    rows += [
                        row(one, network, lab.validated(one, jobs[one.title], run, rounds))
                        for one in programs
                    ]
            except hosts.UnavailableError as error:
                raise LeftOutError(str(error)) from error
            except LeftOutError as error:
                print(f"bench: {network}: {error}", flush=True)
                left_out.append(f"{network} is left out: {error}.\n")
    if not rows:
        raise LeftOutError(" ".join(left_out))
    errors = sorted(abs(float(cells[-1].split()[0])) for cells in rows)
    inside = sum(cells[-2] == INSIDE for cells in rows)
    summary = (
        f"{own.name} {own.version}, {RANKS} hosts with a rank each, {rounds} native runs. The "
        f"median error is {statistics.median(errors):.1f} %, and the largest {errors[-1]:.1f} %. "
        f"The median of the runs is in the interval in {inside} of {len(rows)} cases.\n"
    )
    headings = ["program", "network", "recorded, one node", "predicted (95 %)", "measured (range)",
                "in the interval", "error"]  # fmt: skip
    return [summary, *left_out, tables.markdown(headings, rows)]


def main() -> None:
    parser = tables.command_line(__doc__, rounds=ROUNDS)
    parser.add_argument("--only", nargs="+", default=(), help="words of titles")
    parser.add_argument(
        "--networks", nargs="+", default=NETWORKS, help=f"default: {' '.join(NETWORKS)}"
    )
    chosen = parser.parse_args()
    tables.make("predicting", TITLE, lambda: parts(chosen.rounds, chosen.only, chosen.networks))


if __name__ == "__main__":
    main()
