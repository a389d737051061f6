# SPDX-License-Identifier: BSD-3-Clause
"""Files under the names that CacheBench and BLASBench gave theirs, with the scripts that draw them.

Mucci and London, Low Level Architectural Characterization Benchmarks for Parallel Computers (1998),
sections 1.5.3 and 2.3.3. Beside host and type, names have the time that their future work asks for,
so that two runs do not overwrite each other.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from strobe.export.marks import Mark, comments
from strobe.records.run import Run

SCRIPT = """\
# gnuplot {name}.gp
set terminal svg size 900,560 dynamic background rgb 'white'
set output '{name}.svg'
set title "{title}" noenhanced
set xlabel "{x}" noenhanced
set ylabel "{y}" noenhanced
set logscale x 2
set format x "%.0b%B"
set yrange [0:*]
set grid
set key {key}
plot {plots}
"""

Files = list[tuple[str, str]]


@dataclass(frozen=True)
class Where:
    """What the names of a run's files end in: `kiwi` and `20261122T020000Z`."""

    host: str
    time: str

    def named(self, first: str, kind: str) -> str:
        """`daxpy-kiwi-double-20261122T020000Z`."""
        return f"{first}-{self.host}-{kind}-{self.time}"


@dataclass(frozen=True)
class Line:
    """One curve of a script: its data file, without `.dat`, and what the key calls it."""

    name: str
    title: str


def where(run: Run) -> Where:
    """The host of the first process, and when the run began."""
    header = run.launches[0].header
    time = datetime.fromisoformat(header.started_utc)
    return Where(file_word(header.processes[0].host), f"{time:%Y%m%dT%H%M%SZ}")


def file_word(text: str) -> str:
    """The text, of letters that every file system takes."""
    return re.sub(r"[^A-Za-z0-9._]+", "_", text)


def data(heading: str, rows: Sequence[tuple[Sequence[float], Mark]]) -> str:
    """Columns under a heading and marks that gnuplot passes over; a missing rate is NaN."""
    marks = comments((row[0], mark) for row, mark in rows)
    lines = [" ".join(map(_number, row)) for row, _ in rows]
    return "\n".join([f"# {heading}", *marks, *lines]) + "\n"


def has_figures(rows: Sequence[tuple[Sequence[float], Mark]]) -> bool:
    """Whether any row has one."""
    return any(not mark.missing for _, mark in rows)


def _number(value: float) -> str:
    """Sizes to the last byte, rates to six digits."""
    if math.isnan(value):
        return "NaN"
    return f"{value:.0f}" if value == int(value) else f"{value:.6g}"


def script(name: str, title: str, x: str, y: str, lines: Sequence[Line], key: str = "right") -> str:
    """The script that draws `lines` into `name`.svg."""
    plots = ", \\\n     ".join(
        f"'{line.name}.dat' using 1:2 with linespoints title \"{line.title}\" noenhanced"
        for line in lines
    )
    return SCRIPT.format(name=name, title=title, x=x, y=y, plots=plots, key=f"{key} top")
