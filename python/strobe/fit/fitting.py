# SPDX-License-Identifier: BSD-3-Clause
"""From the samples of a run to its models: one fit for each series of message sizes and regime."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import msgspec
import numpy as np
from numpy.typing import NDArray

from strobe.fit import models
from strobe.fit.piecewise import RESAMPLES, Bounds, Piece, Piecewise, fit_points
from strobe.fit.segmentation import MIN_POINTS, can_hold_a_segment
from strobe.fit.size_classes import is_multiple, word_of
from strobe.gate.cells import refusal
from strobe.records.lines import Value
from strobe.records.run import Run
from strobe.records.summary import CellSummary, RegimeSummary, Summary, summarise

Floats = NDArray[np.float64]

SIZE_AXIS = "size_bytes"
MISFIT_LIMIT = 0.25
"""Largest relative residual of a fit that is accepted: beyond a quarter of a time, a prediction is
wrong by more than what a change of protocol is worth."""


@dataclass(frozen=True)
class Series:
    """One kernel with its other axes held."""

    kernel: str
    fixed: dict[str, Value]
    cells: list[CellSummary]
    """In ascending order of size."""
    size_class: models.SizeClass = "all"
    word_bytes: int | None = None
    """Of a class of sizes: the word whose multiples, or whose other sizes, it has."""


def fit_run(
    run: Run,
    summary: Summary | None = None,
    *,
    resamples: int = RESAMPLES,
    misfit_limit: float = MISFIT_LIMIT,
    seed: int = 0,
) -> models.Models:
    """Fit every series of message sizes of a run in every regime, never across regimes.

    Where multiples of a word and other sizes follow lines of their own, each class is fitted alone.
    Kernels whose axis is not size_bytes have no start-up and no bandwidth, and are not fitted.
    Give `summary` where it was made before. The same run and seed give the same models.
    """
    summary = summarise(run) if summary is None else summary
    found = []
    for index, series in enumerate(series_of(run, summary)):
        regimes = {r.regime for cell in series.cells for r in cell.regimes}
        for regime in sorted(regimes, key=lambda r: (r is None, r)):
            for number, one in enumerate(_classes(series, regime, summary)):
                key = [seed, index, 0 if regime is None else regime + 1, *([number] * (number > 0))]
                rng = np.random.default_rng(key)
                found.append(_fit_series(one, regime, summary, resamples, misfit_limit, rng))
    return models.Models(
        schema=models.SCHEMA,
        confidence=summary.confidence,
        resamples=resamples,
        seed=seed,
        min_points=MIN_POINTS,
        misfit_limit=misfit_limit,
        models=found,
    )


def series_of(run: Run, summary: Summary) -> list[Series]:
    """The series of message sizes of a run, in the order of its catalogue and its cells.

    A cell that was left out for want of ranks is none of them.
    """
    kernels = [name for name, kernel in run.kernels.items() if kernel.axis == SIZE_AXIS]
    grouped: dict[tuple[str, tuple[tuple[str, Value], ...]], list[CellSummary]] = {}
    for cell in summary.cells.values():
        point = cell.declared.point
        fixed = tuple(sorted((axis, point[axis]) for axis in point if axis != SIZE_AXIS))
        if cell.declared.kernel in kernels and cell.status != "skipped":
            grouped.setdefault((cell.declared.kernel, fixed), []).append(cell)
    return [
        Series(kernel, dict(fixed), sorted(cells, key=size_bytes))
        for (kernel, fixed), cells in sorted(
            grouped.items(), key=lambda item: kernels.index(item[0][0])
        )
        # Fewer sizes were never asked for as a curve: they belong to another axis.
        if len(cells) >= MIN_POINTS
    ]


def size_bytes(cell: CellSummary) -> float:
    """The message size of a cell of a series."""
    return float(cell.declared.point[SIZE_AXIS])


def _classes(series: Series, regime: int | None, summary: Summary) -> list[Series]:
    """The series, or two of them where its sizes are two classes in this regime."""
    used = [
        (size_bytes(cell), found.median_s)
        for cell in series.cells
        if (found := cell.in_regime(regime)) is not None and not refusal(cell, found, summary)
    ]
    word = word_of(np.array([size for size, _ in used]), np.array([time_s for _, time_s in used]))
    if word is None:
        return [series]
    wholes = is_multiple(np.array([size_bytes(cell) for cell in series.cells]), word)
    multiples, others = (
        [cell for cell, whole in zip(series.cells, wholes, strict=True) if whole == wanted]
        for wanted in (True, False)
    )
    return [
        replace(series, cells=multiples, size_class="multiples", word_bytes=word),
        replace(series, cells=others, size_class="others", word_bytes=word),
    ]


def _fit_series(
    series: Series,
    regime: int | None,
    summary: Summary,
    resamples: int,
    misfit_limit: float,
    rng: np.random.Generator,
) -> models.Model:
    used: list[tuple[float, RegimeSummary]] = []
    left_out = []
    for cell in series.cells:
        found = cell.in_regime(regime)
        reason = refusal(cell, found, summary)
        if reason:
            left_out.append(models.LeftOut(size_bytes(cell), reason))
        elif found is not None:
            used.append((size_bytes(cell), found))
    sizes = np.array([size for size, _ in used])
    model = models.Model(
        kernel=series.kernel,
        fixed=series.fixed,
        regime=regime,
        exchange_s=None if regime is None else summary.regimes.exchange_s[regime],
        sizes_bytes=sizes.tolist(),
        left_out=left_out,
        accepted=False,
        reason=f"sizes measured in this regime: {sizes.size}; a line with its interval needs "
        f"{MIN_POINTS}, the largest at least twice the smallest",
        size_class=series.size_class,
        word_bytes=series.word_bytes,
    )
    if not can_hold_a_segment(sizes):
        return model
    fit = fit_points(
        sizes,
        np.array([found.median_s for _, found in used]),
        [found.samples_s for _, found in used],
        confidence=summary.confidence,
        resamples=resamples,
        rng=rng,
    )
    return _with_fit(model, sizes, fit, misfit_limit)


def _with_fit(model: models.Model, sizes: Floats, fit: Piecewise, limit: float) -> models.Model:
    worst = int(np.argmax(fit.misfit))
    misfit, misfit_size = float(fit.misfit[worst]), float(sizes[worst])
    model = msgspec.structs.replace(model, misfit_max=misfit, misfit_size_bytes=misfit_size)
    if misfit > limit:
        reason = (
            f"at {misfit_size:.0f} bytes the best lines miss the time by {100 * misfit:.0f} %, "
            f"more than the limit of {100 * limit:g} %"
        )
        return msgspec.structs.replace(model, reason=reason)
    return msgspec.structs.replace(
        model,
        accepted=True,
        reason="",
        segments=[_segment(sizes, piece) for piece in fit.pieces],
        breakpoints=[models.Breakpoint(b.size_bytes, b.low, b.high) for b in fit.breaks],
        peak_bandwidth_bytes_per_s=_estimate(fit.peak_bandwidth),
        half_bandwidth_size_bytes=_estimate(fit.half_bandwidth_size),
        ninety_bandwidth_size_bytes=_estimate(fit.ninety_bandwidth_size),
    )


def _segment(sizes: Floats, piece: Piece) -> models.Segment:
    startup, per_byte = piece.startup_s, piece.per_byte_s
    return models.Segment(
        from_bytes=float(sizes[piece.first]),
        to_bytes=float(sizes[piece.end - 1]),
        points=piece.end - piece.first,
        startup_s=models.Interval(startup.value, startup.low, startup.high),
        per_byte_s=models.Interval(per_byte.value, per_byte.low, per_byte.high),
        bandwidth_bytes_per_s=models.Estimate(
            _inverse(per_byte.value), _inverse(per_byte.high), _inverse(per_byte.low)
        ),
        negative_startup=startup.value < 0,
        negative_startup_reason=_why_negative(startup),
    )


def _why_negative(startup: Bounds) -> str:
    """The two reasons of the CM-5 study, section 4."""
    if startup.value >= 0:
        return ""
    if startup.high >= 0:
        return "its interval includes zero"
    return "time grows faster than linearly with size"


def _inverse(per_byte_s: float) -> float | None:
    """A time per byte that is not positive bounds no bandwidth."""
    return 1 / per_byte_s if per_byte_s > 0 else None


def _estimate(bounds: Bounds) -> models.Estimate:
    value, low, high = (
        x if math.isfinite(x) else None for x in (bounds.value, bounds.low, bounds.high)
    )
    return models.Estimate(value, low, high)
