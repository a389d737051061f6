# SPDX-License-Identifier: BSD-3-Clause
"""Reasons to doubt single cells, each told once for all the cells that it concerns."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator

from strobe.base import units
from strobe.gate.cells import believed, is_refused
from strobe.gate.limits import REMEDY
from strobe.records.run import Run
from strobe.records.summary import CellSummary, Summary
from strobe.report.quality.issue import Belief, Severity
from strobe.statistics.autocorrelation import split_halves

LATE_SHARE = 0.05
SWITCHED_SHARE = 0.10
LAUNCH_SPREAD = 0.10
DRIFT_P_VALUE = 0.001
DRIFT_RATIO = 0.05
ENOUGH_TO_JUDGE = 30
"""Samples below which drift and dependence are not judged."""
MOST_SHARE = 0.5
"""A run that was imprecise in more of its cells was made on a machine that was not its own."""
MOST_REASONS = 3


def failed(run: Run, summary: Summary) -> Iterator[Belief]:
    """Wrong bytes, or a kernel that could not run: its cells have no result at all."""
    cells = _where(summary, lambda cell: cell.status == "failed")
    for kernel in dict.fromkeys(cell.declared.kernel for cell in cells):
        own = [cell for cell in cells if cell.declared.kernel == kernel]
        if any(cell.failed_verifications for cell in own):
            remedy = (
                "The data that arrived was wrong, so no time of these cells means anything; run "
                "them alone and, if it happens again, report it to the makers of the MPI."
            )
        else:
            remedy = "Remove what the reason names, and measure these cells again."
        yield _about("serious", own, f"{_named(own)} failed: {_reasons(own)}.", remedy)


def hung(run: Run, summary: Summary) -> Iterator[Belief]:
    """The watchdog ended the cell."""
    if cells := _where(summary, lambda cell: cell.status == "hung"):
        yield _about(
            "serious",
            cells,
            f"{_named(cells)} hung: {_reasons(cells)}.",
            "Run the cell alone with a longer --hang-after; if it hangs again, the MPI or the "
            "network deadlocks at this size.",
        )


def without_result(run: Run, summary: Summary) -> Iterator[Belief]:
    """Measured, and yet no headline."""
    cells = _where(
        summary, lambda cell: cell.status in ("satisfied", "budget") and cell.headline is None
    )
    if cells:
        yield _about(
            "serious",
            cells,
            f"{_named(cells)} had no result: {cells[0].headline_flag}.",
            "Give more time (--cell-budget); the machine changed its speed under every visit.",
        )


def below_the_clock(run: Run, summary: Summary) -> Iterator[Belief]:
    """What was subtracted is all there was."""
    cells = _where(summary, lambda cell: cell.headline is not None and cell.headline.median_s <= 0)
    if cells:
        yield _about(
            "serious",
            cells,
            f"{_named(cells)} had a median of zero or less once the cost of the loop and the "
            "clock was taken off.",
            "The operation is shorter than what the clock resolves; do not use these times.",
        )


def unsatisfied(run: Run, summary: Summary) -> Iterator[Belief]:
    """Time was up before the interval was narrow enough."""
    wanted = run.launches[0].header.options.relative_error
    if cells := _where(summary, lambda cell: cell.status == "budget"):
        widths = [cell.headline.half_width for cell in cells if cell.headline]
        widest = max(filter(math.isfinite, widths), default=0.0)
        more = f"; the widest was ±{units.percent(widest)}" if widest > wanted else ""
        most = len(cells) > MOST_SHARE * len(summary.cells)
        yield _about(
            "serious" if most else "caution",
            cells,
            f"{_named(cells)} ran out of time before the interval of the median was within "
            f"±{units.percent(wanted)}{more}.",
            "Give more time (--cell-budget, --budget), or quieten the machine.",
        )


def refused(run: Run, summary: Summary) -> Iterator[Belief]:
    """What the gate between figures and words lets nothing be said of."""
    judged = believed(summary).cells
    cells = _where(summary, lambda cell: is_refused(judged[cell.declared.cell]))
    if cells:
        reasons = Counter(judged[cell.declared.cell].refusal for cell in cells)
        told = "; ".join(f"{units.count(n)}: {why}" for why, n in reasons.most_common(MOST_REASONS))
        yield _about(
            "caution",
            cells,
            f"No headline, finding, fit or verdict rests on {_named(cells)} ({told}).",
            REMEDY,
        )


def unfinished(run: Run, summary: Summary) -> Iterator[Belief]:
    """The launch ended first."""
    if cells := _where(summary, lambda cell: cell.status == "unfinished"):
        yield _about(
            "caution",
            cells,
            f"{_named(cells)} had not finished when the run ended.",
            "Go on where it stopped with --resume.",
        )


def skipped(run: Run, summary: Summary) -> Iterator[Belief]:
    """Cells that this number of ranks cannot measure; the reason says what would work."""
    if cells := _where(summary, lambda cell: cell.status == "skipped"):
        yield _about(
            "note",
            cells,
            f"{_named(cells)} could not be measured here and {_were(cells)} left out: "
            f"{_reasons(cells)}.",
            "Nothing is wrong; start the run as the reason says to have them too.",
        )


def few_samples(run: Run, summary: Summary) -> Iterator[Belief]:
    """A headline that rests on too little."""
    wanted = run.launches[0].header.options.samples_min
    cells = _where(summary, lambda cell: cell.headline is not None and cell.headline.n < wanted)
    if cells:
        fewest = min(cell.headline.n for cell in cells if cell.headline)
        yield _about(
            "caution",
            cells,
            f"{_named(cells)} rested on fewer than {units.plural(wanted, 'sample')} at one speed "
            f"of the machine; the fewest were {units.count(fewest)}.",
            "Give more time (--cell-budget), or more launches.",
        )


def other_speeds(run: Run, summary: Summary) -> Iterator[Belief]:
    """Cells that were not measured at the speed of the others cannot be compared with them."""
    wanted = run.launches[0].header.options.samples_min

    def elsewhere(cell: CellSummary) -> bool:
        best = cell.headline
        return (
            best is not None and best.n >= wanted and best.regime not in (summary.reference, None)
        )

    if cells := _where(summary, elsewhere):
        yield _about(
            "caution",
            cells,
            f"The headline of {_named(cells)} came from another speed of the machine than the "
            "rest, at whose speed it was not visited often enough.",
            "Do not compare these sizes with their neighbours; measure longer or again.",
        )


def drifting(run: Run, summary: Summary) -> Iterator[Belief]:
    """Within one launch, the later half of the samples differs from the earlier one."""
    if summary.launches > 1:
        return

    def drifts(cell: CellSummary) -> bool:
        best = cell.headline
        if best is None or best.n < ENOUGH_TO_JUDGE or best.median_s <= 0:
            return False
        halves = split_halves(best.samples_s)
        return halves.p_value < DRIFT_P_VALUE and abs(halves.ratio - 1) > DRIFT_RATIO

    if cells := _where(summary, drifts):
        yield _about(
            "caution",
            cells,
            f"{_named(cells)} drifted: later samples differed from earlier ones by more than "
            f"{units.percent(DRIFT_RATIO)}, beyond chance.",
            "Something else changed while it ran; measure again, with more launches.",
        )


def launches_disagree(run: Run, summary: Summary) -> Iterator[Belief]:
    """Fresh launches that differ widely: one launch of this machine proves little."""

    def spread(cell: CellSummary) -> float:
        medians = cell.headline.launch_medians_s if cell.headline else ()
        return max(medians) / min(medians) - 1 if len(medians) > 1 and min(medians) > 0 else 0.0

    if cells := _where(summary, lambda cell: spread(cell) > LAUNCH_SPREAD):
        yield _about(
            "caution",
            cells,
            f"The launches disagreed on {_named(cells)}, by up to "
            f"{units.percent(max(map(spread, cells)))}.",
            "Trust the interval, which covers it, and not the median of any one launch.",
        )


def late_starts(run: Run, summary: Summary) -> Iterator[Belief]:
    """A collective whose ranks do not start together measures the latecomer."""

    def late_share(cell: CellSummary) -> float:
        return max((r.late / r.n for r in cell.regimes), default=0.0)

    if cells := _where(summary, lambda cell: late_share(cell) > LATE_SHARE):
        yield _about(
            "caution",
            cells,
            f"In {_named(cells)} a rank began late in up to "
            f"{units.percent(max(map(late_share, cells)))} of the samples, so their times hold "
            "some waiting.",
            "Use the low percentiles, or stop what else runs on the ranks' processors.",
        )


def context_switches(run: Run, summary: Summary) -> Iterator[Belief]:
    """The operating system took the processor away during a visit."""
    interrupted = Counter[str]()
    visits = 0
    for launch in run.launches:
        for key, cell in launch.cells.items():
            visits += len(cell.visits)
            interrupted[key] += sum(visit.switches > 0 for visit in cell.visits)
    if interrupted.total() > SWITCHED_SHARE * visits:
        yield _about(
            "caution",
            _where(summary, lambda cell: interrupted[cell.declared.cell] > 0),
            f"The operating system interrupted rank 0 in {units.count(interrupted.total())} of "
            f"{units.plural(visits, 'visit')}: something else wanted its processor.",
            "Stop other programs, leave a processor free, or look at the low percentiles.",
        )


def disturbed(run: Run, summary: Summary) -> Iterator[Belief]:
    """Visits that a change of speed cut in two: kept apart, and repeated."""
    if cells := _where(summary, lambda cell: cell.disturbed_visits > 0):
        visits = sum(cell.disturbed_visits for cell in cells)
        samples = sum(cell.disturbed_samples for cell in cells)
        yield _about(
            "note",
            cells,
            f"The machine changed its speed during {units.plural(visits, 'visit')} to "
            f"{_named(cells)}; {units.plural(samples, 'sample')} of them are kept in the record, "
            "and are in no figure here.",
            "Nothing to do: the cells were visited again.",
        )


def dependent_samples(run: Run, summary: Summary) -> Iterator[Belief]:
    """Samples that follow each other say less than their number promises."""

    def worth(cell: CellSummary) -> float:
        best = cell.headline
        return best.effective_n / best.n if best and best.n >= ENOUGH_TO_JUDGE else 1.0

    if cells := _where(summary, lambda cell: worth(cell) < 0.5):
        yield _about(
            "note",
            cells,
            f"In {_named(cells)} neighbouring samples resembled each other; they are worth as "
            f"little as {units.percent(min(map(worth, cells)))} of their number.",
            "The intervals are widened for it already; more launches would narrow them.",
        )


RULES = (
    failed,
    hung,
    without_result,
    below_the_clock,
    unsatisfied,
    refused,
    unfinished,
    skipped,
    few_samples,
    other_speeds,
    drifting,
    launches_disagree,
    late_starts,
    context_switches,
    disturbed,
    dependent_samples,
)


def _where(summary: Summary, concerned: Callable[[CellSummary], bool]) -> list[CellSummary]:
    return [cell for cell in summary.cells.values() if concerned(cell)]


def _about(severity: Severity, cells: list[CellSummary], sentence: str, remedy: str) -> Belief:
    kernels = {cell.declared.kernel for cell in cells}
    kernel = kernels.pop() if len(kernels) == 1 else None
    keys = tuple(cell.declared.cell for cell in cells)
    return Belief(severity, kernel, sentence, remedy, keys)


def _named(cells: list[CellSummary]) -> str:
    return units.plural_of(Counter(cell.declared.kernel for cell in cells), "cell")


def _were(cells: list[CellSummary]) -> str:
    return "was" if len(cells) == 1 else "were"


def _reasons(cells: list[CellSummary]) -> str:
    """The reasons of the cells, each once, and no more than three of them."""
    reasons = list(dict.fromkeys(cell.reason.rstrip(".") for cell in cells))
    rest = len(reasons) - MOST_REASONS
    more = f" and {units.plural(rest, 'other reason')}" if rest > 0 else ""
    return "; ".join(reasons[:MOST_REASONS]) + more
