# SPDX-License-Identifier: BSD-3-Clause
"""Curves as gnuplot's data files, with a script for each kernel that draws them as SVG."""

from __future__ import annotations

from strobe.export.curves import Curve, CurvePoint

HEAD = "# x  median_us  low_us  high_us  rate (MB/s, or MFLOP/s)\n"

SCRIPT = """\
# Draws {kernel}: gnuplot {kernel}.gp
set terminal svg size 900,560 dynamic background rgb 'white'
set output '{kernel}.svg'
set title "{title}" noenhanced
set ylabel "time per operation, us"
set logscale y
set grid
set key {key}
{axis}
plot {plots}
"""

# Zero has no place on a logarithmic axis: it is drawn at one half, and labelled.
AXIS = """\
set xlabel "{axis}" noenhanced
set logscale x 2
set format x "{format}"
set xtics add ("0" 0.5)
x(v) = v > 0 ? v : 0.5"""

NO_AXIS = """\
unset xtics
set xrange [-1:1]
x(v) = 0"""


def data(curve: Curve) -> str:
    """One curve: x, the median, and the two ends of its interval in microseconds, the rate."""
    return HEAD + "".join(_line(point) for point in curve.points)


def script(curves: list[Curve]) -> str:
    """The script that draws all curves of one kernel from their data files."""
    kernel = curves[0].kernel
    plots = ", \\\n     ".join(
        f"'{curve.name}.dat' using (x($1)):2:3:4 with yerrorlines "
        f'title "{curve.series or "median"}" noenhanced'
        for curve in curves
    )
    axis = NO_AXIS
    if kernel.axis is not None:
        binary = kernel.axis.endswith("_bytes")
        axis = AXIS.format(axis=kernel.axis, format="%.0b%B" if binary else "%g")
    return SCRIPT.format(
        kernel=kernel.name, title=kernel.title, key="left top", axis=axis, plots=plots
    )


def _line(point: CurvePoint) -> str:
    headline = point.headline
    work = point.flops_per_operation or point.bytes_per_operation
    times = (headline.median_s, headline.low_s, headline.high_s)
    columns = [0.0 if point.x is None else point.x, *(1e6 * time_s for time_s in times)]
    return " ".join(f"{value:.6g}" for value in [*columns, work / headline.median_s / 1e6]) + "\n"
