# SPDX-License-Identifier: BSD-3-Clause
"""The names of signals, and how a command notes that a signal asks it to stop."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Self

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def signal_name(number: int) -> str:
    """A signal with its name: `signal 11 (SIGSEGV)`."""
    try:
        return f"signal {number} ({signal.Signals(number).name})"
    except ValueError:
        return f"signal {number}"


def name_of_stop(number: int) -> str:
    """A stopping signal as a person knows it."""
    return "Ctrl-C" if number == signal.SIGINT else signal_name(number)


class StopRequest:
    """While entered, the stopping signals are only noted: `requested` says if one has come."""

    def __init__(self) -> None:
        self.requested = False

    def __enter__(self) -> Self:
        self._previous = {number: signal.signal(number, self._note) for number in STOPPING}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._previous.items():
            # None is a handler that a library has set, which Python cannot set again.
            signal.signal(number, signal.SIG_DFL if handler is None else handler)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.requested = True
