# SPDX-License-Identifier: BSD-3-Clause
"""The topology that the BLACS use for TOP = ' ' with the model of this run (`strobe fit`)."""

from __future__ import annotations

from strobe.base import units
from strobe.fit.topologies import MACHINE, choices
from strobe.records.summary import Summary
from strobe.report.page.table import Row, Table, columns
from strobe.report.paper.declared import Table as Declared
from strobe.report.paper.declared import named

NONE_IS_FASTER = "no topology is measurably faster than the library's choice without a model"


def choice_table(summary: Summary, declared: Declared) -> Table | None:
    """One row for each choice; None where the library's default is the fastest everywhere."""
    rows = [
        Row([
            one.operation.replace("_", " "),
            str(one.processes),
            units.size(one.from_bytes),
            "MPI collective" if one.top == MACHINE else one.top,
            "" if one.top == MACHINE else f"{one.gain:.2f}",
        ])
        for one in choices(summary)
    ]  # fmt: skip
    if not rows:
        return None
    heads = columns(["operation"], ["processes", "from size", "TOP", "speedup there"])
    return Table(named("table", declared)[1], heads, rows)
