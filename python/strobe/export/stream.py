# SPDX-License-Identifier: BSD-3-Clause
"""STREAM's table as STREAM 5.10 prints it, for a terminal and for scripts that read its output."""

from __future__ import annotations

from typing import Any

from strobe.export.marks import mark
from strobe.export.papers import Files, Where
from strobe.gate.cells import accepted
from strobe.records.summary import Summary
from strobe.report.memory.stream_tables import StreamRow, StreamTable, stream_tables

RULE = "-" * 61
HEAD = "Function    Best Rate MB/s  Avg time     Min time     Max time"


def files(summary: Summary, context: dict[str, Any], where: Where) -> Files:
    """One file for each table of the run; none for a run without STREAM."""
    return [
        (f"{where.named(_name(table), table.type)}.txt", text(table))
        for table in stream_tables(accepted(summary), context)
    ]


def texts(summary: Summary, context: dict[str, Any]) -> list[str]:
    """The tables for a terminal."""
    return [text(table) for table in stream_tables(accepted(summary), context)]


def text(table: StreamTable) -> str:
    """One table under STREAM's heads, with its last line on the verification of the arrays."""
    lines = [
        f"STREAM: {table.title}",
        *([table.size_note] if table.size_note else []),
        RULE,
        HEAD,
        *(_line(row) for row in table.rows),
        RULE,
        table.validation,
        RULE,
    ]
    return "\n".join(lines) + "\n"


def _line(row: StreamRow) -> str:
    """`%s%12.1f  %11.6f  %11.6f  %11.6f` with labels of 11 characters, as STREAM prints it, and the
    mark of an uncertain row."""
    label = f"{row.function.capitalize()}:"
    marked = mark(row.cell)
    if row.megabytes_per_s is None:
        return f"{label:<11}{'-':>12}  {'-':>11}  {'-':>11}  {'-':>11}  {marked}"
    times = "  ".join(f"{time_s:11.6f}" for time_s in (row.average_s, row.min_s, row.max_s))
    return f"{label:<11}{row.megabytes_per_s:12.1f}  {times}  {marked}".rstrip()


def _name(table: StreamTable) -> str:
    """`stream-O3-1`: the code and the number of processes, and what else varies."""
    others = table.other_axes.replace(", ", "-").replace("=", "-")
    parts = ["stream", table.code, str(table.ranks), f"{table.elements}", others]
    return "-".join(filter(None, parts))
