# SPDX-License-Identifier: BSD-3-Clause
"""The checks of a run's quality: each one reports an issue exactly when it should."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import synthetic

from strobe.base import units
from strobe.fit.fitting import fit_run
from strobe.fit.models import Models
from strobe.records.run import Run, load
from strobe.records.summary import Summary, summarise
from strobe.report.quality.checks import quality_issues
from strobe.report.quality.issue import MOST_SERIOUS_FIRST, Issue
from strobe.report.quality.verdict import tally, verdict

replace = msgspec.structs.replace


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """A quiet run of one speed, whose one failed and one unsatisfied cell are left out."""
    run = load(synthetic.write_run(tmp_path, launches=1, seed=2, slow_regime=False))
    for key in (synthetic.FAILED_CELL, synthetic.BUDGET_CELL):
        del run.launches[0].cells[key]
    run.launches[0].plan = None
    return run


def found(run: Run, context: dict[str, Any] | None = None) -> list[Issue]:
    return quality_issues(run, summarise(run), None, context)


def said(run: Run, words: str, context: dict[str, Any] | None = None) -> list[Issue]:
    return [issue for issue in found(run, context) if words in issue.sentence]


def change_header(run: Run, **changes: Any) -> None:
    run.launches[0].header = replace(run.launches[0].header, **changes)


def change_samples(run: Run, kernel: str, change: Callable[..., dict[str, Any]]) -> None:
    for cell in run.launches[0].cells.values():
        if cell.declared.kernel == kernel:
            cell.visits = [replace(visit, **change(visit)) for visit in cell.visits]


def test_a_quiet_run_has_nothing_serious(run: Run) -> None:
    assert {issue.severity for issue in found(run)} == {"note"}
    assert said(run, "The run has one launch")
    judged = verdict(run, summarise(run), found(run))
    assert judged.level == "good"
    assert judged.headline == "These results are valid."


def test_failed_hung_and_unsatisfied_cells(tmp_path: Path) -> None:
    run = load(synthetic.write_run(tmp_path, seed=2))
    echo = next(cell for cell in run.launches[0].cells.values() if cell.declared.kernel == "echo")
    assert echo.end
    echo.end = replace(echo.end, status="hung", reason="no operation ended within 5 s")
    (failed,) = said(run, "failed")
    assert (failed.severity, failed.kernel, failed.cells) == (
        "serious",
        "exchange",
        (synthetic.FAILED_CELL,),
    )
    assert "byte 17 is 0x00 and should be 0x2a" in failed.sentence
    assert "developers of the MPI" in failed.remedy
    (hung,) = said(run, "hung: no operation ended within 5 s")
    assert hung.severity == "serious"
    (budget,) = said(run, "did not converge")
    assert budget.cells == (synthetic.BUDGET_CELL,)
    judged = verdict(run, summarise(run), found(run))
    assert judged.level == "bad"
    assert judged.sentences == [failed.sentence, hung.sentence]
    tally = {entry.label: entry.value for entry in judged.tally}
    assert (tally["failed"], tally["hung"], tally["did not converge"]) == ("1", "1", "1")


def test_the_verdict_says_how_many_more_reasons_there_are(run: Run) -> None:
    """A page said "with 6 reservations" above three sentences."""
    cautions = [
        Issue("caution", None, f"Reservation {number}.", "Measure again.") for number in range(6)
    ]
    judged = verdict(run, summarise(run), cautions)
    assert judged.headline == "These results are valid, with 6 reservations."
    assert (len(judged.sentences), judged.more) == (3, 3)
    assert verdict(run, summarise(run), cautions[:3]).more == 0


def test_the_same_reason_is_told_once_for_all_cells(run: Run) -> None:
    for cell in run.launches[0].cells.values():
        if cell.declared.kernel in ("echo", "gemm"):
            assert cell.end
            cell.end = replace(cell.end, status="budget")
    (issue,) = said(run, "did not converge")
    assert issue.sentence.startswith("36 cells (33 of echo, 3 of gemm) did not converge")
    assert len(issue.cells) == 36
    assert issue.kernel is None


def test_a_run_that_was_mostly_imprecise_is_not_to_be_accepted(run: Run) -> None:
    for cell in run.launches[0].cells.values():
        assert cell.end
        cell.end = replace(cell.end, status="budget")
    (issue,) = said(run, "did not converge")
    assert issue.severity == "serious"
    assert verdict(run, summarise(run), found(run)).level == "bad"


def test_the_heaviest_comes_first(tmp_path: Path) -> None:
    run = load(synthetic.write_run(tmp_path, seed=2))
    order = [MOST_SERIOUS_FIRST.index(issue.severity) for issue in found(run)]
    assert order == sorted(order)
    assert set(order) == {0, 1, 2}


def test_regimes_and_disturbed_visits(tmp_path: Path) -> None:
    run = load(synthetic.write_run(tmp_path, seed=2))
    (speeds,) = said(run, "had 2 regimes")
    assert "45.0 ns and 200 ns" in speeds.sentence
    (disturbed,) = said(run, "The regime changed during 1 visit")
    assert disturbed.cells == (synthetic.DISTURBED_CELL,)


def test_the_number_of_regimes_is_that_of_the_listed_ones(tmp_path: Path) -> None:
    """Three exchange times, each with idle and with busy SMT siblings: six kinds."""
    run = load(synthetic.write_run(tmp_path, seed=2))
    launch = run.launches[0]
    first = launch.regimes[0]
    for number, exchange_s in enumerate((45e-9, 200e-9, 900e-9)):
        for shared in (False, True):
            index = 2 * number + shared
            changed = {"regime": index, "exchange_s": exchange_s * (1 + 0.1 * shared)}
            launch.regimes[index] = replace(first, **changed, shared=shared)
    summary = summarise(run)
    assert len(summary.regimes.exchange_s) == 6
    (told,) = said(run, "had 3 regimes")
    assert "took 45.0 ns, 200 ns and 900 ns." in told.sentence
    shown = {one.label: one.value for one in tally(run, summary)}
    assert shown["regimes"] == "3"


def test_a_busy_smt_sibling(run: Run) -> None:
    assert not said(run, "SMT sibling was busy")
    launch = run.launches[0]
    launch.regimes[1] = replace(launch.regimes[0], regime=1, shared=True)
    change_samples(run, "barrier", lambda _: {"regime": 1})
    (told,) = said(run, "SMT sibling was busy")
    assert told.severity == "note"
    assert told.sentence.startswith(f"In {units.percent(_share(run, 'barrier'))} of the visits")
    assert "Headlines use" in told.sentence


def _share(run: Run, kernel: str) -> float:
    """The part of the visits at a known speed that is the kernel's."""
    known = {
        key: sum(visit.regime is not None and visit.regime >= 0 for visit in cell.visits)
        for key, cell in run.launches[0].cells.items()
    }
    return sum(n for key, n in known.items() if key.split()[0] == kernel) / sum(known.values())


def test_a_headline_from_another_speed(tmp_path: Path) -> None:
    run = load(synthetic.write_run(tmp_path, seed=2))
    cell = run.launches[0].cells["echo reply=fresh size_bytes=128"]
    cell.visits = [visit for visit in cell.visits if visit.regime == 1]
    (issue,) = said(run, "is from another regime")
    assert issue.cells == ("echo reply=fresh size_bytes=128",)


def test_few_samples(run: Run) -> None:
    change_samples(run, "gemm", lambda visit: {"time_s": visit.time_s[:7]})
    (issue,) = said(run, "had fewer than 30 samples")
    assert issue.kernel == "gemm"
    assert "the smallest number was 14" in issue.sentence


def test_times_below_the_clock(run: Run) -> None:
    change_samples(run, "barrier", lambda visit: {"time_s": [-1e-9] * len(visit.time_s)})
    (issue,) = said(run, "zero or less")
    assert (issue.severity, issue.cells) == ("serious", ("barrier",))


def test_late_starts(run: Run) -> None:
    assert not said(run, "began late")
    change_samples(run, "barrier", lambda visit: {"late": [0, 1, 2]})
    (issue,) = said(run, "started late in up to 19 %")
    assert issue.kernel == "barrier"


def test_drift_and_dependence(run: Run) -> None:
    assert not said(run, "drifted")
    rising = iter(range(1000))
    change_samples(
        run, "barrier", lambda visit: {"time_s": [1e-6 + 1e-8 * next(rising) for _ in visit.time_s]}
    )
    (drifted,) = said(run, "drifted")
    assert (drifted.severity, drifted.kernel) == ("caution", "barrier")
    assert any("barrier" in issue.cells for issue in said(run, "are autocorrelated"))


def test_launches_that_disagree(tmp_path: Path) -> None:
    run = load(synthetic.write_run(tmp_path, launches=2, seed=2, slow_regime=False))
    assert not said(run, "The run has one launch")
    assert not said(run, "medians of the launches differ")
    cell = run.launches[1].cells["barrier"]
    cell.visits = [replace(v, time_s=[1.5 * t for t in v.time_s]) for v in cell.visits]
    (issue,) = said(run, "medians of the launches differ")
    assert issue.cells == ("barrier",)


def test_context_switches(run: Run) -> None:
    change_samples(run, "gemm", lambda visit: {"switches": 1})
    assert not said(run, "descheduled rank 0")
    change_samples(run, "echo", lambda visit: {"switches": 1})
    (issue,) = said(run, "descheduled rank 0")
    assert "gemm n=64" in issue.cells


def test_a_run_that_was_killed(run: Run) -> None:
    launch = run.launches[0]
    launch.end = None
    launch.cells["barrier"].end = None
    run.truncated_lines = 1
    (cut,) = said(run, "Launch 0 was interrupted")
    assert cut.severity == "caution"
    assert said(run, "1 line of the record was incomplete")
    (unfinished,) = said(run, "had not finished")
    assert unfinished.cells == ("barrier",)


def test_more_ranks_than_processors(run: Run) -> None:
    change_header(run, oversubscribed=True)
    (issue,) = said(run, "oversubscribed")
    assert issue.severity == "serious"


def test_ranks_on_one_processor_and_ranks_that_may_move(run: Run) -> None:
    processes = run.launches[0].header.processes
    change_header(run, processes=[replace(p, affinity=[1]) for p in processes])
    assert said(run, "Ranks 0, 1 were bound to the same core")
    change_header(run, processes=[replace(p, affinity=[0, 1]) for p in processes])
    (issue,) = said(run, "2 ranks could migrate among up to 2 logical processors")
    assert issue.severity == "caution"


def test_load_before_and_beside(run: Run) -> None:
    assert not said(run, "load", {"load_before": [0.1, 0.1, 0.1]})
    assert said(run, "its load average was 1.20", {"load_before": [1.2, 0.1, 0.1]})
    launch = run.launches[0]
    assert launch.end
    launch.end = replace(launch.end, load=[4.5, 2.0, 1.0])
    (issue,) = said(run, "The load average was 4.5")
    assert issue.severity == "caution"


def test_clocks_that_disagree(run: Run) -> None:
    assert not said(run, "clocks agree")
    change_header(run, clock=replace(run.launches[0].header.clock, offset_error_s=50e-9))
    assert said(run, "clocks agree within 50.0 ns")


def test_arithmetic_that_changes_its_speed(run: Run) -> None:
    def slower(visit: Any) -> dict[str, Any]:
        return {"sentinel": replace(visit.sentinel, work_before_s=1.5e-6, work_after_s=1.5e-6)}

    assert not said(run, "sentinel's fixed work")
    change_samples(run, "echo", slower)
    (issue,) = said(run, "5th to 95th percentile 1.00 \N{EN DASH} 1.50 µs")
    assert issue.severity == "caution"


def test_a_skipped_cell_is_told_with_what_would_work_and_is_no_trouble(run: Run) -> None:
    reason = "it needs 4 ranks; start 4 or more"
    cell = run.launches[0].cells["barrier"]
    cell.visits, cell.end = [], msgspec.structs.replace(cell.end, status="skipped", reason=reason)
    (issue,) = said(run, "skipped: it needs 4 ranks; start 4 or more.")
    assert (issue.severity, issue.kernel) == ("note", "barrier")
    summary = summarise(run)
    assert summary.cells["barrier"].headline is None
    judged = verdict(run, summary, found(run))
    assert judged.level == "good"
    tally = {entry.label: entry for entry in judged.tally}
    assert tally["skipped"].value == "1"
    assert tally["cells converged"].level == "good"


def test_what_the_context_knows(run: Run) -> None:
    context = {"machine": {"virtualised": "KVM", "governor": "powersave"}, "commit": "abc-dirty"}
    for words in ("virtual machine", "governor is powersave", "differ from its commit"):
        assert len(said(run, words, context)) == 1
        assert not said(run, words, {"machine": {}, "commit": None})


def test_refused_fits_and_negative_startups(run: Run) -> None:
    summary = summarise(run)
    models = fit_run(run, summary, resamples=19)
    assert not _about_fits(run, summary, models)
    refused = replace(models.models[0], accepted=False, reason="it is no line", misfit_max=0.4)
    segment = replace(
        models.models[1].segments[0],
        negative_startup=True,
        negative_startup_reason="its interval includes zero",
    )
    negative = replace(models.models[1], segments=[segment])
    few = replace(refused, misfit_max=None)
    beliefs_ = _about_fits(run, summary, replace(models, models=[refused, few, negative]))
    assert [(b.severity, b.kernel) for b in beliefs_] == [
        ("caution", "echo"),
        ("note", "echo"),
        ("note", "exchange"),
    ]
    assert beliefs_[0].sentence.startswith("1 fit of echo was refused: the largest misfit")
    assert "40 %" in beliefs_[0].sentence
    assert "too few sizes" in beliefs_[1].sentence
    assert "time: its interval includes zero" in beliefs_[2].sentence


def _about_fits(run: Run, summary: Summary, models: Models) -> list[Issue]:
    without = quality_issues(run, summary, None)
    return [issue for issue in quality_issues(run, summary, models) if issue not in without]
