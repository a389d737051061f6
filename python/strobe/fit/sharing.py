# SPDX-License-Identifier: BSD-3-Clause
"""Which levels of a memory hierarchy processes share, found in chases alone and side by side.

Processes that chase at the same time, each through a set of its own, have a level to themselves if
it holds as much for each of them as for one alone. Of a level that two share, each has half.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from strobe.fit.levels import Level, crossing

SHARED_BELOW = 2**-0.5
"""Two that share a level have half of it each: this is halfway to having it alone."""


def parts_left(
    alone: Sequence[Level], sizes_bytes: Sequence[float], latencies: Sequence[float]
) -> list[float | None]:
    """The part of each level, but the last, that is left to a process beside others.

    `alone` are the levels of one process; the curve, ascending in its sizes, is that of each of
    several at the same time. A level's part is None where the curve does not show where it ends.
    """
    x = np.log2(np.asarray(sizes_bytes, dtype=np.float64))
    y = np.asarray(latencies, dtype=np.float64)
    parts: list[float | None] = []
    for level, beyond in pairwise(alone):
        beside = crossing(x, y, (level.latency + beyond.latency) / 2)
        held = level.half_misses_bytes
        parts.append(beside / held if beside is not None and held is not None else None)
    return parts


def is_shared(part_left: float) -> bool:
    """Whether a level of which this is left to each is one that several share."""
    return part_left < SHARED_BELOW
