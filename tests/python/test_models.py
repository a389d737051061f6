# SPDX-License-Identifier: BSD-3-Clause
"""From a run folder to models.json and back: regimes apart, refusals with reasons, predictions."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
import synthetic

from strobe.base.errors import StrobeError
from strobe.fit.fitting import fit_run
from strobe.fit.models import (
    Model,
    Models,
    predict_s,
    read_models,
    write_models,
)
from strobe.records.lines import SamplesRecord
from strobe.records.run import Run, load

ECHO = ("echo", {"reply": "fresh"})
EXCHANGE = ("exchange", {"method": "sendrecv"})


def scale_size(run: Run, size: int, factor: float, regime: int = 0) -> None:
    """Multiply the samples of echo at one size in one regime."""
    key = f"echo reply=fresh size_bytes={size}"
    cell = run.launches[0].cells[key]
    cell.visits[:] = [
        msgspec.structs.replace(visit, time_s=[factor * t for t in visit.time_s])
        if visit.regime == regime
        else visit
        for visit in cell.visits
    ]


def model_of(models: Models, series: tuple[str, dict[str, str]], regime: int | None) -> Model:
    found = models.find(series[0], dict(series[1]), regime)
    assert found is not None
    return found


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return load(synthetic.write_run(tmp_path, seed=2))


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Models:
    return fit_run(load(synthetic.write_run(tmp_path_factory.mktemp("run"), seed=2)))


@pytest.mark.parametrize("speed", ["fast", "slow"])
@pytest.mark.parametrize("series", [ECHO, EXCHANGE], ids=["echo", "exchange"])
def test_each_regime_has_its_own_truth(
    models: Models, series: tuple[str, dict[str, str]], speed: str
) -> None:
    model = model_of(models, series, ["fast", "slow"].index(speed))
    truth = synthetic.TRUTH[series[0], speed]
    assert model.accepted
    assert model.exchange_s == pytest.approx(synthetic.EXCHANGE_S[speed])
    assert len(model.segments) == len(truth)
    for segment, line in zip(model.segments, truth, strict=True):
        assert segment.startup_s.value == pytest.approx(line.startup_s, rel=0.03)
        assert segment.bandwidth_bytes_per_s.value == pytest.approx(
            line.bandwidth_bytes_per_s, rel=0.03
        )
        assert not segment.negative_startup
    assert sum(segment.points for segment in model.segments) == len(model.sizes_bytes)


def test_a_break_is_named_by_the_sizes_it_lies_between(models: Models) -> None:
    (change,) = model_of(models, ECHO, 0).breakpoints
    assert (change.size_bytes, change.low, change.high) == (8192, 8192, 8195)
    assert model_of(models, EXCHANGE, 0).breakpoints == []


def test_only_message_sizes_are_fitted(models: Models) -> None:
    assert {model.kernel for model in models.models} == {"echo", "exchange"}


def test_half_and_ninety_per_cent_of_the_peak(models: Models) -> None:
    # One line: the peak is at 4 MiB, and N / (a + b N) = p P at N = p P a / (1 - p P b).
    model = model_of(models, EXCHANGE, 0)
    (line,) = synthetic.TRUTH["exchange", "fast"]
    size = 2**22
    peak = size / (line.startup_s + size / line.bandwidth_bytes_per_s)
    for part, estimate in (
        (1.0, model.peak_bandwidth_bytes_per_s),
        (0.5, model.half_bandwidth_size_bytes),
        (0.9, model.ninety_bandwidth_size_bytes),
    ):
        goal = part * peak
        expected = (
            peak if part == 1 else goal * line.startup_s / (1 - goal / line.bandwidth_bytes_per_s)
        )
        assert estimate is not None
        assert estimate.value == pytest.approx(expected, rel=0.05)
        assert estimate.low is not None
        assert estimate.high is not None
        assert estimate.value is not None
        assert estimate.low < estimate.value < estimate.high


def test_a_change_of_regime_is_no_break(run: Run) -> None:
    """Half of the sizes measured at one speed, half at the other: two models without a break."""
    for cell in run.launches[0].cells.values():
        if cell.declared.kernel == "exchange":
            size = float(cell.declared.point["size_bytes"])
            kept = 0 if size < 1024 else 1
            cell.visits[:] = [visit for visit in cell.visits if visit.regime == kept]
    models = fit_run(run, resamples=39)
    for regime in (0, 1):
        model = model_of(models, EXCHANGE, regime)
        assert model.accepted
        assert model.breakpoints == []
        assert {out.reason for out in model.left_out} == {"it was not measured in this regime"}
    assert max(model_of(models, EXCHANGE, 0).sizes_bytes) < 1024
    assert min(model_of(models, EXCHANGE, 1).sizes_bytes) >= 1024


def test_a_bad_fit_is_refused_with_its_reason(run: Run) -> None:
    scale_size(run, 777, 1.6)
    model = model_of(fit_run(run, resamples=39), ECHO, 0)
    assert not model.accepted
    assert model.segments == []
    assert model.misfit_max == pytest.approx(0.375, abs=0.05)
    assert model.misfit_size_bytes == 777
    assert model.reason.startswith("at 777 bytes the best lines miss the time by 3")
    with pytest.raises(StrobeError, match="the model of echo was refused: at 777 bytes"):
        predict_s(model, 64)
    assert model_of(fit_run(run, resamples=39, misfit_limit=0.5), ECHO, 0).accepted


def test_too_few_sizes_are_refused_with_their_number(run: Run) -> None:
    for cell in run.launches[0].cells.values():
        if cell.declared.point.get("size_bytes") != 8:
            cell.visits = []
    model = model_of(fit_run(run, resamples=39), ECHO, 0)
    assert (model.accepted, model.misfit_max) == (False, None)
    assert model.reason.startswith("sizes measured in this regime: 1; a line")


def test_sizes_that_stand_along_another_axis_are_no_curve(run: Run) -> None:
    cells = run.launches[0].cells
    for key, cell in list(cells.items()):
        if cell.declared.point.get("size_bytes") != 8:
            del cells[key]
    assert fit_run(run, resamples=39).models == []


def test_what_is_left_out_is_listed(run: Run) -> None:
    scale_size(run, 8, -1.0)
    key = "echo reply=fresh size_bytes=16"
    visits = run.launches[0].cells[key].visits
    few: list[SamplesRecord] = [
        msgspec.structs.replace(visit, time_s=visit.time_s[:2]) for visit in visits
    ]
    run.launches[0].cells[key].visits[:] = few
    models = fit_run(run, resamples=39)
    model = model_of(models, ECHO, 0)
    assert [(out.size_bytes, out.reason.split(",")[0]) for out in model.left_out] == [
        (8, "its median is not above zero: the clock does not resolve it"),
        (16, "it has 4 samples in this regime"),
    ]
    assert model.accepted


def test_a_negative_startup_is_allowed_and_flagged_with_its_reason(run: Run) -> None:
    """Above 8 KiB the line is moved down by 2 us: a steeper path through the same sizes."""
    for cell in run.launches[0].cells.values():
        size = float(cell.declared.point.get("size_bytes", 0))
        if cell.declared.kernel == "echo" and size > 8192:
            truth = synthetic.truth_s("echo", "fast", size)
            moved = (size / 4e9 - 1.5e-6) / truth
            cell.visits[:] = [
                msgspec.structs.replace(v, time_s=[moved * t for t in v.time_s])
                for v in cell.visits
            ]
    model = model_of(fit_run(run, resamples=99), ECHO, 0)
    below, above = model.segments
    assert not below.negative_startup
    assert below.negative_startup_reason == ""
    assert above.negative_startup
    assert above.startup_s.value == pytest.approx(-1.5e-6, rel=0.1)
    assert above.startup_s.high < 0
    assert "faster than linearly" in above.negative_startup_reason


def test_predictions_follow_the_lines_and_go_on_beyond_them(models: Models) -> None:
    model = model_of(models, ECHO, 0)
    for size in (0, 100, 8192, 8195, 100_000, 2**24):
        assert predict_s(model, size) == pytest.approx(
            synthetic.truth_s("echo", "fast", size), rel=0.03
        )
    below = model.segments[0]
    between = below.startup_s.value + 8194 * below.per_byte_s.value
    assert predict_s(model, 8194) == pytest.approx(between)


def test_models_are_written_and_read_back(models: Models, tmp_path: Path) -> None:
    assert read_models(write_models(models, tmp_path).parent) == models


def test_the_same_run_and_seed_give_the_same_models(run: Run) -> None:
    assert fit_run(run, resamples=39) == fit_run(run, resamples=39)
    assert fit_run(run, resamples=39) != fit_run(run, resamples=39, seed=1)


def test_unreadable_models_are_one_clear_sentence(models: Models, tmp_path: Path) -> None:
    with pytest.raises(StrobeError, match=r"cannot read .*models\.json: No such file"):
        read_models(tmp_path)
    with pytest.raises(StrobeError, match=r"cannot write .*models\.json"):
        write_models(models, tmp_path / "nowhere")
    (tmp_path / "models.json").write_text("{")
    with pytest.raises(StrobeError, match="is not a file of models"):
        read_models(tmp_path)
    write_models(msgspec.structs.replace(models, schema=99), tmp_path)
    with pytest.raises(StrobeError, match="has schema 99"):
        read_models(tmp_path)
