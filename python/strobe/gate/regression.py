# SPDX-License-Identifier: BSD-3-Clause
"""Is a run slower than its baseline by more than a limit? The answer for each cell.

A cell is slower only if its ratio may be stated and its whole interval lies above the limit, and
within the limit only if the whole interval lies below. All other cells cannot be judged, and each
says why: a gate that let them pass in silence would pass every noisy run.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from strobe.base import units
from strobe.gate.comparisons import accepted_ratio
from strobe.gate.limits import TOO_NOISY
from strobe.gate.pairing import pair_cells
from strobe.records.lines import CellRecord
from strobe.records.regimes import Regimes
from strobe.records.run import Run
from strobe.records.summary import CellSummary, RegimeSummary, Summary, summarise
from strobe.statistics.comparison import EQUAL_WITHIN, Comparison, compare

Outcome = Literal["cannot tell", "slower", "within"]
ONE_LAUNCH = "a run has only one launch; measure both with --launches 5"


@dataclass(frozen=True)
class Judged:
    """One cell of either run, judged by the limit."""

    declared: CellRecord
    outcome: Outcome | None
    """None without a limit."""
    reason: str
    """Why the cell cannot be judged; empty otherwise."""
    first: RegimeSummary | None
    second: RegimeSummary | None
    """The medians and intervals in the regime of the comparison; None where there is none."""
    comparison: Comparison


@dataclass(frozen=True)
class Regression:
    """All cells of two runs."""

    limit: float | None
    """The largest slowdown that is allowed, as a fraction: 0.05 for 5 %."""
    confidence: float
    cells: list[Judged]

    def having(self, outcome: Outcome) -> list[Judged]:
        """The cells with this outcome, in order of declaration."""
        return [cell for cell in self.cells if cell.outcome == outcome]


def judge(first: Run, second: Run, limit: float | None) -> Regression:
    """Judge each cell of `second` by its time in `first`, the baseline; without a limit, compare.

    Both runs are compared as on the page of `strobe compare`: medians of launches in one regime,
    with Holm's correction over all cells.
    """
    regimes = Regimes.of(first, second)
    summaries = summarise(first, regimes), summarise(second, regimes)
    confidence = min(summary.confidence for summary in summaries)
    within = EQUAL_WITHIN if limit is None else min(limit, EQUAL_WITHIN)
    comparisons = compare(pair_cells(*summaries), confidence=confidence, equal_within=within)
    return Regression(limit, confidence, [_judged(c, summaries, limit) for c in comparisons])


def _judged(c: Comparison, summaries: tuple[Summary, Summary], limit: float | None) -> Judged:
    here, there = (summary.cells.get(c.key) for summary in summaries)
    known = here or there
    assert known is not None, "each pair is made of a cell"
    outcome, reason = (None, "") if limit is None else outcome_of(c, limit)
    return Judged(known.declared, outcome, reason, _compared(here, c), _compared(there, c), c)


def _compared(cell: CellSummary | None, c: Comparison) -> RegimeSummary | None:
    return cell.in_regime(c.regime) if cell is not None and c.ratio is not None else None


def outcome_of(c: Comparison, limit: float) -> tuple[Outcome, str]:
    """The outcome of one cell, and why it cannot be judged where that is so."""
    if c.ratio is None or c.low is None or c.high is None:
        return "cannot tell", c.reason
    if c.replicates != "launches":
        return "cannot tell", ONE_LAUNCH
    interval = f"the interval of the ratio is {units.change(c.low)} to {units.change(c.high)}"
    if accepted_ratio(c) is None:
        return "cannot tell", f"{TOO_NOISY}: {interval}"
    if c.high <= 1 + limit:
        return "within", ""
    if c.low <= 1 + limit:
        return "cannot tell", f"{interval}, on both sides of the limit"
    if c.verdict != "slower":
        return "cannot tell", f"{interval}, and not significant for so many cells"
    return "slower", ""
