# SPDX-License-Identifier: BSD-3-Clause
"""MPBench's loop of sends, section 3.2.5, with the number of sends that the layer buffered."""

from __future__ import annotations

from strobe.base import units
from strobe.fit.models import Estimate
from strobe.gate.limits import TOO_NOISY
from strobe.records.summary import CellSummary, Summary
from strobe.report.page.estimate import estimate
from strobe.report.page.table import Row, Table, columns
from strobe.report.paper.declared import Selection, named
from strobe.report.paper.declared import Table as Declared
from strobe.report.paper.selection import choose

LOOP, SHORT = "send_loop", "application_latency"


def send_loop_table(summary: Summary, declared: Declared) -> Table | None:
    """One row for each size: the loop, a send of a short loop, and what the layer allowed."""
    short = Selection(paper="", number="", caption="", kernels=[SHORT])
    few = {one.x: one.cell for one in choose(summary, short, ["kernel"])}
    loops = choose(summary, declared, ["repetitions"])
    rows = [
        Row([
            units.size(one.x),
            units.count(int(one.cell.declared.point["repetitions"])),
            _time(one.cell),
            _time(few[one.x]) if one.x in few else "",
            _allowed(one.cell),
        ])
        for one in sorted(loops, key=lambda one: one.x)
    ]  # fmt: skip
    if not rows:
        return None
    heads = columns(
        ["message size"],
        ["sends in the loop", "one send of the loop", "one send of at most 16"],
        ["sends that returned while the receiver slept"],
    )
    return Table(named("table", declared)[1], heads, rows)


def _time(cell: CellSummary) -> str:
    best = cell.headline
    if best is None:
        return TOO_NOISY if cell.refusal else units.NOT_HAD
    return estimate(Estimate(best.median_s, best.low_s, best.high_s), units.TIME)


def _allowed(cell: CellSummary) -> str:
    """What the layer did with the messages that nobody received yet."""
    sends = int(cell.declared.point["repetitions"])
    buffered = cell.buffered_sends
    if buffered is None:
        return units.NOT_HAD
    if buffered == 0:
        return "none: a send waits for its receive"
    return f"{units.count(buffered)}" + (" or more" if buffered >= sends else "")
