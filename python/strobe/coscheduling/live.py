# SPDX-License-Identifier: BSD-3-Clause
"""The current state of the ranks of a job: shared memory in which each rank writes a few words.

Its layout is that of src/bcs/monitor/live.hpp. It has no name in any folder, so nothing of it
can be left over; ranks on the same host find it among the open files of this process.
"""

from __future__ import annotations

import mmap
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from strobe.base.errors import StrobeError

MAGIC = int.from_bytes(b"StrLive1", "little")
MOST_FUNCTIONS, NAME_BYTES = 1024, 48
NOBODY, ANY = -2, -1

HEADER = np.dtype([("magic", "<u8"), ("ranks", "<u4"), ("functions", "<u4"), ("unused", "V48")])
RANK = np.dtype({
    "names": ["begin_ns", "begin_tick", "tick_s", "has_ended", "calls", "messages", "size_bytes",
              "communication", "entered", "function", "slice", "peer", "tag"],
    "formats": ["<i8", "<u8", "<f8", "<u4", "<u8", "<u8", "<u8", "<u8", "<u8", "<u4", "<u4", "<i4",
                "<i4"],
    "offsets": [0, 8, 16, 24, 64, 72, 80, 88, 96, 104, 108, 112, 116],
    "itemsize": 128,
})  # fmt: skip


@dataclass(frozen=True)
class RankNow:
    """One rank: what it has done since MPI_Init, and what it is in; "" where it computes.

    `communication_s` is the time in calls that block, with the one that it is in.
    """

    rank: int
    has_ended: bool
    elapsed_s: float
    communication_s: float
    calls: int
    messages: int
    size_bytes: int
    slice: int
    function: str
    peer: int
    tag: int


class Live:
    """The memory, for so many ranks."""

    def __init__(self, descriptor: int, memory: mmap.mmap, ranks: int) -> None:
        self._descriptor = descriptor
        names_at = HEADER.itemsize + ranks * RANK.itemsize
        self._ranks = np.frombuffer(memory, RANK, ranks, HEADER.itemsize)
        self._names = np.frombuffer(memory, f"S{NAME_BYTES}", MOST_FUNCTIONS, names_at)

    @property
    def path(self) -> str:
        """Where processes of this host and person find it."""
        return f"/proc/{os.getpid()}/fd/{self._descriptor}"

    def look(self) -> list[RankNow]:
        """Those ranks that have begun and are on this host."""
        now_ns = time.monotonic_ns()
        return [
            self._seen(rank, row, now_ns)
            for rank, row in enumerate(self._ranks.copy())
            if row["begin_ns"] != 0
        ]

    def _seen(self, rank: int, row: Any, now_ns: int) -> RankNow:
        elapsed_s = max(now_ns - int(row["begin_ns"]), 0) * 1e-9
        tick_s = float(row["tick_s"])
        number = int(row["function"])
        in_call_s = 0.0
        if number:
            entered_s = (int(row["entered"]) - int(row["begin_tick"])) * tick_s
            in_call_s = min(max(elapsed_s - entered_s, 0.0), elapsed_s)
        return RankNow(
            rank=rank,
            has_ended=bool(row["has_ended"]),
            elapsed_s=elapsed_s,
            communication_s=min(int(row["communication"]) * tick_s + in_call_s, elapsed_s),
            calls=int(row["calls"]),
            messages=int(row["messages"]),
            size_bytes=int(row["size_bytes"]),
            slice=int(row["slice"]),
            function=self._names[number - 1].decode() if number else "",
            peer=int(row["peer"]),
            tag=int(row["tag"]),
        )


@contextmanager
def memory(ranks: int) -> Iterator[Live]:
    """Memory for a job. Raises StrobeError where this system gives none."""
    size_bytes = HEADER.itemsize + ranks * RANK.itemsize + MOST_FUNCTIONS * NAME_BYTES
    try:
        descriptor = os.memfd_create("strobe-live")
    except (AttributeError, OSError) as error:
        raise StrobeError(f"cannot create shared memory for --live: {error}") from error
    try:
        os.truncate(descriptor, size_bytes)
        os.write(descriptor, np.array((MAGIC, ranks, MOST_FUNCTIONS, b""), HEADER).tobytes())
        # The mapping lives as long as somebody looks at it.
        yield Live(descriptor, mmap.mmap(descriptor, size_bytes), ranks)
    finally:
        os.close(descriptor)


@dataclass(frozen=True)
class Rates:
    """Of one rank between two looks, a second."""

    calls: float
    messages: float
    size_bytes: float
    communication: float


def rates(before: Sequence[RankNow], now: Sequence[RankNow]) -> dict[int, Rates]:
    """By rank. A rank's first look is compared with its begin."""
    last = {one.rank: one for one in before}
    found = {}
    for one in now:
        was = last.get(one.rank, RankNow(one.rank, False, 0.0, 0.0, 0, 0, 0, 0, "", NOBODY, ANY))
        took_s = max(one.elapsed_s - was.elapsed_s, 1e-9)
        found[one.rank] = Rates(
            calls=(one.calls - was.calls) / took_s,
            messages=(one.messages - was.messages) / took_s,
            size_bytes=(one.size_bytes - was.size_bytes) / took_s,
            communication=min(max((one.communication_s - was.communication_s) / took_s, 0.0), 1.0),
        )
    return found
