# SPDX-License-Identifier: BSD-3-Clause
"""Who shares a level is found in made-up chases, alone and at the same time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from strobe.fit.levels import levels
from strobe.fit.sharing import is_shared, parts_left

KIB, MIB = 2.0**10, 2.0**20
CAPACITIES = (48 * KIB, 1.25 * MIB, 20 * MIB)
LATENCIES = (5.0, 15.0, 60.0, 330.0)
SIZES = 2.0 ** np.arange(12, 28.01, 0.25)


def curve(capacities: tuple[float, ...], sizes: np.ndarray = SIZES) -> np.ndarray:
    """Each level's misses grow with the part of the working set that it cannot hold."""
    latency = np.full(sizes.size, LATENCIES[0])
    for capacity, below, above in zip(capacities, LATENCIES, LATENCIES[1:], strict=False):
        latency = latency + (above - below) * np.clip(1.6 * (1 - capacity / sizes), 0, 1)
    return latency


ALONE = levels(SIZES, curve(CAPACITIES))


@given(
    by=some.tuples(*[some.sampled_from([1, 2, 4])] * 3).filter(lambda by: list(by) == sorted(by)),
    seed=some.integers(0, 2**32 - 1),
)
def test_what_is_left_of_each_level_is_found(by: tuple[int, ...], seed: int) -> None:
    left = tuple(capacity / n for capacity, n in zip(CAPACITIES, by, strict=True))
    noise = np.random.default_rng(seed).lognormal(0, 0.01, SIZES.size)
    parts = parts_left(ALONE, SIZES, curve(left) * noise)
    assert len(parts) == len(ALONE) - 1
    for part, n in zip(parts, by, strict=True):
        assert part is not None
        assert part == pytest.approx(1 / n, rel=0.15)
        assert is_shared(part) == (n > 1)


def test_a_curve_that_ends_early_does_not_tell_of_what_lies_behind() -> None:
    short = SIZES[SIZES <= 4 * MIB]
    parts = parts_left(ALONE, short, curve(CAPACITIES, short))
    assert parts[:2] == [pytest.approx(1.0), pytest.approx(1.0)]
    assert parts[2] is None


def test_one_level_alone_is_shared_with_nobody_that_can_be_told() -> None:
    flat = levels(SIZES, np.full(SIZES.size, 5.0))
    assert parts_left(flat, SIZES, np.full(SIZES.size, 5.0)) == []
