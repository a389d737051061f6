# SPDX-License-Identifier: BSD-3-Clause
"""Whether memory bounds a routine: its rate against the bandwidth of the level of its operands."""

from __future__ import annotations

from collections.abc import Mapping

from strobe.base import units
from strobe.gate.cells import Accepted
from strobe.gate.limits import TOO_NOISY
from strobe.records.summary import CellSummary
from strobe.report.memory.hierarchy import Hierarchy
from strobe.report.memory.streams import PATTERNS, bytes_per_cycle, bytes_per_s, plateaus

ELEMENT_BYTES = {"s": 4, "d": 8, "c": 8, "z": 16}
ELEMENTS = {"blas_axpy": lambda n: 2 * n, "blas_gemv": lambda n: n * n + 2 * n}
"""Number of elements of all operands."""
BOUND_FROM = 0.7
"""A routine that reaches this fraction of a level's bandwidth is bound by it."""
IMPLAUSIBLE_FROM = 1.25
"""Above this fraction, the loops did not reach the level's bandwidth."""


def memory_bound_clause(
    summary: Accepted, hierarchy: Hierarchy, cells: Mapping[str, CellSummary]
) -> str:
    """A clause on one routine at one n; `cells` by library, each with a result."""
    declared = next(iter(cells.values())).declared
    size_bytes = ELEMENTS[declared.kernel](float(declared.point["n"]))
    size_bytes *= ELEMENT_BYTES[str(declared.point["type"])]
    size = units.about_size(size_bytes)
    if int(declared.point.get("threads", 1)) != 1:
        return "it ran on several threads, which the bandwidth of one core does not bound"
    if not hierarchy.levels:
        return f"the memory hierarchy is unknown, so a memory bound at {size} is unknown too"
    level = next((one for one in hierarchy.levels if one.holds(size_bytes)), None)
    if level is None:
        return (
            f"its operands ({size}) lie between two levels of memory, so a memory bound is unknown"
        )
    measured = [plateaus(summary, kernel, hierarchy) for kernel in PATTERNS]
    loops = [cell for found in measured if (cell := found.get(level.name)) is not None]
    if not loops and any(level.name in found for found in measured):
        return (
            f"its operands ({size}) lie in {level.name}, whose bandwidth is {TOO_NOISY}, so a "
            "memory bound is unknown"
        )
    if not loops:
        return (
            f"its operands ({size}) lie in {level.name}, whose bandwidth was not measured, so a "
            "memory bound is unknown"
        )
    cycles = all(bytes_per_cycle(cell) for cell in [*loops, *cells.values()])
    fed = max(_rate(cell, cycles) for cell in loops)
    name = max(cells, key=lambda one: _rate(cells[one], cycles))
    part = _rate(cells[name], cycles) / fed
    shown = f"{_rate_text(_rate(cells[name], cycles), cycles)}"
    found = (
        f"its operands ({size}) lie in {level.name}; the tuned loops reach "
        f"{_rate_text(fed, cycles)} there, and {name}, the fastest library, {shown} "
        f"({units.percent(part)})"
    )
    if part > IMPLAUSIBLE_FROM:
        return f"{found}, so the loops do not reach the bandwidth of {level.name}"
    return f"{found}, so {level.name} {'bounds' if part >= BOUND_FROM else 'does not bound'} it"


def _rate(cell: CellSummary, cycles: bool) -> float:
    return (bytes_per_cycle(cell) or 0.0) if cycles else bytes_per_s(cell)


def _rate_text(rate: float, cycles: bool) -> str:
    return f"{units.number(rate)} B/cycle" if cycles else units.bandwidth(rate)
