# SPDX-License-Identifier: BSD-3-Clause
"""The exceptions that a person sees, as one sentence on standard error."""

from pathlib import Path


class StrobeError(Exception):
    """Bad input: what is wrong and what would be right, in one sentence."""

    exit_status = 2


class MeasurementError(StrobeError):
    """The input was right and the measuring went wrong; what was measured is kept in `folder`."""

    exit_status = 1

    def __init__(self, sentence: str, folder: Path | None = None) -> None:
        super().__init__(sentence)
        self.folder = folder
