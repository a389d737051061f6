# SPDX-License-Identifier: BSD-3-Clause
"""How the adjacency matrix of the matrix kernels is found: by a word, or by hand, in a file."""

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
        raise StrobeError(
            f"--adjacency {wanted} is no file; it is one, or one of the words {words}"
        )
    return str(Path(wanted).absolute())
