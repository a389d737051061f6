# SPDX-License-Identifier: BSD-3-Clause
"""Predicted times of broadcasts and combines: LAPACK Working Note 73, sections 4.4.2 and 5.5.2.

strobe-schedule computes the steps of a topology with this machine's T_s, T_c and T_o. T_m is zero:
the library's broadcasts and combines are globally blocking and copy nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from strobe.base import units
from strobe.fit.single import SingleLine
from strobe.records.lines import CellRecord
from strobe.records.summary import Summary
from strobe.report.page.table import Row, Table, columns
from strobe.report.paper.declared import Selection
from strobe.report.paper.declared import Table as Declared
from strobe.report.paper.least_squares import Series, series_of
from strobe.report.paper.selection import ELEMENT_BYTES
from strobe.schedules import pattern as patterns
from strobe.schedules.pattern import Times

WHOLE_BELOW_BYTES = 512 * 1024
"""The library does not split smaller messages (tests/cpp/blacs/pieces_test.cpp)."""
FEWEST_ELEMENTS = 1000
"""The start of the note's primary range; below it protocols change, and no single line fits."""
BY_LINES, BY_SIZE = "by lines", "by the times of each size"
KERNELS = {"complete_s": "echo", "send_s": "application_latency", "operate_s": "blacs_summation"}
HELD = {"echo": {"reply": "returned"}}
BRANCHED = ("multiring", "tree")

Patterns = tuple[tuple[str, object], ...]


@dataclass(frozen=True)
class Prediction:
    """One cell: the times of its source and its last process, for one repetition."""

    x: float
    source_s: float
    maximum_s: float


class FourTimes:
    """T_s, T_c and T_o of this machine over elements; T_m is zero here."""

    def __init__(self, summary: Summary) -> None:
        """Take them from the kernels that measure them; times that were not measured are
        missing."""
        self._series: dict[str, Series] = {}
        self._lines: dict[str, SingleLine] = {}
        for index, (name, kernel) in enumerate(KERNELS.items()):
            wanted = Selection(
                paper="", number="", caption="", kernels=[kernel], x="elements",
                where=dict(HELD.get(kernel, {})), from_=FEWEST_ELEMENTS,
            )  # fmt: skip
            for series in series_of(summary, wanted, ["kernel"]):
                line = series.line(summary.confidence, np.random.default_rng([2, index]))
                if line is not None:
                    self._series[name], self._lines[name] = series, line

    def by_lines(self, elements: float) -> Times | None:
        """From the fitted lines; None where one of them was not measured."""
        return self._times(
            lambda name: (
                self._lines[name].startup_s.value + elements * self._lines[name].per_byte_s.value
            )
        )

    def by_size(self, elements: float) -> Times | None:
        """As measured at this size; None where one was not measured."""
        return self._times(lambda name: self._series[name].time_s(elements))

    def _times(self, time_s: Callable[[str], float | None]) -> Times | None:
        found = {name: time_s(name) for name in self._lines}
        known = {name: max(value, 0.0) for name, value in found.items() if value is not None}
        return Times(**known) if known.keys() == KERNELS.keys() else None


def predictions(series: Series, times: Callable[[float], Times | None]) -> list[Prediction]:
    """The prediction for each cell of one curve that the model covers, by ascending size."""
    if not series.chosen:
        return []
    cell = series.chosen[0].cell.declared
    walked = pattern_of(cell)
    if walked is None:
        return []
    name, options = walked
    repetitions = int(cell.point["repetitions"])
    xs = [x for x, _ in series.points if x * ELEMENT_BYTES["float64"] < WHOLE_BELOW_BYTES]
    known = [(x, found) for x in xs if (found := times(x)) is not None]
    if not known:
        return []
    done = _finish_s(
        name, (*options, ("repetitions", repetitions)), tuple(found for _, found in known)
    )
    return [
        Prediction(x, finish_s[0] / repetitions, max(finish_s) / repetitions)
        for (x, _), finish_s in zip(known, done, strict=True)
    ]


def pattern_of(cell: CellRecord) -> tuple[str, Patterns] | None:
    """The pattern that a cell runs; None where the MPI or the library chooses it."""
    topology = str(cell.point["topology"])
    if topology in ("default", "primitive"):
        return None
    ranks: Patterns = (("ranks", cell.ranks),)
    branches: Patterns = (("branches", cell.point["branches"]),) if topology in BRANCHED else ()
    left_on = cell.point.get("left_on")
    if left_on is None:
        return topology, (*ranks, *branches)
    if left_on == "everyone" and topology == "hypercube":
        return "bidirectional-exchange", ranks
    way = ("way", "combine-on-all" if left_on == "everyone" else "combine")
    return ("tree" if topology == "hypercube" else topology), (*ranks, *branches, way)


@cache
def _finish_s(name: str, options: Patterns, times: tuple[Times, ...]) -> list[list[float]]:
    return patterns.finish_s(name, dict(options), times)


def relative_error(
    observed_s: Sequence[float], predicted_s: Sequence[float], *, of_prediction: bool
) -> float | None:
    """The note's RE: the largest |observed - predicted| over the observed, or the predicted, time.

    Section 4.4.2 divides by what was observed, and section 5.5.2 by what was predicted.
    """
    return max(
        (
            abs(observed - predicted) / (predicted if of_prediction else observed)
            for observed, predicted in zip(observed_s, predicted_s, strict=True)
        ),
        default=None,
    )


def prediction_table(summary: Summary, declared: Declared) -> Table | None:
    """Tables 11 and 15: one row for each topology, repeated and alone."""
    times = FourTimes(summary)
    combines = "blacs_combine" in declared.kernels
    result_axis = ["left_on"] if combines else []
    rows = []
    for one in series_of(summary, declared, ["topology", *result_axis, "repetitions"]):
        errors = [
            units.percent(_error(one, by, which, of_prediction=combines))
            for by in (times.by_lines, times.by_size)
            for which in ("source_s", "maximum_s")
        ]
        if any(error != units.NOT_HAD for error in errors):
            rows.append(Row([one.name, *errors]))
    if not rows:
        return None
    for name, numbers in declared.printed.items():
        shown = [f"{units.plain(x)} %" for x in numbers if not isinstance(x, list)]
        shown = [*([""] * (2 - len(shown))), *shown]
        rows.append(Row([f"1994: {name}", *shown, "", ""], "aside"))
    heads = [f"{who}, {by}" for by in (BY_LINES, BY_SIZE) for who in ("source", "maximum")]
    return Table(f"{declared.paper}, table {declared.number}", columns(["topology"], heads), rows)


def _error(
    series: Series, times: Callable[[float], Times | None], which: str, *, of_prediction: bool
) -> float | None:
    found = predictions(series, times)
    observed = observed_s(series, which)
    return relative_error(
        [observed[one.x] for one in found if one.x in observed],
        [getattr(one, which) for one in found if one.x in observed],
        of_prediction=of_prediction,
    )


def observed_s(series: Series, which: str) -> dict[float, float]:
    """Measured times by elements: the maximum over the processes, or the source's own time."""
    times = {
        x: found.median_s if which == "maximum_s" else found.initiator_s
        for x, found in series.points
    }
    return {x: time_s for x, time_s in times.items() if time_s is not None and time_s > 0}
