# SPDX-License-Identifier: BSD-3-Clause
"""What BLAS libraries are worth: their best, over the reference; where they fall; where memory
bounds both."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from strobe.fit.models import Models
from strobe.gate.cells import Believed
from strobe.records.run import Run
from strobe.records.summary import CellSummary
from strobe.report import naming, units
from strobe.report.blas import REFERENCE, Compared, best_n, compared, libraries, part_of_ceiling
from strobe.report.ceilings import ceilings, flops_per_cycle, flops_per_s, told_rate
from strobe.report.findings.finding import Finding, Ratio, of_several, ratio, ratio_span, span

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
        told, orders, tried = [], 0, 0
        for one in products:
            own = one.libraries.get(library, {})
            if library == REFERENCE or not own:
                continue
            n = best_n(
                (n, flops_per_cycle(cell) or flops_per_s(cell) or 0.0) for n, cell in own.items()
            )
            clause = f"{one.name} reaches {_rate(own[n])} at n = {units.count(n)}"
            part = part_of_ceiling(own[n], tops)
            if part is not None:
                clause += f", {units.percent(part)} of what multiply-adds reach"
            times = _times_reference(one, library)
            over = of_several(times.values(), summary.confidence)
            if over is not None:
                clause += f", and is {span(over)} as fast as the reference loops"
            told.append(clause)
            orders += len(times)
            tried += len(own)
        if told:
            ground = f"the median over {units.plural(orders, 'n', 'n')} at which both were measured"
            if not orders:
                ground = f"the best of {units.plural(tried, 'n', 'n')}"
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
            falls = {
                (before, after): kept
                for before, after in pairwise(sorted(own))
                if after <= NEIGHBOURS * before
                and (kept := _rates_ratio(own[after], own[before])) is not None
                and kept.high < KEPT
            }
            if not falls:
                continue
            before, after = min(falls, key=lambda pair: falls[pair].value)
            yield Finding(
                "BLAS cliff",
                f"{one.name} of {library} falls from {_rate(own[before])} at n = "
                f"{units.count(before)} to {_rate(own[after])} at n = {units.count(after)}: "
                f"{ratio_span(falls[before, after])}.",
                f"{units.plural(len(falls), 'fall')} by more than {units.percent(1 - KEPT)} "
                "between close n; the deepest is told",
                naming.anchor(one.kernel),
            )


def memory(
    run: Run, summary: Believed, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """Whether a library helps at all where memory is what bounds a routine: at the largest n."""
    for one in compared(summary):
        reference = one.libraries.get(REFERENCE, {})
        if one.routine not in BOUND_BY_MEMORY or not reference:
            continue
        n = max(reference)
        times = {name: _times_reference(one, name).get(n) for name in one.libraries}
        told = [
            f"{ratio_span(over)} with {name}" for name, over in times.items() if over is not None
        ]
        work = reference[n].declared
        if told:
            yield Finding(
                "BLAS and memory",
                f"Over the reference loops at n = {units.count(n)}, the rate of {one.name} is "
                f"{units.listed(told)}.",
                f"{units.number(work.flops_per_operation / work.bytes_per_operation)} flop for "
                "each byte, so memory bounds it",
                naming.anchor(one.kernel),
            )


def _times_reference(one: Compared, library: str) -> dict[int, Ratio]:
    """How many times as fast as the reference a library is, at each n that both have."""
    reference = one.libraries.get(REFERENCE, {})
    own = one.libraries[library] if library != REFERENCE else {}
    return {
        n: over
        for n in own
        if n in reference and (over := _rates_ratio(own[n], reference[n])) is not None
    }


def _rates_ratio(above: CellSummary, below: CellSummary) -> Ratio | None:
    """One rate over another; by cycle where it is known, as the clock may have changed between."""
    times = ratio(below, above)
    done, other = above.declared.flops_per_operation, below.declared.flops_per_operation
    if times is None or done <= 0 or other <= 0:
        return None
    factor = done / other
    by_cycle, other_by_cycle = flops_per_cycle(above), flops_per_cycle(below)
    if by_cycle and other_by_cycle:
        factor = by_cycle / other_by_cycle / times.value
    return Ratio(times.value * factor, times.low * factor, times.high * factor)


def _rate(cell: CellSummary) -> str:
    return told_rate(flops_per_cycle(cell), flops_per_s(cell) or 0.0)
