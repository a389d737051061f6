# SPDX-License-Identifier: BSD-3-Clause
"""Other numbers of ranks: what each line of a program takes, as a function of the number of ranks.

A program that was recorded at several sizes is predicted at each of them. The time of each line,
and that of computation, is fitted by the hypothesis c0 + c1 p^a log2(p)^b of the performance model
normal form that is best under leave-one-out cross-validation (Calotoiu, Hoefler, Poke and Wolf,
"Using automated performance modeling to find scalability bugs in complex codes", 2013, with one
term). The sum of these functions is the time at another number of ranks. It is refused where the
sizes that were left out are not predicted well.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
from numpy.typing import NDArray

from strobe.base import units
from strobe.base.errors import StrobeError
from strobe.predict.prediction import CONFIDENCE, Interval, Prediction

Floats = NDArray[np.float64]

FEWEST_SIZES = 3
"""Two sizes are met by any hypothesis, so that none can be judged."""
POOR = 0.2
"""Refused where a size that is left out is predicted with a larger relative error."""
POWERS = (-1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0)
LOGARITHMS = (0, 1)
COMPUTATION, REST = "computation", "between the end of a rank and that of the job"


class Term(msgspec.Struct, frozen=True):
    """c0 + c1 p^power log2(p)^logarithm, in seconds; `what` is a line, or computation."""

    what: str
    constant_s: float
    factor_s: float
    power: float
    logarithm: int

    def at(self, ranks: Floats) -> Floats:
        """Never below 0."""
        shape = _shape(self.power, self.logarithm, ranks)
        return np.maximum(self.constant_s + self.factor_s * shape, 0.0)

    def seconds_at(self, ranks: float) -> float:
        """The same for one number of ranks."""
        return float(self.at(np.array([ranks]))[0])

    def __str__(self) -> str:
        """As `1.2 ms + 30 us p^0.5 log2(p)`."""
        words = [units.duration(self.constant_s)] if self.constant_s > 0 else []
        if self.factor_s:
            power = "" if self.power == 0 else " p" if self.power == 1 else f" p^{self.power:g}"
            log = " log2(p)" if self.logarithm else ""
            sign = "-" if self.factor_s < 0 else "+" if words else ""
            words.append(f"{sign} {units.duration(abs(self.factor_s))}{power}{log}".strip())
        return " ".join(words) or "0"


class Point(msgspec.Struct, frozen=True):
    """The time at one number of ranks; `is_recorded` where a record was replayed."""

    ranks: int
    time_s: Interval
    is_recorded: bool


class Scaling(msgspec.Struct, frozen=True):
    """The functions of all lines, and the times that they give."""

    terms: list[Term]
    worst_error: float
    """The largest relative error of a size that was left out."""
    points: list[Point]


def _shape(power: float, logarithm: int, ranks: Floats) -> Floats:
    return np.asarray(ranks**power * np.log2(ranks) ** logarithm, dtype=np.float64)


def fitted(predictions: Sequence[Prediction], wanted: Sequence[int]) -> Scaling:
    """From predictions at several numbers of ranks, with as many draws each, to the wanted ones.

    Raises StrobeError where they are too few, and where the fit is poor.
    """
    by_size = {one.ranks: one for one in predictions}
    sizes = np.array(sorted(by_size), dtype=np.float64)
    if sizes.size < FEWEST_SIZES or len(by_size) < len(predictions):
        raise StrobeError(
            f"other numbers of ranks need records at {FEWEST_SIZES} different ones, so that a fit "
            f"can be judged; these are at {units.listed([f'{size:.0f}' for size in sizes])}"
        )
    ordered = [by_size[int(size)] for size in sizes]
    series = _series(ordered)
    terms = [_best(what, sizes, times_s) for what, times_s in series.items()]
    worst = _left_out(sizes, series)
    if worst > POOR:
        raise StrobeError(
            f"the times do not follow the number of ranks well enough: one of "
            f"{units.listed([f'{size:.0f}' for size in sizes])} ranks would be predicted "
            f"{units.percent(worst)} off from the others; record more sizes"
        )
    points = [Point(one.ranks, one.time_s, is_recorded=True) for one in ordered]
    for ranks in sorted(set(wanted) - set(by_size)):
        points.append(_point(ranks, sizes, ordered, terms, series, worst))
    return Scaling(terms, worst, sorted(points, key=lambda one: one.ranks))


def _series(ordered: Sequence[Prediction]) -> dict[str, Floats]:
    """The time of each line at each size; a line that is not reached at a size takes none there."""
    found: dict[str, Floats] = {COMPUTATION: np.array([one.compute_s for one in ordered])}
    for place, one in enumerate(ordered):
        for share in one.shares:
            times_s = found.setdefault(share.what, np.zeros(len(ordered)))
            times_s[place] += share.predicted_s
    rest = np.array([one.time_s.value_s for one in ordered]) - sum(found.values())
    found[REST] = np.maximum(rest, 0.0)
    return found


@dataclass(frozen=True)
class _Fit:
    term: Term
    error_s: float


def _best(what: str, sizes: Floats, times_s: Floats) -> Term:
    """Of the hypotheses the one that predicts sizes left out best; of equals the simplest."""
    forms = [(power, log) for power in POWERS for log in LOGARITHMS if power >= 0 or not log]
    forms.sort(key=lambda form: (abs(form[0]) + form[1], form[0]))
    fits = [_fit(what, sizes, times_s, power, log) for power, log in forms]
    least_s = min(one.error_s for one in fits)
    tolerance_s = 1e-9 + 0.02 * float(np.mean(times_s))
    return next(one.term for one in fits if one.error_s <= least_s + tolerance_s)


def _fit(what: str, sizes: Floats, times_s: Floats, power: float, logarithm: int) -> _Fit:
    errors = []
    for left_out in range(sizes.size):
        kept = np.arange(sizes.size) != left_out
        term = _least_squares(what, sizes[kept], times_s[kept], power, logarithm)
        errors.append(term.seconds_at(float(sizes[left_out])) - float(times_s[left_out]))
    whole = _least_squares(what, sizes, times_s, power, logarithm)
    return _Fit(whole, math.hypot(*errors))


def _least_squares(what: str, sizes: Floats, times_s: Floats, power: float, logarithm: int) -> Term:
    if power == 0 and logarithm == 0:
        return Term(what, float(np.mean(times_s)), 0.0, 0.0, 0)
    shape = _shape(power, logarithm, sizes)
    # A negative constant would make small numbers of ranks free.
    matrix = np.column_stack([np.ones_like(sizes), shape])
    (constant, factor), *_ = np.linalg.lstsq(matrix, times_s, rcond=None)
    if constant < 0:
        constant, factor = 0.0, float(shape @ times_s / (shape @ shape))
    return Term(what, float(constant), float(factor), power, logarithm)


def _left_out(sizes: Floats, series: Mapping[str, Floats]) -> float:
    """The largest relative error of the whole time at a size that no fit has seen."""
    worst = 0.0
    for left_out in range(sizes.size):
        kept = np.arange(sizes.size) != left_out
        if kept.sum() < FEWEST_SIZES:
            # A fit to two sizes has a choice of functions, and nothing to choose by.
            terms = [_best_of_all(what, sizes, times_s, kept) for what, times_s in series.items()]
        else:
            terms = [_best(what, sizes[kept], times_s[kept]) for what, times_s in series.items()]
        found_s = sum(term.seconds_at(float(sizes[left_out])) for term in terms)
        true_s = float(sum(times_s[left_out] for times_s in series.values()))
        worst = max(worst, abs(found_s / true_s - 1) if true_s > 0 else 0.0)
    return worst


def _best_of_all(what: str, sizes: Floats, times_s: Floats, kept: NDArray[np.bool_]) -> Term:
    """The form that all sizes choose, with the constants that the kept ones give."""
    form = _best(what, sizes, times_s)
    return _least_squares(what, sizes[kept], times_s[kept], form.power, form.logarithm)


def _point(
    ranks: int,
    sizes: Floats,
    ordered: Sequence[Prediction],
    terms: Sequence[Term],
    series: Mapping[str, Floats],
    worst: float,
) -> Point:
    """With the interval that the draws at each size give, widened by the error of the fit."""
    value_s = sum(term.seconds_at(ranks) for term in terms)
    draws = min(len(one.drawn_s) for one in ordered)
    found = []
    for draw in range(draws):
        factors = np.array([one.drawn_s[draw] / one.time_s.value_s for one in ordered])
        fits = [
            _least_squares(term.what, sizes, times_s * factors, term.power, term.logarithm)
            for term, times_s in zip(terms, series.values(), strict=True)
        ]
        found.append(sum(one.seconds_at(ranks) for one in fits))
    tail = 0.5 * (1 - CONFIDENCE)
    low, high = np.quantile(found, (tail, 1 - tail)) if found else (value_s, value_s)
    return Point(
        ranks,
        Interval(
            value_s,
            min(float(low), value_s) * (1 - worst),
            max(float(high), value_s) * (1 + worst),
        ),
        is_recorded=False,
    )
