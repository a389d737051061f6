# SPDX-License-Identifier: BSD-3-Clause
"""The first-iteration effect: the times of the first iterations over the steady median.

The CM-5 study found its first iteration far slower than the rest and left it out. A program that
communicates only once pays this cost, so the page shows it.
"""

from __future__ import annotations

from dataclasses import dataclass

from strobe.base import units
from strobe.gate.cells import Accepted, cells_of_kernels, quality_note
from strobe.records.lines import Kernel
from strobe.records.summary import CellSummary
from strobe.report.page import naming
from strobe.report.page.drawing import Drawing, draw
from strobe.report.page.table import Row, Table, columns
from strobe.report.plots.ratio import Ratio, first_plot
from strobe.report.run import cells as cells_of

SETTLED_WITHIN = 0.25
ORDINALS = ("1st", "2nd", "3rd")


@dataclass(frozen=True)
class FirstSection:
    """A table over all kernels, and a plot for each kernel with an axis."""

    table: Table
    drawings: list[Drawing]


def first_section(summary: Accepted, kernels: list[Kernel]) -> FirstSection | None:
    """The section, or None where no cell recorded its first iterations."""
    rows, drawings = [], []
    for kernel in kernels:
        cells = [c for c in cells_of.of_kernel(summary, kernel) if c.first_ratios]
        if not cells:
            continue
        rows.append(_row(kernel, cells))
        points = _points(cells, kernel)
        if kernel.axis and len({point.x for point in points}) > 1:
            title = naming.own_axis_title(kernel)
            chart = first_plot(kernel.axis, title, points)
            drawings.append(
                draw(f"{kernel.name}-first", f"{kernel.title}: first iterations", chart)
            )
    if not rows:
        return None
    headings = ["1st, median", "1st, largest", "steady after"]
    table = Table(
        "First iterations over the steady median",
        columns(["kernel"], headings, ["cell of the largest"]),
        rows,
        quality_note(cells_of_kernels(summary, (kernel.name for kernel in kernels))),
    )
    return FirstSection(table, drawings)


def _settled_after(cell: CellSummary) -> int:
    """The number of iterations above the steady time before the first one that is not."""
    ratios = cell.first_ratios
    return next((i for i, ratio in enumerate(ratios) if ratio <= 1 + SETTLED_WITHIN), len(ratios))


def _row(kernel: Kernel, cells: list[CellSummary]) -> Row:
    ratios = sorted(cell.first_ratios[0] for cell in cells)
    worst = max(cells, key=lambda cell: cell.first_ratios[0])
    settled = sorted(_settled_after(cell) for cell in cells)[len(cells) // 2]
    longest = max(len(cell.first_ratios) for cell in cells)
    return Row([
        kernel.name,
        units.times(ratios[len(ratios) // 2]),
        units.times(ratios[-1]),
        f"more than {longest}" if settled >= longest else units.plural(settled, "iteration"),
        ", ".join(units.axis_value(axis, value) for axis, value in worst.declared.point.items()),
    ])  # fmt: skip


def _points(cells: list[CellSummary], kernel: Kernel) -> list[Ratio]:
    return [
        Ratio(
            x=cells_of.abscissa(cell, kernel),
            kind=ORDINALS[number],
            value=ratio,
            low=ratio,
            high=ratio,
            tooltip={
                "at": cell.declared.key.place,
                "iteration": ORDINALS[number],
                "over the median": units.times(ratio),
            },
        )
        for cell in cells
        for number, ratio in enumerate(cell.first_ratios[: len(ORDINALS)])
        if ratio > 0
    ]
