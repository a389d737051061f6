# SPDX-License-Identifier: BSD-3-Clause
"""How many messages can be in transit at once before they share links, memory or cores.

Pairs that exchange messages at the same time measure it. Up to a limit k they share nothing; above
it, the part of a message's time that grows with its size takes p / k times as long for p messages
in transit. That is the contention factor of Steffenel, "Modeling network contention effects on
All-to-All operations" (Cluster 2006), with one parameter for all numbers of messages, as the flow
models of simulators have it (Velho, Schnorr, Casanova and Legrand, 2013). The walk through a
pattern applies it at each instant (src/schedule/transfers.hpp).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from strobe.gate.limits import SLACK
from strobe.records.lines import Value
from strobe.records.summary import RegimeSummary, Summary

KERNELS: dict[str, dict[str, Value]] = {
    "multi_pair_echo": {},
    "multi_pair": {"direction": "one"},
}
"""What has one message of each pair in transit, the better first, with the axes that are held."""
PAIRS, SIZE = "pairs", "size_bytes"


@dataclass(frozen=True)
class Contention:
    """What pairs at the same time showed."""

    kernel: str
    factors: Mapping[int, float]
    """By the number of pairs: how much longer the data of a message take than those of one pair."""
    parallel_transfers: float | None
    """The limit k; None where the most pairs shared nothing that could be told."""

    @property
    def most(self) -> int:
        """The largest number of messages at once that was measured."""
        return max(self.factors)


def measured_contention(summary: Summary) -> Contention | None:
    """The limit that a run shows; None where it has no pairs at the same time."""
    for kernel, held in KERNELS.items():
        cells = _by_pairs(summary, kernel, held)
        found = _contention(kernel, cells)
        if found is not None:
            return found
    return None


def limit_of(factors: Mapping[int, float]) -> float:
    """The k for which max(1, p / k) is nearest to the factors, by their logarithms."""

    def loss(k: float) -> float:
        return sum(
            (math.log(factor) - max(0.0, math.log(pairs / k))) ** 2
            for pairs, factor in factors.items()
        )

    # With the same numbers of pairs above the limit, the best k is a geometric mean.
    candidates = [float(max(factors)), 1.0]
    for fewest in factors:
        above = [math.log(p / factor) for p, factor in factors.items() if p >= fewest]
        candidates.append(math.exp(sum(above) / len(above)))
    return min((max(k, 1.0) for k in candidates), key=loss)


def _by_pairs(
    summary: Summary, kernel: str, held: Mapping[str, Value]
) -> dict[int, dict[float, RegimeSummary]]:
    """The results by pairs and by size. Of other axes they have the first value declared."""
    found: dict[int, dict[float, RegimeSummary]] = {}
    others: dict[str, Value] = dict(held)
    for cell in summary.cells.values():
        point = cell.declared.point
        if cell.declared.kernel != kernel or cell.headline is None:
            continue
        fixed = {axis: point[axis] for axis in point if axis not in (PAIRS, SIZE)}
        if any(others.setdefault(axis, value) != value for axis, value in fixed.items()):
            continue
        if cell.headline.median_s > 0:
            found.setdefault(int(point[PAIRS]), {})[float(point[SIZE])] = cell.headline
    return found


def _contention(
    kernel: str, cells: Mapping[int, Mapping[float, RegimeSummary]]
) -> Contention | None:
    """The factors between the smallest and the largest size that all numbers of pairs have."""
    if 1 not in cells or len(cells) < 2:
        return None
    common = set.intersection(*(set(sizes) for sizes in cells.values()))
    if len(common) < 2:
        return None
    small, large = min(common), max(common)
    data_s = {p: sizes[large].median_s - sizes[small].median_s for p, sizes in cells.items()}
    if min(data_s.values()) <= 0:
        return None
    factors = {p: data_s[p] / data_s[1] for p in sorted(cells) if p > 1}
    most = max(factors)
    # An interval that includes "nothing shared" gives no limit: it would stretch every prediction
    # with more messages than were measured.
    least = (cells[most][large].low_s - cells[most][small].high_s) / (
        cells[1][large].high_s - cells[1][small].low_s
    )
    return Contention(kernel, factors, limit_of(factors) if least > 1 + SLACK else None)
