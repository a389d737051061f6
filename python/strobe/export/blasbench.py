# SPDX-License-Identifier: BSD-3-Clause
"""BLASBench's data files and graphs: one graph for each BLAS, and one for any two of them.

The reference's files are `daxpy`, `dgemv` and `dgemm`, drawn by `custom`; a vendor's begin with a v
(`vdgemm`, `vcustom`), and `compare` draws both. A vendor's name stands behind, since there may be
several.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from strobe.export.marks import NO_FIGURE, mark
from strobe.export.papers import Files, Line, Row, Where, data, has_figures, script
from strobe.records.names import file_name
from strobe.records.summary import Summary
from strobe.report.blas.ceilings import flops_per_s
from strobe.report.blas.libraries import REFERENCE, is_routine, routine_of
from strobe.report.paper.declared import Selection
from strobe.report.paper.selection import choose


@dataclass(frozen=True)
class Type:
    """A type of the BLAS: its routines' letter, its name in files, the bytes of an element."""

    letter: str
    name: str
    bytes: int


# By every word that the axis `type` may have.
TYPES = {
    word: kind
    for words, kind in (
        (("single", "float", "s"), Type("s", "single", 4)),
        (("double", "d"), Type("d", "double", 8)),
        (("complex", "c"), Type("c", "complex", 8)),
        (("complex16", "z"), Type("z", "complex16", 16)),
    )
    for word in words
}
# The paper's three, and the elements that a routine of dimension n touches.
ROUTINES: dict[str, Callable[[float], float]] = {
    "axpy": lambda n: 2 * n,
    "gemv": lambda n: n * n + 2 * n,
    "gemm": lambda n: 3 * n * n,
}
HEADING = "bytes, MFLOPS, dimension (`using 3:2` draws over it)"


def files(summary: Summary, where: Where) -> Files:
    """Those of every library and type that the run has; none of a run without these kernels."""
    written: Files = []
    graphs: dict[str, dict[str, list[Line]]] = {}
    for (library, kind, routine), rows in _rows(summary).items():
        vendor = "" if library == REFERENCE else "v"
        behind = f"-{file_name(library)}" if vendor else ""
        name = where.named(f"{vendor}{kind.letter}{routine}{behind}", kind.name)
        rows.sort(key=lambda row: row[0])
        written.append((f"{name}.dat", data(HEADING, rows)))
        if not has_figures(rows):
            continue  # gnuplot refuses to draw nothing
        line = Line(name, f"{kind.letter}{routine}, {library}", rows)
        graphs.setdefault(kind.name, {}).setdefault(library, []).append(line)
    for kind_name, libraries in graphs.items():
        for library, lines in libraries.items():
            first = "custom" if library == REFERENCE else f"vcustom-{file_name(library)}"
            name = where.named(first, kind_name)
            title = f"BLAS performance of {where.host}: {library}, {kind_name}"
            written.append((f"{name}.gp", _script(name, title, lines)))
        # The reference is what the paper compares with; without it the first is.
        base = REFERENCE if REFERENCE in libraries else next(iter(libraries))
        for library, lines in libraries.items():
            if library != base:
                name = where.named(f"compare-{file_name(library)}", kind_name)
                title = f"BLAS performance of {where.host}: {base} and {library}, {kind_name}"
                written.append((f"{name}.gp", _script(name, title, libraries[base] + lines)))
    return written


def _script(name: str, title: str, lines: list[Line]) -> str:
    return script(name, title, "memory touched, bytes", "MFLOPS", lines, key="left")


Rows = list[Row]


def _rows(summary: Summary) -> dict[tuple[str, Type, str], Rows]:
    """By library, type and routine, in the order of the suite; columns as HEADING says,
    and whether the point converged. All arguments but n have their first value."""
    kinds = dict.fromkeys(
        (cell.declared.kernel, str(cell.declared.point.get("type")))
        for cell in summary.cells.values()
        if routine_of(cell.declared.kernel) in ROUTINES and is_routine(cell.declared.kernel)
    )
    found: dict[tuple[str, Type, str], Rows] = {}
    for kernel, word in kinds:
        kind, routine = TYPES.get(word), routine_of(kernel)
        if kind is None:
            continue
        wanted = Selection(
            paper="", number="", caption="", kernels=[kernel], x="n", where={"type": word}
        )
        for one in choose(summary, wanted, ["library"], with_failed=True):
            rate = flops_per_s(one.cell) or NO_FIGURE
            library = str(one.cell.declared.point.get("library", REFERENCE))
            row = (ROUTINES[routine](one.x) * kind.bytes, rate / 1e6, one.x)
            found.setdefault((library, kind, routine), []).append((row, mark(one.cell)))
    return found
