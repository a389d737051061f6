# SPDX-License-Identifier: BSD-3-Clause
"""Which topology the BLACS take for TOP = ' ' with the model of this run (`strobe fit`)."""

from __future__ import annotations

from strobe.base import units
from strobe.fit.topologies import MACHINE, choices
from strobe.records.summary import Summary
from strobe.report.page.table import Row, Table, columns
from strobe.report.paper.declared import Table as Declared
from strobe.report.paper.declared import named

NONE_IS_FASTER = "none is surely faster than what the library takes without a model"


def choice_table(summary: Summary, declared: Declared) -> Table | None:
    """One row for each choice; None where the library's own is the fastest everywhere."""
    rows = [
        Row([
            one.operation.replace("_", " "),
            str(one.processes),
            units.size(one.from_bytes),
            "the machine's own" if one.top == MACHINE else one.top,
            "" if one.top == MACHINE else f"{one.gain:.2f}",
        ])
        for one in choices(summary)
    ]  # fmt: skip
    if not rows:
        return None
    heads = columns(["operation"], ["processes", "from", "TOP", "times faster there"])
    return Table(named("table", declared)[1], heads, rows)
