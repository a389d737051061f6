# SPDX-License-Identifier: BSD-3-Clause
"""Regimes of several launches, and of several runs, matched by their sentinels.

The bench numbers the regimes of the machine in the order in which it meets them, so regime 0 of one
launch may be regime 1 of the next. The sentinel shows which of them are the same: by its
core-to-core exchange, and by its work, which takes longer while a core's SMT sibling is busy.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import pairwise

from strobe.base.errors import StrobeError
from strobe.records.run import Launch, Run

DISTURBED = -1
SAME_WITHIN_FACTOR = 2.0
REFERENCE_SHARE_ALONE = 0.3
REFERENCE_SHARE = 0.1


@dataclass(frozen=True)
class Regimes:
    """The distinct regimes, fastest first; of two with one exchange time, idle SMT siblings
    first."""

    exchange_s: tuple[float, ...]
    """One-way time of a cache line in each regime: the geometric mean over its launches."""
    kinds: tuple[tuple[int, bool], ...]
    """For each regime: the index of its exchange time, and whether an SMT sibling was busy."""
    cuts_s: tuple[float, ...]
    """Exchange times that separate one from the next."""

    @classmethod
    def of(cls, *runs: Run) -> Regimes:
        """Group the regimes of all launches of `runs`.

        Two regimes have the same exchange when a chain of times leads from one to the other in
        which no step exceeds a factor of 2: the regimes of one machine differ by a factor of 3
        and more, while one regime drifts by less than a factor of 2 in many small steps.
        """
        records = sorted(
            (record.exchange_s, record.shared)
            for run in runs
            for launch in run.launches
            for record in launch.regimes.values()
            if record.exchange_s is not None
        )
        groups: list[list[tuple[float, bool]]] = []
        for record in records:
            if groups and record[0] <= SAME_WITHIN_FACTOR * groups[-1][-1][0]:
                groups[-1].append(record)
            else:
                groups.append([record])
        logarithms: dict[tuple[int, bool], list[float]] = defaultdict(list)
        for number, group in enumerate(groups):
            for time_s, shared in group:
                logarithms[number, shared].append(math.log(time_s))
        kinds = tuple(sorted(logarithms))
        means = tuple(
            math.exp(math.fsum(found) / len(found)) for _, found in sorted(logarithms.items())
        )
        cuts = tuple(math.sqrt(below[-1][0] * above[0][0]) for below, above in pairwise(groups))
        return cls(means, kinds, cuts)

    @property
    def exchanges(self) -> int:
        """The number of distinguishable exchange times."""
        return len(self.cuts_s) + 1 if self.kinds else 0

    @property
    def by_exchange_s(self) -> tuple[float, ...]:
        """Each exchange time once, with idle SMT siblings where it was seen so."""
        first: dict[int, float] = {}
        for (number, _), time_s in zip(self.kinds, self.exchange_s, strict=True):
            first.setdefault(number, time_s)
        return tuple(first.values())

    @property
    def sees_busy_siblings(self) -> bool:
        """Whether an SMT sibling was busy at some time."""
        return any(shared for _, shared in self.kinds)

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
        number = bisect_right(self.cuts_s, record.exchange_s)
        return self.kinds.index((number, record.shared))

    def held(self, *runs: Run) -> Counter[tuple[int, bool]]:
        """The number of visits in a regime of each kind."""
        return Counter(
            self.kinds[regime]
            for run in runs
            for launch in run.launches
            for cell in launch.cells.values()
            for visit in cell.visits
            if visit.regime != DISTURBED
            and (regime := self.index(launch, visit.regime)) is not None
        )

    def reference(self, *runs: Run) -> int | None:
        """The regime of the headlines: the fastest one with at least a tenth of the visits.

        A rarer faster regime would cover only a few cells, and a curve would jump where only the
        machine changed. For the same reason, the regime with idle SMT siblings is preferred where
        it has at least three tenths of the visits at that exchange time. None without a sentinel.
        """
        held = self.held(*runs)
        for number in range(self.exchanges):
            alone, shared = held[number, False], held[number, True]
            if alone + shared >= max(1.0, REFERENCE_SHARE * held.total()):
                wanted = alone < max(1.0, REFERENCE_SHARE_ALONE * (alone + shared))
                return self.kinds.index((number, wanted))
        return None
