# SPDX-License-Identifier: BSD-3-Clause
"""A table of a page: its contents, without its looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

RowKind = Literal["", "bad", "aside"]


@dataclass(frozen=True)
class Column:
    """A column's heading; words are left-aligned, numbers right-aligned."""

    title: str
    word: bool = False


@dataclass(frozen=True)
class Row:
    """One row; `bad` is highlighted and `aside` is pale."""

    cells: Sequence[str]
    kind: RowKind = ""


@dataclass(frozen=True)
class Table:
    """A titled table; every row has as many cells as there are columns."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    note: str = ""
    """A sentence below the table, for example on cells that did not converge."""

    def __post_init__(self) -> None:
        """Columns and cells must match, or numbers would stand under the wrong heading."""
        for row in self.rows:
            if len(row.cells) != len(self.columns):
                raise ValueError(
                    f"{self.title}: {len(row.cells)} cells, {len(self.columns)} columns"
                )


def columns(words: Sequence[str], numbers: Sequence[str], last: Sequence[str] = ()) -> list[Column]:
    """Columns of words, then of numbers, then of words again."""
    return [
        *(Column(title, word=True) for title in words),
        *(Column(title) for title in numbers),
        *(Column(title, word=True) for title in last),
    ]
