# SPDX-License-Identifier: BSD-3-Clause
"""Orders of ranks that are made up, as the runtime writes them (src/bcs/mpi/checks.cpp)."""

from __future__ import annotations

from strobe.records.order_log import Event, Kind

COMMUNICATOR = 7


class Log:
    """The order of a rank; its methods add events."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def add(self, kind: Kind, of: int, peer: int = 0, number: int = 0, tag: int = 5,
            *, is_free: bool = False, context: int = COMMUNICATOR) -> int:  # fmt: skip
        self.events.append(Event(kind, is_free, 0, of, peer, number, tag, context))
        return len(self.events) - 1

    def send(self, to: int, number: int, place: int = 1, *, tag: int = 5,
             context: int = COMMUNICATOR) -> None:  # fmt: skip
        begin = self.add(Kind.SEND_BEGINS, place, to, number, tag, context=context)
        self.add(Kind.SEND_ENDS, begin)

    def receive(
        self,
        source: int,
        number: int,
        place: int = 1,
        *,
        is_any: bool = False,
        is_unseen: bool = False,
        tag: int = 5,
        contents: int = 0,
    ) -> None:
        """`is_unseen`: the program does not look at its status; `contents` is a hash of the data,
        0 if it is not known."""
        begin = self.add(Kind.RECEIVE_BEGINS, place, source, tag=tag, is_free=is_any)
        if is_unseen:
            self.add(Kind.STATUS_UNSEEN, begin)
        self.add(Kind.RECEIVE_ENDS, begin, source, number, context=contents)

    def collective(self, number: int, place: int = 1) -> None:
        begin = self.add(Kind.COLLECTIVE_BEGINS, place, 99, number, 7)
        self.add(Kind.COLLECTIVE_ENDS, begin)
