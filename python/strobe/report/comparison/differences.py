# SPDX-License-Identifier: BSD-3-Clause
"""Differences between two runs besides their times: MPI, commit, machine, environment."""

from __future__ import annotations

from strobe.base import units
from strobe.records.run import Run
from strobe.records.summary import Summary
from strobe.report.page.table import Row, Table, columns
from strobe.report.run.machine_facts import Fact, machine_facts
from strobe.report.run.reproduction import reproduction_section

# Facts that differ between any two runs.
UNINFORMATIVE = frozenset(
    {"Seeds", "Load before", "Load after", "Clock", "Subtracted overhead", "Regimes", "Frequency"}
)

# Variables that a launcher sets for its ranks: they change at every start.
UNINFORMATIVE_PREFIXES = ("PMI_", "PMIX_", "MPI_LOCAL", "STROBE_LAUNCH")


def differences(
    first: tuple[Run, Summary, dict[str, object]], second: tuple[Run, Summary, dict[str, object]]
) -> tuple[Table | None, list[str]]:
    """A table of the facts that differ, and the names of those that are the same."""
    here, there = dict(_facts(*first)), dict(_facts(*second))
    names = [
        name
        for name in {**here, **there}
        if name not in UNINFORMATIVE and not name.startswith(UNINFORMATIVE_PREFIXES)
    ]
    differing = [name for name in names if here.get(name) != there.get(name)]
    rows = [
        Row([name, here.get(name, units.NOT_HAD), there.get(name, units.NOT_HAD)])
        for name in differing
    ]
    table = Table("Differences", columns(["", "A", "B"], []), rows) if rows else None
    return table, [name for name in names if name not in differing]


def _facts(run: Run, summary: Summary, context: dict[str, object]) -> list[Fact]:
    header = run.launches[0].header
    repeat = reproduction_section(run, context)
    return [
        ("Started", str(context.get("created_utc") or header.started_utc)),
        ("Host", str(context.get("host") or header.processes[0].host)),
        *machine_facts(run, summary, context),
        *repeat.facts,
        ("Launches", units.count(summary.launches)),
        *repeat.environment,
    ]
