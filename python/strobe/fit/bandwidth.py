# SPDX-License-Identifier: BSD-3-Clause
"""Peak bandwidth of a segmented model, and the size from which a part of it is reached.

Arrays of lines have shape (..., segments), so that all draws of a bootstrap are answered at once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def peak_bandwidth(first: Floats, last: Floats, startup_s: Floats, per_byte_s: Floats) -> Floats:
    """The largest N / t(N) in bytes per second over the measured sizes; shape (...,).

    `first` and `last` are the smallest and the largest size of each segment, shape (segments,).
    N / t(N) is monotone along a line, so it is largest at one end of a segment. Infinite where a
    line falls to zero at a measured size, as a draw of a bootstrap may.
    """
    ends = np.stack([first, last], axis=-1)
    times_s = startup_s[..., None] + per_byte_s[..., None] * ends
    beyond = np.broadcast_to(np.where(ends > 0, np.inf, 0.0), times_s.shape).copy()
    bandwidth = np.divide(ends, times_s, out=beyond, where=times_s > 0)
    return np.asarray(bandwidth.max(axis=(-2, -1)))


def size_reaching(
    part: float, peak: Floats, first: Floats, last: Floats, startup_s: Floats, per_byte_s: Floats
) -> Floats:
    """The smallest size in bytes whose bandwidth is `part` of `peak`; shape of `peak`.

    CoMet, section 4.1: the sizes that reach 50 % and 90 % of the peak. Up to the next segment's
    first size a line goes on, as in prediction. N / t(N) >= goal is N (1 - goal b) >= goal a.
    Infinite where the peak is.
    """
    # No number compares with nan, so that under an infinite peak nothing is reached.
    goal = part * np.where(np.isfinite(peak), peak, np.nan)[..., None]
    upper = np.append(first[1:], last[-1])
    slope, offset = 1 - goal * per_byte_s, goal * startup_s
    at_first = first * slope >= offset
    crossing = np.divide(offset, slope, out=np.full(slope.shape, np.inf), where=slope > 0)
    reached = at_first | (crossing <= upper)
    size = np.where(at_first, first, crossing)
    return np.asarray(np.where(reached, size, np.inf).min(axis=-1))
