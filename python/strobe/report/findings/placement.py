# SPDX-License-Identifier: BSD-3-Clause
"""What the places and the size of buffers cost: starts, broken words, first uses."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

from strobe.base import units
from strobe.fit.believed import told
from strobe.fit.models import Estimate, Model, Models
from strobe.gate.cells import Believed
from strobe.gate.limits import is_narrow
from strobe.records.run import Run
from strobe.records.summary import CellSummary
from strobe.report.findings.finding import (
    VAGUE,
    Finding,
    Ratio,
    of_several,
    ratio,
    ratio_span,
    span,
    too_noisy,
)
from strobe.report.page import naming
from strobe.report.page.estimate import estimate
from strobe.report.paper.declared import Selection
from strobe.report.paper.selection import choose
from strobe.statistics.interval import FEWEST_FOR_RANKS, median_interval

WORD_BYTES = 4
NEAR = 1.6
"""Two whole sizes this far apart at most speak for a broken one between them."""
SMALLEST_ODD = 8
PAIRS = ("echo", "exchange", "swap")
MESSAGES = (*PAIRS, "bandwidth", "broadcast", "scatter", "gather", "alltoall")


def alignment(
    run: Run, summary: Believed, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """Buffers that do not begin at a word, over the one that begins at a cache line."""
    for kernel in PAIRS:
        for curve, ratios in _over_none(summary, kernel, "offset_bytes"):
            inside = {x: found for x, found in ratios.items() if x % WORD_BYTES}
            if not inside:
                continue
            ground = f"{units.plural(len(inside), 'start')} inside a word against one at a line"
            sentence = _costs(
                f"A buffer that begins inside a word {{}} the {kernel} of {curve}",
                units.plural(len(inside), "start"),
                inside,
            )
            if sentence:
                yield Finding("Alignment", sentence, ground, naming.anchor(kernel))
            else:
                what = f"What starts inside a word do to the {kernel} of {curve}"
                yield too_noisy("Alignment", what, naming.anchor(kernel))


def stagger(
    run: Run, summary: Believed, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """Two buffers that begin at different places of their pages, over two that begin at one."""
    for curve, ratios in _over_none(summary, "echo", "stagger_bytes"):
        if not ratios:
            continue
        distances = units.plural(len(ratios), "distance")
        sentence = _costs(
            "A receive buffer that begins further in its page than the send buffer {} the echo "
            f"of {curve}",
            distances,
            ratios,
        )
        if sentence:
            ground = f"{distances} between their places in a page against none"
            yield Finding("Two buffers", sentence, ground, naming.anchor("echo"))
        else:
            what = f"What the places of two buffers do to the echo of {curve}"
            yield too_noisy("Two buffers", what, naming.anchor("echo"))


def _over_none(
    summary: Believed, kernel: str, axis: str
) -> Iterator[tuple[str, dict[float, Ratio]]]:
    """Per size, the other values of an axis that counts bytes over the cell where it is 0."""
    chosen = choose(summary, _selection(kernel, axis), ["size_bytes"])
    for curve in dict.fromkeys(one.curve for one in chosen):
        own = [one for one in chosen if one.curve == curve]
        base = next((one.cell for one in own if one.x == 0), None)
        if base is not None:
            others = (one for one in own if one.x != 0)
            yield curve, {one.x: found for one in others if (found := ratio(one.cell, base))}


def _costs(what: str, of: str, ratios: dict[float, Ratio]) -> str:
    """Whether it slows, where most and by how much; empty where the intervals do not bear it."""
    costly = [x for x, found in ratios.items() if found.slower]
    worst = max(ratios, key=lambda x: ratios[x].value)
    if costly:
        return (
            f"{what.format('slows')} at {len(costly)} of {of}; at {int(worst)} bytes by "
            f"{ratio_span(ratios[worst])}."
        )
    most = max(found.high for found in ratios.values())
    if most > VAGUE:
        return ""
    return f"{what.format('does not slow')} by what could be told: {units.times(most)} at most."


def broken_words(
    run: Run, summary: Believed, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """Sizes that are no multiple of a word: their own line beside that of the multiples, where the
    fits separate them; else against the line between their whole neighbours."""
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
        if found.high > VAGUE * found.low:
            continue
        many = units.plural(len(ratios), "broken size")
        ground = f"{many}, each against the line between its whole neighbours"
        if found.low > 1:
            said = f"slows the {kernel}: {span(found)}"
        elif found.high < 1:
            said = f"makes the {kernel} faster: {span(found)}"
        else:
            said = f"makes no difference to the {kernel} that could be told: {span(found)}"
        yield Finding(
            "Odd sizes",
            f"A size that is no multiple of {WORD_BYTES} bytes {said}.",
            ground,
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
    """Start-ups of the smallest sizes, bandwidths of the largest, and what the latter are apart;
    nothing where the interval of one of them is too wide to say."""
    rates = [one.segments[-1].bandwidth_bytes_per_s for one in (multiples, others)]
    startups = [one.segments[0].startup_s for one in (multiples, others)]
    if not all(map(told, rates)):
        return
    shown = [estimate(rate, units.BANDWIDTH) for rate in rates]
    sentence = (
        f"In the {kernel}, sizes that are no multiple of {multiples.word_bytes} bytes have a "
        f"bandwidth of {shown[1]}, multiples {shown[0]}{_times_apart(*rates)}; their start-ups are "
        f"{estimate(startups[1], units.TIME)} and {estimate(startups[0], units.TIME)}."
    )
    counts = [len(one.sizes_bytes) for one in (others, multiples)]
    ground = (
        f"{units.plural(counts[0], 'such size')} and {units.plural(counts[1], 'multiple')}, which "
        "lines of their own fit better than lines through both (Bayesian information criterion)"
    )
    yield Finding("Odd sizes", sentence, ground, naming.anchor(kernel))


def _times_apart(multiples: Estimate, others: Estimate) -> str:
    """How many times the larger bandwidth is the smaller; empty where the data do not bound it."""
    bounds = (multiples.value, multiples.low, multiples.high, others.value, others.low, others.high)
    value, low, high, other, other_low, other_high = (bound or 0.0 for bound in bounds)
    if min(value, low, high, other, other_low, other_high) <= 0:
        return ""
    found = Ratio(value / other, low / other_high, high / other_low)
    if not is_narrow(found.low, found.high):
        return ""
    if found.slower:
        return f", {ratio_span(found)} as much"
    if found.faster:
        inverse = Ratio(1 / found.value, 1 / found.high, 1 / found.low)
        return f", which is {ratio_span(inverse)} less"
    return ", which is the same within its uncertainty"


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
    run: Run, summary: Believed, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """What the first operation costs over the steady ones."""
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
        yield too_noisy("First operation", "How much longer the first operation takes", "first")
        return
    seconds = [cell.first_ratios[1] for cell in cells if len(cell.first_ratios) > 1]
    second = median_interval(seconds or [1.0], summary.confidence)
    # The longest of them is one sample, which has no interval, and is not told.
    also = (
        f", the second {span(second)}"
        if len(seconds) >= FEWEST_FOR_RANKS and is_narrow(second.low, second.high)
        else ""
    )
    yield Finding(
        "First operation",
        f"The first operation takes {span(found)} the steady time{also}.",
        f"the median over {units.plural(len(cells), 'cell')}, each timed alone",
        "first",
    )


def reply(
    run: Run, summary: Believed, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """An echo that returns the buffer that came, over one from a fresh buffer."""
    chosen = choose(summary, _selection("echo", "size_bytes"), ["reply"])
    fresh = {one.x: one.cell for one in chosen if one.curve == "fresh"}
    ratios = [
        over
        for one in chosen
        if one.curve == "returned" and one.x in fresh and (over := ratio(one.cell, fresh[one.x]))
    ]
    found = of_several(ratios, summary.confidence)
    if found is None or len(ratios) < FEWEST_FOR_RANKS:
        return
    sure = found.low > 1 or found.high < 1
    if not sure and found.high > VAGUE * found.low:
        what = "What the buffer of the answer does to an echo"
        yield too_noisy("Both echoes", what, naming.anchor("echo"))
        return
    word = "takes" if sure else "cannot be told from one"
    rest = f"{span(found)} the time of one" if sure else ""
    yield Finding(
        "Both echoes",
        f"An echo that returns the buffer which came {' '.join(filter(None, [word, rest]))} from a "
        f"fresh buffer{'' if sure else f': {span(found)}'}.",
        f"the median over {units.plural(len(ratios), 'size')}",
        naming.anchor("echo"),
    )


def _selection(kernel: str, x: str) -> Selection:
    return Selection(paper="", number="", caption="", kernels=[kernel], x=x)
