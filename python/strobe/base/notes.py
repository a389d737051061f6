# SPDX-License-Identifier: BSD-3-Clause
"""Notes on standard error: what a person wants to know while a command works.

`--quiet` leaves them out. Results and errors are no notes, and are printed by other means.
"""

from __future__ import annotations

import sys

_is_quiet = False


def be_quiet(quiet: bool) -> None:
    """Leave out notes from now on, or no longer; the choice of one command lasts to its end."""
    global _is_quiet
    _is_quiet = quiet


def are_wanted() -> bool:
    """Whether notes and progress are shown."""
    return not _is_quiet


def say(sentence: str) -> None:
    """One line, at once."""
    if not _is_quiet:
        print(f"strobe: {sentence}", file=sys.stderr, flush=True)
