# SPDX-License-Identifier: BSD-3-Clause
"""What BLAS libraries are worth: their best, over the reference; where they fall; where memory
bounds both.

A verdict rests on at least three processes of each library, and says what they ranged over: one
process may be several times slower than the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from strobe.base import units
from strobe.fit.models import Models
from strobe.gate.cells import Believed
from strobe.records.run import Run
from strobe.records.summary import CellSummary
from strobe.report.blas.ceilings import ceilings, flops_per_cycle, flops_per_s, told_rate
from strobe.report.blas.libraries import (
    REFERENCE,
    Compared,
    best_n,
    compared,
    libraries,
    part_of_ceiling,
)
from strobe.report.blas.memory_bound import what_bounds
from strobe.report.blas.processes import (
    FEWEST_PROCESSES,
    REMEDY,
    Processes,
    of_processes,
    rates_ratio,
)
from strobe.report.findings.finding import Finding, Ratio, of_several, ratio, ratio_span, span
from strobe.report.memory.hierarchy import hierarchy
from strobe.report.page import naming

PRODUCT = "gemm"
BOUND_BY_MEMORY = ("axpy", "gemv")
NEIGHBOURS = 1.1
"""A rate that changes between two n this far apart at most changes with the library's way."""
KEPT = 0.8
"""A fall leaves less than this of a rate."""


def product(
    run: Run, summary: Believed, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """The best rate of each library's matrix product, and how many times the reference it is."""
    tops = ceilings(summary)
    products = [one for one in compared(summary) if one.routine == PRODUCT]
    for library in libraries(summary):
        told, orders, tried, judged = [], 0, 0, True
        for one in products:
            own = one.libraries.get(library, {})
            if library == REFERENCE or not own:
                continue
            n = best_n(
                (n, flops_per_cycle(cell) or flops_per_s(cell) or 0.0) for n, cell in own.items()
            )
            processes = of_processes(run, summary, own[n])
            if processes is None:
                continue
            rate = _rate(own[n], processes)
            clause = f"{one.name} reaches {rate} at n = {units.count(n)} ({processes.told()})"
            part = part_of_ceiling(own[n], tops)
            if part is not None and processes.enough:
                part *= processes.over_pooled
                clause += f", {units.percent(part)} of what multiply-adds reach"
            times = _times_reference(run, summary, one, library)
            over = of_several(times.values(), summary.confidence)
            judged = judged and processes.enough
            if over is not None:
                clause += f", and is {span(over)} as fast as the reference loops"
            told.append(clause)
            orders += len(times)
            tried += len(own)
        if told:
            ground = f"the median over {units.plural(orders, 'n', 'n')} at which both were measured"
            if not orders:
                ground = f"the best of {units.plural(tried, 'n', 'n')}"
            if not judged:
                ground += (
                    f"; a library can be several times slower in one process than in another, so "
                    f"fewer than {FEWEST_PROCESSES} do not say how fast it is: {REMEDY}"
                )
            yield Finding(
                "BLAS",
                f"Of {library}, {units.listed(told)}.",
                ground,
                naming.anchor(products[0].kernel),
            )


def cliffs(
    run: Run, summary: Believed, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """Where a rate falls from one n to the next, as where a library leaves its small path."""
    for one in compared(summary):
        for library, own in one.libraries.items():
            found = {n: of_processes(run, summary, cell) for n, cell in own.items()}
            falls = {
                (before, after): kept
                for before, after in pairwise(sorted(own))
                if after <= NEIGHBOURS * before
                and (kept := rates_ratio(found[after], found[before])) is not None
                and kept.high < KEPT
            }
            if not falls:
                continue
            before, after = min(falls, key=lambda pair: falls[pair].value)
            processes = found[after]
            assert processes is not None
            rates = [_rate(own[n], found[n]) for n in (before, after)]
            yield Finding(
                "BLAS cliff",
                f"{one.name} of {library} falls from {rates[0]} at n = "
                f"{units.count(before)} to {rates[1]} at n = {units.count(after)}: "
                f"{ratio_span(falls[before, after])}.",
                f"{units.plural(len(falls), 'fall')} by more than {units.percent(1 - KEPT)} "
                f"between close n; the deepest is told, {processes.told()}",
                naming.anchor(one.kernel),
            )


def memory(
    run: Run, summary: Believed, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """Whether a library helps at all where memory may be what bounds a routine: at the largest n,
    and whether the level of memory that holds its operands does bound it there."""
    levels = hierarchy(summary, context)
    for one in compared(summary):
        reference = one.libraries.get(REFERENCE, {})
        if one.routine not in BOUND_BY_MEMORY or not reference:
            continue
        n = max(reference)
        times = {name: _times_reference(run, summary, one, name).get(n) for name in one.libraries}
        told = [
            f"{ratio_span(over)} with {name}" for name, over in times.items() if over is not None
        ]
        at_n = {name: own[n] for name, own in one.libraries.items() if n in own}
        work = reference[n].declared
        if told:
            yield Finding(
                "BLAS and memory",
                f"Over the reference loops at n = {units.count(n)}, the rate of {one.name} is "
                f"{units.listed(told)}.",
                f"{units.number(work.flops_per_operation / work.bytes_per_operation)} flop for "
                f"each byte; {what_bounds(summary, levels, at_n)}",
                naming.anchor(one.kernel),
            )


def _times_reference(run: Run, summary: Believed, one: Compared, library: str) -> dict[int, Ratio]:
    """How many times as fast as the reference a library is, at each n that both have, in processes
    enough of each."""
    reference = one.libraries.get(REFERENCE, {})
    own = one.libraries[library] if library != REFERENCE else {}
    found = {}
    for n in own:
        if n not in reference:
            continue
        processes = [of_processes(run, summary, cell) for cell in (own[n], reference[n])]
        over = rates_ratio(*processes)
        # Of two speeds of the machine no ratio is one of the libraries.
        if over is not None and ratio(own[n], reference[n]) is not None:
            found[n] = over
    return found


def _rate(cell: CellSummary, processes: Processes | None) -> str:
    """The median over the processes."""
    over = processes.over_pooled if processes else 1.0
    return told_rate(over * (flops_per_cycle(cell) or 0.0), over * (flops_per_s(cell) or 0.0))
