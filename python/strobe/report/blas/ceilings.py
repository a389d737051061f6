# SPDX-License-Identifier: BSD-3-Clause
"""The peak rate of a core: the highest rate of fused multiply-adds in each type."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from strobe.base import units
from strobe.gate.cells import FMA, Accepted
from strobe.records.summary import CellSummary


@dataclass(frozen=True)
class Ceiling:
    """The highest median rate in one type; per cycle where the core clock is known."""

    type: str
    flops_per_s: float
    flops_per_cycle: float | None


def ceilings(summary: Accepted) -> list[Ceiling]:
    """One for each type that was measured, in the order of the suite."""
    by_type: dict[str, list[Ceiling]] = {}
    for cell in summary.cells.values():
        if cell.declared.kernel != FMA or (rate := flops_per_s(cell)) is None:
            continue
        kind = str(cell.declared.point.get("type", ""))
        by_type.setdefault(kind, []).append(Ceiling(kind, rate, flops_per_cycle(cell)))
    return [max(found, key=_height(found)) for found in by_type.values()]


def flops_per_s(cell: CellSummary) -> float | None:
    """A cell's rate; None where it computes nothing or has no result."""
    best, done = cell.headline, cell.declared.flops_per_operation
    return done / best.median_s if best and best.median_s > 0 and done > 0 else None


def flops_per_cycle(cell: CellSummary) -> float | None:
    """The same per core cycle; None also where cycles were not measured."""
    best, done = cell.headline, cell.declared.flops_per_operation
    return done / best.cycles if best and best.cycles and done > 0 else None


def rate_text(by_cycle: float | None, by_second: float) -> str:
    """Per cycle where that is known: `31.9 flop/cycle`, else `95.8 GFLOP/s`."""
    return f"{units.number(by_cycle)} flop/cycle" if by_cycle else units.flop_rate(by_second)


def _height(found: list[Ceiling]) -> Callable[[Ceiling], float]:
    """The key of the highest rate: per cycle if possible, since the clock may have changed."""
    if all(one.flops_per_cycle for one in found):
        return lambda one: one.flops_per_cycle or 0.0
    return lambda one: one.flops_per_s
