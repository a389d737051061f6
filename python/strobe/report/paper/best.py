# SPDX-License-Identifier: BSD-3-Clause
"""The topology that was measured best in a run: LAPACK Working Note 73, section 4.4.

The best topology is the one that, starting from synchronised processes, gives all of them the
result in the least time over the entire curve. A suite selects it with `topology = "best"`.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TypeVar

import msgspec
import numpy as np

from strobe.fit.one_regime import shared_regime
from strobe.gate.cells import accepted
from strobe.records.lines import Value
from strobe.records.summary import Summary
from strobe.report.paper.declared import Selection
from strobe.report.paper.selection import Chosen, choose, topology_word

BEST = "best"
ALONE = 1
"""Repetitions of an operation that starts from synchronised processes."""
CHOSEN_BY_OTHERS = ("default", "primitive")
"""Words for what the library or the MPI chooses, which is no topology."""
FEWEST = 2
"""One topology alone is not the best of several."""
MOST_OF_CURVE = 0.75
"""A topology takes part if its times are accepted at this part of the sizes at least."""

S = TypeVar("S", bound=Selection)


@dataclass(frozen=True)
class Best:
    """The best topology: its word in `where`, its name, and among how many it is the best."""

    word: str
    name: str
    among: int


def with_best(summary: Summary, wanted: S) -> tuple[S, str]:
    """`wanted` with the best topology of the run in place of the word, and in the caption.

    Where no topology can be called the best, the word is removed, and the text says why.
    """
    topologies = _topologies(wanted)
    if BEST not in topologies:
        return wanted, ""
    best = best_topology(summary, wanted)
    found = [best.word] if best else []
    others = [word for word in topologies if word not in (BEST, *found)]
    where: dict[str, Value | list[Value]] = {**wanted.where, "topology": [*others, *found]}
    if best is None:
        return msgspec.structs.replace(wanted, where=where), (
            f"no topology can be called the best: fewer than {FEWEST} have accepted times at most "
            "sizes when the operation runs alone (repetitions = 1)"
        )
    caption = f"{wanted.caption}; best of the {best.among} topologies compared: {best.name}"
    return msgspec.structs.replace(wanted, where=where, caption=caption), ""


def best_topology(summary: Summary, wanted: Selection) -> Best | None:
    """The topology with the smallest maximum time, by the geometric mean over all common sizes."""
    curves = _accepted_curves(summary, wanted)
    sizes = {x for times in curves.values() for x in times}
    curves = {
        key: times for key, times in curves.items() if len(times) >= MOST_OF_CURVE * len(sizes)
    }
    common = [x for x in sizes if all(x in times for times in curves.values())]
    if len(curves) < FEWEST or not common:
        return None
    means = {
        key: float(np.mean(np.log([times[x] for x in common]))) for key, times in curves.items()
    }
    word, name = min(means, key=lambda key: means[key])
    return Best(word, name, len(curves))


def _accepted_curves(
    summary: Summary, wanted: Selection
) -> dict[tuple[str, str], dict[float, float]]:
    """The maximum times that the gate accepts, by topology and size, all in one regime."""
    judged = accepted(summary)
    named = {axis: v for axis, v in wanted.where.items() if axis not in ("topology", "branches")}
    alone = Selection(
        paper="", number="", caption="", kernels=wanted.kernels, x=wanted.x,
        where={**named, "repetitions": ALONE},
    )  # fmt: skip
    chosen = [
        one
        for one in choose(judged, alone, ["topology"])
        if one.cell.declared.point["topology"] not in CHOSEN_BY_OTHERS
    ]
    regime = shared_regime(judged, (one.cell for one in chosen))
    curves: dict[tuple[str, str], dict[float, float]] = defaultdict(dict)
    for one in chosen:
        best = one.cell.headline
        if best is not None and best.regime == regime:
            curves[_key(one)][one.x] = best.median_s
    return dict(curves)


def _key(one: Chosen) -> tuple[str, str]:
    return topology_word(one.cell.declared), one.curve


def _topologies(wanted: Selection) -> list[Value]:
    value = wanted.where.get("topology", [])
    return value if isinstance(value, list) else [value]
