# SPDX-License-Identifier: BSD-3-Clause
"""Should these results be believed? All rules, asked in turn; the report and `check` print them."""

from __future__ import annotations

from typing import Any

from strobe.fit.models import Models
from strobe.records.run import Run
from strobe.records.summary import Summary
from strobe.report.quality import cell_checks, fit_checks, run_checks
from strobe.report.quality.issue import HEAVIEST_FIRST, Belief


def beliefs(
    run: Run, summary: Summary, models: Models | None, context: dict[str, Any] | None = None
) -> list[Belief]:
    """What should not be believed of `run`, the heaviest first.

    `models` is None where fits were not asked for; `context` is the run's context.json, of which
    every entry may be missing. Pure: nothing is read or measured.
    """
    found = [belief for rule in cell_checks.RULES for belief in rule(run, summary)]
    found += [belief for rule in run_checks.RULES for belief in rule(run, summary, context or {})]
    if models is not None:
        found += [belief for rule in fit_checks.RULES for belief in rule(models)]
    return sorted(found, key=lambda belief: HEAVIEST_FIRST.index(belief.severity))
