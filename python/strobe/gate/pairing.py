# SPDX-License-Identifier: BSD-3-Clause
"""Two runs, cell by cell: which medians of one may be compared with which of the other."""

from __future__ import annotations

from strobe.gate.cells import refusal
from strobe.records.regimes import Regimes
from strobe.records.run import Run
from strobe.records.summary import RegimeSummary, Summary, summarise
from strobe.statistics.comparison import EQUAL_WITHIN, Comparison, Pair, compare


def compare_runs(
    first: Run, second: Run, *, equal_within: float = EQUAL_WITHIN
) -> list[Comparison]:
    """The verdict of `second` against `first` for each cell of either, in order of declaration."""
    regimes = Regimes.of(first, second)
    summaries = summarise(first, regimes), summarise(second, regimes)
    confidence = min(summary.confidence for summary in summaries)
    return compare(pair_cells(*summaries), confidence=confidence, equal_within=equal_within)


def pair_cells(first: Summary, second: Summary) -> list[Pair]:
    """One pair for each cell of either summary; both must share their `Regimes`."""
    keys = dict.fromkeys([*first.cells, *second.cells])
    return [_pair(key, first, second) for key in keys]


def _pair(key: str, a: Summary, b: Summary) -> Pair:
    first, second = a.cells.get(key), b.cells.get(key)
    if first is None or second is None:
        run = "second" if first is None else "first"
        return Pair(key, (), (), "visits", f"only the {run} run has this cell")
    for run, cell in (("first", first), ("second", second)):
        if cell.status == "failed":
            return Pair(key, (), (), "visits", f"it failed in the {run} run: {cell.reason}")
    common = [
        (here, there)
        for here in first.regimes
        for there in second.regimes
        if here.regime == there.regime
    ]
    if not common:
        return Pair(key, (), (), "visits", "the runs have no regime in common")
    doubts = [(refusal(first, here, a), refusal(second, there, b)) for here, there in common]
    accepted = [pair for pair, why in zip(common, doubts, strict=True) if not any(why)]
    if not accepted:
        run, reason = ("first", doubts[0][0]) if doubts[0][0] else ("second", doubts[0][1])
        obstacle = f"in the {run} run {reason}"
        return Pair(key, (), (), "visits", obstacle)
    # The fastest regime in which both have replicates; else the fastest, whose test then fails.
    pairs = [_replicates(key, here, there) for here, there in accepted]
    enough = [pair for pair in pairs if min(len(pair.first_s), len(pair.second_s)) > 1]
    return (enough or pairs)[0]


def _replicates(key: str, here: RegimeSummary, there: RegimeSummary) -> Pair:
    if min(len(here.launch_medians_s), len(there.launch_medians_s)) > 1:
        medians = here.launch_medians_s, there.launch_medians_s
        return Pair(key, *medians, "launches", regime=here.regime)
    medians = here.visit_medians_s, there.visit_medians_s
    return Pair(key, *medians, "visits", regime=here.regime)
