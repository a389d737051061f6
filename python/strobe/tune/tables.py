# SPDX-License-Identifier: BSD-3-Clause
"""What may be changed of each family of MPIs, as data: families/*.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from strobe.base.errors import StrobeError

FOLDER = Path(__file__).with_name("families")
FILES = {"Open MPI": "openmpi.toml", "MPICH": "mpich.toml"}

Settings = dict[str, str]
"""Values of the MPI's variables, by the MPI's own names."""


class Knob(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings that hold for a whole job: each of `values` is tried against none of them."""

    title: str
    values: list[Settings]
    only: Literal["", "oversubscribed"] = ""
    """With more ranks than cores alone."""
    without: str = ""
    """Only for an MPI that has no variable of this name, which would replace it."""


class Algorithm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One algorithm of a collective, and the numbers of ranks and operations that it can serve."""

    shape: str
    """That of its cost: a function of strobe.tune.model."""
    segments: tuple[int, ...] = (0,)
    """Sizes of the pieces that it may cut a message into, in bytes; 0 for its own choice."""
    ranks: int | None = None
    even: bool = False
    power_of_two: bool = False
    in_order: bool = True
    file: str = ""
    level: Literal["", "posix"] = ""
    long: bool = False
    parameters: list[str] = []

    def serves(self, ranks: int) -> bool:
        """Whether it may be chosen for a communicator of so many ranks."""
        if self.ranks is not None and ranks != self.ranks:
            return False
        if self.even and ranks % 2:
            return False
        return not self.power_of_two or ranks.bit_count() == 1


class Operation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One collective: the kernel that measures it, and how this family's rules refer to it."""

    name: str
    """The function's, without its prefix: bcast is MPI_Bcast."""
    kernel: str
    variable: str
    """The MPI's variable whose values are the names of the algorithms."""
    algorithms: dict[str, Algorithm]
    total: bool = False
    """The MPI's rules count the bytes of all ranks, not those of one."""
    reduces: bool = False
    number: int = 0
    posix: str = ""
    size: str = ""

    def bytes_in_rules(self, size_bytes: int, ranks: int) -> int:
        """A kernel's size as the MPI's rules count it."""
        return size_bytes * ranks if self.total else size_bytes


class Family(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of one family of MPIs."""

    mpi: str
    prefix: str
    """What the name of an environment variable begins with."""
    knob: list[Knob]
    operation: list[Operation]

    def named(self, name: str) -> Operation:
        """The operation of that name, which must be there."""
        return next(one for one in self.operation if one.name == name)

    @property
    def names(self) -> list[str]:
        """The names of all operations."""
        return [one.name for one in self.operation]

    def variable(self, name: str) -> str:
        """The environment variable that sets one of the MPI's."""
        return f"{self.prefix}{name}"


class Adjustments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Intel MPI's variables by operation, and the numbers of MPICH's algorithms in them."""

    mpi: str
    variables: dict[str, str]
    numbers: dict[str, dict[str, int]]


def family(mpi: str) -> Family:
    """The table of an MPI. Raises StrobeError with one sentence where there is none."""
    if mpi not in FILES:
        others = " and ".join(FILES)
        raise StrobeError(
            f"strobe tune measures {others}, not {mpi}; a tuning of MPICH also writes Intel MPI's "
            "variables"
        )
    return _family(FILES[mpi])


@cache
def _family(file: str) -> Family:
    return msgspec.convert(_read(file), Family)


@cache
def adjustments() -> Adjustments:
    """The table of Intel MPI."""
    return msgspec.convert(_read("intelmpi.toml"), Adjustments)


def _read(file: str) -> object:
    return tomllib.loads((FOLDER / file).read_text(encoding="utf-8"))
