# SPDX-License-Identifier: BSD-3-Clause
"""The machines of LAPACK Working Note 73 and of the CM-5 study again, by SimGrid.

The note fits T_c, T_m and T_o of four machines, predicts each topology from them, and prints lines
through the times that it measured on 32 processors (tables 5, 7, 12, 14 and 16). Here the messages
of our own topologies are replayed on the same four machines, in the way `strobe predict` does, and
the lines through the replays stand next to the printed ones. So do circular shifts of the CM-5
study (table 6), which are made of the sends and receives of its echo (table 1).

    .venv/bin/python bench/nineties.py
"""

from __future__ import annotations

import functools
import json
import subprocess
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import tables
import tools

from strobe.machine.papers import DOUBLE_BYTES, MICROSECOND
from strobe.predict.machine import Level, Machine
from strobe.predict.measured import without_spread
from strobe.predict.platform import FLOPS_PER_S
from strobe.predict.replay import replay

PROCESSORS = 32
DOUBLES = (1000, 10_000, 20_000, 30_000, 40_000, 50_000)
SUITES = tools.ROOT / "suites"
CM5_STUDY = "CM-5, CMMD 2.0"
SHIFTS = (1, 2, 4, 8)
TITLE = "Machines of the nineties in simulation"
Line = tuple[float, float]
"""Microseconds, and microseconds for each double."""
NOTHING: Line = (0.0, 0.0)
REMARKS = {
    "CM-5": "the note predicts its tree 5.6 % too short: several messages share links",
    "SP1": "the note predicts it up to 45 % off, and calls its short times inaccurate",
    "Paragon, sum": "the note predicts it up to 20 % off",
    f"{CM5_STUDY}, shift by 4": "all cross the upper links of the fat tree, which the study calls "
                                "congested",
    f"{CM5_STUDY}, shift by 8": "the same",
}  # fmt: skip


@dataclass(frozen=True)
class Old:
    """A machine of the note, and the topology that was the best for its broadcasts."""

    name: str
    topology: str
    t_c: Line


OLD = (
    Old("i860", "hypercube", (200, 2.8576)),
    Old("Paragon", "tree", (212, 0.2049)),
    # Both have globally blocking sends in table 5, which the BLACS' topologies take.
    Old("CM-5", "tree", (169, 0.9118)),
    Old("SP1", "hypercube", (772, 1.1400)),
)


def printed(suite: str, number: str) -> dict[str, Any]:
    """The rows of a paper's table, as its suite has them, by name."""
    read = tomllib.loads((SUITES / f"{suite}.toml").read_text(encoding="utf-8"))
    (rows,) = (one["printed"] for one in read.get("table", ()) if one["number"] == number)
    return dict(rows)


def lines_of_note(number: str) -> dict[str, Line]:
    """A table of the note."""
    return {name: (cells[0], cells[1]) for name, cells in printed("blacs", number).items()}


def at(line: Line, doubles: int) -> float:
    """Seconds; a line of the note may be below zero where it was not measured."""
    return max(MICROSECOND * (line[0] + line[1] * doubles), 0.0)


def machine(old: Old) -> Machine:
    """Its messages as SimGrid reads them."""
    sizes = (0, *DOUBLES)
    times_s = {float(DOUBLE_BYTES * doubles): at(old.t_c, doubles) for doubles in sizes}
    level = Level(without_spread(times_s), None, limit_bytes=0)
    return Machine(old.name, old.name, {"network": level}, 1, is_with_several_nodes=True)


def trace(topology: str, way: str, doubles: int, t_m: Line, t_o: Line) -> list[list[str]]:
    """The messages of a topology, rank by rank."""
    words = [str(tools.STROBE), "schedule", topology, "--ranks", str(PROCESSORS), "--way", way]
    said = subprocess.run([*words, "--json"], check=True, capture_output=True, text=True).stdout
    lines: list[list[str]] = [[f"{rank} init"] for rank in range(PROCESSORS)]
    for message in json.loads(said)["messages"]:
        source, to, data = message["from"], message["to"], f"{DOUBLE_BYTES * doubles} 6"
        if len(lines[source]) == 1:  # it copies its data before it sends
            lines[source].append(compute(source, at(t_m, doubles)))
        lines[source].append(f"{source} send {to} 0 {data}")
        lines[to].append(f"{to} recv {source} 0 {data}")
        if message["combines"]:
            lines[to].append(compute(to, at(t_o, doubles)))
    return [[*own, f"{rank} finalize"] for rank, own in enumerate(lines)]


def compute(rank: int, seconds: float) -> str:
    return f"{rank} compute {FLOPS_PER_S * seconds:.0f}"


def simulated(old: Old, trace_of: Callable[[int], list[list[str]]]) -> Line:
    """The line through the times of all sizes, as the note fits its own."""
    on = machine(old)
    times_us = [replay(trace_of(doubles), on, 1).time_s / MICROSECOND for doubles in DOUBLES]
    slope, start = np.polyfit(DOUBLES, times_us, 1)
    return float(start), float(slope)


def shift(by: int, doubles: int) -> list[list[str]]:
    """Blocking sends and receives: of the nodes that pass data on, every other one receives
    first."""
    lines = []
    for rank in range(PROCESSORS):
        data = f"0 {DOUBLE_BYTES * doubles} 6"
        own = [f"{rank} send {(rank + by) % PROCESSORS} {data}",
               f"{rank} recv {(rank - by) % PROCESSORS} {data}"]  # fmt: skip
        own = own[::-1] if rank // by % 2 else own
        lines.append([f"{rank} init", *own, f"{rank} finalize"])
    return lines


def rows() -> Iterator[list[str]]:
    broadcasts, sums = lines_of_note("12"), lines_of_note("16")
    copies, additions = lines_of_note("7"), lines_of_note("14")
    for old in OLD:
        t_m, t_o = copies.get(old.name, NOTHING), additions[old.name]
        broadcast = functools.partial(trace, old.topology, "spread", t_m=t_m, t_o=NOTHING)
        yield row(old.name, f"broadcast, {old.topology}", broadcasts[f"{old.name}, BLACS"],
                  simulated(old, broadcast))  # fmt: skip
        tree = functools.partial(trace, "tree", "combine-on-all", t_m=t_m, t_o=t_o)
        yield row(old.name, "sum, tree", sums[f"{old.name}, BLACS"], simulated(old, tree))
    start_us, megabytes = printed("cmmd", "1")["echo"][0]
    cm5 = Old(CM5_STUDY, "", (start_us, DOUBLE_BYTES / megabytes))
    for by, (shift_us, both_ways) in zip(SHIFTS, printed("cmmd", "6")["echo"], strict=True):
        # A rate of the study counts what a node sends and what it receives.
        yield row(cm5.name, f"shift by {by}", (shift_us, 2 * DOUBLE_BYTES / both_ways),
                  simulated(cm5, functools.partial(shift, by)))  # fmt: skip


def row(name: str, operation: str, measured: Line, found: Line) -> list[str]:
    """One operation of one machine; the whole time is that of the most doubles."""
    most = DOUBLES[-1]
    remark = REMARKS.get(f"{name}, {operation.split(',')[0]}", REMARKS.get(name, ""))
    return [
        name, operation,
        f"{measured[0]:.0f} + {measured[1]:.4f} N", f"{found[0]:.0f} + {found[1]:.4f} N",
        f"{100 * (found[1] / measured[1] - 1):+.1f} %",
        f"{100 * (at(found, most) / at(measured, most) - 1):+.1f} %", remark,
    ]  # fmt: skip


def parts() -> list[str]:
    """The table."""
    summary = (
        f"{PROCESSORS} processors, times in microseconds for N doubles up to {DOUBLES[-1]}. The "
        "printed lines go through measured times, and the simulated ones through replays on the "
        "times of single messages of the same paper: for the BLACS of our topologies on T_c, T_m "
        "and T_o, for the CM-5 study of its echo.\n"
    )
    headings = ["machine", "operation", "printed", "simulated", "slope", f"at N = {DOUBLES[-1]}",
                "why"]  # fmt: skip
    return [summary, tables.markdown(headings, list(rows()))]


def main() -> None:
    tables.command_line(__doc__).parse_args()
    tables.make("nineties", TITLE, parts)


if __name__ == "__main__":
    main()
