# SPDX-License-Identifier: BSD-3-Clause
"""What grows with the nodes of a machine: messages, steps and memory of a rank, and virtual time.

Nothing is timed but the simulator, so that the other figures are the same on every machine.

.venv/bin/python bench/scale.py      # in a minute
"""

from __future__ import annotations

import json
import resource
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import tables
import tools

from strobe.base import units
from strobe.simulation.result import simulate

NAME, TITLE = "scale", "What grows with the number of nodes"
BUILD = tools.ROOT / "build" / "release"
PROGRAM = BUILD / "bin" / "scale-of-a-rank"
RANKS_OF_A_NODE = 64
PLANNED = (16, 256, 1024, 4096, 15_625)
SIMULATED = (1024, 4096, 16_384, 65_536, 131_072)
NETWORKS = ("qsnet", "bluegene-l", "gigabit-ethernet")
CALLS = {
    "barrier": "barrier",
    "broadcast": "broadcast root=0 size=8",
    "reduce": "reduce root=0 size=8 op=sum",
    "allreduce": "allreduce size=8 op=sum",
}
MI = 2**20


def planned() -> str:
    """The table of the runtime's plans."""
    subprocess.run(
        ["cmake", "--build", BUILD, "--target", PROGRAM.name], check=True, capture_output=True
    )
    done = subprocess.run(
        [PROGRAM, str(RANKS_OF_A_NODE), *map(str, PLANNED)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    jobs = [json.loads(line) for line in done.stdout.splitlines()]
    names = [plan["name"] for plan in jobs[0]["plans"]]
    rows = [
        [f"{job['nodes']:,}", f"{job['ranks']:,}", f"{job['bytes_of_a_rank'] / 1024:.1f}",
         *(f"{plan['messages']} / {plan['rounds']}" for plan in job["plans"])]
        for job in jobs
    ]  # fmt: skip
    return tables.markdown(("nodes", "ranks", "KiB a rank", *names), rows)


def simulated() -> Iterator[tuple[str, Sequence[str]]]:
    """Each network with the rows of its table."""
    with tempfile.TemporaryDirectory(prefix="strobe-scale-") as folder:
        scripts = {name: Path(folder) / f"{name}.txt" for name in CALLS}
        for name, script in scripts.items():
            script.write_text(f"* : {CALLS[name]}\n")
        for network in NETWORKS:
            for nodes in SIMULATED:
                ran = [
                    simulate([str(script), "--network", network, "--nodes", str(nodes),
                              "--ranks-per-node", "1"])
                    for script in scripts.values()
                ]  # fmt: skip
                yield (
                    network,
                    [
                        f"{nodes:,}",
                        *(f"{1e6 * one.time_s:,.0f}" for one in ran),
                        " / ".join(f"{one.events / nodes:.1f}" for one in ran),
                        f"{max(one.wall_s for one in ran):.2f}",
                    ],
                )


def parts() -> list[str]:
    """The tables."""
    plans = planned()
    found = dict[str, list[Sequence[str]]]()
    for network, row in simulated():
        found.setdefault(network, []).append(row)
    most_bytes = 1024 * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    largest = SIMULATED[-1]
    header = ("nodes", *(f"{name}, us" for name in CALLS), "events a node", "wall s")
    node_bytes = units.plural(most_bytes // largest, "byte")
    return [
        "## One rank under `strobe run`\n",
        f"{RANKS_OF_A_NODE} ranks on each node, in blocks. The memory is what the last rank keeps "
        "for the job and its world before its first message. For each collective: the messages "
        "that one rank sends at most, and the rounds of its plan. Nothing is sent.\n",
        plans,
        "## The protocol in simulation\n",
        "One rank on each node, one call in strict mode, slices of 250 us, contributions combined "
        "in no time. The times are virtual, except for the last column. QsNet and BlueGene/L "
        "multicast and compare in hardware, in a time that does not depend on the nodes; Gigabit "
        f"Ethernet needs log2(nodes) levels. The simulation of {largest:,} nodes took "
        f"{most_bytes / MI:.0f} MiB, {node_bytes} a node.\n",
        *(f"### {network}\n\n{tables.markdown(header, rows)}" for network, rows in found.items()),
    ]


def main() -> None:
    tables.command_line(__doc__).parse_args()
    tables.make(NAME, TITLE, parts)


if __name__ == "__main__":
    main()
