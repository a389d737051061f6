# SPDX-License-Identifier: BSD-3-Clause
"""A network as strobe-simulate lists it and reads it: JSON, all times in seconds."""

from __future__ import annotations

import msgspec


class Network(msgspec.Struct):
    """What the core primitives cost on it (table 2.1 of the BCS-MPI paper)."""

    name: str
    title: str
    compare_s: float
    compare_per_level_s: float
    start_s: float
    bytes_per_s: float
    multicasts: bool
