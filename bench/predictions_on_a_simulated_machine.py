# SPDX-License-Identifier: BSD-3-Clause
"""What the model makes of broadcasts and sums, against machines that SimGrid simulates.

Nothing disturbs a message there, so an error is the model's own: a bound on what it can say of a
machine whose sends and links are like these. The program is blacs_on_a_simulated_machine.cpp, over
SimGrid's MPI, and the model is walked through with the times of a message that it measures.
"""

from __future__ import annotations

import csv
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import tables
import tools

from strobe.records.lines import CellRecord, Value
from strobe.report.paper.predictions import BRANCHED, pattern_of, relative_error
from strobe.schedules import pattern as patterns
from strobe.schedules.pattern import Times

PROGRAM = "blacs-on-a-simulated-machine"
PRESET = "with-simgrid"
RANKS = range(2, 9)
FEWEST = 1000
DOUBLES = range(5000, 50001, 5000)
"""Every fifth point of the note's range without the first, as its relative errors are taken."""
WANTED = 0.10
"""Relative errors that are wanted at most."""

CLUSTER = (
    '<cluster id="cluster" prefix="" suffix="" radical="0-7" speed="1Gf" '
    'bw="10Gbps" lat="1us" sharing_policy="SPLITDUPLEX"/>'
)
"""Each host has a link of its own to and from a switch that is never busy."""
# The arithmetic of this machine is not part of the simulated one: the program measures a T_o of 0.
# The BLACS poll in their waits, since all simulated processes share the cores of this machine.
# SimGrid lets a process that polls sleep for 100 us, a third of the longest message's time, and
# longer each time, unless it is told otherwise.
SETTINGS = (
    "smpi/simulate-computation:no", "smpi/iprobe:1e-7", "smpi/test:1e-7",
    "smpi/grow-injected-times:no",
)  # fmt: skip
# Message times follow the cluster's formula, a send returns when its message has arrived, and no
# acknowledgements go the other way. Sends that are started at the very same time are served in an
# order that nobody chose, so that to start one takes a moment.
PLAIN = (
    "smpi/lat-factor:0:1", "smpi/bw-factor:0:1", "smpi/send-is-detached-thresh:0",
    "network/crosstraffic:no", "smpi/ois:0:2e-7:0",
)  # fmt: skip


@dataclass(frozen=True)
class Machine:
    """A cluster, and how its links are shared."""

    title: str
    words: str
    settings: tuple[str, ...]
    shares_links: bool = False
    """Whether messages share a link: then a second prediction has the sends of a rank share it."""


SENDS = {"in-turn": "as the note has it", "at-once": "with the sends of a rank sharing its link"}
"""The ways in which the model sends, and their words."""
MACHINES = (
    Machine(
        "One message at a time on a link",
        "The machine of the model: a message waits until the links that it wants are free. What is "
        "left is latency: the model counts it for each message that a process sends, but the "
        "messages of a broadcast, all started at once, pay for it together.",
        (*PLAIN, "maxmin/concurrency-limit:1"),
    ),
    Machine(
        "Links that are shared",
        "SimGrid's own links: messages that are sent at once share one, so the first of them "
        "arrives as late as the last, and where it is the first that is passed on furthest, as in "
        "split rings, hypercubes and trees, the model predicts too little. Sums are not touched, "
        "for a process receives one message after the other.",
        PLAIN,
        shares_links=True,
    ),
    Machine(
        "SimGrid as it comes",
        "Links are shared, latency and bandwidth have factors that change with the size, and sends "
        "below 64 KiB return at once: there T_s is nothing, though the sender's link is as busy as "
        "ever, and the model takes what leaves one process to leave all at once.",
        (),
        shares_links=True,
    ),
)


@dataclass(frozen=True)
class Cell:
    """One topology on so many ranks; `error` is the note's, the largest over its sizes."""

    operation: str
    topology: str
    branches: int
    ranks: int
    error: float
    fewest_error: float

    @property
    def title(self) -> str:
        count = f" of {self.branches}" if self.topology in BRANCHED else ""
        return f"{self.operation}, {self.topology}{count}"


def build() -> Path:
    """The program over SimGrid's MPI. Raises LeftOutError where that is missing."""
    if shutil.which("smpirun") is None or shutil.which("smpicxx") is None:
        raise tables.LeftOutError("SimGrid is missing, 'apt install libsimgrid-dev' brings it")
    for line in (["cmake", "--preset", PRESET], ["cmake", "--build", "--preset", PRESET]):
        subprocess.run(line, cwd=tools.ROOT, check=True, capture_output=True)
    return tools.ROOT / "build" / PRESET / "bin" / PROGRAM


def command(machine: Machine, ranks: int) -> list[str]:
    """How the program is started in a folder that has it, the platform and the hosts."""
    settings = [f"--cfg={setting}" for setting in (*SETTINGS, *machine.settings)]
    start = ["smpirun", "-np", str(ranks), "-platform", "platform.xml", "-hostfile", "hosts"]
    return [*start, *settings, f"./{PROGRAM}", *map(str, (FEWEST, *DOUBLES))]


def run(program: Path, machine: Machine, ranks: int) -> str:
    """The lines of the program."""
    with tempfile.TemporaryDirectory(prefix="strobe-simgrid-") as name:
        folder = Path(name)
        (folder / PROGRAM).symlink_to(program)
        (folder / "platform.xml").write_text(
            '<?xml version="1.0"?>\n'
            '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n'
            f'<platform version="4.1">{CLUSTER}</platform>\n',
            encoding="utf-8",
        )
        (folder / "hosts").write_text("".join(f"{host}\n" for host in range(ranks)), "utf-8")
        line = command(machine, ranks)
        done = subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(line)} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def cells(text: str, ranks: int, sends: str) -> Iterator[Cell]:
    """What the program printed, beside the model's maximum times."""
    measured_s: dict[tuple[str, str, int], list[float]] = defaultdict(list)
    for operation, topology, count, _, time_s in csv.reader(text.splitlines()):
        measured_s[operation, topology, int(count)].append(float(time_s))
    complete_s = measured_s.pop(("complete_s", "message", 1))
    send_s = measured_s.pop(("send_s", "message", 1))
    operate_s = measured_s.pop(("operate_s", "message", 1))
    times = [
        Times(*known)
        for known in zip(
            send_s, complete_s, operate_s, data_s(send_s), data_s(complete_s), strict=True
        )
    ]
    for (operation, topology, branches), observed_s in measured_s.items():
        combines = operation != "broadcast"
        name, options = walked(topology, branches, ranks, operation)
        options["sends"] = sends
        predicted_s = [max(done_s) for done_s in patterns.finish_s(name, options, times)]
        fewest, error = (
            relative_error(observed_s[part], predicted_s[part], of_prediction=combines)
            for part in (slice(1), slice(1, None))
        )
        if fewest is None or error is None:
            sys.exit(f"{PROGRAM} measured no {operation}")
        yield Cell(operation, topology, branches, ranks, error, fewest)


def data_s(times_s: list[float]) -> list[float]:
    """The part of each time that moves data: what the line from the first to the last size has."""
    counts = (FEWEST, *DOUBLES)
    slope_s = (times_s[-1] - times_s[0]) / (counts[-1] - counts[0])
    return [min(time_s, slope_s * count) for count, time_s in zip(counts, times_s, strict=True)]


LEFT_ON: dict[str, dict[str, Value]] = {
    "broadcast": {}, "sum on one": {"left_on": "one"}, "sum on all": {"left_on": "everyone"},
}  # fmt: skip


def walked(
    topology: str, branches: int, ranks: int, operation: str
) -> tuple[str, dict[str, object]]:
    """The pattern by which the report predicts such a cell."""
    point: dict[str, Value] = {"topology": topology, "branches": branches, **LEFT_ON[operation]}
    kernel = f"blacs_{'combine' if LEFT_ON[operation] else 'broadcast'}"
    key = " ".join([kernel, *(f"{axis}={point[axis]}" for axis in sorted(point))])
    found = pattern_of(CellRecord(key, kernel, point, "grid", ranks, 0.0, 0.0))
    if found is None:
        sys.exit(f"the model says nothing of {topology}")
    name, options = found
    return name, dict(options)


def table(measured: list[Cell]) -> str:
    """A row for each operation and topology; in bold what is not below the error that is wanted."""
    by_title: dict[str, list[Cell]] = defaultdict(list)
    for cell in sorted(measured, key=lambda cell: cell.operation):
        by_title[cell.title].append(cell)
    rows = []
    for title, its in by_title.items():
        errors = [cell.error for cell in its]
        of_fewest = max(cell.fewest_error for cell in its)
        columns = [*errors, statistics.median(errors), max(errors), of_fewest]
        rows.append([title, *map(shown, columns)])
    heads = [*(f"{n} ranks" for n in RANKS), "median", "largest", f"at {FEWEST:,}"]
    return tables.markdown(["", *heads], rows)


def shown(error: float) -> str:
    """In percent."""
    return f"{error:.1%}" if error < WANTED else f"**{error:.1%}**"


def parts() -> list[str]:
    """The page's parts. Raises LeftOutError where SimGrid is missing."""
    program = build()
    text = [
        "Relative errors of the predicted maximum time, as LAPACK Working Note 73 takes them: the "
        f"largest of {len(DOUBLES)} sizes from {DOUBLES[0]:,} to {DOUBLES[-1]:,} doubles, of a "
        "broadcast over what was measured and of a sum over what was predicted. The model has "
        "T_s, T_c and T_o of each size, measured there. Computing takes no time on these "
        f"machines. The last column is the largest error at {FEWEST:,} doubles, which is none of "
        "those sizes.\n",
        f"The machine: `{CLUSTER}`\n",
    ]
    for machine in MACHINES:
        outputs = {ranks: run(program, machine, ranks) for ranks in RANKS}
        text += [
            f"## {machine.title}\n",
            machine.words + "\n",
            f"Each run is `{' '.join(command(machine, RANKS[-1]))}`, on {RANKS[0]} to {RANKS[-1]} "
            "ranks.\n",
        ]
        for sends in SENDS if machine.shares_links else ("in-turn",):
            measured = [cell for ranks in RANKS for cell in cells(outputs[ranks], ranks, sends)]
            below = sum(cell.error < WANTED for cell in measured)
            text += [
                f"The model {SENDS[sends]}: {below} of {len(measured)} cells are under "
                f"{WANTED:.0%}; the largest error is {max(cell.error for cell in measured):.1%}.\n",
                table(measured),
            ]
    return text
