# SPDX-License-Identifier: BSD-3-Clause
"""The roofline of a run: its roofs, and the rates of its BLAS routines or of its loops."""

from __future__ import annotations

from dataclasses import dataclass

from strobe.gate.cells import FMA, Accepted, cells_of_kernels, quality_note
from strobe.records.lines import Kernel
from strobe.records.summary import CellSummary
from strobe.report.blas.bottleneck import computes
from strobe.report.blas.libraries import is_routine, library_of
from strobe.report.blas.roofs import FLOPS_PER_BYTE, Roofs, intensity, roofs
from strobe.report.memory.hierarchy import Hierarchy
from strobe.report.memory.pointer_chase import CHASE
from strobe.report.memory.streams import CODES, PATTERNS, pattern_name
from strobe.report.page import naming
from strobe.report.page.drawing import Drawing, draw
from strobe.report.page.table import Table
from strobe.report.plots.roofline import Roof, Slope, Work, roofline_plot
from strobe.report.run.bottleneck_table import bottleneck_table

GIGA = 1e9
LEVEL_OF_BLAS = {
    **dict.fromkeys(("axpy", "dot", "scal", "copy", "nrm2"), "vectors (level 1)"),
    **dict.fromkeys(("gemv", "ger", "trsv", "symv"), "matrix and vector (level 2)"),
}
HIGHEST_LEVEL = "matrices (level 3)"
FACTORISATION = "factorisation (LAPACK)"


@dataclass(frozen=True)
class Roofline:
    """The drawing, a note on its lines, and what bounds each routine."""

    drawing: Drawing
    note: str
    bottlenecks: Table | None


def roofline(summary: Accepted, kernels: list[Kernel], hierarchy: Hierarchy) -> Roofline | None:
    """None for a run without arithmetic, and where no bandwidth or peak rate was measured."""
    named = {kernel.name: kernel for kernel in kernels}
    cells = _routines(summary) or _loops(summary)
    over = roofs(summary, hierarchy, cells)
    fed = {name: cell for name, cell in over.fed.items() if cell is not None}
    if not cells or not (fed or over.tops):
        return None
    work = [_work(cell, named[cell.declared.kernel], over) for cell in cells]
    chart = roofline_plot(_slopes(over), _flat(over), work)
    unit = "flop/cycle" if over.in_cycles else "GFLOP/s"
    title = f"Roofline, {unit} over arithmetic intensity"
    note = (
        "Every point is a measured cell of one thread. A sloping line is the highest bandwidth of "
        "the tuned loops in a level of memory; a horizontal line is the peak multiply-add rate of "
        "a type. The arithmetic intensity counts each operand once, so cache reuse does not change "
        "it."
    )
    used = {CHASE, FMA, *PATTERNS, *(cell.declared.kernel for cell in cells)}
    if quality := quality_note(cells_of_kernels(summary, used)):
        note += f" {quality}"
    return Roofline(draw("roofline", title, chart), note, bottleneck_table(summary, over))


def _routines(summary: Accepted) -> list[CellSummary]:
    """The cells of BLAS routines on one thread: the roofs are those of one core."""
    return [
        cell
        for cell in summary.cells.values()
        if is_routine(cell.declared.kernel)
        and cell.declared.point.get("threads", 1) == 1
        and computes(cell)
        and intensity(cell) is not None
    ]


def _loops(summary: Accepted) -> list[CellSummary]:
    """The cells of CacheBench's loops that compute, of one process."""
    return [
        cell
        for cell in summary.cells.values()
        if cell.declared.kernel in FLOPS_PER_BYTE
        and cell.declared.point.get("ranks", 1) == 1
        and computes(cell)
    ]


def _slopes(over: Roofs) -> list[Slope]:
    scale = 1.0 if over.in_cycles else GIGA
    return [
        Slope(f"{name} {over.bytes_text(bandwidth)}", bandwidth / scale)
        for name in over.fed
        if (bandwidth := over.bandwidth(name)) is not None
    ]


def _flat(over: Roofs) -> list[Roof]:
    scale = 1.0 if over.in_cycles else GIGA
    return [
        Roof(f"FMA {top.type} {over.flops_text(rate)}", rate / scale)
        for top in over.tops
        if (rate := over.flat(top.type)) is not None
    ]


def _work(cell: CellSummary, kernel: Kernel, over: Roofs) -> Work:
    rate = over.rate(cell) or 0.0
    scale = 1.0 if over.in_cycles else GIGA
    series, glyph = _named(cell)
    return Work(
        series=series,
        glyph=glyph,
        flops_per_byte=intensity(cell) or 0.0,
        flops_per=rate / scale,
        tooltip={
            "kernel": kernel.title,
            "cell": naming.point_name(cell.declared, kernel),
            "rate": over.flops_text(rate),
        },
    )


def _named(cell: CellSummary) -> tuple[str, str]:
    """A routine by its library and its level; a loop by its code and its pattern."""
    kernel = cell.declared.kernel
    if not is_routine(kernel):
        return _code(cell), pattern_name(kernel)
    if kernel.startswith("lapack_"):
        return library_of(cell), FACTORISATION
    return library_of(cell), LEVEL_OF_BLAS.get(kernel.partition("_")[2], HIGHEST_LEVEL)


def _code(cell: CellSummary) -> str:
    code = str(cell.declared.point.get("code", CODES[-1]))
    return f"compiled with -{code}" if code.startswith("O") else code
