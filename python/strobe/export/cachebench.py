# SPDX-License-Identifier: BSD-3-Clause
"""CacheBench's data files and graphs: one of each test, which is one of its figures, and all."""

from __future__ import annotations

from strobe.export.cachebench_tests import MEGABYTE, TESTS, Test
from strobe.export.papers import Files, Line, Where, data, script
from strobe.gate.cells import measured
from strobe.records.summary import Summary
from strobe.report.streams import by_one, bytes_per_s

MB_PER_S = "MB/sec (MB = 2^20)"


def files(summary: Summary, where: Where) -> Files:
    """Those of every test that the run has; none of a run that has none of them."""
    written: Files = []
    lines: dict[str, list[Line]] = {}
    for test in TESTS:
        for kind, rows in _rows(summary, test).items():
            name = where.named(test.name, kind)
            line = Line(name, test.name)
            lines.setdefault(kind, []).append(line)
            title = f"{test.title}, {kind}, on {where.host}"
            written.append((f"{name}.dat", data(f"vector length in bytes, {MB_PER_S}", rows)))
            written.append((f"{name}.gp", _script(name, title, [line])))
    for kind, all_of_them in lines.items():
        name = where.named("cacheperf", kind)
        title = f"Memory hierarchy performance of {where.host}, {kind}"
        written.append((f"{name}.gp", _script(name, title, all_of_them)))
    return written


def _script(name: str, title: str, lines: list[Line]) -> str:
    return script(name, title, "vector length, bytes", MB_PER_S, lines)


def _rows(summary: Summary, test: Test) -> dict[str, list[tuple[float, float]]]:
    """The length of one vector and the rate, by the type of the elements."""
    found: dict[str, list[tuple[float, float]]] = {}
    # A data file holds all that was measured.
    for one in by_one(measured(summary), test.kernel):
        if one.curve == test.code:
            kind = str(one.cell.declared.point.get("type", "double"))
            row = (one.x / test.vectors, bytes_per_s(one.cell) / MEGABYTE)
            found.setdefault(kind, []).append(row)
    return found
