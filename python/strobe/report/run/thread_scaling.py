# SPDX-License-Identifier: BSD-3-Clause
"""The speed-up of BLAS libraries with their threads, as curves and as a table."""

from __future__ import annotations

from dataclasses import dataclass

from strobe.base import units
from strobe.gate.cells import Accepted, cells_of_kernels, quality_note
from strobe.gate.limits import TOO_NOISY
from strobe.report.blas.libraries import libraries
from strobe.report.blas.thread_scaling import ONE, Scaling, largest, scalings, speed_up
from strobe.report.findings.finding import Ratio, ratio_text
from strobe.report.page import naming
from strobe.report.page.drawing import Drawing, draw
from strobe.report.page.table import Row, Table, columns
from strobe.report.plots.curve import Line, Point, Style, curve_plot

SPEED_UP = units.Unit(((1.0, units.TIMES),), f"0 {units.TIMES}")
IDEAL = "ideal"


@dataclass(frozen=True)
class ThreadScaling:
    """A curve for each library in a plot of each routine, and all speed-ups as a table."""

    drawings: list[Drawing]
    table: Table


def thread_scaling(summary: Accepted) -> ThreadScaling | None:
    """None where no library was measured on one thread and on several."""
    found = scalings(summary)
    names = [name for name in libraries(summary) if any(name in one.libraries for one in found)]
    rows = [row for one in found for row in _rows(one, names)]
    if not rows:
        return None
    drawings = [drawing for one in largest(found) if (drawing := _drawing(summary, one))]
    heads = columns(["routine"], ["n", "threads", *names])
    note = quality_note(cells_of_kernels(summary, {one.kernel for one in found}))
    title = "Speed-up over one thread (fraction of the number of threads)"
    return ThreadScaling(drawings, Table(title, heads, rows, note))


def _rows(one: Scaling, names: list[str]) -> list[Row]:
    counts = sorted({threads for own in one.libraries.values() for threads in own} - {ONE})
    return [
        Row(
            [
                one.name,
                units.count(one.n),
                units.count(threads),
                *(_cell(one, name, threads) for name in names),
            ]
        )
        for threads in counts
    ]


def _cell(one: Scaling, name: str, threads: int) -> str:
    found = _speed_up(one, name, threads)
    if found is None:
        return TOO_NOISY if name in one.noisy else ""
    return f"{ratio_text(found)} ({units.percent(found.value / threads)})"


def _speed_up(one: Scaling, name: str, threads: int) -> Ratio | None:
    own = one.libraries.get(name, {})
    return speed_up(own, threads) if threads in own else None


def _drawing(summary: Accepted, one: Scaling) -> Drawing | None:
    points = [
        Point(threads, name, _regime(summary), found.value, found.low, found.high, found.low,
              found.high, cell.headline.n)
        for name, own in one.libraries.items()
        for threads, cell in sorted(own.items())
        if cell.headline is not None
        and (found := Ratio(1, 1, 1) if threads == ONE else speed_up(own, threads)) is not None
    ]  # fmt: skip
    most = max((point.x for point in points), default=ONE)
    if most == ONE:
        return None
    series = [*dict.fromkeys(point.series for point in points), IDEAL]
    style = Style(
        axis="threads", title="threads", unit=SPEED_UP, series=series, series_title="library",
        regimes=[_regime(summary)], from_zero=True, even=True,
    )  # fmt: skip
    counts = sorted({point.x for point in points})
    line = Line(IDEAL, _regime(summary), counts, counts)
    title = f"{one.name} at n = {units.count(one.n)}: speed-up over one thread"
    return draw(f"threads-{one.name}", title, curve_plot(style, points, [line]))


def _regime(summary: Accepted) -> str:
    return naming.regime_name(summary.regimes, summary.reference)
