# SPDX-License-Identifier: BSD-3-Clause
"""BLAS libraries: peak rate and speedup over the reference, performance cliffs, memory bounds.

A finding needs at least three processes of each library and states their range: one process may be
several times slower than the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from strobe.base import units
from strobe.fit.models import Models
from strobe.gate.cells import Accepted
from strobe.records.run import Run
from strobe.records.summary import CellSummary
from strobe.report.blas.bottleneck import Bottleneck, bottleneck, bottleneck_clause, fastest
from strobe.report.blas.ceilings import ceilings, flops_per_cycle, flops_per_s, rate_text
from strobe.report.blas.libraries import (
    REFERENCE,
    RoutineComparison,
    best_n,
    libraries,
    part_of_ceiling,
    routine_comparisons,
)
from strobe.report.blas.processes import (
    FEWEST_PROCESSES,
    REMEDY,
    Processes,
    processes_of,
    ratio_of_rates,
)
from strobe.report.blas.roofs import roofs
from strobe.report.blas.thread_scaling import largest, processes_on, scalings, speed_up
from strobe.report.findings.finding import (
    Finding,
    Ratio,
    interval_text,
    median_ratio,
    ratio,
    ratio_text,
)
from strobe.report.memory.hierarchy import hierarchy
from strobe.report.page import naming

PRODUCT = "gemm"
BOUND_BY_MEMORY = ("axpy", "gemv")
NEIGHBOURS = 1.1
"""Between two n within this factor, a change of rate comes from the library's own code path."""
KEPT = 0.8
"""A cliff leaves less than this fraction of a rate."""


def product(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """The peak rate of each library's matrix product, and its speedup over the reference."""
    tops = ceilings(summary)
    products = [one for one in routine_comparisons(summary) if one.routine == PRODUCT]
    for library in libraries(summary):
        clauses, orders, tried, judged = [], 0, 0, True
        for one in products:
            own = one.libraries.get(library, {})
            if library == REFERENCE or not own:
                continue
            n = best_n(
                (n, flops_per_cycle(cell) or flops_per_s(cell) or 0.0) for n, cell in own.items()
            )
            processes = processes_of(run, summary, own[n])
            if processes is None:
                continue
            rate = _rate(own[n], processes)
            clause = f"{one.name} reaches {rate} at n = {units.count(n)} ({processes.text()})"
            part = part_of_ceiling(own[n], tops)
            if part is not None and processes.enough:
                part *= processes.over_pooled
                clause += f", {units.percent(part)} of the peak multiply-add rate"
            times = _times_reference(run, summary, one, library)
            over = median_ratio(times.values(), summary.confidence)
            judged = judged and processes.enough
            if over is not None:
                clause += f", and is {interval_text(over)} as fast as the reference loops"
            clauses.append(clause)
            orders += len(times)
            tried += len(own)
        if clauses:
            basis = f"median over {units.plural(orders, 'matrix order')} measured for both"
            if not orders:
                basis = f"best of {units.plural(tried, 'matrix order')}"
            if not judged:
                basis += (
                    "; the rate can differ several-fold between processes, so fewer than "
                    f"{FEWEST_PROCESSES} processes do not determine it: {REMEDY}"
                )
            yield Finding(
                "BLAS",
                f"With {library}, {units.listed(clauses)}.",
                basis,
                naming.anchor(products[0].kernel),
            )


def cliffs(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """Where a rate drops from one n to the next, for example at the end of a small-matrix path."""
    for one in routine_comparisons(summary):
        for library, own in one.libraries.items():
            found = {n: processes_of(run, summary, cell) for n, cell in own.items()}
            falls = {
                (before, after): kept
                for before, after in pairwise(sorted(own))
                if after <= NEIGHBOURS * before
                and (kept := ratio_of_rates(found[after], found[before])) is not None
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
                f"{one.name} of {library} drops from {rates[0]} at n = "
                f"{units.count(before)} to {rates[1]} at n = {units.count(after)}: "
                f"{ratio_text(falls[before, after])}.",
                f"largest of {units.plural(len(falls), 'drop')} by more than "
                f"{units.percent(1 - KEPT)} between neighbouring n, {processes.text()}",
                naming.anchor(one.kernel),
            )


def memory(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """The speedup of a memory-bound routine at the largest n, and whether the level of memory that
    holds its operands bounds it there."""
    levels = hierarchy(summary, context)
    for one in routine_comparisons(summary):
        reference = one.libraries.get(REFERENCE, {})
        if one.routine not in BOUND_BY_MEMORY or not reference:
            continue
        n = max(reference)
        times = {name: _times_reference(run, summary, one, name).get(n) for name in one.libraries}
        clauses = [
            f"{ratio_text(over)} with {name}" for name, over in times.items() if over is not None
        ]
        at_n = {name: own[n] for name, own in one.libraries.items() if n in own}
        work = reference[n].declared
        if clauses:
            yield Finding(
                "BLAS and memory",
                f"At n = {units.count(n)}, the rate of {one.name} over the reference loops is "
                f"{units.listed(clauses)}.",
                f"{units.number(work.flops_per_operation / work.bytes_per_operation)} flop/byte; "
                f"{bottleneck_clause(at_n, roofs(summary, levels, at_n.values()))}",
                naming.anchor(one.kernel),
            )


def limits(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """The paper's question (section 1.2): memory or CPU? Answered at the largest n of each of its
    three routines whose operands lie in one level of memory, for the fastest library there."""
    levels = hierarchy(summary, context)
    for one in routine_comparisons(summary):
        if one.routine not in (*BOUND_BY_MEMORY, PRODUCT):
            continue
        for n in sorted({n for own in one.libraries.values() for n in own}, reverse=True):
            at_n = {name: own[n] for name, own in one.libraries.items() if n in own}
            over = roofs(summary, levels, at_n.values())
            name = fastest(at_n, over)
            found = bottleneck(at_n[name], over)
            if isinstance(found, str) or found.verdict == "implausible":
                continue
            processes = processes_of(run, summary, at_n[name])
            if processes is not None and processes.enough:
                yield Finding(
                    "Memory or CPU",
                    f"At n = {units.count(n)}, {_bound(one, name, found)}.",
                    f"{units.number(found.intensity)} flop/byte; {bottleneck_clause(at_n, over)}",
                    naming.anchor(one.kernel),
                )
            break


def threads(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """How much faster each library is on all of its threads than on one."""
    for one in largest(scalings(summary)):
        for name, own in one.libraries.items():
            count = max(own)
            over = ratio_of_rates(*processes_on(run, summary, own, count))
            # A ratio across two regimes would compare the machine, not the threads.
            if over is None or speed_up(own, count) is None:
                continue
            processes = processes_of(run, summary, own[count])
            assert processes is not None
            yield Finding(
                "BLAS threads",
                f"On {count} threads, {one.name} of {name} at n = {units.count(one.n)} is "
                f"{ratio_text(over)} as fast as on one: "
                f"{units.percent(over.value / count)} of the number of threads.",
                processes.text(),
                naming.anchor(one.kernel),
            )


def _bound(one: RoutineComparison, name: str, found: Bottleneck) -> str:
    """`L3 bounds daxpy: openblas, the fastest library, reaches 90 % of what L3 allows`."""
    reaches = f"{name}, the fastest library, reaches {units.percent(found.part)} of what"
    if found.verdict == "neither":
        return f"neither memory nor the CPU bounds {one.name}: {reaches} {found.lower} allows"
    return f"{found.lower} bounds {one.name}: {reaches} {found.lower} allows"


def _times_reference(
    run: Run, summary: Accepted, one: RoutineComparison, library: str
) -> dict[int, Ratio]:
    """The speedup of a library over the reference at each n for which both have enough
    processes."""
    reference = one.libraries.get(REFERENCE, {})
    own = one.libraries[library] if library != REFERENCE else {}
    found = {}
    for n in own:
        if n not in reference:
            continue
        processes = [processes_of(run, summary, cell) for cell in (own[n], reference[n])]
        over = ratio_of_rates(*processes)
        # A ratio across two regimes would compare the machine, not the libraries.
        if over is not None and ratio(own[n], reference[n]) is not None:
            found[n] = over
    return found


def _rate(cell: CellSummary, processes: Processes | None) -> str:
    """The median over the processes."""
    over = processes.over_pooled if processes else 1.0
    return rate_text(over * (flops_per_cycle(cell) or 0.0), over * (flops_per_s(cell) or 0.0))
