# SPDX-License-Identifier: BSD-3-Clause
"""Curves as gnuplot's data files, with a script for each kernel that draws them as SVG."""

from __future__ import annotations

from collections.abc import Sequence

from strobe.export.curves import Curve, CurvePoint, per_second

HEAD = "# x  median_us  low_us  high_us  rate (MB/s, or MFLOP/s)"
CONVERGED_HEAD = "converged (1, else 0)"
"""Of a last column, which a file has where a point of it did not converge."""
CONVERGED = 6

SCRIPT = """\
# Draws {kernel}: gnuplot {kernel}.gp
set terminal svg size 900,560 dynamic background rgb 'white'
set output '{kernel}.svg'
set title {title} noenhanced
set ylabel "time per operation, us"
set logscale y
set grid
set key {key}
{axis}
plot {plots}
"""

# Zero has no place on a logarithmic axis: it is drawn at one half, and labelled.
AXIS = """\
set xlabel {axis} noenhanced
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
    head = f"{HEAD}  {CONVERGED_HEAD}" if curve.has_unconverged else HEAD
    return (
        "\n".join([head, *(_line(point, curve.has_unconverged) for point in curve.points)]) + "\n"
    )


def script(curves: list[Curve]) -> str:
    """The script that draws all curves of one kernel from their data files."""
    kernel = curves[0].kernel
    plots = [
        f"'{curve.name}.dat' using (x($1)):2:3:4 with yerrorlines "
        f"title {quoted(curve.series or 'median')} noenhanced"
        for curve in curves
    ]
    unconverged = [curve for curve in curves if curve.has_unconverged]
    plots += marks([(f"'{curve.name}.dat' using (x($1))", CONVERGED) for curve in unconverged])
    axis = NO_AXIS
    if kernel.axis is not None:
        binary = kernel.axis.endswith("_bytes")
        axis = AXIS.format(axis=quoted(kernel.axis), format="%.0b%B" if binary else "%g")
        axis += around_one([point.x or 0.5 for curve in curves for point in curve.points])
    return SCRIPT.format(
        kernel=kernel.name,
        title=quoted(kernel.title),
        key="left top",
        axis=axis,
        plots=joined(plots),
    )


def quoted(text: str) -> str:
    """A text in which gnuplot replaces nothing: within double quotes it would run `commands`."""
    return "'" + text.replace("'", "''") + "'"


def around_one(xs: Sequence[float]) -> str:
    """The range of a logarithmic axis, where all points have one x; else gnuplot finds it."""
    x = xs[0]
    return f"\nset xrange [{x / 2:g}:{x * 2:g}]" if set(xs) == {x} else ""


def joined(plots: Sequence[str]) -> str:
    """What one `plot` draws, a line for each."""
    return ", \\\n     ".join(plots)


def marks(files: Sequence[tuple[str, int]]) -> list[str]:
    """Rings around the points that did not converge, explained once in the key.

    Each file comes with what to use along x, and the column that says whether a point converged.
    """
    style = "with points pointtype 6 pointsize 2 linecolor 'black'"
    return [
        f"{along_x}:(${converged} > 0 ? NaN : $2) {style} "
        + ("notitle" if number else "title 'did not converge'")
        for number, (along_x, converged) in enumerate(files)
    ]


def _line(point: CurvePoint, is_marked: bool) -> str:
    headline = point.headline
    work = point.flops_per_operation or point.bytes_per_operation
    times = (headline.median_s, headline.low_s, headline.high_s)
    columns = [1e6 * time_s for time_s in times]
    columns += [per_second(work, headline.median_s) / 1e6]
    columns += [not point.not_converged] if is_marked else []
    return " ".join([f"{point.x or 0:.15g}", *(f"{value:.6g}" for value in columns)])
