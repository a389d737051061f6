# SPDX-License-Identifier: BSD-3-Clause
"""The machines of LAPACK Working Note 73 again: what SimGrid says of their broadcasts and sums.

The note fits T_c, T_m and T_o of four machines, predicts each topology from them, and prints lines
through the times that it measured on 32 processors (tables 5, 7, 12, 14 and 16). Here the messages
of our own topologies are replayed on the same four machines, in the way `strobe predict` does, and
the lines through the replays stand next to the printed ones.

    .venv/bin/python bench/nineties.py
"""

from __future__ import annotations

import json
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

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
SUITE = tools.ROOT / "suites" / "blacs.toml"
TITLE = "Machines of the nineties in simulation"
Line = tuple[float, float]
"""Microseconds, and microseconds for each double."""
NOTHING: Line = (0.0, 0.0)
REMARKS = {
    "CM-5": "the note predicts its tree 5.6 % too short: several messages share links",
    "SP1": "the note predicts it up to 45 % off, and calls its short times inaccurate",
    "Paragon, sum": "the note predicts it up to 20 % off",
}


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


def printed(number: str) -> dict[str, Line]:
    """A table of the note, as the suite `blacs` has it: its rows, by name."""
    suite = tomllib.loads(SUITE.read_text(encoding="utf-8"))
    (rows,) = (one["printed"] for one in suite["table"] if one["number"] == number)
    return {name: (cells[0], cells[1]) for name, cells in rows.items()}


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


def simulated(old: Old, topology: str, way: str, t_m: Line, t_o: Line) -> Line:
    """The line through the times of all sizes, as the note fits its own."""
    on = machine(old)
    times_us = [
        replay(trace(topology, way, doubles, t_m, t_o), on, 1).time_s / MICROSECOND
        for doubles in DOUBLES
    ]
    slope, start = np.polyfit(DOUBLES, times_us, 1)
    return float(start), float(slope)


def rows() -> Iterator[list[str]]:
    broadcasts, sums = printed("12"), printed("16")
    copies, additions = printed("7"), printed("14")
    for old in OLD:
        t_m, t_o = copies.get(old.name, NOTHING), additions[old.name]
        yield row(old.name, f"broadcast, {old.topology}", broadcasts[f"{old.name}, BLACS"],
                  simulated(old, old.topology, "spread", t_m, NOTHING))  # fmt: skip
        yield row(old.name, "sum, tree", sums[f"{old.name}, BLACS"],
                  simulated(old, "tree", "combine-on-all", t_m, t_o))  # fmt: skip


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
        "printed lines go through measured times, and the simulated ones through replays of our "
        "topologies on T_c, T_m and T_o of the same paper.\n"
    )
    headings = ["machine", "operation", "printed", "simulated", "slope", f"at N = {DOUBLES[-1]}",
                "why"]  # fmt: skip
    return [summary, tables.markdown(headings, list(rows()))]


def main() -> None:
    tables.command_line(__doc__).parse_args()
    tables.make("nineties", TITLE, parts)


if __name__ == "__main__":
    main()
