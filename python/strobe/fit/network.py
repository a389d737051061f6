# SPDX-License-Identifier: BSD-3-Clause
"""The measured machine as a network for `strobe simulate` and `strobe schedule`.

Measured operations replace the primitives of the simulator, and each figure names its source:

- A block is half of a ping-pong (the kernel echo): its start-up time is that of the shortest
  message, and the bandwidth of a link follows from the longest message.
- A Compare-And-Write is a barrier with one rank per node, since both ask and inform all nodes; else
  an allreduce of the smallest size. Over several numbers of ranks, it is a line over the levels
  of a binary tree. Where neither was measured, it takes two blocks per level: to the nodes, and
  back.
- No message layer offers a multicast, so a block to many nodes goes down a tree.
- T_s, T_c, T_m and T_o of LAPACK Working Note 73 are lines (strobe.fit.four_times), and the number
  of messages that share nothing is that of strobe.fit.contention. What a run did not measure is
  missing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
from scipy.optimize import nnls

from strobe.base import writing
from strobe.fit.contention import Contention, measured_contention
from strobe.fit.fitting import SIZE_AXIS, series_of, size_bytes
from strobe.fit.four_times import MeasuredLine, measured_times
from strobe.records.network import SCHEMA, LineRecord, Network
from strobe.records.run import Run
from strobe.records.summary import CellSummary, Summary
from strobe.statistics.median import median

NETWORK_FILE = "network.json"
ECHO = "echo"
COLLECTIVES = ("barrier", "allreduce")
"""What stands for a Compare-And-Write, the better first."""

Sized = tuple[float, float]
"""Bytes, and the seconds that they take."""


@dataclass(frozen=True)
class MeasuredNetwork:
    """A network, and what was measured in place of what."""

    network: Network
    shortest_bytes: float
    longest_bytes: float
    """Of the messages between which the line of a block goes."""
    compare: str
    """What stands for a Compare-And-Write."""
    times: Mapping[str, MeasuredLine]
    """The four times that were measured, by name."""
    contention: Contention | None
    """None where the run has no pairs at the same time."""


def measured_network(run: Run, summary: Summary) -> MeasuredNetwork | None:
    """The network that was measured; None where no ping-pong was, of two sizes at least."""
    pair = _slowest_pair(run, summary)
    if pair is None:
        return None
    (shortest, start_s), (longest, longest_s) = pair
    first_s, per_level_s, compare = _compare(summary, start_s)
    name = run.folder.resolve().name
    times = measured_times(summary)
    contention = measured_contention(summary)
    limit = None if contention is None else contention.parallel_transfers
    return MeasuredNetwork(
        Network(
            name=name,
            title=f"Measured in {name}",
            compare_s=first_s,
            compare_per_level_s=per_level_s,
            start_s=start_s,
            bytes_per_s=(longest - shortest) / (longest_s - start_s),
            multicasts=False,
            **{time: _record(measured) for time, measured in times.items()},
            parallel_transfers=limit,
            schema=SCHEMA,
        ),
        shortest_bytes=shortest,
        longest_bytes=longest,
        compare=compare,
        times=times,
        contention=contention,
    )


def _record(measured: MeasuredLine) -> LineRecord:
    return LineRecord(measured.line.startup_s.value, max(measured.line.per_byte_s.value, 0.0))


def write_network(measured: MeasuredNetwork, folder: Path) -> Path:
    """Write network.json into a run folder; returns its path."""
    text = msgspec.json.format(msgspec.json.encode(measured.network), indent=1) + b"\n"
    return writing.write(folder / NETWORK_FILE, text)


def _slowest_pair(run: Run, summary: Summary) -> tuple[Sized, Sized] | None:
    """The shortest and the longest message, each with its seconds.

    Of several series it is the one between the processes that are farthest apart: a network is what
    is between nodes.
    """
    pairs = []
    for series in series_of(run, summary):
        if series.kernel != ECHO:
            continue
        times = [(size_bytes(cell), _headline_s(cell)) for cell in series.cells]
        known = [(size, time_s) for size, time_s in times if time_s is not None]
        if known and known[-1][0] > known[0][0] and known[-1][1] > known[0][1]:
            pairs.append((known[0], known[-1]))
    return max(pairs, key=lambda pair: pair[0][1], default=None)


def _headline_s(cell: CellSummary) -> float | None:
    """Its median, if it has one that is a time."""
    best = cell.headline
    return best.median_s if best is not None and best.median_s > 0 else None


def _compare(summary: Summary, start_s: float) -> tuple[float, float, str]:
    """What a Compare-And-Write takes at first and for each level, and what it was taken from."""
    for kernel in COLLECTIVES:
        times = _by_ranks(summary, kernel)
        if times:
            first_s, per_level_s = _line_over_levels(times)
            ranks = " and ".join(map(str, times))
            return first_s, per_level_s, f"{_named(kernel)} of {ranks} ranks"
    return 0.0, 2 * start_s, "two blocks per level (no barrier was measured)"


def _named(kernel: str) -> str:
    return "a barrier" if kernel == "barrier" else "the smallest allreduce"


def _by_ranks(summary: Summary, kernel: str) -> dict[int, float]:
    """Seconds by the number of ranks, of several at the smallest size that each was measured at."""
    found: dict[int, tuple[float, float]] = {}
    for cell in summary.cells.values():
        declared, time_s = cell.declared, _headline_s(cell)
        if declared.kernel != kernel or time_s is None or declared.ranks < 2:
            continue
        size = float(declared.point.get(SIZE_AXIS, 0))
        held = found.get(declared.ranks)
        if held is None or size < held[0]:
            found[declared.ranks] = (size, time_s)
    return {ranks: found[ranks][1] for ranks in sorted(found)}


def _line_over_levels(times_s: dict[int, float]) -> tuple[float, float]:
    """The line with parts that are not negative, by relative error; of one time all is by level."""
    levels = np.array([math.ceil(math.log2(ranks)) for ranks in times_s])
    seconds = np.array([*times_s.values()])
    if np.unique(levels).size == 1:
        return 0.0, median(seconds) / float(levels[0])
    design = np.stack([np.ones_like(seconds), levels], axis=1) / seconds[:, None]
    solved: Sequence[float] = nnls(design, np.ones_like(seconds))[0].tolist()
    return solved[0], solved[1]
