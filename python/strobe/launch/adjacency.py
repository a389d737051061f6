# SPDX-License-Identifier: BSD-3-Clause
"""The adjacency matrix of the matrix kernels: a built-in method or a file."""

from __future__ import annotations

from pathlib import Path

from strobe.base.errors import StrobeError

DEFAULT = "cartesian"
WORDS = ("gray", DEFAULT, "measured")


def resolve(wanted: str) -> str:
    """What the bench gets for `--adjacency`; it reads a file itself.

    Raises StrobeError for what is neither a word nor a file.
    """
    if wanted in WORDS:
        return wanted
    if not Path(wanted).is_file():
        words = ", ".join(WORDS)
        raise StrobeError(f"--adjacency {wanted} is not a file: name a file, or one of {words}")
    return str(Path(wanted).absolute())
