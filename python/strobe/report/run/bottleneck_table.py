# SPDX-License-Identifier: BSD-3-Clause
"""BLASBench's question as a table: does memory or the CPU bound a routine?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from strobe.base import units
from strobe.gate.cells import FMA, Accepted, cells_of_kernels, quality_note
from strobe.records.summary import CellSummary
from strobe.report.blas.bottleneck import Bottleneck, bottleneck, computes
from strobe.report.blas.libraries import RoutineComparison, libraries, routine_comparisons
from strobe.report.blas.roofs import Roofs, level_of
from strobe.report.memory.pointer_chase import CHASE
from strobe.report.memory.streams import PATTERNS
from strobe.report.page.table import Row, Table, columns

IN_EVERY_LEVEL = ("axpy", "gemv", "gemm")
"""The paper's routines have a row for each level of memory, the others one at the largest n."""
SHORT = {"memory": "memory", "cpu": "CPU", "neither": "neither", "implausible": "above its roof"}
NOTE = (
    "The roof is the lower one of two measured rates: the bandwidth of the level that holds the "
    "operands times the arithmetic intensity, and the peak of multiply-adds. From 70 % of its roof "
    "on, memory or the CPU bounds a routine."
)


def bottleneck_table(summary: Accepted, roofs: Roofs) -> Table | None:
    """A row for each routine and level: its roof, and what each library reaches of it. None where
    no roof is known."""
    names = libraries(summary)
    rows = []
    shown = routine_comparisons(summary)
    for one in shown:
        for n, cells in _at_levels(one, roofs):
            row = _row(one, n, cells, names, roofs)
            rows += [row] if row else []
    if not rows:
        return None
    heads = columns(["routine"], ["n"], ["operands in"])
    heads += columns([], ["flop/byte"], ["roof", *names])
    quality = quality_note(
        cells_of_kernels(summary, {FMA, CHASE, *PATTERNS, *(one.kernel for one in shown)})
    )
    note = f"{NOTE} {quality}".strip()
    return Table("Memory or CPU: the part of its roof that a routine reaches", heads, rows, note)


def _at_levels(
    one: RoutineComparison, roofs: Roofs
) -> Iterator[tuple[int, Mapping[str, CellSummary]]]:
    """The largest n in each level of memory, by library; only the largest of all for a routine
    that the paper does not have."""
    by_level: dict[str, int] = {}
    for own in one.libraries.values():
        for n, cell in own.items():
            level = level_of(cell, roofs.hierarchy)
            if level is not None and computes(cell):
                by_level[level.name] = max(n, by_level.get(level.name, 0))
    chosen = sorted(set(by_level.values()))
    for n in chosen if one.routine in IN_EVERY_LEVEL else chosen[-1:]:
        yield n, {name: own[n] for name, own in one.libraries.items() if n in own}


def _row(
    one: RoutineComparison,
    n: int,
    cells: Mapping[str, CellSummary],
    names: list[str],
    roofs: Roofs,
) -> Row | None:
    found = {name: bottleneck(cell, roofs) for name, cell in cells.items()}
    known = {name: each for name, each in found.items() if isinstance(each, Bottleneck)}
    if not known:
        return None
    first = next(iter(known.values()))
    roof = f"{first.lower}: {roofs.flops_text(first.attainable)}"
    return Row(
        [
            one.name,
            units.count(n),
            first.level,
            units.number(first.intensity),
            roof[0].upper() + roof[1:],
            *(_reached(known.get(name)) for name in names),
        ]
    )


def _reached(one: Bottleneck | None) -> str:
    return f"{units.percent(one.part)}: {SHORT[one.verdict]}" if one else ""
