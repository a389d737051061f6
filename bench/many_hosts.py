# SPDX-License-Identifier: BSD-3-Clause
"""64 ranks on 8 hosts, on plain MPI and under `strobe run`, and under `strobe run` on one host.

The hosts are namespaces of this machine with cables to a switch, for which one has to be root.

.venv/bin/python bench/many_hosts.py      # in some minutes
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import tables
import tools

sys.path.append(str(tools.ROOT / "tests" / "python"))
from hosts import VARIABLES, Hosts, UnavailableError, connected

NAME, TITLE = "many_hosts", "64 ranks on 8 hosts"
HOSTS, RANKS, ROUNDS = 8, 64, 3
PROGRAMS = {
    "gossip": "Receives from any source, Waitany, Testsome, Iprobe; one allreduce",
    "halo": "Exchanges with 4 neighbors, an allreduce in each step",
    "fan_in": "Results from any source to one rank",
}
STEPS = 5
KI = 1024
WAYS = {"native": "plain MPI, 8 hosts", "across": "strobe run, 8 hosts",
        "alone": "strobe run, one host"}  # fmt: skip
# Ranks of plain MPI that spin take each other's cores for minutes.
TIMEOUT_S = 60


@dataclass
class Way:
    """What the runs of a program came to in one way."""

    program_s: list[float] = field(default_factory=list)
    whole_s: list[float] = field(default_factory=list)
    rank_mib: list[float] = field(default_factory=list)
    ends: set[tuple[str, str | None]] = field(default_factory=set)
    """The answers, with the hashes."""


def command(way: str, program: Path, hosts: Hosts) -> list[str]:
    """The words that start a program."""
    words = [str(program), f"steps={STEPS}"]
    told = hosts.launcher_arguments("hydra")
    names = ",".join(hosts.names)
    ranks = ["-n", str(RANKS)]
    if way == "native":
        mpiexec = Path(sys.executable).parent / "mpiexec"
        each = ["-ppn", str(RANKS // HOSTS)]
        return [str(mpiexec), *told, "-hosts", names, *each, *ranks, *words]
    where = ["--hosts", names, "--launcher-args", shlex.join(told)] if way == "across" else []
    return [str(tools.STROBE), "run", "--json", *ranks, *where, *words]


def memory_bytes(program: Path) -> int:
    """What all processes of a program have now; each has its share of what they share."""
    found = 0
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (process / "exe").readlink() != program:
                continue
            rollup = (process / "smaps_rollup").read_text(encoding="utf-8")
            found += KI * int(re.findall(r"^Pss:\s+(\d+) kB", rollup, re.MULTILINE)[0])
    return found


def run(way: str, program: Path, hosts: Hosts, into: Way) -> None:
    """One run, to its end. Raises LeftOutError where it fails."""
    begin = time.monotonic()
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            [*hosts.first.within(Path.cwd()), *command(way, program, hosts)],
            stdin=subprocess.DEVNULL, stdout=out, stderr=errors, env=os.environ | VARIABLES,
        )  # fmt: skip
        most_bytes = 0
        while process.poll() is None and time.monotonic() < begin + TIMEOUT_S:
            most_bytes = max(most_bytes, memory_bytes(program))
            time.sleep(0.2)
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            process.wait()
            into.whole_s.append(math.inf)
            return
        texts = []
        for file in (out, errors):
            file.seek(0)
            texts.append(file.read())
    printed, said = texts
    if process.returncode != 0:
        raise tables.LeftOutError(
            f"{program.name}: {WAYS[way]}: {process.returncode}: {said[-300:]}"
        )
    into.whole_s.append(time.monotonic() - begin)
    into.rank_mib.append(most_bytes / RANKS / KI**2)
    answer, _, time_s = printed.partition(" time_s ")
    into.program_s.append(float(time_s))
    hashed = json.loads(said)["hash"] if way != "native" else None
    into.ends.add((answer, hashed))


def spread(values: list[float], digits: int) -> str:
    """Median, and all that was seen."""
    if not values or math.inf in values:
        return f"not within {TIMEOUT_S}"
    low, high = min(values), max(values)
    return f"{statistics.median(values):.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def table(name: str, hosts: Hosts, rounds: int) -> str:
    """One program in all ways, in turns."""
    program = tools.ROOT / "build" / "release" / "bin" / f"coscheduling-{name}"
    if not program.exists():
        raise tables.LeftOutError(f"{program.name} is not built; `make setup` builds it")
    ways = {way: Way() for way in WAYS}
    for _ in range(rounds):
        for way, into in ways.items():
            print(f"bench: {name}, {WAYS[way]} ...", flush=True)
            if math.inf not in into.whole_s:
                run(way, program, hosts, into)
    rows = [
        [WAYS[way], spread(one.program_s, 2), spread(one.whole_s, 1), spread(one.rank_mib, 1)]
        for way, one in ways.items()
    ]
    coscheduled = ways["across"].ends | ways["alone"].ends
    alike = "the same answer and hash" if len(coscheduled) == 1 else "DIFFERENT answers or hashes"
    header = ("way", "program s", "with its start, s", "MiB a rank")
    return (
        f"## {name}\n\n{PROGRAMS[name]}; {STEPS} steps. The runs under strobe run "
        f"have {alike}.\n\n{tables.markdown(header, rows)}"
    )


def parts(rounds: int = ROUNDS) -> list[str]:
    """The tables. Raises LeftOutError where there can be no hosts."""
    try:
        with (
            tempfile.TemporaryDirectory(prefix="strobe-hosts-") as folder,
            connected(Path(folder), HOSTS) as hosts,
        ):
            found = [table(name, hosts, rounds) for name in PROGRAMS]
    except UnavailableError as error:
        raise tables.LeftOutError(str(error)) from error
    return [
        f"{RANKS} ranks on {HOSTS} hosts, which are namespaces of this machine with cables to a "
        f"switch, over MPICH and UCX's TCP. Medians of {rounds} rounds, with the least and the "
        "most. The memory is the largest proportional set size (Pss) that was seen, which counts "
        "shared memory once.\n",
        *found,
    ]


def main() -> None:
    rounds = tables.command_line(__doc__, rounds=ROUNDS).parse_args().rounds
    tables.make(NAME, TITLE, lambda: parts(rounds))


if __name__ == "__main__":
    main()
