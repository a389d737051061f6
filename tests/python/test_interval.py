# SPDX-License-Identifier: BSD-3-Clause
"""The interval of the median: its ranks, its golden vectors, and how often it holds the truth."""

from __future__ import annotations

import json
import math
import runpy

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from places import ROOT
from scipy import stats

from strobe.statistics.interval import median_interval, ranks
from strobe.statistics.median import median

GOLDEN = ROOT / "tests" / "golden" / "median_interval.json"


@pytest.mark.parametrize(
    ("n", "expected"),
    # Hoefler and Belli's formula by hand: n = 30, z = 1.96 gives (30 -+ 10.735) / 2.
    [(30, (9, 22)), (100, (40, 61)), (8, (1, 8)), (10, (1, 10)), (11, (2, 10))],
)
def test_ranks_follow_the_published_formula(n: int, expected: tuple[int, int]) -> None:
    assert ranks(n, 0.95) == expected


@pytest.mark.parametrize("n", [1, 2, 5, 6, 7])
def test_few_samples_give_their_range_and_say_so(n: int) -> None:
    samples = np.arange(n, dtype=float)
    interval = median_interval(samples)
    assert (interval.low, interval.high, interval.whole_range) == (0, n - 1, True)


def test_no_sample_is_an_error() -> None:
    with pytest.raises(ValueError, match="no samples"):
        median_interval([])


@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
@pytest.mark.parametrize("n", [8, 11, 30, 31, 100, 1000])
def test_exact_binomial_coverage_is_what_was_asked_for(n: int, confidence: float) -> None:
    pair = ranks(n, confidence)
    if pair is None:
        # Not even the whole range of so few samples would be enough.
        assert 1 - 2 * 0.5**n < confidence + 0.01
        return
    low, high = pair
    binomial = stats.binom(n, 0.5)
    coverage = binomial.cdf(high - 1) - binomial.cdf(low - 1)
    assert coverage >= confidence
    assert coverage <= confidence + (1 - confidence) * 0.95


def test_never_narrower_than_the_exact_interval_of_scipy() -> None:
    rng = np.random.default_rng(7)
    for n in (20, 57, 200):
        samples = rng.lognormal(size=n)
        exact = stats.quantile_test(samples, q=float(np.median(samples))).confidence_interval()
        ours = median_interval(samples)
        assert ours.low <= exact.low
        assert ours.high >= exact.high


def test_golden_vectors_are_current_and_agree() -> None:
    generated = runpy.run_path(str(ROOT / "codegen" / "golden_intervals.py"))["text"]()
    assert generated == GOLDEN.read_text(encoding="utf-8")
    for vector in json.loads(generated):
        interval = median_interval(vector["samples"], vector["confidence"])
        assert [interval.median, interval.low, interval.high, interval.whole_range] == [
            vector[key] for key in ("median", "low", "high", "whole_range")
        ]


def test_dependent_samples_widen_the_interval() -> None:
    samples = np.random.default_rng(1).normal(10, 1, 100)
    independent, dependent = median_interval(samples), median_interval(samples, effective=25)
    assert dependent.low < independent.low < independent.high < dependent.high
    assert median_interval(samples, effective=5).whole_range


samples_strategy = st.lists(st.floats(0.1, 1e6), min_size=1, max_size=60)


@given(samples_strategy, st.floats(0.5, 0.99))
def test_the_interval_holds_the_median_and_lies_within_the_samples(
    samples: list[float], confidence: float
) -> None:
    interval = median_interval(samples, confidence)
    assert min(samples) <= interval.low <= interval.median <= interval.high <= max(samples)
    assert {interval.low, interval.high} <= set(samples)


@given(samples_strategy, st.integers(-20, 20))
def test_a_change_of_unit_changes_only_the_unit(samples: list[float], exponent: int) -> None:
    factor = math.ldexp(1.0, exponent)
    here, there = median_interval(samples), median_interval([s * factor for s in samples])
    assert there.low == here.low * factor
    assert there.high == here.high * factor
    assert there.relative_half_width == pytest.approx(here.relative_half_width)


@given(st.lists(st.floats(-1e300, 1e300), min_size=1))
def test_the_median_is_that_of_numpy(samples: list[float]) -> None:
    assert median(samples) == np.median(samples)


def test_a_median_of_nothing_is_refused_and_one_of_nan_is_nan() -> None:
    with pytest.raises(ValueError, match="no samples"):
        median([])
    assert math.isnan(median([1.0, math.nan, 2.0]))
