# SPDX-License-Identifier: BSD-3-Clause
"""Paths as the command line says them."""

from __future__ import annotations

from pathlib import Path


def near(path: Path) -> str:
    """A path as short as it can be said from here."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
