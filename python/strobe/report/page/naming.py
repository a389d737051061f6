# SPDX-License-Identifier: BSD-3-Clause
"""What the pages call an MPI, the curves of a kernel and the speeds of the machine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from strobe.base import units
from strobe.fit.models import Model
from strobe.records.lines import CellRecord, Kernel, RunRecord, Value
from strobe.records.regimes import Regimes
from strobe.records.summary import Summary

MOST_TITLES = 2
"""Of kernels, that are named in the title of a page."""
TITLES = {
    "size_bytes": "message size",
    "working_set_bytes": "working set",
    "n": "order, or length",
    "vector_length": "length of the vectors",
    "offset_bytes": "start of the buffer",
    "stagger_bytes": "start of the receive buffer in its page, counted from the send buffer's",
    "stride_bytes": "stride",
    "load_bytes": "load",
    "buffer_bytes": "buffer on the root",
    "elements": "elements of the vector",
    "ranks": "processes",
    "distance": "distance",
}


def library(said: str) -> str:
    """An MPI's name and version out of the many lines that some of them say of themselves."""
    lines = [" ".join(line.split()) for line in said.splitlines() if line.strip()]
    first = lines[0] if lines else ""
    return first.replace("MPICH Version:", "MPICH").split(", package")[0]


def suite(header: RunRecord) -> str:
    """What was measured: the suite, or the kernels of a run that was given only kernels."""
    kernels = header.kernels
    if header.suite or not kernels:
        return header.suite or "A run"
    if len(kernels) > MOST_TITLES:
        return units.plural(len(kernels), "kernel")
    return units.listed([kernel.title for kernel in kernels])


def axis_title(axis: str) -> str:
    """An axis in words."""
    return TITLES.get(axis, axis.replace("_", " "))


def series_name(cell: CellRecord, kernel: Kernel) -> str:
    """A cell's curve: the values of all axes but the one along x; empty when there is no other."""
    return curve_name(cell.point, kernel)


def curve_name(point: Mapping[str, Value], kernel: Kernel) -> str:
    """The values of the kernel's axes but the one along x; a number says of what it is one."""
    others = [axis for axis in sorted(point) if axis in kernel.axes and axis != kernel.axis]
    return ", ".join(_named_value(axis, point[axis]) for axis in others)


def point_name(cell: CellRecord, kernel: Kernel) -> str:
    """A cell among those of its kernel: its place along the axis, and its curve."""
    along = [] if kernel.axis is None else [_named_value(kernel.axis, cell.point[kernel.axis])]
    return ", ".join(filter(None, [*along, series_name(cell, kernel)]))


def _named_value(axis: str, value: Value) -> str:
    shown = units.axis_value(axis, value)
    return shown if isinstance(value, str) else f"{axis_title(axis)} {shown}"


def held(points: Iterable[Mapping[str, Value]]) -> str:
    """The axes on which all `points` agree, with their values, as a reader wants to know them."""
    values: dict[str, set[Value]] = {}
    for point in points:
        for axis, value in point.items():
            values.setdefault(axis, set()).add(value)
    return ", ".join(
        f"{axis_title(axis)} {units.axis_value(axis, next(iter(own)))}"
        for axis, own in sorted(values.items())
        if len(own) == 1
    )


def series_title(kernel: Kernel) -> str:
    """What tells the curves of a kernel apart."""
    return ", ".join(axis_title(axis) for axis in sorted(kernel.axes) if axis != kernel.axis)


def size_class(model: Model) -> str:
    """The sizes that a model holds for, where they are one class of two; else empty."""
    if model.word_bytes is None:
        return ""
    if model.size_class == "multiples":
        return f"multiples of {model.word_bytes} B"
    return f"sizes not a multiple of {model.word_bytes} B"


def fitted(model: Model) -> str:
    """`echo`; where its sizes are two classes, `echo of multiples of 4 B`."""
    return " of ".join(filter(None, [model.kernel, size_class(model)]))


def speed_name(regimes: Regimes, regime: int | None) -> str:
    """A speed of the machine, told by its exchange between cores, and by whether a neighbour shared
    one; empty when it has only one.
    """
    if regime is None:
        return "no sentinel" if regimes.exchange_s else ""
    if len(regimes.kinds) == 1:
        return ""
    number, shared = regimes.kinds[regime]
    n = regimes.exchanges
    middle = "middle" if n == 3 else f"speed {number + 1}"
    words = [] if n == 1 else [{0: "fast", n - 1: "slow"}.get(number, middle)]
    if regimes.sees_neighbours:
        words.append("cores shared" if shared else "cores alone")
    return f"{', '.join(words)} ({units.shorter(units.duration(regimes.exchange_s[regime]))})"


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
