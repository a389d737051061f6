# SPDX-License-Identifier: BSD-3-Clause
"""The section of one kernel: its plots, its fits, all its cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from strobe.base import units
from strobe.fit.models import Models
from strobe.records.lines import Kernel
from strobe.records.summary import CellSummary, Status, Summary
from strobe.report.memory.bands import bands_along, bands_note
from strobe.report.memory.hierarchy import Hierarchy
from strobe.report.page import naming
from strobe.report.page.drawing import Drawing, draw
from strobe.report.page.table import Table
from strobe.report.plots.curve import Band, Point, Style, curve_plot
from strobe.report.plots.distribution import Samples, distribution_plot
from strobe.report.run import cells as cells_of
from strobe.report.run import fits as fits_of
from strobe.report.run.fits import FittedCurve

# With more curves a plot is not readable, and two points are no curve; the table has all cells.
MOST_CURVES = 6
FEWEST_POINTS = 3


@dataclass(frozen=True)
class Note:
    """A sentence of the section, and its level."""

    level: Literal["bad", "warn", "soft"]
    text: str


@dataclass(frozen=True)
class KernelSection:
    """One kernel, ready to be printed."""

    id: str
    kernel: Kernel
    level: Literal["", "warn", "bad"]
    status: str
    held: str
    notes: list[Note]
    drawings: list[Drawing]
    curves: Table | None
    segments: Table | None
    cells: Table


def kernel_section(
    summary: Summary, models: Models, kernel: Kernel, hierarchy: Hierarchy
) -> KernelSection:
    """The section of one kernel."""
    cells = cells_of.of_kernel(summary, kernel)
    curves = fits_of.fitted_curves(models, kernel, summary.regimes)
    count = Counter(cell.status for cell in cells)
    bad = count["failed"] + count["hung"]
    asked = len(cells) - count["skipped"]
    return KernelSection(
        id=naming.anchor(kernel.name),
        kernel=kernel,
        level="bad" if bad else "" if count["satisfied"] == asked else "warn",
        status=_status(count, asked),
        held=naming.held_axes(cell.declared.point for cell in cells),
        notes=[
            *_notes(cells, curves),
            *_bands_notes(kernel, hierarchy),
            *_plot_notes(cells, kernel),
        ],
        drawings=_drawings(cells, curves, kernel, summary, bands_along(kernel.axis, hierarchy)),
        curves=fits_of.curve_table(curves),
        segments=fits_of.segment_table(curves),
        cells=cells_of.table(cells, kernel, summary),
    )


def _status(count: Counter[Status], asked: int) -> str:
    skipped = f", {units.count(count['skipped'])} skipped" if count["skipped"] else ""
    if not asked:
        return "skipped"
    return f"{units.count(count['satisfied'])} of {units.plural(asked, 'cell')} converged{skipped}"


def _notes(cells: Sequence[CellSummary], curves: list[FittedCurve]) -> list[Note]:
    notes = [
        Note("bad", f"{cell.declared.cell} {cell.status}: {cell.reason}")
        for cell in cells
        if cell.status in ("failed", "hung")
    ]
    skipped = dict.fromkeys(cell.reason for cell in cells if cell.status == "skipped")
    notes += [Note("soft", f"Skipped: {reason.rstrip('.')}.") for reason in skipped]
    return notes + [Note("soft", refusal) for refusal in fits_of.refusals(curves)]


def _bands_notes(kernel: Kernel, hierarchy: Hierarchy) -> list[Note]:
    shaded = bands_along(kernel.axis, hierarchy)
    return [Note("soft", bands_note(hierarchy))] if shaded else []


def _plot_notes(cells: list[CellSummary], kernel: Kernel) -> list[Note]:
    """The curves that the plots do not show."""
    if kernel.axis is None:
        if len(cells) <= MOST_CURVES:
            return []
        text = f"The plots show the first {MOST_CURVES} of {units.plural(len(cells), 'cell')}."
        return [Note("soft", f"{text} The table has all cells.")]
    names = dict.fromkeys(naming.series_name(cell.declared, kernel) for cell in cells)
    shown = len(_drawn(cells, kernel))
    if shown == len(names):
        return []
    text = (
        f"The plots show {shown} of {units.plural(len(names), 'curve')}: at most {MOST_CURVES}, "
        f"each with at least {FEWEST_POINTS} points. The table has all cells."
    )
    return [Note("soft", text)]


def _drawings(
    cells: list[CellSummary],
    curves: list[FittedCurve],
    kernel: Kernel,
    summary: Summary,
    bands: list[Band],
) -> list[Drawing]:
    if kernel.axis is None:
        return _distributions(cells, kernel, summary)
    drawn = _drawn(cells, kernel)
    cells = [cell for cell in cells if naming.series_name(cell.declared, kernel) in drawn]
    times = cells_of.time_points(cells, kernel, summary)
    if not times:
        return []
    shown = {point.series for point in times}
    curves = [curve for curve in curves if curve.series in shown]
    accepted = [curve for curve in curves if curve.model.accepted]
    rates = cells_of.rate_points(cells, kernel, summary)
    drawings = []
    if kernel.family in ("point_to_point", "collective") or not rates:
        style = _style(kernel, times, units.TIME, summary, from_zero=False)
        marks = fits_of.marks(accepted, style.regimes[0])
        chart = curve_plot(style, times, fits_of.time_lines(accepted), marks, bands)
        drawings.append(draw(f"{kernel.name}-time", f"{kernel.title}: time", chart))
    if rates:
        unit = next(cells_of.operation_size(c)[1] for c in cells if cells_of.operation_size(c)[0])
        style = _style(kernel, rates, unit, summary, from_zero=True)
        lines = fits_of.rate_lines(accepted, _work_per_size(cells, kernel))
        marks = fits_of.marks(accepted, style.regimes[0])
        is_passed = unit is units.BANDWIDTH and kernel.family not in ("memory", "blas")
        what = "bandwidth" if is_passed else "rate"
        chart = curve_plot(style, rates, lines, marks, bands)
        drawings.append(draw(f"{kernel.name}-rate", f"{kernel.title}: {what}", chart))
    return drawings


def _drawn(cells: list[CellSummary], kernel: Kernel) -> list[str]:
    """The curves that a plot shows: the first ones with enough points."""
    points = Counter(naming.series_name(cell.declared, kernel) for cell in cells)
    curves = [name for name, n in points.items() if n >= FEWEST_POINTS]
    return curves[:MOST_CURVES] or list(points)[:MOST_CURVES]


def _style(
    kernel: Kernel, points: list[Point], unit: units.Unit, summary: Summary, *, from_zero: bool
) -> Style:
    assert kernel.axis is not None
    return Style(
        axis=kernel.axis,
        title=naming.own_axis_title(kernel),
        unit=unit,
        series=list(dict.fromkeys(point.series for point in points)),
        series_title=naming.series_title(kernel),
        regimes=naming.regimes_in_order(summary, {point.regime for point in points}),
        from_zero=from_zero,
    )


def _work_per_size(cells: list[CellSummary], kernel: Kernel) -> float:
    """The work of an operation per byte of its message size, in the unit of its rate: an exchange
    moves 2 bytes, a sum of doubles computes 1/8 flop."""
    largest = max(cells, key=lambda cell: cells_of.abscissa(cell, kernel))
    size = cells_of.abscissa(largest, kernel)
    return cells_of.operation_size(largest)[0] / size if size else 1.0


def _distributions(cells: list[CellSummary], kernel: Kernel, summary: Summary) -> list[Drawing]:
    """A histogram for each cell of a kernel without an axis."""
    drawings = []
    for number, cell in enumerate(cells[:MOST_CURVES]):
        if cell.status == "failed" or not cell.regimes:
            continue
        regimes = {
            naming.regime_name(summary.regimes, r.regime): Samples(r.samples_s, r.median_s)
            for r in cell.regimes
        }
        series = naming.series_name(cell.declared, kernel)
        title = f"{kernel.title}: share of samples{', ' + series if series else ''}"
        name = f"{kernel.name}-distribution{f'-{number + 1}' if number else ''}"
        drawings.append(draw(name, title, distribution_plot(regimes, "time")))
    return drawings
