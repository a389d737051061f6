# SPDX-License-Identifier: BSD-3-Clause
"""What a suite file declares for the report: `[[figure]]` and `[[table]]`, each of a paper."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal

import msgspec

from strobe.base import units
from strobe.base.errors import StrobeError
from strobe.launch import suites
from strobe.records.lines import RunRecord, Value

PAIRED = ("lines", "rates")
"""Kinds of tables that show the paper's numbers next to those of this run."""
Quantity = Literal[
    "time",
    "round_trip",
    "minimum",
    "bandwidth",
    "buffer_rate",
    "transactions",
    "messages",
    "flops",
    "traffic",
    "source",
    "shortest",
    "average",
]


class Selection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The paper and number of a figure or table, and the cells that it shows."""

    paper: str
    number: str
    caption: str
    kernels: list[str]
    where: dict[str, Value | list[Value]] = {}
    """Values of axes; an axis that is not named is held at its first value."""
    x: str = "size_bytes"
    multiple_of: int | None = None
    not_multiple_of: int | None = None
    from_: float | None = msgspec.field(default=None, name="from")
    to: float | None = None
    beyond: bool = False
    """Whether it goes beyond the paper: a wish of its authors, or a complement."""


def named(word: Literal["figure", "table"], one: Selection) -> tuple[str, str]:
    """The file name of a figure or table, and its heading.

    One that goes beyond the paper has words instead of a number.
    """
    name = f"{word}-" + re.sub(r"[^a-z0-9]+", "-", f"{one.paper} {one.number}".lower())
    if not one.number[:1].isdigit():
        return name, f"{one.paper}, {one.number}"
    several = "s" if units.DASH in one.number else ""
    return name, f"{one.paper}, {word}{several} {one.number}"


class Figure(Selection, frozen=True, kw_only=True):
    """One figure: `y` over `x`, a curve for each value of `curves`."""

    kind: Literal[
        "curves", "overlap", "first", "pairs", "tree", "processes", "predicted", "fitted", "scaling"
    ] = "curves"
    y: Quantity = "time"
    curves: list[str] = []
    linear: bool = False
    logarithmic: bool = False
    """Whether a rate along y has a logarithmic axis, on which small rates are readable."""


class Table(Selection, frozen=True, kw_only=True):
    """One table: fitted lines, rates of an operation, or predictions of a model."""

    rows: str = ""
    columns: str = ""
    kind: Literal[
        "choices",
        "lines",
        "rates",
        "least_squares",
        "highlights",
        "predictions",
        "scaling",
        "send_loop",
    ] = "lines"
    whole: bool = False
    """Whether the line goes through all sizes from `from` to `to`, however far it misses a time."""
    matrix: bool = False
    """Whether a table of lines has a column for each value of `columns`, as the paper's has."""
    page: int = 0
    """That of the paper with these numbers; 0 for a table that the paper does not have."""
    printed: dict[str, list[float | list[float]]] = {}
    """The paper's own numbers by row: start-up in us with MB/s, MFLOPS, or those of its line."""
    printed_columns: list[Value] = []
    """The column of each number of a row: a value of the axis `columns`, a level of distance, or
    the name of one of this run's columns. Numbers are paired by it, never by their place."""


class Declarations(msgspec.Struct, frozen=True):
    """Everything that a suite declares for the report, in its order."""

    source: str = ""
    figure: list[Figure] = []
    table: list[Table] = []


def suite_file(header: RunRecord) -> Path | None:
    """The file of the measured suite; None where it is not found."""
    file = Path(header.suite_file) if header.suite_file else None
    # The record may name any file; only a .toml file is read.
    if file is None or file.suffix != ".toml" or not file.is_file():
        return suites.available().get(header.suite)
    return file


def declarations(header: RunRecord) -> Declarations:
    """Those of the measured suite; none where its file is not found."""
    file = suite_file(header)
    return Declarations() if file is None else read(file)


def read(file: Path) -> Declarations:
    """The declarations of a suite file. Raises StrobeError where they are not valid."""
    contents: dict[str, Any] = suites.read(file)
    try:
        found = msgspec.convert(contents, Declarations)
    except msgspec.ValidationError as error:
        raise StrobeError(f"the suite {file}: {error}") from error
    for table in found.table:
        _refuse_unpaired(table, file)
    return found


def _refuse_unpaired(table: Table, file: Path) -> None:
    """Raise StrobeError where a number of the paper has no column to stand beside."""
    if table.kind not in PAIRED:
        return
    for row, numbers in table.printed.items():
        if len(numbers) != len(table.printed_columns):
            raise StrobeError(
                f"the suite {file}: in table {table.number} of {table.paper}, the printed row "
                f"'{row}' has {len(numbers)} numbers for {len(table.printed_columns)} "
                "printed_columns; name the column of each number in printed_columns"
            )
