# SPDX-License-Identifier: BSD-3-Clause
"""Numbers as a person reads them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strobe.base import units


@pytest.mark.parametrize(
    ("time_s", "text"),
    [
        (0.0, "0 s"),
        (3.1e-7, "310 ns"),
        (1.254e-6, "1.25 µs"),
        (9.999e-7, "1.00 µs"),
        (0.0312, "31.2 ms"),
        (90.0, "90.0 s"),
        (2e-11, "0.0200 ns"),
        (-1.2e-7, "\N{MINUS SIGN}120 ns"),
        (None, "\N{EM DASH}"),
        (math.nan, "\N{EM DASH}"),
    ],
)
def test_duration(time_s: float | None, text: str) -> None:
    assert units.duration(time_s) == text


@pytest.mark.parametrize(
    ("size_bytes", "text"),
    [
        (0, "0 B"),
        (8, "8 B"),
        (1023, "1,023 B"),
        (8192, "8 KiB"),
        (65533, "65,533 B"),
        (3 * 2**19, "1,536 KiB"),
        (4 * 2**20, "4 MiB"),
        (12345.6, "12.1 KiB"),
    ],
)
def test_size(size_bytes: float, text: str) -> None:
    assert units.size(size_bytes) == text


def test_rates_use_powers_of_ten() -> None:
    assert units.bandwidth(35.8e9) == "35.8 GB/s"
    assert units.bandwidth(26.1e6) == "26.1 MB/s"
    assert units.flop_rate(30.14e9) == "30.1 GFLOP/s"


def test_interval_shares_the_unit_of_its_larger_bound() -> None:
    assert units.interval(9.8e-7, 1.02e-6, units.TIME) == "0.980 \N{EN DASH} 1.02 µs"


def test_change_and_factor() -> None:
    assert units.change(1.031) == "+3.1 %"
    assert units.change(0.5) == "\N{MINUS SIGN}50 %"
    assert units.times(1.254) == "1.25×"


def test_plural() -> None:
    assert units.plural(1, "cell") == "1 cell"
    assert units.plural(1400, "cell") == "1,400 cells"
    assert units.plural(2, "launch", "launches") == "2 launches"


def test_axis_value() -> None:
    assert units.axis_value("size_bytes", 65536) == "64 KiB"
    assert units.axis_value("n", 512) == "512"
    assert units.axis_value("reply", "fresh") == "fresh"


@given(st.floats(min_value=1e-9, max_value=999.0))
def test_a_duration_can_be_read_back_to_three_digits(time_s: float) -> None:
    value, symbol = units.duration(time_s).split()
    factor = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0}[symbol]
    assert float(value) * factor == pytest.approx(time_s, rel=5.1e-3)
    assert len(value.replace(".", "").lstrip("0")) == 3


def test_shorter_drops_zeros_and_nothing_else() -> None:
    assert units.shorter("45.0 ns") == "45 ns"
    assert units.shorter("100 µs") == "100 µs"
    assert units.shorter("2.50 GB/s") == "2.5 GB/s"


def test_lists_and_counts_read_as_sentences() -> None:
    assert units.listed(["a"]) == "a"
    assert units.listed(["a", "b", "c"]) == "a, b and c"
    assert units.plural_of({"echo": 1}, "cell") == "1 cell of echo"
    assert units.plural_of({"echo": 3, "swap": 2}, "cell") == "5 cells (3 of echo, 2 of swap)"
    many = {"a": 1, "b": 5, "c": 2, "d": 1, "e": 3}
    assert units.plural_of(many, "cell") == "12 cells (5 of b, 3 of e, 2 of c, 2 of other kernels)"


def test_a_size_as_a_name() -> None:
    assert units.about_size(262_141) == "256 KiB"
    assert units.about_size(6890) == "6.73 KiB"
    assert units.about_size(8192) == "8 KiB"
    assert units.about_size(1024) == "1 KiB"
    assert units.about_size(1000) == "1,000 B"


def test_large_percentages_have_their_thousands_apart() -> None:
    assert units.percent(1018.81) == "101,881 %"
    assert units.percent(0.025) == "2.5 %"
