# SPDX-License-Identifier: BSD-3-Clause
"""The names that pages give to MPIs, curves of a kernel, and regimes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from strobe.base import units

if TYPE_CHECKING:
    from strobe.fit.models import Model
    from strobe.records.lines import CellRecord, Kernel, RunRecord, Value
    from strobe.records.regimes import Regimes
    from strobe.records.summary import Summary

MOST_TITLES = 2
"""At most this many kernels are named in the title of a page."""
TITLES = {
    "size_bytes": "message size",
    "working_set_bytes": "working set",
    "n": "matrix order or vector length",
    "vector_length": "vector length",
    "offset_bytes": "offset of the buffer from a cache line",
    "stagger_bytes": "page offset of the receive buffer relative to the send buffer",
    "stride_bytes": "stride",
    "load_bytes": "load",
    "buffer_bytes": "buffer size on the root",
    "elements": "vector length in elements",
    "ranks": "processes",
    "distance": "distance",
}

USUAL_ARGUMENTS: set[tuple[str, Value]] = {
    ("alpha", "one"), ("batch", 1), ("beta", "zero"), ("caches", "warm"), ("diag", "non_unit"),
    ("increment_x", 1), ("increment_y", 1), ("k", 0), ("leading", 0), ("m", 0), ("offset_bytes", 0),
    ("side", "left"), ("threads", 1), ("uplo", "lower"),
}  # fmt: skip
"""Arguments of a BLAS routine that its curves leave unsaid, since it has so many."""


def mpi_name(version_string: str) -> str:
    """An MPI's name and version, from the version string that it reports."""
    lines = [" ".join(line.split()) for line in version_string.splitlines() if line.strip()]
    first = lines[0] if lines else ""
    return first.replace("MPICH Version:", "MPICH").split(", package")[0]


def suite_name(header: RunRecord) -> str:
    """The suite; for a run of single kernels, their names."""
    kernels = header.kernels
    if header.suite or not kernels:
        return header.suite or "Run"
    if len(kernels) > MOST_TITLES:
        return units.plural(len(kernels), "kernel")
    return units.listed([kernel.title for kernel in kernels])


def axis_title(axis: str) -> str:
    """An axis in words."""
    return TITLES.get(axis, axis.replace("_", " "))


def own_axis_title(kernel: Kernel) -> str:
    """The axis along which a kernel's curves run, in words; empty where it has none.

    In the BLAS `n` is the order of a matrix, or the length of vectors in routines without one.
    """
    if kernel.axis == "n" and kernel.family == "blas":
        has_vectors_only = "increment_x" in kernel.axes and "leading" not in kernel.axes
        return "vector length" if has_vectors_only else "matrix order"
    return "" if kernel.axis is None else axis_title(kernel.axis)


def series_name(cell: CellRecord, kernel: Kernel) -> str:
    """A cell's curve: the values of all axes except the one along x; empty when there is none."""
    return curve_name(cell.point, kernel)


def curve_name(point: Mapping[str, Value], kernel: Kernel) -> str:
    """The values of the kernel's axes except the one along x; numbers with the axis's name."""
    others = [axis for axis in sorted(point) if axis in kernel.axes and axis != kernel.axis]
    if kernel.family == "blas":
        others = [axis for axis in others if (axis, point[axis]) not in USUAL_ARGUMENTS]
    if kernel.name.startswith("blacs_"):
        # Here, since it imports SciPy, which a summary of `strobe run` does without.
        from strobe.fit.topologies import USUAL

        others = [axis for axis in others if axis == "shape" or USUAL.get(axis) != point[axis]]
    return ", ".join(_named_value(axis, point[axis], axis_title(axis)) for axis in others)


def point_name(cell: CellRecord, kernel: Kernel) -> str:
    """A cell within its kernel: its value along the axis, and its curve."""
    along = ""
    if kernel.axis is not None:
        along = _named_value(kernel.axis, cell.point[kernel.axis], own_axis_title(kernel))
    return ", ".join(filter(None, [along, series_name(cell, kernel)]))


def _named_value(axis: str, value: Value, title: str) -> str:
    shown = units.axis_value(axis, value)
    return shown if isinstance(value, str) else f"{title} {shown}"


def held_axes(points: Iterable[Mapping[str, Value]]) -> str:
    """The axes on which all `points` agree, with their values."""
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
    """The axes that distinguish the curves of a kernel."""
    return ", ".join(axis_title(axis) for axis in sorted(kernel.axes) if axis != kernel.axis)


def size_class(model: Model) -> str:
    """The sizes that a model holds for, where they are one of two classes; else empty."""
    if model.word_bytes is None:
        return ""
    if model.size_class == "multiples":
        return f"multiples of {model.word_bytes} B"
    return f"sizes that are not multiples of {model.word_bytes} B"


def model_name(model: Model) -> str:
    """`echo`; where its sizes are two classes, `echo of multiples of 4 B`."""
    return " of ".join(filter(None, [model.kernel, size_class(model)]))


def regime_name(regimes: Regimes, regime: int | None) -> str:
    """A regime, named by its core-to-core latency and whether an SMT sibling was busy; empty when
    the machine has only one.
    """
    if regime is None:
        return "no sentinel" if regimes.exchange_s else ""
    if len(regimes.kinds) == 1:
        return ""
    number, shared = regimes.kinds[regime]
    n = regimes.exchanges
    middle = "middle" if n == 3 else f"regime {number + 1}"
    words = [] if n == 1 else [{0: "fast", n - 1: "slow"}.get(number, middle)]
    if regimes.sees_busy_siblings:
        words.append("SMT sibling busy" if shared else "SMT sibling idle")
    return f"{', '.join(words)} ({units.shorter(units.duration(regimes.exchange_s[regime]))})"


def regimes_in_order(summary: Summary, present: Iterable[str]) -> list[str]:
    """The `present` names of regimes: the reference regime first, then the fastest first."""
    indices: list[int | None] = [*range(len(summary.regimes.exchange_s)), None]
    indices.sort(key=lambda index: index != summary.reference)
    names = dict.fromkeys(regime_name(summary.regimes, index) for index in indices)
    wanted = set(present)
    return [name for name in names if name in wanted]


def anchor(kernel: str) -> str:
    """The id of the kernel's section."""
    return "kernel-" + kernel.replace("_", "-")
