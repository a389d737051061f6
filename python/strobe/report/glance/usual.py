# SPDX-License-Identifier: BSD-3-Clause
"""What is usual for a class of machines, as data: measured figures with their sources."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any, Literal

import msgspec

from strobe.base import units
from strobe.records.lines import RunRecord

PER_CYCLE = units.Unit(((1.0, "flop/cycle"),), "0 flop/cycle")
UNITS = {
    "us": (1e-6, units.TIME),
    "GB/s": (1e9, units.BANDWIDTH),
    "flop/cycle": (1.0, PER_CYCLE),
}
"""The units of the data: their size in seconds, bytes per second or flop per cycle, and their
family."""


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One measured figure, in the unit of its class."""

    value: float
    what: str
    source: str


class Usual(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures that were measured of one quantity on one class of machines."""

    quantity: str
    of: str
    unit: Literal["us", "GB/s", "flop/cycle"]
    measured: list[Measured]
    nodes: Literal["one", "several", ""] = ""
    ranks: int = 0
    architecture: str = ""

    @property
    def low(self) -> float:
        """The lowest measured figure, in seconds, bytes per second or flop per cycle."""
        return UNITS[self.unit][0] * min(one.value for one in self.measured)

    @property
    def high(self) -> float:
        """The highest one."""
        return UNITS[self.unit][0] * max(one.value for one in self.measured)

    @property
    def range(self) -> str:
        """`180 - 837 ns`."""
        return units.interval(self.low, self.high, UNITS[self.unit][1])

    @property
    def is_time(self) -> bool:
        """Whether less is better."""
        return self.unit == "us"


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All classes."""

    # `class` is a word of Python.
    classes: list[Usual] = msgspec.field(name="class")


@cache
def table() -> list[Usual]:
    """The contents of usual.toml."""
    text = (resources.files("strobe.report.glance") / "usual.toml").read_bytes()
    return msgspec.toml.decode(text, type=Table).classes


def usual(quantity: str, header: RunRecord, context: dict[str, Any]) -> Usual | None:
    """The first class of a quantity that the run belongs to; None without one."""
    nodes = "one" if len({process.host for process in header.processes}) == 1 else "several"
    architecture = (context.get("machine") or {}).get("architecture") or ""
    return next(
        (
            one
            for one in table()
            if one.quantity == quantity
            and one.nodes in ("", nodes)
            and one.ranks in (0, header.ranks)
            and one.architecture in ("", architecture)
        ),
        None,
    )
