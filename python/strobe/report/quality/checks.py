# SPDX-License-Identifier: BSD-3-Clause
"""All checks of a run's quality. The report and `strobe check` print their issues."""

from __future__ import annotations

from typing import Any

from strobe.fit.models import Models
from strobe.records.run import Run
from strobe.records.summary import Summary
from strobe.report.quality import cell_checks, fit_checks, run_checks
from strobe.report.quality.issue import MOST_SERIOUS_FIRST, Issue


def quality_issues(
    run: Run, summary: Summary, models: Models | None, context: dict[str, Any] | None = None
) -> list[Issue]:
    """The issues of `run`, the most serious first.

    `models` is None where no fits were made. `context` is the run's context.json; each of its
    entries may be missing. Pure: nothing is read or measured.
    """
    found = [issue for rule in cell_checks.RULES for issue in rule(run, summary)]
    found += [issue for rule in run_checks.RULES for issue in rule(run, summary, context or {})]
    if models is not None:
        found += [issue for rule in fit_checks.RULES for issue in rule(models)]
    return sorted(found, key=lambda issue: MOST_SERIOUS_FIRST.index(issue.severity))
