# SPDX-License-Identifier: BSD-3-Clause
"""Cost of distance and LogGP parameters: known truths are found, and their intervals are honest."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from strobe.fit.distance import fit_hops
from strobe.fit.loggp import LogGP, RoundTrips, fit_loggp
from strobe.fit.piecewise import Bounds
from strobe.fit.single import fit_single

Floats = NDArray[np.float64]

SIZES = np.array([0, *(2**k for k in range(21))], dtype=float)
TRIALS = 300
PROMISE = range(int(0.915 * TRIALS), int(0.985 * TRIALS) + 1)
"""Where 95 % of the trials lie, but for chance: three standard errors of 300 trials."""

LATENCY_S, OVERHEAD_S, GAP_S, GAP_PER_BYTE_S = 0.9e-6, 0.25e-6, 0.6e-6, 0.08e-9
MESSAGES = 16


def holds(bounds: Bounds, truth: float) -> bool:
    return bounds.low <= truth <= bounds.high


def distances(rng: np.random.Generator, noise: float) -> tuple[Floats, Floats, Floats]:
    """Three distances: 79 us and 0.41 us a byte, 25 us a hop, as on the iPSC/860."""
    sizes = np.tile(SIZES, 3)
    hops = np.repeat([1.0, 2.0, 4.0], SIZES.size)
    truth = 79e-6 + 0.41e-6 * sizes + 25e-6 * (hops - 1)
    return sizes, hops, truth * np.exp(rng.normal(0, noise, sizes.size))


def test_a_hop_costs_what_it_costs() -> None:
    (segment,) = fit_hops(*distances(np.random.default_rng(1), 1e-6))
    assert segment.startup_s.value == pytest.approx(79e-6, rel=1e-4)
    assert segment.per_byte_s.value == pytest.approx(0.41e-6, rel=1e-4)
    assert segment.per_hop_s.value == pytest.approx(25e-6, rel=1e-4)
    assert segment.points == 3 * SIZES.size


def test_the_interval_of_a_hop_holds_it_as_often_as_it_says() -> None:
    rng = np.random.default_rng(2)
    held: Counter[str] = Counter()
    for _ in range(TRIALS):
        # A break that is found where there is none counts like any other miss.
        segment = fit_hops(*distances(rng, 0.02))[0]
        held["startup"] += holds(segment.startup_s, 79e-6)
        held["byte"] += holds(segment.per_byte_s, 0.41e-6)
        held["hop"] += holds(segment.per_hop_s, 25e-6)
    assert all(held[name] in PROMISE for name in ("startup", "byte", "hop")), held


def test_a_break_has_a_hop_on_either_side() -> None:
    sizes, hops, _ = distances(np.random.default_rng(3), 0)
    small = sizes <= 1024
    times = np.where(small, 1e-6 + 1e-9 * sizes, 5e-6 + 0.3e-9 * sizes)
    times = times + np.where(small, 0.2e-6, 0.5e-6) * (hops - 1)
    first, second = fit_hops(sizes, hops, times)
    assert (first.to_bytes, second.from_bytes) == (1024, 2048)
    assert first.per_hop_s.value == pytest.approx(0.2e-6)
    assert second.per_hop_s.value == pytest.approx(0.5e-6)


def test_one_distance_shows_no_hop() -> None:
    assert fit_hops(SIZES, np.ones(SIZES.size), 1e-6 + 1e-9 * SIZES) == []


def round_trips(rng: np.random.Generator, noise: float, sizes: Floats) -> RoundTrips:
    one = 2 * (LATENCY_S + 2 * OVERHEAD_S + (sizes - 1) * GAP_PER_BYTE_S)
    gap = GAP_S + (sizes - 1) * GAP_PER_BYTE_S
    delay = 2 * gap
    many = one + (MESSAGES - 1) * gap
    apart = one + (MESSAGES - 1) * (OVERHEAD_S + delay)

    def measured(times_s: Floats) -> Floats:
        return np.asarray(times_s * np.exp(rng.normal(0, noise, sizes.size)))

    return RoundTrips(sizes, measured(one), measured(many), measured(apart), MESSAGES, delay)


def test_the_four_parameters_are_found() -> None:
    sizes = np.array([2**k for k in range(15)], dtype=float)
    found = fit_loggp(
        round_trips(np.random.default_rng(4), 1e-7, sizes), rng=np.random.default_rng(5)
    )
    assert isinstance(found, LogGP)
    assert found.latency_s.value == pytest.approx(LATENCY_S, rel=1e-2)
    assert found.overhead_s.value == pytest.approx(OVERHEAD_S, rel=1e-2)
    assert found.gap_s.value == pytest.approx(GAP_S, rel=1e-2)
    assert found.gap_per_byte_s.value == pytest.approx(GAP_PER_BYTE_S, rel=1e-2)


def test_the_intervals_of_the_parameters_hold_them() -> None:
    """The three lines have noise in common, so the promise is kept with a little to spare."""
    sizes = np.array([2**k for k in range(12)], dtype=float)
    rng = np.random.default_rng(6)
    held: Counter[str] = Counter()
    for _ in range(TRIALS):
        found = fit_loggp(round_trips(rng, 0.003, sizes), resamples=199, rng=rng)
        assert isinstance(found, LogGP)
        held["L"] += holds(found.latency_s, LATENCY_S)
        held["o"] += holds(found.overhead_s, OVERHEAD_S)
        held["g"] += holds(found.gap_s, GAP_S)
        held["G"] += holds(found.gap_per_byte_s, GAP_PER_BYTE_S)
    assert min(held.values()) >= PROMISE.start, held


def test_times_without_parameters_say_why() -> None:
    sizes = np.array([2**k for k in range(12)], dtype=float)
    rng = np.random.default_rng(7)
    good = round_trips(rng, 1e-6, sizes)
    for trips, words in (
        (replace(good, messages=1), "at least two messages"),
        (replace(good, many_s=good.one_s), "no longer than one"),
        (replace(good, delay_s=good.delay_s * 0.1), "shorter than the gap"),
        (replace(good, delayed_s=good.one_s), "the overhead is too small"),
        (replace(good, delayed_s=2 * good.delayed_s), "delays were not kept"),
        (RoundTrips(*(x[:3] for x in (good.sizes, good.one_s, good.many_s, good.delayed_s)),
                    MESSAGES, good.delay_s[:3]), "too few"),
    ):  # fmt: skip
        found = fit_loggp(trips, rng=rng)
        assert isinstance(found, str)
        assert words in found


def test_one_line_for_a_table_and_that_of_the_large_sizes_where_it_misses() -> None:
    rng = np.random.default_rng(8)
    whole = fit_single(SIZES, 1e-6 + 1e-9 * SIZES, rng=rng, resamples=99)
    assert whole is not None
    assert whole.whole
    assert whole.startup_s.value == pytest.approx(1e-6)
    broken = np.where(SIZES <= 4096, 1e-6 + 1e-9 * SIZES, 40e-6 + 0.2e-9 * SIZES)
    part = fit_single(SIZES, broken, rng=rng, resamples=99)
    assert part is not None
    assert (part.whole, part.from_bytes) == (False, 8192)
    assert part.per_byte_s.value == pytest.approx(0.2e-9)
    assert fit_single(SIZES[:3], SIZES[:3] + 1, rng=rng) is None
