# SPDX-License-Identifier: BSD-3-Clause
"""Tables as the commands print them: plain columns, no boxes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from strobe.base.consoles import console

Row = Sequence[str]


def show(
    title: str,
    headings: Sequence[str],
    rows: Sequence[Row],
    numbers: int = 0,
    *,
    to_errors: bool = False,
) -> None:
    """Print a titled table; the last `numbers` columns stand right."""
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold", header_style="dim",
                  box=None, pad_edge=False)  # fmt: skip
    for index, heading in enumerate(headings):
        is_number = index >= len(headings) - numbers
        # A word that is longer than its column goes on below: nothing is cut off.
        justify: Literal["left", "right"] = "right" if is_number else "left"
        table.add_column(heading, justify=justify, overflow="fold")
    for row in rows or [["none"]]:
        table.add_row(*row)
    shown = console(to_errors=to_errors, highlight=False)
    shown.print(table)
    shown.print()


def show_facts(rows: Sequence[tuple[str, str]], *, to_errors: bool = False) -> None:
    """Print names and values, one a line."""
    from rich.table import Table

    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="bold", overflow="fold")
    table.add_column(overflow="fold")
    for row in rows:
        table.add_row(*row)
    console(to_errors=to_errors, highlight=False).print(table)
