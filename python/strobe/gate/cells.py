# SPDX-License-Identifier: BSD-3-Clause
"""Which cells of a run are believed: enough samples, a narrow interval, a possible value.

A cell that ran out of time but whose interval is narrow enough is believed, and whatever is said of
it is marked: it did not converge. A cell that is not believed keeps its place in tables and plots,
which show how it ended, and loses its headline for everything that is said in words.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from statistics import median

from strobe.base import units
from strobe.gate.limits import FEWEST_SAMPLES, SLACK, TOO_NOISY, WIDEST_HALF_WIDTH
from strobe.records.run import Run
from strobe.records.summary import CellSummary, RegimeSummary, Summary

ENDED_WITHOUT_RESULT = {"failed": "it failed", "hung": "it hung", "skipped": "it was left out"}
NOT_CONVERGED = ("budget", "unfinished")
CLOCK_FACTOR = 1.5
"""A cell whose core would have run at another clock than the others by more than this."""
FMA = "fma"
FMA_TYPES = {"s": "float", "c": "float", "d": "double", "z": "double"}
"""The multiply-adds that bound a BLAS type: a complex number's are those of its two parts."""


@dataclass(frozen=True)
class Believed(Summary):
    """A summary of which every headline and every regime may be put into words.

    Only `believed` makes one. A cell that it refused has no headline, no regime and no first
    operations, and says in `refusal` why.
    """


def believed(summary: Summary) -> Believed:
    """What may be said of a run."""
    cells = {key: _judged(cell, summary) for key, cell in summary.cells.items()}
    for key, reason in {**_above_the_ceiling(cells), **_at_another_clock(cells)}.items():
        cells[key] = _refused(cells[key], reason)
    return _made(summary, cells)


def doubt(cell: CellSummary, regime: RegimeSummary | None, summary: Summary) -> str:
    """Why a cell is not believed in a regime; empty where it is."""
    if cell.status in ENDED_WITHOUT_RESULT:
        return f"{ENDED_WITHOUT_RESULT[cell.status]}: {cell.reason}"
    if regime is None:
        return "it was not measured in this regime"
    if regime.n < FEWEST_SAMPLES:
        are = "are" if regime.n > 1 else "is"
        samples = units.plural(regime.n, "sample")
        return f"{samples} in this regime {are} too few for an interval"
    if not 0 < regime.median_s < math.inf:
        return "its median is not above zero, so it is below what the clock resolves"
    widest = max(WIDEST_HALF_WIDTH, summary.relative_error)
    if not regime.half_width <= widest:
        return f"{TOO_NOISY}: its interval is wider than ±{units.percent(widest)}"
    return ""


def mark(cells: Iterable[CellSummary]) -> str:
    """What has to stand beside a figure of believed cells; empty where all of them converged."""
    used = [cell for cell in cells if cell.headline is not None]
    rough = [cell.headline.half_width for cell in used if cell.status in NOT_CONVERGED
             and cell.headline is not None]  # fmt: skip
    if not rough:
        return ""
    which = "it did" if len(used) == 1 else f"{len(rough)} of {units.plural(len(used), 'cell')} did"
    return f"{which} not converge: ±{units.percent(max(rough))}"


def left_out(cells: Iterable[CellSummary]) -> str:
    """How many cells were measured and refused; empty where there are none."""
    every = [cell for cell in cells if cell.status not in ENDED_WITHOUT_RESULT]
    refused = [cell for cell in every if is_refused(cell)]
    if not refused:
        return ""
    are = "are" if len(refused) > 1 else "is"
    of = f"{len(refused)} of {units.plural(len(every), 'cell')}"
    return f"{of} {are} too noisy and left out"


def warning(cells: Iterable[CellSummary]) -> str:
    """Both, as a sentence to stand under a table of these cells; empty where all is well."""
    every = list(cells)
    told = "; ".join(filter(None, [left_out(every), mark(every)]))
    return f"Behind these figures {told}." if told else ""


def of_kernels(summary: Believed, names: Iterable[str]) -> list[CellSummary]:
    """The cells of some kernels."""
    wanted = set(names)
    return [cell for cell in summary.cells.values() if cell.declared.kernel in wanted]


def is_refused(cell: CellSummary) -> bool:
    """Whether a cell of a `Believed` summary was measured and is not believed."""
    return bool(cell.refusal) and cell.status not in ENDED_WITHOUT_RESULT


def of_believed(run: Run, summary: Believed) -> Run:
    """What a rule may know of a run besides its believed summary: headers, and believed cells."""
    known = {key for key, cell in summary.cells.items() if cell.headline is not None}
    return replace(
        run,
        launches=[
            replace(launch, cells={key: c for key, c in launch.cells.items() if key in known})
            for launch in run.launches
        ],
    )


def measured(summary: Summary) -> Believed:
    """Everything that has a positive median, as if it were believed.

    Never for words: with it one learns what would have been said on a quiet machine.
    """
    cells = {key: _as_if_believed(cell) for key, cell in summary.cells.items()}
    return Believed(**{**vars(summary), "cells": cells})


def _made(summary: Summary, cells: dict[str, CellSummary]) -> Believed:
    return Believed(**{**vars(summary), "cells": cells})


def _judged(cell: CellSummary, summary: Summary) -> CellSummary:
    """A cell with what is believed of it."""
    kept = tuple(
        _with_steady_cycles(regime, summary)
        for regime in cell.regimes
        if not doubt(cell, regime, summary)
    )
    best = cell.headline
    if best is None:
        return replace(cell, regimes=kept)
    headline = next((r for r in kept if r.regime == best.regime), None)
    if headline is None:
        return _refused(cell, doubt(cell, best, summary))
    # The first operations are told over a median, which may be that of any regime.
    first = cell.first_ratios if len(kept) == len(cell.regimes) else ()
    return replace(cell, regimes=kept, headline=headline, first_ratios=first)


def _refused(cell: CellSummary, reason: str) -> CellSummary:
    return replace(
        cell, regimes=(), headline=None, headline_flag=reason, first_ratios=(), refusal=reason
    )


def _with_steady_cycles(regime: RegimeSummary, summary: Summary) -> RegimeSummary:
    """Without its cycles where these vary more than a believed time may."""
    widest = max(WIDEST_HALF_WIDTH, summary.relative_error)
    if regime.cycles is None or regime.cycles_half_width <= widest:
        return regime
    return replace(regime, cycles=None)


def _above_the_ceiling(cells: dict[str, CellSummary]) -> dict[str, str]:
    """Cells that compute faster than the multiply-adds that bound them, and those multiply-adds:
    one of the two is wrong, and nobody knows which."""
    found = {}
    for kind in dict.fromkeys(FMA_TYPES.values()):
        tops = {key: cell for key, cell in cells.items() if _is_ceiling(cell, kind)}
        if not tops:
            continue
        for key, cell in cells.items():
            if _is_bounded_by(cell, kind) and all(_is_above(cell, top) for top in tops.values()):
                for one in (key, *tops):
                    found[one] = (
                        f"{TOO_NOISY}: a rate was measured above that of the multiply-adds which "
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
    """By cycle where both know it, as the clock may have changed between them."""
    own, other = cell.headline, top.headline
    assert own is not None
    assert other is not None
    done = cell.declared.flops_per_operation / top.declared.flops_per_operation
    if own.cycles and other.cycles:
        return done * other.cycles / own.cycles > 1 + SLACK
    return done * other.median_s / own.median_s > 1 + SLACK


def _at_another_clock(cells: dict[str, CellSummary]) -> dict[str, str]:
    """Cells whose cycles and seconds belong to another clock than those of the other cells."""
    clocks = {
        key: cell.headline.cycles / cell.headline.median_s
        for key, cell in cells.items()
        if cell.headline is not None and cell.headline.cycles
    }
    if not clocks:
        return {}
    usual = median(clocks.values())
    return {
        key: f"{TOO_NOISY}: its cycles and its seconds do not belong to one clock of the core"
        for key, clock in clocks.items()
        if not 1 / CLOCK_FACTOR <= clock / usual <= CLOCK_FACTOR
    }


def _as_if_believed(cell: CellSummary) -> CellSummary:
    """With intervals that are positive, and what has no positive median left out."""
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
