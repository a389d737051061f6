# SPDX-License-Identifier: BSD-3-Clause
"""Levels of a memory hierarchy are found in curves whose levels are known."""

from __future__ import annotations

import numpy as np
import pytest

from strobe.fit.levels import levels

KIB, MIB = 2.0**10, 2.0**20
CAPACITIES = (48 * KIB, 1.25 * MIB, 20 * MIB)
LATENCIES = (5.0, 15.0, 60.0, 330.0)


def curve(sizes: np.ndarray, noise: float, seed: int) -> np.ndarray:
    """Each level's misses grow with the part of the working set that it cannot hold."""
    rng = np.random.default_rng(seed)
    latency = np.full(sizes.size, LATENCIES[0])
    for capacity, below, above in zip(CAPACITIES, LATENCIES, LATENCIES[1:], strict=False):
        missing = np.clip(1.6 * (1 - capacity / sizes), 0, 1)
        latency = latency + (above - below) * missing
    return latency * rng.lognormal(0, noise, sizes.size)


@pytest.mark.parametrize("noise", [0.0, 0.005, 0.02])
def test_known_levels_are_found(noise: float) -> None:
    sizes = 2.0 ** np.arange(12, 28.01, 0.125)
    right = 0
    for seed in range(20):
        found = levels(sizes, curve(sizes, noise, seed))
        if len(found) != len(LATENCIES):
            continue
        near = [one.latency == pytest.approx(truth, rel=0.1)
                for one, truth in zip(found, LATENCIES, strict=True)]  # fmt: skip
        # 10 % of the loads miss when 1/16 of the working set does not fit.
        held = [
            one.first_misses_bytes == pytest.approx(truth / (1 - 0.1 / 1.6), rel=0.15)
            for one, truth in zip(found, CAPACITIES, strict=False)
        ]
        right += all(near) and all(held)
    assert right >= 19


def test_the_last_level_has_no_capacity() -> None:
    sizes = 2.0 ** np.arange(12, 28.01, 0.25)
    found = levels(sizes, curve(sizes, 0.003, 1))
    assert found[-1].first_misses_bytes is None
    assert found[-1].half_misses_bytes is None
    assert [one.is_memory for one in found] == [False, False, False, True]
    assert all(one.half_misses_bytes > one.first_misses_bytes for one in found[:-1])


def test_a_curve_that_ends_in_a_climb_has_not_shown_its_memory() -> None:
    sizes = 2.0 ** np.arange(12, 20.8, 0.25)
    found = levels(sizes, curve(sizes, 0.003, 1))
    assert [round(one.latency) for one in found] == [5, 15]
    assert not any(one.is_memory for one in found)


def test_noise_beyond_the_caches_hides_no_level() -> None:
    sizes = 2.0 ** np.arange(12, 28.01, 0.125)
    rng = np.random.default_rng(3)
    loud = np.where(sizes > 4 * MIB, rng.lognormal(0, 0.08, sizes.size), 1.0)
    found = levels(sizes, curve(sizes, 0.003, 1) * loud)
    assert [round(one.latency) for one in found[:2]] == [5, 15]
    assert found[-1].is_memory
    assert found[-1].latency == pytest.approx(330, rel=0.1)


def test_a_flat_curve_is_one_level() -> None:
    sizes = 2.0 ** np.arange(12, 20.01, 0.25)
    (one,) = levels(sizes, np.full(sizes.size, 5.0))
    assert one.latency == pytest.approx(5.0)


def test_too_few_points_have_no_levels() -> None:
    assert levels([1024, 2048, 4096], [1.0, 1.0, 1.0]) == []


@pytest.mark.parametrize("steepness", [1.2, 1.6, 8.0])
def test_what_a_level_holds_does_not_depend_on_how_it_evicts(steepness: float) -> None:
    """A cache that evicts at random (1.2) also hits in larger sets than it holds."""
    sizes = 2.0 ** np.arange(13, 29.01, 0.125)
    held = 2.0 * MIB
    rng = np.random.default_rng(1)
    missing = np.clip(steepness * (1 - held / sizes), 0, 1)
    beyond = np.clip(1.6 * (1 - 48 * KIB / sizes), 0, 1)
    latency = (5 + 12 * beyond + 160 * missing) * rng.lognormal(0, 0.01, sizes.size)
    found = levels(sizes, latency)
    assert found[0].held_bytes == pytest.approx(48 * KIB, rel=0.1)
    assert found[1].held_bytes == pytest.approx(held, rel=0.1)
    assert found[-1].held_bytes is None or not found[-1].is_memory


def test_a_first_cache_that_gets_slower_before_it_is_full_is_one_level() -> None:
    """As measured beside other programs: 5.3 cycles at 8 KiB and 5.9 at 45 KiB."""
    sizes = 2.0 ** np.arange(13, 24.01, 0.125)
    latency = curve(sizes, 0.003, 1) + 0.6 * np.clip(sizes / (48 * KIB), 0, 1) ** 3
    found = levels(sizes, latency)
    assert found[0].latency == pytest.approx(5.3, abs=0.3)
    assert found[0].first_misses_bytes == pytest.approx(48 * KIB, rel=0.1)
