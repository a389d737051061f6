# SPDX-License-Identifier: BSD-3-Clause
"""A run cell by cell: medians with intervals per regime, over all launches.

Nothing is dropped: samples of a late start stay and are counted; visits that a change of regime cut
in two are kept separately and counted; a failed cell keeps its samples and loses its headline.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from strobe.records import lines
from strobe.records.regimes import DISTURBED, Regimes
from strobe.records.run import Cell, Launch, Run
from strobe.statistics.autocorrelation import effective_samples, lag1_autocorrelation
from strobe.statistics.interval import median_interval
from strobe.statistics.median import median

Times = NDArray[np.float64]
Status = lines.Status | Literal["unfinished"]

# Where launches of a run differ, the run is as good as its worst launch.
WORST_FIRST: tuple[Status, ...] = ("failed", "hung", "unfinished", "budget", "skipped", "satisfied")


@dataclass(frozen=True)
class RankTimes:
    """Mean time of an operation by the local clocks, as older tools print it.

    Each sample, or visit, counts as one run of such a tool; the means are over all operations.
    """

    operations: int
    mean_s: float
    """Of all ranks that are timed."""
    minimum_s: float | None
    """Of the rank with the shortest time; None where a record does not have it."""
    maximum_s: float | None
    """Of the rank with the longest time."""


@dataclass(frozen=True)
class RegimeSummary:
    """One cell in one regime; all times in seconds per operation."""

    regime: int | None
    """Index into `Summary.regimes`; None where there was no sentinel."""
    n: int
    effective_n: float
    visits: int
    late: int
    """Samples that a rank began late."""
    median_s: float
    """Of the samples of one launch; the median of the launch medians where there are several."""
    low_s: float
    high_s: float
    whole_range: bool
    """Too few values for an interval by ranks: low and high are their minimum and maximum, and not
    a number where there is one value, which has no interval."""
    half_width: float
    """Half of the interval's width as a part of the median; infinite where there is none."""
    min_s: float
    p5_s: float
    p25_s: float
    p75_s: float
    p95_s: float
    p99_s: float
    max_s: float
    launch_medians_s: tuple[float, ...]
    visit_medians_s: tuple[float, ...]
    local_mean_s: float | None
    """Median over samples of the mean of the ranks' local times; collectives only."""
    local_minimum_s: float | None
    """The same of the shortest of the ranks' local times."""
    initiator_s: float | None
    """The same of the local time of the rank that initiates."""
    cycles: float | None
    """Median of the core's cycles for an operation; kernels of the core only."""
    cycles_half_width: float
    """Half of the width of its interval as a part of it; infinite where it is not known."""
    after_barriers_s: float | None
    """Median over visits of what the Intel MPI Benchmarks print for a collective."""
    loop: RankTimes | None
    """With one interval around a loop of operations; None without operations."""
    single: RankTimes | None
    """With an interval around each operation, which starts after a barrier; collectives only."""
    samples_s: Times
    """All samples, in the order of their taking."""


@dataclass(frozen=True)
class CellSummary:
    """One cell over all launches."""

    declared: lines.CellRecord
    status: Status
    reason: str
    regimes: tuple[RegimeSummary, ...]
    """Fastest first; only regimes in which the cell was visited."""
    headline: RegimeSummary | None
    """The reference regime where it has enough samples, so that it stays comparable."""
    headline_flag: str
    """Why the headline is uncertain, or why there is none; empty otherwise."""
    first_s: tuple[tuple[float, ...], ...]
    """The first operations of each launch, each timed alone."""
    first_ratios: tuple[float, ...]
    """Each first operation over the median of its launch and regime; medians over launches."""
    disturbed_visits: int
    disturbed_samples: int
    retaken: int
    """Samples into which an interrupt or another clock came, and that were taken again."""
    failed_verifications: int
    refusal: str = ""
    """Why the gate (`strobe.gate`) refuses the cell; empty where it does not, or was not asked."""
    buffered_sends: int | None = None
    """How many sends returned before their receiver received anything: the median over visits."""

    def in_regime(self, regime: int | None) -> RegimeSummary | None:
        """The summary in one regime, if the cell was visited there."""
        return next((r for r in self.regimes if r.regime == regime), None)


@dataclass(frozen=True)
class Summary:
    """All cells of a run, by key, in the order of their declaration."""

    regimes: Regimes
    reference: int | None
    """The regime whose figures are wanted (`Regimes.reference`); None without a sentinel."""
    confidence: float
    launches: int
    cells: dict[str, CellSummary]
    relative_error: float = 0.025
    """The half-width that the run was asked to reach."""


def summarise(run: Run, regimes: Regimes | None = None) -> Summary:
    """Summarise `run`; give `Regimes.of(a, b)` for two runs whose regimes should match."""
    regimes = Regimes.of(run) if regimes is None else regimes
    keys = dict.fromkeys(key for launch in run.launches for key in launch.cells)
    options = run.launches[0].header.options
    reference = regimes.reference(run)
    cells = {key: _summarise_cell(run, key, regimes, reference, options) for key in keys}
    return Summary(
        regimes, reference, options.confidence, len(run.launches), cells, options.relative_error
    )


def _summarise_cell(
    run: Run, key: str, regimes: Regimes, reference: int | None, options: lines.Options
) -> CellSummary:
    parts = [(launch, launch.cells[key]) for launch in run.launches if key in launch.cells]
    visited = {
        regimes.index(launch, visit.regime)
        for launch, cell in parts
        for visit in cell.visits
        if visit.regime != DISTURBED and visit.time_s
    }
    ordered = sorted(visited, key=lambda regime: (regime is None, regime))
    by_regime = tuple(
        _summarise_regime(
            regime,
            [_visits_in(launch, cell, regime, regimes) for launch, cell in parts],
            options.confidence,
        )
        for regime in ordered
    )
    status, reason = _status(cell for _, cell in parts)
    headline, flag = _headline(by_regime, reference, options.samples_min)
    if status in ("failed", "skipped"):
        headline, flag = None, reason
    disturbed = [v for _, cell in parts for v in cell.visits if v.regime == DISTURBED]
    return CellSummary(
        declared=parts[0][1].declared,
        status=status,
        reason=reason,
        regimes=by_regime,
        headline=headline,
        headline_flag=flag,
        first_s=tuple(tuple(cell.first.time_s) for _, cell in parts if cell.first),
        first_ratios=_first_ratios(parts, regimes),
        disturbed_visits=len(disturbed),
        disturbed_samples=sum(len(visit.time_s) for visit in disturbed),
        retaken=sum(len(visit.disturbed_s) for _, cell in parts for visit in cell.visits),
        failed_verifications=sum(not v.passed for _, cell in parts for v in cell.verifications),
        buffered_sends=_buffered_sends(visit for _, cell in parts for visit in cell.visits),
    )


def _visits_in(
    launch: Launch, cell: Cell, regime: int | None, regimes: Regimes
) -> list[lines.SamplesRecord]:
    return [
        visit
        for visit in cell.visits
        if visit.time_s
        and visit.regime != DISTURBED
        and regimes.index(launch, visit.regime) == regime
    ]


def _median(series: Iterable[list[float]]) -> float | None:
    """Of all values of the series together; None where there is none."""
    values = [value for one in series for value in one]
    return median(values) if values else None


def _summarise_regime(
    regime: int | None, by_launch: list[list[lines.SamplesRecord]], confidence: float
) -> RegimeSummary:
    visits = [visit for launch in by_launch for visit in launch]
    series = [_samples(launch) for launch in by_launch if launch]
    samples = np.concatenate(series)
    effective = sum(effective_samples(s.size, lag1_autocorrelation(s)) for s in series)
    launch_medians = tuple(median(s) for s in series)
    # Launches differ by more than samples within one do, so they are the replicates where there
    # are several (Hunold and Carpen-Amarie, "Reproducible MPI benchmarking is still not as easy
    # as you think", 2016).
    if len(series) > 1:
        interval = median_interval(launch_medians, confidence)
    else:
        interval = median_interval(samples, confidence, effective)
    has_interval = samples.size > 1
    p5, p25, p75, p95, p99 = np.quantile(samples, (0.05, 0.25, 0.75, 0.95, 0.99)).tolist()
    after_barriers = [v.after_barriers_s for v in visits if v.after_barriers_s is not None]
    cycles = [np.multiply(v.time_s, v.core_hz) for v in visits if v.core_hz]
    in_cycles = median_interval(np.concatenate(cycles), confidence) if cycles else None
    return RegimeSummary(
        regime=regime,
        n=samples.size,
        effective_n=effective,
        visits=len(visits),
        late=sum(len(visit.late) for visit in visits),
        median_s=interval.median,
        low_s=interval.low if has_interval else math.nan,
        high_s=interval.high if has_interval else math.nan,
        whole_range=interval.whole_range,
        half_width=interval.relative_half_width if has_interval else math.inf,
        min_s=float(samples.min()),
        p5_s=p5,
        p25_s=p25,
        p75_s=p75,
        p95_s=p95,
        p99_s=p99,
        max_s=float(samples.max()),
        launch_medians_s=launch_medians,
        visit_medians_s=tuple(median(visit.time_s) for visit in visits),
        local_mean_s=_median(visit.local_mean_s for visit in visits),
        local_minimum_s=_median(visit.local_minimum_s for visit in visits),
        initiator_s=_median(visit.initiator_s for visit in visits),
        cycles=in_cycles.median if in_cycles else None,
        cycles_half_width=in_cycles.relative_half_width if in_cycles else math.inf,
        after_barriers_s=median(after_barriers) if after_barriers else None,
        loop=_loop(visits),
        single=_single(visits),
        samples_s=samples,
    )


def _buffered_sends(visits: Iterable[lines.SamplesRecord]) -> int | None:
    counts = [v.buffered_sends for v in visits if v.buffered_sends is not None]
    return round(median(counts)) if counts else None


def _loop(visits: list[lines.SamplesRecord]) -> RankTimes | None:
    """The times that each rank measured, or the initiator's where only that one is timed."""
    operations = np.array([visit.repetitions for visit in visits for _ in visit.time_s])
    if not operations.sum():
        return None

    def mean(values: list[float]) -> float | None:
        return (
            float(np.average(values, weights=operations))
            if len(values) == len(operations)
            else None
        )

    times = [time_s for visit in visits for time_s in visit.time_s]
    mean_s = mean([time_s for visit in visits for time_s in visit.local_mean_s])
    own_s = mean(times)
    assert own_s is not None
    total = int(operations.sum())
    if mean_s is None:
        return RankTimes(total, own_s, own_s, own_s)
    return RankTimes(
        total,
        mean_s,
        mean([time_s for visit in visits for time_s in visit.local_minimum_s]),
        mean([time_s for visit in visits for time_s in visit.local_maximum_s]),
    )


def _single(visits: list[lines.SamplesRecord]) -> RankTimes | None:
    timed = [visit for visit in visits if visit.after_barriers_s is not None]
    if not timed:
        return None
    # Records of older versions do not have the number of operations: each visit counts once.
    known = all(visit.after_barriers_operations is not None for visit in timed)
    operations = [visit.after_barriers_operations or 1 if known else 1 for visit in timed]

    def mean(values: list[float | None]) -> float | None:
        found = [value for value in values if value is not None]
        return float(np.average(found, weights=operations)) if len(found) == len(timed) else None

    mean_s = mean([visit.after_barriers_s for visit in timed])
    assert mean_s is not None
    return RankTimes(
        sum(operations) if known else 0,
        mean_s,
        mean([visit.after_barriers_minimum_s for visit in timed]),
        mean([visit.after_barriers_maximum_s for visit in timed]),
    )


def _samples(visits: list[lines.SamplesRecord]) -> Times:
    return np.array([time_s for visit in visits for time_s in visit.time_s])


def _status(cells: Iterable[Cell]) -> tuple[Status, str]:
    ends: list[tuple[Status, str]] = [
        (cell.end.status, cell.end.reason)
        if cell.end
        else ("unfinished", "the launch ended before this cell")
        for cell in cells
    ]
    return min(ends, key=lambda end: WORST_FIRST.index(end[0]))


def _headline(
    regimes: tuple[RegimeSummary, ...], reference: int | None, samples_min: int
) -> tuple[RegimeSummary | None, str]:
    if not regimes:
        return None, "no sample was taken in a steady regime"
    wanted = next((r for r in regimes if r.regime in (reference, None)), None)
    if wanted and wanted.n >= samples_min:
        return wanted, ""
    most = max(regimes, key=lambda r: r.n)
    if most.n >= samples_min:
        return most, "measured in another regime than the other cells"
    return most, f"only {most.n} samples in one regime, of at least {samples_min} wanted"


def _first_ratios(parts: list[tuple[Launch, Cell]], regimes: Regimes) -> tuple[float, ...]:
    ratios = []
    for launch, cell in parts:
        steady = [visit for visit in cell.visits if visit.regime != DISTURBED and visit.time_s]
        if not (cell.first and steady):
            continue
        regime = regimes.index(launch, steady[0].regime)
        median_s = median(_samples(_visits_in(launch, cell, regime, regimes)))
        if median_s > 0:
            ratios.append([time_s / median_s for time_s in cell.first.time_s])
    # Launches that were killed early may have recorded fewer; what all have is compared.
    return tuple(median(same) for same in zip(*ratios, strict=False))
