# SPDX-License-Identifier: BSD-3-Clause
"""Issues of single cells, each stated once for all cells that it concerns."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator

from strobe.base import units
from strobe.gate.cells import accepted, is_refused
from strobe.gate.limits import REMEDY
from strobe.records.run import Run
from strobe.records.summary import CellSummary, Summary
from strobe.report.quality.issue import Issue, Severity
from strobe.statistics.autocorrelation import split_halves

LATE_SHARE = 0.05
SWITCHED_SHARE = 0.10
LAUNCH_SPREAD = 0.10
DRIFT_P_VALUE = 0.001
DRIFT_RATIO = 0.05
ENOUGH_TO_JUDGE = 30
"""With fewer samples, drift and autocorrelation are not judged."""
MOST_CELLS_SHARE = 0.5
"""A run in which more cells than this did not converge ran on a busy machine."""
MOST_REASONS = 3


def failed(run: Run, summary: Summary) -> Iterator[Issue]:
    """Wrong data, or a kernel that could not run: its cells have no result."""
    cells = _where(summary, lambda cell: cell.status == "failed")
    for kernel in dict.fromkeys(cell.declared.kernel for cell in cells):
        own = [cell for cell in cells if cell.declared.kernel == kernel]
        if any(cell.failed_verifications for cell in own):
            remedy = (
                "The received data was wrong, so the times of these cells are meaningless. Run the "
                "cells alone; if the failure repeats, report it to the developers of the MPI."
            )
        else:
            remedy = "Fix the cause that the reason names, and measure these cells again."
        yield _issue("serious", own, f"{_named(own)} failed: {_reasons(own)}.", remedy)


def hung(run: Run, summary: Summary) -> Iterator[Issue]:
    """The watchdog ended the cell."""
    if cells := _where(summary, lambda cell: cell.status == "hung"):
        yield _issue(
            "serious",
            cells,
            f"{_named(cells)} hung: {_reasons(cells)}.",
            "Run the cell alone with a larger --hang-after. If it hangs again, the MPI or the "
            "network deadlocks at this size.",
        )


def no_result(run: Run, summary: Summary) -> Iterator[Issue]:
    """Measured cells without a headline."""
    cells = _where(
        summary, lambda cell: cell.status in ("satisfied", "budget") and cell.headline is None
    )
    if cells:
        yield _issue(
            "serious",
            cells,
            f"{_named(cells)} gave no result: {cells[0].headline_flag}.",
            "The regime changed during every visit. Increase --cell-budget.",
        )


def below_clock_resolution(run: Run, summary: Summary) -> Iterator[Issue]:
    """The subtracted overhead is as large as the measured time."""
    cells = _where(summary, lambda cell: cell.headline is not None and cell.headline.median_s <= 0)
    if cells:
        yield _issue(
            "serious",
            cells,
            f"{_named(cells)} had a median of zero or less after the overhead of loop and clock "
            "was subtracted.",
            "The clock does not resolve this operation; do not use these times.",
        )


def not_converged(run: Run, summary: Summary) -> Iterator[Issue]:
    """The time budget ended before the interval was narrow enough."""
    wanted = run.launches[0].header.options.relative_error
    if cells := _where(summary, lambda cell: cell.status == "budget"):
        widths = [cell.headline.half_width for cell in cells if cell.headline]
        widest = max(filter(math.isfinite, widths), default=0.0)
        more = f"; the widest interval was ±{units.percent(widest)}" if widest > wanted else ""
        most = len(cells) > MOST_CELLS_SHARE * len(summary.cells)
        yield _issue(
            "serious" if most else "caution",
            cells,
            f"{_named(cells)} did not converge to ±{units.percent(wanted)} within the time "
            f"budget{more}.",
            "Increase --cell-budget or --budget, or measure on a quiet machine.",
        )


def refused(run: Run, summary: Summary) -> Iterator[Issue]:
    """Cells that the gate between figures and words refuses."""
    judged = accepted(summary).cells
    cells = _where(summary, lambda cell: is_refused(judged[cell.declared.cell]))
    if cells:
        reasons = Counter(judged[cell.declared.cell].refusal for cell in cells)
        counted = [f"{units.count(n)}: {why}" for why, n in reasons.most_common(MOST_REASONS)]
        yield _issue(
            "caution",
            cells,
            f"Headlines, findings, fits and verdicts exclude {_named(cells)} "
            f"({'; '.join(counted)}).",
            REMEDY,
        )


def unfinished(run: Run, summary: Summary) -> Iterator[Issue]:
    """The launch ended before the cell."""
    if cells := _where(summary, lambda cell: cell.status == "unfinished"):
        yield _issue(
            "caution",
            cells,
            f"{_named(cells)} had not finished when the run ended.",
            "Continue the run with --resume.",
        )


def skipped(run: Run, summary: Summary) -> Iterator[Issue]:
    """Cells that this number of ranks cannot measure; the reason names a number that can."""
    if cells := _where(summary, lambda cell: cell.status == "skipped"):
        yield _issue(
            "note",
            cells,
            f"{_named(cells)} {_was_or_were(cells)} skipped: {_reasons(cells)}.",
            "To measure these cells, start the run as the reason says.",
        )


def few_samples(run: Run, summary: Summary) -> Iterator[Issue]:
    """A headline with too few samples."""
    wanted = run.launches[0].header.options.samples_min
    cells = _where(summary, lambda cell: cell.headline is not None and cell.headline.n < wanted)
    if cells:
        fewest = min(cell.headline.n for cell in cells if cell.headline)
        yield _issue(
            "caution",
            cells,
            f"{_named(cells)} had fewer than {units.plural(wanted, 'sample')} in one regime; the "
            f"smallest number was {units.count(fewest)}.",
            "Increase --cell-budget or --launches.",
        )


def other_regime(run: Run, summary: Summary) -> Iterator[Issue]:
    """Cells measured in another regime cannot be compared with the other cells."""
    wanted = run.launches[0].header.options.samples_min

    def elsewhere(cell: CellSummary) -> bool:
        best = cell.headline
        return (
            best is not None and best.n >= wanted and best.regime not in (summary.reference, None)
        )

    if cells := _where(summary, elsewhere):
        yield _issue(
            "caution",
            cells,
            f"The headline of {_named(cells)} is from another regime than the other cells, because "
            "their regime gave too few samples.",
            "Do not compare these cells with their neighbours. Measure again, or longer.",
        )


def drifting(run: Run, summary: Summary) -> Iterator[Issue]:
    """In a single launch, the second half of the samples differs from the first."""
    if summary.launches > 1:
        return

    def drifts(cell: CellSummary) -> bool:
        best = cell.headline
        if best is None or best.n < ENOUGH_TO_JUDGE or best.median_s <= 0:
            return False
        halves = split_halves(best.samples_s)
        return halves.p_value < DRIFT_P_VALUE and abs(halves.ratio - 1) > DRIFT_RATIO

    if cells := _where(summary, drifts):
        yield _issue(
            "caution",
            cells,
            f"{_named(cells)} drifted: the second half of the samples differs from the first by "
            f"more than {units.percent(DRIFT_RATIO)} (p < {DRIFT_P_VALUE:g}).",
            "The machine changed during the run. Measure again, with more launches.",
        )


def launches_disagree(run: Run, summary: Summary) -> Iterator[Issue]:
    """Launches that differ widely: one launch on this machine proves little."""

    def spread(cell: CellSummary) -> float:
        medians = cell.headline.launch_medians_s if cell.headline else ()
        return max(medians) / min(medians) - 1 if len(medians) > 1 and min(medians) > 0 else 0.0

    if cells := _where(summary, lambda cell: spread(cell) > LAUNCH_SPREAD):
        yield _issue(
            "caution",
            cells,
            f"The medians of the launches differ by up to {units.percent(max(map(spread, cells)))} "
            f"in {_named(cells)}.",
            "Use the interval, which covers this difference, and not the median of one launch.",
        )


def late_starts(run: Run, summary: Summary) -> Iterator[Issue]:
    """A collective whose ranks do not start together includes the wait for the last rank."""

    def late_share(cell: CellSummary) -> float:
        return max((r.late / r.n for r in cell.regimes), default=0.0)

    if cells := _where(summary, lambda cell: late_share(cell) > LATE_SHARE):
        yield _issue(
            "caution",
            cells,
            f"In {_named(cells)}, a rank started late in up to "
            f"{units.percent(max(map(late_share, cells)))} of the samples, so their times include "
            "waiting.",
            "Use the low percentiles, or stop other programs on the ranks' cores.",
        )


def context_switches(run: Run, summary: Summary) -> Iterator[Issue]:
    """The operating system descheduled rank 0 during a visit."""
    interrupted = Counter[str]()
    visits = 0
    for launch in run.launches:
        for key, cell in launch.cells.items():
            visits += len(cell.visits)
            interrupted[key] += sum(visit.switches > 0 for visit in cell.visits)
    if interrupted.total() > SWITCHED_SHARE * visits:
        yield _issue(
            "caution",
            _where(summary, lambda cell: interrupted[cell.declared.cell] > 0),
            f"The operating system descheduled rank 0 in {units.count(interrupted.total())} of "
            f"{units.plural(visits, 'visit')} to run another process.",
            "Stop other programs, leave one core free, or use the low percentiles.",
        )


def disturbed(run: Run, summary: Summary) -> Iterator[Issue]:
    """Visits that a change of regime cut in two: kept separately, and repeated."""
    if cells := _where(summary, lambda cell: cell.disturbed_visits > 0):
        visits = sum(cell.disturbed_visits for cell in cells)
        samples = sum(cell.disturbed_samples for cell in cells)
        yield _issue(
            "note",
            cells,
            f"The regime changed during {units.plural(visits, 'visit')} to {_named(cells)}; no "
            f"figure here uses the {units.plural(samples, 'sample')} of these visits.",
            "No action is needed: the cells were visited again.",
        )


def autocorrelated(run: Run, summary: Summary) -> Iterator[Issue]:
    """Autocorrelated samples are worth less than their number."""

    def worth(cell: CellSummary) -> float:
        best = cell.headline
        return best.effective_n / best.n if best and best.n >= ENOUGH_TO_JUDGE else 1.0

    if cells := _where(summary, lambda cell: worth(cell) < 0.5):
        yield _issue(
            "note",
            cells,
            f"The samples of {_named(cells)} are autocorrelated: the effective sample size is as "
            f"low as {units.percent(min(map(worth, cells)))} of the count.",
            "The intervals account for it. More launches would narrow them.",
        )


RULES = (
    failed,
    hung,
    no_result,
    below_clock_resolution,
    not_converged,
    refused,
    unfinished,
    skipped,
    few_samples,
    other_regime,
    drifting,
    launches_disagree,
    late_starts,
    context_switches,
    disturbed,
    autocorrelated,
)


def _where(summary: Summary, concerned: Callable[[CellSummary], bool]) -> list[CellSummary]:
    return [cell for cell in summary.cells.values() if concerned(cell)]


def _issue(severity: Severity, cells: list[CellSummary], sentence: str, remedy: str) -> Issue:
    kernels = {cell.declared.kernel for cell in cells}
    kernel = kernels.pop() if len(kernels) == 1 else None
    keys = tuple(cell.declared.cell for cell in cells)
    return Issue(severity, kernel, sentence, remedy, keys)


def _named(cells: list[CellSummary]) -> str:
    return units.plural_of(Counter(cell.declared.kernel for cell in cells), "cell")


def _was_or_were(cells: list[CellSummary]) -> str:
    return "was" if len(cells) == 1 else "were"


def _reasons(cells: list[CellSummary]) -> str:
    """The first three distinct reasons of the cells, and the number of others."""
    reasons = list(dict.fromkeys(cell.reason.rstrip(".") for cell in cells))
    rest = len(reasons) - MOST_REASONS
    more = f" and {units.plural(rest, 'other reason')}" if rest > 0 else ""
    return "; ".join(reasons[:MOST_REASONS]) + more
