# SPDX-License-Identifier: BSD-3-Clause
"""CacheBench's data files and graphs: one of each test, which is one of its figures, and all."""

from __future__ import annotations

from strobe.export.cachebench_tests import MEGABYTE, TESTS, Test
from strobe.export.marks import NO_FIGURE, mark
from strobe.export.papers import Files, Line, Row, Where, data, has_figures, script
from strobe.records.summary import Summary
from strobe.report.memory.streams import bytes_per_s, cells_of_one_process

MB_PER_S = "MB/sec (MB = 2^20)"


def files(summary: Summary, where: Where) -> Files:
    """Those of every test that the run has; none of a run that has none of them."""
    written: Files = []
    lines: dict[str, list[Line]] = {}
    for test in TESTS:
        for kind, rows in _rows(summary, test).items():
            name = where.named(test.name, kind)
            written.append((f"{name}.dat", data(f"vector length in bytes, {MB_PER_S}", rows)))
            if not has_figures(rows):
                continue  # gnuplot refuses to draw nothing
            line = Line(name, test.name, rows)
            lines.setdefault(kind, []).append(line)
            title = f"{test.title}, {kind}, on {where.host}"
            written.append((f"{name}.gp", _script(name, title, [line])))
    for kind, all_of_them in lines.items():
        name = where.named("cacheperf", kind)
        title = f"Memory hierarchy performance of {where.host}, {kind}"
        written.append((f"{name}.gp", _script(name, title, all_of_them)))
    return written


def _script(name: str, title: str, lines: list[Line]) -> str:
    return script(name, title, "vector length, bytes", MB_PER_S, lines)


def _rows(summary: Summary, test: Test) -> dict[str, list[Row]]:
    """The length of one vector and the rate, by the type of the elements."""
    found: dict[str, list[Row]] = {}
    for one in cells_of_one_process(summary, test.kernel):
        if one.curve == test.code:
            kind = str(one.cell.declared.point.get("type", "double"))
            marked = mark(one.cell)
            rate = NO_FIGURE if marked.missing else bytes_per_s(one.cell) / MEGABYTE
            found.setdefault(kind, []).append(((one.x / test.vectors, rate), marked))
    return found
