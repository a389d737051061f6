# SPDX-License-Identifier: BSD-3-Clause
"""rank-<R>.calls, .messages and .collectives: every call of a rank, every message, and every
collective, one by one.

They have the rows of src/bcs/monitor/call_log.hpp, as numbers in the order of the processor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from strobe.records import rows_file
from strobe.records.job_record import Mmds, RankRecord
from strobe.records.rows_file import Rows

CALL = np.dtype([
    ("entered", "<u8"), ("left", "<u8"), ("size_bytes", "<i8"), ("function", "<u4"),
    ("slice", "<u4"), ("site", "<u4"), ("unused", "<u4"), ("computed_ns", "<u8"),
])  # fmt: skip
MESSAGE = np.dtype([
    ("at", "<u8"), ("operation", "<u8"), ("context", "<u8"), ("size_bytes", "<i8"),
    ("peer", "<i4"), ("tag", "<i4"), ("event", "<u4"), ("unused", "<u4"),
])  # fmt: skip
COLLECTIVE = np.dtype([
    ("begun", "<u8"), ("over", "<u8"), ("context", "<u8"), ("gave_bytes", "<i8"),
    ("got_bytes", "<i8"), ("root", "<i4"), ("members", "<i4"), ("own", "<i4"),
    ("function", "<u4"), ("order", "<u4"), ("starts", "<u4"),
])  # fmt: skip
NO_SITE = 2**32 - 1
"""The site of a call whose line is not known."""
(
    SEND_BEGUN, RECEIVE_BEGUN, RECEIVED, CANCELLED, SEND_OVER, NEIGHBOR_SENDS, NEIGHBOR_RECEIVES,
    NOTICE_SENT, NOTICE_RECEIVED, PUT_BEGUN, GET_BEGUN, LOCK_ASKED, ACCESSES_COMPLETED,
) = range(13)  # fmt: skip
"""What an event is (LoggedMessage). The operation of a neighbor's is the row of its collective."""


@dataclass(frozen=True)
class Message:
    """One side of one message: when a send was begun, or a receive had it, in ticks."""

    is_send: bool
    peer: int
    tag: int
    context: int
    size_bytes: int
    at: int


@dataclass(frozen=True)
class CallLog:
    """Of one rank; ticks are those of its host."""

    rank: RankRecord
    mmds: Mmds
    calls: Rows
    events: Rows
    collectives: Rows
    messages: list[Message]

    def seconds(self, ticks: int) -> float:
        """A time between two ticks of the rank's host."""
        return ticks * self.mmds.tick_s

    def begin_collectives(self) -> NDArray[np.bool_]:
        """For each call whether a collective begins in it."""
        found = np.zeros(len(self.calls), dtype=np.bool_)
        at = np.searchsorted(self.calls["left"], self.collectives["begun"])
        found[at[at < found.size]] = True
        return found


def read(folder: Path, rank: RankRecord) -> CallLog | None:
    """The log of a rank; None where it kept none. Raises StrobeError where it cannot be read."""
    if rank.mmds is None or not rank.mmds.functions:
        return None
    calls = rows_file.read(folder / f"rank-{rank.rank}.calls", CALL)
    events = rows_file.read(folder / f"rank-{rank.rank}.messages", MESSAGE)
    collectives = rows_file.read(folder / f"rank-{rank.rank}.collectives", COLLECTIVE)
    return CallLog(rank, rank.mmds, calls, events, collectives, _messages(events.tolist()))


def ends(events: Sequence[tuple[int, ...]]) -> dict[int, int]:
    """Where each receive that was begun has got its message, by where it was begun: places in
    `events`, which are rows of MESSAGE. Those that were cancelled, or not over, are left out.
    """
    open_: dict[int, int] = {}
    found = {}
    for place, (_, operation, _, _, _, _, event, _) in enumerate(events):
        if event == RECEIVE_BEGUN:
            open_[operation] = place
        elif event in (RECEIVED, CANCELLED) and operation in open_:
            begun = open_.pop(operation)
            if event == RECEIVED:
                found[begun] = place
    return found


def _messages(events: Sequence[tuple[int, ...]]) -> list[Message]:
    """In the order of their begins; of a receive only the end knows who sent."""
    end_of = ends(events)
    found = []
    for place, row in enumerate(events):
        is_send = row[6] == SEND_BEGUN
        if not is_send and place not in end_of:
            continue
        at, _, context, size_bytes, peer, tag, _, _ = row if is_send else events[end_of[place]]
        found.append(Message(is_send, peer, tag, context, size_bytes, at))
    return found
