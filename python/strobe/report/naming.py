# SPDX-License-Identifier: BSD-3-Clause
"""What the pages call the curves of a kernel and the speeds of the machine."""

from __future__ import annotations

from collections.abc import Iterable

from strobe.records.lines import CellRecord, Kernel
from strobe.records.regimes import Regimes
from strobe.records.summary import Summary
from strobe.report import units

TITLES = {
    "size_bytes": "message size",
    "working_set_bytes": "working set",
    "n": "matrix order",
}


def axis_title(axis: str) -> str:
    """An axis in words."""
    return TITLES.get(axis, axis.replace("_", " "))


def series_name(cell: CellRecord, kernel: Kernel) -> str:
    """A cell's curve: the values of all axes but the one along x; empty when there is no other."""
    others = [axis for axis in sorted(cell.point) if axis != kernel.axis]
    return ", ".join(units.axis_value(axis, cell.point[axis]) for axis in others)


def series_title(kernel: Kernel) -> str:
    """What tells the curves of a kernel apart."""
    return ", ".join(axis_title(axis) for axis in sorted(kernel.axes) if axis != kernel.axis)


def speed_name(regimes: Regimes, regime: int | None) -> str:
    """A speed of the machine, told by its core-to-core exchange; empty when it has only one."""
    if regime is None:
        return "no sentinel" if regimes.exchange_s else ""
    n = len(regimes.exchange_s)
    if n == 1:
        return ""
    word = {0: "fast", n - 1: "slow"}.get(regime, "middle" if n == 3 else f"speed {regime + 1}")
    return f"{word} ({units.shorter(units.duration(regimes.exchange_s[regime]))})"


def speeds_in_order(summary: Summary, present: Iterable[str]) -> list[str]:
    """The `present` names of speeds: the one whose figures are wanted first, then by speed."""
    indices: list[int | None] = [*range(len(summary.regimes.exchange_s)), None]
    indices.sort(key=lambda index: index != summary.reference)
    names = dict.fromkeys(speed_name(summary.regimes, index) for index in indices)
    wanted = set(present)
    return [name for name in names if name in wanted]


def anchor(kernel: str) -> str:
    """The kernel's place in the page."""
    return "kernel-" + kernel.replace("_", "-")
