# SPDX-License-Identifier: BSD-3-Clause
"""CacheBench's question as a table: the rate of each code in the first cache."""

from __future__ import annotations

from strobe.base import units
from strobe.gate.cells import Accepted, cells_of_kernels, quality_note
from strobe.gate.limits import TOO_NOISY
from strobe.records.summary import CellSummary
from strobe.report.memory.hierarchy import Hierarchy
from strobe.report.memory.pointer_chase import CHASE
from strobe.report.memory.streams import (
    CODES,
    PATTERNS,
    accepted_middle,
    bytes_per_cycle,
    bytes_per_s,
    fits_first_cache,
    measured_of_one_process,
    pattern_name,
)
from strobe.report.page.table import Row, Table, columns


def compiler_table(summary: Accepted, hierarchy: Hierarchy) -> Table | None:
    """A row for each loop and a column for each code: its rate, and the fraction of the best.

    Per cycle where all cells have the core clock. None where no loop was measured in two codes.
    """
    found: dict[str, dict[str, CellSummary]] = {}
    measured: dict[str, set[str]] = {}
    for kernel in PATTERNS:
        by_code: dict[str, list[CellSummary]] = {}
        for one in measured_of_one_process(summary, kernel):
            if fits_first_cache(hierarchy, one.x):
                by_code.setdefault(one.curve, []).append(one.cell)
        middles = {code: accepted_middle(cells) for code, cells in by_code.items()}
        measured[pattern_name(kernel)] = set(middles)
        found[pattern_name(kernel)] = {code: cell for code, cell in middles.items() if cell}
    # A loop of which all codes are too noisy has a row that says so.
    shown = {name: own for name, own in found.items() if len(measured[name]) > 1}
    if not shown:
        return None
    in_cycles = all(bytes_per_cycle(cell) for own in shown.values() for cell in own.values())
    codes = [code for code in CODES if any(code in measured[name] for name in shown)]
    rows = []
    for name, own in shown.items():
        rates = {
            code: (bytes_per_cycle(cell) or 0.0) if in_cycles else bytes_per_s(cell)
            for code, cell in own.items()
        }
        best = max(rates.values(), default=0.0)
        shown_rates = (
            f"{units.number(rates[code]) if in_cycles else units.bandwidth(rates[code])} "
            f"({units.percent(rates[code] / best)})"
            if code in rates
            else TOO_NOISY
            if code in measured[name]
            else ""
            for code in codes
        )
        rows.append(Row([name, *shown_rates]))
    note = quality_note(cells_of_kernels(summary, (*PATTERNS, CHASE)))
    unit = "B/cycle" if in_cycles else "bytes per second"
    return Table(
        f"In the first cache: {unit} (fraction of the best code)",
        columns(["loop"], codes),
        rows,
        note,
    )
