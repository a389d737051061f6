# SPDX-License-Identifier: BSD-3-Clause
"""Bytes moved beside bytes requested, for every loop and code beyond the last cache."""

from __future__ import annotations

from strobe.records.summary import CellSummary, Summary
from strobe.report import units
from strobe.report.hierarchy import Hierarchy
from strobe.report.streams import CODES, by_one, bytes_per_s, middle, pattern_name
from strobe.report.table import Row, Table, columns
from strobe.report.traffic import WRITTEN, moved


def traffic_table(summary: Summary, hierarchy: Hierarchy) -> Table | None:
    """A row for each loop that writes what it has not read, and each code; None without any."""
    memory = hierarchy.memory
    if memory is None:
        return None
    rows = []
    for kernel in WRITTEN:
        by_code: dict[str, list[CellSummary]] = {}
        for one in by_one(summary, kernel):
            if memory.holds(one.x):
                by_code.setdefault(one.curve, []).append(one.cell)
        for code in CODES:
            cell = middle(by_code.get(code, []))
            if cell is not None:
                requested = units.bandwidth(bytes_per_s(cell))
                rows.append(Row([pattern_name(kernel), code, requested, moved(cell)]))
    heads = columns(["loop", "code"], ["requested", "moved"])
    return Table("Beyond the caches", heads, rows) if rows else None
