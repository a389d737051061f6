# SPDX-License-Identifier: BSD-3-Clause
"""How the cores of a node affect each other: core-to-core latency, shared caches, loaded
latency."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from strobe.base import units
from strobe.fit.models import Models
from strobe.fit.sharing import is_shared, parts_left
from strobe.gate.cells import Accepted
from strobe.gate.limits import is_narrow
from strobe.records.run import Run
from strobe.records.summary import CellSummary, RegimeSummary
from strobe.report.findings.finding import (
    Finding,
    headline_at,
    ratio,
    ratio_text,
    time_text,
    too_noisy,
)
from strobe.report.memory.advertised import sharers
from strobe.report.memory.pointer_chase import CHASE, latency_curve, working_set
from strobe.report.page import naming
from strobe.report.paper.declared import Selection
from strobe.report.paper.selection import LEVELS, choose

EXCHANGE, LOADED = "core_exchange", "memory_loaded_latency"
CONTENDED = 0.1
"""Above this fraction of disturbed samples, other programs also evict the caches of ranks that run
a pointer chase at the same time, since these wait for each other between samples."""


def exchange(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """Core-to-core latency of the nearest and of the farthest pair of ranks."""
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
        sentence = f"Passing a cache line takes {_pair_text(nearest)}."
    elif _headline(farthest).low_s > _headline(nearest).high_s:
        sentence = (
            f"Passing a cache line takes {_pair_text(nearest)}, the nearest pair. "
            f"The farthest pair takes {_pair_text(farthest)}."
        )
    else:
        sentence = (
            "The core-to-core latencies of all pairs agree within their intervals: "
            f"{_pair_text(nearest)} to {_pair_text(farthest)}."
        )
    basis = units.plural(len(cells), "pair")
    if _is_oversubscribed(run):
        basis += "; the ranks outnumber the cores, so the time includes scheduling"
    yield Finding("Core to core", sentence, basis, naming.anchor(EXCHANGE))


def sharing(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """Whether ranks that run a pointer chase at the same time share a level of memory."""
    if _is_oversubscribed(run):
        return  # ranks take turns, and each has all caches during its turn
    alone = latency_curve(summary, ranks=1)
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
    beside = latency_curve(summary, ranks=most, in_cycles=alone.in_cycles)
    system = sharers(context)
    for number, (level, part) in enumerate(
        zip(alone.levels, parts_left(alone.levels, beside.sizes_bytes, beside.latencies),
            strict=False), 1,
    ):  # fmt: skip
        if part is None or level.half_misses_bytes is None:
            continue
        left = (
            f"each of {units.plural(most, 'concurrent rank')} has "
            f"{units.about_size(part * level.half_misses_bytes)}, one rank alone "
            f"{units.about_size(level.half_misses_bytes)}"
        )
        reported = (
            f" The system reports that {system[number]} share it." if number in system else ""
        )
        if not is_shared(part):
            verdict = "is private to each rank"
        elif beside.retaken_fraction > CONTENDED:
            verdict = (
                "is shared or contended (other programs disturbed "
                f"{units.percent(beside.retaken_fraction)} of the samples)"
            )
        else:
            verdict = "is shared"
        yield Finding(
            "Sharing",
            f"L{number} {verdict}: {left}.{reported}",
            f"{units.plural(len(beside.sizes_bytes), 'working set')}; capacity where half of the "
            "loads miss",
            naming.anchor(CHASE),
        )


def loaded(
    run: Run, summary: Accepted, models: Models, context: dict[str, Any]
) -> Iterator[Finding]:
    """The latency of a load while other ranks use the memory, over the unloaded latency."""
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
        if not over.slower and not is_narrow(over.low, over.high):
            what = f"Effect of {others} ({doing}) on the latency of a load"
            yield too_noisy("Loaded latency", what, naming.anchor(LOADED))
            continue
        if over.slower:
            effect = f"takes {ratio_text(over)} the unloaded latency, {_time(cell)}"
        else:
            effect = f"shows no measurable slowdown: {ratio_text(over)}"
        yield Finding(
            "Loaded latency",
            f"While {others} ({doing}) use the memory, a load from "
            f"{units.size(working_set(cell))} {effect}.",
            f"largest ratio over {units.plural(len(ratios), 'working set')}",
            naming.anchor(LOADED),
        )


def _is_oversubscribed(run: Run) -> bool:
    return any(launch.header.oversubscribed for launch in run.launches)


def _headline(cell: CellSummary) -> RegimeSummary:
    assert cell.headline is not None
    return cell.headline


def _time(cell: CellSummary) -> str:
    best = _headline(cell)
    return time_text(best.median_s, best.low_s, best.high_s)


def _pair_text(cell: CellSummary) -> str:
    pair = " and ".join(map(str, cell.declared.members[:2]))
    shared = LEVELS.get(cell.declared.level or "")
    return f"{_time(cell)} between ranks {pair}" + (f" ({shared})" if shared else "")
