# SPDX-License-Identifier: BSD-3-Clause
"""Messages under load: contention on links, overlap with computation, traffic while writing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from strobe.base import units
from strobe.fit.models import Models
from strobe.gate.cells import Accepted
from strobe.gate.limits import Fraction, bounded_fraction, is_narrow
from strobe.records.run import Run
from strobe.report.findings.finding import (
    Finding,
    interval_text,
    median_ratio,
    ratio,
    ratio_text,
    too_noisy,
)
from strobe.report.page import naming
from strobe.report.paper.declared import Selection
from strobe.report.paper.overlap import overlaps
from strobe.report.paper.selection import TRAFFIC, choose
from strobe.statistics.interval import median_interval

CONTENTION, OVERLAP, STARTED, FILES = "contention", "overlap", "nonblocking", "file_write"
NO_LOAD = "no load"


def contention(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """The echo under load over the echo without load."""
    wanted = Selection(paper="", number="", caption="", kernels=[CONTENTION])
    chosen = choose(summary, wanted, ["load_bytes"])
    free = {one.x: one.cell for one in chosen if one.curve == NO_LOAD}
    for curve in dict.fromkeys(one.curve for one in chosen if one.curve != NO_LOAD):
        ratios = {
            one.x: over
            for one in chosen
            if one.curve == curve and one.x in free and (over := ratio(one.cell, free[one.x]))
        }
        found = median_ratio(ratios.values(), summary.confidence)
        if found is None:
            continue
        if found.low <= 1 and not is_narrow(found.low, found.high):
            what = f"Effect of a {curve} on the echo"
            yield too_noisy("Contention", what, naming.anchor(CONTENTION))
            continue
        worst = max(ratios, key=lambda x: ratios[x].value)
        basis = f"median over {units.plural(len(ratios), 'size')}"
        if found.low > 1:
            most = ratio_text(ratios[worst])
            sentence = (
                f"A {curve} slows the echo to {interval_text(found)} its unloaded time; the "
                f"largest ratio is {most}, at {units.size(worst)}."
            )
        else:
            sentence = f"A {curve} has no measurable effect on the echo: {interval_text(found)}."
        yield Finding("Contention", sentence, basis, naming.anchor(CONTENTION))


def overlap(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """How efficiently an exchange overlaps with a DAXPY."""
    measured = overlaps(summary)
    if not measured:
        return
    fractions = [(one, own) for one in measured if (own := one.accepted) is not None]
    anchor = naming.anchor(OVERLAP)
    if not fractions:
        yield too_noisy("Overlap", "Overlap of an exchange with a computation", anchor)
        return
    gains = [(one, own) for one, own in fractions if own.low > 0]
    counts = (
        f"Overlap gains in {len(gains)} of "
        f"{units.plural(len(measured), 'combination')} of message size and vector length"
    )
    if len(fractions) < len(measured):
        counts += f"; {len(measured) - len(fractions)} are too noisy to say"
    if not gains:
        sentence = f"No exchange overlaps measurably with a computation. {counts}."
    else:
        place, best = max(gains, key=lambda pair: pair[1].low)
        middle = _middle([own for _, own in fractions], summary.confidence)
        half = (
            f"The median overlap of an exchange with a computation is {_percents(middle)} efficient"
            if middle is not None and middle.low > 0
            else "Some exchanges overlap in part with a computation"
        )
        sentence = (
            f"{half}. {counts}. The largest efficiency is {_percents(best)}, at "
            f"{units.size(place.size_bytes)} and {units.count(int(place.vector_length))} elements."
        )
    yield Finding(
        "Overlap", sentence, "time saved over the shorter one of exchange and computation", anchor
    )


def _middle(fractions: list[Fraction], confidence: float) -> Fraction | None:
    """The median fraction; with too few for order statistics, its interval spans all intervals."""
    found = median_interval([one.value for one in fractions], confidence)
    low, high = found.low, found.high
    if found.whole_range:
        low, high = min(one.low for one in fractions), max(one.high for one in fractions)
    return bounded_fraction(found.median, low, high)


def _percents(found: Fraction) -> str:
    return (
        f"{units.percent(found.value)} [{units.percent(found.low)} to {units.percent(found.high)}]"
    )


def started_collectives(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """How much of a nonblocking collective overlaps with work of the same length.

    With work between start and wait, a collective of time t takes t with full overlap and 2 t with
    none.
    """
    wanted = Selection(paper="", number="", caption="", kernels=[STARTED])
    for operation in ("broadcast", "allreduce", "alltoall"):
        here = msgspec.structs.replace(wanted, where={"operation": operation})
        chosen = choose(summary, here, ["mode"])
        alone = {one.x: one.cell for one in chosen if one.curve == "nonblocking"}
        ratios = {
            one.x: over
            for one in chosen
            if one.curve == "overlapped"
            and one.x in alone
            and (over := ratio(one.cell, alone[one.x]))
        }
        if not ratios:
            continue
        overlapped = {
            x: own
            for x, over in ratios.items()
            if (own := bounded_fraction(2 - over.value, 2 - over.high, 2 - over.low)) is not None
        }
        if not overlapped:
            yield too_noisy(
                "Nonblocking collectives",
                f"Overlap of a nonblocking {operation} with work",
                naming.anchor(STARTED),
            )
            continue
        best = max(overlapped, key=lambda x: overlapped[x].value)
        amount = f"{_percents(overlapped[best])} of its time at {units.size(best)}"
        if overlapped[best].low > 0:
            effect = f"overlaps {amount} with work"
        else:
            effect = f"shows no measurable overlap with work: {amount}"
        yield Finding(
            "Nonblocking collectives",
            f"A nonblocking {operation} {effect}.",
            f"best of {units.plural(len(overlapped), 'size')}, with work as long as the collective",
            naming.anchor(STARTED),
        )


def files(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """Writing a file during message traffic, over writing it without traffic."""
    for mode in ("collective", "independent"):
        wanted = Selection(paper="", number="", caption="", kernels=[FILES], where={"mode": mode})
        chosen = choose(summary, wanted, ["traffic"])
        alone = {one.x: one.cell for one in chosen if one.curve == TRAFFIC["none"]}
        ratios = {
            one.x: over
            for one in chosen
            if one.curve == TRAFFIC["exchange"]
            and one.x in alone
            and (over := ratio(one.cell, alone[one.x]))
        }
        if not ratios:
            continue
        worst = max(ratios, key=lambda x: ratios[x].value)
        if not ratios[worst].slower and not is_narrow(ratios[worst].low, ratios[worst].high):
            what = f"Effect of message traffic on writing a file ({mode})"
            yield too_noisy("Files", what, naming.anchor(FILES))
            continue
        amount = f"{ratio_text(ratios[worst])} at {units.size(worst)} per process"
        if ratios[worst].slower:
            sentence = f"Message traffic slows the writing of a file ({mode}): {amount}."
        else:
            sentence = (
                f"Message traffic has no measurable effect on writing a file ({mode}): {amount}."
            )
        yield Finding(
            "Files",
            sentence,
            f"largest ratio over {units.plural(len(ratios), 'size')}",
            naming.anchor(FILES),
        )
