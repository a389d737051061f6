# SPDX-License-Identifier: BSD-3-Clause
"""A network as strobe-simulate and strobe-schedule read it: JSON, all times in seconds."""

from __future__ import annotations

import msgspec

SCHEMA = 2
"""The version of network.json. Files without a version are of the first: they have none of the
four times."""


class LineRecord(msgspec.Struct, frozen=True):
    """A time as it grows with the bytes of a message. It may start below zero."""

    start_s: float
    per_byte_s: float

    def at(self, size_bytes: float) -> float:
        """The time of a message of this size."""
        return self.start_s + self.per_byte_s * size_bytes


class Network(msgspec.Struct, omit_defaults=True):
    """What the core primitives cost on it (table 2.1 of the BCS-MPI paper), and a message."""

    name: str
    title: str
    compare_s: float
    compare_per_level_s: float
    start_s: float
    bytes_per_s: float
    multicasts: bool
    t_s: LineRecord | None = None
    """T_s of LAPACK Working Note 73: a sender may continue after it. The four times are None where
    they were not measured."""
    t_c: LineRecord | None = None
    """T_c: from the start of a send to the end of its receive."""
    t_m: LineRecord | None = None
    """T_m: to allocate a buffer and copy the data into it."""
    t_o: LineRecord | None = None
    """T_o: to combine two messages."""
    parallel_transfers: float | None = None
    """How many messages can be in transit at once before they share links, memory or cores; None
    without a limit, or where it was not measured."""
    schema: int | None = None
    """The version of this format; None in a file of the first."""
