# SPDX-License-Identifier: BSD-3-Clause
"""Reasons to doubt the fits: refused ones, and start-ups that are no start-ups."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from strobe.fit.models import Model, Models
from strobe.report import units
from strobe.report.belief import Belief


def refused(models: Models) -> Iterator[Belief]:
    """Curves without a model: too few sizes, or times that are no line."""
    for kernel, group in _by_kernel(models, lambda model: not model.accepted):
        reasons = list(dict.fromkeys(model.reason for model in group))
        unlike_a_line = any(model.misfit_max is not None for model in group)
        yield Belief(
            "caution" if unlike_a_line else "note", kernel,
            f"{units.plural(len(group), 'fit')} of {kernel} had to be refused: "
            f"{'; '.join(reasons)}.",
            "Use the measured times themselves; more sizes or launches may allow a fit.",
        )  # fmt: skip


def negative_startups(models: Models) -> Iterator[Belief]:
    """A line that begins below zero (the CM-5 study, section 4, has two reasons for it)."""

    def below_zero(model: Model) -> bool:
        return any(segment.negative_startup for segment in model.segments)

    for kernel, group in _by_kernel(models, below_zero):
        reasons = dict.fromkeys(
            segment.negative_startup_reason
            for model in group for segment in model.segments if segment.negative_startup
        )  # fmt: skip
        yield Belief(
            "note", kernel,
            f"{units.plural(len(group), 'curve')} of {kernel} had a segment whose start-up is "
            f"negative: {'; '.join(reasons)}.",
            "Read it as a property of the line, not as a time.",
        )  # fmt: skip


RULES = (refused, negative_startups)


def _by_kernel(models: Models, concerned: Callable[[Model], bool]) -> list[tuple[str, list[Model]]]:
    groups: dict[str, list[Model]] = {}
    for model in models.models:
        if concerned(model):
            groups.setdefault(model.kernel, []).append(model)
    return list(groups.items())
