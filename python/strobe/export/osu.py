# SPDX-License-Identifier: BSD-3-Clause
"""Curves in the columns that osu_latency and osu_bw print (OSU Micro-Benchmarks 7), for scripts
that were made for them."""

from __future__ import annotations

from strobe.export.curves import Curve, CurvePoint, per_second

SIZE_WIDTH = 10
VALUE_WIDTH = 18
MARK = "*"


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
