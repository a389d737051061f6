# SPDX-License-Identifier: BSD-3-Clause
"""How long each algorithm should take: its messages, one after the other, at measured times.

The time of a message is a function of its size that was measured, as in parametrised LogP
(Kielmann, Bal and Verstoep, "Fast measurement of LogP parameters for message passing platforms",
2000), so that eager and rendezvous messages each have their own. The shapes are those of Thakur,
Rabenseifner and Gropp, "Optimization of collective communication operations in MPICH" (2005), and
of Pjesivac-Grbovic et al., "Performance analysis of MPI collective operations" (2007). They leave
out what ranks of one node share, their cores and their memory: a model of this kind orders
algorithms well only where their times differ by much. So it decides what is not measured, and
never what is chosen.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from strobe.base.errors import StrobeError
from strobe.tune.configuration import Cell, Choice
from strobe.tune.tables import Operation

DOUBT = 4.0
"""An algorithm is measured unless it should take so many times as long as the best one."""
ECHO = "echo"

Time = Callable[[float], float]
"""Seconds that a message of so many bytes takes."""


@dataclass(frozen=True)
class Messages:
    """Measured times of single messages, by ascending size, each with its interval."""

    sizes: tuple[float, ...]
    median_s: tuple[float, ...]
    low_s: tuple[float, ...]
    high_s: tuple[float, ...]

    def time(self, seconds: Sequence[float]) -> Time:
        """A straight line between two sizes, and beyond the last ones."""

        def at(size: float) -> float:
            index = min(max(bisect_left(self.sizes, size), 1), len(self.sizes) - 1)
            (x, y), (u, v) = ((self.sizes[i], seconds[i]) for i in (index - 1, index))
            return max(y + (size - x) * (v - y) / (u - x), min(seconds) / 10)

        return at


@dataclass(frozen=True)
class Predicted:
    """Seconds that a collective should take, by the medians and the intervals of messages."""

    median_s: float
    low_s: float
    high_s: float


def messages_of(folder: Path, mpi: str) -> Messages:
    """Those of a run of `strobe measure` over this MPI. Raises StrobeError where it has too few."""
    from strobe.records.run import load
    from strobe.records.summary import summarise

    run = load(folder)
    of_run = run.launches[0].header.layer.library
    if not of_run.startswith(mpi):
        raise StrobeError(
            f"{folder} was measured over {of_run.split(chr(10))[0]}, and {mpi} is tuned: name the "
            "run's MPI with --mpi, or leave the run out"
        )
    cells = [
        (float(cell.declared.point["size_bytes"]), cell.headline)
        for cell in summarise(run).cells.values()
        if cell.declared.kernel == ECHO
        and cell.declared.point.get("call", "blocking") == "blocking"
    ]
    cells.sort(key=lambda one: one[0])
    found = {size: best for size, best in cells if best is not None}
    if len(found) < 2:
        raise StrobeError(
            f"{folder} has {len(found)} sizes of the kernel echo, and the model needs two: "
            "measure it with `strobe measure --kernel echo`, or leave the run out"
        )
    best = [*found.values()]
    return Messages(
        tuple(found),
        tuple(one.median_s for one in best),
        tuple(_or(one.low_s, one.median_s) for one in best),
        tuple(_or(one.high_s, one.median_s) for one in best),
    )


def _or(value: float, other: float) -> float:
    return value if math.isfinite(value) else other


def predict(
    choice: Choice, cell: Cell, ranks: int, operation: Operation, messages: Messages
) -> Predicted | None:
    """The time of one algorithm; None for one in shared memory, which sends no message."""
    shape = SHAPES.get(operation.algorithms[choice.algorithm].shape)
    if shape is None:
        return None
    at = [
        shape(ranks, cell.size_bytes, choice.segment_bytes or cell.size_bytes, messages.time(times))
        for times in (messages.median_s, messages.low_s, messages.high_s)
    ]
    return Predicted(*at)


def worth_measuring(
    choices: Sequence[Choice], cell: Cell, ranks: int, operation: Operation,
    messages: Messages | None, most: int,
) -> list[Choice]:  # fmt: skip
    """At most so many of these, the most promising first, and none that the model excludes.

    Algorithms whose time the model does not know come first.
    """
    if messages is None:
        return [*choices][:most]
    known = {one: predict(one, cell, ranks, operation, messages) for one in choices}
    best_s = min((one.high_s for one in known.values() if one is not None), default=math.inf)
    likely = [
        one for one, time in known.items() if time is None or time.low_s <= DOUBT * best_s
    ]  # fmt: skip

    def order(one: Choice) -> float:
        time = known[one]
        return -1.0 if time is None else time.median_s

    return sorted(likely, key=order)[:most]


def _rounds(ranks: int) -> int:
    return math.ceil(math.log2(ranks))


def _halves(ranks: int, size: float, time: Time) -> float:
    """Messages of a half, a quarter ... of `size`, one for each level of a binary tree."""
    return sum(time(size / 2**level) for level in range(1, _rounds(ranks) + 1))


def _pieces(size: float, segment: float) -> tuple[int, float]:
    count = max(1, math.ceil(size / segment)) if segment else 1
    return count, size / count


def _pipeline(ranks: int, size: float, segment: float, time: Time) -> float:
    count, piece = _pieces(size, segment)
    return (ranks - 2 + count) * time(piece)


def _chain(ranks: int, size: float, segment: float, time: Time) -> float:
    """Four chains side by side, which the root feeds in turn."""
    count, piece = _pieces(size, segment)
    chains = min(4, ranks - 1)
    return (math.ceil((ranks - 1) / chains) - 1 + count * chains) * time(piece)


def _binary(ranks: int, size: float, segment: float, time: Time) -> float:
    """Each rank serves two others."""
    count, piece = _pieces(size, segment)
    return min(2, ranks - 1) * (math.floor(math.log2(ranks)) + count - 1) * time(piece)


def _split_binary(ranks: int, size: float, segment: float, time: Time) -> float:
    """Each half of the message down one half of a binary tree; then pairs exchange their halves."""
    return _binary(ranks, size / 2, min(segment, size / 2), time) + time(size / 2)


Shape = Callable[[int, float, float, Time], float]
SHAPES: dict[str, Shape] = {
    "exchange": lambda p, m, s, t: t(m),
    "linear": lambda p, m, s, t: (p - 1) * t(m),
    "linear_twice": lambda p, m, s, t: 2 * (p - 1) * t(m),
    "binomial": lambda p, m, s, t: _rounds(p) * t(m),
    "binomial_twice": lambda p, m, s, t: 2 * _rounds(p) * t(m),
    "pipeline": _pipeline,
    "chain": _chain,
    "binary": _binary,
    "split_binary": _split_binary,
    "scatter_allgather": lambda p, m, s, t: 2 * _halves(p, m, t),
    "scatter_ring": lambda p, m, s, t: _halves(p, m, t) + (p - 1) * t(m / p),
    "reduce_scatter_gather": lambda p, m, s, t: 2 * _halves(p, m, t),
    "reduce_scatter_allgather": lambda p, m, s, t: 2 * _halves(p, m, t),
    "ring_twice": lambda p, m, s, t: 2 * (p - 1) * t(m / p),
    "ring_twice_empty": lambda p, m, s, t: 2 * p * t(0),
    # Of these, the size is that of one rank's block.
    "doubling_blocks": lambda p, m, s, t: _halves(p, m * 2 ** _rounds(p), t),
    "halving_blocks": lambda p, m, s, t: _halves(p, m * p, t),
    "doubling_whole": lambda p, m, s, t: _rounds(p) * t(m * p),
    "ring_blocks": lambda p, m, s, t: (p - 1) * t(m),
    "neighbor_blocks": lambda p, m, s, t: t(m) + max(0, p // 2 - 1) * t(2 * m),
    "bruck_blocks": lambda p, m, s, t: _rounds(p) * t(m * p / 2),
    "gather_broadcast": lambda p, m, s, t: (p - 1) * t(m) + _rounds(p) * t(m * p),
    "reduce_scatter_linear": lambda p, m, s, t: _rounds(p) * t(m * p) + (p - 1) * t(m),
}
"""By name: the time with p ranks, m bytes, in segments of s bytes, if a message takes t(size)."""
