# SPDX-License-Identifier: BSD-3-Clause
"""Tables of lines T = alpha + beta N: LAPACK Working Note 73, tables 5 to 8, 12, 14 and 16.

The line goes through all sizes except the empty message, whose time is mostly that of the call. It
minimises relative errors, so that small and large messages count alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from strobe.base import units
from strobe.fit.models import Estimate
from strobe.fit.single import SingleLine, fit_whole
from strobe.records.summary import RegimeSummary, Summary
from strobe.report.page import naming
from strobe.report.page.estimate import estimate
from strobe.report.page.table import Row, Table, columns
from strobe.report.paper.declared import Selection
from strobe.report.paper.declared import Table as Declared
from strobe.report.paper.selection import Chosen, choose, in_one_regime

RESAMPLES = 499
PER_ELEMENT = units.Unit(((1e-12, "ps"), (1e-9, "ns"), (1e-6, "µs"), (1e-3, "ms")), "0 s")


@dataclass(frozen=True)
class Series:
    """The times of one curve in one regime, without that of an empty message."""

    name: str
    chosen: list[Chosen]
    points: list[tuple[float, RegimeSummary]]

    def time_s(self, x: float) -> float | None:
        """The time measured at `x`."""
        return next((found.median_s for at, found in self.points if at == x), None)

    def line(self, confidence: float, rng: np.random.Generator) -> SingleLine | None:
        """The line through all points; None where there are too few."""
        return fit_whole(
            np.array([x for x, _ in self.points]),
            np.array([found.median_s for _, found in self.points]),
            [found.samples_s for _, found in self.points],
            confidence=confidence,
            resamples=RESAMPLES,
            rng=rng,
        )

    def spread(self) -> float | None:
        """The note's relative error of repeated points (section 3.3), over the visits of each.

        max - min over average, of the size at which it is largest.
        """
        visits = [found.visit_medians_s for _, found in self.points]
        spreads = [(max(v) - min(v)) / float(np.mean(v)) for v in visits if len(v) > 1]
        return max(spreads, default=None)


def series_of(summary: Summary, wanted: Selection, curves: Sequence[str]) -> list[Series]:
    """The curves that `wanted` selects, distinguished by `curves`."""
    found: dict[str, list[Chosen]] = {}
    for one in choose(summary, wanted, curves):
        if one.x > 0:
            found.setdefault(one.curve, []).append(one)
    return [Series(name, own, in_one_regime(summary, own)) for name, own in found.items()]


def least_squares(summary: Summary, declared: Declared) -> Table | None:
    """One row for each curve: alpha, beta, the largest misfit, and the spread of visits."""
    rows = []
    for index, one in enumerate(series_of(summary, declared, [declared.rows])):
        line = one.line(summary.confidence, np.random.default_rng([1, index]))
        spread = units.percent(one.spread())
        if line is None:
            rows.append(Row([one.name, *([units.NOT_HAD] * 3), spread]))
            continue
        rows.append(
            Row([
                one.name,
                estimate(_finite(line.startup_s), units.TIME),
                estimate(_finite(line.per_byte_s), PER_ELEMENT),
                units.percent(line.misfit),
                spread,
            ])
        )  # fmt: skip
    if not rows:
        return None
    heads = columns(
        [naming.axis_title(declared.rows)],
        ["alpha", "beta, per element", "largest misfit", "relative error of visits"],
    )
    return Table(f"{declared.paper}, table {declared.number}", heads, [*rows, *_printed(declared)])


def _finite(bounds: object) -> Estimate:
    values = (getattr(bounds, name) for name in ("value", "low", "high"))
    return Estimate(*(float(x) if np.isfinite(x) else None for x in values))


def _printed(declared: Declared) -> list[Row]:
    """The note's own numbers: microseconds, microseconds per element, and per cent."""
    rows = []
    for name, numbers in declared.printed.items():
        alpha, beta, *error = (x for x in numbers if not isinstance(x, list))
        shown = [f"{units.plain(alpha)} µs", f"{units.plain(beta)} µs"]
        printed_error = f"{units.plain(error[0])} %" if error else ""
        rows.append(Row([f"1994: {name}", *shown, "", printed_error], "aside"))
    return rows
