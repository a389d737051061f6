# SPDX-License-Identifier: BSD-3-Clause
"""The computation between the calls of a trace: faster, or as it might have been in another run.

A piece stands between two calls. Pieces of a rank between calls of the same two lines of the
program are of one kind; another run has, in place of each, one of its kind (the bootstrap of Efron,
1979).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from strobe.coscheduling.trace import Trace
from strobe.predict.platform import FLOPS_PER_S

Floats = NDArray[np.float64]
COMPUTE = "compute"


@dataclass(frozen=True)
class Pieces:
    """Of one rank: its lines, where in them the pieces are, how long each takes, and its kind."""

    lines: tuple[str, ...]
    places: NDArray[np.intp]
    times_s: Floats
    kinds: NDArray[np.intp]

    def written(self, speed: float, rng: np.random.Generator | None = None) -> list[str]:
        """The lines on a processor that is `speed` times as fast; with `rng`, of another run."""
        times_s = self.times_s if rng is None else self._drawn(rng)
        lines = list(self.lines)
        for place, time_s in zip(self.places, times_s / speed, strict=True):
            rank = lines[place].split(" ", 1)[0]
            lines[place] = f"{rank} {COMPUTE} {time_s * FLOPS_PER_S:.0f}"
        return lines

    def even(self) -> Pieces:
        """The same without noise: each piece takes the mean of the faster half of its kind."""
        times_s = self.times_s.copy()
        for kind in np.unique(self.kinds):
            own = self.kinds == kind
            ordered = np.sort(self.times_s[own])
            times_s[own] = ordered[: -(-ordered.size // 2)].mean()
        return Pieces(self.lines, self.places, times_s, self.kinds)

    def _drawn(self, rng: np.random.Generator) -> Floats:
        times_s = self.times_s.copy()
        for kind in np.unique(self.kinds):
            own = self.kinds == kind
            times_s[own] = rng.choice(self.times_s[own], int(own.sum()))
        return times_s


def pieces(trace: Trace) -> list[Pieces]:
    """Of each rank of a trace, whose rate of computation is FLOPS_PER_S."""
    return [_of_rank(*one) for one in zip(trace.ranks, trace.sites, strict=True)]


def _of_rank(lines: Sequence[str], sites: Sequence[int]) -> Pieces:
    words = [line.split(" ", 2)[1] for line in lines]
    places = [place for place, word in enumerate(words) if word == COMPUTE]
    calls = list(zip(words, sites, strict=True))
    numbers: dict[tuple[tuple[str, int], tuple[str, int]], int] = defaultdict(lambda: len(numbers))
    kinds = [numbers[calls[place - 1], calls[place + 1]] for place in places]
    times_s = [float(lines[place].split(" ")[2]) / FLOPS_PER_S for place in places]
    return Pieces(tuple(lines), np.array(places, dtype=np.intp), np.array(times_s),
                  np.array(kinds, dtype=np.intp))  # fmt: skip
