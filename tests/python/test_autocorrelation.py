# SPDX-License-Identifier: BSD-3-Clause
"""Dependence and drift are found where they are, and not where they are not."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from strobe.statistics.autocorrelation import (
    effective_samples,
    lag1_autocorrelation,
    runs_test,
    split_halves,
)
from strobe.statistics.rank_sum import rank_sum_p_value


def autoregressive(n: int, correlation: float, rng: np.random.Generator) -> NDArray[np.float64]:
    values = rng.normal(size=n)
    for i in range(1, n):
        values[i] = correlation * values[i - 1] + np.sqrt(1 - correlation**2) * values[i]
    return values


@pytest.mark.parametrize("correlation", [-0.5, 0.0, 0.5, 0.8])
def test_lag1_finds_the_correlation_that_was_put_in(correlation: float) -> None:
    series = autoregressive(20_000, correlation, np.random.default_rng(3))
    assert lag1_autocorrelation(series) == pytest.approx(correlation, abs=0.04)


def test_one_wild_sample_neither_hides_nor_feigns_dependence() -> None:
    series = autoregressive(500, 0.7, np.random.default_rng(4))
    before = lag1_autocorrelation(series)
    series[250] = 1e9
    assert lag1_autocorrelation(series) == pytest.approx(before, abs=0.02)


@pytest.mark.parametrize("distinct", [2, 5, 1000])
def test_equal_samples_share_their_ranks(distinct: int) -> None:
    series = np.random.default_rng(7).integers(distinct, size=200).astype(float)
    ranks = stats.rankdata(series) - 100.5
    expected = np.sum(ranks[:-1] * ranks[1:]) / np.sum(ranks**2)
    assert lag1_autocorrelation(series) == pytest.approx(expected, rel=1e-12)


def test_too_few_or_equal_samples_have_no_correlation() -> None:
    assert lag1_autocorrelation([1.0, 2.0]) == 0.0
    assert lag1_autocorrelation([5.0] * 10) == 0.0


@pytest.mark.parametrize(
    ("lag1", "expected"), [(0.0, 100), (-0.4, 100), (0.5, 100 / 3), (0.999, 1)]
)
def test_effective_samples(lag1: float, expected: float) -> None:
    assert effective_samples(100, lag1) == pytest.approx(expected)


def test_effective_samples_predict_the_spread_of_a_mean() -> None:
    rng = np.random.default_rng(5)
    means = [autoregressive(200, 0.6, rng).mean() for _ in range(400)]
    assert 1 / np.var(means) == pytest.approx(effective_samples(200, 0.6), rel=0.2)


def test_runs_test_rejects_as_often_as_it_should() -> None:
    rng = np.random.default_rng(6)
    rejected = sum(runs_test(rng.lognormal(size=60)) < 0.05 for _ in range(1000))
    assert 20 <= rejected <= 70


def test_runs_test_finds_drift_and_alternation() -> None:
    assert runs_test(np.arange(40.0)) < 1e-6
    assert runs_test(np.tile([1.0, 2.0], 20)) < 1e-6
    assert runs_test([1.0, 1.0, 1.0, 2.0]) == 1.0


def test_split_halves_find_a_change_of_speed() -> None:
    rng = np.random.default_rng(8)
    steady = rng.normal(1, 0.01, 61)
    changed = steady * np.where(np.arange(61) < 30, 1.0, 1.2)
    assert split_halves(steady).p_value > 0.05
    assert split_halves(changed).p_value < 1e-6
    assert split_halves(changed).ratio == pytest.approx(1.2, rel=0.02)
    with pytest.raises(ValueError, match="two samples"):
        split_halves([1.0])


@pytest.mark.parametrize("decimals", [1, 12])
def test_the_rank_sum_test_is_that_of_scipy(decimals: int) -> None:
    rng = np.random.default_rng(8)
    for _ in range(100):
        first, second = (
            rng.normal(shift, size=rng.integers(1, 40)).round(decimals) for shift in (0.0, 0.4)
        )
        wanted = stats.mannwhitneyu(first, second).pvalue
        assert rank_sum_p_value(first, second) == pytest.approx(wanted, rel=1e-12)


def test_equal_samples_are_not_apart() -> None:
    assert rank_sum_p_value([2.0] * 20, [2.0] * 9) == 1.0
