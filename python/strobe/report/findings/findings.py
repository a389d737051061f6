# SPDX-License-Identifier: BSD-3-Clause
"""All rules that find what a machine does, asked in turn."""

from __future__ import annotations

from typing import Any

from strobe.fit.models import Models
from strobe.records.run import Run
from strobe.records.summary import Summary
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
from strobe.report.findings.finding import Finding

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


def findings(
    run: Run, summary: Summary, models: Models, context: dict[str, Any] | None = None
) -> list[Finding]:
    """What this machine does. Pure: nothing is read or measured."""
    return [found for rule in RULES for found in rule(run, summary, models, context or {})]
