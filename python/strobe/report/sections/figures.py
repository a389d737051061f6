# SPDX-License-Identifier: BSD-3-Clause
"""The headline figures: what one wants to know of a machine before anything else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from strobe.fit.models import Estimate, Model, Models
from strobe.records.lines import Kernel
from strobe.records.summary import CellSummary, RegimeSummary, Summary
from strobe.report import naming, units
from strobe.report.hierarchy import Hierarchy
from strobe.report.sections import cells as cells_of
from strobe.report.sections.fits import estimate

# The kernel that speaks for the messages of a run: the first of these that was measured.
LATENCY_OF = ("echo", "exchange", "swap", "application_latency", "bandwidth")
BANDWIDTH_OF = ("bandwidth", "echo", "exchange", "swap")


@dataclass(frozen=True)
class Figure:
    """One number: what it is, its value and unit, what stands beside it, where it comes from."""

    label: str
    value: str
    unit: str
    beside: list[str]
    anchor: str


def figures(
    summary: Summary, models: Models, kernels: list[Kernel], hierarchy: Hierarchy
) -> list[Figure]:
    """All figures that the run has the measurements for."""
    by_name = {kernel.name: kernel for kernel in kernels}
    found: list[Figure] = []
    latency = next((by_name[name] for name in LATENCY_OF if name in by_name), None)
    if latency:
        found += _smallest(summary, latency, "Latency")
    stream = next((by_name[name] for name in BANDWIDTH_OF if name in by_name), None)
    if stream:
        found += _bandwidth(summary, models, stream)
    if latency:
        found += _breakpoints(summary, models, latency)
    for kernel in kernels:
        if kernel.family == "collective":
            found += _smallest(summary, kernel, kernel.title)
    for kernel in kernels:
        if kernel.family == "blas":
            found += _peak_rate(summary, kernel)
        if kernel.family == "memory":
            found += _levels(summary, kernel, hierarchy)
    return found


def _figure(kernel: Kernel, label: str, shown: str, beside: list[str]) -> Figure:
    value, _, unit = shown.partition(" ")
    return Figure(label, value, unit, [text for text in beside if text], naming.anchor(kernel.name))


def _smallest(summary: Summary, kernel: Kernel, label: str) -> Iterator[Figure]:
    """The time at the smallest size that has a headline, of the first curve."""
    cells = [cell for cell in cells_of.of_kernel(summary, kernel) if cell.headline]
    if not cells or not cells[0].headline:
        return
    cell, best = cells[0], cells[0].headline
    where = f", {_place(cell, kernel)}" if kernel.axis else ""
    interval = units.interval(best.low_s, best.high_s, units.TIME)
    beside = [interval, *_other_speeds(summary, cell, best)]
    yield _figure(kernel, f"{label}{where}", units.duration(best.median_s), beside)


def _place(cell: CellSummary, kernel: Kernel) -> str:
    assert kernel.axis is not None
    place = units.axis_value(kernel.axis, cell.declared.point[kernel.axis])
    series = naming.series_name(cell.declared, kernel)
    return f"{place} ({series})" if series else place


def _other_speeds(summary: Summary, cell: CellSummary, best: RegimeSummary) -> list[str]:
    """What the same cell took at the other speeds of the machine."""
    return [
        f"{naming.speed_name(summary.regimes, r.regime)}: {units.duration(r.median_s)}"
        for r in cell.regimes
        if r is not best
    ]


def _bandwidth(summary: Summary, models: Models, kernel: Kernel) -> Iterator[Figure]:
    """The fitted peak with n1/2 and n90; the largest measured rate where there is no fit."""
    model = _best_model(summary, models, kernel)
    peak = model.peak_bandwidth_bytes_per_s if model else None
    if model and peak and peak.value:
        of = f"{naming.fitted(model)}, fitted {_span(peak, units.BANDWIDTH)}"
        beside = [of, _peak_of_others(models.others_of(model))]
        yield _figure(kernel, "Peak bandwidth", units.bandwidth(peak.value), beside)
        for label, reached in (
            ("n½: half of the peak from", model.half_bandwidth_size_bytes),
            ("n90: nine tenths from", model.ninety_bandwidth_size_bytes),
        ):
            if reached and reached.value is not None:
                shown = units.with_unit(reached.value, units.SIZE)
                yield _figure(kernel, label, shown, [_span(reached, units.SIZE)])
        return
    yield from _peak_rate(summary, kernel)


def _peak_of_others(model: Model | None) -> str:
    """The peak of the class of sizes that the headline is not of; empty where there is none."""
    if model is None:
        return ""
    peak = model.peak_bandwidth_bytes_per_s
    return f"{naming.size_class(model)}: {estimate(peak, units.BANDWIDTH)}"


def _span(bounds: Estimate, unit: units.Unit) -> str:
    """The interval alone, out of the one way in which estimates are written."""
    return estimate(bounds, unit).partition("[")[2].removesuffix("]").strip()


def _best_model(summary: Summary, models: Models, kernel: Kernel) -> Model | None:
    """The accepted model of the first curve, at the speed whose figures are wanted if possible."""
    accepted = [m for m in models.models if m.kernel == kernel.name and m.accepted]
    return min(accepted, key=lambda m: m.regime != summary.reference, default=None)


def _breakpoints(summary: Summary, models: Models, kernel: Kernel) -> Iterator[Figure]:
    model = _best_model(summary, models, kernel)
    if model is None:
        return
    sizes = [units.about_size(b.size_bytes) for b in model.breakpoints]
    label = "Breakpoint" if len(sizes) == 1 else "Breakpoints"
    beside = [f"{naming.fitted(model)}, {units.plural(len(model.segments), 'segment')}"]
    yield Figure(label, ", ".join(sizes) or "none", "", beside, naming.anchor(kernel.name))


def _rate(cell: CellSummary) -> float:
    assert cell.headline is not None
    return cells_of.operation_size(cell)[0] / cell.headline.median_s


def _peak_rate(summary: Summary, kernel: Kernel) -> Iterator[Figure]:
    """The largest rate among the headlines, and where it was."""
    cells = [
        cell
        for cell in cells_of.of_kernel(summary, kernel)
        if cell.headline and cell.headline.median_s > 0 and cells_of.operation_size(cell)[0] > 0
    ]
    if not cells or kernel.axis is None:
        return
    best = max(cells, key=_rate)
    assert best.headline is not None
    work, unit = cells_of.operation_size(best)
    interval = units.interval(work / best.headline.high_s, work / best.headline.low_s, unit)
    beside = [interval, f"at {naming.axis_title(kernel.axis)} {_place(best, kernel)}"]
    yield _figure(kernel, f"{kernel.title}: peak", units.with_unit(_rate(best), unit), beside)


def _levels(summary: Summary, kernel: Kernel, hierarchy: Hierarchy) -> Iterator[Figure]:
    """The median rate, or time, within each level of memory, of the best curve there."""
    cells = [
        cell
        for cell in cells_of.of_kernel(summary, kernel)
        if cell.headline and cell.headline.median_s > 0
    ]
    if not hierarchy.levels:
        yield from _peak_rate(summary, kernel)
        return
    for level in hierarchy.levels:
        curves: dict[str, list[CellSummary]] = {}
        for cell in cells:
            if level.holds(cells_of.abscissa(cell, kernel)):
                series = naming.series_name(cell.declared, kernel)
                curves.setdefault(series, []).append(cell)
        if not curves:
            continue
        middles = {
            series: sorted(inside, key=_speed)[len(inside) // 2]
            for series, inside in curves.items()
        }
        best = max(middles, key=lambda series: _speed(middles[series]))
        many = units.plural(len(curves[best]), "working set")
        beside = [f"median of {many}", best if len(curves) > 1 else ""]
        yield _figure(kernel, f"{kernel.title}: {level.name}", _rate_or_time(middles[best]), beside)


def _speed(cell: CellSummary) -> float:
    """What is larger for the faster of two operations."""
    assert cell.headline is not None
    return (cells_of.operation_size(cell)[0] or 1.0) / cell.headline.median_s


def _rate_or_time(cell: CellSummary) -> str:
    assert cell.headline is not None
    if cells_of.operation_size(cell)[0] > 0:
        return units.bandwidth(_rate(cell))
    return units.duration(cell.headline.median_s)
