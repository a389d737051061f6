# SPDX-License-Identifier: BSD-3-Clause
"""In which order the ranks of this machine end.

If one rank is killed, a launcher kills the others within milliseconds, and its status is the same
signal for all. Only the order tells which rank was the first. The kernel reports the end of a
process at once by a file descriptor for it (pidfd_open(2)).
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import threading
from pathlib import Path
from types import TracebackType

from strobe.base.errors import StrobeError
from strobe.launch import processes
from strobe.records import job_record

BEGIN_POLL_MS = 100


class Deaths:
    """Watches the ranks that have begun their records in `folder`, as long as it is entered.

    `order` has those that have ended, the first ones first; ranks found at once stand together.
    """

    def __init__(self, folder: Path | None, mark: str) -> None:
        self.order: list[list[int]] = []
        self._folder = folder
        self._mark = mark
        self._host = socket.gethostname()
        self._known: set[Path] = set()
        self._ranks: dict[int, int] = {}  # by the descriptor of the process
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Deaths:
        self._stop = os.eventfd(0)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.eventfd_write(self._stop, 1)
        self._thread.join()
        for descriptor in (self._stop, *self._ranks):
            os.close(descriptor)

    def _watch(self) -> None:
        poll = select.poll()
        poll.register(self._stop, select.POLLIN)
        is_complete = self._folder is None
        while True:
            if not is_complete:
                is_complete = self._add_new(poll)
            ended = [found for found, _ in poll.poll(None if is_complete else BEGIN_POLL_MS)]
            ranks = [self._ranks[found] for found in ended if found != self._stop]
            if ranks:
                self.order.append(ranks)
            if self._stop in ended:
                return
            for found in ended:
                poll.unregister(found)

    def _add_new(self, poll: select.poll) -> bool:
        """Whether all ranks have begun."""
        assert self._folder is not None
        size = None
        for path in job_record.rank_files(self._folder):
            if path in self._known:
                continue
            self._known.add(path)
            # A record that cannot be read is reported at the end of the job.
            with contextlib.suppress(StrobeError, OSError):
                rank = job_record.read_rank(path)
                size = rank.size
                if rank.host == self._host and processes.has_mark(rank.pid, self._mark):
                    process = os.pidfd_open(rank.pid)
                    self._ranks[process] = rank.rank
                    poll.register(process, select.POLLIN)
        return len(self._known) == size
