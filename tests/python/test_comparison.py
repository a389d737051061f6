# SPDX-License-Identifier: BSD-3-Clause
"""Two runs are told apart when they differ, held equal when they do not, and otherwise neither."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import synthetic
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from strobe.gate.pairing import compare_runs
from strobe.records.run import load
from strobe.statistics.comparison import (
    Comparison,
    Pair,
    _null_distribution,
    compare,
    hodges_lehmann,
    holm,
)

CELL = "echo reply=fresh size_bytes=1024"


def pair(ratio: float, n: int, *, spread: float = 0.002, seed: int = 0, key: str = "cell") -> Pair:
    rng = np.random.default_rng(seed)
    first, second = np.exp(rng.normal(0, spread, (2, n))) * 1e-6
    return Pair(key, tuple(first), tuple(ratio * second), "launches")


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


@pytest.mark.parametrize(("n", "m"), [(1, 1), (3, 5), (5, 3), (8, 8), (12, 20)])
def test_null_distribution_is_that_of_the_exact_test(n: int, m: int) -> None:
    weights = _null_distribution(n, m)
    assert weights.sum() == pytest.approx(1)
    np.testing.assert_allclose(weights, weights[::-1], atol=1e-14)
    samples = np.arange(n, dtype=float), np.arange(m) + 0.5
    exact = stats.mannwhitneyu(*samples, alternative="less", method="exact")
    assert weights[: int(exact.statistic) + 1].sum() == pytest.approx(exact.pvalue)


def test_hodges_lehmann_interval_holds_the_shift_as_often_as_it_says() -> None:
    rng = np.random.default_rng(11)
    held = 0
    for _ in range(1000):
        first, second = rng.standard_t(3, 10), 0.7 + rng.standard_t(3, 10)
        _, low, high = hodges_lehmann(first, second, 0.95)
        held += low <= 0.7 <= high
    # The exact level of ranks at 10 against 10 is 0.9566.
    assert 935 <= held <= 975


@pytest.mark.parametrize("n", [3, 5, 12])
@pytest.mark.parametrize(("ratio", "verdict"), [(0.8, "faster"), (1.25, "slower"), (1, "equal")])
def test_clear_cases_have_clear_verdicts(n: int, ratio: float, verdict: str) -> None:
    (found,) = compare([pair(ratio, n)])
    assert found.verdict == verdict
    assert found.ratio == pytest.approx(ratio, rel=0.01)
    assert found.low is not None
    assert found.high is not None
    assert found.low <= ratio <= found.high
    assert found.cliffs_delta == pytest.approx(np.sign(ratio - 1), abs=0.5)


def test_wide_spread_cannot_tell_and_says_what_is_possible() -> None:
    (found,) = compare([pair(1.03, 5, spread=0.1, seed=2)])
    assert found.verdict == "cannot tell"
    assert found.text.startswith("cannot tell (the interval over launches is ")


def test_the_test_is_chosen_by_numbers_of_replicates_and_cells() -> None:
    assert compare([pair(1.2, 5)])[0].method == "Wilcoxon-Mann-Whitney"
    family = [pair(1.2, 5, seed=i) for i in range(40)]
    many = compare(family)
    assert {c.method for c in many} == {"Welch's t"}
    assert {c.verdict for c in many} == {"slower"}
    assert compare([pair(1.2, 12, seed=i) for i in range(40)])[0].method == "Wilcoxon-Mann-Whitney"


@pytest.mark.parametrize("n", [3, 10])
def test_false_differences_in_the_whole_family_are_as_rare_as_promised(n: int) -> None:
    rng = np.random.default_rng(12)
    wrong = 0
    for _ in range(200):
        values = np.exp(rng.normal(0, 0.05, (20, 2, n)))
        pairs = [Pair(str(i), tuple(a), tuple(b), "launches") for i, (a, b) in enumerate(values)]
        wrong += any(c.verdict in ("faster", "slower") for c in compare(pairs))
    # 5 % of 200 families, with three standard errors.
    assert wrong <= 10 + 3 * np.sqrt(200 * 0.05 * 0.95)


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (Pair("c", (1e-6,), (1e-6, 2e-6), "launches"), "one side has only one launch"),
        (Pair("c", (), (1e-6, 2e-6), "visits"), "one side has no visit"),
        (Pair("c", (1e-6, -1e-9), (1e-6, 2e-6), "visits"), "not above zero"),
        (Pair("c", (1e-6, 1e-6), (2e-6, 2e-6), "visits"), "all replicates are identical"),
        (Pair("c", (), (), "visits", "it failed in the first run: x"), "failed in the first"),
    ],
)
def test_what_cannot_be_compared_says_why_and_weighs_on_no_other(bad: Pair, why: str) -> None:
    found, good = compare([bad, pair(1.2, 5)])
    assert found.verdict == "cannot tell"
    assert why in found.text
    assert found.p_value is None
    assert good.p_adjusted == good.p_value


def test_identical_replicates_are_equal() -> None:
    (found,) = compare([Pair("c", (1e-6,) * 3, (1e-6,) * 3, "visits")])
    assert (found.verdict, found.text) == ("equal", "equal within 2 %")


@given(
    st.lists(st.floats(0.5, 2.0), min_size=2, max_size=8, unique=True),
    st.lists(st.floats(0.5, 2.0), min_size=2, max_size=8, unique=True),
)
def test_exchanging_the_runs_turns_the_verdict_round(a: list[float], b: list[float]) -> None:
    (there,) = compare([Pair("c", tuple(a), tuple(b), "launches")], equal_within=0)
    (back,) = compare([Pair("c", tuple(b), tuple(a), "launches")], equal_within=0)
    turned = {"faster": "slower", "slower": "faster"}
    assert back.verdict == turned.get(there.verdict, there.verdict)
    assert there.p_value == pytest.approx(back.p_value)
    assert there.ratio is not None
    assert back.ratio == pytest.approx(1 / there.ratio)


def by_key(comparisons: list[Comparison]) -> dict[str, Comparison]:
    return {c.key: c for c in comparisons}


def test_runs_with_several_launches_are_compared_by_launch_medians(tmp_path: Path) -> None:
    a = load(synthetic.write_run(tmp_path / "a", launches=5, seed=1))
    b = load(synthetic.write_run(tmp_path / "b", launches=5, seed=2, scale=1.1))
    found = by_key(compare_runs(a, b))
    cell = found[CELL]
    assert (cell.replicates, cell.n_first, cell.n_second) == ("launches", 5, 5)
    assert (cell.verdict, cell.reason) == ("slower", "")
    assert cell.ratio == pytest.approx(1.1, rel=0.02)
    assert found[synthetic.FAILED_CELL].text.startswith("cannot tell (it failed in the first run")


def test_one_launch_a_side_is_compared_by_visits_and_called_weaker(tmp_path: Path) -> None:
    a = load(synthetic.write_run(tmp_path / "a", seed=1))
    b = load(synthetic.write_run(tmp_path / "b", seed=2, scale=2.0))
    found = compare_runs(a, b)
    assert {c.replicates for c in found} == {"visits"}
    assert {c.regime for c in found if c.p_value is not None} == {0}
    told = [c for c in found if c.verdict == "slower"]
    assert len(told) > len(found) / 2
    assert all("weaker" in c.reason for c in told)


def test_runs_at_different_speeds_are_not_compared(tmp_path: Path) -> None:
    a = load(synthetic.write_run(tmp_path / "a", slow_regime=False))
    b = load(synthetic.write_run(tmp_path / "b", slow_regime=True))
    for cell in b.launches[0].cells.values():
        cell.visits[:] = [visit for visit in cell.visits if visit.regime == 1]
    found = by_key(compare_runs(a, b))[CELL]
    assert found.text == "cannot tell (the runs have no regime in common)"


def test_a_cell_of_one_run_only_is_listed(tmp_path: Path) -> None:
    a = load(synthetic.write_run(tmp_path / "a"))
    b = load(synthetic.write_run(tmp_path / "b"))
    del b.launches[0].cells[CELL]
    assert by_key(compare_runs(a, b))[CELL].reason == "only the first run has this cell"
