# SPDX-License-Identifier: BSD-3-Clause
"""The rows of bench/memory_against_others.py, which `make bench` measures."""

from __future__ import annotations

from memory_against_others import ROWS


def test_a_row_names_what_was_measured_for_it() -> None:
    """`make bench` ended here: a row with a rate for each vendor had no hash."""
    assert len({row: row.words for row in ROWS}) == len(ROWS)
