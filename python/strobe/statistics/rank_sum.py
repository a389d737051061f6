# SPDX-License-Identifier: BSD-3-Clause
"""The Wilcoxon-Mann-Whitney test: are the values of one sample larger than those of another?"""

from __future__ import annotations

from numpy.typing import ArrayLike


def rank_sum_p_value(first: ArrayLike, second: ArrayLike) -> float:
    """Two-sided p-value (Mann and Whitney 1947); exact for small samples without equal values."""
    # It takes a second to import, and most commands have no use for it.
    from scipy import stats

    return float(stats.mannwhitneyu(first, second).pvalue)
