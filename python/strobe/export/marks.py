# SPDX-License-Identifier: BSD-3-Clause
"""Marks of the rows in a data file: rows without a figure, and figures that did not converge.

A row without a figure keeps its place and has NaN, which gnuplot does not draw. Comment lines (#)
under the title name such rows, and those with an uncertain figure, each with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from strobe.base import units
from strobe.gate.cells import NOT_CONVERGED, not_converged
from strobe.records.summary import CellSummary

NO_FIGURE = float("nan")
NOT_MEASURED, UNCERTAIN = "not measured", "uncertain"


@dataclass(frozen=True)
class Mark:
    """Why a row has no figure, or why its figure is uncertain; both empty for a good row."""

    missing: str = ""
    uncertain: str = ""

    def __str__(self) -> str:
        """The word and the reason; empty for a good row."""
        if self.missing:
            return f"{NOT_MEASURED}: {self.missing}"
        return f"{UNCERTAIN}: {self.uncertain}" if self.uncertain else ""


GOOD = Mark()


def mark(cell: CellSummary | None) -> Mark:
    """The mark of a cell; None is a cell that the run ended too early to plan."""
    if cell is None:
        return Mark(missing="the run ended before it was planned")
    best = cell.headline
    if best is None:
        return Mark(missing=_why_missing(cell))
    if best.median_s <= 0:
        return Mark(missing="the clock does not resolve its time")
    why = not_converged(cell)
    if cell.status in NOT_CONVERGED:
        why += f" ({cell.headline_flag or f'interval of ±{units.percent(best.half_width)}'})"
    return Mark(uncertain=why)


def _why_missing(cell: CellSummary) -> str:
    if cell.disturbed_samples and cell.status not in ("failed", "skipped"):
        samples = units.plural(cell.disturbed_samples, "sample")
        return f"the regime changed during all of its {samples}"
    reason = cell.reason or cell.headline_flag
    return f"{cell.status}: {reason}" if reason else cell.status


def comments(marked: Iterable[tuple[float, Mark]]) -> Iterator[str]:
    """Comment lines for a table with rows at these values: one line for each reason."""
    found: dict[tuple[str, str], list[str]] = {}
    for x, one in marked:
        for word, reason in ((NOT_MEASURED, one.missing), (UNCERTAIN, one.uncertain)):
            if reason:
                found.setdefault((word, reason), []).append(f"{x:.0f}")
    for (word, reason), places in found.items():
        yield f"# {word}: {' '.join(places)}: {reason}"
