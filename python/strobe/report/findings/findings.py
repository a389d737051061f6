# SPDX-License-Identifier: BSD-3-Clause
"""All rules that find what a machine does, asked in turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from strobe.fit.believed import believed_models
from strobe.fit.models import Models
from strobe.gate.cells import (
    FMA,
    Believed,
    believed,
    is_refused,
    left_out,
    mark,
    measured,
    of_believed,
)
from strobe.records.run import Run
from strobe.records.summary import CellSummary, Summary
from strobe.report.findings import (
    blas,
    cores,
    load,
    loggp,
    memory,
    placement,
    protocol,
    topology,
    traffic,
)
from strobe.report.findings.finding import Finding, too_noisy
from strobe.report.memory.pointer_chase import CHASE
from strobe.report.page import naming

RULES = (
    protocol.breakpoints,
    topology.levels,
    topology.slow_pair,
    loggp.loggp,
    memory.levels,
    memory.line,
    memory.compilers,
    cores.sharing,
    cores.exchange,
    cores.loaded,
    traffic.write_allocate,
    blas.product,
    blas.cliffs,
    blas.memory,
    placement.first_use,
    placement.reply,
    placement.broken_words,
    placement.alignment,
    placement.stagger,
    load.contention,
    load.overlap,
    load.started_collectives,
    load.files,
)


# Kernels whose cells a finding on others rests on too: where the levels of memory lie, and what
# a core computes at most.
RESTS_ALSO_ON = {"memory": (CHASE,), "blas": (CHASE, FMA)}
OF_ALL_KERNELS = "first"


def findings(
    run: Run, summary: Summary, models: Models, context: dict[str, Any] | None = None
) -> list[Finding]:
    """What this machine does. Pure: nothing is read or measured.

    A rule is asked on what the gate believes. Where it then has nothing to say, and would have had
    on all that was measured, the finding is that this is too noisy to say.
    """
    told = believed(summary)
    shown = of_believed(run, told)
    fits = believed_models(models, told)
    context = context or {}
    noisy = any(is_refused(cell) for cell in told.cells.values())
    everything = measured(summary)
    found = []
    for rule in RULES:
        own = list(rule(shown, told, fits, context))
        found += [_marked(one, shown, told) for one in own]
        if noisy:
            on_a_quiet_machine = rule(run, everything, models, context)
            found += [_marked(one, shown, told) for one in _withheld(own, on_a_quiet_machine, told)]
    return found


def _marked(found: Finding, run: Run, summary: Believed) -> Finding:
    """A finding with what has to be known of the cells that it rests on."""
    cells = _cells_behind(found.anchor, run, summary)
    ground = "; ".join(filter(None, [found.ground, left_out(cells), mark(cells)]))
    return replace(found, ground=ground)


def _cells_behind(anchor: str, run: Run, summary: Believed) -> list[CellSummary]:
    if anchor == OF_ALL_KERNELS:
        return [*summary.cells.values()]
    names = {name for name in run.kernels if naming.anchor(name) == anchor}
    for name in [*names]:
        names.update(RESTS_ALSO_ON.get(run.kernels[name].family, ()))
    return [cell for cell in summary.cells.values() if cell.declared.kernel in names]


def _withheld(
    own: list[Finding], all_of_them: Iterable[Finding], summary: Believed
) -> list[Finding]:
    """In place of what would have been said of kernels of which nothing is believed enough."""
    said = {(one.topic, one.anchor) for one in own}
    missing = dict.fromkeys(
        (one.topic, one.anchor) for one in all_of_them if (one.topic, one.anchor) not in said
    )
    return [too_noisy(topic, _what(anchor, summary), anchor) for topic, anchor in missing]


def _what(anchor: str, summary: Believed) -> str:
    """Which kernel it is about, as a topic may be that of several."""
    names = (cell.declared.kernel for cell in summary.cells.values())
    kernel = next((name for name in names if naming.anchor(name) == anchor), "")
    return f"What {kernel} shows of it" if kernel else "What the cells show of it"
