# SPDX-License-Identifier: BSD-3-Clause
"""What the cores of a node do to each other: a line that they pass, levels that they share, loads
that slow each other's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from strobe.base import units
from strobe.fit.models import Models
from strobe.fit.sharing import is_shared, parts_left
from strobe.gate.cells import Believed
from strobe.records.run import Run
from strobe.records.summary import CellSummary, RegimeSummary
from strobe.report.findings.finding import (
    VAGUE,
    Finding,
    headline_at,
    ratio,
    ratio_span,
    time_span,
    too_noisy,
)
from strobe.report.memory.advertised import sharers
from strobe.report.memory.pointer_chase import CHASE, chased, working_set
from strobe.report.page import naming
from strobe.report.paper.declared import Selection
from strobe.report.paper.selection import LEVELS, choose

EXCHANGE, LOADED = "core_exchange", "memory_loaded_latency"
CONTENDED = 0.1
"""Where other programs come into more of the samples than this, they also empty the caches that
processes chase in side by side, which wait for each other between two samples."""


def exchange(
    run: Run, summary: Believed, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """The nearest and the farthest pair of processes, by the time of a cache line."""
    cells = sorted(
        (
            cell
            for cell in summary.cells.values()
            if cell.declared.kernel == EXCHANGE and headline_at(cell, summary.reference)
        ),
        key=lambda cell: _headline(cell).median_s,
    )
    if not cells:
        return
    nearest, farthest = cells[0], cells[-1]
    if len(cells) == 1:
        sentence = f"A cache line takes {_told(nearest)}."
    elif _headline(farthest).low_s > _headline(nearest).high_s:
        sentence = (
            f"A cache line takes {_told(nearest)}, the nearest pair, and {_told(farthest)}, the "
            "farthest."
        )
    else:
        sentence = (
            f"A cache line takes as long between any two ranks, as far as can be told: "
            f"{_told(nearest)}, and {_told(farthest)}."
        )
    ground = units.plural(len(cells), "pair")
    if _take_turns(run):
        ground += " of processes that outnumber cores, so it is the scheduler's time too"
    yield Finding("Core to core", sentence, ground, naming.anchor(EXCHANGE))


def sharing(
    run: Run, summary: Believed, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """Whether processes that chase at the same time have each level to themselves."""
    if _take_turns(run):
        return  # each has all caches for a while
    alone = chased(summary, ranks=1)
    most = max(
        (
            cell.declared.ranks
            for cell in summary.cells.values()
            if cell.declared.kernel == CHASE and cell.headline is not None
        ),
        default=1,
    )
    if most == 1 or not alone.levels:
        return
    beside = chased(summary, ranks=most, in_cycles=alone.in_cycles)
    told = sharers(context)
    for number, (level, part) in enumerate(
        zip(alone.levels, parts_left(alone.levels, beside.sizes_bytes, beside.latencies),
            strict=False), 1,
    ):  # fmt: skip
        if part is None or level.half_misses_bytes is None:
            continue
        left = (
            f"of {units.plural(most, 'rank')} at the same time each has "
            f"{units.about_size(part * level.half_misses_bytes)}, one alone "
            f"{units.about_size(level.half_misses_bytes)}"
        )
        system = f" (advertised as that of {told[number]})" if number in told else ""
        if not is_shared(part):
            verdict = "is each rank's own"
        elif beside.retaken_part > CONTENDED:
            verdict = (
                f"is shared or contended (other programs came into "
                f"{units.percent(beside.retaken_part)} of the samples)"
            )
        else:
            verdict = "is shared"
        yield Finding(
            "Sharing",
            f"Level {number} {verdict}: {left}{system}.",
            f"{units.plural(len(beside.sizes_bytes), 'working set')}, where half of the loads miss",
            naming.anchor(CHASE),
        )


def loaded(
    run: Run, summary: Believed, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """A load beside processes that use the memory, over the same without them."""
    wanted = Selection(
        paper="", number="", caption="", kernels=[LOADED], x="working_set_bytes"
    )  # fmt: skip
    chosen = choose(summary, wanted, ["load"])
    alone = {one.x: one.cell for one in chosen if one.cell.declared.point.get("load") == "none"}
    for curve in dict.fromkeys(one.curve for one in chosen):
        ratios = {
            one.x: (one.cell, over)
            for one in chosen
            if one.curve == curve
            and one.cell is not alone.get(one.x)
            and one.x in alone
            and (over := ratio(one.cell, alone[one.x])) is not None
        }
        if not ratios:
            continue
        worst = max(ratios, key=lambda x: ratios[x][1].value)
        cell, over = ratios[worst]
        others = units.plural(cell.declared.ranks - 1, "rank")
        doing = str(cell.declared.point["load"])
        if not over.slower and over.high > VAGUE * over.low:
            what = f"What {others} ({doing}) do to a load"
            yield too_noisy("Loaded latency", what, naming.anchor(LOADED))
            continue
        if over.slower:
            said = f"takes {ratio_span(over)} its time alone, {_time(cell)}"
        else:
            said = f"is not slowed beyond doubt: {ratio_span(over)}"
        yield Finding(
            "Loaded latency",
            f"Beside {others} ({doing}), a load from {units.size(working_set(cell))} {said}.",
            f"the worst of {units.plural(len(ratios), 'working set')}",
            naming.anchor(LOADED),
        )


def _take_turns(run: Run) -> bool:
    return any(launch.header.oversubscribed for launch in run.launches)


def _headline(cell: CellSummary) -> RegimeSummary:
    assert cell.headline is not None
    return cell.headline


def _time(cell: CellSummary) -> str:
    best = _headline(cell)
    return time_span(best.median_s, best.low_s, best.high_s)


def _told(cell: CellSummary) -> str:
    pair = " and ".join(map(str, cell.declared.members[:2]))
    shared = LEVELS.get(cell.declared.level or "")
    return f"{_time(cell)} between ranks {pair}" + (f" ({shared})" if shared else "")
