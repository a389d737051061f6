# SPDX-License-Identifier: BSD-3-Clause
"""No sentence uses a figure that the gate refuses.

The strongest tests here change the times of all cells that are not accepted and make the page
again: whatever is then said differently was made of one of them.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
import synthetic
import synthetic_suite as machine
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_memory_page import CACHES

from strobe.consistency.verdicts import judge
from strobe.fit.accepted import STALE, accepted_estimate, accepted_models
from strobe.fit.fitting import fit_run
from strobe.fit.models import Estimate
from strobe.gate import cells as gate
from strobe.gate import limits
from strobe.gate.cells import accepted
from strobe.records.regimes import Regimes
from strobe.records.run import Cell, Run, load
from strobe.records.summary import summarise
from strobe.report.blas.ceilings import ceilings
from strobe.report.blas.libraries import part_of_ceiling
from strobe.report.comparison import page as comparison_page
from strobe.report.findings.finding import Finding
from strobe.report.findings.findings import findings
from strobe.report.glance.section import Glance
from strobe.report.run import page

replace = msgspec.structs.replace

SUITES = ("comet", "cmmd", "mpbench", "cachebench", "stream", "blasbench", "blacs")
MARK = "not converge"
# Parts of a page that show all that was measured, or that are about the doubt itself.
OF_ALL_THAT_WAS_MEASURED = {
    "kernels", "papers", "issues", "verdict", "machine", "reproduction", "sides"
}  # fmt: skip
REFUSED_CELLS = ("noisy", "few", "one", "nothing", "hung")


class Suites(dict[str, Run]):
    """A failing example is printed with all its arguments, and runs are megabytes."""

    def __repr__(self) -> str:
        return "suites"


@pytest.fixture(scope="module")
def suites(tmp_path_factory: pytest.TempPathFactory) -> Suites:
    """One quick run of each suite on eight ranks."""
    return Suites(
        (suite, load(machine.write_suite_run(tmp_path_factory.mktemp(suite), suite)))
        for suite in SUITES
    )


@pytest.fixture
def run(tmp_path: Path, no_drawings: None) -> Run:
    return load(synthetic.write_run(tmp_path, launches=1, seed=2, slow_regime=False))


def change_cells(run: Run, change: Any, *kernels: str) -> None:
    """Put `change(time_s)` in place of the times of all cells of some kernels."""
    for cell in run.launches[0].cells.values():
        if cell.declared.kernel in kernels:
            cell.visits = [with_times(v, change(np.array(v.time_s))) for v in cell.visits]


def with_times(visit: Any, times_s: list[float]) -> Any:
    """A visit with other times; its other lists are as long as these."""
    lists = ("local_mean_s", "local_minimum_s", "initiator_s", "core_hz")
    cut = {name: getattr(visit, name)[: len(times_s)] for name in lists}
    return replace(visit, time_s=times_s, **cut)


def wild(times: Any, seed: int = 0) -> list[float]:
    rng = np.random.default_rng(seed)
    return (times * np.exp(rng.normal(0, 1.5, times.size))).tolist()


# What is accepted of a cell.


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (wild, "too noisy to say: its interval is wider than ±10 %"),
        (lambda times: times[:1].tolist(), "samples in this regime, and an interval needs"),
        (lambda times: (0.0 * times).tolist(), "the clock does not resolve it"),
        (lambda times: (-times).tolist(), "the clock does not resolve it"),
    ],
)
def test_a_cell_is_accepted_only_with_enough_narrow_and_positive_samples(
    run: Run, change: Any, reason: str
) -> None:
    assert accepted(summarise(run)).cells["barrier"].headline is not None
    change_cells(run, change, "barrier")
    cell = accepted(summarise(run)).cells["barrier"]
    assert cell.headline is None
    assert cell.regimes == ()
    assert reason in cell.refusal
    (tile,) = [f for f in tiles(run) if f.label.startswith("Barrier")]
    assert tile.value == "too noisy to say"
    assert tile.notes == [cell.refusal.removeprefix("too noisy to say: ")]
    assert "easure again on a quiet machine, or with a larger --budget" in page_parts(run)["remedy"]


def test_one_sample_has_no_interval(run: Run) -> None:
    cell = run.launches[0].cells["barrier"]
    cell.visits = [with_times(cell.visits[0], cell.visits[0].time_s[:1])]
    (alone,) = summarise(run).cells["barrier"].regimes
    assert alone.n == 1
    assert math.isnan(alone.low_s)
    assert math.isnan(alone.high_s)
    assert alone.half_width == math.inf
    text = page_text(run)
    assert "±0.0 %" not in text
    assert accepted(summarise(run)).cells["barrier"].refusal.startswith("it has 1 sample")


def test_what_did_not_converge_but_is_narrow_is_said_with_a_mark(run: Run) -> None:
    cell = run.launches[0].cells["barrier"]
    assert cell.end
    cell.end = replace(cell.end, status="budget")
    (tile,) = [f for f in tiles(run) if f.label.startswith("Barrier")]
    assert tile.value == "221"
    assert tile.doubt.startswith("it did not converge")


def test_a_run_that_asks_for_a_wide_interval_is_judged_by_it(run: Run) -> None:
    change_cells(run, lambda times: wild(times, 3), "barrier")
    summary = summarise(run)
    half_width = summary.cells["barrier"].regimes[0].half_width
    assert half_width > limits.WIDEST_HALF_WIDTH
    wide = dataclasses.replace(summary, relative_error=1.1 * half_width)
    assert accepted(wide).cells["barrier"].headline is not None


def test_a_rate_above_the_multiply_adds_is_not_accepted(suites: Suites) -> None:
    summary = summarise(copy_of(suites["blasbench"]))
    key = next(
        key
        for key, cell in accepted(summary).cells.items()
        if cell.declared.kernel == "blas_gemm" and cell.headline
    )
    best = summary.cells[key].headline
    assert best is not None
    # Fifty times as fast, by seconds and by cycles.
    faster = dataclasses.replace(
        best,
        median_s=best.median_s / 50,
        low_s=best.low_s / 50,
        high_s=best.high_s / 50,
        cycles=(best.cycles or 0) / 50,
    )
    cells = dict(summary.cells)
    cells[key] = dataclasses.replace(cells[key], headline=faster, regimes=(faster,))
    judged = accepted(dataclasses.replace(summary, cells=cells))
    assert "exceeds that of the multiply-adds" in judged.cells[key].refusal
    for cell in judged.cells.values():
        part = part_of_ceiling(cell, ceilings(judged))
        assert part is None or part <= 1


def test_cycles_that_belong_to_another_clock_are_not_accepted(suites: Suites) -> None:
    run = copy_of(suites["cachebench"])
    key = next(k for k, c in run.launches[0].cells.items() if c.declared.kernel == "memory_latency")
    cell = run.launches[0].cells[key]
    cell.visits = [replace(v, core_hz=[3 * hz for hz in v.core_hz]) for v in cell.visits]
    assert "imply another clock frequency" in accepted(summarise(run)).cells[key].refusal


# What is possible.


def test_a_part_of_a_whole_is_at_most_all_of_it() -> None:
    assert limits.bounded_fraction(6.69, 6.20, 7.18) is None
    assert limits.bounded_fraction(6.20, 0.16, 54.19) is None
    assert limits.bounded_fraction(0.5, 0.1, 0.9) is None
    assert limits.bounded_fraction(0.6, 0.5, 0.7) == limits.Fraction(0.6, 0.5, 0.7)
    assert limits.bounded_fraction(1.02, 0.98, 1.06) == limits.Fraction(1.0, 0.98, 1.0)
    assert limits.bounded_fraction(-0.2, -0.3, -0.1) == limits.Fraction(-0.2, -0.3, -0.1)
    assert limits.bounded_fraction(-4.0, -4.1, -3.9) is None
    assert limits.bounded_fraction(math.nan, 0, 1) is None


def test_a_level_is_not_slower_than_one_further_out() -> None:
    assert limits.slower_than_outer_level([78e9, 103e9]) == [True, False]
    assert limits.slower_than_outer_level([100e9, None, 60e9, 61e9, 12e9]) == [False] * 5
    assert limits.slower_than_outer_level([]) == []


def test_a_slow_first_level_is_on_no_card_and_no_tile(run: Run) -> None:
    """The figures of the report of the issue: L1 78 GB/s beside 103 GB/s beyond it."""
    for cell in run.launches[0].cells.values():
        if cell.declared.kernel == "memory_read":
            size = float(cell.declared.point["working_set_bytes"])
            rate = 78e9 if size <= 32 * 1024 else 103e9 if size <= 2**20 else 12e9
            cell.visits = [
                replace(v, time_s=[size / rate * (1 + 1e-3 * i) for i in range(len(v.time_s))])
                for v in cell.visits
            ]
    shown = {tile.label: tile for tile in tiles(run, CACHES)}
    assert shown["Memory read: L1"].value == "too noisy to say"
    assert "slower than a level further out" in " ".join(shown["Memory read: L1"].notes)
    assert shown["Memory read: L2"].value == "102"


def test_estimates_are_said_within_a_factor_of_two() -> None:
    assert accepted_estimate(Estimate(3.0, 2.0, 3.9)) is not None
    assert accepted_estimate(Estimate(3.0, 1.0, 3.9)) is None
    assert accepted_estimate(Estimate(3.0, None, 3.9)) is None
    assert accepted_estimate(Estimate(-3.0, -4.0, -2.0)) is None
    assert accepted_estimate(None) is None


def test_an_overlap_of_more_than_all_is_too_noisy_to_say(suites: Suites) -> None:
    """The sentence of the issue: `hide 669 % [620 to 718 %] of their time`."""
    run = copy_of(suites["comet"])
    for cell in run.launches[0].cells.values():
        point = cell.declared.point
        of_both = point.get("method") == "synchronous" and point.get("vector_length")
        if cell.declared.kernel == "overlap" and of_both:
            cell.visits = [replace(v, time_s=[50 * t for t in v.time_s]) for v in cell.visits]
    (found,) = [one for one in said(run) if one.topic == "Overlap"]
    assert "%" not in found.sentence
    assert found.noisy
    assert "too noisy to say" in found.sentence


# Fits, comparisons, rules.


def test_fits_leave_out_refused_cells_and_older_files_are_refused(run: Run) -> None:
    before = fit_run(run, resamples=19)
    key = "echo reply=fresh size_bytes=1024"
    cell = run.launches[0].cells[key]
    cell.visits = [replace(v, time_s=wild(np.array(v.time_s))) for v in cell.visits]
    summary = summarise(run)
    (model,) = [m for m in fit_run(run, summary, resamples=19).models if m.kernel == "echo"]
    assert model.accepted
    assert [(one.size_bytes, one.reason) for one in model.left_out] == [
        (1024, "too noisy to say: its interval is wider than ±10 %")
    ]
    older = accepted_models(before, accepted(summary))
    assert [m.reason for m in older.models if m.kernel == "echo"] == [STALE]
    assert all(m.accepted for m in older.models if m.kernel != "echo")


def test_a_comparison_of_a_noisy_cell_has_no_verdict_and_no_typical_change(
    tmp_path: Path,
) -> None:
    runs = [load(synthetic.write_run(tmp_path / name, seed=seed, slow_regime=False))
            for name, seed in (("a", 1), ("b", 2))]  # fmt: skip
    change_cells(runs[1], lambda times: wild(4e4 * times), "barrier")
    parts = compared(*runs)
    (row,) = [row for row in parts["overview"].rows if row.cells[0] == "barrier"]
    assert list(row.cells[1:6]) == ["1", "0", "0", "0", "too noisy to say"]
    assert "in the second run too noisy to say" in row.cells[6]


def test_a_rule_of_an_mpi_is_not_judged_by_a_noisy_cell(tmp_path: Path) -> None:
    import test_consistency

    run = load(test_consistency.write(tmp_path, {("allreduce", 4096): 2.5}))
    kernels = {kernel.name: kernel for kernel in run.launches[0].header.kernels}
    assert any(found.is_violated for found in judge(summarise(run), kernels))
    change_cells(run, wild, "allreduce")
    judged = [f for f in judge(summarise(run), kernels) if f.left.startswith("allreduce")]
    assert judged
    assert not any(found.is_violated for found in judged)
    assert all("too noisy to say" in found.comparison.reason for found in judged)


# Everything that is said, of any run.


@pytest.fixture
def no_drawings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plots of all that was measured take most of a page's time and are not asked here."""
    monkeypatch.setattr(page, "kernel_section", NoSection)
    monkeypatch.setattr(page, "paper_figures", lambda *_: [])
    monkeypatch.setattr(comparison_page.section, "comparison_section", NoSection)
    monkeypatch.setattr("strobe.report.page.drawing._render", lambda _: "")


class NoSection:
    def __init__(self, *parts: Any) -> None:
        self.kernel = next(part for part in parts if hasattr(part, "family"))
        self.id, self.level, self.drawings = self.kernel.name, "", []


def copy_of(run: Run) -> Run:
    (launch,) = run.launches
    cells = {key: dataclasses.replace(cell) for key, cell in launch.cells.items()}
    return dataclasses.replace(run, launches=[dataclasses.replace(launch, cells=cells)])


def spoilt(run: Run, fates: dict[str, str], seed: int) -> Run:
    """The cells that have a fate, each with another absurd value for each seed."""
    rng = np.random.default_rng(seed)
    made = copy_of(run)
    cells = made.launches[0].cells
    made.launches[0].cells = {key: spoil(cells[key], fate, rng) for key, fate in fates.items()}
    return made


def spoil(cell: Cell, fate: str, rng: np.random.Generator) -> Cell:
    if fate == "well" or not cell.visits or cell.end is None:
        return cell
    scale = float(10.0 ** rng.uniform(-3, 3))
    visits, end = cell.visits, cell.end
    first = cell.first and replace(cell.first, time_s=[float(10.0 ** rng.uniform(-9, 1))] * 4)
    match fate:
        case "noisy":
            visits = [replace(v, time_s=[scale * t for t in wild_of(v.time_s, rng)],
                              core_hz=[float(hz * rng.uniform(0.1, 9)) for hz in v.core_hz])
                      for v in visits]  # fmt: skip
            end = replace(end, status=str(rng.choice(["budget", "satisfied", "unfinished"])))
        case "few":
            visits = [shortened(visits[0], 3, scale)]
        case "one":
            visits = [shortened(visits[0], 1, scale)]
        case "nothing":
            less = scale * float(rng.choice([0, -1]))
            visits = [replace(v, time_s=[less * t for t in v.time_s]) for v in visits]
        case "hung":
            visits = [replace(v, time_s=[scale * t for t in v.time_s]) for v in visits]
            end = replace(end, status="hung", reason="no operation ended within 5 s")
        case "rough":
            first, by = cell.first, float(rng.uniform(0.5, 2))
            visits = [replace(v, time_s=[by * t * float(rng.uniform(0.9, 1.1)) for t in v.time_s])
                      for v in visits]  # fmt: skip
            end = replace(end, status="budget")
    return dataclasses.replace(cell, visits=visits, end=end, first=first)


def wild_of(times: list[float], rng: np.random.Generator) -> list[float]:
    return [float(t * np.exp(rng.normal(0, 2))) for t in times]


def shortened(visit: Any, n: int, scale: float) -> Any:
    return replace(
        visit,
        **{
            name: [scale * value for value in getattr(visit, name)[:n]]
            for name in ("time_s", "initiator_s", "local_minimum_s", "local_mean_s")
        },
        core_hz=visit.core_hz[:n],
    )


def page_parts(run: Run, context: dict[str, Any] | None = None) -> dict[str, Any]:
    summary = summarise(run)
    return page._parts(run, summary, fit_run(run, summary, resamples=9), context or {})


def page_text(run: Run) -> str:
    return " ".join(texts(page_parts(run)))


def tiles(run: Run, context: dict[str, Any] | None = None) -> Any:
    return page_parts(run, context)["figures"]


def said(run: Run) -> list[Finding]:
    summary = summarise(run)
    return findings(run, summary, fit_run(run, summary, resamples=9), {})


def compared(*runs: Run) -> dict[str, Any]:
    regimes = Regimes.of(*runs)
    sides = [comparison_page._side(*one, regimes, {}) for one in zip("AB", runs, strict=True)]
    return comparison_page._parts(*sides)


def statements(parts: dict[str, Any]) -> set[str]:
    """All that a page says about accepted cells: a text for each tile, finding and table."""
    found = set()
    for name, part in parts.items():
        if name in OF_ALL_THAT_WAS_MEASURED:
            continue
        if isinstance(part, Glance):
            part = part.figures  # what is odd repeats the issues
        for one in part if isinstance(part, list) else [part]:
            if isinstance(one, Finding) and one.noisy:
                continue  # whether there would have been one may depend on anything
            found.add(f"{name}: {' | '.join(texts(one))}")
    return found


def texts(value: Any) -> Iterator[str]:
    if dataclasses.is_dataclass(value):
        value = vars(value)
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple | set):
        for one in value:
            yield from texts(one)
    elif value is not None:
        yield str(value)


def differences(one: dict[str, Any], other: dict[str, Any]) -> set[str]:
    """What is said in one of the pages and not in the other."""
    return statements(one) ^ statements(other)


def about(text: str) -> tuple[str, ...]:
    """The part of the page, its topic or title, and the kernel that it leads to."""
    words = text.split(" | ")
    return (words[0], *(word for word in words if word.startswith("kernel-")))


def unmarked(said_differently: set[str]) -> set[str]:
    """The texts with a number that say neither that it did not converge nor that it is unknown."""
    marks = (MARK, limits.TOO_NOISY)
    return {
        text
        for text in said_differently
        if re.search(r"\d", text) and not any(mark in text for mark in marks)
    }


def drawn_fates(run: Run, fates: tuple[str, ...], seed: int) -> dict[str, str]:
    """A fate for each cell of a part of a run: mostly well, mostly spoilt, or anything between."""
    rng = np.random.default_rng(seed)
    kept, spoilt_part = rng.choice([1.0, 0.5, 0.15]), rng.choice([0.02, 0.3, 0.8, 1.0])
    return {
        key: str(rng.choice(fates)) if rng.random() < spoilt_part else "well"
        for key in run.launches[0].cells
        if rng.random() < kept
    } or dict.fromkeys(run.launches[0].cells, "well")


def refused(run: Run) -> set[str]:
    return {key for key, cell in accepted(summarise(run)).cells.items() if cell.headline is None}


def examples(number: int) -> settings:
    """A page of a hundred cells takes half a second, twice."""
    return settings(
        max_examples=number,
        deadline=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )


@examples(8)
@given(suite=st.sampled_from(SUITES), seed=st.integers(0, 2**20), caches=st.booleans())
@pytest.mark.usefixtures("no_drawings")
def test_nothing_that_is_said_comes_from_a_cell_that_is_not_accepted(
    suites: Suites, suite: str, seed: int, caches: bool
) -> None:
    fates = drawn_fates(suites[suite], REFUSED_CELLS, seed)
    one, other = (spoilt(suites[suite], fates, own) for own in (seed, seed + 1))
    if refused(one) != refused(other):
        return
    context = CACHES if caches else {}
    assert differences(page_parts(one, context), page_parts(other, context)) == set()


@examples(6)
@given(suite=st.sampled_from(SUITES), seed=st.integers(0, 2**20))
@pytest.mark.usefixtures("no_drawings")
def test_what_comes_from_a_cell_that_did_not_converge_is_marked(
    suites: Suites, suite: str, seed: int
) -> None:
    fates = drawn_fates(suites[suite], ("rough",), seed)
    one, other = (spoilt(suites[suite], fates, own) for own in (seed, seed + 1))
    if refused(one) != refused(other):
        return
    pages = page_parts(one), page_parts(other)
    # Which of several kernels is asked may depend on anything, and is no figure.
    in_both = set.intersection(*({about(text) for text in statements(page)} for page in pages))
    said_differently = unmarked(differences(*pages))
    assert {text for text in said_differently if about(text) in in_both} == set()


@examples(4)
@given(suite=st.sampled_from(("mpbench", "cachebench")), seed=st.integers(0, 2**20))
@pytest.mark.usefixtures("no_drawings")
def test_no_verdict_comes_from_a_cell_that_is_not_accepted(
    suites: Suites, suite: str, seed: int
) -> None:
    fates = drawn_fates(suites[suite], REFUSED_CELLS, seed)
    one, other = (spoilt(suites[suite], fates, own) for own in (seed, seed + 1))
    if refused(one) != refused(other):
        return
    base = suites[suite]
    assert differences(compared(base, one), compared(base, other)) == set()


@pytest.mark.parametrize("suite", ["mpbench", "cachebench", "blasbench"])
@pytest.mark.usefixtures("no_drawings")
def test_without_the_gate_these_tests_would_fail(
    suites: Suites, suite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check of the check: once all is accepted and nothing marked, spoilt cells show."""
    keys = [*suites[suite].launches[0].cells]
    fates = {key: "noisy" if index % 2 else "well" for index, key in enumerate(keys)}
    one, other = (spoilt(suites[suite], fates, own) for own in (1, 2))
    monkeypatch.setattr(gate, "refusal", lambda *_: "")
    assert differences(page_parts(one), page_parts(other))
    monkeypatch.setattr(gate, "NOT_CONVERGED", {})
    assert unmarked(differences(page_parts(one), page_parts(other)))


def test_a_whole_page_is_made_of_the_worst_run(
    suites: Suites, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plots and tables, too, of cells without an interval, below zero, hung, and of no cell."""
    drawn: list[str] = []
    monkeypatch.setattr(
        "strobe.report.page.drawing._render", lambda one: drawn.append(str(one)) or ""
    )
    for suite in ("comet", "cachebench"):
        keys = [*suites[suite].launches[0].cells]
        fates = {key: REFUSED_CELLS[index % 5] for index, key in enumerate(keys)}
        page_parts(spoilt(suites[suite], fates, 5))
    assert drawn
    assert not [one for one in drawn if re.search(r"\b(nan|inf)\b", one)]
