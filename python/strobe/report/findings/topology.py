# SPDX-License-Identifier: BSD-3-Clause
"""How far apart processes are: levels that can be told apart, the cost of a hop, a slow pair."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from strobe.base import units
from strobe.fit.distance import fit_hops
from strobe.fit.models import Models
from strobe.fit.piecewise import Bounds
from strobe.gate.cells import Believed
from strobe.gate.limits import is_narrow
from strobe.records.run import Run
from strobe.records.summary import CellSummary, RegimeSummary
from strobe.report.findings.finding import VAGUE, Finding, headline_at, time_span, too_noisy
from strobe.report.page import naming
from strobe.report.paper.declared import Selection
from strobe.report.paper.selection import LEVELS, choose, distance
from strobe.statistics.interval import median_interval

PAIRS = ("echo", "exchange", "swap")
FEWEST_PAIRS = 6
SLOW = 1.1
"""A pair that is less than a tenth slower than the others is none that anybody looks for."""


def levels(
    run: Run, summary: Believed, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """The distances of the machine, by the time of the shortest message at each."""
    for kernel in PAIRS:
        wanted = Selection(paper="", number="", caption="", kernels=[kernel])
        chosen = [
            one for one in choose(summary, wanted, ["distance"])
            if one.cell.declared.hops is not None
            and headline_at(one.cell, summary.reference) is not None
        ]  # fmt: skip
        by_hops: dict[int, list[CellSummary]] = {}
        for one in chosen:
            by_hops.setdefault(one.cell.declared.hops or 0, []).append(one.cell)
        if not by_hops:
            continue
        if len(by_hops) == 1:
            told = distance(next(iter(by_hops.values()))[0].declared)
            yield Finding(
                "Distance",
                f"All pairs that were measured are equally far apart ({told}), so what distance "
                "costs is not known; start ranks farther apart.",
                f"{units.plural(len(chosen), 'cell')} of {kernel}",
                naming.anchor(kernel),
            )
            return
        yield _told(summary, kernel, by_hops)
        yield from _hops(summary, kernel, by_hops)
        return


def _told(summary: Believed, kernel: str, by_hops: dict[int, list[CellSummary]]) -> Finding:
    shortest = {hops: cells[0] for hops, cells in sorted(by_hops.items())}
    told, apart = [], 1
    for cell in shortest.values():
        best = _headline(cell)
        told.append(
            f"{distance(cell.declared)} {time_span(best.median_s, best.low_s, best.high_s)}"
        )
    for near, far in pairwise(shortest.values()):
        apart += _headline(near).high_s < _headline(far).low_s
    size = units.size(float(next(iter(shortest.values())).declared.point.get("size_bytes", 0)))
    verdict = (
        f"{units.plural(apart, 'level')} of distance can be told apart"
        if apart > 1
        else "No two distances can be told apart"
    )
    return Finding(
        "Distance",
        f"{verdict} by the {kernel} of {size}: {'; '.join(told)}.",
        f"{units.plural(len(shortest), 'distance')} in this run",
        naming.anchor(kernel),
    )


def _headline(cell: CellSummary) -> RegimeSummary:
    assert cell.headline is not None
    return cell.headline


def _hops(
    summary: Believed, kernel: str, by_hops: dict[int, list[CellSummary]]
) -> Iterator[Finding]:
    """h of CoMet's formula, for each segment in which it is not zero."""
    rows = [
        (float(cell.declared.point["size_bytes"]), float(hops), _headline(cell).median_s)
        for hops, cells in by_hops.items()
        for cell in cells
    ]
    sizes, hops, times = (np.array(column) for column in zip(*rows, strict=True))
    for segment in fit_hops(sizes, hops, times, confidence=summary.confidence):
        h = segment.per_hop_s
        where = f"{units.size(segment.from_bytes)} to {units.size(segment.to_bytes)}"
        costs = time_span(h.value, h.low, h.high)
        if not _is_known(h, segment.startup_s):
            yield too_noisy(
                "Cost of a hop", f"From {where}, what a hop adds", naming.anchor(kernel)
            )
            continue
        if h.low > 0:
            said = f"each hop beyond the first adds {costs}"
        elif h.high < 0:
            said = f"a hop more makes it shorter by {costs}"
        else:
            said = f"a hop costs nothing that could be told: {costs}"
        yield Finding(
            "Cost of a hop",
            f"From {where}, {said}.",
            f"t(N) = start-up + N t + (n - 1) h over {units.plural(segment.points, 'point')} of "
            f"{kernel}, within {units.percent(segment.misfit)}",
            naming.anchor(kernel),
        )


def _is_known(hop: Bounds, startup: Bounds) -> bool:
    """Whether what a hop costs lies within a factor of two, or is nothing beside a start-up."""
    if hop.low > 0:
        return is_narrow(hop.low, hop.high)
    if hop.high < 0:
        return is_narrow(-hop.high, -hop.low)
    return max(-hop.low, hop.high) < abs(startup.value)


def slow_pair(
    run: Run, summary: Believed, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """A pair of processes that is slower than its peers at the same distance."""
    cells = [
        cell
        for cell in summary.cells.values()
        if cell.declared.kernel == "all_pairs" and headline_at(cell, summary.reference)
    ]
    for size in sorted({float(cell.declared.point.get("size_bytes", 0)) for cell in cells}):
        own = [c for c in cells if float(c.declared.point.get("size_bytes", 0)) == size]
        for level in dict.fromkeys(cell.declared.level for cell in own):
            peers = [cell for cell in own if cell.declared.level == level]
            if len(peers) >= FEWEST_PAIRS:
                yield _slowest(peers, size, level, summary.confidence)


def _slowest(peers: list[CellSummary], size: float, level: str | None, wanted: float) -> Finding:
    slowest = max(peers, key=lambda cell: _headline(cell).median_s)
    rest = [cell for cell in peers if cell is not slowest]
    middle = median_interval([_headline(cell).median_s for cell in rest], wanted)
    worst, highest = _headline(slowest), max(_headline(cell).high_s for cell in rest)
    pair = " and ".join(map(str, slowest.declared.members[:2]))
    ground = f"{units.plural(len(peers), 'pair')} of {units.size(size)}"
    ground += f" that have {LEVELS.get(level, level)}" if level else ""
    if worst.low_s > highest and worst.low_s > SLOW * middle.high:
        low, high = worst.low_s / middle.high, worst.high_s / middle.low
        if not is_narrow(low, high):
            what = f"How much slower the pair of ranks {pair} is"
            return too_noisy("Pairs", what, naming.anchor("all_pairs"))
        sentence = (
            f"The pair of ranks {pair} is slower than every other: "
            f"{units.times(worst.median_s / middle.median)} "
            f"[{units.number(low)} {units.DASH} {units.number(high)}] their median of "
            f"{time_span(middle.median, middle.low, middle.high)}."
        )
    else:
        fastest = min(_headline(cell).median_s for cell in peers)
        apart = worst.median_s / fastest
        told = (
            f": from the fastest to the slowest it is {units.times(apart)}"
            if apart <= VAGUE
            else " beyond doubt"
        )
        sentence = f"No pair stands out at {units.size(size)}{told}."
    return Finding("Pairs", sentence, ground, naming.anchor("all_pairs"))
