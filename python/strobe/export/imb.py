# SPDX-License-Identifier: BSD-3-Clause
"""A run as the output of the Intel MPI Benchmarks 2021: one file for each of its programs."""

from __future__ import annotations

from collections.abc import Sequence

from strobe.report.peers.section import figure
from strobe.report.peers.tables import PeerTable

WIDTH = 13


def files(tables: Sequence[PeerTable]) -> list[tuple[str, str]]:
    """The name and the text of each program's output."""
    programs = dict.fromkeys(table.benchmark.program for table in tables)
    return [
        (f"{program}.txt", _text([t for t in tables if t.benchmark.program == program]))
        for program in programs
    ]


def _text(tables: Sequence[PeerTable]) -> str:
    """Means by the tool's definitions; the head says who measured."""
    program = tables[0].benchmark.program
    return "\n".join(
        [
            f"# Measured by Strobe, in the columns of {program}",
            *(line for table in tables for line in _table(table)),
            "",
        ]
    )


def _table(table: PeerTable) -> list[str]:
    benchmark = table.benchmark
    heads = [*(["#bytes"] if table.lines[0].size is not None else []), *table.heads]
    rule = "#" + "-" * (WIDTH * len(heads) - 1)
    mode = {"each": "NON-AGGREGATE", "last": "AGGREGATE"}.get(str(benchmark.where.get("flush")))
    has_mode = mode is not None and len(table.lines) > 0 and benchmark.program == "IMB-RMA"
    return [
        "",
        rule,
        f"# Benchmarking {benchmark.name} ",
        f"# #processes = {table.ranks} ",
        *([f"# differs: {benchmark.differs}"] if benchmark.differs else []),
        rule,
        *(["#", f"#    MODE: {mode} ", "#"] if has_mode else []),
        "".join(f"{head:>{WIDTH}}" for head in heads),
        *(
            "".join(
                [
                    *([f"{line.size:>{WIDTH}}"] if line.size is not None else []),
                    *(
                        f"{figure(head, value):>{WIDTH}}"
                        for head, value in zip(table.heads, line.figures, strict=True)
                    ),
                ]
            )
            for line in table.lines
        ),
    ]
