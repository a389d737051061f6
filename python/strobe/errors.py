# SPDX-License-Identifier: BSD-3-Clause
"""The one exception that a person sees, as one sentence on standard error."""


class StrobeError(Exception):
    """What is wrong and what would be right, in one sentence; the command line exits nonzero."""
