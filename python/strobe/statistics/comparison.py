# SPDX-License-Identifier: BSD-3-Clause
"""Is one run faster than another? A verdict for each cell, corrected for the number of cells.

The values compared are medians of replicates (launches, or visits where there is one launch), on
the logarithm of time, so that a shift is a ratio. The test is chosen from the number of replicates
and cells before any time is looked at: Wilcoxon-Mann-Whitney where so many ranks can reach the
level after correction, else Welch's t. Five launches a side, say, can never reach it over forty
cells by ranks: 2 / C(10, 5) * 40 > 0.05. Medians of many samples are close to normal, which is
what t asks for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import special

from strobe.statistics.median import median
from strobe.statistics.rank_sum import rank_sum_p_value

Values = NDArray[np.float64]
Replicates = Literal["launches", "visits"]
Method = Literal["Wilcoxon-Mann-Whitney", "Welch's t"]
Verdict = Literal["faster", "slower", "equal", "cannot tell"]

EQUAL_WITHIN = 0.02
WEAKER = (
    "the replicates are visits of a single launch; launches differ by more than visits, so the "
    "verdicts are weaker"
)


@dataclass(frozen=True)
class Pair:
    """The replicate medians of one cell in both runs, in seconds."""

    key: str
    first_s: tuple[float, ...]
    second_s: tuple[float, ...]
    replicates: Replicates
    obstacle: str = ""
    """Why the cell cannot be compared; empty where it can."""
    regime: int | None = None
    """The regime in which both were measured."""


@dataclass(frozen=True)
class Comparison:
    """The second run against the first, in one cell. Numbers are None where nothing is known."""

    key: str
    replicates: Replicates
    n_first: int
    n_second: int
    regime: int | None = None
    verdict: Verdict = "cannot tell"
    reason: str = ""
    """Why the verdict is open, or what weakens it; empty otherwise."""
    method: Method | None = None
    ratio: float | None = None
    """Hodges-Lehmann estimate of the second's time over the first's."""
    low: float | None = None
    high: float | None = None
    cliffs_delta: float | None = None
    """P(second > first) - P(second < first): 1 when each of the second's replicates is slower."""
    p_value: float | None = None
    p_adjusted: float | None = None
    """After Holm's correction over all cells of the comparison."""
    equal_within: float = EQUAL_WITHIN

    @property
    def text(self) -> str:
        """The verdict in words."""
        if self.verdict == "equal":
            return f"equal within {100 * self.equal_within:g} %"
        if self.verdict == "cannot tell":
            return f"cannot tell ({self.reason})"
        return self.verdict


def compare(
    pairs: Sequence[Pair], *, confidence: float = 0.95, equal_within: float = EQUAL_WITHIN
) -> list[Comparison]:
    """One verdict a pair, in their order; the family of Holm's correction is all of them."""
    obstacles = [pair.obstacle or _obstacle(pair) for pair in pairs]
    family = obstacles.count("")
    tested = [
        replace(_untested(pair), reason=obstacle) if obstacle else _test(pair, family, confidence)
        for pair, obstacle in zip(pairs, obstacles, strict=True)
    ]
    adjusted = iter(holm([c.p_value for c in tested if c.p_value is not None]))
    return [
        replace(
            _judge(replace(c, p_adjusted=next(adjusted)), confidence, equal_within),
            equal_within=equal_within,
        )
        if c.p_value is not None
        else c
        for c in tested
    ]


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values in the given order (Holm, "A simple sequentially rejective multiple test
    procedure", 1979)."""
    adjusted = [0.0] * len(p_values)
    running = 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        running = max(running, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = running
    return adjusted


def cliffs_delta(first: Values, second: Values) -> float:
    """P(second > first) - P(second < first) over all pairs (Cliff 1993)."""
    return float(np.mean(np.sign(second[None, :] - first[:, None])))


def hodges_lehmann(first: Values, second: Values, confidence: float) -> tuple[float, float, float]:
    """Shift from `first` to `second`, and its interval, from the ranks of all differences.

    Hodges and Lehmann 1963; the interval inverts the exact Wilcoxon-Mann-Whitney test (Hollander
    and Wolfe, "Nonparametric Statistical Methods", section 4.3). With too few values for the
    confidence, the interval is the range of the differences.
    """
    differences = np.sort((second[None, :] - first[:, None]).ravel())
    cumulative = np.cumsum(_null_distribution(first.size, second.size))
    tail = int(np.searchsorted(cumulative, 0.5 * (1 - confidence), side="right"))
    low = max(tail, 1) - 1
    return (
        median(differences),
        float(differences[low]),
        float(differences[differences.size - 1 - low]),
    )


@lru_cache
def _null_distribution(n: int, m: int) -> Values:
    """Probabilities of U = 0 ... n m when both sides are alike (Mann and Whitney 1947).

    Coefficients of the Gaussian binomial, the product over i = 1 ... n of
    (1 - q^(m+i)) / (1 - q^i), each factor divided by (m + i) / i to make counts probabilities.
    """
    weights = np.zeros(n * m + 1)
    weights[0] = 1.0
    for i in range(1, n + 1):
        above = weights.copy()
        above[m + i :] -= weights[: max(0, weights.size - m - i)]
        for start in range(i):
            above[start::i] = np.cumsum(above[start::i])
        weights = above * i / (m + i)
    return weights


def _obstacle(pair: Pair) -> str:
    fewest = min(len(pair.first_s), len(pair.second_s))
    if fewest < 2:
        unit = {"launches": "launch", "visits": "visit"}[pair.replicates]
        return f"one side has {'only one' if fewest else 'no'} {unit}, and a test needs two"
    if min(*pair.first_s, *pair.second_s) <= 0:
        return "a median is not above zero: the clock does not resolve it"
    if len({*pair.first_s}) == 1 == len({*pair.second_s}) and pair.first_s[0] != pair.second_s[0]:
        return "all replicates are identical, so their spread is unknown"
    return ""


def _untested(pair: Pair) -> Comparison:
    n_first, n_second = len(pair.first_s), len(pair.second_s)
    return Comparison(pair.key, pair.replicates, n_first, n_second, pair.regime)


def _test(pair: Pair, family: int, confidence: float) -> Comparison:
    first, second = np.log(pair.first_s), np.log(pair.second_s)
    shift, low, high = hodges_lehmann(first, second, confidence)
    smallest_p = 2 / math.comb(first.size + second.size, first.size)
    method: Method
    if smallest_p * family <= 1 - confidence:
        method = "Wilcoxon-Mann-Whitney"
        p_value = rank_sum_p_value(first, second)
    else:
        method = "Welch's t"
        p_value, low, high = _welch(first, second, confidence)
    return replace(
        _untested(pair),
        method=method,
        ratio=math.exp(shift),
        low=math.exp(low),
        high=math.exp(high),
        cliffs_delta=cliffs_delta(first, second),
        p_value=p_value,
    )


def _welch(first: Values, second: Values, confidence: float) -> tuple[float, float, float]:
    """p-value and interval of the shift (Welch 1947); no spread on both sides means no shift."""
    parts = np.array([np.var(side, ddof=1) / side.size for side in (first, second)])
    if not parts.any():
        return 1.0, 0.0, 0.0
    shift, error = float(np.mean(second) - np.mean(first)), math.sqrt(parts.sum())
    freedom = parts.sum() ** 2 / np.sum(parts**2 / [first.size - 1, second.size - 1])
    p_value = float(2 * special.stdtr(freedom, -abs(shift) / error))
    half = float(special.stdtrit(freedom, 0.5 + 0.5 * confidence)) * error
    return p_value, shift - half, shift + half


def _judge(c: Comparison, confidence: float, equal_within: float) -> Comparison:
    """Equal when the whole interval is; different by Holm's p-value; else "cannot tell"."""
    assert c.low is not None
    assert c.high is not None
    assert c.ratio is not None
    assert c.p_adjusted is not None
    weaker = WEAKER if c.replicates == "visits" else ""
    if 1 - equal_within <= c.low and c.high <= 1 + equal_within:
        return replace(c, verdict="equal", reason=weaker)
    if c.p_adjusted <= 1 - confidence:
        return replace(c, verdict="faster" if c.ratio < 1 else "slower", reason=weaker)
    reason = (
        f"the interval over {c.replicates} is {100 * (c.low - 1):+.1f} % "
        f"to {100 * (c.high - 1):+.1f} %"
    )
    return replace(c, reason=reason)
