# SPDX-License-Identifier: BSD-3-Clause
"""The segmentation is the optimum, lines and derived figures are right, and units do not matter."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from strobe.fit.bandwidth import peak_bandwidth, size_reaching
from strobe.fit.line import fit_lines
from strobe.fit.piecewise import Piecewise, fit_points
from strobe.fit.resampling import deviations, median_variance
from strobe.fit.segmentation import (
    best_segments,
    borders_of_batch,
    can_hold_a_segment,
    choose_borders,
    segment_costs,
    trace_back,
)

Floats = NDArray[np.float64]

SIZES = np.array(sorted({0, *(2**k for k in range(21)), 61, 67, 8189, 8195, 777, 30011}), float)
NEAR = np.array([1048573.0, 1048576.0, 1048579.0, 2097149.0, 2097152.0, 2097155.0])


def two_lines(sizes: Floats, jump: float = 8192) -> Floats:
    return np.where(sizes <= jump, 0.3e-6 + sizes / 20e9, 1.2e-6 + sizes / 36e9)


def noisy(times_s: Floats, spread: float, seed: int = 0) -> Floats:
    rng = np.random.default_rng(seed)
    return np.asarray(times_s * np.exp(rng.normal(0, spread, times_s.shape)))


def relative_cost(sizes: Floats, times_s: Floats) -> float:
    """Squared relative residuals of the best line, by an independent solver."""
    design = np.stack([np.ones_like(sizes), sizes / sizes.max()], axis=1) / times_s[:, None]
    solution = np.linalg.lstsq(design, np.ones(sizes.size))[0]
    return float(np.sum((1 - design @ solution) ** 2))


def fit(sizes: Floats, times_s: Floats, seed: int = 0) -> Piecewise:
    return fit_points(sizes, times_s, resamples=39, rng=np.random.default_rng(seed))


@pytest.mark.parametrize("sizes", [SIZES, NEAR], ids=["irregular", "near powers"])
def test_costs_are_those_of_an_independent_solver(sizes: Floats) -> None:
    times = noisy(two_lines(sizes), 0.03)
    costs = segment_costs(sizes, times[None, :], min_points=3)[0]
    finite = np.argwhere(np.isfinite(costs))
    assert len(finite) >= 5
    for i, j in finite:
        expected = relative_cost(sizes[i : j + 1], times[i : j + 1])
        assert costs[i, j] == pytest.approx(expected, rel=1e-6, abs=1e-12)


def test_segments_have_enough_points_and_span_an_octave() -> None:
    costs = segment_costs(SIZES, two_lines(SIZES)[None, :], min_points=5)[0]
    for i, j in np.argwhere(np.isfinite(costs)):
        assert j - i + 1 >= 5
        assert SIZES[j] >= 2 * SIZES[i]
    assert not can_hold_a_segment(np.array([8189.0, 8190, 8191, 8192, 8195]))
    assert not can_hold_a_segment(SIZES[:4])
    assert can_hold_a_segment(SIZES[:5])


times_strategy = st.lists(st.floats(0.1, 10), min_size=7, max_size=11)


@given(times_strategy, st.integers(1, 3))
def test_dynamic_programming_finds_what_trying_all_finds(times: list[float], parts: int) -> None:
    n = len(times)
    sizes = np.array([0.0, *(3.0**k for k in range(n - 1))])
    costs = segment_costs(sizes, np.array([times]), min_points=2)
    totals, firsts = best_segments(costs, parts)
    by_hand = min(
        sum(costs[0, a, b - 1] for a, b in pairwise([0, *cuts, n]))
        for cuts in combinations(range(1, n), parts - 1)
    )
    assert totals[-1][0, -1] == pytest.approx(by_hand)
    borders = trace_back(firsts, parts, 1, n)[0]
    traced = sum(costs[0, a, b - 1] for a, b in pairwise(borders))
    assert traced == pytest.approx(by_hand)


@given(st.integers(-12, 12), st.integers(0, 8), st.integers(0, 1000))
@settings(max_examples=25)
def test_a_change_of_unit_changes_only_the_unit(time: int, size: int, seed: int) -> None:
    times = noisy(two_lines(SIZES), 0.02, seed)
    here = fit(SIZES, times)
    there = fit(SIZES * 2.0**size, times * 2.0**time)
    assert [(p.first, p.end) for p in there.pieces] == [(p.first, p.end) for p in here.pieces]
    for a, b in zip(here.pieces, there.pieces, strict=True):
        assert b.startup_s.value == pytest.approx(a.startup_s.value * 2.0**time)
        assert b.startup_s.low == pytest.approx(a.startup_s.low * 2.0**time)
        assert b.per_byte_s.high == pytest.approx(a.per_byte_s.high * 2.0 ** (time - size))
    assert there.half_bandwidth_size.value == pytest.approx(
        here.half_bandwidth_size.value * 2.0**size
    )
    assert there.peak_bandwidth.value == pytest.approx(
        here.peak_bandwidth.value * 2.0 ** (size - time)
    )


def test_exact_lines_are_found_exactly() -> None:
    found = fit(SIZES, two_lines(SIZES))
    assert [piece.startup_s.value for piece in found.pieces] == pytest.approx([0.3e-6, 1.2e-6])
    assert [1 / piece.per_byte_s.value for piece in found.pieces] == pytest.approx([20e9, 36e9])
    (change,) = found.breaks
    assert (change.size_bytes, change.low, change.high) == (8192, 8192, 8195)
    assert found.misfit.max() < 1e-9


def test_differences_too_small_to_matter_are_no_break() -> None:
    wavy = two_lines(SIZES, jump=np.inf) * (1 + 0.003 * np.sign(np.sin(np.arange(SIZES.size))))
    assert choose_borders(SIZES, wavy).tolist() == [0, SIZES.size]


def test_noise_alone_seldom_makes_a_break() -> None:
    line = np.tile(0.5e-6 + SIZES / 25e9, (300, 1))
    broken = sum(choose_borders(SIZES, t).size > 2 for t in noisy(line, 0.03))
    assert broken <= 0.05 * 300


def test_a_batch_is_cut_as_each_of_its_series_is() -> None:
    times = noisy(np.tile(two_lines(SIZES), (20, 1)), 0.03)
    together = borders_of_batch(SIZES, times, 2)
    for row, series in zip(together, times, strict=True):
        assert row.tolist() == borders_of_batch(SIZES, series[None, :], 2)[0].tolist()
    assert borders_of_batch(SIZES, times, 1).tolist() == [[0, SIZES.size]] * 20


def test_reweighting_leaves_no_bias() -> None:
    sizes = SIZES[:12]
    times = noisy(np.tile(0.5e-6 + sizes / 1e9, (20_000, 1)), 0.05)
    first, end = np.zeros(20_000, dtype=np.intp), np.full(20_000, sizes.size, dtype=np.intp)
    lines = fit_lines(sizes, times, first, end)
    # Weights 1 / t^2 alone are low by twice the variance of the noise, 0.5 % here.
    assert lines.startup_s.mean() == pytest.approx(0.5e-6 * np.exp(0.05**2 / 2), rel=1e-3)
    np.testing.assert_allclose(lines.leverage.sum(axis=1), 2)
    assert np.mean(lines.scale**2) == pytest.approx(0.05**2, rel=0.02)


def test_figures_of_one_line_by_hand() -> None:
    # t = 1 us + N / 1 GB/s up to 9000 bytes: 10 us there, 0.9 GB/s.
    line = np.array([0.0]), np.array([9000.0]), np.array([1e-6]), np.array([1e-9])
    peak = peak_bandwidth(*line)
    assert peak == pytest.approx(0.9e9)
    # N / (1000 + N) = 0.45 and 0.81.
    assert size_reaching(0.5, peak, *line) == pytest.approx(1000 * 0.45 / 0.55)
    assert size_reaching(0.9, peak, *line) == pytest.approx(1000 * 0.81 / 0.19)


def test_the_peak_may_lie_before_the_end_and_a_part_may_be_reached_by_a_jump() -> None:
    first, last = np.array([0.0, 1000.0]), np.array([900.0, 8000.0])
    # 0.5 GB/s below the break; above it 1 GB/s at once, and less with size (negative start-up).
    startup, per_byte = np.array([1e-6, -1e-6]), np.array([1e-9, 2e-9])
    peak = peak_bandwidth(first, last, startup, per_byte)
    assert peak == pytest.approx(1e9)
    assert size_reaching(0.9, peak, first, last, startup, per_byte) == 1000
    assert size_reaching(0.4, peak, first, last, startup, per_byte) == pytest.approx(2000 / 3)


def test_a_draw_whose_time_falls_to_zero_has_no_bounds() -> None:
    line = np.array([8.0]), np.array([64.0]), np.array([-64e-9]), np.array([1e-9])
    peak = peak_bandwidth(*line)
    assert np.isinf(peak)
    assert np.isinf(size_reaching(0.5, peak, *line))


@pytest.mark.parametrize("n", [7, 30, 31])
def test_variance_of_the_median_is_that_of_its_resamples(n: int) -> None:
    rng = np.random.default_rng(n)
    samples = rng.lognormal(0, 0.05, n)
    drawn = np.median(samples[rng.integers(0, n, (40_000, n))], axis=1) / np.median(samples)
    assert median_variance(samples) == pytest.approx(drawn.var(), rel=0.15)


def test_deviations_follow_samples_where_they_explain_and_residuals_where_they_do_not() -> None:
    rng = np.random.default_rng(5)
    n = 40
    segment = np.repeat([0, 1], n // 2)
    spread = np.tile([0.02, 0.10], n // 2)
    samples = [rng.normal(1, s, 50) for s in spread]
    residual, leverage = rng.normal(0, 0.05, n), np.zeros(n)
    scale = np.array([1e-6, 0.05])
    drawn = deviations(samples, residual, leverage, scale, segment, 4000, rng).std(axis=0)
    assert drawn.shape == (n,)
    own = np.sqrt([median_variance(s) for s in samples])
    np.testing.assert_allclose(drawn[:20], own[:20], rtol=0.1)
    assert drawn[20:].min() > 0.04
    bare = deviations(None, residual, leverage, scale, segment, 4000, rng).std(axis=0)
    np.testing.assert_allclose(bare[20:], 0.05, rtol=0.1)


def test_the_same_seed_gives_the_same_intervals() -> None:
    times = noisy(two_lines(SIZES), 0.02)
    assert fit(SIZES, times, seed=4).pieces == fit(SIZES, times, seed=4).pieces
    assert fit(SIZES, times, seed=4).pieces != fit(SIZES, times, seed=5).pieces
