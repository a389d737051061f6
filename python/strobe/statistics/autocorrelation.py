# SPDX-License-Identifier: BSD-3-Clause
"""Do the samples of a cell depend on each other, or drift, in the order of their taking?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from strobe.statistics.median import median
from strobe.statistics.rank_sum import rank_sum_p_value, ranked


def lag1_autocorrelation(samples: ArrayLike) -> float:
    """Correlation of each sample with the next; 0 below three samples or where all are equal.

    Ranks are correlated rather than values (as in src/base/statistics.cpp), so that one wild
    sample cannot hide or feign a dependence (Wald and Wolfowitz 1943; Bartels 1982).
    """
    values = np.asarray(samples, dtype=np.float64)
    if values.size < 3:
        return 0.0
    centred = ranked(values)[0] - 0.5 * (values.size + 1)
    square = float(np.sum(centred**2))
    return float(np.sum(centred[:-1] * centred[1:])) / square if square > 0 else 0.0


def effective_samples(n: float, lag1: float) -> float:
    """The number of independent samples that are worth `n` of lag-1 correlation `lag1`.

    n (1 - r) / (1 + r) within 1 ... n, for a first-order autoregressive sequence (Zwiers and von
    Storch, "Taking serial correlation into account in tests of the mean", 1995). A negative r
    would promise more than n; that promise is not taken.
    """
    if lag1 <= 0:
        return n
    return max(1.0, n * (1 - lag1) / (1 + lag1))


def runs_test(samples: ArrayLike) -> float:
    """Two-sided p-value of the runs test about the median (Wald and Wolfowitz 1940).

    Few runs mean drift or a change of speed, many mean alternation. Samples equal to the median
    take no side; 1.0 where fewer than two are left on either side.
    """
    values = np.asarray(samples, dtype=np.float64)
    middle = median(values)
    above = values[values != middle] > middle
    n_above, n_below = int(np.sum(above)), int(np.sum(~above))
    if min(n_above, n_below) < 2:
        return 1.0
    runs = 1 + int(np.sum(above[1:] != above[:-1]))
    n, product = n_above + n_below, 2.0 * n_above * n_below
    mean = 1 + product / n
    variance = product * (product - n) / (n**2 * (n - 1))
    return float(2 * special.ndtr(-abs(runs - mean) / np.sqrt(variance)))


@dataclass(frozen=True)
class SplitHalves:
    """The second half of the samples against the first, in the order of their taking."""

    ratio: float
    """Median of the second half over the median of the first."""
    p_value: float
    """Two-sided, of the Wilcoxon-Mann-Whitney test: is it drift, or could it be chance?"""


def split_halves(samples: ArrayLike) -> SplitHalves:
    """Compare both halves of `samples`; a middle one belongs to neither. Needs two samples."""
    values = np.asarray(samples, dtype=np.float64)
    if values.size < 2:
        raise ValueError("halves need at least two samples")
    half = values.size // 2
    first, second = values[:half], values[values.size - half :]
    ratio = median(second) / median(first)
    return SplitHalves(ratio, rank_sum_p_value(first, second))
