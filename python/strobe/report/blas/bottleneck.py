# SPDX-License-Identifier: BSD-3-Clause
"""Memory or CPU: which of two measured roofs bounds the rate of a cell (BLASBench, section 1.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from strobe.base import units
from strobe.gate.limits import TOO_NOISY
from strobe.records.summary import CellSummary
from strobe.report.blas.roofs import Roofs, flops_of, intensity, level_of, operands_of

BOUND_FROM = 0.7
"""A rate that reaches this fraction of a roof is bound by it."""
IMPLAUSIBLE_FROM = 1.25
"""Above this fraction, the loops did not reach the level's bandwidth."""
CPU = "the CPU"
Verdict = Literal["memory", "cpu", "neither", "implausible"]


@dataclass(frozen=True)
class Bottleneck:
    """The roofs over one cell. Rates are flops per unit of time, as in its `Roofs`."""

    level: str
    """The level of memory that holds the operands."""
    bandwidth: float
    """Bytes per unit of time that this level delivers."""
    intensity: float
    rate: float
    flat: float | None
    """The peak of multiply-adds; None where it was not measured."""

    @property
    def by_memory(self) -> float:
        """The rate at which the level delivers the operands."""
        return self.bandwidth * self.intensity

    @property
    def memory_is_lower(self) -> bool:
        """Whether the roof of the memory is the lower one."""
        return self.flat is None or self.by_memory < self.flat

    @property
    def attainable(self) -> float:
        """The lower one of the two roofs."""
        return self.by_memory if self.memory_is_lower else self.flat or 0.0

    @property
    def part(self) -> float:
        """The rate as a fraction of what is attainable."""
        return self.rate / self.attainable

    @property
    def lower(self) -> str:
        """The name of the lower roof."""
        return self.level if self.memory_is_lower else CPU

    @property
    def verdict(self) -> Verdict:
        """What bounds the rate; `implausible` where it is above its roof."""
        if self.part > IMPLAUSIBLE_FROM:
            return "implausible"
        if self.part < BOUND_FROM:
            return "neither"
        return "memory" if self.memory_is_lower else "cpu"


def bottleneck(cell: CellSummary, roofs: Roofs) -> Bottleneck | str:
    """The roofs over a cell, or a clause on why they are not known."""
    size_bytes, ratio, rate = operands_of(cell), intensity(cell), roofs.rate(cell)
    size = units.about_size(size_bytes)
    if ratio is None or rate is None:
        return "it computes nothing, so arithmetic does not bound it"
    if int(cell.declared.point.get("threads", 1)) != 1:
        return "it ran on several threads, which the bandwidth of one core does not bound"
    if not size_bytes:
        return "the size of its operands is not recorded, so a memory bound is unknown"
    if not roofs.hierarchy.levels:
        return f"the memory hierarchy is unknown, so a memory bound at {size} is unknown too"
    level = level_of(cell, roofs.hierarchy)
    if level is None:
        return (
            f"its operands ({size}) lie between two levels of memory, so a memory bound is unknown"
        )
    bandwidth = roofs.bandwidth(level.name)
    if bandwidth is None:
        why = TOO_NOISY if level.name in roofs.fed else "not measured"
        return (
            f"its operands ({size}) lie in {level.name}, whose bandwidth "
            f"{'is' if why == TOO_NOISY else 'was'} {why}, so a memory bound is unknown"
        )
    flat = roofs.flat(str(cell.declared.point.get("type", "")))
    return Bottleneck(level.name, bandwidth, ratio, rate, flat)


def fastest(cells: Mapping[str, CellSummary], roofs: Roofs) -> str:
    """The library with the highest rate."""
    return max(cells, key=lambda name: roofs.rate(cells[name]) or 0.0)


def bottleneck_clause(cells: Mapping[str, CellSummary], roofs: Roofs) -> str:
    """A clause on one routine at one n; `cells` by library, each with a result."""
    name = fastest(cells, roofs)
    found = bottleneck(cells[name], roofs)
    if isinstance(found, str):
        return found
    lie = f"its operands ({units.about_size(operands_of(cells[name]))}) lie in {found.level}"
    percent = units.percent(found.part)
    if found.memory_is_lower:
        own = found.rate / found.intensity
        reached = (
            f"{lie}; the tuned loops reach {roofs.bytes_text(found.bandwidth)} there, and {name}, "
            f"the fastest library, {roofs.bytes_text(own)} ({percent})"
        )
    else:
        reached = (
            f"{lie}, which would allow {roofs.flops_text(found.by_memory)}; multiply-adds reach "
            f"{roofs.flops_text(found.attainable)}, and {name}, the fastest library, "
            f"{roofs.flops_text(found.rate)} ({percent})"
        )
    if found.verdict == "implausible":
        return f"{reached}, so the loops do not reach the bandwidth of {found.level}"
    bounds = "does not bound" if found.verdict == "neither" else "bounds"
    return f"{reached}, so {found.lower} {bounds} it"


def computes(cell: CellSummary) -> bool:
    """Whether a cell has arithmetic to be bound."""
    return cell.headline is not None and flops_of(cell) > 0
