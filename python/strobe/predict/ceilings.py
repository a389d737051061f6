# SPDX-License-Identifier: BSD-3-Clause
"""How much faster computation is on another machine, between what its memory and what its floating
point units allow.

A piece of computation is bound by memory, by multiply-adds or by something between the two (the
roofline of Williams, Waterman and Patterson, 2009). A record does not say by what, so that the
ratio of these two ceilings is the interval of the speed. Ranks of a node share its memory, so that
its ceiling is that of as many ranks as compute there at once.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from strobe.base import units
from strobe.base.errors import StrobeError
from strobe.gate.cells import FMA, Accepted, accepted
from strobe.records import run as run_folder
from strobe.records.summary import summarise

MEMORY, WORKING_SET = "memory_read", "working_set_bytes"
REMEDY = "`strobe measure quick` measures both"


@dataclass(frozen=True)
class Ceilings:
    """Of one rank."""

    bytes_per_s: Mapping[int, float]
    """From memory, with the largest working set that was measured: where so many ranks of a node
    read at once. At least one number of ranks."""
    operations_per_s: float

    def bytes_per_s_of(self, ranks: int) -> float:
        """Between what was measured for fewer and for more ranks; beyond that as for the most."""
        known = sorted(self.bytes_per_s)
        return float(np.interp(ranks, known, [self.bytes_per_s[one] for one in known]))


@dataclass(frozen=True)
class Speed:
    """How many times as fast computation is: somewhere from `low` to `high`."""

    low: float = 1.0
    high: float = 1.0

    @property
    def middle(self) -> float:
        """Their geometric mean."""
        return self.at(0.5)

    def at(self, part: float) -> float:
        """Between `low` (0) and `high` (1), evenly in the logarithm."""
        return self.low * math.pow(self.high / self.low, part)

    def __str__(self) -> str:
        """`1.20 to 1.35 times as fast`."""
        if self.low == self.high:
            return "as fast as recorded" if self.low == 1 else f"{self.low:.3g} times as fast"
        return f"{self.low:.3g} to {self.high:.3g} times as fast"


def ceilings(folder: Path) -> Ceilings:
    """Of the machine of a run. Raises StrobeError where the run does not have both."""
    run = run_folder.load(folder)
    found = accepted(summarise(run))
    host_of = {one.rank: one.host for launch in run.launches for one in launch.header.processes}
    rates = {kernel: _rates(found, kernel, host_of) for kernel in (MEMORY, FMA)}
    missing = [kernel for kernel, rate in rates.items() if not rate]
    if missing:
        raise StrobeError(
            f"{folder} has no accepted figure of {units.listed(missing)}, which says how fast the "
            f"machine computes: {REMEDY}"
        )
    return Ceilings(rates[MEMORY], rates[FMA][min(rates[FMA])])


def _rates(summary: Accepted, kernel: str, host_of: Mapping[int, str]) -> dict[int, float]:
    """Bytes or operations of a rank in a second, with the largest working set: by the number of
    ranks on one host that are at it at once."""
    sized: dict[int, tuple[float, float]] = {}
    for cell in summary.cells.values():
        declared = cell.declared
        work = declared.flops_per_operation if kernel == FMA else declared.bytes_per_operation
        if declared.kernel != kernel or cell.headline is None or work <= 0:
            continue
        members = declared.members or [0]
        ranks = max(Counter(host_of.get(member, "") for member in members).values())
        size = float(declared.point.get(WORKING_SET, 0))
        if ranks not in sized or size > sized[ranks][0]:
            # The work is that of all members.
            sized[ranks] = (size, work / len(members) / cell.headline.median_s)
    largest = max((size for size, _ in sized.values()), default=0.0)
    return {ranks: rate for ranks, (size, rate) in sized.items() if size == largest}


def speed(of: Ceilings, ranks: int, against: Ceilings, ranks_against: int) -> Speed:
    """How much faster the first computes than the second, with so many ranks on a node of each."""
    ratios = (
        of.bytes_per_s_of(ranks) / against.bytes_per_s_of(ranks_against),
        of.operations_per_s / against.operations_per_s,
    )
    return Speed(min(ratios), max(ratios))
