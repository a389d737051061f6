# SPDX-License-Identifier: BSD-3-Clause
"""The paper tables that a suite declares, for this machine, with the paper's own numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec
import numpy as np

from strobe.base import units
from strobe.fit.models import Estimate
from strobe.fit.piecewise import Bounds
from strobe.fit.single import SingleLine, fit_single
from strobe.gate.cells import Accepted, cells_of_kernels, exclusion_note, quality_note
from strobe.records.lines import Value
from strobe.records.summary import Summary
from strobe.report.page import naming
from strobe.report.page.estimate import estimate
from strobe.report.page.table import Row, Table, columns
from strobe.report.paper.choices import NONE_IS_FASTER, choice_table
from strobe.report.paper.declared import Table as Declared
from strobe.report.paper.declared import named
from strobe.report.paper.least_squares import least_squares
from strobe.report.paper.predictions import highlights, prediction_table
from strobe.report.paper.selection import (
    ELEMENT_BYTES,
    Chosen,
    choose,
    curve_name,
    in_one_regime,
    value_name,
)

RESAMPLES = 499
WORD_BYTES = 4
WORDS = {
    "multiple_of": f"multiple of {WORD_BYTES}",
    "not_multiple_of": f"not multiple of {WORD_BYTES}",
}


@dataclass(frozen=True)
class PaperTable:
    """One table with its paper and number; `missing` is the reason where there is none."""

    name: str
    heading: str
    caption: str
    table: Table | None
    missing: str = ""


@dataclass(frozen=True)
class _Group:
    """The cells of one line: a row and a column of the paper's table."""

    row: str
    column: str
    chosen: list[Chosen]


def paper_tables(summary: Accepted, declared: Sequence[Declared]) -> list[PaperTable]:
    """All tables of a suite whose kernels took part in the run, in the suite's order."""
    kernels = {cell.declared.kernel for cell in summary.cells.values()}
    return [_table(summary, one) for one in declared if kernels.intersection(one.kernels)]


def _table(summary: Accepted, declared: Declared) -> PaperTable:
    name, heading = named("table", declared)
    made = MAKERS[declared.kind](summary, declared)
    missing = "" if made else MISSING.get(declared.kind, "none of its cells was measured")
    own = cells_of_kernels(summary, declared.kernels)
    if made:
        made = replace(made, note=quality_note(own))
    elif noisy := exclusion_note(own):
        missing = noisy
    return PaperTable(name, heading, declared.caption, made, missing)


def _lines(summary: Summary, declared: Declared) -> Table | None:
    rows = []
    shown: set[tuple[str, int]] = set()
    for index, group in enumerate(_groups(summary, declared)):
        place = _place_printed(declared, group)
        if place is not None:
            shown.add((group.row, place))
        rng = np.random.default_rng([0, index])
        rows.append(_line_row(summary, declared, group, place, rng))
    if not rows:
        return None
    rows += list(_printed_only(declared, shown))
    heads = columns(
        [naming.axis_title(declared.rows), _column_title(declared.columns)],
        ["start-up time", "bandwidth"],
        ["valid for", f"{declared.paper}, page {declared.page}"],
    )
    return Table(f"{declared.paper}, table {declared.number}", heads, rows)


def _column_title(axis: str) -> str:
    return "message size" if axis == "words" else naming.axis_title(axis)


def _groups(summary: Summary, declared: Declared) -> Iterator[_Group]:
    """The lines of the table, row by row, each with its cells in ascending order of size."""
    variants = {"": declared}
    if declared.columns == "words":
        variants = {
            word: msgspec.structs.replace(declared, **{rule: WORD_BYTES})
            for rule, word in WORDS.items()
        }
    named = [declared.rows, *([] if declared.columns == "words" else [declared.columns])]
    found: dict[str, dict[str, list[Chosen]]] = {}
    for word, selection in variants.items():
        for one in choose(summary, selection, named):
            row = curve_name(one.cell, [declared.rows])
            column = word or curve_name(one.cell, [declared.columns])
            found.setdefault(row, {}).setdefault(column, []).append(one)
    for row, by_column in found.items():
        for column, chosen in by_column.items():
            yield _Group(row, column, sorted(chosen, key=lambda one: one.x))


def _line_row(
    summary: Summary,
    declared: Declared,
    group: _Group,
    place: int | None,
    rng: np.random.Generator,
) -> Row:
    line = _fit(summary, group.chosen, rng)
    printed = _printed(declared, group.row, place)
    if line is None:
        return Row([group.row, group.column, units.NOT_HAD, units.NOT_HAD, "no line fits", printed])
    moved = _moved_per_byte(group.chosen)
    share = _share_of_pair(group.chosen)
    span = f"{units.size(line.from_bytes)} to {units.size(line.to_bytes)}"
    within = f"largest misfit {units.percent(line.misfit)}"
    return Row([
        group.row,
        group.column,
        estimate(_startup(line.startup_s, share), units.TIME),
        estimate(_bandwidth(line.per_byte_s, moved / share), units.BANDWIDTH),
        f"{span}, {within}",
        printed,
    ])  # fmt: skip


def _fit(summary: Summary, chosen: list[Chosen], rng: np.random.Generator) -> SingleLine | None:
    """The line through the results in the regime that most cells share."""
    used = in_one_regime(summary, chosen)
    return fit_single(
        np.array([x for x, _ in used]),
        np.array([found.median_s for _, found in used]),
        [found.samples_s for _, found in used],
        confidence=summary.confidence,
        resamples=RESAMPLES,
        rng=rng,
    )


def _moved_per_byte(chosen: list[Chosen]) -> float:
    """How often an operation moves its message: twice where a process sends and receives one.

    The CM-5 study, section 4: rate = 2 x message size / time, of an echo as of an exchange, and of
    a circular shift, whose rate is that of a node (section 7).
    """
    cell = chosen[-1].cell.declared
    both_ways = cell.kernel in ("exchange", "swap", "shift") or (
        cell.kernel == "strided" and cell.point.get("method") in ("exchange", "swap")
    )
    return 2.0 if both_ways else 1.0


def _share_of_pair(chosen: list[Chosen]) -> float:
    """The share of one send and receive in an operation: half where the whole echo was timed."""
    cell = chosen[-1].cell.declared
    return 0.5 if cell.kernel == "strided" and cell.point.get("method") == "echo" else 1.0


def _startup(bounds: Bounds, share: float) -> Estimate:
    values = (share * x for x in (bounds.value, bounds.low, bounds.high))
    finite = [x if math.isfinite(x) else None for x in values]
    return Estimate(*finite)


def _bandwidth(per_byte_s: Bounds, moved: float) -> Estimate:
    """The bandwidth; a time per byte that is not positive gives no bound."""
    value, low, high = (
        moved / time_s if time_s > 0 else None
        for time_s in (per_byte_s.value, per_byte_s.high, per_byte_s.low)
    )
    return Estimate(value, low, high)


def _place_printed(declared: Declared, group: _Group) -> int | None:
    """The paper's column that corresponds to the value of this group; None without such a
    column."""
    cell = group.chosen[0].cell.declared
    match declared.columns:
        case "words":
            value: Value | None = group.column
        case "distance":
            value = cell.hops
        case axis:
            value = cell.point.get(axis)
    known = declared.printed_columns
    return known.index(value) if value is not None and value in known else None


def _printed(declared: Declared, row: str, place: int | None) -> str:
    numbers = declared.printed.get(row, [])
    if place is None or not numbers:
        return ""
    pair = numbers[place]
    text = (
        f"{units.plain(pair[0])} µs, {units.plain(pair[1])} MB/s" if isinstance(pair, list) else ""
    )
    return f"{_column_printed(declared, place)}: {text}" if declared.columns == "distance" else text


def _column_printed(declared: Declared, place: int) -> str:
    """This page's name of one of the paper's columns."""
    value = declared.printed_columns[place]
    match declared.columns:
        case "words":
            return str(value)
        case "distance":
            return f"level {value}"
        case axis:
            return value_name(axis, value)


def _printed_only(declared: Declared, shown: set[tuple[str, int]]) -> Iterator[Row]:
    """Pale rows for the paper's numbers that this run did not measure."""
    for row, numbers in declared.printed.items():
        for place in range(len(numbers)):
            if (row, place) not in shown:
                column = _column_printed(declared, place)
                yield Row([row, column, "", "", "", _printed(declared, row, place)], "aside")


def _rates(summary: Summary, declared: Declared) -> Table | None:
    """Rates by element and machine size, a column for each kernel and operation; MFLOPS."""
    named = ["kernel", declared.columns]
    found: dict[str, dict[str, str]] = {}
    for one in choose(summary, declared, [declared.rows, "ranks", "size_bytes", *named]):
        best = one.cell.headline
        if best is None or best.low_s <= 0:
            continue
        row = curve_name(one.cell, [declared.rows, "ranks", "size_bytes"])
        column = curve_name(one.cell, named)
        work = _operations(one)
        rates = [work / time_s / 1e6 for time_s in (best.median_s, best.high_s, best.low_s)]
        value, low, high = map(units.number, rates)
        found.setdefault(row, {})[column] = f"{value} [{low} {units.DASH} {high}]"
    if not found:
        return None
    heads = list(dict.fromkeys(column for by_column in found.values() for column in by_column))
    rows = [Row([row, *(own.get(head, "") for head in heads)]) for row, own in found.items()]
    rows += _rates_printed(declared, heads)
    title = f"{declared.paper}, table {declared.number}"
    return Table(title, columns([naming.axis_title(declared.rows)], heads), rows)


def _rates_printed(declared: Declared, heads: Sequence[str]) -> list[Row]:
    """The paper's own rates in their columns; none where no column matches."""
    if not set(heads) & set(declared.printed_columns):
        return []
    rows = []
    for name, numbers in declared.printed.items():
        by_column = dict(zip(declared.printed_columns, numbers, strict=True))
        own = [by_column.get(head, "") for head in heads]
        shown = [units.plain(x) if isinstance(x, int | float) else "" for x in own]
        rows.append(Row([f"CM-5, {name}", *shown], "aside"))
    return rows


def _operations(one: Chosen) -> float:
    """The number of sums, minima or maxima over all processes, as the study counts them."""
    cell = one.cell.declared
    if cell.flops_per_operation > 0:
        return cell.flops_per_operation
    elements = float(cell.point["size_bytes"]) / ELEMENT_BYTES[str(cell.point["element"])]
    return elements * (cell.ranks - 1)


NO_TIMES = (
    "it needs a line through each of T_s, T_c and T_o, and too few of their sizes were measured in "
    "one regime"
)
MISSING = {"choices": NONE_IS_FASTER, "highlights": NO_TIMES, "predictions": NO_TIMES}
MAKERS: dict[str, Callable[[Summary, Declared], Table | None]] = {
    "choices": choice_table,
    "lines": _lines,
    "rates": _rates,
    "least_squares": least_squares,
    "highlights": highlights,
    "predictions": prediction_table,
}
