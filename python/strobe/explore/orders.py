# SPDX-License-Identifier: BSD-3-Clause
"""rank-<R>.order: the order in which a rank begins and completes its operations.

src/bcs/check/order_log.cpp writes it, as numbers in the order of the processor.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path

import msgspec

from strobe.base.errors import StrobeError

_EVENT = struct.Struct("<BBHIIIiI")
ANY = -1


class Kind(IntEnum):
    """What an event is."""

    SEND_BEGINS = 0
    RECEIVE_BEGINS = 1
    COLLECTIVE_BEGINS = 2
    SEND_ENDS = 3
    RECEIVE_ENDS = 4
    COLLECTIVE_ENDS = 5
    PROBE_ENDS = 6


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
    return [_read(folder / f"rank-{rank}.order") for rank in range(ranks)]


def _read(path: Path) -> list[Event]:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StrobeError(f"cannot read {path}: {error.strerror}") from error
    whole = len(data) - len(data) % _EVENT.size
    events = []
    for number, words in enumerate(_EVENT.iter_unpack(data[:whole])):
        kind, is_free, *rest = words
        event = Event(kind, bool(is_free), *rest)
        ends = Kind.SEND_ENDS <= kind <= Kind.COLLECTIVE_ENDS
        if kind > max(Kind) or (ends and event.of >= number):
            raise StrobeError(f"{path} is not the order of a rank: event {number} is wrong")
        events.append(event)
    return events
