# SPDX-License-Identifier: BSD-3-Clause
"""All checks of a run's quality. The report and `strobe check` print their issues."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from strobe.fit.models import Models
from strobe.records.run import Run
from strobe.records.summary import Summary
from strobe.report.quality import cell_checks, fit_checks, run_checks
from strobe.report.quality.issue import MOST_SERIOUS_FIRST, Issue


@dataclass(frozen=True)
class Check:
    """One check, with the issues that it found."""

    of: str
    """What it checks: `cells`, `run` or `fits`."""
    name: str
    issues: list[Issue] | None
    """None where it could not be made: a run without models has no fits to check."""


def quality_checks(
    run: Run, summary: Summary, models: Models | None, context: dict[str, Any] | None = None
) -> list[Check]:
    """Every check of `run`, in a fixed order.

    `models` is None where no fits were made. `context` is the run's context.json; each of its
    entries may be missing. Pure: nothing is read or measured.
    """
    known = context or {}
    made = [Check("cells", _name(r), [*r(run, summary)]) for r in cell_checks.RULES]
    made += [Check("run", _name(r), [*r(run, summary, known)]) for r in run_checks.RULES]
    return made + [
        Check("fits", _name(r), None if models is None else [*r(models)]) for r in fit_checks.RULES
    ]


def quality_issues(
    run: Run, summary: Summary, models: Models | None, context: dict[str, Any] | None = None
) -> list[Issue]:
    """The issues of all checks, the most serious first."""
    return in_order(quality_checks(run, summary, models, context))


def in_order(checks: list[Check]) -> list[Issue]:
    """The issues that checks found, the most serious first."""
    found = [issue for check in checks for issue in check.issues or []]
    return sorted(found, key=lambda issue: MOST_SERIOUS_FIRST.index(issue.severity))


def _name(rule: Any) -> str:
    """The words of a rule's name: `not converged`."""
    return str(rule.__name__).replace("_", " ")
