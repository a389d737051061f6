# SPDX-License-Identifier: BSD-3-Clause
"""The page of a prediction: the time with its interval, where it goes, what it depends on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from strobe.base import units, writing
from strobe.predict import rows
from strobe.predict.prediction import CONFIDENCE, Interval, Prediction
from strobe.predict.rows import COMPUTATION, LEAST_SHARE
from strobe.predict.scaling import Scaling, Term
from strobe.predict.study import Study
from strobe.predict.validation import Validation
from strobe.report.page.drawing import Drawing, draw
from strobe.report.page.html import Entry
from strobe.report.page.output import write_page
from strobe.report.page.table import Row, Table, columns
from strobe.report.page.verdict import Tally, Verdict
from strobe.report.plots import curve
from strobe.report.plots.shares import Share, shares_plot

PREDICTION_FILE = "prediction.json"
TRANSFER, WAITING, IN_CALLS = "transfer", "waiting", "in calls of MPI"
PREDICTED, RECORDED, THERE = "predicted", "recorded", "predicted for where it was recorded"
BEYOND = 0.15
"""A validation that is farther off is no good news."""


def write_prediction_report(folder: Path, study: Study) -> Path:
    """Write `folder`/report.html, its plots and prediction.json; returns the page's path.

    Raises StrobeError where they cannot be written.
    """
    writing.folder_in(folder.parent, folder.name)
    text = msgspec.json.format(msgspec.json.encode(study), indent=2) + b"\n"
    writing.write(folder / PREDICTION_FILE, text)
    time = [_time_drawing(study)]
    sweep = _sweep_drawings(study)
    scaling = _scaling_drawings(study)
    found = study.prediction
    contents = [Entry("validation", "Predicted and measured")] if study.validation else []
    contents += [Entry("time", "Where the time goes"),
                 Entry("sensitivity", "What the time depends on")]  # fmt: skip
    contents += [Entry("scaling", "Other numbers of ranks")] if study.scaling else []
    contents += [Entry("method", "How this was predicted", apart=True)]
    parts: dict[str, Any] = {
        "title": f"{study.program or study.job} on {units.plural(found.ranks, 'rank')}",
        "subtitle": found.machine,
        "contents": contents,
        "verdict": _verdict(study),
        "validation": None if study.validation is None else _validation(found, study.validation),
        "time": time,
        "lines": _lines(found),
        "sensitivities": _sensitivities(found),
        "sweep": sweep,
        "scaling": scaling,
        "scaling_error": units.percent(study.scaling.worst_error) if study.scaling else "",
        "points": None if study.scaling is None else _points(study.scaling),
        "terms": None if study.scaling is None else _terms(study.scaling),
        "notes": found.notes,
        "facts": list(_facts(study)),
    }
    return write_page(folder, "prediction.html.j2", [*time, *sweep, *scaling], parts)


def _interval(time_s: Interval) -> str:
    return f"{units.duration(time_s.low_s)} to {units.duration(time_s.high_s)}"


def _verdict(study: Study) -> Verdict:
    found = study.prediction
    time_s = found.time_s
    headline = f"The job takes {units.duration(time_s.value_s)} there."
    sentences = []
    if time_s.low_s < time_s.high_s:
        sentences.append(f"The {units.percent(CONFIDENCE)} interval is {_interval(time_s)}.")
    bound = next(one for one in found.sensitivities if one.parameter == found.bound_by)
    sentences.append(
        f"It is bound by {found.bound_by}: without it the job would take "
        f"{units.duration(bound.without_s)}."
    )
    level = ""
    if study.validation is not None:
        error = study.validation.error
        level = "good" if abs(error) <= BEYOND else "bad"
        sentences.insert(
            0,
            f"It was run there: the prediction is {units.percent(abs(error))} "
            f"too {'long' if error > 0 else 'short'}.",
        )
    tally = [
        Tally(PREDICTED, units.duration(time_s.value_s)),
        Tally(RECORDED, units.duration(found.recorded_s)),
        Tally("of it computation", units.percent(found.compute_s / time_s.value_s)),
    ]
    return Verdict(level, headline, sentences, tally)  # type: ignore[arg-type]


def _parts(bar: str, found: Prediction) -> list[Share]:
    transfer_s = sum(one.transfer_s for one in found.shares)
    inside_s = sum(one.predicted_s for one in found.shares)
    return [
        Share(bar, COMPUTATION, found.compute_s),
        Share(bar, TRANSFER, transfer_s),
        Share(bar, WAITING, inside_s - transfer_s),
    ]


def _time_drawing(study: Study) -> Drawing:
    found = study.prediction
    bars = _parts(PREDICTED, found)
    if study.recorded_on is not None:
        bars += _parts(THERE, study.recorded_on)
    # A record does not say for how long the messages of a call moved.
    bars += [
        Share(RECORDED, COMPUTATION, found.recorded_compute_s),
        Share(RECORDED, IN_CALLS, sum(one.recorded_s for one in found.shares)),
    ]
    parts = [COMPUTATION, TRANSFER, WAITING, IN_CALLS]
    return draw("time", "Where the time goes", shares_plot("", parts, bars), captioned=True)


def _lines(found: Prediction) -> Table:
    titles = columns(["function", "line"], ["calls", RECORDED, PREDICTED, TRANSFER, WAITING])
    return Table("Where the time goes", titles, [Row(cells) for cells in rows.lines(found)])


def _sensitivities(found: Prediction) -> Table:
    titles = columns(["parameter"], ["gain if better by a tenth", "time if it cost nothing"])
    cells = rows.sensitivities(found)
    return Table("What the time depends on", titles, [Row(row) for row in cells])


def _validation(found: Prediction, measured: Validation) -> Table:
    is_inside = found.time_s.low_s <= measured.median_s <= found.time_s.high_s
    shown = [
        Row([PREDICTED, units.duration(found.time_s.value_s), _interval(found.time_s)]),
        Row([f"measured, {units.plural(len(measured.times_s), 'run')}",
             units.duration(measured.median_s),
             f"{units.duration(min(measured.times_s))} to "
             f"{units.duration(max(measured.times_s))}"]),
        Row(["error", f"{100 * measured.error:+.1f} %",
             f"{'inside' if is_inside else 'outside'} the predicted interval"]),
    ]  # fmt: skip
    return Table("Predicted and measured", columns([""], ["time", "from and to"]), shown)


def _points_of(points: Sequence[tuple[float, Interval]]) -> list[curve.Point]:
    return [
        curve.Point(x, PREDICTED, "", one.value_s, one.low_s, one.high_s, one.low_s, one.high_s, 1)
        for x, one in points
    ]


def _curve(name: str, title: str, axis: str, axis_title: str,
           points: Sequence[tuple[float, Interval]]) -> Drawing:  # fmt: skip
    style = curve.Style(axis, axis_title, units.TIME, [PREDICTED], "", [""])
    return draw(name, title, curve.curve_plot(style, _points_of(points)), captioned=True)


def _sweep_drawings(study: Study) -> list[Drawing]:
    sweep = study.sweep
    if sweep is None:
        return []
    points = [(one.factor, one.time_s) for one in sweep.points]
    what = f"{sweep.parameter}, times that of the machine"
    return [_curve("sweep", f"The time over {sweep.parameter}", "factor", what, points)]


def _scaling_drawings(study: Study) -> list[Drawing]:
    if study.scaling is None:
        return []
    points = [(float(one.ranks), one.time_s) for one in study.scaling.points]
    return [_curve("scaling", "The time over the number of ranks", "ranks", "ranks", points)]


def _points(scaling: Scaling) -> Table:
    shown = [
        Row([str(one.ranks), units.duration(one.time_s.value_s), _interval(one.time_s),
             "record" if one.is_recorded else "functions"])
        for one in scaling.points
    ]  # fmt: skip
    titles = columns([], ["ranks", "time", "interval"], ["from"])
    return Table("The time over the number of ranks", titles, shown)


def _terms(scaling: Scaling) -> Table:
    most = float(max(one.ranks for one in scaling.points))
    shown = [(one, one.seconds_at(most)) for one in scaling.terms]
    whole_s = sum(time_s for _, time_s in shown) or 1.0
    shown.sort(key=lambda pair: -pair[1])

    def row(term: Term, time_s: float) -> Row:
        return Row([term.what, str(term), units.duration(time_s)])

    largest = [row(*pair) for pair in shown if pair[1] >= LEAST_SHARE * whole_s]
    titles = columns(["line", "time over p"], [f"at {most:.0f} ranks"])
    return Table("What grows how", titles, largest)


def _facts(study: Study) -> Iterator[tuple[str, str]]:
    found = study.prediction
    yield "job", study.job
    yield "machine", found.machine
    each = units.plural(found.ranks_per_node, "rank")
    where = f"{units.plural(found.nodes, 'node')} with up to {each}"
    yield "placement", f"{units.plural(found.ranks, 'rank')} on {where}"
    yield "computation", str(found.computation)
    yield "replays for the interval", units.count(len(found.drawn_s))
    yield "seed", str(found.seed)
    yield "engine", "SimGrid's SMPI, with the measured time of each message"
    if study.validation is not None:
        yield "launched by", " ".join(study.validation.launch)
