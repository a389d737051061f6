# SPDX-License-Identifier: BSD-3-Clause
"""The letters that BLASBench and CacheBench share, and what they may say."""

from __future__ import annotations

from strobe.errors import StrobeError

LOG_SMALLEST, LOG_LARGEST = 10, 40


def refuse(between: int, log_memory: int, repeats: int) -> None:
    """Raise StrobeError with one sentence for the first of -x, -m and -e that cannot be."""
    if between < 0:
        raise StrobeError(f"-x wants 0 measurements or more between powers of 2, not {between}")
    if not LOG_SMALLEST <= log_memory <= LOG_LARGEST:
        raise StrobeError(
            f"-m wants the log base 2 of the memory, {LOG_SMALLEST} to {LOG_LARGEST}, "
            f"not {log_memory}"
        )
    if repeats < 1:
        raise StrobeError(f"-e wants 1 repeat or more, not {repeats}")
