# SPDX-License-Identifier: BSD-3-Clause
"""The machine card: latency, capacity and rates of each level of memory, and the peak rates."""

from __future__ import annotations

from dataclasses import dataclass

from strobe.base import units
from strobe.gate.cells import FMA, Accepted, cells_of_kernels, quality_note
from strobe.gate.limits import TOO_NOISY
from strobe.records.summary import CellSummary
from strobe.report.blas.ceilings import Ceiling, ceilings
from strobe.report.memory.hierarchy import Hierarchy, MemoryLevel
from strobe.report.memory.pointer_chase import CHASE
from strobe.report.memory.streams import bytes_per_cycle, bytes_per_s, pattern_name, plateaus
from strobe.report.page.table import Row, Table, columns

RATES = ("memory_read", "memory_write", "memory_copy")
NAME, LATENCY, VERDICT = "one core", "latency", "verdict"
CAPACITIES = ("10 % misses at", "50 % misses at", "reported size")
GIGA = 1e9


@dataclass(frozen=True)
class Card:
    """The levels as a table, the unit of its rates, and a sentence with the peak rates."""

    levels: Table | None
    unit: str
    ceilings: str
    quality_note: str = ""
    """Excluded and unconverged cells, in a sentence; empty where there are none."""


def machine_card(summary: Accepted, hierarchy: Hierarchy) -> Card | None:
    """None where nothing was measured and all figures would be those of the system."""
    measured = {
        (name, kernel): cell
        for kernel in RATES
        for name, cell in plateaus(summary, kernel, hierarchy).items()
    }
    note = quality_note(cells_of_kernels(summary, (*RATES, CHASE, FMA)))
    tops = [_ceiling(one) for one in ceilings(summary)]
    peak = f"Peak multiply-add rate of one core: {units.listed(tops)}." if tops else ""
    if not (measured or hierarchy.found):
        return Card(None, "", peak, note) if peak else None
    in_cycles = all(bytes_per_cycle(cell) for cell in measured.values() if cell)
    rows = [
        {
            **_level(level, hierarchy),
            **{
                pattern_name(kernel): _rate(measured[level.name, kernel], in_cycles)
                for kernel in RATES
                if (level.name, kernel) in measured
            },
        }
        for level in hierarchy.levels
    ]
    return Card(_table(rows), "B/cycle (GB/s)" if in_cycles else "GB/s", peak, note)


def _table(rows: list[dict[str, str]]) -> Table:
    """The table without empty columns, and without levels of which nothing is known."""
    rows = [row for row in rows if any(text for title, text in row.items() if title != NAME)]
    filled = {title for row in rows for title, text in row.items() if text}
    named = (LATENCY, *CAPACITIES, *(pattern_name(kernel) for kernel in RATES))
    numbers = [title for title in named if title in filled]
    last = [VERDICT] if VERDICT in filled else []
    cells = [[row.get(title, "") for title in (NAME, *numbers, *last)] for row in rows]
    return Table("Machine card", columns([NAME], numbers, last), [Row(own) for own in cells])


def _level(level: MemoryLevel, hierarchy: Hierarchy) -> dict[str, str]:
    sizes = (level.first_misses_bytes, level.half_misses_bytes, level.advertised_bytes)
    capacities = ("" if size is None else units.about_size(size) for size in sizes)
    return {
        NAME: level.name,
        LATENCY: hierarchy.latency_of(level),
        **dict(zip(CAPACITIES, capacities, strict=True)),
        VERDICT: "contended" if level.contended else "",
    }


def _rate(cell: CellSummary | None, in_cycles: bool) -> str:
    """Per cycle where the core clock is known, and per second."""
    if cell is None:
        return TOO_NOISY
    by_second = units.number(bytes_per_s(cell) / GIGA)
    by_cycle = bytes_per_cycle(cell)
    return f"{units.number(by_cycle)} ({by_second})" if in_cycles and by_cycle else by_second


def _ceiling(ceiling: Ceiling) -> str:
    by_second = units.flop_rate(ceiling.flops_per_s)
    if ceiling.flops_per_cycle is None:
        return f"{ceiling.type} {by_second}".strip()
    by_cycle = f"{units.number(ceiling.flops_per_cycle)} flop/cycle"
    return f"{ceiling.type} {by_cycle} ({by_second})".strip()
