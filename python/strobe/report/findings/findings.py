# SPDX-License-Identifier: BSD-3-Clause
"""All rules that derive findings, asked in turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from strobe.fit.accepted import accepted_models
from strobe.fit.models import Models
from strobe.gate.cells import (
    FMA,
    Accepted,
    accepted,
    accepted_run,
    as_if_accepted,
    convergence_note,
    exclusion_note,
    is_refused,
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
    scaling,
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
    scaling.scaling,
    memory.levels,
    memory.translation,
    memory.line,
    memory.compilers,
    cores.sharing,
    cores.exchange,
    cores.loaded,
    traffic.write_allocate,
    blas.product,
    blas.cliffs,
    blas.memory,
    blas.limits,
    blas.threads,
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


# Findings on these families also rest on other kernels: on the pointer chase, which locates the
# levels of memory, and on the multiply-adds, which set a core's ceiling.
ALSO_BASED_ON = {"memory": (CHASE,), "blas": (CHASE, FMA)}
OF_ALL_KERNELS = "first"


def findings(
    run: Run, summary: Summary, models: Models, context: dict[str, Any] | None = None
) -> list[Finding]:
    """The findings of a run. Pure: nothing is read or measured.

    A rule sees what the gate accepts. A finding that it derives only from all cells, refused ones
    included, is replaced by the statement that it is too noisy to say.
    """
    trusted = accepted(summary)
    shown = accepted_run(run, trusted)
    fits = accepted_models(models, trusted)
    context = context or {}
    noisy = any(is_refused(cell) for cell in trusted.cells.values())
    everything = as_if_accepted(summary)
    found = []
    for rule in RULES:
        own = list(rule(shown, trusted, fits, context))
        found += [_marked(one, shown, trusted) for one in own]
        if noisy:
            on_a_quiet_machine = rule(run, everything, models, context)
            withheld = _withheld(own, on_a_quiet_machine, trusted)
            found += [_marked(one, shown, trusted) for one in withheld]
    return found


def _marked(found: Finding, run: Run, summary: Accepted) -> Finding:
    """The finding, with the notes on the cells behind it."""
    cells = _cells_behind(found.anchor, run, summary)
    basis = "; ".join(filter(None, [found.basis, exclusion_note(cells), convergence_note(cells)]))
    return replace(found, basis=basis)


def _cells_behind(anchor: str, run: Run, summary: Accepted) -> list[CellSummary]:
    if anchor == OF_ALL_KERNELS:
        return [*summary.cells.values()]
    names = {name for name in run.kernels if naming.anchor(name) == anchor}
    for name in [*names]:
        names.update(ALSO_BASED_ON.get(run.kernels[name].family, ()))
    return [cell for cell in summary.cells.values() if cell.declared.kernel in names]


def _withheld(
    own: list[Finding], all_of_them: Iterable[Finding], summary: Accepted
) -> list[Finding]:
    """Replacements for the findings that only refused cells would have given."""
    present = {(one.topic, one.anchor) for one in own}
    missing = dict.fromkeys(
        (one.topic, one.anchor) for one in all_of_them if (one.topic, one.anchor) not in present
    )
    return [too_noisy(topic, _subject(anchor, summary), anchor) for topic, anchor in missing]


def _subject(anchor: str, summary: Accepted) -> str:
    """The kernel of a finding, since several kernels share a topic."""
    names = (cell.declared.kernel for cell in summary.cells.values())
    kernel = next((name for name in names if naming.anchor(name) == anchor), "")
    return f"Result of {kernel}" if kernel else "Result of these cells"
