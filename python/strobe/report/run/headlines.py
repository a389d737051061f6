# SPDX-License-Identifier: BSD-3-Clause
"""The headline figures of a run: latency, bandwidth, breakpoints, rates by level of memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from strobe.base import units
from strobe.fit.accepted import accepted_estimate
from strobe.fit.models import Estimate, Model, Models
from strobe.gate.cells import (
    FMA,
    Accepted,
    cells_of_kernels,
    convergence_note,
    exclusion_note,
    is_refused,
)
from strobe.gate.limits import TOO_NOISY, slower_than_outer_level
from strobe.records.lines import Kernel
from strobe.records.summary import CellSummary, RegimeSummary
from strobe.report.blas.ceilings import ceilings, rate_text
from strobe.report.memory.hierarchy import Hierarchy
from strobe.report.memory.pointer_chase import CHASE, is_latency
from strobe.report.page import naming
from strobe.report.page.estimate import estimate
from strobe.report.run import cells as cells_of

# The kernel that represents the messages of a run: the first of these that was measured.
LATENCY_OF = ("echo", "exchange", "swap", "application_latency", "bandwidth")
BANDWIDTH_OF = ("bandwidth", "echo", "exchange", "swap")
LATENCY, BANDWIDTH = "latency", "bandwidth"
"""The quantities of these headlines; those of the others have the names of their kernels."""


@dataclass(frozen=True)
class Figure:
    """One number: its label, value and unit, notes, and the section that it comes from.

    A `noisy` figure has no number, and its notes give the reason. `quantity` names what is
    measured, for what is usual of it (`strobe.report.glance`).
    """

    label: str
    value: str
    unit: str
    notes: list[str]
    anchor: str
    noisy: bool = False
    quantity: str = ""
    amount: float | None = None
    """The number in seconds, operations per second, bytes per second or flop per cycle."""
    doubt: str = ""
    """What the number must be marked with wherever it is shown: that cells did not converge."""


def figures(
    summary: Accepted, models: Models, kernels: list[Kernel], hierarchy: Hierarchy
) -> list[Figure]:
    """All figures that the run has measured."""
    by_name = {kernel.name: kernel for kernel in kernels}
    found: list[Figure] = []
    latency = next((by_name[name] for name in LATENCY_OF if name in by_name), None)
    if latency:
        found += _smallest(summary, latency, "Latency", LATENCY)
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
        if kernel.name == FMA:
            found += _ceiling(summary, kernel)
    return found


def _figure(
    kernel: Kernel,
    label: str,
    shown: str,
    notes: list[str],
    quantity: str = "",
    amount: float | None = None,
    doubt: str = "",
) -> Figure:
    value, _, unit = shown.partition(" ")
    own = [text for text in notes if text]
    anchor = naming.anchor(kernel.name)
    return Figure(label, value, unit, own, anchor, quantity=quantity, amount=amount, doubt=doubt)


def _noisy(kernel: Kernel, label: str, why: str, quantity: str = "") -> Figure:
    """Replaces a figure that the gate refuses."""
    anchor = naming.anchor(kernel.name)
    return Figure(label, TOO_NOISY, "", [why], anchor, noisy=True, quantity=quantity)


def _measured(summary: Accepted, kernel: Kernel) -> list[CellSummary]:
    """The cells of a kernel that have a result, accepted or not."""
    cells = cells_of.of_kernel(summary, kernel)
    return [cell for cell in cells if cell.headline is not None or is_refused(cell)]


def _smallest(
    summary: Accepted, kernel: Kernel, label: str, quantity: str = ""
) -> Iterator[Figure]:
    """The time at the smallest measured size of the first curve."""
    quantity = quantity or kernel.name
    cells = _measured(summary, kernel)
    if not cells:
        return
    cell, best = cells[0], cells[0].headline
    where = f", {_place(cell, kernel)}" if kernel.axis else ""
    if best is None:
        yield _noisy(kernel, f"{label}{where}", _why(cell), quantity)
        return
    interval = units.interval(best.low_s, best.high_s, units.TIME)
    notes = [interval, *_other_regimes(summary, cell, best)]
    shown, doubt = units.duration(best.median_s), convergence_note([cell])
    yield _figure(kernel, f"{label}{where}", shown, notes, quantity, best.median_s, doubt)


def _why(cell: CellSummary) -> str:
    """The reason of the gate, without the words that replace the number."""
    return cell.refusal.removeprefix(f"{TOO_NOISY}: ")


def _place(cell: CellSummary, kernel: Kernel) -> str:
    assert kernel.axis is not None
    place = units.axis_value(kernel.axis, cell.declared.point[kernel.axis])
    series = naming.series_name(cell.declared, kernel)
    return f"{place} ({series})" if series else place


def _other_regimes(summary: Accepted, cell: CellSummary, best: RegimeSummary) -> list[str]:
    """The times of the same cell in the other regimes."""
    return [
        f"{naming.regime_name(summary.regimes, r.regime)}: {units.duration(r.median_s)}"
        for r in cell.regimes
        if r is not best
    ]


def _bandwidth(summary: Accepted, models: Models, kernel: Kernel) -> Iterator[Figure]:
    """The fitted peak with n1/2 and n90; without a fit, the largest measured rate."""
    model = _best_model(summary, models, kernel)
    peak = model.peak_bandwidth_bytes_per_s if model else None
    if model and peak and peak.value:
        doubt = convergence_note(cells_of.of_kernel(summary, kernel))
        others = _peak_of_others(models.others_of(model))
        for label, unit, reached in (
            ("Peak bandwidth", units.BANDWIDTH, peak),
            ("n½: half of peak bandwidth at", units.SIZE, model.half_bandwidth_size_bytes),
            ("n90: 90 % of peak bandwidth at", units.SIZE, model.ninety_bandwidth_size_bytes),
        ):
            if reached is None or reached.value is None:
                continue
            if accepted_estimate(reached) is None:
                why = "its interval spans more than a factor of two"
                yield _noisy(kernel, label, why, BANDWIDTH if reached is peak else "")
                continue
            of = f"{naming.model_name(model)}, fitted " if reached is peak else ""
            notes = [f"{of}{_span(reached, unit)}", others if reached is peak else ""]
            shown = units.with_unit(reached.value, unit)
            # A size is no measure of the machine.
            quantity, amount = (BANDWIDTH, reached.value) if reached is peak else ("", None)
            yield _figure(kernel, label, shown, notes, quantity, amount, doubt)
        return
    yield from _peak_rate(summary, kernel, BANDWIDTH)


def _peak_of_others(model: Model | None) -> str:
    """The peak of the other class of sizes; empty where there is none."""
    if model is None:
        return ""
    peak = accepted_estimate(model.peak_bandwidth_bytes_per_s)
    text = TOO_NOISY if peak is None else estimate(peak, units.BANDWIDTH)
    return f"{naming.size_class(model)}: {text}"


def _span(bounds: Estimate, unit: units.Unit) -> str:
    """The interval alone, taken from the text of an estimate."""
    return estimate(bounds, unit).partition("[")[2].removesuffix("]").strip()


def _best_model(summary: Accepted, models: Models, kernel: Kernel) -> Model | None:
    """The accepted model of the first curve, in the reference regime if possible."""
    accepted = [m for m in models.models if m.kernel == kernel.name and m.accepted]
    return min(accepted, key=lambda m: m.regime != summary.reference, default=None)


def _breakpoints(summary: Accepted, models: Models, kernel: Kernel) -> Iterator[Figure]:
    model = _best_model(summary, models, kernel)
    if model is None:
        return
    sizes = [units.about_size(b.size_bytes) for b in model.breakpoints]
    label = "Breakpoint" if len(sizes) == 1 else "Breakpoints"
    note = f"{naming.model_name(model)}, {units.plural(len(model.segments), 'segment')}"
    doubt = convergence_note(cells_of.of_kernel(summary, kernel))
    shown = ", ".join(sizes) or "none"
    yield Figure(label, shown, "", [note], naming.anchor(kernel.name), doubt=doubt)


def _rate(cell: CellSummary) -> float:
    assert cell.headline is not None
    return cells_of.operation_size(cell)[0] / cell.headline.median_s


def _ceiling(summary: Accepted, kernel: Kernel) -> Iterator[Figure]:
    """The multiply-adds of a core in a cycle, in the first type, where cycles were measured."""
    for one in ceilings(summary)[:1]:
        if one.flops_per_cycle:
            shown = rate_text(one.flops_per_cycle, one.flops_per_s)
            notes = [f"one core, {one.type}", units.flop_rate(one.flops_per_s)]
            doubt = convergence_note(cells_of.of_kernel(summary, kernel))
            yield _figure(kernel, kernel.title, shown, notes, FMA, one.flops_per_cycle, doubt)


def _peak_rate(summary: Accepted, kernel: Kernel, quantity: str = "") -> Iterator[Figure]:
    """The largest rate among the headlines, and its position."""
    quantity = quantity or kernel.name
    every = [cell for cell in _measured(summary, kernel) if cells_of.operation_size(cell)[0] > 0]
    if not every or kernel.axis is None:
        return
    cells = [cell for cell in every if cell.headline is not None]
    if not cells:
        yield _noisy(kernel, f"{kernel.title}: peak", _why(every[-1]), quantity)
        return
    best = max(cells, key=_rate)
    assert best.headline is not None
    work, unit = cells_of.operation_size(best)
    interval = units.interval(work / best.headline.high_s, work / best.headline.low_s, unit)
    at = f"at {naming.own_axis_title(kernel)} {_place(best, kernel)}"
    notes, doubt = [interval, at, exclusion_note(every)], convergence_note(cells)
    shown = units.with_unit(_rate(best), unit)
    yield _figure(kernel, f"{kernel.title}: peak", shown, notes, quantity, _rate(best), doubt)


def _levels(summary: Accepted, kernel: Kernel, hierarchy: Hierarchy) -> Iterator[Figure]:
    """The median rate, or time, within each level of memory, of the best curve there."""
    if not hierarchy.levels:
        yield from _peak_rate(summary, kernel)
        return
    cells = _measured(summary, kernel)
    if kernel.name == CHASE:
        # Loads in another order hit lines that were prefetched, or few lines of many pages; several
        # chains overlap.
        chains = [cell for cell in cells if is_latency(cell)]
        cells = chains or cells
    inside = {
        level.name: [cell for cell in cells if level.holds(cells_of.abscissa(cell, kernel))]
        for level in hierarchy.levels
    }
    inside = {name: own for name, own in inside.items() if own}
    best = {name: _best_curve(own, kernel) for name, own in inside.items()}
    slower = slower_than_outer_level(
        [_performance(own[len(own) // 2]) if own else None for own in best.values()]
    )
    for (name, own), is_slower in zip(best.items(), slower, strict=True):
        label = f"{kernel.title}: {name}"
        if not own or is_slower:
            slow = "it was slower than a level further out"
            why = slow if own else _why(inside[name][0])
            yield _noisy(kernel, label, why, f"{kernel.name} {name}")
            continue
        curves = {naming.series_name(cell.declared, kernel) for cell in inside[name]}
        curve = naming.series_name(own[0].declared, kernel) if len(curves) > 1 else ""
        many = f"median of {units.plural(len(own), 'working set')}"
        # The levels were found with the pointer chase.
        behind = [*inside[name], *(cells_of_kernels(summary, [CHASE]) if hierarchy.found else [])]
        notes, doubt = [many, curve, exclusion_note(inside[name])], convergence_note(behind)
        middle = own[len(own) // 2]
        yield _figure(
            kernel,
            label,
            _rate_or_time(middle),
            notes,
            f"{kernel.name} {name}",
            _amount(middle),
            doubt,
        )


def _best_curve(cells: list[CellSummary], kernel: Kernel) -> list[CellSummary]:
    """The accepted cells, slowest first, of the curve whose middle one is the fastest."""
    curves: dict[str, list[CellSummary]] = {}
    for cell in cells:
        if cell.headline is not None:
            curves.setdefault(naming.series_name(cell.declared, kernel), []).append(cell)
    ordered = [sorted(own, key=_performance) for own in curves.values()]
    return max(ordered, key=lambda own: _performance(own[len(own) // 2]), default=[])


def _performance(cell: CellSummary) -> float:
    """A number that is larger for the faster of two operations."""
    assert cell.headline is not None
    return (cells_of.operation_size(cell)[0] or 1.0) / cell.headline.median_s


def _amount(cell: CellSummary) -> float:
    """The rate of a cell that moves bytes, the time of another."""
    assert cell.headline is not None
    return _rate(cell) or cell.headline.median_s


def _rate_or_time(cell: CellSummary) -> str:
    moves_bytes = cells_of.operation_size(cell)[0] > 0
    return (units.bandwidth if moves_bytes else units.duration)(_amount(cell))
