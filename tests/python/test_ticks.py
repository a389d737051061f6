# SPDX-License-Identifier: BSD-3-Clause
"""Ticks: enough of them, round ones, within the domain, labelled as the text is."""

from __future__ import annotations

import json
import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strobe.base import units
from strobe.report.plots import ticks

TIMES = st.floats(min_value=1e-9, max_value=10.0)


def test_sizes_have_a_tick_for_nothing_and_powers_of_two() -> None:
    axis = ticks.powers_of_two("size_bytes", [0, *(2**k for k in range(23))])
    assert axis.labels == ["0", "1 B", "16 B", "256 B", "4 KiB", "64 KiB", "1 MiB"]
    assert axis.values[0] == ticks.ZERO_AT
    assert axis.domain[0] < ticks.ZERO_AT < 1


def test_without_an_empty_message_there_is_no_zero() -> None:
    assert ticks.powers_of_two("n", [64, 128, 512]).labels == ["64", "128", "256", "512"]


def test_one_size_alone_has_a_tick() -> None:
    assert ticks.powers_of_two("size_bytes", [1024]).labels == ["1 KiB"]


def test_sizes_evenly_apart_have_the_units_of_their_neighbours() -> None:
    labels = ticks.evenly("size_bytes", [0, 4096]).labels
    assert labels[2:6] == ["1 KiB", "1.5 KiB", "2 KiB", "2.5 KiB"]


@pytest.mark.parametrize(
    ("low", "high", "labels"),
    [
        (3e-7, 1.2e-4, ["1 µs", "10 µs", "100 µs"]),
        (2.5e-7, 4e-6, ["500 ns", "1 µs", "2 µs"]),
        (2.7e-7, 2.9e-7, ["260 ns", "280 ns", "300 ns", "320 ns"]),
    ],
)
def test_times(low: float, high: float, labels: list[str]) -> None:
    assert ticks.logarithmic([low, high], units.TIME).labels == labels


@given(TIMES, TIMES)
def test_any_range_has_ticks_within_it(one: float, other: float) -> None:
    axis = ticks.logarithmic([one, other], units.TIME)
    assert 3 <= len(axis.values) <= 32
    assert all(axis.domain[0] <= value <= axis.domain[1] for value in axis.values)
    assert axis.domain[0] <= min(one, other) <= max(one, other) <= axis.domain[1]
    assert len(set(axis.labels)) == len(axis.labels)


@given(st.floats(min_value=1e3, max_value=1e13))
def test_rates_begin_at_zero(rate: float) -> None:
    axis = ticks.linear([rate], units.bandwidth)
    assert axis.values[0] == 0
    assert axis.domain[1] >= rate
    assert 3 <= len(axis.values) <= 8


def test_labels_are_found_by_the_key_that_vega_computes() -> None:
    axis = ticks.logarithmic([3e-7, 1.2e-4], units.TIME)
    found = re.match(r"\((\{.*\})\)\[format\(datum\.value, '\.3e'\)\]$", axis.label_expression())
    assert found
    table = json.loads(found[1])
    assert list(table.values()) == axis.labels
    for key, value in zip(table, axis.values, strict=True):
        # d3's exponent has a sign and no leading zero: 1.000e-6, and not 1.000e-06.
        assert re.fullmatch(r"\d\.\d{3}e[+-](0|[1-9]\d*)", key)
        assert math.isclose(float(key), value, rel_tol=1e-3)
