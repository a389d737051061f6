# SPDX-License-Identifier: BSD-3-Clause
"""The rate of a library in each process in which a cell was measured.

A library may be several times faster in one process than in the next (placement of its buffers,
choice of kernels). So processes are the replicates: statements about a library rest on the median
over at least three of them, and on their range.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from strobe.base import units
from strobe.gate.cells import Accepted
from strobe.gate.limits import is_narrow
from strobe.records.regimes import DISTURBED
from strobe.records.run import Run
from strobe.records.summary import CellSummary
from strobe.report.findings.finding import Ratio
from strobe.statistics.median import median

FEWEST_PROCESSES = 3
REMEDY = "measure with --launches 3"
MAX_SPREAD = 1.1
"""Rates of processes that differ by less than this factor agree."""


@dataclass(frozen=True)
class Processes:
    """The time of one operation in each process, ascending: in cycles, or in seconds where cycles
    are not known."""

    costs: tuple[float, ...]
    pooled: float
    """The same over the samples of all processes together."""
    work: float
    """Flops of an operation; bytes where it computes nothing."""
    in_cycles: bool
    computes: bool

    @property
    def enough(self) -> bool:
        """Whether there are enough processes to judge a library."""
        return len(self.costs) >= FEWEST_PROCESSES

    @property
    def rate(self) -> float:
        """The median over the processes."""
        return self.work / median(self.costs)

    @property
    def over_pooled(self) -> float:
        """That rate over the one of all samples together."""
        return self.pooled / median(self.costs)

    @property
    def differ(self) -> bool:
        """Whether the slowest process was more than a tenth slower than the fastest."""
        return self.costs[-1] > MAX_SPREAD * self.costs[0]

    def range(self) -> str:
        """`1.06 - 5.52 flop/cycle`, from the slowest process to the fastest."""
        low, high = (self.work / cost for cost in (self.costs[-1], self.costs[0]))
        if self.in_cycles:
            shown = f"{units.number(low)} {units.DASH} {units.number(high)}"
            return f"{shown} {'flop' if self.computes else 'B'}/cycle"
        return units.interval(low, high, units.FLOPS if self.computes else units.BANDWIDTH)

    def text(self) -> str:
        """`1.06 - 5.52 flop/cycle in 4 processes`; for one process `in 1 process`."""
        shown = "" if len(self.costs) == 1 else f"{self.range()} "
        return f"{shown}in {self.count}"

    @property
    def count(self) -> str:
        """`3 processes`."""
        return units.plural(len(self.costs), "process", "processes")


def processes_of(run: Run, summary: Accepted, cell: CellSummary) -> Processes | None:
    """The processes in the regime of the cell's headline; None where it has none."""
    best, declared = cell.headline, cell.declared
    work = declared.flops_per_operation or declared.bytes_per_operation
    if best is None or best.median_s <= 0 or work <= 0:
        return None
    found: dict[tuple[int, int | None], list[float]] = defaultdict(list)
    for number, launch in enumerate(run.launches):
        held = launch.cells.get(declared.cell)
        for visit in held.visits if held else []:
            if visit.regime == DISTURBED or not visit.time_s:
                continue
            if summary.regimes.index(launch, visit.regime) != best.regime:
                continue
            times = np.array(visit.time_s)
            cycles = np.multiply(times, visit.core_hz) if best.cycles else times
            found[number, visit.process].extend(cycles.tolist())
    costs = sorted(median(own) for own in found.values())
    computes = declared.flops_per_operation > 0
    pooled = best.cycles or best.median_s
    return Processes(tuple(costs), pooled, work, bool(best.cycles), computes) if costs else None


def ratio_of_rates(above: Processes | None, below: Processes | None) -> Ratio | None:
    """One rate over another, with the range that their processes allow; None where one has too few
    processes, only one was counted in cycles, or the range is too wide."""
    if above is None or below is None or not (above.enough and below.enough):
        return None
    if above.in_cycles != below.in_cycles or min(above.costs[0], below.costs[0]) <= 0:
        return None
    work = above.work / below.work
    low, high = work * below.costs[0] / above.costs[-1], work * below.costs[-1] / above.costs[0]
    return Ratio(above.rate / below.rate, low, high) if is_narrow(low, high) else None
