# SPDX-License-Identifier: BSD-3-Clause
"""Requested and moved bytes of every loop and code in main memory."""

from __future__ import annotations

from strobe.base import units
from strobe.gate.cells import Accepted, cells_of_kernels, quality_note
from strobe.gate.limits import TOO_NOISY
from strobe.records.summary import CellSummary
from strobe.report.memory.hierarchy import Hierarchy
from strobe.report.memory.pointer_chase import CHASE
from strobe.report.memory.streams import (
    CODES,
    accepted_middle,
    bytes_per_s,
    measured_of_one_process,
    pattern_name,
)
from strobe.report.memory.traffic import WRITTEN, moved_text
from strobe.report.page.table import Row, Table, columns


def traffic_table(summary: Accepted, hierarchy: Hierarchy) -> Table | None:
    """A row for each loop that writes without reading, and each code; None without any."""
    memory = hierarchy.memory
    if memory is None:
        return None
    rows = []
    for kernel in WRITTEN:
        by_code: dict[str, list[CellSummary]] = {}
        for one in measured_of_one_process(summary, kernel):
            if memory.holds(one.x):
                by_code.setdefault(one.curve, []).append(one.cell)
        for code in CODES:
            if code not in by_code:
                continue
            cell = accepted_middle(by_code[code])
            shown = (
                [TOO_NOISY, TOO_NOISY]
                if cell is None
                else [units.bandwidth(bytes_per_s(cell)), moved_text(cell)]
            )
            rows.append(Row([pattern_name(kernel), code, *shown]))
    heads = columns(["loop", "code"], ["requested", "moved"])
    note = quality_note(cells_of_kernels(summary, (*WRITTEN, CHASE)))
    return Table("In main memory", heads, rows, note) if rows else None
