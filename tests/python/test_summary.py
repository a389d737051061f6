# SPDX-License-Identifier: BSD-3-Clause
"""Cells are summarised per regime, regimes are matched, and nothing is dropped on the way."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import numpy as np
import pytest
import synthetic

from strobe.base.errors import StrobeError
from strobe.records.regimes import Regimes
from strobe.records.run import Run, load
from strobe.records.summary import Summary, summarise
from strobe.report.page import naming

SIZE_64 = synthetic.DISTURBED_CELL
SIZE_1024 = "echo reply=fresh size_bytes=1024"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return load(synthetic.write_run(tmp_path_factory.mktemp("one"), launches=1, seed=1))


@pytest.fixture(scope="module")
def summary(run: Run) -> Summary:
    return summarise(run)


def test_medians_are_the_truth_of_each_regime(summary: Summary) -> None:
    cell = summary.cells[SIZE_1024]
    for speed, regime in (("fast", 0), ("slow", 1)):
        found = cell.in_regime(regime)
        assert found is not None
        assert found.median_s == pytest.approx(synthetic.truth_s("echo", speed, 1024), rel=0.02)
        assert found.n == 2 * synthetic.SAMPLES_PER_VISIT
        assert found.visits == 2


def test_order_statistics_agree_with_the_samples(run: Run, summary: Summary) -> None:
    cell = run.launches[0].cells[SIZE_1024]
    samples = [t for v in cell.visits if v.regime == 0 for t in v.time_s]
    found = summary.cells[SIZE_1024].in_regime(0)
    assert found is not None
    np.testing.assert_allclose(
        [found.min_s, found.p5_s, found.p25_s, found.median_s, found.p95_s, found.max_s],
        np.percentile(samples, [0, 5, 25, 50, 95, 100]),
    )
    assert found.samples_s.tolist() == samples
    assert found.low_s in samples
    assert found.high_s in samples
    assert found.low_s <= found.median_s <= found.high_s
    assert found.half_width == pytest.approx((found.high_s - found.low_s) / 2 / found.median_s)


def test_the_headline_is_the_reference_regime_with_enough_samples(summary: Summary) -> None:
    headline = summary.cells[SIZE_1024].headline
    assert headline is not None
    assert headline.regime == 0
    assert summary.cells[SIZE_1024].headline_flag == ""


def test_a_glimpse_of_a_faster_machine_is_not_what_is_wanted(tmp_path: Path) -> None:
    run = load(synthetic.write_run(tmp_path / "glimpse", launches=1, seed=1))
    for key, cell in run.launches[0].cells.items():
        if key != SIZE_1024:
            cell.visits = [visit for visit in cell.visits if visit.regime != 0]
    summary = summarise(run)
    assert summary.reference == 1
    headline = summary.cells[SIZE_1024].headline
    assert headline is not None
    assert headline.regime == 1


def test_without_enough_samples_the_fullest_regime_is_the_headline_and_flagged(
    run: Run,
) -> None:
    options = msgspec.structs.replace(run.launches[0].header.options, samples_min=1000)
    header = msgspec.structs.replace(run.launches[0].header, options=options)
    launch = type(run.launches[0])(
        header, cells=run.launches[0].cells, regimes=run.launches[0].regimes
    )
    cell = summarise(Run(run.folder, [launch])).cells[SIZE_1024]
    assert cell.headline is not None
    assert cell.headline_flag == "only 32 samples in one regime, of at least 1000 wanted"


def test_disturbed_visits_are_counted_and_kept_apart(summary: Summary) -> None:
    cell = summary.cells[SIZE_64]
    assert (cell.disturbed_visits, cell.disturbed_samples) == (1, synthetic.SAMPLES_PER_VISIT)
    assert sum(regime.n for regime in cell.regimes) == 4 * synthetic.SAMPLES_PER_VISIT
    assert summary.cells[SIZE_1024].disturbed_visits == 0


def test_no_sample_is_dropped(run: Run, summary: Summary) -> None:
    for key, cell in run.launches[0].cells.items():
        found = summary.cells[key]
        kept = sum(regime.n for regime in found.regimes) + found.disturbed_samples
        assert kept == sum(len(visit.time_s) for visit in cell.visits)


def test_a_failed_cell_has_no_headline_and_says_why(summary: Summary) -> None:
    cell = summary.cells[synthetic.FAILED_CELL]
    assert (cell.status, cell.headline, cell.failed_verifications) == ("failed", None, 1)
    assert "byte 17" in cell.headline_flag
    assert summary.cells[synthetic.BUDGET_CELL].status == "budget"


def test_the_first_iteration_is_put_beside_the_median(summary: Summary) -> None:
    cell = summary.cells[SIZE_1024]
    # The helper makes the first operation 1 + 9 times as long as a later one.
    assert cell.first_ratios[0] == pytest.approx(10, rel=0.35)
    assert len(cell.first_s[0]) == 8


def test_collectives_keep_late_samples_and_the_local_mean(summary: Summary) -> None:
    barrier = summary.cells["barrier"].headline
    assert barrier is not None
    assert barrier.late == 1
    assert barrier.n == 2 * synthetic.SAMPLES_PER_VISIT
    assert barrier.local_mean_s == pytest.approx(0.9 * np.median(barrier.samples_s))
    echo = summary.cells[SIZE_1024].headline
    assert echo is not None
    assert echo.local_mean_s is None


def test_several_launches_are_matched_by_their_sentinels(tmp_path: Path) -> None:
    run = load(synthetic.write_run(tmp_path, launches=6, seed=3))
    assert run.launches[0].regimes[0].exchange_s != run.launches[1].regimes[0].exchange_s
    summary = summarise(run)
    assert summary.regimes.exchange_s == pytest.approx([45e-9, 200e-9])
    headline = summary.cells[SIZE_1024].headline
    assert headline is not None
    truth = synthetic.truth_s("echo", "fast", 1024)
    assert len(headline.launch_medians_s) == 6
    assert max(headline.launch_medians_s) < 1.1 * truth
    assert headline.median_s == np.median(headline.launch_medians_s)
    # Six launches have too few ranks at 95 %, so the interval is their range, and says so.
    assert headline.whole_range
    assert headline.low_s == min(headline.launch_medians_s)


def test_a_machine_without_sentinel_has_one_regime_of_its_own(tmp_path: Path) -> None:
    run = load(synthetic.write_run(tmp_path, slow_regime=False))
    for cell in run.launches[0].cells.values():
        cell.visits[:] = [msgspec.structs.replace(v, regime=None) for v in cell.visits]
    cell_summary = summarise(run).cells[SIZE_1024]
    assert [regime.regime for regime in cell_summary.regimes] == [None]
    assert cell_summary.headline is not None


def test_a_launch_that_was_killed_leaves_unfinished_cells(tmp_path: Path) -> None:
    folder = synthetic.write_run(tmp_path)
    file = folder / "samples.jsonl"
    rows = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(rows[: len(rows) // 2]))
    summary = summarise(load(folder))
    assert summary.cells[SIZE_1024].status == "unfinished"
    assert summary.cells["barrier"].regimes


def test_a_regime_that_no_record_describes_is_an_error(run: Run) -> None:
    with pytest.raises(StrobeError, match="launch 0 has samples in regime 9"):
        Regimes.of(run).index(run.launches[0], 9)


def test_cores_that_a_neighbour_shares_are_a_speed_of_their_own(tmp_path: Path) -> None:
    folder = synthetic.write_run(tmp_path, launches=2, slow_regime=False)
    file = folder / "samples.jsonl"
    rows = file.read_bytes().splitlines(keepends=True)
    # The neighbour was there during the whole first launch, which saw no other speed.
    first = next(i for i, row in enumerate(rows) if row.startswith(b'{"record":"regime"'))
    record = json.loads(rows[first])
    record["shared"] = True
    rows[first] = json.dumps(record).encode() + b"\n"
    file.write_bytes(b"".join(rows))
    run = load(folder)
    regimes = Regimes.of(run)
    assert regimes.kinds == ((0, False), (0, True))
    assert [regimes.index(launch, 0) for launch in run.launches] == [1, 0]
    assert [naming.regime_name(regimes, i).split(" (")[0] for i in (0, 1)] == [
        "SMT sibling idle",
        "SMT sibling busy",
    ]
    cell = summarise(run).cells[SIZE_1024]
    assert [regime.regime for regime in cell.regimes] == [0, 1]
    assert cell.headline is not None
    assert cell.headline.regime == 0


def test_one_regime_may_wander_but_two_stay_apart(tmp_path: Path) -> None:
    run = load(synthetic.write_run(tmp_path, launches=3))
    for launch, factor in zip(run.launches, (0.8, 1.0, 1.25), strict=True):
        for index, record in launch.regimes.items():
            assert record.exchange_s is not None
            launch.regimes[index] = msgspec.structs.replace(
                record, exchange_s=record.exchange_s * factor
            )
    regimes = Regimes.of(run)
    assert regimes.exchange_s == pytest.approx([45e-9, 200e-9])
    assert [regimes.index(launch, 0) for launch in run.launches] == [0, 1, 0]
