# SPDX-License-Identifier: BSD-3-Clause
"""Predicted times of broadcasts and combines: LAPACK Working Note 73, sections 4.4.2 and 5.5.2.

strobe-schedule computes the steps of a topology with this machine's T_s, T_c and T_o. T_m is zero:
the library's broadcasts and combines are globally blocking and copy nothing. The note assumes that
messages share no link; where the run measured how many do not, a second prediction has them share.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import msgspec

from strobe.base import units
from strobe.fit.contention import measured_contention
from strobe.fit.four_times import MeasuredLine, measured_times
from strobe.records.lines import CellRecord
from strobe.records.summary import Summary
from strobe.report.page.table import Row, Table, columns
from strobe.report.paper.declared import Table as Declared
from strobe.report.paper.least_squares import Series, series_of
from strobe.report.paper.selection import ELEMENT_BYTES
from strobe.schedules import pattern as patterns
from strobe.schedules.pattern import Times

WHOLE_BELOW_BYTES = 512 * 1024
"""The library does not split smaller messages (tests/cpp/blacs/pieces_test.cpp)."""
BY_LINES, BY_SIZE = "by lines", "by the times of each size"
WITH_SHARING = "by lines, shared links"
WALKED = {"t_c": "complete", "t_s": "send", "t_o": "operate"}
"""The times of a walk, and their names there."""
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
        self._measured = measured_times(summary)
        self.contention = measured_contention(summary)

    def by_lines(self, elements: float) -> Times | None:
        """From the fitted lines; None where one of them was not measured."""
        return self._times(elements, MeasuredLine.at)

    def by_size(self, elements: float) -> Times | None:
        """As measured at this size; None where one was not measured."""
        return self._times(elements, lambda line, size_bytes: line.times_s.get(size_bytes))

    def _times(
        self, elements: float, time_s: Callable[[MeasuredLine, float], float | None]
    ) -> Times | None:
        size_bytes = elements * ELEMENT_BYTES["float64"]
        known: dict[str, float] = {}
        for name, word in WALKED.items():
            line = self._measured.get(name)
            found = None if line is None else time_s(line, size_bytes)
            if line is None or found is None:
                return None
            known[f"{word}_s"] = max(found, 0.0)
            if name != "t_o":
                # The data take no longer than the whole message, also where a line starts below 0.
                known[f"{word}_data_s"] = min(max(line.data_s(size_bytes), 0.0), max(found, 0.0))
        return Times(**known)

    @property
    def parallel_transfers(self) -> float | None:
        """The messages at once that share nothing; None where no sharing was measured."""
        return None if self.contention is None else self.contention.parallel_transfers


def predictions(
    series: Series,
    times: Callable[[float], Times | None],
    parallel_transfers: float | None = None,
) -> list[Prediction]:
    """The prediction for each cell of one curve that the model covers, by ascending size.

    With `parallel_transfers`, more messages than these in transit at once share links.
    """
    if not series.chosen:
        return []
    cell = series.chosen[0].cell.declared
    walked = pattern_of(cell)
    if walked is None:
        return []
    name, options = walked
    repetitions = int(cell.point["repetitions"])
    xs = [x for x, _ in series.points if x * ELEMENT_BYTES["float64"] < WHOLE_BELOW_BYTES]
    known = [
        (x, msgspec.structs.replace(found, parallel_transfers=parallel_transfers))
        for x in xs
        if (found := times(x)) is not None
    ]
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
    # By lines and by size; with the sharing that was measured, by lines.
    ways: list[tuple[str, Callable[[float], Times | None], float | None]] = [
        (BY_LINES, times.by_lines, None),
        (BY_SIZE, times.by_size, None),
    ]
    if times.parallel_transfers is not None:
        ways.append((WITH_SHARING, times.by_lines, times.parallel_transfers))
    rows = []
    for one in series_of(summary, declared, ["topology", *result_axis, "repetitions"]):
        errors = [
            units.percent(_error(one, by, limit, which, of_prediction=combines))
            for _, by, limit in ways
            for which in ("source_s", "maximum_s")
        ]
        if any(error != units.NOT_HAD for error in errors):
            rows.append(Row([one.name, *errors]))
    if not rows:
        return None
    for name, numbers in declared.printed.items():
        shown = [f"{units.plain(x)} %" for x in numbers if not isinstance(x, list)]
        shown = [*([""] * (2 - len(shown))), *shown]
        rows.append(Row([f"1994: {name}", *shown, *([""] * 2 * (len(ways) - 1))], "aside"))
    heads = [f"{who}, {by}" for by, _, _ in ways for who in ("source", "maximum")]
    return Table(f"{declared.paper}, table {declared.number}", columns(["topology"], heads), rows)


def _error(
    series: Series,
    times: Callable[[float], Times | None],
    parallel_transfers: float | None,
    which: str,
    *,
    of_prediction: bool,
) -> float | None:
    found = predictions(series, times, parallel_transfers)
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
