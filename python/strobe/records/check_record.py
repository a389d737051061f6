# SPDX-License-Identifier: BSD-3-Clause
"""rank-<R>.checks: what --check has found in one rank, a line of JSON each.

src/bcs/check/check_log.cpp writes it. A line is a place, which is a call of MPI in the program, or
a finding, which names places by their numbers.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import msgspec

from strobe.base.errors import StrobeError
from strobe.records.job_record import CallSite
from strobe.records.names import Line, check_lines

RANK_FILE = re.compile(r"rank-(\d+)\.checks")
Number = Annotated[int, msgspec.Meta(ge=0)]


class Place(msgspec.Struct, forbid_unknown_fields=True):
    """A call of MPI in the program.

    `names` and `kinds` are those of its datatype: "2 MPI_INT", "2 signed 4".
    """

    place: Number
    function: Line
    line: Line
    file: Line
    address: Number
    names: Line
    kinds: Line

    def __post_init__(self) -> None:
        check_lines("the function", self.function)
        check_lines("the datatype", self.names, self.kinds)
        check_lines("the call site", self.line, self.file)

    @property
    def site(self) -> CallSite:
        """Its line."""
        return CallSite(self.line, self.file, self.address)


class Witness(msgspec.Struct, forbid_unknown_fields=True):
    """One side of a finding; the place is of that rank, and 0 where it is not known."""

    role: Line
    rank: Number
    place: Number

    def __post_init__(self) -> None:
        check_lines("the role", self.role)


class Found(msgspec.Struct, forbid_unknown_fields=True):
    """A finding. In `text`, {0} and {1} stand for the datatypes of the first and second place."""

    check: Line
    text: str
    where: list[Witness]

    def __post_init__(self) -> None:
        check_lines("the check", self.check)
        check_lines("the finding", self.text)


class RankChecks(msgspec.Struct):
    """All that one rank has written."""

    rank: int
    places: dict[int, Place]
    findings: list[Found]


_line = msgspec.json.Decoder(dict)


def read(folder: Path) -> dict[int, RankChecks]:
    """What each rank has found, by rank. Raises StrobeError where a file cannot be read."""
    found = {}
    for path in sorted(folder.iterdir()):
        if (match := RANK_FILE.fullmatch(path.name)) is not None:
            rank = int(match[1])
            found[rank] = _read(path, rank)
    return found


def _read(path: Path, rank: int) -> RankChecks:
    checks = RankChecks(rank, {}, [])
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise StrobeError(f"cannot read {path}: {error.strerror}") from error
    # A rank that is killed while it writes leaves a last line without an end.
    for line in filter(None, lines[:-1]):
        try:
            if "place" in (value := _line.decode(line)):
                place = msgspec.convert(value, Place)
                checks.places[place.place] = place
            else:
                checks.findings.append(msgspec.convert(value, Found))
        # msgspec has no error of its own for bytes that are no text and for values too deep.
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise StrobeError(f"{path} is not a record of this release: {error}") from error
    return checks
