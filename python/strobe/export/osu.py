# SPDX-License-Identifier: BSD-3-Clause
"""A run in the columns of the OSU Micro-Benchmarks 7, for scripts that were made for them.

A test of OSU that the suite `osu` declares gets a file of its own name, with means by OSU's
definitions. The curves of all other kernels get the columns of osu_latency or osu_bw, with medians.
"""

from __future__ import annotations

from strobe.export.curves import Curve, CurvePoint, per_second
from strobe.gate.cells import not_converged
from strobe.report.peers.section import figure
from strobe.report.peers.tables import PeerTable

SIZE_WIDTH = 10
VALUE_WIDTH = 18
ITERATIONS_WIDTH = 12
MARK = "*"


def test_file(table: PeerTable) -> tuple[str, str]:
    """The name and the text of the output of one of OSU's tests, as with its option -f."""
    benchmark = table.benchmark
    part = f"-{table.part.replace(' ', '_')}" if table.part else ""
    lines = [f"# {benchmark.title}", "# Measured by Strobe; means by OSU's definitions"]
    if benchmark.differs:
        lines.append(f"# Differs: {benchmark.differs}")
    if benchmark.columns == "osu_init":
        minimum, maximum, average = (f"{value:.0f}" for value in table.lines[0].figures)
        lines.append(
            f"nprocs: {table.ranks}, min: {minimum} ms, max: {maximum} ms, avg: {average} ms"
        )
    else:
        doubtful = [bool(not_converged(line.cell)) for line in table.lines]
        if any(doubtful):
            lines.append(f"# {MARK} marks a cell that did not converge to the wanted precision")
        has_size = table.lines[0].size is not None
        first = f"{'# Size':<{SIZE_WIDTH}}" if has_size else "# "
        lines.append(first + "".join(f"{head:>{_width(head)}}" for head in table.heads))
        for line, is_doubtful in zip(table.lines, doubtful, strict=True):
            size = f"{line.size:<{SIZE_WIDTH}}" if line.size is not None else "  "
            figures = "".join(
                f"{figure(head, value):>{_width(head)}}"
                for head, value in zip(table.heads, line.figures, strict=True)
            )
            lines.append(f"{size}{figures}{f'  {MARK}' if is_doubtful else ''}")
    return f"{benchmark.name}{part}.txt", "\n".join(lines) + "\n"


def _width(head: str) -> int:
    return ITERATIONS_WIDTH if head == "Iterations" else VALUE_WIDTH


def text(curve: Curve) -> str:
    """One curve as one such output; medians stand where OSU prints means, which the head says."""
    # What OSU's tools would print as MB/s (10^6 bytes); all else is a latency in microseconds.
    moves = any(point.bytes_per_operation > 0 for point in curve.points)
    is_bandwidth = curve.kernel.name == "bandwidth" or (curve.kernel.family == "memory" and moves)
    title = f"# Strobe {curve.kernel.title}" + (f" ({curve.series})" if curve.series else "")
    value = "Bandwidth (MB/s)" if is_bandwidth else "Latency (us)"
    lines = [title, "# Medians; OSU's own tools print means"]
    if curve.has_unconverged:
        lines.append(f"# {MARK} marks a median that did not converge to the wanted precision")
    has_size = curve.kernel.axis is not None
    lines.append(f"{'# Size':<{SIZE_WIDTH}}{value:>{VALUE_WIDTH}}" if has_size else f"# {value}")
    lines += [_line(point, is_bandwidth) for point in curve.points]
    return "\n".join(lines) + "\n"


def _line(point: CurvePoint, is_bandwidth: bool) -> str:
    time_s = point.headline.median_s
    value = per_second(point.bytes_per_operation, time_s) / 1e6 if is_bandwidth else time_s * 1e6
    mark = f"  {MARK}" if point.not_converged else ""
    size = "" if point.x is None else f"{int(point.x):<{SIZE_WIDTH}}"
    return f"{size}{value:>{VALUE_WIDTH}.2f}{mark}"
