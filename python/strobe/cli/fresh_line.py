# SPDX-License-Identifier: BSD-3-Clause
"""A line of our own on standard error, whose last words were those of another process.

That process writes there itself, and so nobody knows in which column it ended. A terminal can be
made to begin a line only where one is begun, and a file says how it ends; a pipe tells nothing.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

ERR = 2


def begin(descriptor: int = ERR) -> None:
    """Begin a new line unless one is begun, as far as that can be known."""
    with contextlib.suppress(OSError):
        if os.isatty(descriptor):
            # From the first column on these fill the line and wrap nothing; from any other they do.
            os.write(descriptor, b" " * os.get_terminal_size(descriptor).columns + b"\r")
        elif _ends_within_a_line(descriptor):
            os.write(descriptor, b"\n")


def _ends_within_a_line(descriptor: int) -> bool:
    """Whether what is written there is a file whose last line has no end."""
    path = Path(f"/proc/self/fd/{descriptor}")
    if not path.is_file():
        return False
    with path.open("rb") as file:
        if file.seek(0, os.SEEK_END) == 0:
            return False
        file.seek(-1, os.SEEK_END)
        return file.read() != b"\n"
