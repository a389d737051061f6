# SPDX-License-Identifier: BSD-3-Clause
"""The exceptions that a person sees, as one sentence on standard error."""


class StrobeError(Exception):
    """Bad input: what is wrong and what would be right, in one sentence."""

    exit_status = 2


class MeasurementError(StrobeError):
    """The input was right and the measuring went wrong; what was measured is kept."""

    exit_status = 1
