# SPDX-License-Identifier: BSD-3-Clause
"""`strobe export`: a run, or the record of a job, for other tools."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

from strobe.base import writing
from strobe.base.errors import StrobeError
from strobe.cli.paths import near
from strobe.records.run import Run, load

Format = Literal["csv", "parquet", "osu", "gnuplot", "trace"]


def command(
    folder: Path,
    /,
    *,
    format: Format = "csv",
    gnuplot: bool = False,
    flops_per_second: float = 1e9,
    output: Path | None = None,
) -> None:
    """Write a run as csv, parquet, OSU's tables or gnuplot's files, or a job as SimGrid's trace.

    Parameters
    ----------
    folder
        The run's folder, or the record of a job: `strobe run --record FOLDER --monitor calls=N`.
    format
        csv and parquet have every sample; osu and gnuplot have the medians. A trace has what the
        ranks of a job computed and called, for `strobe simulate --format trace` and
        `smpirun -replay`.
    gnuplot
        The same as --format gnuplot. What CacheBench and BLASBench measure is also written under
        the names of their files, with host, type and time.
    flops_per_second
        Of a trace: how many operations a second of computation is written as. A replay on
        processors of the same rate takes as long.
    output
        The file (csv, parquet) or the folder (osu, gnuplot, trace); in the run's folder if not
        given.
    """
    if format == "trace":
        _trace(folder, flops_per_second, output)
        return
    run = load(folder)
    if gnuplot:
        format = "gnuplot"
    if format == "csv" or format == "parquet":
        from strobe.records import table

        target = output or folder / f"samples.{format}"
        target.parent.mkdir(parents=True, exist_ok=True)
        table.write(run, target, format)
    else:
        texts = _texts(run, format)
        target = _folder(folder, format, output)
        for name, text in texts:
            writing.write(target / name, text)
    print(near(target.absolute()))
    if run.left_out:
        print(f"strobe: {run.left_out}", file=sys.stderr)


def _folder(folder: Path, format: Format, output: Path | None) -> Path:
    """The one that was asked for, else one in the run's, which must not lead out of it."""
    if output is None:
        return writing.folder_in(folder, format)
    output.mkdir(parents=True, exist_ok=True)
    return output


def _trace(folder: Path, flops_per_second: float, output: Path | None) -> None:
    from strobe.export.trace import trace
    from strobe.records import job_record

    if flops_per_second <= 0:
        raise StrobeError(f"--flops-per-second wants a rate above 0, not {flops_per_second:g}")
    found = trace(job_record.read(folder), folder, flops_per_second)
    print(near(found.write(_folder(folder, "trace", output)).absolute()))
    for note in found.notes:
        print(f"strobe: {note}", file=sys.stderr)


def _texts(run: Run, format: Literal["osu", "gnuplot"]) -> list[tuple[str, str]]:
    """The files to write, by name. Raises StrobeError when the run has nothing to show."""
    from strobe.export import blasbench, cachebench, gnuplot, osu
    from strobe.export.curves import curves
    from strobe.export.papers import where
    from strobe.records.summary import summarise

    summary = summarise(run)
    found = curves(run, summary)
    if not found:
        raise StrobeError(f"{run.folder} has no cell with enough samples to export")
    if format == "osu":
        return [(f"{curve.name}.txt", osu.text(curve)) for curve in found]
    files = [(f"{curve.name}.dat", gnuplot.data(curve)) for curve in found]
    for kernel in dict.fromkeys(curve.kernel.name for curve in found):
        own = [curve for curve in found if curve.kernel.name == kernel]
        files.append((f"{kernel}.gp", gnuplot.script(own)))
    named = where(run)
    return [*files, *cachebench.files(summary, named), *blasbench.files(summary, named)]
