# SPDX-License-Identifier: BSD-3-Clause
"""The size of a cache line is found in made-up chases over pairs whose line is known."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from strobe.fit.cache_line import LEAST_STEP, line_bytes

DISTANCES = (8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0)


def curve(line: float, hit: float, miss: float) -> list[float]:
    """The second of a pair hits where both are in one line."""
    return [(miss + (hit if distance < line else miss)) / 2 for distance in DISTANCES]


@given(
    line=some.sampled_from(DISTANCES[1:]),
    hit=some.floats(1.0, 10.0),
    times=some.floats(2.5, 100.0),
    seed=some.integers(0, 2**32 - 1),
)
def test_a_known_line_is_found_in_noise_and_in_any_order(
    line: float, hit: float, times: float, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    latencies = np.array(curve(line, hit, hit * times)) * rng.uniform(0.98, 1.02, len(DISTANCES))
    order = rng.permutation(len(DISTANCES))
    distances = np.array(DISTANCES)
    assert line_bytes(distances[order], latencies[order]) == line
    # The unit of the latencies does not matter.
    assert line_bytes(distances, 1e-9 * latencies) == line


@given(seed=some.integers(0, 2**32 - 1))
def test_a_flat_curve_has_no_line(seed: int) -> None:
    rng = np.random.default_rng(seed)
    noise = rng.uniform(1.0, LEAST_STEP * 0.999, len(DISTANCES))
    assert line_bytes(DISTANCES, noise) is None


def test_a_line_that_comes_with_its_neighbour_is_two() -> None:
    # The neighbour is on its way when it is asked for, so it costs a part of a miss.
    assert line_bytes(DISTANCES, [27, 27, 27, 32, 50, 50, 50]) == 128


@pytest.mark.parametrize("latencies", [[10, 20, 12, 40, 12, 40, 40], [50, 50, 20, 50, 50, 50, 50]])
def test_a_curve_that_goes_up_and_down_says_nothing(latencies: list[float]) -> None:
    assert line_bytes(DISTANCES, latencies) is None


def test_a_point_or_none_has_no_step() -> None:
    assert line_bytes([64], [5.0]) is None
    assert line_bytes([], []) is None
