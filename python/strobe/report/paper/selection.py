# SPDX-License-Identifier: BSD-3-Clause
"""The cells of a figure or table, their position along x, and the names of their curves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from strobe.base import units
from strobe.fit import one_regime
from strobe.fit.topologies import BRANCHED
from strobe.records.lines import CellRecord, Value
from strobe.records.summary import CellSummary, RegimeSummary, Summary
from strobe.report.paper.declared import Selection

ELEMENT_BYTES = {"float64": 8, "float32": 4, "int64": 8, "int32": 4}
BLACS_BYTES = {"double": 8, "float": 4, "int": 4, "complex": 8, "double-complex": 16}
# Kernels whose root buffer holds one block per process.
PARTED = ("scatter", "gather", "allgather", "alltoall", "host_scatter", "host_gather")
WORD_BYTES = 4
WORDS = {True: f"multiple of {WORD_BYTES}", False: f"not multiple of {WORD_BYTES}"}
"""The CM-5 study's messages of whole words, and those with broken words."""
ACKNOWLEDGED: dict[Value, str] = {
    "nobody": "until all have the message",
    "everybody": "until all have acknowledged it",
}
WAYS: dict[Value, str] = {"one": "one way", "both": "both ways"}
TRAFFIC: dict[Value, str] = {"none": "alone", "exchange": "during message traffic"}
LOCATIONS: dict[Value, str] = {"no": "", "yes": "with locations"}
LEVELS = {
    "core": "the same core",
    "l2": "the same L2 cache",
    "l3": "the same L3 cache",
    "numa": "the same NUMA node",
    "package": "the same package",
    "node": "the same node",
    "switch": "the same switch",
    "network": "only the network",
}


@dataclass(frozen=True)
class Chosen:
    """One cell of a figure or table."""

    cell: CellSummary
    x: float
    curve: str


def choose(
    summary: Summary, wanted: Selection, curves: Sequence[str], *, with_failed: bool = False
) -> list[Chosen]:
    """The cells that `wanted` selects, by curve (distinguished by `curves`) and ascending in x."""
    cells = [
        cell
        for kernel in wanted.kernels
        for cell in _of_kernel(summary, wanted, kernel)
        if with_failed or cell.status not in ("failed", "skipped")
    ]
    named = {*wanted.where, wanted.x, *_axes_behind(wanted.x), *_axes_of(curves)}
    held = _held(cells, named)
    found = [
        Chosen(cell, x, curve_name(cell, curves))
        for cell in cells
        if all(cell.declared.point.get(axis, value) == value for axis, value in held.items())
        and (x := abscissa(cell.declared, wanted.x)) is not None
        and (wanted.from_ is None or x >= wanted.from_)
        and (wanted.to is None or x <= wanted.to)
    ]
    order = list(dict.fromkeys(chosen.curve for chosen in found))
    return sorted(found, key=lambda chosen: (order.index(chosen.curve), chosen.x))


def in_one_regime(summary: Summary, chosen: Sequence[Chosen]) -> list[tuple[float, RegimeSummary]]:
    """The positions of cells, and their results in the regime that most of them share.

    Cells with too few samples for an interval are left out.
    """
    return one_regime.in_one_regime(summary, [(one.x, one.cell) for one in chosen])


def abscissa(cell: CellRecord, x: str) -> float | None:
    """The position of a cell along `x`: an axis, or a quantity derived from several axes."""
    size = cell.point.get("size_bytes", 0)
    if isinstance(size, str):
        return None
    match x:
        case "elements":
            return size / _element_bytes(cell)
        case "buffer_bytes":
            return buffer_bytes(cell)
        case "ranks":
            value = cell.point.get("ranks", cell.ranks)
        case _:
            value = cell.point.get(x, 0)
    return None if isinstance(value, str) else float(value)


def _element_bytes(cell: CellRecord) -> int:
    if cell.kernel.startswith("blacs_"):
        return BLACS_BYTES.get(str(cell.point.get("type")), 8)
    return ELEMENT_BYTES.get(str(cell.point.get("element")), 8)


def buffer_bytes(cell: CellRecord) -> float:
    """The size of the buffer on the root: of all blocks where each process has its own."""
    size = float(cell.point.get("size_bytes", 0))
    if cell.kernel not in PARTED:
        return size
    # The host of a collective with it need not have a part of its own.
    return size * (cell.ranks - (cell.point.get("host") == "excluded"))


def curve_name(cell: CellSummary, curves: Iterable[str]) -> str:
    """The legend's name of a cell's curve."""
    return ", ".join(filter(None, (_part(cell.declared, axis) for axis in curves)))


def distance(cell: CellRecord) -> str:
    """The distance of a pair, in hops and by the resource that the two share."""
    if cell.hops is None:
        partner = cell.point.get("partner", 1)
        return f"rank {partner}"
    shared = LEVELS.get(cell.level or "", cell.level or "")
    hops = units.plural(cell.hops, "hop")
    return f"{hops}: {shared}" if shared else hops


def _part(cell: CellRecord, axis: str) -> str:
    if axis == "kernel":
        return cell.kernel.replace("_", " ")
    if axis == "distance":
        return distance(cell)
    if axis == "words":
        return word_class(cell)
    value = cell.point.get(axis)
    if axis == "topology":
        return topology_name(str(value), cell.point["branches"])
    if axis == "repetitions":
        return "alone" if value == 1 else f"{value} in a row"
    if axis == "left_on":
        return "result on all" if value == "everyone" else f"result on {value}"
    if axis == "ranks":
        return units.plural(int(value if isinstance(value, int) else cell.ranks), "rank")
    if axis == "partner":
        return f"{int(value) + 1} tasks" if isinstance(value, int) else "2 tasks"
    if value is None:
        return ""
    if axis == "load_bytes":
        return _load(value, cell.shares.get(axis, ""))
    if axis == "acknowledged_by" and value in ACKNOWLEDGED:
        return ACKNOWLEDGED[value]
    if axis == "load":
        return "no load" if value == "none" else f"with {value} load"
    if axis == "root":
        return f"root {value}"
    if axis == "scope":
        return f"scope {value}"
    if axis == "locations":
        return LOCATIONS[value]
    if axis == "receivers":
        return units.plural(int(value), "receiver")
    if axis == "pairs":
        return units.plural(int(value), "pair")
    if axis == "direction" and value in WAYS:
        return WAYS[value]
    if axis == "traffic" and value in TRAFFIC:
        return TRAFFIC[value]
    return value_name(axis, value)


def word_class(cell: CellRecord) -> str:
    """Whether a message consists of whole words of the paper's machine."""
    size = cell.point.get("size_bytes", 0)
    return WORDS[not isinstance(size, str) and size % WORD_BYTES == 0]


def value_name(axis: str, value: Value) -> str:
    """The name of a curve or a column, from the value of one axis."""
    if axis == "stride_bytes":
        return f"stride {units.axis_value(axis, value)}"
    if axis == "shift":
        return f"shift by {units.axis_value(axis, value)}"
    return units.axis_value(axis, value)


def topology_name(word: str, branches: Value) -> str:
    """A topology of the BLACS, with its number of rings or branches."""
    match word:
        case "multiring":
            return units.plural(int(branches), "ring")
        case "tree":
            return "tree of " + units.plural(int(branches), "branch", "branches")
        case "primitive":
            return "MPI collective"
        case "default":
            return "library's choice"
        case _:
            return word.replace("-", " ")


def _load(value: Value, share: str) -> str:
    """A load by its size, and by the fraction of the peak bandwidth that it was chosen for."""
    size = "" if isinstance(value, str) else units.about_size(value)
    if value == 0:
        return "no load"
    part = share.removeprefix("n") or str(value).removeprefix("n")
    of_peak = f"{part} % of peak bandwidth" if share or not size else ""
    return "load of " + (f"{size} ({of_peak})" if size and of_peak else size or of_peak)


def _of_kernel(summary: Summary, wanted: Selection, kernel: str) -> list[CellSummary]:
    return [
        cell
        for cell in summary.cells.values()
        if cell.declared.kernel == kernel and _allowed(cell.declared, wanted)
    ]


def _allowed(cell: CellRecord, wanted: Selection) -> bool:
    for axis, value in wanted.where.items():
        values = value if isinstance(value, list) else [value]
        if axis in cell.point and not _names(cell, axis).intersection(values):
            return False
    whole = wanted.multiple_of or wanted.not_multiple_of
    if not whole:
        return True
    size = cell.point.get("size_bytes", 0)
    return not isinstance(size, str) and (size % whole == 0) == (wanted.multiple_of is not None)


def _names(cell: CellRecord, axis: str) -> set[Value]:
    """The values in `where` that a cell has: of a topology its word, with or without branches."""
    value = cell.point[axis]
    return {value, topology_word(cell)} if axis == "topology" else {value}


def topology_word(cell: CellRecord) -> str:
    """A topology with its branches, as `where` may name it: `hypercube`, `multiring:3`."""
    word, branches = cell.point["topology"], cell.point.get("branches", 1)
    return f"{word}:{branches}" if word in BRANCHED else str(word)


def _axes_of(curves: Iterable[str]) -> set[str]:
    named = {"partner" if axis == "distance" else axis for axis in curves}
    return named | {"branches"} if "topology" in named else named


def _axes_behind(x: str) -> tuple[str, ...]:
    return {
        "elements": ("size_bytes",), "buffer_bytes": ("size_bytes",), "repetition": (),
    }.get(x, ())  # fmt: skip


def _held(cells: Sequence[CellSummary], named: set[str]) -> dict[str, Value]:
    """The axes that are not named, each with the value at which it is held.

    It is the first value that the suite declares; for numbers of ranks, the largest one.
    """
    held: dict[str, Value] = {}
    for cell in cells:
        for axis, value in cell.declared.point.items():
            if axis in named:
                continue
            if axis == "ranks" and axis in held:
                held[axis] = max(held[axis], value, key=float)
            held.setdefault(axis, value)
    return held
