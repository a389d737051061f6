# SPDX-License-Identifier: BSD-3-Clause
"""The results of several cells in one regime of the machine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from strobe.records.summary import CellSummary, RegimeSummary, Summary
from strobe.statistics.interval import FEWEST_FOR_RANKS


def shared_regime(summary: Summary, cells: Iterable[CellSummary]) -> int | None:
    """The reference regime if a headline is in it, else the one that most headlines share."""
    regimes = [cell.headline.regime for cell in cells if cell.headline]
    if not regimes or summary.reference in regimes:
        return summary.reference
    return max(regimes, key=regimes.count)


def in_one_regime(
    summary: Summary, cells: Sequence[tuple[float, CellSummary]]
) -> list[tuple[float, RegimeSummary]]:
    """The positions of cells, and their results in the regime that they share.

    Cells with too few samples for an interval are left out.
    """
    if not any(cell.headline for _, cell in cells):
        return []
    regime = shared_regime(summary, (cell for _, cell in cells))
    return [
        (x, found)
        for x, cell in cells
        if (found := cell.in_regime(regime)) is not None
        and found.n >= FEWEST_FOR_RANKS
        and found.median_s > 0
    ]
