# SPDX-License-Identifier: BSD-3-Clause
"""Messages between two processes as actions of SimGrid's time-independent trace (SimGrid's
documentation, "Replaying a MPI trace"). The caller puts the number of the process before each."""

from __future__ import annotations

BYTE = 6
"""SimGrid's number for MPI_BYTE: all sizes are in bytes."""


def send(to: int, tag: int, size_bytes: int) -> str:
    """A send that blocks."""
    return f"send {to} {tag} {size_bytes} {BYTE}"


def isend(to: int, tag: int, size_bytes: int) -> str:
    """A send that is begun."""
    return f"isend {to} {tag} {size_bytes} {BYTE}"


def recv(source: int, tag: int, size_bytes: int) -> str:
    """A receive that blocks."""
    return f"recv {source} {tag} {size_bytes} {BYTE}"


def irecv(source: int, tag: int, size_bytes: int) -> str:
    """A receive that is begun."""
    return f"irecv {source} {tag} {size_bytes} {BYTE}"


def wait(source: int, to: int, tag: int) -> str:
    """The end of a message for the one of both that began it."""
    return f"wait {source} {to} {tag}"


def wait_all(count: int) -> str:
    """The end of all messages that the process has begun, which are so many."""
    return f"waitall {count}"
