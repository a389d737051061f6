# SPDX-License-Identifier: BSD-3-Clause
"""Regimes of several launches, and of several runs, matched by what their sentinels measured.

The bench numbers the machine's speeds as it meets them, so regime 0 of one launch may be regime 1
of the next. The core-to-core exchange of the sentinel tells which of them are the same speed.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from strobe.errors import StrobeError
from strobe.records.run import Launch, Run

DISTURBED = -1
SAME_WITHIN_FACTOR = 2.0
REFERENCE_SHARE = 0.1


@dataclass(frozen=True)
class Regimes:
    """The distinct speeds of the machine, fastest first."""

    exchange_s: tuple[float, ...]
    """One-way time of a cache line in each regime: the geometric mean over its launches."""
    cuts_s: tuple[float, ...]
    """Exchange times that separate one regime from the next."""

    @classmethod
    def of(cls, *runs: Run) -> Regimes:
        """Group the regimes of all launches of `runs`.

        Two regimes are the same when a chain of exchange times leads from one to the other in
        which no step exceeds a factor of 2: the speeds of one machine lie a factor of 3 apart
        and more, while one speed wanders by less than a factor of 2 in many small steps.
        """
        times = sorted(
            record.exchange_s
            for run in runs
            for launch in run.launches
            for record in launch.regimes.values()
            if record.exchange_s is not None
        )
        groups: list[list[float]] = []
        for time_s in times:
            if groups and time_s <= SAME_WITHIN_FACTOR * groups[-1][-1]:
                groups[-1].append(time_s)
            else:
                groups.append([time_s])
        means = tuple(math.exp(sum(map(math.log, group)) / len(group)) for group in groups)
        cuts = tuple(math.sqrt(below[-1] * above[0]) for below, above in pairwise(groups))
        return cls(means, cuts)

    def index(self, launch: Launch, regime: int | None) -> int | None:
        """The matched index of a launch's own `regime`; None where there was no sentinel."""
        if regime is None:
            return None
        record = launch.regimes.get(regime)
        if record is None:
            raise StrobeError(
                f"launch {launch.header.launch} has samples in regime {regime}, "
                "which no record describes"
            )
        if record.exchange_s is None:
            return None
        return bisect_right(self.cuts_s, record.exchange_s)

    def reference(self, *runs: Run) -> int | None:
        """The regime whose figures are wanted: the fastest that held for a tenth of the visits.

        A glimpse of a faster machine would else lend its speed to the few cells that met it, and
        a curve would jump where only the machine did. None where there was no sentinel.
        """
        held = Counter(
            regime
            for run in runs
            for launch in run.launches
            for cell in launch.cells.values()
            for visit in cell.visits
            if visit.regime != DISTURBED
            and (regime := self.index(launch, visit.regime)) is not None
        )
        often = (regime for regime, n in held.items() if n >= REFERENCE_SHARE * held.total())
        return min(often, default=None)
