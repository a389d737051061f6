# SPDX-License-Identifier: BSD-3-Clause
"""Which topology the BLACS take for TOP = ' ' on this machine: the model that the library reads.

A model of steps and lines ranks topologies well, but its errors exceed the differences between them
(see the predictions of the suite `blacs`), so measurements decide. Without a model the library uses
the MPI's collective. Another topology replaces it between two sizes at both of which it was faster,
repeated and alone, beyond the intervals of both in every regime. So TOP = ' ' is not slower with a
model than without.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod
from pathlib import Path

from strobe.base import writing
from strobe.records.lines import CellRecord, Value
from strobe.records.run import Run
from strobe.records.summary import CellSummary, Summary
from strobe.statistics.interval import FEWEST_FOR_RANKS

MODEL_FILE = "blacs.model"
MACHINE = "machine"
DEFAULT = "default"
VARIABLE = "STROBE_BLACS_MODEL"
LETTERS = {
    "increasing-ring": "I", "decreasing-ring": "D", "split-ring": "S", "hypercube": "H",
    "fully-connected": "F", "multiring": "M", "tree": "T",
}  # fmt: skip
BRANCHED = ("multiring", "tree")
"""Topologies of which TOP does not say how many rings or branches they have."""


@dataclass(frozen=True)
class Range:
    """The time of a cell, over all regimes in which it was measured."""

    median_s: float
    """In the regime with the most samples."""
    low_s: float
    high_s: float


USUAL: dict[str, Value] = {
    "type": "double", "shape": "column", "uplo": "upper", "diag": "nonunit", "m": 0,
    "operation": "sum", "locations": "no", "scope": "all", "grid_rows": 0, "root": 0,
    "sender": 0, "receivers": 1,
}  # fmt: skip
"""What the note's study holds fixed. The model is made of such cells alone."""

Times = dict[int, Range]
"""By how many operations followed each other."""


@dataclass(frozen=True)
class Choice:
    """From a size on, up to the next choice of the same operation and processes."""

    operation: str
    processes: int
    from_bytes: int
    top: str
    """As the model's file has it: a letter, with branches or rings, or `machine`."""
    gain: float
    """How many times faster it was than without a model where it begins; the geometric mean of
    operations in a row and alone. 1 for the machine's own."""


def are_compared(run: Run) -> bool:
    """Whether a run has broadcasts or sums of the BLACS on several topologies.

    One that was measured with a model does not know what the library does without.
    """
    return any(
        _top(cell.declared) == DEFAULT and VARIABLE not in launch.header.environment
        for launch in run.launches
        for cell in launch.cells.values()
    )


def choices(summary: Summary) -> list[Choice]:
    """All choices that a run's broadcasts and sums lead to; none where none was measured."""
    measured: dict[tuple[str, int], dict[str, dict[int, Times]]] = {}
    for cell in summary.cells.values():
        operation, top, found = _operation(cell.declared), _top(cell.declared), _range(cell)
        if operation is None or top is None or found is None:
            continue
        point = cell.declared.point
        curves = measured.setdefault((operation, cell.declared.ranks), {})
        times = curves.setdefault(top, {}).setdefault(int(point["size_bytes"]), {})
        times[int(point["repetitions"])] = found
    chosen: list[Choice] = []
    for (operation, processes), curves in sorted(measured.items()):
        own = curves.pop(DEFAULT, {})
        chosen += _between_sizes(operation, processes, own, curves)
    return chosen


def write_model(chosen: Sequence[Choice], folder: Path) -> Path:
    """Write the file that STROBE_BLACS_MODEL names into a run folder; returns its path."""
    lines = [
        "# What TOP = ' ' stands for in Strobe's BLACS on this machine, as it was measured: the",
        "# operation, its processes, and from how many bytes on it takes which topology.",
        *(f"{one.operation} {one.processes} {one.from_bytes} {one.top}" for one in chosen),
    ]
    return writing.write(folder / MODEL_FILE, "\n".join(lines) + "\n")


def _range(cell: CellSummary) -> Range | None:
    """None where there are too few samples for an interval."""
    if sum(regime.n for regime in cell.regimes) < FEWEST_FOR_RANKS:
        return None
    return Range(
        max(cell.regimes, key=lambda regime: regime.n).median_s,
        min(regime.low_s for regime in cell.regimes),
        max(regime.high_s for regime in cell.regimes),
    )


def _operation(cell: CellRecord) -> str | None:
    if any(cell.point.get(axis, value) != value for axis, value in USUAL.items()):
        return None
    match cell.kernel, cell.point.get("left_on"):
        case "blacs_broadcast", _:
            return "broadcast"
        case "blacs_combine", "everyone":
            return "sum_on_all"
        case "blacs_combine", "one":
            return "sum_on_one"
    return None


def _top(cell: CellRecord) -> str | None:
    word = str(cell.point.get("topology"))
    if word == DEFAULT:
        return DEFAULT
    letter = LETTERS.get(word)
    return f"{letter} {cell.point['branches']}" if letter and word in BRANCHED else letter


def _between_sizes(
    operation: str, processes: int, own: dict[int, Times], curves: dict[str, dict[int, Times]]
) -> Iterable[Choice]:
    """The choices of one operation, those that say the same as the one before left out."""
    # Sizes that were measured in a row and alone, if any was.
    ways = {repetitions for times in own.values() for repetitions in times}
    sizes = sorted(size for size, times in own.items() if times.keys() == ways)
    gains = {
        top: {size: _gain(own[size], times[size]) for size in sizes if size in times}
        for top, times in curves.items()
    }
    last = MACHINE
    for low, high in pairwise(sizes):
        faster = {
            top: (at[low], at[low] * at[high])
            for top, at in gains.items()
            if at.get(low, 0) > 0 and at.get(high, 0) > 0
        }
        top = max(faster, key=lambda name: faster[name][1], default=MACHINE)
        if top != last:
            yield Choice(operation, processes, low, top, faster[top][0] if faster else 1.0)
        last = top
    if last != MACHINE:
        yield Choice(operation, processes, sizes[-1] + 1, MACHINE, 1.0)


def _gain(own: Times, others: Times) -> float:
    """The library's time over that of a topology; 0 where it is not surely faster in all."""
    ratios = []
    for repetitions, machine in own.items():
        other = others.get(repetitions)
        if other is None or other.high_s >= machine.low_s:
            return 0.0
        ratios.append(machine.median_s / other.median_s)
    return float(prod(ratios) ** (1 / len(ratios)))
