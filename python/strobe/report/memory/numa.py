# SPDX-License-Identifier: BSD-3-Clause
"""Latency and bandwidth between NUMA nodes: a row for the node of the CPU, a column for that of the
memory."""

from __future__ import annotations

from typing import Any

from strobe.base import units
from strobe.gate.cells import Accepted, quality_note
from strobe.gate.limits import TOO_NOISY
from strobe.records.summary import CellSummary
from strobe.report.memory.streams import bytes_per_s
from strobe.report.page.table import Row, Table, columns

LATENCY, BANDWIDTH = "numa_latency", "numa_bandwidth"
TITLES = {LATENCY: "Latency of a load", BANDWIDTH: "Bandwidth of reading"}
NODES = ("cpu_node", "memory_node")


def numa_tables(summary: Accepted) -> list[Table]:
    """A matrix for each kernel and each value of its other axes."""
    groups: dict[tuple[str, tuple[tuple[str, Any], ...]], list[CellSummary]] = {}
    for cell in summary.cells.values():
        point = cell.declared.point
        if cell.declared.kernel not in TITLES or not all(
            isinstance(point.get(axis), int) for axis in NODES
        ):
            continue
        others = tuple(sorted((axis, v) for axis, v in point.items() if axis not in NODES))
        groups.setdefault((cell.declared.kernel, others), []).append(cell)
    return [_matrix(kernel, dict(others), cells) for (kernel, others), cells in groups.items()]


def _matrix(kernel: str, others: dict[str, Any], cells: list[CellSummary]) -> Table:
    by_pair = {
        (cell.declared.point["cpu_node"], cell.declared.point["memory_node"]): cell
        for cell in cells
    }
    rows = sorted({pair[0] for pair in by_pair}, key=str)
    memories = sorted({pair[1] for pair in by_pair}, key=str)
    title = TITLES[kernel]
    if "processes" in others:
        title += f" by {units.plural(int(others['processes']), 'process', 'processes')}"
    size = units.about_size(float(others.get("working_set_bytes", 0)))
    pages = others.get("pages", "usual")
    title += f", working set {size}" + (f", {pages} pages" if pages != "usual" else "")
    return Table(
        title,
        columns(["CPU on node"], [f"memory on node {node}" for node in memories]),
        [
            Row([str(row), *(_figure(by_pair.get((row, column))) for column in memories)])
            for row in rows
        ],
        quality_note(cells),
    )


def _figure(cell: CellSummary | None) -> str:
    if cell is None or (cell.headline is None and not cell.refusal):
        return "-"
    best = cell.headline
    if best is None:
        # A cell that could not be measured has its reason in the section of its kernel.
        return TOO_NOISY if cell.refusal.startswith(TOO_NOISY) else "-"
    if cell.declared.kernel == BANDWIDTH:
        return units.bandwidth(bytes_per_s(cell))
    return units.duration(best.median_s)
