# SPDX-License-Identifier: BSD-3-Clause
"""In which order the ranks of this machine end.

If one rank is killed, the launcher kills the others as soon as it sees that a connection is closed,
and its status is the same signal for all. Only the order tells which rank was the first. Each rank
holds a file open (src/bcs/mpi/handshake.cpp). When a process ends, the kernel closes it together
with the connections, and keeps the order in which files are closed (inotify(7)).
"""

from __future__ import annotations

import ctypes
import os
import re
import struct
import time
from pathlib import Path
from types import TracebackType

_IN_CLOSE_WRITE = 0x8
_EVENT = struct.Struct("iIII")  # descriptor, mask, cookie, length of the name
_MOST_BYTES = 1 << 24
_PRESENCE = re.compile(r"rank-(\d+)")
_PATIENCE_S, _INTERVAL_S = 0.5, 0.01


class Deaths:
    """Watches the files of ranks in `folder` as long as it is entered."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._library = ctypes.CDLL(None)

    def __enter__(self) -> Deaths:
        self._events = self._library.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._events >= 0:
            self._watch = self._library.inotify_add_watch(
                self._events, os.fsencode(self._folder), _IN_CLOSE_WRITE
            )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._events >= 0:
            # The kernel takes some 10 ms to close what still watches.
            self._library.inotify_rm_watch(self._events, self._watch)
            os.close(self._events)

    def order(self, *, waits: bool = False) -> list[int]:
        """The ranks that have ended, the first one first; none where the kernel watches nothing.

        If it `waits`, ranks that a launcher has just killed have a moment to end. The ends of ranks
        on other hosts cannot be seen, except for hosts that are containers of this one.
        """
        ended: list[int] = []
        if self._events < 0:
            return ended
        deadline = time.monotonic() + (_PATIENCE_S if waits else 0.0)
        while True:
            ended += self._new()
            if {*ended} >= self._begun() or time.monotonic() >= deadline:
                return ended
            time.sleep(_INTERVAL_S)

    def _begun(self) -> set[int]:
        names = (_PRESENCE.fullmatch(path.name) for path in self._folder.iterdir())
        return {int(found[1]) for found in names if found is not None}

    def _new(self) -> list[int]:
        """The ranks that have ended since the last call."""
        try:
            events = os.read(self._events, _MOST_BYTES)
        except BlockingIOError:
            return []
        ranks = []
        while events:
            length = _EVENT.unpack_from(events)[3]
            name = events[_EVENT.size : _EVENT.size + length].rstrip(b"\0")
            events = events[_EVENT.size + length :]
            if found := _PRESENCE.fullmatch(os.fsdecode(name)):
                ranks.append(int(found[1]))
        return ranks
