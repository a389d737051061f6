# SPDX-License-Identifier: BSD-3-Clause
"""What a person may choose of the coscheduled runtime, checked before any rank is started."""

from __future__ import annotations

import os
from dataclasses import replace

from strobe.base.errors import StrobeError
from strobe.options.checking import check_variables
from strobe.options.kinds import ranges
from strobe.options.runtime import MONITOR, VARIABLES, RuntimeOptions

MONITOR_OFF = MONITOR.word
LOGGED_CALLS = 100_000
MONITOR_VARIABLE = "STROBE_MONITOR"
CHECKS_VARIABLE = "STROBE_CHECKS"
BUFFERS = "buffers"
"""The word of --check by which all accesses to buffers in flight are found."""


def check_for_ranks(options: RuntimeOptions, ranks: int) -> None:
    """Raise StrobeError for the first variable or monitored rank that `ranks` ranks would refuse.

    The variables count that no option replaces; the ranks would refuse them only one by one.
    """
    replaced = options.environment()
    check_variables(VARIABLES, {n: v for n, v in os.environ.items() if n not in replaced})
    if options.monitor is not None:
        _check_monitored("--monitor", options.monitor, ranks)
    else:
        _check_monitored(MONITOR_VARIABLE, os.environ.get(MONITOR_VARIABLE, ""), ranks)


def checks_of(options: RuntimeOptions) -> str:
    """The words of --check or of the variable that says the same; empty without either."""
    return options.checks or os.environ.get(CHECKS_VARIABLE, "")


def with_log(options: RuntimeOptions) -> RuntimeOptions:
    """The same, with the single calls of each rank recorded."""
    words = (options.monitor or "").split()
    if any(word.startswith("calls=") for word in words):
        return options
    return replace(options, monitor=" ".join([*words, f"calls={LOGGED_CALLS}"]))


def _check_monitored(name: str, settings: str, ranks: int) -> None:
    for word in settings.split():
        setting, _, value = word.partition("=")
        if setting != "ranks":
            continue
        for first, _ in ranges(value):
            if first >= ranks:
                raise StrobeError(
                    f"{name} has {word!r}, but the last rank is {ranks - 1}; name ranks from 0 on"
                )
