# SPDX-License-Identifier: BSD-3-Clause
"""Broadcast topologies side by side: LAPACK Working Note 73, table 9.

Every number is read from the pattern that strobe-schedule walks, for the processes of the run. The
times need this machine's T_s, T_c and T_o; where they were not measured, the counts remain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from strobe.base import units
from strobe.fit.topologies import BRANCHED
from strobe.records.lines import Value
from strobe.records.summary import CellSummary, Summary
from strobe.report.page.table import Row, Table, columns
from strobe.report.paper.best import CHOSEN_BY_OTHERS
from strobe.report.paper.declared import Table as Declared
from strobe.report.paper.predictions import FourTimes
from strobe.report.paper.selection import abscissa, topology_name
from strobe.schedules import pattern as patterns
from strobe.schedules.pattern import Pattern, Times

PIPELINED_AT_MOST = 0.9
"""A topology works as a pipeline where the next repetition takes at most this part of the first."""
ROUNDING = 1e-9
MOST_STEPS, FIRST_STEPS, LAST_STEPS = 8, 4, 2
"""A cell lists the numbers of so many steps; of more, it lists the first and the last ones."""
HEADS = [
    "steps", "messages", "sends, S = i", "processes done, S = i", "source finished at",
    "all finished at", "time of the next one", "pipelining?",
]  # fmt: skip
PRINTED = [
    ["Nr-ring", "Np/Nr", "", "Nr", "1 + Nr i", "Nr Ts", "((Np-1)/Nr) Tc + (Nr-1) Ts", "", "yes"],
    ["1-tree", "log2(Np)", "", "2^i", "0", "2 log2(Np) Ts", "log2(Np) Tc", "", "no"],
]
"""The formulas of the note's table; its section 4.3.2 says log2(Np) Ts for the tree's source."""


def highlights(summary: Summary, declared: Declared) -> Table | None:
    """A row for each topology that the suite names or the run declares."""
    cells = [c for c in summary.cells.values() if c.declared.kernel in declared.kernels]
    if not cells:
        return None
    ranks = max(cell.declared.ranks for cell in cells)
    largest = max((x for cell in cells if (x := abscissa(cell.declared, declared.x))), default=0.0)
    times = FourTimes(summary).by_lines(largest)
    rows = [
        Row(_row(topology, branches, ranks, times))
        for topology, branches in _named(declared, cells)
    ]
    rows += [Row([f"1994: {name}", *formulas], "aside") for name, *formulas in PRINTED]
    first_head = f"topology, {units.count(int(largest))} doubles"
    title = f"{declared.paper}, table {declared.number}"
    return Table(title, columns([first_head], HEADS), rows)


def _named(declared: Declared, cells: Sequence[CellSummary]) -> dict[tuple[str, int], None]:
    """The topologies and their branches, in the suite's order and without repetition."""
    suites = product(_values(declared, "topology"), _values(declared, "branches"))
    runs = (
        (cell.declared.point["topology"], cell.declared.point["branches"])
        for cell in cells
        if cell.declared.point["topology"] not in CHOSEN_BY_OTHERS
    )
    return dict.fromkeys(
        (str(topology), int(branches))
        for topology, branches in (*suites, *runs)
        if (topology in BRANCHED or branches == 1)
        # One ring of several is the increasing ring, which has a row of its own.
        and (topology, branches) != ("multiring", 1)
    )


def _values(declared: Declared, axis: str) -> list[Value]:
    value = declared.where.get(axis, [])
    return value if isinstance(value, list) else [value]


def _row(topology: str, branches: int, ranks: int, times: Times | None) -> list[str]:
    options: dict[str, object] = {"ranks": ranks}
    if topology in BRANCHED:
        options["branches"] = branches
    walked = patterns.pattern(topology, options)
    return [
        topology_name(topology, branches),
        units.count(walked.steps),
        units.count(walked.count),
        by_step(list(sends(walked))),
        by_step(list(processes_done(walked))),
        *_times(topology, options, times),
    ]


def _times(topology: str, options: dict[str, object], times: Times | None) -> list[str]:
    if times is None:
        return [units.NOT_HAD] * 4
    (first,), (second,) = (
        patterns.finish_s(topology, {**options, "repetitions": n}, [times]) for n in (1, 2)
    )
    next_s = max(second) - max(first)
    return [
        units.duration(first[0]),
        units.duration(max(first)),
        units.duration(next_s),
        "yes" if is_pipelined(max(first), next_s) else "no",
    ]


def is_pipelined(first_s: float, next_s: float) -> bool:
    """Whether a repetition is cheap after the first one has put the processes in order."""
    return next_s <= PIPELINED_AT_MOST * first_s * (1 + ROUNDING)


def sends(walked: Pattern) -> Iterator[int]:
    """How many messages each step sends."""
    for step in range(walked.steps):
        yield sum(message.step == step for message in walked.messages)


def processes_done(walked: Pattern) -> Iterator[int]:
    """How many processes neither send nor receive after each step."""
    last = dict.fromkeys(range(walked.ranks), -1)
    for message in walked.messages:
        for rank in (message.from_, message.to):
            last[rank] = max(last[rank], message.step)
    for step in range(walked.steps):
        yield sum(at <= step for at in last.values())


def by_step(numbers: Sequence[int]) -> str:
    """The numbers of all steps, or of the first and the last ones where there are many."""
    shown = [units.count(number) for number in numbers]
    if len(shown) > MOST_STEPS:
        shown = [*shown[:FIRST_STEPS], "\u2026", *shown[-LAST_STEPS:]]
    return ", ".join(shown)
