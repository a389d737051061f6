# SPDX-License-Identifier: BSD-3-Clause
"""The machines of the papers as data: for each a line or a sentence, with its source."""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec

DOUBLE_BYTES = 8
MICROSECOND = 1e-6


class Machine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The published line of one machine; one of the three slopes is given."""

    name: str
    year: int
    source: str
    startup_us: float
    per_byte_us: float | None = None
    per_double_us: float | None = None
    bandwidth_MB_per_s: float | None = None  # noqa: N815
    per_hop_us: float | None = None
    largest_bytes: float | None = None
    drawn: bool = True
    """Whether the plot shows its line."""

    @property
    def startup_s(self) -> float:
        """The line's time for an empty message."""
        return MICROSECOND * self.startup_us

    @property
    def per_byte_s(self) -> float:
        """The line's slope."""
        if self.bandwidth_MB_per_s is not None:
            return MICROSECOND / self.bandwidth_MB_per_s
        if self.per_double_us is not None:
            return MICROSECOND * self.per_double_us / DOUBLE_BYTES
        return MICROSECOND * (self.per_byte_us or 0.0)

    def time_s(self, size_bytes: float) -> float:
        """The time of a message."""
        return self.startup_s + size_bytes * self.per_byte_s


class Remark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence on a machine whose paper gives no line."""

    name: str
    year: int
    text: str
    source: str


class PaperMachines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All machines of the papers."""

    machine: list[Machine]
    remark: list[Remark]


@cache
def paper_machines() -> PaperMachines:
    """The contents of papers.toml."""
    text = (resources.files("strobe.machine") / "papers.toml").read_bytes()
    return msgspec.toml.decode(text, type=PaperMachines)
