# SPDX-License-Identifier: BSD-3-Clause
"""Reasons to doubt a whole run: its machine, its ranks, its clock, its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from strobe.base import units
from strobe.records.lines import RunRecord
from strobe.records.regimes import DISTURBED
from strobe.records.run import Run
from strobe.records.summary import Summary
from strobe.report.quality.issue import Belief

BUSY_BEFORE = 0.25
BUSY_BESIDE_RANKS = 0.75
WORK_SPREAD = 0.10
CLOCK_SHARE = 0.05

Context = dict[str, Any]


def killed(run: Run, summary: Summary, context: Context) -> Iterator[Belief]:
    """A launch without its last line did not end by itself."""
    for launch in run.launches:
        if launch.end is not None:
            continue
        where = f" in the cell {launch.open_visit.cell}" if launch.open_visit else ""
        planned = launch.plan.cells if launch.plan else len(launch.cells)
        ended = sum(cell.end is not None for cell in launch.cells.values())
        yield Belief(
            "caution", None,
            f"Launch {launch.header.launch} was cut short{where}: {units.count(ended)} of "
            f"{units.plural(planned, 'cell')} had ended.",
            "What was measured until then is whole and shown here; --resume measures the rest.",
        )  # fmt: skip
    if run.truncated_lines:
        yield Belief(
            "note", None,
            f"{run.left_out}.",
            "Nothing to do: it holds at most one visit.",
        )  # fmt: skip


def oversubscribed(run: Run, summary: Summary, context: Context) -> Iterator[Belief]:
    """More ranks than processors measure the scheduler of the operating system."""
    header = run.launches[0].header
    shared = _shared_processors(header)
    if header.oversubscribed:
        yield Belief(
            "serious", None,
            f"The {units.plural(header.ranks, 'rank')} outnumbered the processors, and took turns "
            "on them: times hold the operating system's scheduling, not only the messages.",
            "Use at most one rank for each core.",
        )  # fmt: skip
    elif shared:
        yield Belief(
            "serious", None,
            f"Ranks {', '.join(map(str, shared))} were bound to the same processor.",
            "Change the binding options of the launcher, so that each rank has its own core.",
        )  # fmt: skip


def unbound(run: Run, summary: Summary, context: Context) -> Iterator[Belief]:
    """Ranks that may move take their caches' contents with them, slowly."""
    header = run.launches[0].header
    free = [p for p in header.processes if len(p.affinity) > 1]
    if free and not header.oversubscribed:
        widest = max(len(p.affinity) for p in free)
        yield Belief(
            "caution", None,
            f"{units.plural(len(free), 'rank')} could move among up to {widest} processors while "
            "being measured.",
            "Bind ranks to cores (for mpiexec of MPICH: -bind-to core).",
        )  # fmt: skip


def speeds(run: Run, summary: Summary, context: Context) -> Iterator[Belief]:
    """A machine of several speeds has several results."""
    regimes = summary.regimes
    if regimes.exchanges > 1:
        listed = units.listed([units.duration(time_s) for time_s in regimes.by_exchange_s])
        yield Belief(
            "note", None,
            f"The machine ran at {regimes.exchanges} speeds: passing a cache line between two "
            f"cores took {listed}. They are kept apart; headlines are of one of them.",
            "Expect the slower figures, too, when programs run here.",
        )  # fmt: skip
    if regimes.sees_neighbours:
        held = regimes.held(run)
        beside = sum(n for (_, shared), n in held.items() if shared) / max(held.total(), 1)
        yield Belief(
            "note", None,
            f"{units.percent(beside)} of the visits were spent "
            "beside a neighbour: arithmetic that fills a core took more than 1.1 times as long as "
            "it can, as it does when another machine's work runs on the core's other hardware "
            "thread. These samples are kept apart; headlines are of cores alone where there are "
            "enough.",
            "Measure when the host is quiet, or expect the slower figures, too.",
        )  # fmt: skip
    visits = [v for launch in run.launches for c in launch.cells.values() for v in c.visits]
    if visits and all(visit.regime is None for visit in visits):
        yield Belief(
            "note", None,
            "No sentinel stood beside the samples, so a change of the machine's speed would not "
            "have been noticed.",
            "Start at least two ranks on one node.",
        )  # fmt: skip


def arithmetic(run: Run, summary: Summary, context: Context) -> Iterator[Belief]:
    """The fixed quantum of work should always take the same time at one speed of the machine."""
    times = sorted(
        time_s
        for launch in run.launches
        for cell in launch.cells.values()
        for visit in cell.visits
        if visit.regime != DISTURBED
        and summary.regimes.index(launch, visit.regime) == summary.reference
        for time_s in (visit.sentinel.work_before_s, visit.sentinel.work_after_s)
        if time_s
    )
    if len(times) < 20:
        return
    low, high = times[len(times) // 20], times[-1 - len(times) // 20]
    if high / low - 1 > WORK_SPREAD:
        yield Belief(
            "caution", None,
            "The same arithmetic took from "
            f"{units.interval(low, high, units.TIME)} during the run (5th to 95th percentile).",
            "The clock frequency changed or a neighbour took time; fix the governor, or measure "
            "when the machine is quiet.",
        )  # fmt: skip


def load(run: Run, summary: Summary, context: Context) -> Iterator[Belief]:
    """Somebody else's programs."""
    before = context.get("load_before") or []
    if before and before[0] > BUSY_BEFORE:
        yield Belief(
            "note", None,
            f"The machine was not idle before the run: its load was {before[0]:.2f} over the last "
            "minute.",
            "If it was not the building of the bench, wait until the machine is quiet.",
        )  # fmt: skip
    for launch in run.launches:
        ranks = launch.header.ranks
        if launch.end and launch.end.load and launch.end.load[0] > ranks + BUSY_BESIDE_RANKS:
            yield Belief(
                "caution", None,
                f"The load was {launch.end.load[0]:.1f} when launch {launch.header.launch} ended, "
                f"more than its {units.plural(ranks, 'rank')} make: other programs ran beside it.",
                "Measure again when the machine is quiet.",
            )  # fmt: skip


def clock(run: Run, summary: Summary, context: Context) -> Iterator[Belief]:
    """Completion times of collectives compare the clocks of different nodes."""
    error_s = run.launches[0].header.clock.offset_error_s
    collective = {name for name, kernel in run.kernels.items() if kernel.family == "collective"}
    medians = [
        cell.headline.median_s
        for cell in summary.cells.values()
        if cell.headline and cell.declared.kernel in collective
    ]
    if medians and error_s > CLOCK_SHARE * min(medians):
        yield Belief(
            "caution", None,
            f"The ranks' clocks agree within {units.duration(error_s)}, which is not small beside "
            f"the shortest collective ({units.duration(min(medians))}).",
            "Read short collectives by their local mean.",
        )  # fmt: skip


def single_launch(run: Run, summary: Summary, context: Context) -> Iterator[Belief]:
    """Launches differ by more than samples of one launch do."""
    if summary.launches == 1:
        yield Belief(
            "note", None,
            "There was one launch. Fresh launches differ by more than the intervals here say, so "
            "they hold for this run and not for the next.",
            "For claims across runs use --launches 5.",
        )  # fmt: skip


def guest(run: Run, summary: Summary, context: Context) -> Iterator[Belief]:
    """A guest's processors are moved by somebody who cannot be seen."""
    machine = context.get("machine") or {}
    if machine.get("virtualised"):
        yield Belief(
            "note", None,
            "This is a virtual machine; its host may move or slow its processors at any time.",
            "The sentinel watches for it; figures of bare metal need bare metal.",
        )  # fmt: skip
    governor = machine.get("governor")
    if governor and governor != "performance":
        yield Belief(
            "note", None,
            f"The processors' frequency follows the {governor} governor, which lets it change.",
            "For steady figures choose the performance governor.",
        )  # fmt: skip


def uncommitted(run: Run, summary: Summary, context: Context) -> Iterator[Belief]:
    """A run that no commit describes cannot be repeated."""
    commit = context.get("commit") or run.launches[0].header.commit
    if commit.endswith("-dirty"):
        yield Belief(
            "note", None,
            "The bench was built from files that differ from its commit.",
            "Commit before measuring what others should be able to repeat.",
        )  # fmt: skip


RULES = (
    oversubscribed, killed, load, arithmetic, unbound, clock, speeds, single_launch, guest,
    uncommitted,
)  # fmt: skip


def _shared_processors(header: RunRecord) -> list[int]:
    """Ranks whose one processor is also the one of another rank of the same host."""
    alone = {p.rank: (p.host, p.affinity[0]) for p in header.processes if len(p.affinity) == 1}
    taken = Counter(alone.values())
    return [rank for rank, place in alone.items() if taken[place] > 1]
