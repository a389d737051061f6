# SPDX-License-Identifier: BSD-3-Clause
"""Links that a token bucket limits, as in clouds and by tc-tbf(8): what a machine shows of it.

A bucket fills at a rate, up to its depth, and each byte that passes takes a byte out of it. So a
message of a program that computes in between takes little time, and a stream has the rate of the
bucket. A link without a bucket never moves a stream more slowly than single messages. With one, it
does: an echo waits for its answer half of the time, in which the bucket fills.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from strobe.predict.measured import Floats, Measured

MOST_HEADERS_BYTES = 130
"""What a message takes at most out of a bucket besides: the headers of TCP, IP and Ethernet (66
bytes with timestamps), and those of an MPI. In a stream, messages share them."""
SLOWER = 1.25
"""A message of a stream takes so many times as long as one of an echo, where there is a bucket."""
LONG = 1 / 16
"""Messages of a stream from this part of the largest one on move at the rate of the bucket."""
LEAST_SAVED = 0.1
"""Where a bucket saves less of a message's time, that is lost in the noise."""
CLEAR = 1.1
"""An echo that takes so many times as long as the rate allows does not wait for the bucket."""


@dataclass(frozen=True)
class TokenBucket:
    """Of each node, for what it sends."""

    rate_bytes_per_s: float
    depth_bytes: float
    headers_bytes: float = MOST_HEADERS_BYTES
    """What each message takes besides its own bytes."""

    def scaled(self, factor: float) -> TokenBucket | None:
        """One that fills so many times as fast; none where that is at once."""
        if math.isinf(factor):
            return None
        return replace(self, rate_bytes_per_s=self.rate_bytes_per_s * factor)

    def echo_waits_s(self, sizes_bytes: Floats, times_s: Floats) -> Floats:
        """How long a message waits for the bucket, where messages and their answers of one size
        follow each other and each takes so long; NaN where only the most is known.

        In the time of two messages the bucket gets what the next one takes, unless it is full.
        """
        waits_s = np.maximum(sizes_bytes - self.depth_bytes, 0.0) / self.rate_bytes_per_s
        is_filling = self.is_filling(sizes_bytes, times_s)
        return np.where(is_filling & (sizes_bytes <= 2 * self.depth_bytes), np.nan, waits_s)

    def is_filling(self, sizes_bytes: Floats, times_s: Floats) -> NDArray[np.bool_]:
        """Whether an echo of messages waits until the bucket has what the next one takes. Without
        its headers, a message of one packet and a bit seems not to wait."""
        taken_bytes = sizes_bytes + self.headers_bytes
        return times_s < CLEAR * taken_bytes / (2 * self.rate_bytes_per_s)


def shown_by(
    echo: Measured, stream: Measured | None, row: tuple[float, float] | None = None
) -> TokenBucket | None:
    """The bucket through which messages and a stream of them went; None where there is none.

    `row` is of a long row of exchanges between two ranks: the bytes of each message, and the time
    of an exchange. It has emptied the bucket, which has then let the headers pass as well.
    """
    if stream is None or not is_slower_in_a_stream(echo, stream):
        return None
    is_long = stream.sizes_bytes >= LONG * stream.sizes_bytes[-1]
    rate = float(np.median((stream.sizes_bytes / stream.times_s)[is_long]))
    depth = _depth(echo, rate, echo.times_s[0])
    if depth <= 0:
        return None
    headers = MOST_HEADERS_BYTES if row is None else max(rate * row[1] - row[0], 0.0)
    bucket = TokenBucket(rate, depth, min(headers, MOST_HEADERS_BYTES))
    # A message that does not wait may still take longer than the shortest one.
    is_free = (echo.sizes_bytes <= depth) & ~bucket.is_filling(echo.sizes_bytes, echo.times_s)
    free_s = echo.times_s.max(where=is_free, initial=echo.times_s[0])
    return replace(bucket, depth_bytes=_depth(echo, rate, free_s))


def _depth(echo: Measured, rate: float, free_s: float) -> float:
    """The most that has not passed at the rate, and so has been in the bucket; 0 if there is
    nothing. Shorter messages do not empty it, and longer ones take other time, too. Without the
    bucket, a message that empties it would take `free_s`."""
    saved_s = free_s + echo.sizes_bytes / rate - echo.times_s
    is_clear = saved_s > LEAST_SAVED * echo.times_s
    return rate * float(saved_s.max(where=is_clear, initial=0.0))


def is_slower_in_a_stream(echo: Measured, stream: Measured) -> bool:
    """Whether messages of some size take longer in a stream than one by one."""
    return bool(np.any(stream.times_s > SLOWER * echo.at(stream.sizes_bytes)))


def without_waits(echo: Measured, bucket: TokenBucket) -> Measured:
    """The times of messages for which the bucket is full enough."""
    waits_s = bucket.echo_waits_s(echo.sizes_bytes, echo.times_s)
    is_known = ~np.isnan(waits_s)
    sizes, shortest = echo.sizes_bytes, echo.times_s[0]
    known_s = np.maximum(echo.times_s[is_known] - waits_s[is_known], shortest)
    times_s = np.minimum(np.interp(sizes, sizes[is_known], known_s), echo.times_s)
    # What is known of the spread is that of the whole time.
    samples_s = tuple(
        samples * (time_s / whole_s)
        for samples, time_s, whole_s in zip(echo.samples_s, times_s, echo.times_s, strict=True)
    )
    # They need not rise: to wait at all takes as long as the system's timer.
    return replace(echo, times_s=times_s, samples_s=samples_s)
