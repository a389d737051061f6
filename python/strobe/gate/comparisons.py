# SPDX-License-Identifier: BSD-3-Clause
"""Which ratios of two runs may be put into words."""

from __future__ import annotations

from strobe.gate.limits import is_narrow
from strobe.statistics.comparison import Comparison


def accepted_ratio(comparison: Comparison) -> float | None:
    """The second run's time over the first's; None where its interval is too wide to state it."""
    return comparison.ratio if is_narrow(comparison.low, comparison.high) else None
