# SPDX-License-Identifier: BSD-3-Clause
"""The law by which a time grows with the number of ranks, on times whose law is known."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from strobe.fit.scaling import Name, Scaling, fit_scaling

RANKS = [2.0, 4.0, 8.0, 16.0]
TRUTHS: dict[Name, Callable[[float], float]] = {
    "constant": lambda _: 3e-6,
    "logarithmic": lambda p: 0.5e-6 + 1e-6 * float(np.log2(p)),
    "linear": lambda p: 0.5e-6 + 1e-6 * p,
}


def fitted(
    law: Callable[[float], float], ranks: list[float] = RANKS, seed: int = 1
) -> Scaling | None:
    rng = np.random.default_rng(seed)
    samples = [law(p) * np.exp(rng.normal(0, 0.01, 60)) for p in ranks]
    return fit_scaling(ranks, [float(np.median(own)) for own in samples], samples)


@pytest.mark.parametrize("name", TRUTHS)
def test_each_law_is_recognised_from_four_machine_sizes(name: Name) -> None:
    for seed in range(20):
        found = fitted(TRUTHS[name], seed=seed)
        assert found is not None
        assert found.law == name
        assert found.misfit < 0.05


@pytest.mark.parametrize("name", ["logarithmic", "linear"])
def test_the_interval_of_the_slope_holds_the_truth(name: Name) -> None:
    held = 0
    for seed in range(40):
        found = fitted(TRUTHS[name], seed=seed)
        assert found is not None
        held += found.slope_s.low <= 1e-6 <= found.slope_s.high
        assert found.time_s(8.0) == pytest.approx(TRUTHS[name](8.0), rel=0.05)
    assert held >= 36


def test_three_machine_sizes_tell_a_tree_from_a_series() -> None:
    """CoMet's figures have 4, 8 and 16 nodes."""
    found = fitted(TRUTHS["logarithmic"], [4.0, 8.0, 16.0])
    assert found is not None
    assert found.law == "logarithmic"


def test_two_machine_sizes_tell_nothing() -> None:
    assert fitted(TRUTHS["linear"], [2.0, 4.0]) is None
    assert fitted(TRUTHS["linear"], [2.0, 2.0, 4.0]) is None


def test_what_follows_no_law_is_not_certain() -> None:
    jagged = dict(zip(RANKS, (1e-6, 9e-6, 2e-6, 7e-6), strict=True))
    found = fitted(lambda p: jagged[p])
    assert found is not None
    assert not found.is_certain


def test_laws_that_are_too_close_are_not_told_apart() -> None:
    found = fitted(lambda p: 1e-6 + 1e-8 * p, [2.0, 3.0, 4.0])
    assert found is not None
    assert found.law == "constant" or not found.is_certain
