# SPDX-License-Identifier: BSD-3-Clause
"""rank-<R>.order: the order in which a rank begins and completes its operations.

src/bcs/check/order_log.cpp writes it, as numbers in the order of the processor.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path

import msgspec

from strobe.base.errors import StrobeError

_EVENT = struct.Struct("<BBHIIIiI")
ANY = -1
ANY_SOURCE = 0xFFFFFFFF


class Kind(IntEnum):
    """What an event is."""

    SEND_BEGINS = 0
    RECEIVE_BEGINS = 1
    COLLECTIVE_BEGINS = 2
    SEND_ENDS = 3
    RECEIVE_ENDS = 4
    COLLECTIVE_ENDS = 5
    PROBE_ENDS = 6
    STATUS_UNSEEN = 7
    POLL_BEGINS = 8
    POLL_OPERATION = 9
    POLL_FINDS = 10
    POLL_ENDS = 11
    RECEIVE_MATCHED = 12
    ACCESS_BEGINS = 13
    ACCESS_BYTES = 14
    ACCESS_PERFORMED = 15
    ACCESS_ENDS = 16
    ACCESS_COPIED = 17
    LOCK_RELEASED = 18
    SIGNAL = 19
    SIGNAL_SEEN = 20
    SEND_FREED = 21
    TOLD_OTHERWISE = 22
    THREAD_GOES = 23
    PROBE_BEGINS = 24


class Scope(IntEnum):
    """What a poll may complete, as its `members`."""

    ALL = 0
    ANY = 1
    SOME = 2
    PROBE = 3


_REFERS = {
    Kind.SEND_ENDS, Kind.RECEIVE_ENDS, Kind.COLLECTIVE_ENDS,
    Kind.STATUS_UNSEEN, Kind.POLL_OPERATION, Kind.POLL_FINDS, Kind.POLL_ENDS, Kind.RECEIVE_MATCHED,
    Kind.ACCESS_BYTES, Kind.ACCESS_PERFORMED, Kind.ACCESS_ENDS, Kind.ACCESS_COPIED,
    Kind.LOCK_RELEASED, Kind.SEND_FREED,
}  # fmt: skip


class Event(msgspec.Struct, frozen=True, gc=False):
    """As struct OrderEvent; `of` is a place, or the number of the event that began an operation."""

    kind: int
    is_free: bool
    members: int
    of: int
    peer: int
    number: int
    tag: int
    context: int


def read(folder: Path, ranks: int) -> list[Sequence[Event]]:
    """The events of each rank; none of a rank that left no file.

    Raises StrobeError for a file that is not such a log.
    """
    return [_read(_path(folder, rank)) for rank in range(ranks)]


def cut(folder: Path, ranks: int) -> list[int]:
    """The ranks of which the log does not have all events: several threads have called MPI at
    the same time, or there were more than it may have."""
    paths = [folder / f"rank-{rank}.order" for rank in range(ranks)]
    return [
        rank
        for rank, path in enumerate(paths)
        if path.exists() and path.stat().st_size % _EVENT.size
    ]


def are_orders(folder: Path, kinds: Sequence[bytes]) -> bool:
    """Whether the logs, whose `kinds` these are, have all events of each rank in the order of one
    thread, from which conclusions may be drawn."""
    return not cut(folder, len(kinds)) and not any(Kind.THREAD_GOES in own for own in kinds)


def last(folder: Path, rank: int, most: int) -> list[Event]:
    """The last `most` events of a rank, and fewer where some end what began before: `of` counts
    from the first one. None of a rank that left no file, or whose file does not reach to its end.

    Raises StrobeError for a file that is not such a log.
    """
    path = _path(folder, rank)
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            if size % _EVENT.size:
                return []
            first = max(size // _EVENT.size - most, 0)
            file.seek(first * _EVENT.size)
            data = file.read(most * _EVENT.size)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StrobeError(f"cannot read {path}: {error.strerror}") from error
    numbers: dict[int, int] = {}
    events: list[Event] = []
    for number, event in enumerate(_decoded(path, data, first), first):
        if event.kind in _REFERS:
            if event.of not in numbers:
                continue
            event = msgspec.structs.replace(event, of=numbers[event.of])
        numbers[number] = len(events)
        events.append(event)
    return events


def kinds(folder: Path, rank: int) -> bytes:
    """The kind of each event of a rank, a byte each, which takes a fraction of the time of `read`.

    Raises StrobeError for a file that cannot be read.
    """
    return _whole(_path(folder, rank))[:: _EVENT.size]


def _path(folder: Path, rank: int) -> Path:
    return folder / f"rank-{rank}.order"


def _whole(path: Path) -> bytes:
    """All whole events; none of a rank that left no file."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise StrobeError(f"cannot read {path}: {error.strerror}") from error
    return data[: len(data) - len(data) % _EVENT.size]


def _read(path: Path) -> list[Event]:
    return _decoded(path, _whole(path), 0)


def _decoded(path: Path, data: bytes, first: int) -> list[Event]:
    """Whole events; `first` is the number of the first one."""
    events = []
    for number, words in enumerate(_EVENT.iter_unpack(data), first):
        kind, is_free, *rest = words
        event = Event(kind, bool(is_free), *rest)
        if kind > max(Kind) or (kind in _REFERS and event.of >= number):
            raise StrobeError(f"{path} is not the order of a rank: event {number} is wrong")
        events.append(event)
    return events
