# SPDX-License-Identifier: BSD-3-Clause
"""How much a miss brings into a cache, found in a chase over pairs of places.

Pairs are visited in random order over a set that no cache holds, and both places of one right after
each other; a pair begins at a multiple of twice its distance. So its first load misses, and its
second hits where both places lie in what that miss brought. The latency over the distance is low,
then high, and the first distance at which it is high is the size of a line; or of two, where a
cache brings them in pairs. Beyond it the set has fewer lines the larger the distance is, so that
the latency may fall again.

Strides through a set as it lies show no line, since a prefetcher hides it, and neither do strides
of single places in random order: what is left out thins the sets of a cache as it does the lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

LEAST_STEP = 1.2
"""By this much at least a pair of misses is slower than a miss and a hit."""


def line_bytes(distances_bytes: Sequence[float], latencies: Sequence[float]) -> float | None:
    """The first distance beyond the step of the curve, in any order of its points; None where
    there is no step, or more than one."""
    curve = sorted(zip(distances_bytes, latencies, strict=True))
    steps = [after / before for (_, before), (_, after) in pairwise(curve)]
    if not steps or max(steps) < LEAST_STEP:
        return None
    beyond = steps.index(max(steps)) + 1
    climbs_again = max(steps[beyond:], default=1.0) >= LEAST_STEP
    if climbs_again or max(latency for _, latency in curve[:beyond]) >= curve[beyond][1]:
        return None
    return float(curve[beyond][0])
