# SPDX-License-Identifier: BSD-3-Clause
"""Exceptions that the user sees as one sentence on standard error."""

from pathlib import Path


class StrobeError(Exception):
    """Bad input: what is wrong, where, and what to do, in one sentence."""

    exit_status = 2


class MeasurementError(StrobeError):
    """The input was valid and the measurement failed; the data measured so far is in `folder`."""

    exit_status = 1

    def __init__(self, sentence: str, folder: Path | None = None) -> None:
        super().__init__(sentence)
        self.folder = folder
