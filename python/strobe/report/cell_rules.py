# SPDX-License-Identifier: BSD-3-Clause
"""Reasons to doubt single cells, gathered by kernel so that a person can read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from strobe.records.lines import SamplesRecord
from strobe.records.run import Run
from strobe.records.summary import CellSummary, Summary
from strobe.report import units
from strobe.report.belief import Belief, Severity

LATE_SHARE = 0.05
SWITCHED_SHARE = 0.10
LAUNCH_SPREAD = 0.10
DRIFT_P_VALUE = 0.001
DRIFT_RATIO = 0.05


def by_kernel(
    summary: Summary, concerned: Callable[[CellSummary], bool]
) -> Iterator[tuple[str, list[CellSummary]]]:
    """Each kernel with those of its cells that are concerned; kernels without any are left out."""
    groups: dict[str, list[CellSummary]] = {}
    for cell in summary.cells.values():
        if concerned(cell):
            groups.setdefault(cell.declared.kernel, []).append(cell)
    yield from groups.items()


def failed(run: Run, summary: Summary) -> Iterator[Belief]:
    """Wrong bytes, or a kernel that could not run: its cells have no result at all."""
    for kernel, cells in by_kernel(summary, lambda cell: cell.status == "failed"):
        wrong = any(cell.failed_verifications for cell in cells)
        yield _about(
            "serious", kernel, cells,
            f"{units.plural(len(cells), 'cell')} of {kernel} failed: {_reasons(cells)}.",
            "The data that arrived was wrong, so no time of these cells means anything; run them "
            "alone and, if it happens again, report it to the makers of the MPI."
            if wrong else "Remove what the reason names, and measure these cells again.",
        )  # fmt: skip


def hung(run: Run, summary: Summary) -> Iterator[Belief]:
    """The watchdog ended the cell."""
    for kernel, cells in by_kernel(summary, lambda cell: cell.status == "hung"):
        yield _about(
            "serious", kernel, cells,
            f"{units.plural(len(cells), 'cell')} of {kernel} hung: {_reasons(cells)}.",
            "Run the cell alone with a longer --hang-after; if it hangs again, the MPI or the "
            "network deadlocks at this size.",
        )  # fmt: skip


def unfinished(run: Run, summary: Summary) -> Iterator[Belief]:
    """The launch ended first."""
    for kernel, cells in by_kernel(summary, lambda cell: cell.status == "unfinished"):
        yield _about(
            "caution", kernel, cells,
            f"{units.plural(len(cells), 'cell')} of {kernel} had not finished when the run ended.",
            "Go on where it stopped with --resume.",
        )  # fmt: skip


def unsatisfied(run: Run, summary: Summary) -> Iterator[Belief]:
    """Time was up before the interval was narrow enough."""
    wanted = run.launches[0].header.options.relative_error
    for kernel, cells in by_kernel(summary, lambda cell: cell.status == "budget"):
        widths = [cell.headline.half_width for cell in cells if cell.headline]
        widest = f"; the widest is ±{units.percent(max(widths))}" if widths else ""
        yield _about(
            "caution", kernel, cells,
            f"{units.plural(len(cells), 'cell')} of {kernel} ran out of time before the interval "
            f"of the median was within ±{units.percent(wanted)}{widest}.",
            "Give more time (--cell-budget, --budget), or quieten the machine.",
        )  # fmt: skip


def few_samples(run: Run, summary: Summary) -> Iterator[Belief]:
    """A headline that rests on too little, or none where there should be one."""
    usable = ("satisfied", "budget")
    for kernel, cells in by_kernel(
        summary, lambda cell: cell.status in usable and cell.headline is None
    ):
        yield _about(
            "serious", kernel, cells,
            f"{units.plural(len(cells), 'cell')} of {kernel} had no result: "
            f"{cells[0].headline_flag}.",
            "Give more time (--cell-budget); the machine changed its speed under every visit.",
        )  # fmt: skip
    for kernel, cells in by_kernel(
        summary, lambda cell: cell.headline is not None and bool(cell.headline_flag)
    ):
        fewest = min(cell.headline.n for cell in cells if cell.headline)
        wanted = run.launches[0].header.options.samples_min
        yield _about(
            "caution", kernel, cells,
            f"{units.plural(len(cells), 'cell')} of {kernel} rested on fewer than {wanted} samples "
            f"at one speed of the machine; the fewest were {fewest}.",
            "Give more time (--cell-budget), or more launches.",
        )  # fmt: skip


def below_the_clock(run: Run, summary: Summary) -> Iterator[Belief]:
    """What was subtracted is all there was."""
    for kernel, cells in by_kernel(
        summary, lambda cell: cell.headline is not None and cell.headline.median_s <= 0
    ):
        yield _about(
            "serious", kernel, cells,
            f"{units.plural(len(cells), 'cell')} of {kernel} had a median of zero or less once "
            "the cost of the loop and the clock is taken off.",
            "The operation is shorter than what the clock resolves; do not use these times.",
        )  # fmt: skip


def slow_headlines(run: Run, summary: Summary) -> Iterator[Belief]:
    """Cells that never saw the fastest speed are not comparable with those that did."""
    if len(summary.regimes.exchange_s) < 2:
        return
    for kernel, cells in by_kernel(
        summary, lambda cell: cell.headline is not None and bool(cell.headline.regime)
    ):
        yield _about(
            "caution", kernel, cells,
            f"{units.plural(len(cells), 'headline')} of {kernel} came from a slower speed of the "
            "machine than the others, which were not seen there often enough at the fastest.",
            "Do not compare these sizes with their neighbours; measure longer or again.",
        )  # fmt: skip


def disturbed(run: Run, summary: Summary) -> Iterator[Belief]:
    """Visits that a change of speed cut in two: kept apart, and repeated."""
    cells = [cell for cell in summary.cells.values() if cell.disturbed_visits]
    if not cells:
        return
    visits = sum(cell.disturbed_visits for cell in cells)
    samples = sum(cell.disturbed_samples for cell in cells)
    yield _about(
        "note", None, cells,
        f"The machine changed its speed during {units.plural(visits, 'visit')} to "
        f"{units.plural(len(cells), 'cell')}; their {units.plural(samples, 'sample')} are kept in "
        "the record, and are in no figure here.",
        "Nothing to do: the cells were visited again.",
    )  # fmt: skip


def late_starts(run: Run, summary: Summary) -> Iterator[Belief]:
    """A collective whose ranks do not start together measures the latecomer."""
    def too_late(cell: CellSummary) -> bool:
        return any(r.late > LATE_SHARE * r.n for r in cell.regimes)

    for kernel, cells in by_kernel(summary, too_late):
        share = max(r.late / r.n for cell in cells for r in cell.regimes)
        yield _about(
            "caution", kernel, cells,
            f"In {units.plural(len(cells), 'cell')} of {kernel} a rank began late in up to "
            f"{units.percent(share)} of the samples, so their times hold some waiting.",
            "Use the low percentiles, or stop what else runs on the ranks' processors.",
        )  # fmt: skip


def dependent_samples(run: Run, summary: Summary) -> Iterator[Belief]:
    """Samples that follow each other say less than their number promises."""
    def dependent(cell: CellSummary) -> bool:
        best = cell.headline
        return best is not None and best.n >= 30 and best.effective_n < 0.5 * best.n

    for kernel, cells in by_kernel(summary, dependent):
        least = min(c.headline.effective_n / c.headline.n for c in cells if c.headline)
        yield _about(
            "note", kernel, cells,
            f"In {units.plural(len(cells), 'cell')} of {kernel} neighbouring samples resemble each "
            f"other; they are worth as little as {units.percent(least)} of their number.",
            "The intervals are widened for it already; more launches would narrow them.",
        )  # fmt: skip


def drifting(run: Run, summary: Summary) -> Iterator[Belief]:
    """Within one launch, the later half of the samples differs from the earlier one."""
    if summary.launches > 1:
        return
    from strobe.statistics.autocorrelation import split_halves

    def drifts(cell: CellSummary) -> bool:
        if cell.headline is None or cell.headline.n < 30 or cell.headline.median_s <= 0:
            return False
        halves = split_halves(cell.headline.samples_s)
        return halves.p_value < DRIFT_P_VALUE and abs(halves.ratio - 1) > DRIFT_RATIO

    for kernel, cells in by_kernel(summary, drifts):
        yield _about(
            "caution", kernel, cells,
            f"{units.plural(len(cells), 'cell')} of {kernel} drifted: later samples differ from "
            f"earlier ones by more than {units.percent(DRIFT_RATIO)}, beyond chance.",
            "Something else changed while it ran; measure again, with more launches.",
        )  # fmt: skip


def launches_disagree(run: Run, summary: Summary) -> Iterator[Belief]:
    """Fresh launches that differ widely: one launch of this machine proves little."""
    def spread(cell: CellSummary) -> float:
        medians = cell.headline.launch_medians_s if cell.headline else ()
        return max(medians) / min(medians) - 1 if len(medians) > 1 and min(medians) > 0 else 0.0

    for kernel, cells in by_kernel(summary, lambda cell: spread(cell) > LAUNCH_SPREAD):
        yield _about(
            "caution", kernel, cells,
            f"The launches disagree on {units.plural(len(cells), 'cell')} of {kernel}, by up to "
            f"{units.percent(max(map(spread, cells)))}.",
            "Trust the interval, which covers it, and not the median of any one launch.",
        )  # fmt: skip


def context_switches(run: Run, summary: Summary) -> Iterator[Belief]:
    """The operating system took the processor away during a visit."""
    def switched(visits: Iterable[SamplesRecord]) -> bool:
        return any(visit.switches for visit in visits)

    visits = [v for launch in run.launches for c in launch.cells.values() for v in c.visits]
    count = sum(visit.switches > 0 for visit in visits)
    if not visits or count <= SWITCHED_SHARE * len(visits):
        return
    keys = {
        key for launch in run.launches for key, cell in launch.cells.items()
        if switched(cell.visits)
    }  # fmt: skip
    yield Belief(
        "caution", None,
        f"The operating system interrupted rank 0 in {units.plural(count, 'visit')} of "
        f"{units.count(len(visits))}: something else wanted its processor.",
        "Stop other programs, leave a processor free, or look at the low percentiles.",
        tuple(key for key in summary.cells if key in keys),
    )  # fmt: skip


RULES = (
    failed, hung, few_samples, below_the_clock, unsatisfied, unfinished, slow_headlines, drifting,
    launches_disagree, late_starts, context_switches, disturbed, dependent_samples,
)  # fmt: skip


def _about(
    severity: Severity, kernel: str | None, cells: list[CellSummary], sentence: str, remedy: str
) -> Belief:
    return Belief(severity, kernel, sentence, remedy, tuple(c.declared.cell for c in cells))


def _reasons(cells: list[CellSummary]) -> str:
    """The reasons of the cells, each once, and no more than three of them."""
    reasons = list(dict.fromkeys(cell.reason.rstrip(".") for cell in cells))
    more = f" and {units.plural(len(reasons) - 3, 'other reason')}" if len(reasons) > 3 else ""
    return "; ".join(reasons[:3]) + more
