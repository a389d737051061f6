# SPDX-License-Identifier: BSD-3-Clause
"""Consoles of rich, as all commands print with them.

rich itself honours NO_COLOR, FORCE_COLOR and COLUMNS. Where no terminal limits the width, rich
assumes 80 columns and shortens what is longer; a pipe or a file should lose nothing.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

UNLIMITED = 100_000
"""More columns than any table has."""


def console(*, to_errors: bool = False, **options: Any) -> Console:
    """A console on standard output or standard error, with further options of rich."""
    from rich.console import Console

    stream = sys.stderr if to_errors else sys.stdout
    is_limited = stream.isatty() or "COLUMNS" in os.environ
    width = None if is_limited else UNLIMITED
    return Console(stderr=to_errors, width=width, **options)
