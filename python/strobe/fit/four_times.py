# SPDX-License-Identifier: BSD-3-Clause
"""The four times of LAPACK Working Note 73 (sections 3.3 and 5.5.2), as far as a run has them.

Each is a line over the bytes of a message. It goes through the sizes of the note's primary range,
from 1,000 doubles: below it the MPI's protocols change, and no single line fits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from strobe.fit.one_regime import in_one_regime
from strobe.fit.single import SingleLine, fit_whole
from strobe.records.lines import Value
from strobe.records.summary import CellSummary, Summary

KERNELS = {
    "t_s": ("application_latency", "blacs_send"),
    "t_c": ("echo", "blacs_echo"),
    "t_m": ("blacs_copy",),
    "t_o": ("blacs_summation",),
}
"""The kernels that measure each time, the better first: the library calls the MPI's own sends."""
PREFERRED: dict[str, dict[str, Value]] = {"echo": {"reply": "returned"}}
"""The values of axes with which a kernel measures the note's time, where a run has them."""
FROM_BYTES = 8 * 1000
RESAMPLES = 499
SIZE_AXIS, PARTNER_AXIS = "size_bytes", "partner"


@dataclass(frozen=True)
class MeasuredLine:
    """One of the four times."""

    kernel: str
    line: SingleLine
    times_s: Mapping[float, float]
    """The median of each size, in bytes."""

    def at(self, size_bytes: float) -> float:
        """The time of a message of this size by the line."""
        return self.line.startup_s.value + size_bytes * self.line.per_byte_s.value

    def data_s(self, size_bytes: float) -> float:
        """The part of that time which grows with the size."""
        return size_bytes * self.line.per_byte_s.value


def measured_times(summary: Summary) -> dict[str, MeasuredLine]:
    """The times that were measured, by name. The others are missing."""
    found: dict[str, MeasuredLine] = {}
    for index, (name, kernels) in enumerate(KERNELS.items()):
        for kernel in kernels:
            lines = [
                line
                for cells in _series(summary, kernel)
                if (line := _line(summary, kernel, cells, [2, index])) is not None
            ]
            if lines:
                # Of several pairs it is the one that is farthest apart, as for a block.
                found[name] = max(lines, key=lambda one: next(iter(one.times_s.values())))
                break
    return found


def missing_times(found: Mapping[str, MeasuredLine]) -> list[str]:
    """The names of times that were not measured."""
    return [name for name in KERNELS if name not in found]


def _series(summary: Summary, kernel: str) -> list[list[CellSummary]]:
    """The cells of a kernel, ascending in size, for each pair of processes.

    Of the other axes they have the preferred value, or the first one that the run declares.
    """
    cells = [
        cell
        for cell in summary.cells.values()
        if cell.declared.kernel == kernel and cell.status not in ("failed", "skipped")
    ]
    held = {
        axis: value
        for axis, value in PREFERRED.get(kernel, {}).items()
        if any(cell.declared.point.get(axis) == value for cell in cells)
    }
    grouped: dict[Value | None, list[CellSummary]] = {}
    for cell in cells:
        point = cell.declared.point
        others = {axis: point[axis] for axis in point if axis not in (SIZE_AXIS, PARTNER_AXIS)}
        if all(held.setdefault(axis, value) == value for axis, value in others.items()):
            grouped.setdefault(point.get(PARTNER_AXIS), []).append(cell)
    return [sorted(found, key=_size_bytes) for found in grouped.values()]


def _size_bytes(cell: CellSummary) -> float:
    return float(cell.declared.point[SIZE_AXIS])


def _line(
    summary: Summary, kernel: str, cells: list[CellSummary], seed: list[int]
) -> MeasuredLine | None:
    """The line of one series; None where it has too few sizes."""
    points = in_one_regime(
        summary,
        [(size, cell) for cell in cells if (size := _size_bytes(cell)) >= FROM_BYTES],
    )
    line = fit_whole(
        np.array([size for size, _ in points]),
        np.array([found.median_s for _, found in points]),
        [found.samples_s for _, found in points],
        confidence=summary.confidence,
        resamples=RESAMPLES,
        rng=np.random.default_rng(seed),
    )
    if line is None:
        return None
    return MeasuredLine(kernel, line, {size: found.median_s for size, found in points})
