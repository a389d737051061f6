# SPDX-License-Identifier: BSD-3-Clause
"""The memory hierarchy: the levels that are really there, and what compilers get of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from strobe.base import units
from strobe.fit.cache_line import line_bytes
from strobe.fit.models import Models
from strobe.gate.cells import Believed
from strobe.records.run import Run
from strobe.report.findings.finding import Finding, of_several, ratio
from strobe.report.memory.advertised import line_sizes
from strobe.report.memory.hierarchy import MemoryLevel, hierarchy
from strobe.report.memory.pointer_chase import CHASE, chased, working_set
from strobe.report.memory.streams import PATTERNS, in_the_first_level
from strobe.report.page import naming

PAIRS = "pairs"


def levels(
    run: Run, summary: Believed, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """Each level with its latency and its capacity, beside what the system says of it."""
    shown = hierarchy(summary, context)
    if not shown.found:
        return
    for number, level in enumerate(shown.levels, 1):
        latency = shown.latency_of(level)
        if not latency:
            continue
        name = "Memory" if level.is_memory else f"Level {number}"
        sentence = f"{name}: a load that needs the one before it takes {latency}"
        if level.first_misses_bytes is not None and level.half_misses_bytes is not None:
            sentence += (
                f"; 10 % of the loads miss it at {units.about_size(level.first_misses_bytes)} and "
                f"half of them at {units.about_size(level.half_misses_bytes)}" + _beside(level)
            )
        ground = f"{units.plural(shown.working_sets, 'working set')}, chased in random order"
        yield Finding("Memory hierarchy", f"{sentence}.", ground, naming.anchor(CHASE))


def line(run: Run, summary: Believed, models: Models, context: dict[str, Any]) -> Iterator[Finding]:
    """What a miss brings, beside the size of a line that the system tells of."""
    sets = {
        working_set(cell)
        for cell in summary.cells.values()
        if cell.declared.kernel == CHASE and cell.declared.point.get("way") == PAIRS
    }
    told = sorted(set(line_sizes(context).values()))
    advertised_here = f" ({' and '.join(map(units.size, told))} advertised)" if told else ""
    for size_bytes in sorted(sets):
        chase = chased(summary, way=PAIRS, x="stride_bytes", working_set_bytes=size_bytes)
        found = line_bytes(chase.sizes_bytes, chase.latencies)
        if found is not None:
            yield Finding(
                "Cache line",
                f"A miss in {units.size(size_bytes)} brings {units.size(found)}"
                f"{advertised_here}: the load beside it misses too from that distance on.",
                f"pairs at {units.plural(len(chase.sizes_bytes), 'distance')}, chased in random "
                "order",
                naming.anchor(CHASE),
            )


def compilers(
    run: Run, summary: Believed, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """CacheBench's question: how much of what the first cache gives do compilers get?"""
    shown = hierarchy(summary, context)
    for kernel in PATTERNS:
        inside = in_the_first_level(summary, shown, kernel)
        tuned = {one.x: one.cell for one in inside if one.curve == "tuned"}
        told = []
        for code in dict.fromkeys(one.curve for one in inside if one.curve != "tuned"):
            parts = of_several(
                (
                    part
                    for one in inside
                    if one.curve == code
                    and one.x in tuned
                    and (part := ratio(tuned[one.x], one.cell)) is not None
                ),
                summary.confidence,
            )
            if parts is not None:
                told.append(f"{code} {units.percent(parts.median)}")
        if told:
            title = kernel.replace("_", " ").capitalize()
            yield Finding(
                "Compilers",
                f"{title} in the first cache, of what the tuned loop reaches: {', '.join(told)}.",
                units.plural(len(tuned), "working set"),
                naming.anchor(kernel),
            )


def _beside(level: MemoryLevel) -> str:
    if level.advertised_bytes is None:
        return ""
    told = f" ({units.about_size(level.advertised_bytes)} advertised"
    return told + (", so it is contended: others have the rest)" if level.contended else ")")
