# SPDX-License-Identifier: BSD-3-Clause
"""What `strobe predict` says of a network, against what programs take there.

Hosts are made in network namespaces, whose cables a token bucket limits, and relay.cpp adds
latency. A run of `strobe measure` between two of them is the machine to predict for. Each program
is recorded over the shared memory of this machine, and of some records the one with the median time
is kept; at once `strobe predict --validate` runs the program on the hosts, natively or under
`strobe run`. Then it is recorded again: where this takes another time, the machine has changed
meanwhile, and all of it is repeated. The programs are those of bench/coscheduling, the Intel MPI
Benchmarks with constant numbers of iterations, and those of bench/applications.py that run twice in
one folder. Root alone may make such hosts. The network `memory` is none: two ranks of this machine.
Each network has a table of its own. A start after an interruption goes on where that one ended.

    .venv/bin/python bench/predicting.py                  # a quarter of an hour for each network
    .venv/bin/python bench/predicting.py --only halo --networks 100mbit 1gbit+50us --rounds 3
    .venv/bin/python bench/predicting.py --hosts 4 --only fftw hypre
"""

from __future__ import annotations

import contextlib
import functools
import json
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import applications
import coscheduled
import tables
import tools
from coscheduled import Case
from tables import LeftOutError
from unfinished import Unfinished

sys.path.append(str(tools.ROOT / "tests" / "python"))
import hosts

from strobe.base import units
from strobe.launch.mpi import Mpi
from strobe.predict import machine_of_run
from strobe.records import job_record

HOSTS = 2
MEASURED = 2
"""Hosts between which the network is measured."""
ROUNDS = 5
RECORDS = 3
ATTEMPTS = 3
SAME = 0.1
"""Records before and after the runs on the hosts differ by less, where nothing has changed."""
LIMIT_S = 600
LATE = 124
"""The status of timeout(1) where the limit is over."""
DRAWS = "10"
MEMORY = "memory"
NETWORKS = (MEMORY, "10mbit", "100mbit", "1gbit", "1gbit+50us", "100mbit+1ms")
"""None, or a rate and a latency that a relay adds."""
UNITS_US = {"us": 1, "ms": 1000}
BURST = "32kbit"
"""What is in a bucket passes at any rate."""
CALLS = 10_000_000
RELAY = Path(__file__).with_name("relay.cpp")
INSIDE = "yes"
STAND_INS = ("halo", "conjugate", "fan-in", "molecular", "blocking, 100 us", "sweep, 100 us")
IMB = {
    "IMB-MPI1": ("Sendrecv", "Exchange", "Allreduce", "Alltoall", "Bcast", "Allgather"),
    "IMB-NBC": ("Iallreduce_pure", "Ialltoall_pure"),
    "IMB-RMA": ("Bidir_put", "Unidir_get", "Accumulate"),
}
# In fewer iterations it allocates memory and makes communicators for a tenth of its time.
IMB_WORDS = ("-msglog", "0:14", "-iter", "100", "-iter_policy", "off", "-time",
             "1000")  # fmt: skip


NATIVE, COSCHEDULED = "native", "strobe run"
WAYS: Mapping[str, Sequence[str]] = {NATIVE: (), COSCHEDULED: ("--coscheduled",)}
"""What passes the messages, with the options of `strobe measure`."""
APPLICATIONS = ("fftw", "hypre", "sundials", "mrbayes")


class NotMeasuredError(LeftOutError):
    """A network could not be measured."""


@dataclass(frozen=True)
class Program:
    """What is recorded, predicted and run, in a folder with files of these names."""

    title: str
    words: Sequence[str]
    files: Mapping[str, str] = field(default_factory=dict)

    def folder(self, within: Path) -> Path:
        """Where it runs, with its files."""
        made = within / self.title.replace(" ", "-").replace(",", "")
        made.mkdir(exist_ok=True)
        for name, text in self.files.items():
            (made / name).write_text(text, encoding="latin-1")
        return made


def environment() -> dict[str, str]:
    """IMB is linked to no MPI's folder, and takes the project's MPICH."""
    return {**coscheduled.environment(), "LD_LIBRARY_PATH": str(tools.MPI_PREFIXES[0] / "lib")}


class Lab:
    """Hosts with a network, or this machine alone, and what runs there."""

    def __init__(self, made: hosts.Hosts | None, size: int, folder: Path) -> None:
        """`size` is the number of ranks."""
        self._hosts, self._folder = made, folder
        self.size = size

    def _placed(self, ranks: int) -> list[str]:
        """The arguments of MPICH's launcher for a rank on each of the first hosts."""
        if self._hosts is None:
            return []
        # Each host has a core, and would bind its first rank to the first one.
        return ["-hosts", ",".join(self._hosts.names[:ranks]), "-bind-to", "none",
                *self._hosts.launcher_arguments("hydra")]  # fmt: skip

    def measured(self, name: str, chosen: Mpi, options: Sequence[str]) -> Path:
        """The run that says what this network is to an MPI, or to `strobe run`: another one where
        a noisy machine has had cells refused that a prediction needs."""
        for attempt in range(ATTEMPTS):
            run = self._measured(f"{name}-{attempt}", chosen, options)
            notes = machine_of_run.measured(run).notes
            missing = [note for note in notes if machine_of_run.UNKNOWN in note]
            if not missing:
                return run
        raise NotMeasuredError(missing[0])

    def _measured(self, name: str, chosen: Mpi, options: Sequence[str]) -> Path:
        folder = self._folder / f"run-{name}"
        words = ["measure", "predict", "--quiet", "-n", str(MEASURED), "--mpi", str(chosen.prefix),
                 "--output", str(folder), *options]  # fmt: skip
        if placed := self._placed(MEASURED):
            words += ["--launcher-args", shlex.join(placed)]
        try:
            self._run(words, self._folder)
        except LeftOutError as error:
            raise NotMeasuredError(str(error)) from error
        (run,) = folder.iterdir()
        return run

    def validated(
        self, program: Program, job: Path, run: Path, chosen: Mpi, rounds: int
    ) -> dict[str, Any]:
        """What the command says."""
        ranks = self.size
        launch = [str(Path(chosen.prefix) / "bin" / "mpiexec"), "-n", str(ranks),
                  *self._placed(ranks)]  # fmt: skip
        words = ["predict", str(job), "--on", str(run), "--draws", DRAWS, "--json",
                 "--validate", "--trust-folder", "--rounds", str(rounds),
                 "--launch", shlex.join(launch)]  # fmt: skip
        found: dict[str, Any] = json.loads(self._run(words, program.folder(self._folder)))
        return found

    def _run(self, words: Sequence[str], folder: Path) -> str:
        # Some programs never end there: random access hangs over MPICH's UCX and TCP.
        limit = ["timeout", "--kill-after", "10", "--signal", "INT", str(LIMIT_S)]
        within = [] if self._hosts is None else self._hosts.first.within(folder)
        further = {} if self._hosts is None else hosts.VARIABLES
        done = subprocess.run(
            [*limit, *within, str(tools.STROBE), *words], env={**environment(), **further},
            cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode == LATE:
            raise LeftOutError(f"strobe {words[0]} did not end within {LIMIT_S} s")
        if done.returncode != 0:
            said = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise LeftOutError(f"strobe {words[0]} ended with {done.returncode}: {said}")
        return done.stdout


def stand_ins(only: Sequence[str], chosen: Mpi) -> list[Program]:
    """The programs of bench/coscheduling."""

    def program(case: Case) -> Program:
        made = coscheduled.compiled(case.program, chosen)
        words = [str(made), f"steps={case.steps}", *case.options]
        return Program(case.title, words)

    wanted = [word for word in STAND_INS if not only or word in only]
    return [program(case) for case in coscheduled.cases_with(wanted)] if wanted else []


def imb(only: Sequence[str]) -> list[Program]:
    """The Intel MPI Benchmarks."""
    wanted = [
        (suite, name) for suite, names in IMB.items() for name in names if not only or name in only
    ]
    return [
        Program(f"{suite} {name}", [str(tools.imb(suite)), name, *IMB_WORDS])
        for suite, name in wanted
    ]


def real_programs(only: Sequence[str], chosen: Mpi) -> list[Program]:
    """Of others, from their sources."""
    found = []
    for application in applications.APPLICATIONS:
        if application.name not in (only or APPLICATIONS) or application.name not in APPLICATIONS:
            continue
        here = applications.source_of(application, chosen)
        for run in application.runs:
            texts = {Path(name).name: (here / name).read_text("latin-1") for name in run.files}
            words = [word.format(here=here) for word in run.command]
            found.append(Program(run.title, words, {**texts, **run.texts}))
    return found


def record(program: Program, ranks: int, folder: Path) -> tuple[Path, float]:
    """Of some records of a program on this machine, the one with the median time, in seconds."""
    found: dict[Path, float] = {}
    place = program.folder(folder)
    for number in range(RECORDS):
        made = place / f"record-{number}"
        line = [str(tools.STROBE), "run", "-n", str(ranks), "--record", str(made), "--monitor",
                f"calls={CALLS}", "--", *program.words]  # fmt: skip
        done = subprocess.run(line, env=environment(), text=True, cwd=place,
                              capture_output=True, check=False)  # fmt: skip
        if done.returncode != 0:
            said = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise LeftOutError(f"{program.title} ended with {done.returncode}: {said}")
        times_s = [one.mmds.run_time_s for one in job_record.read(made).ranks if one.mmds]
        found[made] = max(times_s)
    kept = sorted(found, key=lambda made: found[made])[RECORDS // 2]
    for made in found.keys() - {kept}:
        shutil.rmtree(made)
    return kept, found[kept]


@contextlib.contextmanager
def lab(network: str, count: int, folder: Path) -> Iterator[Lab]:
    """With so many ranks, each on a host of its own unless the network is none."""
    if network == MEMORY:
        yield Lab(None, count, folder)
        return
    rate, _, latency = network.partition("+")
    with hosts.connected(folder, count, pinned=True, relay=relay(folder, latency)) as made:
        for host in made.hosts:
            # In both directions, since each cable has two ends.
            host.run("tc", "qdisc", "replace", "dev", hosts.CABLE, "root", "tbf", "rate", rate,
                     "burst", BURST, "latency", "400ms")  # fmt: skip
        yield Lab(made, count, folder)


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


def row(program: Program, network: str, way: str, found: dict[str, Any]) -> list[str]:
    """One program on one network."""
    prediction, measured = found["prediction"], found["validation"]
    time_s, times_s = prediction["time_s"], measured["times_s"]
    median_s = statistics.median(times_s)
    error = f"{100 * measured['error']:+.1f} %"
    print(f"bench: {program.title}, {network}, {way}: {error}", flush=True)
    return [
        program.title,
        network,
        way,
        units.duration(prediction["recorded_s"]),
        f"{units.duration(time_s['value_s'])} ({units.duration(time_s['low_s'])} to "
        f"{units.duration(time_s['high_s'])})",
        f"{units.duration(median_s)} ({units.duration(min(times_s))} to "
        f"{units.duration(max(times_s))})",
        INSIDE if time_s["low_s"] <= median_s <= time_s["high_s"] else "no",
        error,
    ]


def compared(
    place: Lab,
    program: Program,
    measured: Callable[[], Path],
    chosen: Mpi,
    rounds: int,
    key: Sequence[str],
    folder: Path,
) -> list[str]:
    """The row of one program; the key begins with its title, the network and the way. The network
    is measured for the first row that has to be made."""
    run = measured()
    for attempt in range(ATTEMPTS):
        job, before_s = record(program, place.size, folder)
        found = place.validated(program, job, run, chosen, rounds)
        shutil.rmtree(job)
        job, after_s = record(program, place.size, folder)
        shutil.rmtree(job)
        change = after_s / before_s - 1
        if abs(change) < SAME:
            return row(program, key[1], key[2], found)
        print(f"bench: {program.title}: attempt {attempt + 1}, {change:+.0%} since", flush=True)
    raise LeftOutError(
        f"on one node {program.title} takes {abs(change):.0%} {'more' if change > 0 else 'less'} "
        f"time than before it ran on the hosts, in each of {ATTEMPTS} attempts"
    )


def said(error: LeftOutError, *key: str) -> str:
    """Print why something is left out; the line that the table has for it."""
    sentence = f"{', '.join(key)} is left out: {str(error).rstrip('.')}."
    print(f"bench: {sentence}", flush=True)
    return f"{sentence}\n"


def summary(rows: Sequence[Sequence[str]]) -> str:
    """By network and way: the errors, and how many intervals are right."""
    groups: dict[tuple[str, str], list[Sequence[str]]] = defaultdict(list)
    for cells in rows:
        groups[cells[1], cells[2]].append(cells)
    lines = []
    for (network, way), own in groups.items():
        errors = sorted(abs(float(cells[-1].split()[0])) for cells in own)
        inside = sum(cells[-2] == INSIDE for cells in own)
        lines.append([network, way, str(len(own)), f"{statistics.median(errors):.1f} %",
                      f"{errors[-1]:.1f} %", f"{inside} of {len(own)}"])  # fmt: skip
    headings = ["network", "under", "programs", "median error", "largest", "in the interval"]
    return tables.markdown(headings, lines)


def name_of(network: str, count: int = HOSTS) -> str:
    """That of the table."""
    several = "" if count == HOSTS else f"_{count}_hosts"
    return f"predicting_{network.replace('+', '_')}{several}"


def title_of(network: str) -> str:
    """That of the table."""
    return f"Predicted times against measured ones, {network}"


def parts(
    network: str,
    rounds: int = ROUNDS,
    only: Sequence[str] = (),
    ways: Sequence[str] = tuple(WAYS),
    count: int = HOSTS,
) -> list[str]:
    """The table of one network."""
    rows, left_out = [], []
    where = f"{count} ranks on one node" if network == MEMORY else f"{count} hosts"
    kept = Unfinished(name_of(network, count))
    (own,) = tools.mpis(["MPICH"])
    with tempfile.TemporaryDirectory(prefix="strobe-predicting-") as temporary:
        folder = Path(temporary)
        programs = [*stand_ins(only, own), *imb(only), *real_programs(only, own)]
        try:
            with lab(network, count, folder) as place:
                for way in ways:
                    name = f"{network} {way}".replace(" ", "-")
                    run = functools.cache(functools.partial(place.measured, name, own, WAYS[way]))
                    for one in programs:
                        key = (one.title, network, way, where)
                        make = functools.partial(
                            compared, place, one, run, own, rounds, key, folder
                        )
                        try:
                            rows.append(kept.row(key, make))
                        except NotMeasuredError as error:
                            left_out.append(said(error, network, way))
                            break
                        except LeftOutError as error:
                            left_out.append(said(error, *key))
        except hosts.UnavailableError as error:
            raise LeftOutError(str(error)) from error
    if not rows:
        raise LeftOutError(" ".join(left_out))
    kept.forget()
    further = "" if network == MEMORY else f" The burst of the token buckets is {BURST}."
    words = f"{own.name} {own.version}, {where}, {rounds} runs of each program.{further}\n"
    headings = ["program", "network", "under", "recorded, one node", "predicted (95 %)",
                "measured (range)", "in the interval", "error"]  # fmt: skip
    return [words, summary(rows), *left_out, tables.markdown(headings, rows)]


def main() -> None:
    parser = tables.command_line(__doc__, rounds=ROUNDS)
    parser.add_argument("--only", nargs="+", default=(), help="words of titles")
    parser.add_argument(
        "--networks", nargs="+", default=NETWORKS, help=f"default: {' '.join(NETWORKS)}"
    )
    parser.add_argument("--under", nargs="+", choices=WAYS, default=list(WAYS),
                        help="default: both")  # fmt: skip
    parser.add_argument("--hosts", type=int, default=HOSTS, help=f"default: {HOSTS}")
    chosen = parser.parse_args()
    for network in chosen.networks:
        made = functools.partial(parts, network, chosen.rounds, chosen.only, chosen.under,
                                 chosen.hosts)  # fmt: skip
        tables.make(name_of(network, chosen.hosts), title_of(network), made)


if __name__ == "__main__":
    main()
