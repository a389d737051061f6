# SPDX-License-Identifier: BSD-3-Clause
"""A run as curves: a kernel at all values of its axis, the others held."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from strobe.gate.cells import not_converged
from strobe.records.lines import CellRecord, Kernel
from strobe.records.names import FileNames
from strobe.records.run import Run
from strobe.records.summary import RegimeSummary, Summary
from strobe.report.page.naming import series_name


@dataclass(frozen=True)
class CurvePoint:
    """One cell: `x` along the kernel's axis, None where it has none; the cell's headline."""

    x: float | None
    bytes_per_operation: float
    flops_per_operation: float
    headline: RegimeSummary
    not_converged: str
    """Why it is less certain than was asked for; empty when it converged."""


@dataclass
class Curve:
    """One kernel with all axes but one held; `series` names what is held, `name` its files."""

    kernel: Kernel
    series: str
    name: str
    points: list[CurvePoint] = field(default_factory=list)

    @property
    def has_unconverged(self) -> bool:
        """Whether a point of it did not converge."""
        return any(point.not_converged for point in self.points)


def curves(run: Run, summary: Summary) -> list[Curve]:
    """All curves of a run, in its order; cells without a headline are left out."""
    found: dict[tuple[str, str], Curve] = {}
    names = FileNames()
    for cell in summary.cells.values():
        if cell.headline is None:
            continue
        declared = cell.declared
        kernel = run.kernels[declared.kernel]
        series = series_name(declared, kernel)
        x = None if kernel.axis is None else float(declared.point[kernel.axis])
        point = CurvePoint(
            x,
            declared.bytes_per_operation,
            declared.flops_per_operation,
            cell.headline,
            not_converged(cell),
        )
        key = kernel.name, series
        if key not in found:
            found[key] = Curve(kernel, series, names.new(_name(declared, kernel)))
        found[key].points.append(point)
    for curve in found.values():
        curve.points.sort(key=lambda point: -1.0 if point.x is None else point.x)
    return list(found.values())


def _name(cell: CellRecord, kernel: Kernel) -> str:
    """`exchange-sendrecv-offset_bytes_64`: a word stands for its axis, a number needs it."""
    held = [axis for axis in sorted(cell.point) if axis in kernel.axes and axis != kernel.axis]
    values = [(axis, cell.point[axis]) for axis in held]
    words = [value if isinstance(value, str) else f"{axis}_{value}" for axis, value in values]
    return "-".join([kernel.name, *words])


def per_second(work: float, time_s: float) -> float:
    """A rate; not a number where the time is none, as below what the clock resolves."""
    return work / time_s if time_s > 0 else math.nan
