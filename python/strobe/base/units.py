# SPDX-License-Identifier: BSD-3-Clause
"""Numbers as text: 64 KiB, 1.25 µs, 35.8 GB/s. All pages, tables and messages use these
functions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"
NOT_HAD = "\N{EM DASH}"
TIMES = "\N{MULTIPLICATION SIGN}"
SIGNIFICANT_DIGITS = 3


class Unit(msgspec.Struct, frozen=True):
    """A family of prefixes: ascending (factor, symbol); `zero` names the value 0."""

    prefixes: tuple[tuple[float, str], ...]
    zero: str

    def best(self, value: float) -> tuple[float, str]:
        """The largest prefix that leaves at least 1 before the point, after rounding."""
        fitting = [one for one in self.prefixes if round_significant(abs(value) / one[0]) >= 1]
        return fitting[-1] if fitting else self.prefixes[0]


TIME = Unit(((1e-9, "ns"), (1e-6, "µs"), (1e-3, "ms"), (1.0, "s")), "0 s")
SIZE = Unit(((1.0, "B"), (2.0**10, "KiB"), (2.0**20, "MiB"), (2.0**30, "GiB")), "0 B")
BANDWIDTH = Unit(((1e3, "kB/s"), (1e6, "MB/s"), (1e9, "GB/s"), (1e12, "TB/s")), "0 B/s")
FREQUENCY = Unit(((1.0, "/s"), (1e3, "k/s"), (1e6, "M/s")), "0 /s")
FLOPS = Unit(((1e6, "MFLOP/s"), (1e9, "GFLOP/s"), (1e12, "TFLOP/s")), "0 FLOP/s")


def round_significant(value: float) -> float:
    """Round to three significant digits."""
    return float(f"{value:.{SIGNIFICANT_DIGITS - 1}e}")


def number(value: float) -> str:
    """Three significant digits, never in exponent form: 0.0312, 1.25, 310, 12,300."""
    if not math.isfinite(value):
        return NOT_HAD
    rounded = round_significant(value)
    if rounded == 0:
        return "0"
    decimals = max(0, SIGNIFICANT_DIGITS - 1 - math.floor(math.log10(abs(rounded))))
    return f"{rounded:,.{decimals}f}".replace("-", MINUS)


def plain(value: float) -> str:
    """A number as it was printed elsewhere: no digit more and none less, with a true minus sign."""
    return f"{value:,g}".replace("-", MINUS)


def with_unit(value: float | None, unit: Unit) -> str:
    """One value with the prefix that suits it; a dash where there is none."""
    if value is None or not math.isfinite(value):
        return NOT_HAD
    if value == 0:
        return unit.zero
    factor, symbol = unit.best(value)
    return f"{number(value / factor)} {symbol}"


def shorter(text: str) -> str:
    """A formatted number without the zeros at its end: `45.0 ns` as a name is `45 ns`."""
    value, _, unit = text.partition(" ")
    if "." in value:
        value = value.rstrip("0").rstrip(".")
    return f"{value} {unit}".strip()


def duration(time_s: float | None) -> str:
    """A time given in seconds: `310 ns`, `1.25 µs`."""
    return with_unit(time_s, TIME)


def size(size_bytes: float | None) -> str:
    """A size given in bytes: whole numbers exactly (`64 KiB`, `65,533 B`), others to 3 digits."""
    if size_bytes is None or not math.isfinite(size_bytes):
        return NOT_HAD
    if size_bytes == int(size_bytes):
        whole = int(size_bytes)
        for factor, symbol in reversed(SIZE.prefixes):
            if whole and whole % int(factor) == 0:
                return f"{whole // int(factor):,} {symbol}".replace("-", MINUS)
    return with_unit(size_bytes, SIZE)


def about_size(size_bytes: float) -> str:
    """A size as a name: 262,141 bytes are `256 KiB`, 6890 are `6.73 KiB`."""
    return shorter(with_unit(size_bytes, SIZE))


def bandwidth(bytes_per_s: float | None) -> str:
    """A rate given in bytes per second, in powers of ten: `35.8 GB/s`."""
    return with_unit(bytes_per_s, BANDWIDTH)


def flop_rate(flops_per_s: float | None) -> str:
    """A rate given in floating-point operations per second: `30.1 GFLOP/s`."""
    return with_unit(flops_per_s, FLOPS)


def percent(fraction: float | None) -> str:
    """A fraction as a percentage of at most two significant digits: `2.5 %`, `12 %`."""
    if fraction is None or not math.isfinite(fraction):
        return NOT_HAD
    value = 100 * fraction
    return f"{value:,.{0 if abs(value) >= 10 else 1}f} %".replace("-", MINUS)


def change(ratio: float | None) -> str:
    """A ratio as what it changes: 1.031 is `+3.1 %`, 0.5 is `-50 %` with a true minus sign."""
    if ratio is None or not math.isfinite(ratio):
        return NOT_HAD
    return ("+" if ratio >= 1 else "") + percent(ratio - 1)


def times(ratio: float | None) -> str:
    """A ratio as a factor: `1.25` with a multiplication sign after it."""
    return NOT_HAD if ratio is None or not math.isfinite(ratio) else f"{number(ratio)}{TIMES}"


def speed(ratio: float | None) -> str:
    """A ratio of times as a factor in words: 0.9 is `1.11x faster`, with a multiplication sign."""
    if ratio is None or not (ratio > 0 and math.isfinite(ratio)):
        return NOT_HAD
    factor = times(max(ratio, 1 / ratio))
    return "equal" if factor == times(1) else f"{factor} {'slower' if ratio > 1 else 'faster'}"


def speeds(low: float | None, high: float | None) -> str:
    """The bounds of such a ratio, the smaller factor first: `1.08 - 1.14x faster`; on both sides of
    1, `1.02x faster to 1.05x slower`.
    """
    first, second = speed(low), speed(high)
    if NOT_HAD in (first, second) or first == second:
        return first if first == second else NOT_HAD
    if first.split()[-1] != second.split()[-1]:
        return f"{first} to {second}"
    nearer, farther = (first, second) if first.endswith("slower") else (second, first)
    return f"{nearer.partition(TIMES)[0]} {DASH} {farther}"


def interval(low: float | None, high: float | None, unit: Unit) -> str:
    """Two bounds that share one unit: `1.20 - 1.25 µs`, with an en dash between them."""
    if low is None or high is None or not (math.isfinite(low) and math.isfinite(high)):
        return NOT_HAD
    factor, symbol = unit.best(max(abs(low), abs(high)))
    return f"{number(low / factor)} {DASH} {number(high / factor)} {symbol}"


def count(value: int) -> str:
    """A whole number with its thousands apart: `12,300`."""
    return f"{value:,}".replace("-", MINUS)


def plural(value: int, noun: str, nouns: str | None = None) -> str:
    """A count with its noun: `1 cell`, `14 cells`."""
    return f"{count(value)} {noun if value == 1 else nouns or noun + 's'}"


def plural_of(counts: Mapping[str, int], noun: str, most: int = 3) -> str:
    """A count and what it is of, the largest parts named: `5 cells (3 of echo, 2 of swap)`."""
    total = sum(counts.values())
    if len(counts) == 1:
        return f"{plural(total, noun)} of {next(iter(counts))}"
    named = sorted(counts.items(), key=lambda item: -item[1])[:most]
    parts = [f"{count(n)} of {name}" for name, n in named]
    rest = total - sum(n for _, n in named)
    if rest:
        parts.append(f"{count(rest)} of other kernels")
    return f"{plural(total, noun)} ({', '.join(parts)})"


def ranges(numbers: Sequence[int]) -> str:
    """Rising whole numbers as text: `0-3,8`."""
    parts: list[tuple[int, int]] = []
    for number in numbers:
        if parts and number == parts[-1][1] + 1:
            parts[-1] = parts[-1][0], number
        else:
            parts.append((number, number))
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)


def listed(parts: Sequence[str]) -> str:
    """Parts as a sentence lists them: `a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


VALUE_NAMES = {
    ("algorithm", "native"): "MPI collective",
    ("load", "none"): "no load",
    ("traffic", "none"): "no message traffic",
    ("diag", "unit"): "unit diagonal",
    ("diag", "non_unit"): "non-unit diagonal",
    ("side", "left"): "left side",
    ("side", "right"): "right side",
    **{
        (axis, word): f"{axis} = {shown}"
        for axis in ("alpha", "beta")
        for word, shown in (("zero", "0"), ("one", "1"), ("minus_one", f"{MINUS}1"))
    },
    ("alpha", "other"): "other alpha",
    ("beta", "other"): "other beta",
}
"""Values that a reader would not understand without their axis."""


def axis_value(axis: str, value: float | str) -> str:
    """A point's coordinate: a size on axes that end in `_bytes`, else a plain number or a word."""
    if isinstance(value, str):
        return VALUE_NAMES.get((axis, value), value)
    if axis.endswith("_bytes"):
        return size(value)
    return count(int(value)) if value == int(value) else number(value)
