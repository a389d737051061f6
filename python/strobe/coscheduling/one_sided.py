# SPDX-License-Identifier: BSD-3-Clause
"""One-sided operations as messages.

A target takes no part in them. So each pair of an origin and a target has a server, a process of
the replay beside the target. It answers what the origin does there: a lock with an empty message,
the gets of an epoch with their data, and its puts together with an empty message, as soon as they
have arrived. The origin waits for the answers where its operations are completed. So an MPI does it
over a network that cannot write to the memory of another node by itself (MPICH's
`mpidig_rma.h`), if its targets are always ready to answer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from strobe.coscheduling import actions
from strobe.records.call_log import ACCESSES_COMPLETED, GET_BEGUN, LOCK_ASKED, PUT_BEGUN

TAGS = 256
"""So many messages of an origin and its server have different tags: short ones may overtake long
ones of the same tag."""
EVENTS = (PUT_BEGUN, GET_BEGUN, LOCK_ASKED, ACCESSES_COMPLETED)
EVERYWHERE = -1
"""The peer of a completion at all targets."""
Act = Callable[[str], None]
"""Writes an action of the origin."""


@dataclass
class Server:
    """The process that answers one origin for one target."""

    number: int
    """Among the processes of the replay, after all ranks."""
    target: int
    lines: list[str] = field(default_factory=list)

    def act(self, action: str) -> None:
        """Write an action of the server."""
        self.lines.append(f"{self.number} {action}")


class Servers:
    """Those of all ranks of a job of this size."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._found: dict[tuple[int, int], Server] = {}

    def of(self, origin: int, target: int) -> Server:
        """The one of a pair."""
        found = self._found.get((origin, target))
        if found is None:
            found = Server(self._size + len(self._found), target)
            found.act("init")
            self._found[origin, target] = found
        return found

    def ended(self) -> list[Server]:
        """All of them, by their numbers, when nothing more is to come."""
        for server in self._found.values():
            server.act("finalize")
        return list(self._found.values())


@dataclass
class _Pending:
    """Operations at one target of one window that are not completed."""

    server: Server
    waits: list[str] = field(default_factory=list)
    """Of the origin."""
    arrivals: list[str] = field(default_factory=list)
    """What the server has to receive."""
    answers: list[tuple[str, str, str]] = field(default_factory=list)
    """For each operation in its order: the wait of the server for it; and for a get what sends its
    data, and the wait for that."""
    has_puts: bool = False


class Origin:
    """What one rank does at its targets."""

    def __init__(self, own: int, servers: Servers, act: Act) -> None:
        self._own, self._servers, self._act = own, servers, act
        self._pending: dict[tuple[int, int], _Pending] = {}
        self._messages: dict[int, int] = defaultdict(int)
        """How many messages each server has exchanged."""
        self._answers: list[str] = []
        """The waits for what targets answer about their locks, in the current call."""

    @property
    def has_pending(self) -> bool:
        """Whether operations are not completed."""
        return bool(self._pending)

    def event(self, kind: int, window: int, target: int, size_bytes: int) -> None:
        """Write what the origin does at this event of its log, and what it is answered. Answers
        about locks are awaited at the end of the call."""
        if kind == LOCK_ASKED:
            self._lock(target)
        elif kind == ACCESSES_COMPLETED:
            self._complete(window, target)
        else:
            self._begin(window, target, kind == PUT_BEGUN, size_bytes)

    def end_call(self) -> None:
        """Wait for the answers of all targets that were asked for their locks in the call."""
        for wait in self._answers:
            self._act(wait)
        self._answers.clear()

    def end(self) -> None:
        """Complete whatever is left."""
        for window, target in list(self._pending):
            self._complete(window, target)

    def _lock(self, target: int) -> None:
        server = self._servers.of(self._own, target)
        asked, answered = self._tag(server), self._tag(server)
        self._act(actions.send(server.number, asked, 0))
        self._act(actions.irecv(server.number, answered, 0))
        self._answers.append(actions.wait(server.number, self._own, answered))
        server.act(actions.recv(self._own, asked, 0))
        server.act(actions.send(self._own, answered, 0))

    def _begin(self, window: int, target: int, is_put: bool, size_bytes: int) -> None:
        pending = self._pending.get((window, target))
        if pending is None:
            pending = _Pending(self._servers.of(self._own, target))
            self._pending[window, target] = pending
        own, other, tag = self._own, pending.server.number, self._tag(pending.server)
        there_bytes = size_bytes if is_put else 0
        self._act(actions.isend(other, tag, there_bytes))
        pending.waits.append(actions.wait(own, other, tag))
        pending.arrivals.append(actions.irecv(own, tag, there_bytes))
        arrived = actions.wait(own, other, tag)
        if is_put:
            pending.has_puts = True
            pending.answers.append((arrived, "", ""))
            return
        back = self._tag(pending.server)
        self._act(actions.irecv(other, back, size_bytes))
        pending.waits.append(actions.wait(other, own, back))
        sends = actions.isend(own, back, size_bytes)
        pending.answers.append((arrived, sends, actions.wait(other, own, back)))

    def _complete(self, window: int, target: int) -> None:
        of = [
            key for key in self._pending
            if key[0] == window and target in (EVERYWHERE, key[1])
        ]  # fmt: skip
        completed = [self._pending.pop(key) for key in of]
        for one in completed:
            self._serve(one)
        for one in completed:
            for wait in one.waits:
                self._act(wait)

    def _serve(self, pending: _Pending) -> None:
        """Write what the server does for these operations."""
        server = pending.server
        for arrival in pending.arrivals:
            server.act(arrival)
        for arrived, sends, _ in pending.answers:
            server.act(arrived)
            if sends:
                server.act(sends)
        if pending.has_puts:
            tag = self._tag(server)
            self._act(actions.irecv(server.number, tag, 0))
            pending.waits.append(actions.wait(server.number, self._own, tag))
            server.act(actions.send(self._own, tag, 0))
        for _, _, sent in pending.answers:
            if sent:
                server.act(sent)

    def _tag(self, server: Server) -> int:
        self._messages[server.number] += 1
        return self._messages[server.number] % TAGS
