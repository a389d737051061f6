# SPDX-License-Identifier: BSD-3-Clause
"""Programs of MPI in strict mode: the protocol's state machines serve their messages."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from terminal import Built, Terminal

PHASES = [
    "descriptor exchange",
    "message scheduling",
    "point-to-point",
    "broadcast and barrier",
    "reduce",
]
CHUNK_BYTES = 4000


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as lines:
        return list(csv.DictReader(lines))


@pytest.mark.parametrize(
    ("ranks", "nodes"), [("3", "1"), ("4", "2")], ids=["one node", "two pretended nodes"]
)
def test_a_program_of_mpi_runs_through_the_microphases(
    terminal: Terminal, built: Built, ranks: str, nodes: str
) -> None:
    program = [built("coscheduling-conjugate_gradient"), "size=800", "steps=8"]
    native = terminal.run("run", "-n", ranks, *program)
    answer = terminal.run(
        "run", "-n", ranks, "--mode", "strict", "--slice", "200",
        "--slice-bytes", str(CHUNK_BYTES), "--eager-limit", "0", "--emds", "emds.csv",
        "--events", "events.csv", *program, STROBE_NODES=nodes,
    )  # fmt: skip
    assert answer.status == 0, answer.err
    assert answer.err == ""
    checksum = re.compile(r"checksum \S+")
    assert checksum.findall(answer.out) == checksum.findall(native.out) != []
    events = rows(terminal.folder / "events.csv")
    assert {row["microphase"] for row in events if row["microphase"]} == set(PHASES)
    assert {row["node"] for row in events} == {str(node) for node in range(int(nodes))}
    chunks = [row for row in events if row["event"] == "chunk"]
    assert chunks
    assert max(int(row["bytes"]) for row in chunks) <= CHUNK_BYTES
    assert {row["microphase"] for row in chunks} == {"point-to-point"}
    # A message that is longer than a chunk is moved from where the chunk before it ended.
    assert any(int(row["offset"]) == CHUNK_BYTES for row in chunks)
    calls = {row["what"].split("(")[0] for row in events if row["event"] == "call"}
    assert {"nonblocking send", "nonblocking receive", "nonblocking allreduce"} <= calls
    combined = {row["microphase"] for row in events if row["event"] == "combine"}
    assert combined == {"reduce"}
    metrics = rows(terminal.folder / "emds.csv")
    assert len(metrics) > 1


def test_what_the_protocol_does_not_serve_is_said(terminal: Terminal, built: Built) -> None:
    answer = terminal.run("run", "-n", "2", "--mode", "strict", "--perturb", "3",
                          built("coscheduling-halo"))  # fmt: skip
    assert answer.status == 0
    assert answer.err == (
        "strobe run: the runtime matches the messages of this program in slices, and does not run "
        "the protocol's microphases: the protocol has one order of messages (--perturb)\n"
    )
