# SPDX-License-Identifier: BSD-3-Clause
"""The memory hierarchy: measured levels, cache line, and the rates of compiled loops."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from strobe.base import units
from strobe.fit.cache_line import line_bytes
from strobe.fit.models import Models
from strobe.gate.cells import Accepted
from strobe.gate.limits import TOO_NOISY, is_narrow
from strobe.records.run import Run
from strobe.report.findings.finding import Finding, median_ratio, ratio, time_text, too_noisy
from strobe.report.memory.advertised import line_sizes
from strobe.report.memory.hierarchy import MemoryLevel, hierarchy
from strobe.report.memory.pointer_chase import CHASE, latency_curve, working_set
from strobe.report.memory.streams import PATTERNS, in_first_cache
from strobe.report.memory.tlb import tlb
from strobe.report.page import naming
from strobe.statistics.median import median

PAIRS = "pairs"


def levels(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """Each level with its measured latency and capacity, and the capacity that the system
    reports."""
    shown = hierarchy(summary, context)
    if not shown.found:
        return
    for number, level in enumerate(shown.levels, 1):
        latency = shown.latency_of(level)
        if not latency:
            continue
        name = "Main memory" if level.is_memory else f"L{number}"
        sentence = f"{name} has a load latency of {latency}"
        if level.first_misses_bytes is not None and level.half_misses_bytes is not None:
            sentence += (
                f"; 10 % of the loads miss at {units.about_size(level.first_misses_bytes)}, half "
                f"of them at {units.about_size(level.half_misses_bytes)}" + _reported(level)
            )
            sentence += _held(level)
        pages = "on large pages, " if shown.large_pages else ""
        sets = units.plural(shown.working_sets, "working set")
        basis = f"pointer chase in random order, {pages}{sets}"
        yield Finding("Memory hierarchy", f"{sentence}.", basis, naming.anchor(CHASE))


def translation(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """The pages that each level of the TLB holds, and the cost of a miss in it."""
    found = tlb(summary)
    if found is None:
        return
    basis = (
        f"pointer chase over one line of each page, {found.numbers_of_pages} numbers of pages, "
        "less the same chase over lines on large pages"
    )
    for number, level in enumerate(found.levels, 1):
        name = f"TLB level {number} (pages of 4 KiB)"
        if not is_narrow(level.miss.low, level.miss.high):
            yield too_noisy("TLB", f"The cost of a miss in {name}", naming.anchor(CHASE))
            continue
        values = (level.miss.value, level.miss.low, level.miss.high)
        if found.in_cycles:
            value, low, high = (units.number(one) for one in values)
            cost = f"{value} cycles [{low} {units.DASH} {high}]"
        else:
            cost = time_text(*values)
        yield Finding(
            "TLB",
            f"{name} holds {level.pages.value:.0f} pages, between {level.pages.low:.0f} and "
            f"{level.pages.high:.0f}. A miss in it costs {cost} more than a hit.",
            basis,
            naming.anchor(CHASE),
        )


def line(run: Run, summary: Accepted, models: Models, context: dict[str, Any]) -> Iterator[Finding]:
    """The bytes that a miss fetches, and the size of a cache line that the system reports."""
    sets = {
        working_set(cell)
        for cell in summary.cells.values()
        if cell.declared.kernel == CHASE and cell.declared.point.get("way") == PAIRS
    }
    reported = sorted(set(line_sizes(context).values()))
    note = f" (the system reports {' and '.join(map(units.size, reported))})" if reported else ""
    for size_bytes in sorted(sets):
        chase = latency_curve(summary, way=PAIRS, x="stride_bytes", working_set_bytes=size_bytes)
        found = line_bytes(chase.sizes_bytes, chase.latencies)
        if found is not None:
            yield Finding(
                "Cache line",
                f"A miss in a working set of {units.size(size_bytes)} fetches {units.size(found)}"
                f"{note}: a second load at this distance or more misses too.",
                "pointer chase over pairs of addresses at "
                f"{units.plural(len(chase.sizes_bytes), 'distance')}",
                naming.anchor(CHASE),
            )


def compilers(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """CacheBench's question: which fraction of the tuned rate do compiled loops reach in L1?"""
    shown = hierarchy(summary, context)
    for kernel in PATTERNS:
        inside = in_first_cache(summary, shown, kernel)
        tuned = {one.x: one.cell for one in inside if one.curve == "tuned"}
        parts_by_code = []
        for code in dict.fromkeys(one.curve for one in inside if one.curve != "tuned"):
            parts = median_ratio(
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
                parts_by_code.append(f"{code} {units.percent(parts.median)}")
        if parts_by_code:
            title = kernel.replace("_", " ").capitalize()
            yield Finding(
                "Compilers",
                f"{title} in the first cache reaches these fractions of the tuned loop's rate: "
                f"{', '.join(parts_by_code)}.",
                units.plural(len(tuned), "working set"),
                naming.anchor(kernel),
            )


def _held(level: MemoryLevel) -> str:
    """How much it holds, with the range over placements of the pages if there are several."""
    if level.held_bytes is None:
        return ""
    sizes = level.held_of_placements
    if len(sizes) < 2:
        return f". It holds about {units.about_size(level.held_bytes)}"
    if not is_narrow(sizes[0], sizes[-1]):
        return f". How much it holds is {TOO_NOISY}"
    low, high = units.about_size(sizes[0]), units.about_size(sizes[-1])
    middle = units.about_size(median(sizes))
    return f". It holds about {middle}, {low} to {high} over {len(sizes)} placements of its pages"


def _reported(level: MemoryLevel) -> str:
    if level.advertised_bytes is None:
        return ""
    reported = f" (the system reports {units.about_size(level.advertised_bytes)}"
    contended = ": other programs or virtual machines occupy part of it)"
    return reported + (contended if level.contended else ")")
