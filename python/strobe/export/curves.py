# SPDX-License-Identifier: BSD-3-Clause
"""A run as curves: a kernel at all values of its axis, the others held."""

from __future__ import annotations

from dataclasses import dataclass, field

from strobe.records.lines import Kernel
from strobe.records.run import Run
from strobe.records.summary import RegimeSummary, Summary
from strobe.report.naming import series_name


@dataclass(frozen=True)
class CurvePoint:
    """One cell: `x` along the kernel's axis, None where it has none; the cell's headline."""

    x: float | None
    bytes_per_operation: float
    flops_per_operation: float
    headline: RegimeSummary


@dataclass
class Curve:
    """One kernel with all axes but one held; `series` names what is held."""

    kernel: Kernel
    series: str
    points: list[CurvePoint] = field(default_factory=list)

    @property
    def name(self) -> str:
        """A name that is good for a file: `exchange-sendrecv`."""
        held = self.series.replace(", ", "-").replace(" ", "_")
        return f"{self.kernel.name}-{held}" if held else self.kernel.name


def curves(run: Run, summary: Summary) -> list[Curve]:
    """All curves of a run, in its order; cells without a headline are left out."""
    found: dict[tuple[str, str], Curve] = {}
    for cell in summary.cells.values():
        if cell.headline is None:
            continue
        declared = cell.declared
        kernel = run.kernels[declared.kernel]
        series = series_name(declared, kernel)
        x = None if kernel.axis is None else float(declared.point[kernel.axis])
        point = CurvePoint(
            x, declared.bytes_per_operation, declared.flops_per_operation, cell.headline
        )
        found.setdefault((kernel.name, series), Curve(kernel, series)).points.append(point)
    for curve in found.values():
        curve.points.sort(key=lambda point: -1.0 if point.x is None else point.x)
    return list(found.values())
