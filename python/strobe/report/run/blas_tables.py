# SPDX-License-Identifier: BSD-3-Clause
"""BLASBench's question as tables: the rates of each library, and its version."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from strobe.base import units
from strobe.gate.cells import FMA, Accepted, cells_of_kernels, quality_note
from strobe.gate.limits import TOO_NOISY
from strobe.records.lines import LibraryRecord
from strobe.records.run import Run
from strobe.records.summary import CellSummary
from strobe.report.blas.ceilings import Ceiling, ceilings, flops_per_cycle, flops_per_s
from strobe.report.blas.libraries import (
    BROKEN,
    RoutineComparison,
    best_n,
    is_routine,
    libraries,
    library_of,
    part_of_ceiling,
    routine_comparisons,
)
from strobe.report.blas.processes import FEWEST_PROCESSES, REMEDY, Processes, processes_of
from strobe.report.memory.streams import bytes_per_cycle, bytes_per_s
from strobe.report.page.table import Row, Table, columns
from strobe.report.run.thread_scaling import ThreadScaling, thread_scaling

GIGA = 1e9
FAILED = "failed"
ABSENT = "not there"
LACKS = "does not have the routine "


@dataclass(frozen=True)
class BlasSection:
    """The rates (None where no library has one), the libraries, their failures and the routines
    that they lack, a note on the number of processes, and the speed-up with threads."""

    rates: Table | None
    libraries: Table | None
    troubles: list[str]
    processes: str = ""
    lacks: list[str] = field(default_factory=list)
    threads: ThreadScaling | None = None


def blas_section(run: Run, summary: Accepted) -> BlasSection | None:
    """None where no BLAS libraries were compared."""
    names = libraries(summary)
    if not names:
        return None
    records = _records(run)
    rates, processes = _rates(run, summary, names)
    return BlasSection(
        rates,
        _library_table(records),
        _troubles(summary, records),
        processes,
        _lacks(summary),
        thread_scaling(summary),
    )


def _rates(run: Run, summary: Accepted, names: list[str]) -> tuple[Table | None, str]:
    """A row for each routine and type, at the n with the highest rate of any library; and a note on
    the number of processes."""
    tops = ceilings(summary)
    shown = [one for one in routine_comparisons(summary) if one.libraries]
    in_cycles = all(
        cell.headline and cell.headline.cycles
        for one in shown
        for own in one.libraries.values()
        for cell in own.values()
    )
    rows = []
    counts: list[int] = []
    for one in shown:
        n = best_n(
            (n, _rate(cell, in_cycles)) for own in one.libraries.values() for n, cell in own.items()
        )
        ran = {
            name: found
            for name in names
            if (cell := one.libraries.get(name, {}).get(n))
            and (found := processes_of(run, summary, cell))
        }
        counts += [len(found.costs) for found in ran.values()]
        shown_rates = [_cell(one, name, n, in_cycles, tops, ran.get(name)) for name in names]
        rows.append(Row([one.name, units.count(n), *shown_rates]))
    unit = "flop/cycle" if in_cycles else "GFLOP/s"
    parts = " (fraction of the peak multiply-add rate)" if tops else ""
    heads = columns(["routine"], ["n", *names])
    note = quality_note(cells_of_kernels(summary, {FMA, *(one.kernel for one in shown)}))
    table = Table(f"At the best n: {unit}{parts}", heads, rows, note) if rows else None
    return table, _processes(counts)


def _processes(counts: list[int]) -> str:
    """A note on the rates, by the number of processes that each has."""
    if not counts:
        return ""
    note = (
        "Rates are medians over the processes of a library. Where processes differ by more than "
        "10 %, brackets hold the slowest and the fastest."
    )
    if min(counts) >= FEWEST_PROCESSES:
        return note
    return (
        f"{note} The rate of a library can differ several-fold between processes, so fewer than "
        f"{FEWEST_PROCESSES} processes do not determine it: {REMEDY}."
    )


def _cell(
    one: RoutineComparison,
    name: str,
    n: int,
    in_cycles: bool,
    tops: list[Ceiling],
    processes: Processes | None,
) -> str:
    cell = one.libraries.get(name, {}).get(n)
    if cell is None:
        if name in one.absent:
            return ABSENT
        return FAILED if name in one.broken else TOO_NOISY if name in one.noisy else ""
    if processes is None:
        return ""
    shown = units.number(_rate(cell, in_cycles) * processes.over_pooled)
    part = part_of_ceiling(cell, tops)
    if not processes.computes:
        shown += f" {'B/cycle' if in_cycles else 'GB/s'}"
    elif part is not None:
        shown += f" ({units.percent(min(part * processes.over_pooled, 1.0))})"
    if processes.differ:
        shown += f" [{processes.range()}]"
    if not processes.enough:
        shown += f" in {processes.count}"
    return shown


def _rate(cell: CellSummary, in_cycles: bool) -> float:
    """The rate of flops; of bytes where the cell computes nothing."""
    if in_cycles:
        return flops_per_cycle(cell) or bytes_per_cycle(cell) or 0.0
    return (flops_per_s(cell) or bytes_per_s(cell)) / GIGA


def _records(run: Run) -> list[LibraryRecord]:
    """The record of each library, from the first launch that has one."""
    found: dict[str, LibraryRecord] = {}
    for launch in run.launches:
        for record in launch.libraries:
            found.setdefault(record.name, record)
    return list(found.values())


def _library_table(records: list[LibraryRecord]) -> Table | None:
    """A row for each library, without empty columns."""
    rows = [_facts(record) for record in records]
    titles = [title for title in (rows[0] if rows else {}) if any(row[title] for row in rows)]
    cells = [Row([row[title] for title in titles]) for row in rows]
    return Table("The libraries", columns(titles, []), cells) if rows else None


def _facts(record: LibraryRecord) -> dict[str, str]:
    integers = {32: "LP64", 64: "ILP64"}.get(record.integer_bits, f"{record.integer_bits} bit")
    return {
        "library": record.name,
        "kernels": record.core,
        "integers": integers if record.symbol else "",
        "symbol": record.symbol,
        "controlled by": record.steered_by,
        "unset variables": ", ".join(f"{name}={value}" for name, value in record.unset.items()),
        "version": "not usable" if record.wrong else record.description,
        "file": record.path,
    }


def _troubles(summary: Accepted, records: list[LibraryRecord]) -> list[str]:
    """A sentence for each library that is not usable or that failed in some cells."""
    found = {record.name: f"{record.wrong}." for record in records if record.wrong}
    for name in libraries(summary):
        failed = [
            cell
            for cell in summary.cells.values()
            if library_of(cell) == name and cell.status in BROKEN
        ]
        if failed and name not in found:
            cells = units.plural_of(Counter(cell.declared.kernel for cell in failed), "cell")
            found[name] = f"{name} failed in {cells}: {failed[0].reason.rstrip('.')}."
    return list(found.values())


def _lacks(summary: Accepted) -> list[str]:
    """A sentence for each library that does not export a routine that was to be measured."""
    found: dict[str, dict[str, None]] = {}
    for cell in summary.cells.values():
        _, has_it, rest = cell.reason.partition(LACKS)
        if cell.status == "skipped" and has_it and is_routine(cell.declared.kernel):
            routine = rest.partition(":")[0]
            found.setdefault(library_of(cell), {})[routine] = None
    return [
        f"{name} does not have {units.listed(list(routines))}." for name, routines in found.items()
    ]
