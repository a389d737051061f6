# SPDX-License-Identifier: BSD-3-Clause
"""The tables of another benchmark on the page of a run, with Strobe's own figures beside them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from strobe.base import units
from strobe.gate.cells import not_converged
from strobe.records.lines import RunRecord
from strobe.records.summary import RegimeSummary, Summary
from strobe.report.page.table import Row, Table, columns
from strobe.report.paper.declared import suite_file
from strobe.report.peers.declared import TITLES, Benchmark, read
from strobe.report.peers.tables import WHOLE, Line, PeerTable, peer_tables


@dataclass(frozen=True)
class NamedTable:
    """A table with its anchor and its title."""

    name: str
    heading: str
    table: Table


@dataclass(frozen=True)
class PeerSection:
    """All tables of one tool."""

    title: str
    tables: list[NamedTable]


def peer_section(summary: Summary, header: RunRecord) -> PeerSection | None:
    """The tables that the measured suite declares; none where it declares no benchmarks."""
    file = suite_file(header)
    declared = read(file) if file is not None else []
    made = peer_tables(summary, declared)
    if not made:
        return None
    return PeerSection(TITLES[declared[0].tool], [_named(table) for table in made])


def figure(head: str, value: float) -> str:
    """A figure with as many decimals as the tool prints."""
    return f"{value:.0f}" if head in WHOLE else f"{value:.2f}"


def _named(table: PeerTable) -> NamedTable:
    benchmark = table.benchmark
    part = f", {table.part}" if table.part else ""
    return NamedTable(
        name=f"peer-{benchmark.name}{'-' + table.part if table.part else ''}".replace(" ", "-"),
        heading=f"{_full_name(benchmark)}{part}",
        table=_table(table),
    )


def _full_name(benchmark: Benchmark) -> str:
    if benchmark.program == benchmark.name:
        return f"{benchmark.name}: {benchmark.title}"
    return f"{benchmark.program} {benchmark.name}: {benchmark.title}"


def _table(table: PeerTable) -> Table:
    has_size = table.lines[0].size is not None
    heads = columns(
        [],
        [*(["bytes"] if has_size else []), *table.heads, "Strobe: median", "interval"],
        ["converged"],
    )
    differs = table.benchmark.differs
    note = f"The tool's test differs: {differs}." if differs else ""
    rows = [_row(table, line, has_size=has_size) for line in table.lines]
    return Table(f"{table.benchmark.name} {table.part}".strip(), heads, rows, note)


def _interval(best: RegimeSummary) -> str:
    if math.isnan(best.low_s):
        return units.NOT_HAD
    return f"{units.duration(best.low_s)} to {units.duration(best.high_s)}"


def _row(table: PeerTable, line: Line, *, has_size: bool) -> Row:
    best = line.cell.headline
    assert best is not None
    is_doubtful = bool(not_converged(line.cell))
    return Row(
        [
            *([units.count(line.size)] if has_size and line.size is not None else []),
            *(figure(head, value) for head, value in zip(table.heads, line.figures, strict=True)),
            units.duration(best.median_s),
            _interval(best),
            "no" if is_doubtful else "yes",
        ],
        "aside" if is_doubtful else "",
    )
