# SPDX-License-Identifier: BSD-3-Clause
"""Small files of the kernel, which may not be there or not be readable."""

from __future__ import annotations

from pathlib import Path


def text(path: Path) -> str | None:
    """The file's text without the space around it; None where there is nothing to read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip() or None
    except OSError:
        return None
