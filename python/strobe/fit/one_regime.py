# SPDX-License-Identifier: BSD-3-Clause
"""The results of several cells in one regime of the machine."""

from __future__ import annotations

from collections.abc import Sequence

from strobe.records.summary import CellSummary, RegimeSummary, Summary
from strobe.statistics.interval import FEWEST_FOR_RANKS


def in_one_regime(
    summary: Summary, cells: Sequence[tuple[float, CellSummary]]
) -> list[tuple[float, RegimeSummary]]:
    """The positions of cells, and their results in the regime that most of them share.

    It is the reference regime where one of them has it. Cells with too few samples for an interval
    are left out.
    """
    regimes = [cell.headline.regime for _, cell in cells if cell.headline]
    if not regimes:
        return []
    regime = summary.reference if summary.reference in regimes else max(regimes, key=regimes.count)
    return [
        (x, found)
        for x, cell in cells
        if (found := cell.in_regime(regime)) is not None
        and found.n >= FEWEST_FOR_RANKS
        and found.median_s > 0
    ]
