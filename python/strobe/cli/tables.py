# SPDX-License-Identifier: BSD-3-Clause
"""Tables as the commands print them: plain columns, no boxes."""

from __future__ import annotations

from collections.abc import Sequence

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
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold", header_style="dim",
                  box=None, pad_edge=False)  # fmt: skip
    for index, heading in enumerate(headings):
        is_number = index >= len(headings) - numbers
        table.add_column(heading, justify="right" if is_number else "left")
    for row in rows or [["none"]]:
        table.add_row(*row)
    console = Console(highlight=False, stderr=to_errors)
    console.print(table)
    console.print()


def show_facts(rows: Sequence[tuple[str, str]], *, to_errors: bool = False) -> None:
    """Print names and values, one a line."""
    from rich.console import Console
    from rich.table import Table

    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="bold")
    for row in rows:
        table.add_row(*row)
    Console(highlight=False, stderr=to_errors).print(table)
