# SPDX-License-Identifier: BSD-3-Clause
"""Which cells of a run are accepted: enough samples, a narrow interval, a possible value.

There are two grades of doubt. A cell that did not converge is marked wherever it is used
(`not_converged`); it is still accepted if its interval is narrow enough. A cell that is refused
(`refusal`) keeps its place in tables and plots, and loses its headline for all sentences.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from strobe.base import units
from strobe.gate.limits import FEWEST_SAMPLES, SLACK, TOO_NOISY, WIDEST_HALF_WIDTH
from strobe.records.run import Run
from strobe.records.summary import CellSummary, RegimeSummary, Status, Summary
from strobe.statistics.median import median

ENDED_WITHOUT_RESULT = {"failed": "it failed", "hung": "it hung", "skipped": "it was skipped"}
NOT_CONVERGED: dict[Status, str] = {
    "budget": "did not converge within its time budget",
    "hung": "hung before it converged",
    "unfinished": "the run ended before it converged",
}
CLOCK_FACTOR = 1.5
"""Cycles over seconds of a cell may differ by this factor from the other cells' clock frequency."""
FMA = "fma"
FMA_TYPES = {"s": "float", "c": "float", "d": "double", "z": "double"}
"""The type of the multiply-adds that bound a BLAS type; a complex number has two real parts."""


@dataclass(frozen=True)
class Accepted(Summary):
    """A summary whose every headline and regime may be put into words.

    Only `accepted` makes one. A refused cell has no headline, no regime and no first operations;
    its `refusal` is the reason.
    """


def accepted(summary: Summary) -> Accepted:
    """The summary with every cell judged."""
    cells = {key: _judged(cell, summary) for key, cell in summary.cells.items()}
    for key, reason in {
        **_faster_than_the_ceiling(cells),
        **_with_inconsistent_clock(cells),
    }.items():
        cells[key] = _refused(cells[key], reason)
    return _with_cells(summary, cells)


def refusal(cell: CellSummary, regime: RegimeSummary | None, summary: Summary) -> str:
    """Why a cell is not accepted in a regime; empty where it is."""
    if cell.status in ENDED_WITHOUT_RESULT:
        return f"{ENDED_WITHOUT_RESULT[cell.status]}: {cell.reason}"
    if regime is None:
        return "it was not measured in this regime"
    if regime.n < FEWEST_SAMPLES:
        samples = units.plural(regime.n, "sample")
        return f"it has {samples} in this regime, and an interval needs {FEWEST_SAMPLES}"
    if not 0 < regime.median_s < math.inf:
        return "its median is not above zero: the clock does not resolve it"
    widest = max(WIDEST_HALF_WIDTH, summary.relative_error)
    if not regime.half_width <= widest:
        return f"{TOO_NOISY}: its interval is wider than ±{units.percent(widest)}"
    return ""


def not_converged(cell: CellSummary) -> str:
    """Why a cell's headline is less certain than was asked for; empty when it converged."""
    return NOT_CONVERGED.get(cell.status, "") or cell.headline_flag


def convergence_note(cells: Iterable[CellSummary]) -> str:
    """What a figure of accepted cells must be marked with; empty where all of them converged."""
    used = [(cell, cell.headline) for cell in cells if cell.headline is not None]
    rough = [best.half_width for cell, best in used if cell.status in NOT_CONVERGED]
    if not rough:
        return ""
    which = "it did" if len(used) == 1 else f"{len(rough)} of {units.plural(len(used), 'cell')} did"
    return f"{which} not converge: ±{units.percent(max(rough))}"


def exclusion_note(cells: Iterable[CellSummary]) -> str:
    """How many cells were measured and refused; empty where none was."""
    every = [cell for cell in cells if cell.status not in ENDED_WITHOUT_RESULT]
    refused = [cell for cell in every if is_refused(cell)]
    if not refused:
        return ""
    are = "are" if len(refused) > 1 else "is"
    of = f"{len(refused)} of {units.plural(len(every), 'cell')}"
    return f"{of} {are} too noisy and excluded"


def quality_note(cells: Iterable[CellSummary]) -> str:
    """Both notes as sentences under a table of these cells; empty where neither applies."""
    every = list(cells)
    notes = filter(None, [exclusion_note(every), convergence_note(every)])
    return " ".join(f"{note[0].upper()}{note[1:]}." for note in notes)


def cells_of_kernels(summary: Accepted, names: Iterable[str]) -> list[CellSummary]:
    """The cells of some kernels."""
    wanted = set(names)
    return [cell for cell in summary.cells.values() if cell.declared.kernel in wanted]


def is_refused(cell: CellSummary) -> bool:
    """Whether a cell of an `Accepted` summary was measured and is not accepted."""
    return bool(cell.refusal) and cell.status not in ENDED_WITHOUT_RESULT


def accepted_run(run: Run, summary: Accepted) -> Run:
    """The run with its accepted cells alone, for rules that need more than the summary."""
    known = {key for key, cell in summary.cells.items() if cell.headline is not None}
    return replace(
        run,
        launches=[
            replace(launch, cells={key: c for key, c in launch.cells.items() if key in known})
            for launch in run.launches
        ],
    )


def as_if_accepted(summary: Summary) -> Accepted:
    """Every cell with a positive median, as if it were accepted.

    Never for sentences: it shows which findings a quiet machine would have given.
    """
    return _with_cells(summary, {key: _as_if_accepted(cell) for key, cell in summary.cells.items()})


def _with_cells(summary: Summary, cells: dict[str, CellSummary]) -> Accepted:
    return Accepted(**{**vars(summary), "cells": cells})


def _judged(cell: CellSummary, summary: Summary) -> CellSummary:
    """A cell with what is accepted of it."""
    kept = tuple(
        _with_steady_cycles(regime, summary)
        for regime in cell.regimes
        if not refusal(cell, regime, summary)
    )
    best = cell.headline
    if best is None:
        return replace(cell, regimes=kept)
    headline = next((r for r in kept if r.regime == best.regime), None)
    if headline is None:
        return _refused(cell, refusal(cell, best, summary))
    # First operations are divided by a median, which may be that of any regime.
    first = cell.first_ratios if len(kept) == len(cell.regimes) else ()
    return replace(cell, regimes=kept, headline=headline, first_ratios=first)


def _refused(cell: CellSummary, reason: str) -> CellSummary:
    return replace(
        cell, regimes=(), headline=None, headline_flag=reason, first_ratios=(), refusal=reason
    )


def _with_steady_cycles(regime: RegimeSummary, summary: Summary) -> RegimeSummary:
    """The regime without its cycles where these vary more than an accepted time may."""
    widest = max(WIDEST_HALF_WIDTH, summary.relative_error)
    if regime.cycles is None or regime.cycles_half_width <= widest:
        return regime
    return replace(regime, cycles=None)


def _faster_than_the_ceiling(cells: dict[str, CellSummary]) -> dict[str, str]:
    """Cells that compute faster than the multiply-adds that bound them, and those multiply-adds:
    one of the two is wrong, and it is not known which."""
    found = {}
    for kind in dict.fromkeys(FMA_TYPES.values()):
        tops = {key: cell for key, cell in cells.items() if _is_ceiling(cell, kind)}
        if not tops:
            continue
        for key, cell in cells.items():
            if _is_bounded_by(cell, kind) and all(_is_above(cell, top) for top in tops.values()):
                for one in (key, *tops):
                    found[one] = (
                        f"{TOO_NOISY}: a measured rate exceeds that of the multiply-adds which "
                        "bound it"
                    )
    return found


def _is_ceiling(cell: CellSummary, kind: str) -> bool:
    declared = cell.declared
    return declared.kernel == FMA and declared.point.get("type") == kind and _computes(cell)


def _is_bounded_by(cell: CellSummary, kind: str) -> bool:
    point = cell.declared.point
    own = FMA_TYPES.get(str(point.get("type")))
    return (
        cell.declared.kernel != FMA
        and own == kind
        and point.get("threads", 1) == 1
        and _computes(cell)
    )


def _computes(cell: CellSummary) -> bool:
    return cell.headline is not None and cell.declared.flops_per_operation > 0


def _is_above(cell: CellSummary, top: CellSummary) -> bool:
    """In cycles where both have them, since the clock may have changed between them."""
    own, other = cell.headline, top.headline
    assert own is not None
    assert other is not None
    done = cell.declared.flops_per_operation / top.declared.flops_per_operation
    if own.cycles and other.cycles:
        return done * other.cycles / own.cycles > 1 + SLACK
    return done * other.median_s / own.median_s > 1 + SLACK


def _with_inconsistent_clock(cells: dict[str, CellSummary]) -> dict[str, str]:
    """Cells whose cycles and seconds imply another clock frequency than those of the others."""
    clocks = {
        key: cell.headline.cycles / cell.headline.median_s
        for key, cell in cells.items()
        if cell.headline is not None and cell.headline.cycles
    }
    if not clocks:
        return {}
    usual = median([*clocks.values()])
    return {
        key: f"{TOO_NOISY}: its cycles and its seconds imply another clock frequency"
        for key, clock in clocks.items()
        if not 1 / CLOCK_FACTOR <= clock / usual <= CLOCK_FACTOR
    }


def _as_if_accepted(cell: CellSummary) -> CellSummary:
    """The cell with positive intervals, without regimes that have no positive median."""
    if cell.status in ("failed", "skipped"):
        return cell
    kept = tuple(_with_positive_bounds(r) for r in cell.regimes if 0 < r.median_s < math.inf)
    best = cell.headline
    headline = next((r for r in kept if best is not None and r.regime == best.regime), None)
    return replace(cell, regimes=kept, headline=headline)


def _with_positive_bounds(regime: RegimeSummary) -> RegimeSummary:
    low = regime.low_s if regime.low_s > 0 else regime.median_s
    high = regime.high_s if regime.high_s >= regime.median_s else regime.median_s
    return replace(regime, low_s=low, high_s=high)
