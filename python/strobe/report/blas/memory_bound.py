# SPDX-License-Identifier: BSD-3-Clause
"""Whether memory bounds a routine: its rate beside the bandwidth of the level of its operands."""

from __future__ import annotations

from collections.abc import Mapping

from strobe.base import units
from strobe.gate.cells import Believed
from strobe.gate.limits import TOO_NOISY
from strobe.records.summary import CellSummary
from strobe.report.memory.hierarchy import Hierarchy
from strobe.report.memory.streams import PATTERNS, bytes_per_cycle, bytes_per_s, plateaus

ELEMENT_BYTES = {"s": 4, "d": 8, "c": 8, "z": 16}
ELEMENTS = {"blas_axpy": lambda n: 2 * n, "blas_gemv": lambda n: n * n + 2 * n}
"""Of the operands, which a cache holds or does not."""
BOUNDS = 0.7
"""From this part of a level's bandwidth on, that level bounds a routine."""
MOST = 1.25
"""Beyond this part the loops did not show what the level gives."""


def what_bounds(summary: Believed, hierarchy: Hierarchy, cells: Mapping[str, CellSummary]) -> str:
    """A clause about one routine at one n; `cells` by library, all of which have a result."""
    declared = next(iter(cells.values())).declared
    size_bytes = ELEMENTS[declared.kernel](float(declared.point["n"]))
    size_bytes *= ELEMENT_BYTES[str(declared.point["type"])]
    size = units.about_size(size_bytes)
    if int(declared.point.get("threads", 1)) != 1:
        return "it ran on several threads, and the bandwidth of one core does not bound these"
    if not hierarchy.levels:
        return f"the levels of memory are not known, so neither is whether one bounds it at {size}"
    level = next((one for one in hierarchy.levels if one.holds(size_bytes)), None)
    if level is None:
        return (
            f"its operands of {size} lie at the edge of two levels of memory, so it is not known "
            "whether one of them bounds it"
        )
    measured = [plateaus(summary, kernel, hierarchy) for kernel in PATTERNS]
    loops = [cell for found in measured if (cell := found.get(level.name)) is not None]
    if not loops and any(level.name in found for found in measured):
        return (
            f"its operands of {size} lie in {level.name}, whose bandwidth is {TOO_NOISY}, so it is "
            "not known whether memory bounds it"
        )
    if not loops:
        return (
            f"its operands of {size} lie in {level.name}, whose bandwidth was not measured in this "
            "run, so it is not known whether memory bounds it"
        )
    cycles = all(bytes_per_cycle(cell) for cell in [*loops, *cells.values()])
    fed = max(_rate(cell, cycles) for cell in loops)
    name = max(cells, key=lambda one: _rate(cells[one], cycles))
    part = _rate(cells[name], cycles) / fed
    shown = f"{_told(_rate(cells[name], cycles), cycles)}"
    found = (
        f"its operands of {size} lie in {level.name}, where the tuned loops get "
        f"{_told(fed, cycles)} and {name}, the fastest, {shown} ({units.percent(part)})"
    )
    if part > MOST:
        return f"{found}: the loops do not show what {level.name} gives"
    return f"{found}, so {level.name} {'bounds' if part >= BOUNDS else 'does not bound'} it"


def _rate(cell: CellSummary, cycles: bool) -> float:
    return (bytes_per_cycle(cell) or 0.0) if cycles else bytes_per_s(cell)


def _told(rate: float, cycles: bool) -> str:
    return f"{units.number(rate)} B/cycle" if cycles else units.bandwidth(rate)
