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
from strobe.fit.single import SingleLine, fit_single, fit_whole
from strobe.gate.cells import Accepted, cells_of_kernels, exclusion_note, quality_note
from strobe.records.lines import Value
from strobe.records.summary import Summary
from strobe.report.page import naming
from strobe.report.page.estimate import estimate
from strobe.report.page.table import Row, Table, columns
from strobe.report.paper.choices import NONE_IS_FASTER, choice_table
from strobe.report.paper.declared import Table as Declared
from strobe.report.paper.declared import named
from strobe.report.paper.highlights import highlights
from strobe.report.paper.least_squares import least_squares
from strobe.report.paper.predictions import prediction_table
from strobe.report.paper.scaling import TOO_FEW, scaling_table
from strobe.report.paper.selection import (
    ELEMENT_BYTES,
    WORD_BYTES,
    WORDS,
    Chosen,
    choose,
    curve_name,
    in_one_regime,
    value_name,
)
from strobe.report.paper.send_loop import send_loop_table

RESAMPLES = 499


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
    if declared.matrix:
        return _matrix(summary, declared)
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


MATRIX_ROWS = ("start-up time", "bandwidth", "valid for")


def _matrix(summary: Summary, declared: Declared) -> Table | None:
    """Rows for each method and a column for each value, as the paper prints it.

    A pale row with the paper's numbers follows the rows of a method; each number names the paper's
    column. What only the paper has is a column as well.
    """
    found: dict[str, dict[str, tuple[str, str, str]]] = {}
    printed_at: dict[str, int] = {}
    for index, group in enumerate(_groups(summary, declared)):
        place = _place_printed(declared, group)
        if place is not None:
            printed_at[group.column] = place
        line = _fit(summary, declared, group.chosen, np.random.default_rng([0, index]))
        found.setdefault(group.row, {})[group.column] = _fitted(group, line)
    if not found:
        return None
    heads = list(dict.fromkeys(column for by_column in found.values() for column in by_column))
    for place in range(len(declared.printed_columns)):
        if place not in printed_at.values():
            name = _column_printed(declared, place)
            heads.append(name)
            printed_at[name] = place
    rows = []
    for row, by_column in found.items():
        for number, what in enumerate(MATRIX_ROWS):
            cells = [by_column[head][number] if head in by_column else "" for head in heads]
            rows.append(Row([row, what, *cells]))
        rows += _matrix_printed(declared, row, heads, printed_at)
    for row in declared.printed:
        if row not in found:
            rows += _matrix_printed(declared, row, heads, printed_at)
    words = [naming.axis_title(declared.rows), _column_title(declared.columns)]
    return Table(f"{declared.paper}, table {declared.number}", columns(words, heads), rows)


def _fitted(group: _Group, line: SingleLine | None) -> tuple[str, str, str]:
    """Start-up time, bandwidth and the sizes for which the line holds."""
    if line is None:
        return units.NOT_HAD, units.NOT_HAD, "no line fits"
    share = _share_of_pair(group.chosen)
    moved = _moved_per_byte(group.chosen)
    return (
        estimate(_startup(line.startup_s, share), units.TIME),
        estimate(_bandwidth(line.per_byte_s, moved / share), units.BANDWIDTH),
        f"{units.size(line.from_bytes)} to {units.size(line.to_bytes)}, "
        f"misfit {units.percent(line.misfit)}",
    )


def _matrix_printed(
    declared: Declared, row: str, heads: Sequence[str], printed_at: dict[str, int]
) -> list[Row]:
    """The paper's own numbers of a row, each with the name of its column there."""
    numbers = declared.printed.get(row)
    if not numbers:
        return []
    cells = []
    for head in heads:
        pair = numbers[printed_at[head]] if head in printed_at else None
        name = _column_printed(declared, printed_at[head]) if head in printed_at else ""
        cells.append(
            f"{name}: {units.plain(pair[0])} µs, {units.plain(pair[1])} MB/s"
            if isinstance(pair, list)
            else ""
        )
    return [Row([row, f"{declared.paper}, page {declared.page}", *cells], "aside")]


def _column_title(axis: str) -> str:
    return "message size" if axis == "words" else naming.axis_title(axis)


def _groups(summary: Summary, declared: Declared) -> Iterator[_Group]:
    """The lines of the table, row by row, each with its cells in ascending order of size."""
    variants = {"": declared}
    if declared.columns == "words":
        variants = {
            word: msgspec.structs.replace(
                declared, **{"multiple_of" if whole else "not_multiple_of": WORD_BYTES}
            )
            for whole, word in WORDS.items()
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
    line = _fit(summary, declared, group.chosen, rng)
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


def _fit(
    summary: Summary, declared: Declared, chosen: list[Chosen], rng: np.random.Generator
) -> SingleLine | None:
    """The line through the results in the regime that most cells share."""
    used = in_one_regime(summary, chosen)
    fit = fit_whole if declared.whole else fit_single
    return fit(
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
    """Rates by machine size and element, a column for each kernel and operation; MFLOPS.

    As in the paper, the rows of one machine size stand together.
    """
    named = ["kernel", declared.columns]
    found: dict[tuple[str, str], dict[str, str]] = {}
    chosen = choose(summary, declared, [declared.rows, "ranks", "size_bytes", *named])
    for one in sorted(chosen, key=_by_machine):
        best = one.cell.headline
        if best is None or best.low_s <= 0:
            continue
        row = (curve_name(one.cell, [declared.rows]), curve_name(one.cell, ["ranks", "size_bytes"]))
        column = curve_name(one.cell, named)
        work = _operations(one)
        rates = [work / time_s / 1e6 for time_s in (best.median_s, best.high_s, best.low_s)]
        value, low, high = map(units.number, rates)
        found.setdefault(row, {})[column] = f"{value} [{low} {units.DASH} {high}]"
    if not found:
        return None
    measured = dict.fromkeys(column for by_column in found.values() for column in by_column)
    heads = _paper_order(declared, list(measured))
    rows = [Row([*row, *(own.get(head, "") for head in heads)]) for row, own in found.items()]
    rows += _rates_printed(declared, heads)
    title = f"{declared.paper}, table {declared.number}"
    words = [naming.axis_title(declared.rows), "machine"]
    return Table(title, columns(words, heads), rows)


def _by_machine(one: Chosen) -> tuple[float, float]:
    point = one.cell.declared.point
    return float(point.get("ranks", one.cell.declared.ranks)), float(point.get("size_bytes", 0))


def _paper_order(declared: Declared, heads: list[str]) -> list[str]:
    """The columns of the paper in its order, then the other ones of this run."""
    known = [str(head) for head in declared.printed_columns if head in heads]
    return [*known, *(head for head in heads if head not in known)]


def _rates_printed(declared: Declared, heads: Sequence[str]) -> list[Row]:
    """The paper's own rates in their columns; none where no column matches."""
    if not set(heads) & set(declared.printed_columns):
        return []
    rows = []
    for name, numbers in declared.printed.items():
        row, _, machine = name.partition(", ")
        by_column = dict(zip(declared.printed_columns, numbers, strict=True))
        own = [by_column.get(head, "") for head in heads]
        shown = [units.plain(x) if isinstance(x, int | float) else "" for x in own]
        rows.append(Row([row, f"CM-5, {machine}", *shown], "aside"))
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
MISSING = {
    "choices": NONE_IS_FASTER,
    "highlights": NO_TIMES,
    "predictions": NO_TIMES,
    "scaling": TOO_FEW,
}
MAKERS: dict[str, Callable[[Summary, Declared], Table | None]] = {
    "choices": choice_table,
    "lines": _lines,
    "rates": _rates,
    "least_squares": least_squares,
    "highlights": highlights,
    "predictions": prediction_table,
    "scaling": scaling_table,
    "send_loop": send_loop_table,
}
