# SPDX-License-Identifier: BSD-3-Clause
"""What a reader takes from a page in ten seconds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from strobe.base import units
from strobe.gate.limits import SLACK
from strobe.records.lines import RunRecord
from strobe.report.glance.usual import UNITS, Usual, usual
from strobe.report.page.table import Row, Table, columns
from strobe.report.page.verdict import Level
from strobe.report.quality.issue import Issue
from strobe.report.run.headlines import Figure

FIGURES = 5
FIRST = ("latency", "bandwidth", "allreduce", "memory_read memory", "memory_read L3", "fma")
"""The quantities that say most about a machine; others follow in the order of the headlines."""
MOST_SENTENCES = 3
NO_REFERENCE = "no figure of its class to compare with"
NO_ACTION = "No action"
COMPARE = "Compare with another MPI or machine: strobe compare THIS OTHER."


@dataclass(frozen=True)
class Beside:
    """A figure with what is usual, and how far it is from that."""

    figure: Figure
    usual: str = ""
    of: str = ""
    """The class of machines for which this is usual."""
    verdict: str = ""
    level: Level = ""


@dataclass(frozen=True)
class Glance:
    """The summary: its figures, what is odd, what to do next, and the sources of what is usual."""

    figures: list[Beside]
    odd: list[str]
    more: int
    """How many further issues the page gives under "Data quality"."""
    steps: list[str]
    sources: Table | None


def glance(
    header: RunRecord,
    figures: Sequence[Figure],
    issues: Sequence[Issue],
    context: dict[str, Any],
) -> Glance:
    """The summary of a run with these `figures` and `issues`, which are the gravest first."""
    chosen = _chosen(figures)
    found = [usual(figure.quantity, header, context) for figure in chosen]
    shown = [_beside(*pair) for pair in zip(chosen, found, strict=True)]
    unusual = [
        f"{one.figure.label}: {one.verdict} ({one.figure.value} {one.figure.unit})."
        for one in shown
        if one.level
    ]
    serious = [issue.sentence for issue in issues if issue.severity == "serious"]
    cautions = [issue.sentence for issue in issues if issue.severity == "caution"]
    odd = [*serious, *unusual, *cautions]
    remedies = dict.fromkeys(
        issue.remedy for issue in issues if not issue.remedy.startswith(NO_ACTION)
    )
    return Glance(
        shown,
        odd[:MOST_SENTENCES],
        len(odd[MOST_SENTENCES:]),
        [*remedies][:MOST_SENTENCES] or [COMPARE],
        _sources([one for one in found if one is not None]),
    )


def _chosen(figures: Sequence[Figure]) -> list[Figure]:
    """The figures of the first quantities, then others of which a number is known.

    Of the levels of memory, the farthest that could be measured stands for all.
    """
    numbers = [one for one in figures if one.amount is not None or one.noisy]
    known = {one.quantity for one in numbers if one.amount is not None}
    skipped = "memory_read L3" if "memory_read memory" in known else "memory_read memory"
    first = [one for name in FIRST for one in numbers if one.quantity == name != skipped]
    rest = [one for one in numbers if one not in first and not one.noisy]
    return [*first, *rest][:FIGURES]


def _beside(figure: Figure, reference: Usual | None) -> Beside:
    if reference is None:
        return Beside(figure, verdict=NO_REFERENCE)
    known = Beside(figure, reference.range, reference.of)
    if figure.amount is None:
        return known
    low, high = reference.low / (1 + SLACK), reference.high * (1 + SLACK)
    if low <= figure.amount <= high:
        return replace(known, verdict="as usual")
    is_more = figure.amount > high
    factor = units.times(
        figure.amount / reference.high if is_more else reference.low / figure.amount
    )
    if is_more == reference.is_time:
        return replace(known, verdict=f"{factor} slower than usual", level="warn")
    return replace(known, verdict=f"{factor} faster than usual")


def _sources(found: Sequence[Usual]) -> Table | None:
    """Every measured figure behind what is usual."""
    rows = [
        Row([
            one.quantity,
            one.of,
            units.with_unit(UNITS[one.unit][0] * measured.value, UNITS[one.unit][1]),
            measured.what,
            measured.source,
        ])
        for one in found
        for measured in one.measured
    ]  # fmt: skip
    heads = columns(["figure", "class"], ["value"], ["measured", "source"])
    return Table("What is usual, and who measured it", heads, rows) if rows else None
