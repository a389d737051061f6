# SPDX-License-Identifier: BSD-3-Clause
"""Costs of buffers: alignment, offsets within a page, odd sizes, first use, reuse for the reply."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

from strobe.base import units
from strobe.fit.accepted import accepted_estimate
from strobe.fit.models import Estimate, Model, Models
from strobe.gate.cells import Accepted
from strobe.gate.limits import WIDEST_FACTOR, is_narrow
from strobe.records.run import Run
from strobe.records.summary import CellSummary
from strobe.report.findings.finding import (
    Finding,
    Ratio,
    interval_text,
    median_ratio,
    ratio,
    ratio_text,
    too_noisy,
)
from strobe.report.page import naming
from strobe.report.page.estimate import estimate
from strobe.report.paper.declared import Selection
from strobe.report.paper.selection import choose
from strobe.statistics.interval import FEWEST_FOR_RANKS, median_interval

WORD_BYTES = 4
NEAR = 1.6
"""Two multiples of a word within this factor are neighbours of an odd size between them."""
SMALLEST_ODD = 8
PAIRS = ("echo", "exchange", "swap")
MESSAGES = (*PAIRS, "bandwidth", "broadcast", "scatter", "gather", "alltoall")


def alignment(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """Buffers that begin inside a word, over the buffer that begins at a cache line."""
    for kernel in PAIRS:
        for curve, ratios in _over_none(summary, kernel, "offset_bytes"):
            inside = {x: found for x, found in ratios.items() if x % WORD_BYTES}
            if not inside:
                continue
            offsets = units.plural(len(inside), "offset")
            basis = f"{offsets} inside a word against a start at a cache line"
            sentence = _cost_sentence(
                f"A buffer that begins inside a word {{}} the {kernel} of {curve}", offsets, inside
            )
            if sentence:
                yield Finding("Alignment", sentence, basis, naming.anchor(kernel))
            else:
                what = f"Effect of a start inside a word on the {kernel} of {curve}"
                yield too_noisy("Alignment", what, naming.anchor(kernel))


def stagger(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """Two buffers at different offsets in their pages, over two buffers at the same offset."""
    for curve, ratios in _over_none(summary, "echo", "stagger_bytes"):
        if not ratios:
            continue
        offsets = units.plural(len(ratios), "offset")
        sentence = _cost_sentence(
            f"A receive buffer at a larger page offset than the send buffer {{}} the echo of "
            f"{curve}",
            offsets,
            ratios,
        )
        if sentence:
            basis = f"{offsets} between the two buffers against equal page offsets"
            yield Finding("Page offsets", sentence, basis, naming.anchor("echo"))
        else:
            what = f"Effect of the buffers' page offsets on the echo of {curve}"
            yield too_noisy("Page offsets", what, naming.anchor("echo"))


def _over_none(
    summary: Accepted, kernel: str, axis: str
) -> Iterator[tuple[str, dict[float, Ratio]]]:
    """For each size, the cells at nonzero values of `axis` over the cell at 0."""
    chosen = choose(summary, _selection(kernel, axis), ["size_bytes"])
    for curve in dict.fromkeys(one.curve for one in chosen):
        own = [one for one in chosen if one.curve == curve]
        base = next((one.cell for one in own if one.x == 0), None)
        if base is not None:
            others = (one for one in own if one.x != 0)
            yield curve, {one.x: found for one in others if (found := ratio(one.cell, base))}


def _cost_sentence(what: str, of: str, ratios: dict[float, Ratio]) -> str:
    """Whether it slows, where most, and by how much; empty where the intervals are too wide."""
    costly = [x for x, found in ratios.items() if found.slower]
    worst = max(ratios, key=lambda x: ratios[x].value)
    if costly:
        return (
            f"{what.format('slows')} at {len(costly)} of {of}; the largest ratio is "
            f"{ratio_text(ratios[worst])}, at {units.size(int(worst))}."
        )
    most = max(found.high for found in ratios.values())
    if most > WIDEST_FACTOR:
        return ""
    return f"{what.format('has no measurable effect on')}: at most {units.times(most)}."


def broken_words(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """Sizes that are not a multiple of a word: their own fit against that of the multiples, where
    the fits separate them; else each against the line between neighbouring multiples."""
    for kernel in MESSAGES:
        apart = _classes(models, kernel, summary.reference)
        if apart is not None:
            yield from _of_classes(kernel, *apart)
            continue
        chosen = choose(summary, _selection(kernel, "size_bytes"), [])
        medians = {
            one.x: one.cell
            for one in chosen
            if one.cell.headline and one.cell.headline.regime == summary.reference
        }
        ratios = _broken_over_whole(medians)
        if len(ratios) < FEWEST_FOR_RANKS:
            continue
        found = median_interval(ratios, summary.confidence)
        if not is_narrow(found.low, found.high):
            continue
        many = units.plural(len(ratios), "such size")
        basis = f"{many}, each against the line between the neighbouring multiples"
        if found.low > 1:
            effect = f"slows the {kernel}: {interval_text(found)}"
        elif found.high < 1:
            effect = f"speeds up the {kernel}: {interval_text(found)}"
        else:
            effect = f"has no measurable effect on the {kernel}: {interval_text(found)}"
        yield Finding(
            "Odd sizes",
            f"A size that is not a multiple of {WORD_BYTES} bytes {effect}.",
            basis,
            naming.anchor(kernel),
        )


def _classes(models: Models, kernel: str, regime: int | None) -> tuple[Model, Model] | None:
    """The models of the multiples and of the other sizes, of the first curve that has both."""
    for model in models.models:
        others = models.others_of(model)
        if (model.kernel, model.regime) != (kernel, regime) or others is None:
            continue
        if model.accepted and others.accepted:
            return model, others
    return None


def _of_classes(kernel: str, multiples: Model, others: Model) -> Iterator[Finding]:
    """Start-up times of the smallest sizes, bandwidths of the largest, and the ratio of the latter;
    nothing where an interval is too wide."""
    rates = [one.segments[-1].bandwidth_bytes_per_s for one in (multiples, others)]
    startups = [one.segments[0].startup_s for one in (multiples, others)]
    if not all(map(accepted_estimate, rates)):
        return
    shown = [estimate(rate, units.BANDWIDTH) for rate in rates]
    sentence = (
        f"In the {kernel}, multiples of {multiples.word_bytes} bytes have a bandwidth of "
        f"{shown[0]}, other sizes {shown[1]}{_bandwidth_ratio(*rates)}. Their start-up times are "
        f"{estimate(startups[0], units.TIME)} and {estimate(startups[1], units.TIME)}."
    )
    counts = [len(one.sizes_bytes) for one in (multiples, others)]
    basis = (
        f"separate fits to {units.plural(counts[0], 'multiple')} and "
        f"{units.plural(counts[1], 'other size')}, which the BIC prefers to one fit"
    )
    yield Finding("Odd sizes", sentence, basis, naming.anchor(kernel))


def _bandwidth_ratio(multiples: Estimate, others: Estimate) -> str:
    """The ratio of the two bandwidths in words; empty where the data do not bound it."""
    bounds = (multiples.value, multiples.low, multiples.high, others.value, others.low, others.high)
    value, low, high, other, other_low, other_high = (bound or 0.0 for bound in bounds)
    if min(value, low, high, other, other_low, other_high) <= 0:
        return ""
    found = Ratio(value / other, low / other_high, high / other_low)
    if not is_narrow(found.low, found.high):
        return ""
    if found.slower:
        return f" (ratio {ratio_text(found)})"
    if found.faster:
        return f" (ratio {ratio_text(found)})"
    return ", which agree within their intervals"


def _broken_over_whole(cells: dict[float, CellSummary]) -> list[float]:
    whole = sorted(x for x in cells if x % WORD_BYTES == 0)
    ratios = []
    for x, cell in cells.items():
        if x % WORD_BYTES == 0 or x < SMALLEST_ODD:
            continue
        place = bisect_left(whole, x)
        if not 0 < place < len(whole) or whole[place] > NEAR * whole[place - 1]:
            near = [w for w in whole if max(w, x) <= 1.02 * min(w, x)]
            around = [min(near, key=lambda w: abs(w - x))] * 2 if near else []
        else:
            around = [whole[place - 1], whole[place]]
        if not around:
            continue
        low, high = (_median_s(cells[w]) for w in around)
        part = (x - around[0]) / (around[1] - around[0]) if around[1] > around[0] else 0.0
        between = low + part * (high - low)
        if between > 0:
            ratios.append(_median_s(cell) / between)
    return ratios


def _median_s(cell: CellSummary) -> float:
    return cell.headline.median_s if cell.headline else 0.0


def first_use(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """The time of the first iteration over that of the steady ones."""
    cells = [
        cell
        for cell in summary.cells.values()
        if cell.first_ratios
        and cell.headline
        and run.kernels[cell.declared.kernel].family in ("point_to_point", "collective", "matrix")
    ]
    if len(cells) < FEWEST_FOR_RANKS:
        return
    found = median_interval([cell.first_ratios[0] for cell in cells], summary.confidence)
    if found.low <= 1:
        return
    if not is_narrow(found.low, found.high):
        yield too_noisy("First iteration", "Time of the first iteration", "first")
        return
    seconds = [cell.first_ratios[1] for cell in cells if len(cell.first_ratios) > 1]
    second = median_interval(seconds or [1.0], summary.confidence)
    # The longest one is a single sample without an interval, so it is not stated.
    also = (
        f", the second {interval_text(second)}"
        if len(seconds) >= FEWEST_FOR_RANKS and is_narrow(second.low, second.high)
        else ""
    )
    yield Finding(
        "First iteration",
        f"The first iteration takes {interval_text(found)} the steady time{also}.",
        f"median over {units.plural(len(cells), 'cell')}, each iteration timed alone",
        "first",
    )


def reply(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """An echo that returns the received buffer, over one that replies from a fresh buffer."""
    chosen = choose(summary, _selection("echo", "size_bytes"), ["reply"])
    fresh = {one.x: one.cell for one in chosen if one.curve == "fresh"}
    ratios = [
        over
        for one in chosen
        if one.curve == "returned" and one.x in fresh and (over := ratio(one.cell, fresh[one.x]))
    ]
    found = median_ratio(ratios, summary.confidence)
    if found is None or len(ratios) < FEWEST_FOR_RANKS:
        return
    sure = found.low > 1 or found.high < 1
    if not sure and not is_narrow(found.low, found.high):
        what = "Effect of the reply buffer on the echo"
        yield too_noisy("Reply buffer", what, naming.anchor("echo"))
        return
    if sure:
        sentence = (
            "An echo that returns the received buffer takes "
            f"{interval_text(found)} the time of one from a fresh buffer."
        )
    else:
        sentence = (
            "Returning the received buffer instead of a fresh one has no measurable effect on the "
            f"echo: {interval_text(found)}."
        )
    yield Finding(
        "Reply buffer",
        sentence,
        f"median over {units.plural(len(ratios), 'size')}",
        naming.anchor("echo"),
    )


def _selection(kernel: str, x: str) -> Selection:
    return Selection(paper="", number="", caption="", kernels=[kernel], x=x)
