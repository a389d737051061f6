# SPDX-License-Identifier: BSD-3-Clause
"""STREAM's table: the best rate and the times of copy, scale, add and triad.

McCalpin (1995), STREAM 5.10: the best rate is the counted bytes over the shortest time, in
megabytes of 10^6 bytes, and the first iteration counts in none of the times. The rules of a run ask
that each array has at least four times the size of the last-level caches.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from strobe.base import units
from strobe.gate.cells import Accepted, quality_note
from strobe.records.lines import STREAM
from strobe.records.summary import CellSummary
from strobe.report.memory.advertised import last_level_caches
from strobe.report.page.table import Row, Table, columns

FUNCTIONS = ("copy", "scale", "add", "triad")
ARRAYS = 3
ELEMENT_BYTES = {"double": 8, "float": 4}
TOLERANCES = {"double": 1e-13, "float": 1e-6}
MEGABYTE = 1e6
TIMES_THE_CACHES = 4
HEADS = ("best rate, MB/s", "avg time, s", "min time, s", "max time, s")


@dataclass(frozen=True)
class StreamRow:
    """One function: STREAM's four figures; None where the cell was refused or has no result."""

    function: str
    cell: CellSummary | None
    megabytes_per_s: float | None = None
    average_s: float | None = None
    min_s: float | None = None
    max_s: float | None = None


@dataclass(frozen=True)
class StreamTable:
    """The four functions of one code, type, number of processes and size."""

    code: str
    type: str
    ranks: int
    other_axes: str
    """The axes that differ from another table of the run: `pages=transparent`; else empty."""
    array_bytes: float
    rows: tuple[StreamRow, ...]
    size_note: str
    """Why the arrays do not satisfy STREAM's rule; empty if they do."""

    @property
    def elements(self) -> int:
        """Of each array."""
        return int(self.array_bytes) // ELEMENT_BYTES[self.type]

    @property
    def title(self) -> str:
        """`O3, double, 1 process, 10,000,000 elements in each array`."""
        parts = [self.code, self.type, units.plural(self.ranks, "process", "processes")]
        parts += [self.other_axes] if self.other_axes else []
        return f"{', '.join(parts)}, {self.elements:,} elements in each array"

    @property
    def is_validated(self) -> bool:
        """Whether a function has a result, and none failed its verification."""
        cells = [row.cell for row in self.rows if row.cell is not None]
        has_result = any(cell.headline is not None for cell in cells)
        return has_result and not any(cell.failed_verifications for cell in cells)

    @property
    def validation(self) -> str:
        """STREAM's last line."""
        cells = [row.cell for row in self.rows if row.cell is not None]
        wrong = next((cell for cell in cells if cell.failed_verifications), None)
        if wrong is not None:
            return f"Failed Validation: {wrong.reason}"
        if not self.is_validated:
            return "Not validated: no function has a result"
        return (
            f"Solution Validates: avg error less than {TOLERANCES[self.type]:e} on all three arrays"
        )


def stream_tables(summary: Accepted, context: dict[str, Any]) -> list[StreamTable]:
    """A table for each combination of axes other than the function, in the order of the run."""
    groups: dict[tuple[tuple[str, Any], ...], dict[str, CellSummary]] = {}
    for cell in summary.cells.values():
        if _is_shown(cell):
            point = dict(cell.declared.point)
            function = str(point.pop("function"))
            groups.setdefault(tuple(sorted(point.items())), {})[function] = cell
    varied = {
        axis
        for axis in {name for key in groups for name, _ in key}
        if len({dict(key).get(axis) for key in groups}) > 1
    }
    return [_table(dict(key), cells, varied, context) for key, cells in groups.items()]


def _is_shown(cell: CellSummary) -> bool:
    """Whether it is a cell of STREAM, with axes that it knows: records are not trusted."""
    point = cell.declared.point
    ranks = point.get("ranks")
    return (
        cell.declared.kernel == STREAM
        and cell.status != "skipped"
        and point.get("function") in FUNCTIONS
        and point.get("type") in ELEMENT_BYTES
        and isinstance(ranks, int)
        and ranks > 0
    )


@dataclass(frozen=True)
class PageTable:
    """A table of a page, and the line on its verification."""

    table: Table
    validation: str
    is_validated: bool


def page_tables(tables: list[StreamTable], *, too_noisy: str) -> list[PageTable]:
    """The tables as a page shows them."""
    shown = []
    for table in tables:
        rows = [Row([row.function, *_figures(row, too_noisy)]) for row in table.rows]
        quality = quality_note(row.cell for row in table.rows if row.cell is not None)
        note = " ".join(filter(None, [table.size_note, quality]))
        shown.append(
            PageTable(
                Table(table.title, columns(["function"], HEADS), rows, note),
                f"{table.validation}.",
                table.is_validated,
            )
        )
    return shown


def _figures(row: StreamRow, too_noisy: str) -> list[str]:
    if row.megabytes_per_s is None:
        return [too_noisy if row.cell is not None and row.cell.refusal else "-"] * len(HEADS)
    times = (row.average_s, row.min_s, row.max_s)
    return [f"{row.megabytes_per_s:,.1f}", *(f"{time_s:.6f}" for time_s in times)]


def _table(
    point: dict[str, Any],
    cells: dict[str, CellSummary],
    varied: set[str],
    context: dict[str, Any],
) -> StreamTable:
    ranks = point["ranks"]
    first = next(iter(cells.values()))
    arrays_read_and_written = 2 if first.declared.point["function"] in ("copy", "scale") else 3
    array_bytes = first.declared.bytes_per_operation / arrays_read_and_written / ranks
    shown_elsewhere = {"code", "type", "ranks", "working_set_bytes"}
    others = ", ".join(f"{axis}={point[axis]}" for axis in sorted(varied - shown_elsewhere))
    return StreamTable(
        code=str(point.get("code", "")),
        type=str(point["type"]),
        ranks=ranks,
        other_axes=others,
        array_bytes=array_bytes,
        rows=tuple(_row(function, cells.get(function)) for function in FUNCTIONS),
        size_note=_size_note(array_bytes, ranks, context),
    )


def _row(function: str, cell: CellSummary | None) -> StreamRow:
    if cell is None or cell.headline is None:
        return StreamRow(function, cell)
    samples = cell.headline.samples_s
    shortest = float(np.min(samples))
    return StreamRow(
        function,
        cell,
        cell.declared.bytes_per_operation / shortest / MEGABYTE,
        float(np.mean(samples)),
        shortest,
        float(np.max(samples)),
    )


def _size_note(array_bytes: float, ranks: int, context: dict[str, Any]) -> str:
    """The arrays of all processes together are one array of STREAM."""
    caches = last_level_caches(context)
    if caches is None:
        return ""
    held = caches.size_bytes * min(ranks, caches.instances)
    if array_bytes * ranks >= TIMES_THE_CACHES * held:
        return ""
    # Sizes on the command line are whole multiples of 2^20.
    needed = -(-ARRAYS * TIMES_THE_CACHES * held // ranks // 2**20)
    return (
        f"Each array has {units.about_size(array_bytes * ranks)}, and STREAM's rule asks for "
        f"{TIMES_THE_CACHES} times the last-level caches ({units.about_size(held)}): part of the "
        f"traffic may not reach main memory. Use --size {needed:.0f}Mi."
    )
