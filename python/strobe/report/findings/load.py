# SPDX-License-Identifier: BSD-3-Clause
"""What others do to a message: loads on the links, and a computation behind which it hides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from strobe.fit.models import Models
from strobe.records.run import Run
from strobe.records.summary import Summary
from strobe.report import naming, units
from strobe.report.findings.finding import VAGUE, Finding, of_several, ratio, ratio_span, span
from strobe.report.paper.declared import Selection
from strobe.report.paper.overlap import hidden_parts
from strobe.report.paper.selection import TRAFFIC, choose
from strobe.statistics.interval import median_interval

CONTENTION, OVERLAP, STARTED, FILES = "contention", "overlap", "nonblocking", "file_write"
NO_LOAD = "no load"
WIDEST = 1.0
"""An interval of a part that is as wide as from nothing to all says nothing."""


def contention(
    run: Run, summary: Summary, models: Models, context: dict[str, Any]
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
        if found is None or (found.low <= 1 and found.high > VAGUE * found.low):
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
    run: Run, summary: Summary, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """How much of an exchange hides behind a DAXPY."""
    parts = hidden_parts(summary)
    if not parts:
        return
    found = median_interval([one.part for one in parts], summary.confidence)
    hidden = [one for one in parts if one.low > 0]
    costly = [one for one in parts if one.high < 0]
    counts = (
        f"of {units.plural(len(parts), 'combination')} of message and vector, {len(hidden)} hide a "
        f"part beyond doubt and {len(costly)} lose by it"
    )
    middle = (
        f"{units.percent(found.median)} [{units.percent(found.low)} to {units.percent(found.high)}]"
    )
    if not hidden:
        sentence = f"Behind a computation no part of an exchange is hidden: {counts}."
    else:
        best = max(hidden, key=lambda one: one.low)
        half = (
            f"Half of the exchanges hide {middle} or more of their time"
            if found.low > 0
            else ("Some exchanges hide a part of their time")
        )
        sentence = (
            f"{half} behind a computation; {counts}. The best is {units.percent(best.part)} "
            f"[{units.percent(best.low)} to {units.percent(best.high)}], at "
            f"{units.size(best.size_bytes)} and {units.count(int(best.vector_length))} elements."
        )
    yield Finding(
        "Overlap", sentence, "what overlap saves, over the exchange alone", naming.anchor(OVERLAP)
    )


def started_collectives(
    run: Run, summary: Summary, models: Models, context: dict[str, Any]
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
        best = min(ratios, key=lambda x: ratios[x].value)
        low, high = 2 - ratios[best].high, 2 - ratios[best].low
        if high - low > WIDEST:
            continue
        part = (
            f"{units.percent(2 - ratios[best].value)} [{units.percent(low)} to "
            f"{units.percent(high)}] of its time"
        )
        if low > 0:
            said = f"hides {part} behind work, at {units.size(best)}"
        else:
            said = f"hides nothing behind work that could be told: {part}, at {units.size(best)}"
        yield Finding(
            "Started collectives",
            f"A started {operation} {said}.",
            f"the best of {units.plural(len(ratios), 'size')}, with work as long as itself",
            naming.anchor(STARTED),
        )


def files(run: Run, summary: Summary, models: Models, context: dict[str, Any]) -> Iterator[Finding]:
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
