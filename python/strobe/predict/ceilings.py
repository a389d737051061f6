# SPDX-License-Identifier: BSD-3-Clause
"""How much faster computation is on another machine, between what its memory and what its floating
point units allow.

A piece of computation is bound by memory, by multiply-adds or by something between the two (the
roofline of Williams, Waterman and Patterson, 2009). A record does not say by what, so that the
ratio of these two ceilings is the interval of the speed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from strobe.base import units
from strobe.base.errors import StrobeError
from strobe.gate.cells import FMA, Accepted, accepted
from strobe.records import run as run_folder
from strobe.records.summary import summarise

MEMORY, WORKING_SET = "memory_read", "working_set_bytes"
REMEDY = "`strobe measure quick` measures both"


@dataclass(frozen=True)
class Ceilings:
    """Of one processor."""

    bytes_per_s: float
    """From memory: with the largest working set that was measured."""
    operations_per_s: float


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
    found = accepted(summarise(run_folder.load(folder)))
    rates = {kernel: _rate(found, kernel) for kernel in (MEMORY, FMA)}
    missing = [kernel for kernel, rate in rates.items() if rate is None]
    if missing:
        raise StrobeError(
            f"{folder} has no accepted figure of {units.listed(missing)}, which says how fast the "
            f"machine computes: {REMEDY}"
        )
    memory, fma = rates[MEMORY], rates[FMA]
    assert memory is not None
    assert fma is not None
    return Ceilings(memory, fma)


def _rate(summary: Accepted, kernel: str) -> float | None:
    """Bytes or operations a second, with the largest working set."""
    cells = [one for one in summary.cells.values()
             if one.declared.kernel == kernel and one.headline is not None]  # fmt: skip
    if not cells:
        return None
    cell = max(cells, key=lambda one: float(one.declared.point.get(WORKING_SET, 0)))
    assert cell.headline is not None
    declared = cell.declared
    work = declared.flops_per_operation if kernel == FMA else declared.bytes_per_operation
    return work / cell.headline.median_s if work > 0 else None


def speed(of: Ceilings, against: Ceilings) -> Speed:
    """How much faster the first computes than the second."""
    ratios = (
        of.bytes_per_s / against.bytes_per_s,
        of.operations_per_s / against.operations_per_s,
    )
    return Speed(min(ratios), max(ratios))
