# SPDX-License-Identifier: BSD-3-Clause
"""A run as JSON for scripts: the median, its interval and the rate of each cell that is accepted.

A cell that the gate refuses as too noisy has no figure, so that no script compares it with a
reference. `refusal` says why.
"""

from __future__ import annotations

import msgspec

from strobe.gate.cells import accepted, not_converged
from strobe.records.run import Run
from strobe.records.summary import CellSummary, Summary


class CellFigures(msgspec.Struct):
    """One cell. Times are in seconds per operation; None where the gate refuses the cell."""

    cell: str
    kernel: str
    point: dict[str, object]
    ranks: int
    median_s: float | None
    low_s: float | None
    high_s: float | None
    bytes_per_s: float | None
    """None also for an operation that moves no bytes."""
    flops_per_s: float | None
    samples: int
    refusal: str
    """Why there are no figures; empty where there are."""
    reservation: str
    """Why the figures are less certain than was asked for; empty where they are not."""


class RunFigures(msgspec.Struct):
    """All cells of a run, and what it was measured with."""

    suite: str
    started_utc: str
    host: str
    mpi: str
    ranks: int
    launches: int
    confidence: float
    cells: list[CellFigures]


def figures(run: Run, summary: Summary) -> RunFigures:
    """The figures of a run, with its gate."""
    header = run.launches[0].header
    return RunFigures(
        suite=header.suite,
        started_utc=header.started_utc,
        host=header.processes[0].host,
        mpi=header.layer.library,
        ranks=len(header.processes),
        launches=summary.launches,
        confidence=summary.confidence,
        cells=[_figures(cell) for cell in accepted(summary).cells.values()],
    )


def text(run: Run, summary: Summary) -> str:
    """The same as JSON."""
    return msgspec.json.format(msgspec.json.encode(figures(run, summary)), indent=2).decode() + "\n"


def _figures(cell: CellSummary) -> CellFigures:
    declared, best = cell.declared, cell.headline

    def rate(amount: float) -> float | None:
        return amount / best.median_s if best is not None and amount > 0 else None

    return CellFigures(
        cell=declared.cell,
        kernel=declared.kernel,
        point=dict(declared.point),
        ranks=declared.ranks,
        median_s=best.median_s if best else None,
        low_s=best.low_s if best else None,
        high_s=best.high_s if best else None,
        bytes_per_s=rate(declared.bytes_per_operation),
        flops_per_s=rate(declared.flops_per_operation),
        samples=best.n if best else 0,
        refusal=cell.refusal or ("" if best else cell.headline_flag),
        reservation=not_converged(cell) if best else "",
    )
