# SPDX-License-Identifier: BSD-3-Clause
"""Reasons to doubt the fits: refused ones, and start-ups that are no start-ups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from strobe.base import units
from strobe.fit.models import Model, Models
from strobe.report.quality.issue import Belief, Severity


def unlike_a_line(models: Models) -> Iterator[Belief]:
    """Curves whose times are no lines of their size."""
    found = _where(models, lambda model: not model.accepted and model.misfit_max is not None)
    if found:
        worst = max(model.misfit_max or 0.0 for model in found)
        yield _about(
            "caution",
            found,
            f"{_named(found)} had to be refused: the best lines miss a time by up to "
            f"{units.percent(worst)}.",
            "Use the measured times themselves; a quieter machine or more launches may help.",
        )


def too_few_sizes(models: Models) -> Iterator[Belief]:
    """Curves that no line with its uncertainty can be put through."""
    found = _where(models, lambda model: not model.accepted and model.misfit_max is None)
    if found:
        yield _about(
            "note",
            found,
            f"{_named(found)} had to be refused: too few sizes were measured at that speed of the "
            "machine.",
            "Use the measured times themselves; more sizes or launches may allow a fit.",
        )


def negative_startups(models: Models) -> Iterator[Belief]:
    """A line that begins below zero (the CM-5 study, section 4, has two reasons for it)."""
    found = _where(models, lambda model: any(s.negative_startup for s in model.segments))
    if found:
        reasons = dict.fromkeys(
            segment.negative_startup_reason
            for model in found
            for segment in model.segments
            if segment.negative_startup
        )
        yield _about(
            "note",
            found,
            f"{_named(found)} had a segment whose start-up is negative: {'; '.join(reasons)}.",
            "Read it as a property of the line, not as a time.",
        )


RULES = (unlike_a_line, too_few_sizes, negative_startups)


def _where(models: Models, concerned: Callable[[Model], bool]) -> list[Model]:
    return [model for model in models.models if concerned(model)]


def _about(severity: Severity, found: list[Model], sentence: str, remedy: str) -> Belief:
    kernels = {model.kernel for model in found}
    return Belief(severity, kernels.pop() if len(kernels) == 1 else None, sentence, remedy)


def _named(found: list[Model]) -> str:
    return units.plural_of(Counter(model.kernel for model in found), "fit")
