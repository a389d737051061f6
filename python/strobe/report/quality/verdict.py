# SPDX-License-Identifier: BSD-3-Clause
"""Can these results be believed? One sentence, the worst of the reasons, and the count of cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from strobe.base import units
from strobe.records.run import Run
from strobe.records.summary import Status, Summary
from strobe.report.page.verdict import Level, Tally, Verdict
from strobe.report.quality.issue import Belief

MOST_SENTENCES = 3


def verdict(run: Run, summary: Summary, found: Sequence[Belief]) -> Verdict:
    """Judge a run by its beliefs alone, so that the page and `check` always agree."""
    serious = [belief for belief in found if belief.severity == "serious"]
    cautions = [belief for belief in found if belief.severity == "caution"]
    level: Level
    if serious:
        level, headline = "bad", "Not all of these results can be believed."
    elif cautions:
        many = units.plural(len(cautions), "reservation")
        level, headline = "warn", f"These results can be believed, with {many}."
    else:
        level, headline = "good", "These results can be believed."
    reasons = [belief.sentence for belief in serious or cautions]
    sentences = reasons[:MOST_SENTENCES]
    return Verdict(level, headline, sentences, tally(run, summary))


def tally(run: Run, summary: Summary) -> list[Tally]:
    """How many cells came to a result, and how the others ended."""
    count = Counter(cell.status for cell in summary.cells.values())
    total = max(len(summary.cells), _planned(run)) - count["skipped"]
    satisfied = count["satisfied"]
    shown = [
        Tally("cells satisfied", units.count(satisfied), units.count(total),
              "good" if satisfied == total else "")
    ]  # fmt: skip
    for status, label, level in _OTHERS:
        missing = total + count["skipped"] - len(summary.cells) if status == "unfinished" else 0
        n = count[status] + missing
        if n or status in ("failed", "hung"):
            shown.append(Tally(label, units.count(n), level=level if n else ""))
    speeds = summary.regimes.exchanges
    if speeds:
        shown.append(Tally("speed of the machine" if speeds == 1 else "speeds of the machine",
                           str(speeds)))  # fmt: skip
    launches = summary.launches
    shown.append(Tally("launch" if launches == 1 else "launches", units.count(launches)))
    samples = sum(r.n for cell in summary.cells.values() for r in cell.regimes)
    samples += sum(cell.disturbed_samples for cell in summary.cells.values())
    return [*shown, Tally("samples kept", units.count(samples))]


_OTHERS: tuple[tuple[Status, str, Level], ...] = (
    ("budget", "out of time", "warn"),
    ("unfinished", "unfinished", "warn"),
    ("skipped", "skipped", ""),
    ("failed", "failed", "bad"),
    ("hung", "hung", "bad"),
)


def _planned(run: Run) -> int:
    return max((launch.plan.cells for launch in run.launches if launch.plan), default=0)
