# SPDX-License-Identifier: BSD-3-Clause
"""One kernel of the comparison: the curves of both runs, their ratio, and all verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from strobe.base import theme, units
from strobe.gate.comparisons import accepted_ratio
from strobe.gate.limits import TOO_NOISY
from strobe.records.lines import Kernel
from strobe.records.summary import CellSummary, Summary
from strobe.report.page import naming
from strobe.report.page.drawing import Drawing, draw
from strobe.report.page.table import Row, RowKind, Table, columns
from strobe.report.plots.curve import Point, Style, curve_plot
from strobe.report.plots.distribution import Samples, distribution_plot
from strobe.report.plots.ratio import Ratio, ratio_plot
from strobe.report.run import cells as cells_of
from strobe.statistics.comparison import Comparison, Verdict
from strobe.statistics.median import median

RUNS = ("A", "B")
COLOURS: dict[str, str] = {
    "cannot tell": theme.var("faint"),
    "faster": theme.var("good"),
    "slower": theme.var("bad"),
    "equal": theme.var("series-1"),
}
"""By verdict, in the order of all counts: what is not known comes first."""
ROW_KINDS: dict[Verdict, RowKind] = {"slower": "bad", "cannot tell": "aside"}


@dataclass(frozen=True)
class Curve:
    """One curve of a kernel in both runs, with the verdicts of its cells along the axis."""

    kernel: Kernel
    series: str
    cells: tuple[list[CellSummary], list[CellSummary]]
    verdicts: list[tuple[CellSummary, Comparison]]

    @property
    def count(self) -> Counter[str]:
        """The number of cells with each verdict."""
        return Counter(comparison.verdict for _, comparison in self.verdicts)


@dataclass(frozen=True)
class ComparisonSection:
    """The section of one kernel."""

    id: str
    kernel: Kernel
    status: str
    drawings: list[Drawing]
    cells: Table


def curves(
    summaries: tuple[Summary, Summary], kernel: Kernel, comparisons: dict[str, Comparison]
) -> list[Curve]:
    """The curves of a kernel that either run has."""
    both = [cells_of.of_kernel(summary, kernel) for summary in summaries]
    names = dict.fromkeys(name for cells in both for name in cells_of.series_names(cells, kernel))
    found = []
    for name in names:
        own = [
            [cell for cell in cells if naming.series_name(cell.declared, kernel) == name]
            for cells in both
        ]
        known = {cell.declared.cell: cell for cells in own for cell in cells}
        ordered = sorted(known.values(), key=lambda cell: cells_of.abscissa(cell, kernel))
        verdicts = [(cell, comparisons[cell.declared.cell]) for cell in ordered]
        found.append(Curve(kernel, name, (own[0], own[1]), verdicts))
    return found


def comparison_section(
    summaries: tuple[Summary, Summary], kernel: Kernel, found: Sequence[Curve]
) -> ComparisonSection:
    """The section of a kernel with its `found` curves."""
    count: Counter[str] = sum((curve.count for curve in found), Counter())
    drawings = [d for number, curve in enumerate(found) for d in _draw(curve, number, summaries)]
    return ComparisonSection(
        id=naming.anchor(kernel.name),
        kernel=kernel,
        status=tally_line(count),
        drawings=drawings,
        cells=_table(kernel, found),
    )


def tally_line(count: Counter[str]) -> str:
    """`36 cells: 3 cannot tell, 12 faster, 1 slower, 20 equal`."""
    parts = [f"{units.count(count[verdict])} {verdict}" for verdict in COLOURS if count[verdict]]
    return f"{units.plural(count.total(), 'cell')}: {', '.join(parts)}"


def overview(found: Sequence[Curve]) -> Table:
    """One row for each curve: its verdicts, its median factor, and where it differs."""
    rows = [
        Row([
            curve.kernel.name + (f", {curve.series}" if curve.series else ""),
            *(units.count(curve.count[verdict]) for verdict in COLOURS),
            _typical(curve),
            "; ".join(_where(curve)),
        ])
        for curve in found
    ]  # fmt: skip
    return Table(
        "Verdicts by curve",
        columns(["curve"], [*COLOURS, "median factor"], ["where B differs"]),
        rows,
    )


def _typical(curve: Curve) -> str:
    """The median factor of the cells whose factor passes the gate."""
    compared = [c for _, c in curve.verdicts]
    ratios = [r for c in compared if (r := accepted_ratio(c)) is not None]
    if ratios:
        return units.speed(median(ratios))
    noisy = any(c.ratio is not None or TOO_NOISY in c.reason for c in compared)
    return TOO_NOISY if noisy else units.NOT_HAD


def _where(curve: Curve) -> list[str]:
    """The ranges of the axis in which B is faster or slower, and why cells were not compared."""
    axis = curve.kernel.axis
    stretches = []
    for verdict, group in groupby(curve.verdicts, key=lambda pair: pair[1].verdict):
        if verdict not in ("faster", "slower"):
            continue
        cells = list(group)
        ratios = [r for _, c in cells if (r := accepted_ratio(c)) is not None]
        factor = units.speed(median(ratios)) if ratios else ""
        change = factor or f"{verdict} (the factor is {TOO_NOISY})"
        if axis is None:
            stretches.append(change)
            continue
        low, high = (units.axis_value(axis, cells[i][0].declared.point[axis]) for i in (0, -1))
        stretches.append(f"{change} {f'from {low} to {high}' if low != high else f'at {low}'}")
    return [*stretches, *_obstacle(curve)]


def _obstacle(curve: Curve) -> list[str]:
    """The most frequent reason why cells were not compared."""
    reasons = Counter(c.reason for _, c in curve.verdicts if c.p_value is None)
    return [f"{units.count(n)} not compared: {reason}" for reason, n in reasons.most_common(1)]


def _draw(curve: Curve, number: int, summaries: tuple[Summary, Summary]) -> list[Drawing]:
    name = curve.kernel.name + (f"-{number + 1}" if number else "")
    of = f", {curve.series}" if curve.series else ""
    if curve.kernel.axis is None:
        return _draw_distribution(curve, name, of, summaries)
    drawings = _draw_curves(curve, name, of, summaries)
    ratios = [ratio for pair in curve.verdicts if (ratio := _ratio(*pair, curve.kernel))]
    if ratios:
        title = naming.own_axis_title(curve.kernel)
        chart = ratio_plot(curve.kernel.axis, title, ratios, COLOURS)
        drawings.append(draw(f"{name}-ratio", f"{curve.kernel.title}: B against A{of}", chart))
    return drawings


def _draw_curves(
    curve: Curve, name: str, of: str, summaries: tuple[Summary, Summary]
) -> list[Drawing]:
    kernel = curve.kernel
    computes = kernel.family in ("memory", "blas")
    points_of = cells_of.rate_points if computes else cells_of.time_points
    points = [
        replace(point, series=run)
        for run, cells, summary in zip(RUNS, curve.cells, summaries, strict=True)
        for point in points_of(cells, kernel, summary)
    ]
    if not points:
        return []
    unit = units.TIME
    if computes:
        unit = cells_of.operation_size([*curve.cells[0], *curve.cells[1]][0])[1]
    title = f"{kernel.title}: {'rate' if computes else 'time'}"
    chart = curve_plot(_style(kernel, points, unit, summaries[0], from_zero=computes), points)
    return [draw(name, f"{title}{of}", chart)]


def _style(
    kernel: Kernel, points: list[Point], unit: units.Unit, summary: Summary, *, from_zero: bool
) -> Style:
    assert kernel.axis is not None
    return Style(
        axis=kernel.axis,
        title=naming.own_axis_title(kernel),
        unit=unit,
        series=RUNS,
        series_title="run",
        regimes=naming.regimes_in_order(summary, {point.regime for point in points}),
        from_zero=from_zero,
    )


def _draw_distribution(
    curve: Curve, name: str, of: str, summaries: tuple[Summary, Summary]
) -> list[Drawing]:
    """Both runs in the fastest regime that they share."""
    if not all(curve.cells):
        return []
    here, there = (cells[0].regimes for cells in curve.cells)
    common = [(a, b) for a in here for b in there if a.regime == b.regime]
    if not common:
        return []
    regime = naming.regime_name(summaries[0].regimes, common[0][0].regime)
    samples = {
        run: Samples(r.samples_s, r.median_s) for run, r in zip(RUNS, common[0], strict=True)
    }
    title = f"{curve.kernel.title}: share of samples{of}{f', {regime}' if regime else ''}"
    return [draw(f"{name}-distribution", title, distribution_plot(samples, "time"))]


def _ratio(cell: CellSummary, comparison: Comparison, kernel: Kernel) -> Ratio | None:
    c = comparison
    if c.ratio is None or c.low is None or c.high is None:
        return None
    return Ratio(
        x=cells_of.abscissa(cell, kernel),
        kind=c.verdict,
        value=c.ratio,
        low=c.low,
        high=c.high,
        tooltip={
            "at": units.axis_value(kernel.axis or "", cells_of.abscissa(cell, kernel)),
            "B against A": units.speed(c.ratio),
            "interval": units.speeds(c.low, c.high),
            "verdict": c.text,
            "p, corrected": _p_value(c),
        },
    )


def _p_value(c: Comparison) -> str:
    if c.p_adjusted is None:
        return units.NOT_HAD
    return "< 0.001" if c.p_adjusted < 0.001 else f"{c.p_adjusted:.3f}"


def _table(kernel: Kernel, found: Sequence[Curve]) -> Table:
    """Every cell: both medians, the ratio, the test and its verdict."""
    rows = [_row(curve, cell, comparison) for curve in found for cell, comparison in curve.verdicts]
    words = list(filter(None, [naming.own_axis_title(kernel)]))
    words += [naming.series_title(kernel)] if naming.series_title(kernel) else []
    numbers = ["A", "B", "B against A", "interval", "effect", "p, corrected", "n"]
    heads = columns(words, numbers, ["verdict", "test"])
    return Table(f"All cells of {kernel.name}", heads, rows)


def _row(curve: Curve, cell: CellSummary, c: Comparison) -> Row:
    kernel, key = curve.kernel, cell.declared.cell
    medians = []
    for cells in curve.cells:
        own = next((other for other in cells if other.declared.cell == key), None)
        best = own.headline if own else None
        medians.append(units.duration(best.median_s if best else None))
    words = [units.axis_value(kernel.axis, cell.declared.point[kernel.axis])] if kernel.axis else []
    words += [curve.series] if naming.series_title(kernel) else []
    shown = [
        *words,
        *medians,
        units.speed(c.ratio),
        units.speeds(c.low, c.high),
        units.NOT_HAD
        if c.cliffs_delta is None
        else f"{c.cliffs_delta:+.2f}".replace("-", units.MINUS),
        _p_value(c),
        f"{c.n_first} and {units.plural(c.n_second, *_noun(c))}",
        c.text,
        c.method or units.NOT_HAD,
    ]
    return Row(shown, ROW_KINDS.get(c.verdict, ""))


def _noun(c: Comparison) -> tuple[str, str]:
    return {"launches": ("launch", "launches"), "visits": ("visit", "visits")}[c.replicates]
