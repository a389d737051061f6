# SPDX-License-Identifier: BSD-3-Clause
"""The verdict on a run: one sentence, the most serious issues, and the count of cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from strobe.base import units
from strobe.records.run import Run
from strobe.records.summary import Status, Summary
from strobe.report.page.verdict import Level, Tally, Verdict
from strobe.report.quality.issue import Issue

MOST_SENTENCES = 3


def verdict(run: Run, summary: Summary, found: Sequence[Issue]) -> Verdict:
    """Judge a run by its issues alone, so that the page and `strobe check` always agree."""
    serious = [issue for issue in found if issue.severity == "serious"]
    cautions = [issue for issue in found if issue.severity == "caution"]
    level: Level
    if serious:
        level, headline = "bad", "Some of these results are not valid."
    elif cautions:
        many = units.plural(len(cautions), "reservation")
        level, headline = "warn", f"These results are valid, with {many}."
    else:
        level, headline = "good", "These results are valid."
    reasons = [issue.sentence for issue in serious or cautions]
    sentences = reasons[:MOST_SENTENCES]
    return Verdict(level, headline, sentences, tally(run, summary), len(reasons) - len(sentences))


def tally(run: Run, summary: Summary) -> list[Tally]:
    """How many cells converged, and how the others ended."""
    count = Counter(cell.status for cell in summary.cells.values())
    total = max(len(summary.cells), _planned(run)) - count["skipped"]
    converged = count["satisfied"]
    shown = [
        Tally("cells converged", units.count(converged), units.count(total),
              "good" if converged == total else "")
    ]  # fmt: skip
    for status, label, level in _OTHERS:
        missing = total + count["skipped"] - len(summary.cells) if status == "unfinished" else 0
        n = count[status] + missing
        if n or status in ("failed", "hung"):
            shown.append(Tally(label, units.count(n), level=level if n else ""))
    regimes = summary.regimes.exchanges
    if regimes:
        shown.append(Tally("regime" if regimes == 1 else "regimes", str(regimes)))
    launches = summary.launches
    shown.append(Tally("launch" if launches == 1 else "launches", units.count(launches)))
    samples = sum(r.n for cell in summary.cells.values() for r in cell.regimes)
    samples += sum(cell.disturbed_samples for cell in summary.cells.values())
    return [*shown, Tally("samples kept", units.count(samples))]


_OTHERS: tuple[tuple[Status, str, Level], ...] = (
    ("budget", "did not converge", "warn"),
    ("unfinished", "unfinished", "warn"),
    ("skipped", "skipped", ""),
    ("failed", "failed", "bad"),
    ("hung", "hung", "bad"),
)


def _planned(run: Run) -> int:
    return max((launch.plan.cells for launch in run.launches if launch.plan), default=0)
