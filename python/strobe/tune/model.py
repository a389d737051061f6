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
from collections.abc import Callable, Sequence
from pathlib import Path

from strobe.base.errors import StrobeError
from strobe.predict.machine_of_run import measured
from strobe.tune.configuration import Cell, Choice
from strobe.tune.tables import Operation

DOUBT = 4.0
"""An algorithm is measured unless it should take so many times as long as the best one."""

MessageTime = Callable[[float], float]
"""Seconds that a message of so many bytes takes."""


def messages_of(folder: Path, mpi: str) -> MessageTime:
    """Those of a run of `strobe measure` over this MPI. Raises StrobeError where it has too few."""
    machine = measured(folder)
    if machine.mpi != mpi:
        raise StrobeError(
            f"{folder} was measured over {machine.mpi}, and {mpi} is tuned: name the run's MPI "
            "with --mpi, or leave the run out"
        )
    (level,) = machine.levels.values()
    return level.whole.time_s


def predict(
    choice: Choice, cell: Cell, ranks: int, operation: Operation, time: MessageTime
) -> float | None:
    """The seconds of one algorithm; None for one in shared memory, which sends no message."""
    shape = SHAPES.get(operation.algorithms[choice.algorithm].shape)
    if shape is None:
        return None
    return shape(ranks, cell.size_bytes, choice.segment_bytes or cell.size_bytes, time)


def worth_measuring(
    choices: Sequence[Choice], cell: Cell, ranks: int, operation: Operation,
    time: MessageTime | None, most: int,
) -> list[Choice]:  # fmt: skip
    """At most so many of these, the most promising first, and none that the model excludes.

    Algorithms whose time the model does not know come first.
    """
    if time is None:
        return [*choices][:most]
    known = {one: predict(one, cell, ranks, operation, time) for one in choices}
    best_s = min((one for one in known.values() if one is not None), default=math.inf)
    likely = {one: -1.0 if time_s is None else time_s for one, time_s in known.items()
              if time_s is None or time_s <= DOUBT * best_s}  # fmt: skip
    return sorted(likely, key=likely.__getitem__)[:most]


def _rounds(ranks: int) -> int:
    return math.ceil(math.log2(ranks))


def _halves(ranks: int, size: float, time: MessageTime) -> float:
    """Messages of a half, a quarter ... of `size`, one for each level of a binary tree."""
    return sum(time(size / 2**level) for level in range(1, _rounds(ranks) + 1))


def _pieces(size: float, segment: float) -> tuple[int, float]:
    count = max(1, math.ceil(size / segment)) if segment else 1
    return count, size / count


def _pipeline(ranks: int, size: float, segment: float, time: MessageTime) -> float:
    count, piece = _pieces(size, segment)
    return (ranks - 2 + count) * time(piece)


def _chain(ranks: int, size: float, segment: float, time: MessageTime) -> float:
    """Four chains side by side, which the root feeds in turn."""
    count, piece = _pieces(size, segment)
    chains = min(4, ranks - 1)
    return (math.ceil((ranks - 1) / chains) - 1 + count * chains) * time(piece)


def _binary(ranks: int, size: float, segment: float, time: MessageTime) -> float:
    """Each rank serves two others."""
    count, piece = _pieces(size, segment)
    return min(2, ranks - 1) * (math.floor(math.log2(ranks)) + count - 1) * time(piece)


def _split_binary(ranks: int, size: float, segment: float, time: MessageTime) -> float:
    """Each half of the message down one half of a binary tree; then pairs exchange their halves."""
    return _binary(ranks, size / 2, min(segment, size / 2), time) + time(size / 2)


Shape = Callable[[int, float, float, MessageTime], float]
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
