# SPDX-License-Identifier: BSD-3-Clause
"""`strobe export`: a run for other tools."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Literal

from strobe.cli.paths import near
from strobe.errors import StrobeError
from strobe.records.run import load

Format = Literal["csv", "parquet", "osu", "gnuplot"]


def command(
    folder: Path,
    /,
    *,
    format: Format = "csv",
    gnuplot: bool = False,
    output: Path | None = None,
) -> None:
    """Write a run as csv, parquet, OSU's tables or gnuplot's files.

    Parameters
    ----------
    folder
        The run's folder.
    format
        csv and parquet have every sample; osu and gnuplot have the medians.
    gnuplot
        The same as --format gnuplot. What CacheBench and BLASBench measure is also written under
        the names of their files, with host, type and time.
    output
        The file (csv, parquet) or the folder (osu, gnuplot); in the run's folder if not given.
    """
    load(folder)  # refuses what is no run, with one sentence
    if gnuplot:
        format = "gnuplot"
    if format == "csv" or format == "parquet":
        from strobe.records import table

        target = output or folder / f"samples.{format}"
        target.parent.mkdir(parents=True, exist_ok=True)
        table.write(folder, target, format)
    else:
        target = output or folder / format
        target.mkdir(parents=True, exist_ok=True)
        for name, text in _texts(folder, format):
            (target / name).write_text(text, encoding="utf-8")
    print(near(target.absolute()))


def _texts(folder: Path, format: Literal["osu", "gnuplot"]) -> list[tuple[str, str]]:
    """The files to write, by name. Raises StrobeError when the run has nothing to show."""
    from strobe.export import blasbench, cachebench, gnuplot, osu
    from strobe.export.curves import curves
    from strobe.export.papers import where
    from strobe.records.summary import summarise

    run = load(folder)
    summary = summarise(run)
    found = curves(run, summary)
    if not found:
        raise StrobeError(f"no cell of {folder} has enough samples to be written")
    if format == "osu":
        return [(f"{curve.name}.txt", osu.text(curve)) for curve in found]
    files = [(f"{curve.name}.dat", gnuplot.data(curve)) for curve in found]
    for kernel, group in groupby(found, key=lambda curve: curve.kernel.name):
        files.append((f"{kernel}.gp", gnuplot.script(list(group))))
    named = where(run)
    return [*files, *cachebench.files(summary, named), *blasbench.files(summary, named)]
