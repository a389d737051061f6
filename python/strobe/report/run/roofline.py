# SPDX-License-Identifier: BSD-3-Clause
"""The roofline of a run: memory bandwidths, peak rates, and the rates of its BLAS cells."""

from __future__ import annotations

from dataclasses import dataclass

from strobe.base import units
from strobe.gate.cells import FMA, Accepted, cells_of_kernels, quality_note
from strobe.records.lines import Kernel
from strobe.records.summary import CellSummary
from strobe.report.blas.ceilings import ceilings, flops_per_cycle, flops_per_s, rate_text
from strobe.report.memory.hierarchy import Hierarchy
from strobe.report.memory.pointer_chase import CHASE
from strobe.report.memory.streams import bytes_per_cycle, bytes_per_s, plateaus
from strobe.report.page import naming
from strobe.report.page.drawing import Drawing, draw
from strobe.report.plots.roofline import Roof, Slope, Work, roofline_plot

READ = "memory_read"


@dataclass(frozen=True)
class Roofline:
    """The drawing, and a note on its lines."""

    drawing: Drawing
    note: str


def roofline(summary: Accepted, kernels: list[Kernel], hierarchy: Hierarchy) -> Roofline | None:
    """None for a run without BLAS cells, and where no bandwidth or peak rate was measured."""
    computes = {kernel.name: kernel for kernel in kernels if kernel.family == "blas"}
    cells = [
        cell
        for cell in summary.cells.values()
        if cell.declared.kernel in computes
        and cell.declared.kernel != FMA
        and cell.declared.bytes_per_operation > 0
        and flops_per_s(cell) is not None
    ]
    fed = {name: cell for name, cell in plateaus(summary, READ, hierarchy).items() if cell}
    tops = ceilings(summary)
    if not cells or not (fed or tops):
        return None
    in_cycles = (
        all(flops_per_cycle(cell) for cell in cells)
        and all(bytes_per_cycle(cell) for cell in fed.values())
        and all(top.flops_per_cycle for top in tops)
    )
    slopes = [
        Slope(
            f"{name} {_feeds(cell, in_cycles)}",
            (bytes_per_cycle(cell) or 0.0) if in_cycles else bytes_per_s(cell) / GIGA,
        )
        for name, cell in fed.items()
    ]
    roofs = [
        Roof(
            f"FMA {top.type} "
            f"{rate_text(top.flops_per_cycle if in_cycles else None, top.flops_per_s)}",
            (top.flops_per_cycle or 0.0) if in_cycles else top.flops_per_s / GIGA,
        )
        for top in tops
    ]
    work = [_work(cell, computes[cell.declared.kernel], in_cycles) for cell in cells]
    chart = roofline_plot(slopes, roofs, work)
    title = f"Roofline, {'flop/cycle' if in_cycles else 'GFLOP/s'} over arithmetic intensity"
    note = (
        "Every point is a measured cell. A sloping line is the bandwidth of a level of memory, "
        "read with the tuned loop; a horizontal line is the peak multiply-add rate of a type. The "
        "arithmetic intensity counts each operand once, so cache reuse does not change it."
    )
    if quality := quality_note(cells_of_kernels(summary, (*computes, READ, CHASE))):
        note += f" {quality}"
    return Roofline(draw("roofline", title, chart), note)


GIGA = 1e9


def _work(cell: CellSummary, kernel: Kernel, in_cycles: bool) -> Work:
    by_cycle, by_second = flops_per_cycle(cell), flops_per_s(cell) or 0.0
    return Work(
        kernel=kernel.name,
        flops_per_byte=cell.declared.flops_per_operation / cell.declared.bytes_per_operation,
        flops_per=(by_cycle or 0.0) if in_cycles else by_second / GIGA,
        tooltip={
            "cell": naming.point_name(cell.declared, kernel),
            "rate": rate_text(by_cycle if in_cycles else None, by_second),
        },
    )


def _feeds(cell: CellSummary, in_cycles: bool) -> str:
    by_cycle = bytes_per_cycle(cell)
    if in_cycles and by_cycle:
        return f"{units.number(by_cycle)} B/cycle"
    return units.bandwidth(bytes_per_s(cell))
