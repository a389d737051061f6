# SPDX-License-Identifier: BSD-3-Clause
"""The distance between ranks: distinguishable levels, the cost of a hop, slow pairs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from strobe.base import units
from strobe.fit.distance import fit_hops
from strobe.fit.models import Models
from strobe.fit.piecewise import Bounds
from strobe.gate.cells import Accepted
from strobe.gate.limits import WIDEST_FACTOR, is_narrow
from strobe.records.run import Run
from strobe.records.summary import CellSummary, RegimeSummary
from strobe.report.findings.finding import Finding, headline_at, time_text, too_noisy
from strobe.report.page import naming
from strobe.report.paper.declared import Selection
from strobe.report.paper.selection import LEVELS, choose, distance
from strobe.statistics.interval import median_interval

PAIRS = ("echo", "exchange", "swap")
FEWEST_PAIRS = 6
SLOW = 1.1
"""A pair counts as slow if it is slower than the others by at least this factor."""


def levels(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
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
            only = distance(next(iter(by_hops.values()))[0].declared)
            yield Finding(
                "Distance",
                f"All measured pairs have the same distance ({only}). To measure its cost, start "
                "ranks at other distances.",
                f"{units.plural(len(chosen), 'cell')} of {kernel}",
                naming.anchor(kernel),
            )
            return
        yield _distances(summary, kernel, by_hops)
        yield from _hops(summary, kernel, by_hops)
        return


def _distances(summary: Accepted, kernel: str, by_hops: dict[int, list[CellSummary]]) -> Finding:
    shortest = {hops: cells[0] for hops, cells in sorted(by_hops.items())}
    times, apart = [], 1
    for cell in shortest.values():
        best = _headline(cell)
        times.append(
            f"{distance(cell.declared)} {time_text(best.median_s, best.low_s, best.high_s)}"
        )
    for near, far in pairwise(shortest.values()):
        apart += _headline(near).high_s < _headline(far).low_s
    size = units.size(float(next(iter(shortest.values())).declared.point.get("size_bytes", 0)))
    verdict = (
        f"The {kernel} of {size} distinguishes {units.plural(apart, 'level')} of distance"
        if apart > 1
        else f"The {kernel} of {size} distinguishes no two distances"
    )
    return Finding(
        "Distance",
        f"{verdict}: {'; '.join(times)}.",
        f"{units.plural(len(shortest), 'distance')} in this run",
        naming.anchor(kernel),
    )


def _headline(cell: CellSummary) -> RegimeSummary:
    assert cell.headline is not None
    return cell.headline


def _hops(
    summary: Accepted, kernel: str, by_hops: dict[int, list[CellSummary]]
) -> Iterator[Finding]:
    """h of CoMet's formula for each segment."""
    rows = [
        (float(cell.declared.point["size_bytes"]), float(hops), _headline(cell).median_s)
        for hops, cells in by_hops.items()
        for cell in cells
    ]
    sizes, hops, times = (np.array(column) for column in zip(*rows, strict=True))
    for segment in fit_hops(sizes, hops, times, confidence=summary.confidence):
        h = segment.per_hop_s
        where = f"{units.size(segment.from_bytes)} to {units.size(segment.to_bytes)}"
        costs = time_text(h.value, h.low, h.high)
        if not _is_known(h, segment.startup_s):
            what = f"Cost of a hop from {where}"
            yield too_noisy("Cost of a hop", what, naming.anchor(kernel))
            continue
        if h.low > 0:
            effect = f"each hop beyond the first adds {costs}"
        elif h.high < 0:
            effect = f"each hop beyond the first changes the time by {costs}"
        else:
            effect = f"a hop has no measurable cost: {costs}"
        yield Finding(
            "Cost of a hop",
            f"From {where}, {effect}.",
            f"t(N) = start-up + N t + (n - 1) h over {units.plural(segment.points, 'point')} of "
            f"{kernel}, largest misfit {units.percent(segment.misfit)}",
            naming.anchor(kernel),
        )


def _is_known(hop: Bounds, startup: Bounds) -> bool:
    """Whether the cost of a hop is known within a factor of two, or is below the start-up time."""
    if hop.low > 0:
        return is_narrow(hop.low, hop.high)
    if hop.high < 0:
        return is_narrow(-hop.high, -hop.low)
    return max(-hop.low, hop.high) < abs(startup.value)


def slow_pair(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """A pair of ranks that is slower than other pairs at the same distance."""
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
    basis = f"{units.plural(len(peers), 'pair')} of {units.size(size)}"
    basis += f" on {LEVELS.get(level, level)}" if level else ""
    if worst.low_s > highest and worst.low_s > SLOW * middle.high:
        low, high = worst.low_s / middle.high, worst.high_s / middle.low
        if not is_narrow(low, high):
            what = f"Slowdown of the pair of ranks {pair}"
            return too_noisy("Pairs", what, naming.anchor("all_pairs"))
        sentence = (
            f"The pair of ranks {pair} is slower than every other pair: its time is "
            f"{units.times(worst.median_s / middle.median)} "
            f"[{units.number(low)} {units.DASH} {units.number(high)}] the median of the others, "
            f"{time_text(middle.median, middle.low, middle.high)}."
        )
    else:
        fastest = min(_headline(cell).median_s for cell in peers)
        apart = worst.median_s / fastest
        spread = (
            f"; the slowest pair takes {units.times(apart)} the time of the fastest"
            if apart <= WIDEST_FACTOR
            else ""
        )
        sentence = f"No pair is measurably slower than the others at {units.size(size)}{spread}."
    return Finding("Pairs", sentence, basis, naming.anchor("all_pairs"))
