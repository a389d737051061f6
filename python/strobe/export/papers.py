# SPDX-License-Identifier: BSD-3-Clause
"""Files under the names that CacheBench and BLASBench gave theirs, with the scripts that draw them.

Mucci and London, Low Level Architectural Characterization Benchmarks for Parallel Computers (1998),
sections 1.5.3 and 2.3.3. Beside host and type, names have the time that their future work asks for,
so that two runs do not overwrite each other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from strobe.export.gnuplot import CONVERGED_HEAD, around_one, joined, marks, quoted
from strobe.export.marks import Mark, comments
from strobe.records.names import file_name
from strobe.records.run import Run

SCRIPT = """\
# gnuplot {name}.gp
set terminal svg size 900,560 dynamic background rgb 'white'
set output '{name}.svg'
set title {title} noenhanced
set xlabel {x} noenhanced
set ylabel {y} noenhanced
set logscale x 2
set format x "%.0b%B"{range}
set yrange [0:*]
set grid
set key {key}
plot {plots}
"""

Files = list[tuple[str, str]]
Row = tuple[tuple[float, ...], Mark]
"""The figures of a row, the first of them what stands along x, and what is said of them."""


@dataclass(frozen=True)
class Where:
    """What the names of a run's files end in: `kiwi` and `20261122T020000Z`."""

    host: str
    time: str

    def named(self, first: str, kind: str) -> str:
        """`daxpy-kiwi-double-20261122T020000Z`."""
        return file_name(f"{first}-{self.host}-{kind}-{self.time}")


@dataclass(frozen=True)
class Line:
    """One curve of a script: its data file, without `.dat`, what the key calls it, its rows."""

    name: str
    title: str
    rows: Sequence[Row]


def where(run: Run) -> Where:
    """The host of the first process, and when the run began."""
    header = run.launches[0].header
    time = datetime.fromisoformat(header.started_utc)
    return Where(file_name(header.processes[0].host), f"{time:%Y%m%dT%H%M%SZ}")


def data(heading: str, rows: Sequence[Row]) -> str:
    """Columns under a heading and marks that gnuplot passes over; a missing rate is NaN.

    A last column says which points converged where one did not; other files are as those of the
    papers.
    """
    if converged_column(rows) is not None:
        heading = f"{heading}, {CONVERGED_HEAD}"
        rows = [((*row, 0 if str(mark) else 1), mark) for row, mark in rows]
    said = comments((row[0], mark) for row, mark in rows)
    lines = [" ".join(map(_number, row)) for row, _ in rows]
    return "\n".join([f"# {heading}", *said, *lines]) + "\n"


def has_figures(rows: Sequence[Row]) -> bool:
    """Whether any row has one."""
    return any(not mark.missing for _, mark in rows)


def converged_column(rows: Sequence[Row]) -> int | None:
    """The number of the column that `data` writes for what did not converge; None where all did."""
    return len(rows[0][0]) + 1 if any(str(mark) for _, mark in rows) else None


def _number(value: float) -> str:
    """Sizes to the last byte, rates to six digits."""
    if math.isnan(value):
        return "NaN"
    return f"{value:.0f}" if value == int(value) else f"{value:.6g}"


def script(name: str, title: str, x: str, y: str, lines: Sequence[Line], key: str = "right") -> str:
    """The script that draws `lines` into `name`.svg."""
    plots = [
        f"'{line.name}.dat' using 1:2 with linespoints title {quoted(line.title)} noenhanced"
        for line in lines
    ]
    columns = [converged_column(line.rows) for line in lines]
    doubtful = [
        (f"'{line.name}.dat' using 1", column)
        for line, column in zip(lines, columns, strict=True)
        if column is not None
    ]
    plots += marks(doubtful)
    return SCRIPT.format(
        name=name,
        title=quoted(title),
        x=quoted(x),
        y=quoted(y),
        range=around_one([row[0] for line in lines for row, _ in line.rows]),
        plots=joined(plots),
        key=f"{key} top",
    )
