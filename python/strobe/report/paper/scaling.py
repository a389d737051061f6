# SPDX-License-Identifier: BSD-3-Clause
"""Collectives over machine size, with the fitted law of each curve: CoMet, figures 19, 22, 23."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from strobe.base import units
from strobe.fit.models import Estimate
from strobe.fit.scaling import FEWEST_MACHINE_SIZES, Scaling, fit_scaling
from strobe.records.summary import Summary
from strobe.report.page.estimate import estimate
from strobe.report.page.table import Row, Table, columns
from strobe.report.paper.declared import Selection, named
from strobe.report.paper.declared import Table as Declared
from strobe.report.paper.selection import Chosen, choose, curve_name, in_one_regime

TOO_FEW = (
    f"a law needs {FEWEST_MACHINE_SIZES} machine sizes, such as 2, 4 and 8 ranks; start 8 ranks or "
    "more"
)
WORDS = {
    "constant": "constant",
    "logarithmic": "logarithmic",
    "linear": "linear",
}
PER = {"constant": "", "logarithmic": " per doubling", "linear": " per rank"}


@dataclass(frozen=True)
class Grown:
    """One collective at one size, over machine sizes."""

    kernel: str
    name: str
    """That of its curve: the values of the axes that distinguish it."""
    chosen: list[Chosen]
    scaling: Scaling | None


def grown(summary: Summary, wanted: Selection, curves: Sequence[str]) -> list[Grown]:
    """The curves that `wanted` selects, by kernel and by `curves`, each with its law."""
    found = []
    for kernel in wanted.kernels:
        own = msgspec.structs.replace(wanted, kernels=[kernel], x="ranks")
        by_curve: dict[str, list[Chosen]] = {}
        for one in choose(summary, own, [*curves, "size_bytes"]):
            by_curve.setdefault(curve_name(one.cell, curves), []).append(one)
        for name, chosen in by_curve.items():
            points = in_one_regime(summary, chosen)
            scaling = (
                fit_scaling(
                    [x for x, _ in points],
                    [regime.median_s for _, regime in points],
                    [regime.samples_s for _, regime in points],
                    confidence=summary.confidence,
                )
                if points
                else None
            )
            found.append(Grown(kernel, name, chosen, scaling))
    return found


def scaling_table(summary: Summary, declared: Declared) -> Table | None:
    """One row for each collective and size: the law, its parameters and the evidence for it."""
    rows = []
    for one in grown(summary, declared, [declared.rows, declared.columns]):
        law = one.scaling
        if law is None:
            continue
        rows.append(
            Row([
                one.kernel.replace("_", " "),
                curve_name(one.chosen[0].cell, [declared.columns]) or units.NOT_HAD,
                WORDS[law.law] if law.is_certain else f"too close to say ({WORDS[law.law]}?)",
                estimate(Estimate(law.base_s.value, law.base_s.low, law.base_s.high), units.TIME),
                slope_text(law),
                units.percent(law.misfit),
                f"{law.evidence:.1f}",
            ])
        )  # fmt: skip
    if not rows:
        return None
    heads = columns(
        ["collective", "size", "law"],
        ["constant part", "growth", "largest misfit", "BIC difference to the next law"],
    )
    return Table(named("table", declared)[1], heads, rows)


def slope_text(law: Scaling) -> str:
    """`1.2 us [1.1 - 1.3] per doubling`; a dash for a constant."""
    if law.law == "constant":
        return units.NOT_HAD
    slope = law.slope_s
    return estimate(Estimate(slope.value, slope.low, slope.high), units.TIME) + PER[law.law]
