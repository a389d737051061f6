# SPDX-License-Identifier: BSD-3-Clause
"""`strobe export`: a run, or the record of a job, for other tools."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

from strobe.base import writing
from strobe.base.errors import StrobeError
from strobe.cli.paths import near
from strobe.options.export import FOLDER, ExportOptions
from strobe.options.option import spread
from strobe.records.run import Run, load

Format = Literal["csv", "parquet", "osu", "imb", "gnuplot", "stream", "json", "trace", "simgrid"]
DEFAULTS = ExportOptions()


def command(
    folder: Annotated[Path, FOLDER.argument],
    /,
    *,
    options: Annotated[ExportOptions, spread()] = DEFAULTS,
) -> None:
    """Write the files, and print where they are."""
    options.check(folder=folder)
    output = options.output
    format: Format = "gnuplot" if options.gnuplot else options.format
    if format == "trace":
        _trace(folder, options.flops_per_second, output)
        return
    if format == "simgrid":
        from strobe.export import simgrid

        texts = simgrid.files(folder, options.hosts)
        target = _folder(folder, format, output)
        for name, text in texts:
            writing.write(target / name, text)
        print(near(target.absolute()))
        return
    run = load(folder)
    if format == "csv" or format == "parquet":
        from strobe.records import table

        target = output or folder / f"samples.{format}"
        target.parent.mkdir(parents=True, exist_ok=True)
        table.write(run, target, format)
    elif format == "json":
        target = output or folder / "figures.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        _figures(run, target)
    else:
        texts = _texts(run, format)
        target = _folder(folder, format, output)
        for name, text in texts:
            writing.write(target / name, text)
    print(near(target.absolute()))
    if run.left_out:
        print(f"strobe: {run.left_out}", file=sys.stderr)


def _figures(run: Run, target: Path) -> None:
    from strobe.export import cells
    from strobe.records.summary import summarise

    writing.write(target, cells.text(run, summarise(run)))


def _folder(folder: Path, format: Format, output: Path | None) -> Path:
    """The one that was asked for, else one in the run's, which must not lead out of it."""
    if output is None:
        return writing.folder_in(folder, format)
    output.mkdir(parents=True, exist_ok=True)
    return output


def _trace(folder: Path, flops_per_second: float, output: Path | None) -> None:
    from strobe.coscheduling.trace import trace
    from strobe.records import job_record

    found = trace(job_record.read(folder), folder, flops_per_second)
    print(near(found.write(_folder(folder, "trace", output)).absolute()))
    for note in found.notes:
        print(f"strobe: {note}", file=sys.stderr)


def _texts(run: Run, format: Literal["osu", "imb", "gnuplot", "stream"]) -> list[tuple[str, str]]:
    """The files to write, by name. Raises StrobeError when the run has nothing to show."""
    from strobe.export import blasbench, cachebench, gnuplot, imb, osu, stream
    from strobe.export.curves import curves
    from strobe.export.papers import where
    from strobe.records.summary import summarise
    from strobe.report.peers.declared import benchmarks
    from strobe.report.peers.tables import peer_tables
    from strobe.report.run.inputs import load_context

    summary = summarise(run)
    if format == "stream":
        tables = stream.files(summary, load_context(run.folder), where(run))
        if not tables:
            raise StrobeError(
                f"{run.folder} has no table of STREAM; `strobe measure stream` measures it"
            )
        return tables
    found = curves(run, summary)
    if not found:
        raise StrobeError(f"{run.folder} has no cell with enough samples to export")
    if format == "imb":
        made = imb.files(peer_tables(summary, benchmarks("imb")))
        if not made:
            raise StrobeError(
                f"{run.folder} has no cell that the Intel MPI Benchmarks measure; "
                "measure the suite imb"
            )
        return made
    if format == "osu":
        tests = [osu.test_file(table) for table in peer_tables(summary, benchmarks("osu"))]
        return [*tests, *((f"{curve.name}.txt", osu.text(curve)) for curve in found)]
    files = [(f"{curve.name}.dat", gnuplot.data(curve)) for curve in found]
    for kernel in dict.fromkeys(curve.kernel.name for curve in found):
        own = [curve for curve in found if curve.kernel.name == kernel]
        files.append((f"{kernel}.gp", gnuplot.script(own)))
    named = where(run)
    return [*files, *cachebench.files(summary, named), *blasbench.files(summary, named)]
