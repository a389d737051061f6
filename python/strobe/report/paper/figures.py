# SPDX-License-Identifier: BSD-3-Clause
"""The paper figures that a suite declares, drawn from a run's cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import msgspec
import numpy as np

from strobe.base import units
from strobe.fit.scaling import Scaling
from strobe.gate.cells import accepted
from strobe.gate.limits import TOO_NOISY
from strobe.records.summary import Summary
from strobe.report.memory.bands import bands_along
from strobe.report.memory.hierarchy import Hierarchy
from strobe.report.page import naming
from strobe.report.page.drawing import Drawing, draw
from strobe.report.paper.best import with_best
from strobe.report.paper.declared import Figure, Quantity, named
from strobe.report.paper.key import key_of
from strobe.report.paper.least_squares import series_of
from strobe.report.paper.overlap import Overlap, overlaps
from strobe.report.paper.predictions import FourTimes, predictions
from strobe.report.paper.quantities import MEANINGS, points
from strobe.report.paper.scaling import grown
from strobe.report.paper.selection import Chosen, choose, curve_name
from strobe.report.plots import frame
from strobe.report.plots.curve import Band, Line, Point, Style, curve_plot
from strobe.report.plots.steps import Message, steps_plot
from strobe.report.plots.surface import Square, surface_plot
from strobe.statistics.median import median

MOST_CURVES = 6
MOST_PROCESSES = 32
LAW_POINTS = 33


@dataclass(frozen=True)
class Panel:
    """One plot of a figure that has several; `name` is the value that its curves share."""

    chart: frame.Plot
    name: str = ""


@dataclass(frozen=True)
class Panels:
    """The plots of a figure, and the names of the curves that are not drawn."""

    shown: list[Panel]
    curves: int
    left_out: list[str]


@dataclass(frozen=True)
class PaperFigure:
    """One figure: drawn, or missing for a reason that names what would draw it.

    It has one drawing, or one for each value of its first axis of curves where one plot would have
    too many. `key` says what its points and lines are. `note` names the curves that are not drawn
    and where their numbers are.
    """

    name: str
    heading: str
    caption: str
    drawings: list[Drawing]
    key: str = ""
    missing: str = ""
    note: str = ""

    @property
    def drawing(self) -> Drawing | None:
        """The first drawing; None where the figure is missing."""
        return self.drawings[0] if self.drawings else None


def paper_figures(
    summary: Summary, declared: Sequence[Figure], hierarchy: Hierarchy
) -> list[PaperFigure]:
    """All figures of a suite whose kernels took part in the run, in the suite's order."""
    kernels = {cell.declared.kernel for cell in summary.cells.values()}
    return [
        _figure(summary, one, hierarchy) for one in declared if kernels.intersection(one.kernels)
    ]


def _figure(summary: Summary, figure: Figure, hierarchy: Hierarchy) -> PaperFigure:
    name, heading = named("figure", figure)
    figure, lacks = with_best(summary, figure)
    if lacks and not figure.where["topology"]:
        return PaperFigure(name, heading, figure.caption, [], missing=lacks)
    panels = _chart(summary, figure, bands_along(figure.x, hierarchy))
    if isinstance(panels, frame.Plot):
        panels = Panels([Panel(panels)], 0, [])
    if panels is None or not panels.shown:
        missing = _why_missing(summary, figure)
        return PaperFigure(name, heading, figure.caption, [], missing=missing)
    key = key_of(figure)
    drawings = []
    for number, panel in enumerate(panels.shown, 1):
        own = name if number == 1 else f"{name}-{number}"
        title = ": ".join(filter(None, [heading, figure.caption, panel.name]))
        # The page's caption is that of the whole figure; each panel has the name of its part.
        drawings.append(draw(own, title, panel.chart, captioned=True, part=panel.name, key=key))
    lacks = f"{lacks[0].upper()}{lacks[1:]}." if lacks else ""
    note = " ".join(filter(None, [lacks, _left_out(figure, panels)]))
    return PaperFigure(name, heading, figure.caption, drawings, key=key, note=note)


def _left_out(figure: Figure, panels: Panels) -> str:
    """The curves that are not drawn and where their numbers are; empty where all are drawn."""
    if not panels.left_out:
        return ""
    tables = units.listed([kernel.replace("_", " ") for kernel in figure.kernels])
    word = "table" if len(figure.kernels) == 1 else "tables"
    return (
        f"Not drawn, because a plot shows at most {MOST_CURVES} of the "
        f"{units.plural(panels.curves, 'curve')}: {'; '.join(panels.left_out)}. Their numbers are "
        f"in the {word} of {tables} below."
    )


def _why_missing(summary: Summary, figure: Figure) -> str:
    """The reason of a skipped or failed cell, or that no cell was measured."""
    if figure.kind == "pairs":
        return "a comparison of pairs needs at least three processes"
    reasons = [
        cell.reason
        for cell in summary.cells.values()
        if cell.declared.kernel in figure.kernels and cell.status in ("skipped", "failed", "hung")
    ]
    if reasons:
        return reasons[0].rstrip(".")
    if figure.kind == "predicted" and choose(summary, figure, []):
        return "T_s, T_c or T_o was not measured, or is too noisy for a line"
    return "none of its cells was measured"


def _chart(summary: Summary, figure: Figure, bands: list[Band]) -> frame.Plot | Panels | None:
    match figure.kind:
        case "overlap":
            return _overlap(summary, figure)
        case "pairs":
            return _pairs(summary, figure)
        case "tree":
            return _tree(summary, figure)
        case "first":
            return _first(summary, figure)
        case "processes":
            return _processes(summary, figure)
        case "predicted":
            return _predicted(summary, figure)
        case "fitted":
            return _fitted(summary, figure)
        case "scaling":
            return _scaling(summary, figure)
        case _:
            return _curves(summary, figure, bands)


def _curves(summary: Summary, figure: Figure, bands: list[Band]) -> Panels:
    chosen = choose(summary, figure, figure.curves)
    unit = MEANINGS[figure.y].unit

    def plot(found: list[Point]) -> frame.Plot:
        return curve_plot(_style(figure, found, unit, summary), found, bands=bands)

    return _panels(figure, chosen, points(chosen, figure.y, summary), plot)


def _panels(
    figure: Figure,
    chosen: Sequence[Chosen],
    found: list[Point],
    plot: Callable[[list[Point]], frame.Plot],
) -> Panels:
    """One plot, or one for each value of the first axis of curves where one would have too many. A
    plot that still has too many shows some of them."""
    names = _names(found)
    panel_of = dict.fromkeys(names, "")
    if len(names) > MOST_CURVES and len(figure.curves) > 1:
        panel_of |= {one.curve: curve_name(one.cell, figure.curves[:1]) for one in chosen}
    shown, drawn = [], []
    for panel in dict.fromkeys(panel_of[name] for name in names):
        own = [point for point in found if panel_of[point.series] == panel]
        kept = _evenly(_names(own))
        drawn += kept
        shown.append(Panel(plot([point for point in own if point.series in kept]), panel))
    return Panels(shown, len(names), [name for name in names if name not in drawn])


def _style(figure: Figure, found: list[Point], unit: units.Unit, summary: Summary) -> Style:
    return Style(
        axis=figure.x,
        title=naming.axis_title(figure.x),
        unit=unit,
        series=_names(found),
        series_title=", ".join(naming.axis_title(axis) for axis in figure.curves),
        regimes=naming.regimes_in_order(summary, {point.regime for point in found}),
        from_zero=figure.linear or (unit is not units.TIME and not figure.logarithmic),
        even=figure.linear,
    )


def _processes(summary: Summary, figure: Figure) -> frame.Plot | None:
    """The time of a collective on its source, its first, its average and its last process."""
    chosen = choose(summary, figure, [])
    quantities: list[tuple[str, Quantity]] = [
        ("maximum", "time"), ("average", "average"), ("source", "source"), ("minimum", "shortest"),
    ]  # fmt: skip
    found = [
        point
        for name, quantity in quantities
        for point in points([replace(one, curve=name) for one in chosen], quantity, summary)
    ]
    return curve_plot(_style(figure, found, units.TIME, summary), found) if found else None


def _predicted(summary: Summary, figure: Figure) -> frame.Plot | None:
    """Measured points, and the model's predictions as lines, repeated and alone.

    Where the run measured how many messages share no link, a dashed line has the others share.
    """
    times = FourTimes(summary)
    found: list[Point] = []
    lines: list[Line] = []
    for series in series_of(summary, figure, ["repetitions"]):
        predicted = {False: predictions(series, times.by_lines)}
        if times.parallel_transfers is not None:
            predicted[True] = predictions(series, times.by_lines, times.parallel_transfers)
        shown: list[tuple[str, Quantity]] = [("maximum", "time"), ("source", "source")]
        for who, quantity in shown:
            name = f"{who}, {series.name}"
            chosen = [replace(one, curve=name) for one in series.chosen]
            own = points(chosen, quantity, summary)
            found += own
            for shares, line in predicted.items():
                if own and line:
                    y = [getattr(one, f"{who}_s") for one in line]
                    x = [one.x for one in line]
                    lines.append(Line(name, own[0].regime, x, y, dashed=shares))
    if not found or not lines:
        return None
    return curve_plot(_style(figure, found, units.TIME, summary), found, lines)


def _fitted(summary: Summary, figure: Figure) -> frame.Plot | None:
    """Measured points, and the line fitted to them."""
    found: list[Point] = []
    lines: list[Line] = []
    for index, series in enumerate(series_of(summary, figure, figure.curves)):
        own = points(series.chosen, figure.y, summary)
        found += own
        line = series.line(summary.confidence, np.random.default_rng([3, index]))
        if own and line is not None:
            x = [line.from_bytes, line.to_bytes]
            y = [line.startup_s.value + at * line.per_byte_s.value for at in x]
            lines.append(Line(series.name, own[0].regime, x, y))
    return curve_plot(_style(figure, found, units.TIME, summary), found, lines) if found else None


def _scaling(summary: Summary, figure: Figure) -> Panels:
    """Times over the number of ranks, on an axis of its logarithm, with the fitted laws."""
    held: list[Chosen] = []
    laws: dict[str, Scaling] = {}
    for one in grown(summary, figure, figure.curves):
        curve = ", ".join(filter(None, [one.kernel.replace("_", " "), one.name]))
        held += [replace(chosen, curve=curve) for chosen in one.chosen]
        if one.scaling is not None and one.scaling.is_certain:
            laws[curve] = one.scaling
    found = points(held, "time", summary)
    panels = msgspec.structs.replace(figure, curves=["kernel", *figure.curves])

    def plot(own: list[Point]) -> frame.Plot:
        style = replace(_style(panels, own, units.TIME, summary), from_zero=True)
        return curve_plot(style, own, _laws(laws, own))

    return _panels(panels, held, found, plot)


def _laws(laws: dict[str, Scaling], found: Sequence[Point]) -> list[Line]:
    """The laws of the drawn curves; none of times in several regimes."""
    lines = []
    for name in _names(found):
        own = [point for point in found if point.series == name]
        if name in laws and len({point.regime for point in own}) == 1:
            x = np.geomspace(min(laws[name].ranks), max(laws[name].ranks), LAW_POINTS).tolist()
            lines.append(Line(name, own[0].regime, x, [laws[name].time_s(at) for at in x]))
    return lines


def _names(found: Sequence[Point]) -> list[str]:
    """The names of the curves, in their order."""
    return list(dict.fromkeys(point.series for point in found))


def _evenly(names: list[str]) -> list[str]:
    """All of them, or as many as one plot shows, evenly chosen."""
    if len(names) <= MOST_CURVES:
        return names
    kept = np.linspace(0, len(names) - 1, MOST_CURVES).round().astype(int)
    return [names[i] for i in dict.fromkeys(kept.tolist())]


def _first(summary: Summary, figure: Figure) -> Panels:
    """Each repetition's time: the median over launches, with their range."""
    held = [
        replace(one, curve=curve_name(one.cell, figure.curves))
        for one in choose(summary, figure, [*figure.curves, "size_bytes"])
    ]
    found = [point for one in held for point in _repetitions(one, one.curve)]
    return _panels(figure, held, found, lambda own: curve_plot(_style_of_first(own), own))


def _repetitions(one: Chosen, curve: str) -> list[Point]:
    shortest = min((len(first) for first in one.cell.first_s), default=0)
    return [
        Point(
            x=float(number + 1), series=curve, regime="", value=median(times),
            low=min(times), high=max(times), p5=min(times), p95=max(times), n=len(times),
        )
        for number in range(shortest)
        if min(times := [first[number] for first in one.cell.first_s]) > 0
    ]  # fmt: skip


def _style_of_first(found: list[Point]) -> Style:
    return Style(
        axis="repetition",
        title="repetition",
        unit=units.TIME,
        series=_names(found),
        series_title="curve",
        regimes=[""],
        even=True,
    )


def _overlap(summary: Summary, figure: Figure) -> frame.Plot | None:
    squares = [
        Square(
            x=units.size(one.size_bytes),
            y=units.count(int(one.vector_length)),
            shade=one.accepted.value if one.accepted else 0.0,
            label=_overlap_label(one),
            tooltip={
                "message size": units.size(one.size_bytes),
                "vector length": units.count(int(one.vector_length)),
                "overlap": units.percent(one.accepted.value) if one.accepted else TOO_NOISY,
                "interval": f"{units.percent(one.low)} to {units.percent(one.high)}",
                "exchange alone": units.duration(one.exchange_s),
                "computation alone": units.duration(one.computation_s),
                "saved": units.duration(one.saved_s),
            },
        )
        for kernel in figure.kernels
        for one in overlaps(accepted(summary), kernel)
    ]
    return surface_plot("message size", "vector length", squares) if squares else None


def _overlap_label(one: Overlap) -> str:
    return "?" if one.accepted is None else units.percent(one.accepted.value)


def _pairs(summary: Summary, figure: Figure) -> frame.Plot | None:
    """A square for each pair at the smallest size; darker squares took longer."""
    cells = [
        cell
        for cell in summary.cells.values()
        if cell.declared.kernel in figure.kernels
        and cell.headline
        and len(cell.declared.members) > 1
    ]
    sizes = [float(cell.declared.point.get("size_bytes", 0)) for cell in cells]
    cells = [cell for cell, size in zip(cells, sizes, strict=True) if size == min(sizes)]
    if len(cells) < 2:
        return None
    medians = [cell.headline.median_s for cell in cells if cell.headline]
    least, most = min(medians), max(medians)
    squares = []
    for cell in sorted(
        cells, key=lambda cell: (cell.declared.members[1], cell.declared.members[0])
    ):
        assert cell.headline is not None
        first, partner = cell.declared.members[:2]
        median_s = cell.headline.median_s
        squares.append(
            Square(
                x=str(partner),
                y=str(first),
                shade=(median_s - least) / (most - least) if most > least else 0.0,
                label=units.duration(median_s) if len(cells) <= 64 else "",
                tooltip={
                    "pair": f"{first} and {partner}",
                    "median": units.duration(median_s),
                    "interval": units.interval(
                        cell.headline.low_s, cell.headline.high_s, units.TIME
                    ),
                },
            )
        )
    return surface_plot("process", "process", squares)


def _tree(summary: Summary, figure: Figure) -> frame.Plot | None:
    """A binomial tree over the processes of the run, as MPBench draws it for eight of them."""
    ranks = max(
        (c.declared.ranks for c in summary.cells.values() if c.declared.kernel in figure.kernels),
        default=0,
    )
    if not 2 <= ranks <= MOST_PROCESSES:
        return None
    return steps_plot(ranks, binomial_tree(ranks))


def binomial_tree(processes: int) -> list[Message]:
    """The messages of a broadcast from process 0 in which every holder sends in every step."""
    messages, reach = [], 1
    while reach < processes:
        step = reach.bit_length() - 1
        messages += [
            Message(step, sender, sender + reach)
            for sender in range(reach)
            if sender + reach < processes
        ]
        reach *= 2
    return messages
