# SPDX-License-Identifier: BSD-3-Clause
"""Issues of the fits: refused fits, and negative start-up times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from strobe.base import units
from strobe.fit.models import Model, Models
from strobe.report.quality.issue import Issue, Severity


def not_linear(models: Models) -> Iterator[Issue]:
    """Curves whose times are not piecewise linear in size."""
    found = _where(models, lambda model: not model.accepted and model.misfit_max is not None)
    if found:
        worst = max(model.misfit_max or 0.0 for model in found)
        yield _issue(
            "caution",
            found,
            f"{_named(found)} {_was_or_were(found)} refused: the largest misfit is "
            f"{units.percent(worst)}.",
            "Use the measured times. A quieter machine or more launches may allow a fit.",
        )


def too_few_sizes(models: Models) -> Iterator[Issue]:
    """Curves with too few sizes for a line with its interval."""
    found = _where(models, lambda model: not model.accepted and model.misfit_max is None)
    if found:
        yield _issue(
            "note",
            found,
            f"{_named(found)} {_was_or_were(found)} refused: too few sizes were measured in that "
            "regime.",
            "Use the measured times. More sizes or launches may allow a fit.",
        )


def negative_startups(models: Models) -> Iterator[Issue]:
    """A line that begins below zero (CM-5 study, section 4, gives two reasons)."""
    found = _where(models, lambda model: any(s.negative_startup for s in model.segments))
    if found:
        reasons = dict.fromkeys(
            segment.negative_startup_reason
            for model in found
            for segment in model.segments
            if segment.negative_startup
        )
        yield _issue(
            "note",
            found,
            f"{_named(found)} had a segment with a negative start-up time: {'; '.join(reasons)}.",
            "Read it as a parameter of the line, not as a time.",
        )


RULES = (not_linear, too_few_sizes, negative_startups)


def _where(models: Models, concerned: Callable[[Model], bool]) -> list[Model]:
    return [model for model in models.models if concerned(model)]


def _issue(severity: Severity, found: list[Model], sentence: str, remedy: str) -> Issue:
    kernels = {model.kernel for model in found}
    return Issue(severity, kernels.pop() if len(kernels) == 1 else None, sentence, remedy)


def _was_or_were(found: list[Model]) -> str:
    return "was" if len(found) == 1 else "were"


def _named(found: list[Model]) -> str:
    return units.plural_of(Counter(model.kernel for model in found), "fit")
