# SPDX-License-Identifier: BSD-3-Clause
"""The cells of a kernel, as points of its plots and as rows of its table."""

from __future__ import annotations

import math

import msgspec

from strobe.base import units
from strobe.records.lines import Kernel, Value
from strobe.records.run import Run
from strobe.records.summary import CellSummary, RegimeSummary, Summary
from strobe.report.page import naming
from strobe.report.page.table import Row, RowKind, Table, columns
from strobe.report.plots.curve import Point

STATUS_WORDS = {
    "satisfied": "converged",
    "budget": "did not converge",
    "failed": "FAILED",
    "hung": "HUNG",
    "skipped": "skipped",
    "unfinished": "unfinished",
}
NUMBERS = ("n", "median", "interval", "±", "min", "p5", "p25", "p75", "p95", "p99", "max")


def kernels_in_order(run: Run, summary: Summary) -> dict[str, Kernel]:
    """The kernels that were measured, in the order of the suite, each with the axes that vary.

    An axis on which all cells agree distinguishes no cells and would only lengthen names.
    """
    points: dict[str, list[dict[str, Value]]] = {}
    for cell in summary.cells.values():
        points.setdefault(cell.declared.kernel, []).append(cell.declared.point)
    return {name: _with_varying_axes(run.kernels[name], own) for name, own in points.items()}


def kernels_of_both(a: Run, summary_a: Summary, b: Run, summary_b: Summary) -> dict[str, Kernel]:
    """The same for two runs: an axis that varies in either, or between them, is kept."""
    points: dict[str, list[dict[str, Value]]] = {}
    for summary in (summary_a, summary_b):
        for cell in summary.cells.values():
            points.setdefault(cell.declared.kernel, []).append(cell.declared.point)
    known = {**a.kernels, **b.kernels}
    return {name: _with_varying_axes(known[name], own) for name, own in points.items()}


def _with_varying_axes(kernel: Kernel, points: list[dict[str, Value]]) -> Kernel:
    varying = [
        axis
        for axis in kernel.axes
        if axis == kernel.axis or len({point[axis] for point in points if axis in point}) > 1
    ]
    return msgspec.structs.replace(kernel, axes=varying)


def of_kernel(summary: Summary, kernel: Kernel) -> list[CellSummary]:
    """The cells of a kernel, by curve in the order of the suite and then along its axis."""
    curves: dict[str, list[CellSummary]] = {}
    for cell in summary.cells.values():
        if cell.declared.kernel == kernel.name:
            curves.setdefault(naming.series_name(cell.declared, kernel), []).append(cell)
    return [
        cell
        for own in curves.values()
        for cell in sorted(own, key=lambda cell: abscissa(cell, kernel))
    ]


def series_names(cells: list[CellSummary], kernel: Kernel) -> list[str]:
    """The names of a kernel's curves, in the order of their declaration."""
    return list(dict.fromkeys(naming.series_name(cell.declared, kernel) for cell in cells))


def abscissa(cell: CellSummary, kernel: Kernel) -> float:
    """Where a cell stands along its kernel's axis; 0 for a kernel without one."""
    value = cell.declared.point.get(kernel.axis, 0) if kernel.axis else 0
    return 0.0 if isinstance(value, str) else float(value)


def operation_size(cell: CellSummary) -> tuple[float, units.Unit]:
    """The work of one operation and the unit of its rate: flops where it computes, else bytes."""
    if cell.declared.flops_per_operation > 0:
        return cell.declared.flops_per_operation, units.FLOPS
    return cell.declared.bytes_per_operation, units.BANDWIDTH


def time_points(cells: list[CellSummary], kernel: Kernel, summary: Summary) -> list[Point]:
    """The medians, in seconds, of all cells that have one, in every regime."""
    return [
        Point(
            x=abscissa(cell, kernel),
            series=naming.series_name(cell.declared, kernel),
            regime=naming.regime_name(summary.regimes, regime.regime),
            value=regime.median_s,
            low=regime.low_s,
            high=regime.high_s,
            p5=regime.p5_s,
            p95=regime.p95_s,
            n=regime.n,
        )
        for cell in cells
        if cell.status != "failed"
        for regime in cell.regimes
        if regime.median_s > 0
    ]


def rate_of(done: float, time_s: float) -> float:
    """A rate; infinite where the time is zero after the overhead was subtracted, and not a number
    where the time is not known."""
    return done / time_s if time_s > 0 else math.nan if math.isnan(time_s) else math.inf


def rate_points(cells: list[CellSummary], kernel: Kernel, summary: Summary) -> list[Point]:
    """The same as rates; an operation without work has none."""
    work = {
        (abscissa(cell, kernel), naming.series_name(cell.declared, kernel)): operation_size(cell)[0]
        for cell in cells
    }
    return [
        Point(
            x=point.x,
            series=point.series,
            regime=point.regime,
            value=done / point.value,
            low=rate_of(done, point.high),
            high=rate_of(done, point.low),
            p5=rate_of(done, point.p95),
            p95=rate_of(done, point.p5),
            n=point.n,
        )
        for point in time_points(cells, kernel, summary)
        if (done := work[point.x, point.series]) > 0
    ]


def table(cells: list[CellSummary], kernel: Kernel, summary: Summary) -> Table:
    """One row for each cell and regime; the row of a cell without samples gives the reason."""
    several_regimes = len(summary.regimes.exchange_s) > 1
    collective = kernel.family == "collective"
    axes = [
        axis
        for axis in ([kernel.axis] if kernel.axis else [])
        + sorted(axis for axis in kernel.axes if axis != kernel.axis)
    ]
    words = [naming.axis_title(axis) for axis in axes] + (["regime"] if several_regimes else [])
    cycles = _cycle_columns(cells)
    numbers = [
        *NUMBERS,
        *(["local mean"] if collective else []),
        *cycles,
    ]
    rows = []
    for cell in cells:
        point = [units.axis_value(axis, cell.declared.point[axis]) for axis in axes]
        status = _status(cell)
        if not cell.regimes:
            empty = [""] * (len(words) - len(axes) + len(numbers))
            rows.append(Row([*point, *empty, status], _kind(cell, None)))
        for regime in cell.regimes:
            name = [naming.regime_name(summary.regimes, regime.regime)] if several_regimes else []
            local = [units.duration(regime.local_mean_s)] if collective else []
            in_cycles = _in_cycles(cell, regime)[: len(cycles)]
            shown = [*point, *name, *_numbers(regime), *local, *in_cycles, status]
            rows.append(Row(shown, _kind(cell, regime)))
    return Table(f"All cells of {kernel.name}", columns(words, numbers, ["status"]), rows)


def _numbers(regime: RegimeSummary) -> list[str]:
    return [
        units.count(regime.n),
        units.duration(regime.median_s),
        units.interval(regime.low_s, regime.high_s, units.TIME),
        units.percent(regime.half_width),
        *(
            units.duration(time_s)
            for time_s in (
                regime.min_s, regime.p5_s, regime.p25_s, regime.p75_s, regime.p95_s,
                regime.p99_s, regime.max_s,
            )
        ),
    ]  # fmt: skip


def _cycle_columns(cells: list[CellSummary]) -> list[str]:
    """For kernels of the core: cycles per operation, and work per cycle."""
    if not any(regime.cycles for cell in cells for regime in cell.regimes):
        return []
    done, unit = operation_size(cells[0])
    if not done:
        return ["cycles"]
    return ["cycles", "flop/cycle" if unit is units.FLOPS else "B/cycle"]


def _in_cycles(cell: CellSummary, regime: RegimeSummary) -> list[str]:
    if not regime.cycles:
        return ["", ""]
    done = operation_size(cell)[0]
    return [units.number(regime.cycles), units.number(done / regime.cycles)]


def _status(cell: CellSummary) -> str:
    word = STATUS_WORDS[cell.status]
    if cell.status in ("failed", "hung", "skipped"):
        return f"{word}: {cell.reason}"
    return word


def _kind(cell: CellSummary, regime: RegimeSummary | None) -> RowKind:
    if cell.status in ("failed", "hung"):
        return "bad"
    if cell.status == "skipped":
        return "aside"
    return "" if regime is cell.headline else "aside"
