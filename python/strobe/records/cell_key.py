# SPDX-License-Identifier: BSD-3-Clause
"""The key of a cell: its kernel and its point, as every record of a run names it.

`echo reply=fresh size_bytes=64`: the kernel, then each axis with its value, axes in alphabetical
order (src/measure/point.cpp writes the same). A record that declares a cell states its kernel, its
point and its key. They are compared once, when the record is decoded; no other code parses a key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class CellKey:
    """One kernel at one point of its axes."""

    kernel: str
    point: Mapping[str, int | float | str]

    @property
    def place(self) -> str:
        """The point alone: `reply=fresh size_bytes=64`."""
        return " ".join(f"{axis}={self.point[axis]}" for axis in sorted(self.point))

    def __str__(self) -> str:
        """The key as records have it."""
        return " ".join(filter(None, [self.kernel, self.place]))
