# SPDX-License-Identifier: BSD-3-Clause
"""What is said in a data file of a row that has no figure, or one that did not converge.

A row without a figure keeps its place and has NaN, which gnuplot does not draw. Comment lines (#)
under the title name such rows, and those whose figure is in doubt, each with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from strobe.base import units
from strobe.records.summary import CellSummary

NO_FIGURE = float("nan")
NOT_MEASURED, DOUBTED = "not measured", "in doubt"


@dataclass(frozen=True)
class Mark:
    """Of one row: why it has no figure, or why its figure is in doubt; both empty of a good one."""

    missing: str = ""
    doubt: str = ""

    def __str__(self) -> str:
        """The word and the reason; empty of a good row."""
        if self.missing:
            return f"{NOT_MEASURED}: {self.missing}"
        return f"{DOUBTED}: {self.doubt}" if self.doubt else ""


GOOD = Mark()


def mark(cell: CellSummary | None) -> Mark:
    """The mark of a cell, which is None where the run did not come so far as to plan it."""
    if cell is None:
        return Mark(missing="the run ended before it was planned")
    best = cell.headline
    if best is None:
        return Mark(missing=_why_missing(cell))
    if best.median_s <= 0:
        return Mark(missing="the time is below what the clock resolves")
    if cell.status in ("hung", "unfinished"):
        return Mark(doubt=f"{cell.status}: {cell.reason}")
    if cell.status == "budget":
        why = cell.headline_flag or f"interval of ±{units.percent(best.half_width)}"
        return Mark(doubt=f"did not converge: {why}")
    return Mark(doubt=cell.headline_flag)


def _why_missing(cell: CellSummary) -> str:
    if cell.disturbed_samples and cell.status not in ("failed", "skipped"):
        samples = units.plural(cell.disturbed_samples, "sample")
        return f"the machine changed its speed during {samples}, which are all there are"
    reason = cell.reason or cell.headline_flag
    return f"{cell.status}: {reason}" if reason else cell.status


def comments(marked: Iterable[tuple[float, Mark]]) -> Iterator[str]:
    """The lines for a table whose rows stand at these values: one line for each reason."""
    found: dict[tuple[str, str], list[str]] = {}
    for x, one in marked:
        for word, reason in ((NOT_MEASURED, one.missing), (DOUBTED, one.doubt)):
            if reason:
                found.setdefault((word, reason), []).append(f"{x:.0f}")
    for (word, reason), places in found.items():
        yield f"# {word}: {' '.join(places)}: {reason}"
