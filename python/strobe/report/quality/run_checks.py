# SPDX-License-Identifier: BSD-3-Clause
"""Issues of a whole run: its machine, its ranks, its clock, its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from strobe.base import units
from strobe.records.lines import RunRecord
from strobe.records.regimes import DISTURBED
from strobe.records.run import Run
from strobe.records.summary import Summary
from strobe.report.quality.issue import Issue

BUSY_BEFORE = 0.25
BUSY_BESIDES_RANKS = 0.75
WORK_SPREAD = 0.10
CLOCK_SHARE = 0.05

Context = dict[str, Any]


def interrupted(run: Run, summary: Summary, context: Context) -> Iterator[Issue]:
    """A launch without an end record was interrupted."""
    for launch in run.launches:
        if launch.end is not None:
            continue
        where = f" in the cell {launch.open_visit.cell}" if launch.open_visit else ""
        planned = launch.plan.cells if launch.plan else len(launch.cells)
        ended = sum(cell.end is not None for cell in launch.cells.values())
        yield Issue(
            "caution", None,
            f"Launch {launch.header.launch} was interrupted{where}: {units.count(ended)} of "
            f"{units.plural(planned, 'cell')} had ended.",
            "The data measured before is complete. Use --resume to measure the rest.",
        )  # fmt: skip
    if run.truncated_lines:
        yield Issue(
            "note", None,
            f"{run.left_out}.",
            "No action is needed: the line holds at most one visit.",
        )  # fmt: skip


def oversubscribed(run: Run, summary: Summary, context: Context) -> Iterator[Issue]:
    """With more ranks than cores, times include the operating system's scheduling."""
    header = run.launches[0].header
    shared = _shared_processors(header)
    if header.oversubscribed:
        yield Issue(
            "serious", None,
            f"The job was oversubscribed: {units.plural(header.ranks, 'rank')} shared fewer cores, "
            "so the times include the operating system's scheduling.",
            "Use at most one rank per core.",
        )  # fmt: skip
    elif shared:
        yield Issue(
            "serious", None,
            f"Ranks {', '.join(map(str, shared))} were bound to the same core.",
            "Change the launcher's binding options so that each rank has its own core.",
        )  # fmt: skip


def not_bound(run: Run, summary: Summary, context: Context) -> Iterator[Issue]:
    """Ranks that migrate between cores lose the contents of their caches."""
    header = run.launches[0].header
    free = [p for p in header.processes if len(p.affinity) > 1]
    if free and not header.oversubscribed:
        widest = max(len(p.affinity) for p in free)
        yield Issue(
            "caution", None,
            f"{units.plural(len(free), 'rank')} could migrate among up to {widest} logical "
            "processors during the measurement.",
            "Bind ranks to cores (MPICH's mpiexec: -bind-to core).",
        )  # fmt: skip


def several_regimes(run: Run, summary: Summary, context: Context) -> Iterator[Issue]:
    """A machine with several regimes has several results."""
    regimes = summary.regimes
    if regimes.exchanges > 1:
        listed = units.listed([units.duration(time_s) for time_s in regimes.by_exchange_s])
        yield Issue(
            "note", None,
            f"The machine had {regimes.exchanges} regimes: passing a cache line between two cores "
            f"took {listed}. Headlines are from one regime; samples of different regimes are "
            "never mixed.",
            "Programs on this machine can also run in the slower regimes.",
        )  # fmt: skip
    if regimes.sees_busy_siblings:
        held = regimes.held(run)
        beside = sum(n for (_, shared), n in held.items() if shared) / max(held.total(), 1)
        yield Issue(
            "note", None,
            f"In {units.percent(beside)} of the visits, arithmetic took more than 1.1 times as "
            "long as on an idle core, probably because the core's SMT sibling was busy. Headlines "
            "use the other visits where these are enough.",
            "Measure when the host is quiet.",
        )  # fmt: skip
    visits = [v for launch in run.launches for c in launch.cells.values() for v in c.visits]
    if visits and all(visit.regime is None for visit in visits):
        yield Issue(
            "note", None,
            "The run has no sentinel, so a change of regime would not have been noticed.",
            "Start at least two ranks on one node.",
        )  # fmt: skip


def unsteady_clock_frequency(run: Run, summary: Summary, context: Context) -> Iterator[Issue]:
    """The sentinel's fixed work should always take the same time in one regime."""
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
        yield Issue(
            "caution", None,
            "The time of the sentinel's fixed work varied: 5th to 95th percentile "
            f"{units.interval(low, high, units.TIME)}.",
            "The clock frequency changed, or other programs ran. Fix the frequency governor, or "
            "measure on a quiet machine.",
        )  # fmt: skip


def busy_machine(run: Run, summary: Summary, context: Context) -> Iterator[Issue]:
    """Other programs on the machine."""
    before = context.get("load_before") or []
    if before and before[0] > BUSY_BEFORE:
        yield Issue(
            "note", None,
            "The machine was not idle before the run: its load average was "
            f"{before[0]:.2f} over the last minute.",
            "Wait until the machine is quiet, unless the load came from building the bench.",
        )  # fmt: skip
    for launch in run.launches:
        ranks = launch.header.ranks
        if launch.end and launch.end.load and launch.end.load[0] > ranks + BUSY_BESIDES_RANKS:
            yield Issue(
                "caution", None,
                f"The load average was {launch.end.load[0]:.1f} at the end of launch "
                f"{launch.header.launch}, above its {units.plural(ranks, 'rank')}: other programs "
                "ran at the same time.",
                "Measure again on a quiet machine.",
            )  # fmt: skip


def clock(run: Run, summary: Summary, context: Context) -> Iterator[Issue]:
    """Completion times of collectives compare the clocks of different nodes."""
    error_s = run.launches[0].header.clock.offset_error_s
    collective = {name for name, kernel in run.kernels.items() if kernel.family == "collective"}
    medians = [
        cell.headline.median_s
        for cell in summary.cells.values()
        if cell.headline and cell.declared.kernel in collective
    ]
    if medians and error_s > CLOCK_SHARE * min(medians):
        yield Issue(
            "caution", None,
            f"The ranks' clocks agree within {units.duration(error_s)}, more than "
            f"{units.percent(CLOCK_SHARE)} of the shortest collective "
            f"({units.duration(min(medians))}).",
            "For short collectives, use the local mean.",
        )  # fmt: skip


def single_launch(run: Run, summary: Summary, context: Context) -> Iterator[Issue]:
    """Launches differ by more than the samples of one launch."""
    if summary.launches == 1:
        yield Issue(
            "note", None,
            "The run has one launch. Launches differ by more than these intervals, which therefore "
            "hold for this run only.",
            "For claims across runs, use --launches 5.",
        )  # fmt: skip


def virtual_machine(run: Run, summary: Summary, context: Context) -> Iterator[Issue]:
    """A hypervisor may move or slow the processors of a virtual machine."""
    machine = context.get("machine") or {}
    if machine.get("virtualised"):
        yield Issue(
            "note", None,
            "This is a virtual machine: its host can move or slow its processors at any time.",
            "The sentinel detects such changes. For figures of bare metal, measure on bare metal.",
        )  # fmt: skip
    governor = machine.get("governor")
    if governor and governor != "performance":
        yield Issue(
            "note", None,
            f"The frequency governor is {governor}, which lets the clock frequency change.",
            "For stable results, choose the performance governor.",
        )  # fmt: skip


def uncommitted(run: Run, summary: Summary, context: Context) -> Iterator[Issue]:
    """A run of uncommitted sources cannot be reproduced."""
    commit = context.get("commit") or run.launches[0].header.commit
    if commit.endswith("-dirty"):
        yield Issue(
            "note", None,
            "The bench was built from sources that differ from its commit.",
            "Commit before a measurement that others should reproduce.",
        )  # fmt: skip


RULES = (
    oversubscribed, interrupted, busy_machine, unsteady_clock_frequency, not_bound, clock,
    several_regimes, single_launch, virtual_machine, uncommitted,
)  # fmt: skip


def _shared_processors(header: RunRecord) -> list[int]:
    """Ranks bound to one logical processor that another rank of the host is bound to as well."""
    alone = {p.rank: (p.host, p.affinity[0]) for p in header.processes if len(p.affinity) == 1}
    taken = Counter(alone.values())
    return [rank for rank, place in alone.items() if taken[place] > 1]
