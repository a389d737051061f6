# SPDX-License-Identifier: BSD-3-Clause
"""This machine's messages compared with those of the papers' machines."""

from __future__ import annotations

from dataclasses import dataclass, replace

from strobe.base import units
from strobe.fit.models import Model, Models
from strobe.gate.cells import Accepted, cells_of_kernels, quality_note
from strobe.machine.papers import Machine, Remark, paper_machines
from strobe.report.page import naming
from strobe.report.page.drawing import Drawing, draw
from strobe.report.page.estimate import estimate
from strobe.report.page.table import Row, Table, columns
from strobe.report.plots.machines import MachineCurve, machines_plot

KERNELS = ("echo", "all_pairs")
POINTS = 13
SMALLEST, LARGEST = 1.0, float(2**20)


@dataclass(frozen=True)
class HistorySection:
    """A plot and a table over all machines, and remarks on some of them."""

    drawing: Drawing
    table: Table
    remarks: list[Remark]


def history_section(summary: Accepted, models: Models) -> HistorySection | None:
    """None where the run has no accepted fit of an echo."""
    model = next(
        (
            model
            for model in sorted(models.models, key=lambda m: m.regime != summary.reference)
            if model.kernel in KERNELS and model.accepted
        ),
        None,
    )
    if model is None:
        return None
    machines = paper_machines().machine
    courses = [
        _this_machine(model),
        *(_curve_of(machine) for machine in machines if machine.drawn),
    ]
    drawing = draw(
        "papers-machines",
        "Time of a message on this machine and on the papers' machines",
        machines_plot(courses),
        captioned=True,
    )
    note = quality_note(cells_of_kernels(summary, (model.kernel,)))
    return HistorySection(
        drawing, replace(_table(model, machines), note=note), paper_machines().remark
    )


def _this_machine(model: Model) -> MachineCurve:
    sizes = [size for size in model.sizes_bytes if SMALLEST <= size <= LARGEST]
    times = [(size, time_s) for size in sizes if (time_s := _predicted_s(model, size)) > 0]
    return MachineCurve(
        "this machine", [size for size, _ in times], [t for _, t in times], own=True
    )


def _predicted_s(model: Model, size: float) -> float:
    segment = next((s for s in model.segments if size <= s.to_bytes), model.segments[-1])
    return segment.startup_s.value + size * segment.per_byte_s.value


def _curve_of(machine: Machine) -> MachineCurve:
    sizes = [
        SMALLEST * (LARGEST / SMALLEST) ** (step / (POINTS - 1)) for step in range(POINTS)
    ]  # fmt: skip
    return MachineCurve(
        f"{machine.name} ({machine.year})", sizes, [machine.time_s(size) for size in sizes]
    )


def _table(model: Model, machines: list[Machine]) -> Table:
    first, peak = model.segments[0], model.peak_bandwidth_bytes_per_s
    now_s, now_rate = first.startup_s, peak
    rows = [
        Row([
            "this machine",
            estimate(now_s, units.TIME),
            estimate(now_rate, units.BANDWIDTH),
            estimate(model.half_bandwidth_size_bytes, units.SIZE),
            "",
            "",
            ", ".join(filter(None, ["this run", model.kernel, naming.size_class(model)])),
        ])
    ]  # fmt: skip
    for machine in machines:
        rate = 1 / machine.per_byte_s
        rows.append(
            Row([
                f"{machine.name} ({machine.year})",
                f"{units.plain(machine.startup_us)} µs",
                units.bandwidth(rate),
                units.with_unit(machine.startup_s * rate, units.SIZE),
                _times(machine.startup_s, now_s.low, now_s.high),
                _gained(rate, now_rate.low, now_rate.high) if now_rate else "",
                machine.source,
            ])
        )  # fmt: skip
    heads = ["start-up time", "bandwidth", "n½", "start-up improvement", "bandwidth improvement"]
    return Table("The papers' machines", columns(["machine"], heads, ["source"]), rows)


def _times(then_s: float, low_s: float, high_s: float) -> str:
    """The improvement of a time, as a range over the interval of this machine."""
    return _factors(then_s / high_s, then_s / low_s) if low_s > 0 else ""


def _gained(then: float, low: float | None, high: float | None) -> str:
    return _factors(low / then, high / then) if low and high else ""


def _factors(low: float, high: float) -> str:
    low_text, high_text = units.number(low), units.number(high)
    shown = low_text if low_text == high_text else f"{low_text} {units.DASH} {high_text}"
    return f"{shown}{units.TIMES}"
