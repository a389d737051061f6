# SPDX-License-Identifier: BSD-3-Clause
"""A configuration as Intel MPI reads it: the variables I_MPI_ADJUST_*.

They are derived from a tuning of MPICH, whose algorithms Intel MPI has under numbers, and nothing
is measured of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from strobe.tune.configuration import Cell, Configuration
from strobe.tune.tables import Settings, adjustments


def settings(configuration: Configuration, cells: Sequence[Cell]) -> Settings:
    """The variables; none for algorithms that Intel MPI does not have.

    A value lists `number:from-to@ranks`, with semicolons between (Intel MPI Library Developer
    Reference, "I_MPI_ADJUST Family Environment Variables").
    """
    table = adjustments()
    found: Settings = {}
    for operation, spans in configuration.spans(cells).items():
        numbers = table.numbers.get(operation, {})
        parts = [
            f"{numbers[span.choice.algorithm]}:{span.low_bytes}-{span.high_bytes}"
            f"@{configuration.ranks}"
            for span in spans
            if span.choice is not None and span.choice.algorithm in numbers
        ]
        if parts:
            found[table.variables[operation]] = ";".join(parts)
    return found
