# SPDX-License-Identifier: BSD-3-Clause
"""A prediction as rows of text, for the terminal and for the page."""

from __future__ import annotations

from strobe.base import units
from strobe.predict.prediction import Prediction

LEAST_SHARE = 0.001
"""Lines with a smaller part of the time are not shown."""
COMPUTATION = "computation"


def lines(found: Prediction) -> list[list[str]]:
    """Computation, and each line: function, line, calls, and the times recorded, predicted, of
    transfer and of waiting."""
    rows = [[COMPUTATION, "", "", units.duration(found.recorded_compute_s),
             units.duration(found.compute_s), "", ""]]  # fmt: skip
    rows += [
        [one.function, one.line, units.count(one.calls), units.duration(one.recorded_s),
         units.duration(one.predicted_s), units.duration(one.transfer_s),
         units.duration(one.predicted_s - one.transfer_s)]
        for one in found.shares
        if one.predicted_s >= LEAST_SHARE * found.time_s.value_s
    ]  # fmt: skip
    return rows


def sensitivities(found: Prediction) -> list[list[str]]:
    """Each parameter, the gain if it is better by a tenth, and the time if it cost nothing."""
    return [
        [one.parameter, f"{100 * one.gain:.1f} %", units.duration(one.without_s)]
        for one in found.sensitivities
    ]
