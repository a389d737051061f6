# SPDX-License-Identifier: BSD-3-Clause
"""How tests load a library before a program."""

from __future__ import annotations

import os
from pathlib import Path


def preloaded(library: Path) -> dict[str, str]:
    """The environment variables for it. LD_PRELOAD holds a name, since ld.so splits paths at blanks
    there, and not where it looks for the name."""
    folders = [str(library.parent), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
    return {"LD_PRELOAD": library.name, "LD_LIBRARY_PATH": os.pathsep.join(folders)}
