# SPDX-License-Identifier: BSD-3-Clause
"""What others do to a message: loads on the links, and a computation behind which it hides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from strobe.base import units
from strobe.fit.models import Models
from strobe.gate.cells import Believed
from strobe.gate.limits import Part, part
from strobe.records.run import Run
from strobe.report.findings.finding import (
    VAGUE,
    Finding,
    of_several,
    ratio,
    ratio_span,
    span,
    too_noisy,
)
from strobe.report.page import naming
from strobe.report.paper.declared import Selection
from strobe.report.paper.overlap import hidden_parts
from strobe.report.paper.selection import TRAFFIC, choose
from strobe.statistics.interval import median_interval

CONTENTION, OVERLAP, STARTED, FILES = "contention", "overlap", "nonblocking", "file_write"
NO_LOAD = "no load"


def contention(
    run: Run, summary: Believed, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """The echo beside a load over the echo without one."""
    wanted = Selection(paper="", number="", caption="", kernels=[CONTENTION])
    chosen = choose(summary, wanted, ["load_bytes"])
    free = {one.x: one.cell for one in chosen if one.curve == NO_LOAD}
    for curve in dict.fromkeys(one.curve for one in chosen if one.curve != NO_LOAD):
        ratios = {
            one.x: over
            for one in chosen
            if one.curve == curve and one.x in free and (over := ratio(one.cell, free[one.x]))
        }
        found = of_several(ratios.values(), summary.confidence)
        if found is None:
            continue
        if found.low <= 1 and found.high > VAGUE * found.low:
            yield too_noisy(
                "Contention", f"What a {curve} does to an echo", naming.anchor(CONTENTION)
            )
            continue
        worst = max(ratios, key=lambda x: ratios[x].value)
        ground = f"the median over {units.plural(len(ratios), 'size')}"
        if found.low > 1:
            most = ratio_span(ratios[worst])
            sentence = (
                f"Beside a {curve}, an echo takes {span(found)} its time alone; at "
                f"{units.size(worst)} {most}."
            )
        else:
            sentence = f"Beside a {curve}, an echo is not slowed beyond doubt: {span(found)}."
        yield Finding("Contention", sentence, ground, naming.anchor(CONTENTION))


def overlap(
    run: Run, summary: Believed, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """How much of an exchange hides behind a DAXPY."""
    measured = hidden_parts(summary)
    if not measured:
        return
    parts = [(one, own) for one in measured if (own := one.told) is not None]
    anchor = naming.anchor(OVERLAP)
    if not parts:
        yield too_noisy("Overlap", "What part of an exchange a computation hides", anchor)
        return
    hidden = [(one, own) for one, own in parts if own.low > 0]
    costly = [own for _, own in parts if own.high < 0]
    counts = (
        f"of {units.plural(len(measured), 'combination')} of message and vector, {len(hidden)} "
        f"hide a part beyond doubt and {len(costly)} lose by it"
    )
    if len(parts) < len(measured):
        counts += f", and {len(measured) - len(parts)} are too noisy to say"
    if not hidden:
        sentence = f"Behind a computation no part of an exchange is hidden: {counts}."
    else:
        place, best = max(hidden, key=lambda pair: pair[1].low)
        middle = _middle([own for _, own in parts], summary.confidence)
        half = (
            f"Half of the exchanges hide {_percents(middle)} or more of their time"
            if middle is not None and middle.low > 0
            else ("Some exchanges hide a part of their time")
        )
        sentence = (
            f"{half} behind a computation; {counts}. The best is {_percents(best)}, at "
            f"{units.size(place.size_bytes)} and {units.count(int(place.vector_length))} elements."
        )
    yield Finding("Overlap", sentence, "what overlap saves, over the exchange alone", anchor)


def _middle(parts: list[Part], confidence: float) -> Part | None:
    """The median part; of too few for an interval by ranks, anywhere within all their intervals."""
    found = median_interval([one.value for one in parts], confidence)
    low, high = found.low, found.high
    if found.whole_range:
        low, high = min(one.low for one in parts), max(one.high for one in parts)
    return part(found.median, low, high)


def _percents(found: Part) -> str:
    return (
        f"{units.percent(found.value)} [{units.percent(found.low)} to {units.percent(found.high)}]"
    )


def started_collectives(
    run: Run, summary: Believed, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """How much of a collective hides behind work that takes as long as it does.

    With work between start and wait, a collective of time t takes t where all of it is hidden and
    2 t where nothing is.
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
        hidden = {
            x: own
            for x, over in ratios.items()
            if (own := part(2 - over.value, 2 - over.high, 2 - over.low)) is not None
        }
        if not hidden:
            yield too_noisy(
                "Started collectives",
                f"What part of a started {operation} work hides",
                naming.anchor(STARTED),
            )
            continue
        best = max(hidden, key=lambda x: hidden[x].value)
        told = f"{_percents(hidden[best])} of its time"
        if hidden[best].low > 0:
            said = f"hides {told} behind work, at {units.size(best)}"
        else:
            said = f"hides nothing behind work that could be told: {told}, at {units.size(best)}"
        yield Finding(
            "Started collectives",
            f"A started {operation} {said}.",
            f"the best of {units.plural(len(hidden), 'size')}, with work as long as itself",
            naming.anchor(STARTED),
        )


def files(
    run: Run, summary: Believed, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """Writing a file while communicating, over writing it alone."""
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
        if not ratios[worst].slower and ratios[worst].high > VAGUE * ratios[worst].low:
            what = f"What messages do to writing a file ({mode})"
            yield too_noisy("Files", what, naming.anchor(FILES))
            continue
        told = f"{ratio_span(ratios[worst])} at {units.size(worst)} a process"
        if ratios[worst].slower:
            said = f"takes longer while messages are exchanged: {told}"
        else:
            said = f"is not slowed beyond doubt by messages that are exchanged meanwhile: {told}"
        yield Finding(
            "Files",
            f"Writing a file ({mode}) {said}.",
            f"the worst of {units.plural(len(ratios), 'size')}",
            naming.anchor(FILES),
        )
