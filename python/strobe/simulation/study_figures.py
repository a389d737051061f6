# SPDX-License-Identifier: BSD-3-Clause
"""The drawings of a study: figures 6.1 to 6.3 of the BCS-MPI paper, and derived plots."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import altair as alt

from strobe.base import theme, units
from strobe.report.page.drawing import Drawing, draw
from strobe.report.plots import frame, ticks
from strobe.simulation import figures
from strobe.simulation.result import offered
from strobe.simulation.study import (
    FIGURES,
    IMMEDIATE,
    LARGE,
    PAPER_SLOWDOWN,
    SCALE,
    SLICES,
    Run,
    Study,
)

TITLES = {
    "figure 6.1": "Halo exchange and reduction, 43 ms per step: run time (figure 6.1, SAGE)",
    "figure 6.2": "Blocking sweep, 3.5 ms per step: run time (figure 6.2, SWEEP3D)",
    "figure 6.3": "Nonblocking sweep, 3.5 ms per step: run time (figure 6.3, SWEEP3D)",
}
MODE_NAMES = {
    "fast": "immediate (fast)",
    "strict": "strict: the paper",
    "adaptive": "adaptive",
    "deterministic": "deterministic",
}
GLYPHS = ("circle", "square", "diamond", "triangle-up", "cross")
# What is drawn first is the largest, so that those that coincide are all seen.
GLYPH_SIZES = (150, 100, 62, 34, 16)
BAR_HEIGHT = 26
SHOWN_COUNTS = 6
"""Of nodes, along the axis of the scale."""


@dataclass(frozen=True)
class Curve:
    """Points (x, y), and those of the line through them, if that says something else."""

    name: str
    points: Sequence[tuple[float, float]]
    line: Sequence[tuple[float, float]] = ()


def drawings(study: Study) -> list[Drawing]:
    """All of them."""
    drawn = [_run_times(part, study) for part in FIGURES]
    drawn += [_slowdown_by_slice(study), _scale(study), _large(study)]
    return drawn + (figures.figures(study.check) if study.check else [])


def _run_times(part: str, study: Study) -> Drawing:
    curves = _curves(study.of(part), lambda run: run.case.mode, _processes, lambda run: run.time_s)
    named = [Curve(MODE_NAMES[name], points) for name, points in curves.items()]
    along = ticks.powers_of_two("processes", [x for curve in named for x, _ in curve.points])
    up = ticks.linear([y for curve in named for _, y in curve.points], units.duration)
    chart = _chart(named, along, "processes, two per node", up)
    return draw(part.replace(" ", "-"), TITLES[part], chart)


def _slowdown_by_slice(study: Study) -> Drawing:
    strict = [run for run in study.of(SLICES) if run.case.mode != IMMEDIATE]
    curves = _curves(
        strict,
        lambda run: run.case.program,
        lambda run: run.case.slice_us,
        lambda run: 100 * study.slowdown(run),
    )
    named = [Curve(name, points) for name, points in curves.items()]
    slices = [x for curve in named for x, _ in curve.points]
    slowdowns = [y for curve in named for _, y in curve.points]
    along = ticks.linear([0.0, *slices], lambda x: f"{x:g} µs")
    up = ticks.linear([*slowdowns, 100 * PAPER_SLOWDOWN], lambda y: f"{y:g} %")
    y = frame.vertical(up)
    paper = frame.data([{"x": along.domain[1], "y": 100 * PAPER_SLOWDOWN}])
    rule = alt.Chart(paper).mark_rule(color=theme.var("faint"), strokeDash=[4, 3]).encode(y=y)
    word = alt.Chart(paper).mark_text(
        text="the paper's blocking sweep: about 30 %",
        align="right", dx=-4, dy=-7, color=theme.var("soft"),
    ).encode(x=frame.horizontal(along, ""), y=y)  # fmt: skip
    chart = _chart(named, along, "slice length", up, behind=[rule, word])
    processes = _processes(strict[0])
    title = f"Strict mode, {processes} processes: slowdown against immediate messages"
    return draw("slowdown-by-slice", title, chart)


def _scale(study: Study) -> Drawing:
    runs = study.of(SCALE)
    networks = {network.name: network for network in offered().networks}
    curves = _curves(runs, lambda run: run.case.network, lambda run: run.case.nodes, _cost_s)
    named = []
    for name, points in curves.items():
        network = networks[name]
        law = "log n" if network.compare_per_level_s else "constant"
        named.append(Curve(f"{network.title}: {law}", points, _law(points, law)))
    nodes = sorted({run.case.nodes for run in runs})
    every = max(1, len(nodes) // SHOWN_COUNTS)
    shown = [float(count) for count in nodes[::every]]
    along = ticks.with_other(
        ticks.Axis(
            shown, [units.plain(count) for count in shown], (0.8 * nodes[0], 1.25 * nodes[-1])
        ),
        shown,
        units.plain,
    )
    costs_s = [y for curve in named for _, y in curve.points]
    # Room for the decade below, so that the smallest do not lie on the axis.
    up = ticks.logarithmic([min(costs_s) / 2, *costs_s, 2 * max(costs_s)], units.TIME)
    chart = _chart(named, along, "nodes", up)
    title = (
        "Cost of a slice with a barrier (points), and the laws of table 2.1 through the first "
        "point (lines); Myrinet and InfiniBand have the same law"
    )
    return draw("scale", title, chart)


def _law(points: Sequence[tuple[float, float]], law: str) -> list[tuple[float, float]]:
    nodes, cost_s = points[0]
    each_s = cost_s / math.log2(nodes)
    return [(x, each_s * math.log2(x) if law == "log n" else cost_s) for x, _ in points]


def _large(study: Study) -> Drawing:
    runs = study.of(LARGE)
    rows: frame.Rows = [
        {
            "name": f"{run.case.program}, {run.case.mode}",
            "y": run.time_s,
            "mode": MODE_NAMES[run.case.mode],
            "label": units.duration(run.time_s)
            + (f" ({units.change(1 + study.slowdown(run))})" if run.case.mode != IMMEDIATE else ""),
        }
        for run in runs
    ]
    axis = ticks.linear([1.3 * run.time_s for run in runs], units.duration)
    modes = list(dict.fromkeys(row["mode"] for row in rows))
    base = alt.Chart().encode(
        x=frame.horizontal(axis, "run time", field="y"),
        y=alt.Y("name:N", title=None, sort=None, axis=alt.Axis(labelLimit=300)),
    )
    # Each bar has its name beside it.
    colour = frame.colour("mode", modes, theme.series_colours(len(modes))).legend(None)
    bars = base.mark_bar(height=16).encode(color=colour)
    words = base.mark_text(align="left", dx=5, color=theme.var("ink")).encode(
        text=alt.Text("label:N")
    )
    case = runs[0].case
    title = f"{units.plural(case.steps, 'step')} of the sweeps on {units.count(case.nodes)} nodes"
    height = BAR_HEIGHT * len(rows)
    return draw("large-sweeps", title, frame.assemble([bars, words], rows, height))


def _curves(
    runs: Sequence[Run],
    name: Callable[[Run], str],
    x: Callable[[Run], float],
    y: Callable[[Run], float],
) -> Mapping[str, list[tuple[float, float]]]:
    by_name: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for run in runs:
        by_name[name(run)].append((x(run), y(run)))
    return by_name


def _processes(run: Run) -> int:
    return run.case.nodes * run.case.ranks_per_node


def _cost_s(run: Run) -> float:
    return run.barrier_slice_s or math.nan


def _chart(
    curves: Sequence[Curve],
    along: ticks.Axis,
    title: str,
    up: ticks.Axis,
    *,
    behind: Sequence[alt.Chart] = (),
) -> frame.Plot:
    """A line and glyphs for each curve, larger ones below smaller ones."""
    names = [curve.name for curve in curves]
    x, y = frame.horizontal(along, title), frame.vertical(up)
    colour = frame.colour("series", names, theme.series_colours(len(names)))
    glyph = alt.Shape(
        "series:N", scale=alt.Scale(domain=names, range=list(GLYPHS[: len(names)])),
        legend=frame.legend(names),
    )  # fmt: skip
    rows: frame.Rows = [
        {"x": px, "y": py, "series": curve.name} for curve in curves for px, py in curve.points
    ]
    lines: frame.Rows = [
        {"x": px, "y": py, "series": curve.name}
        for curve in curves
        for px, py in (curve.line or curve.points)
    ]
    size = alt.Size(
        "series:N", scale=alt.Scale(domain=names, range=list(GLYPH_SIZES[: len(names)])),
        legend=None,
    )  # fmt: skip
    line = alt.Chart(frame.data(lines)).mark_line(strokeWidth=1.4).encode(x=x, y=y, color=colour)
    base = alt.Chart().encode(x=x, y=y, color=colour, shape=glyph, size=size)
    points = base.mark_point(filled=False, strokeWidth=1.6)
    return frame.assemble([*behind, line, points], rows, x=along, y=up)
