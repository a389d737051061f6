# SPDX-License-Identifier: BSD-3-Clause
"""The rows of bench/memory_against_others.py, which `make bench` measures."""

from __future__ import annotations

from memory_against_others import AMD, ROWS, Processor


def test_a_row_names_what_was_measured_for_it() -> None:
    """`make bench` ended here: a row with a rate for each vendor had no hash."""
    assert len({row: row.words for row in ROWS}) == len(ROWS)


def test_what_is_wanted_is_half_of_it_where_vectors_are_half_as_wide() -> None:
    load = next(row for row in ROWS if row.words == "L1 load")
    assert load.wanted(Processor(AMD, "avx512")) == ">= 126 B/cycle, ratio >= 1.05"
    assert load.wanted(Processor(AMD, "avx")) == ">= 63 B/cycle, ratio >= 1.05"
    assert load.wanted(Processor("another", "avx")) == "ratio >= 1.05"


def test_this_processor_has_a_vendor_and_vectors_that_likwid_knows() -> None:
    here = Processor.here()
    assert here.vendor
    assert here.vectors in ("avx512", "avx", "sse")
