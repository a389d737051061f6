# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
# ruff: noqa: E501
"""The options of `strobe export`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from strobe.options.checking import Condition, Options, Rule
from strobe.options.kinds import Choice, FilePath, Number, Whole
from strobe.options.option import Option

FOLDER = Option(
    "FOLDER", kind=FilePath(), hyphen=False,
    help=(
        "Folder of the run, or the record of a job: `strobe run --record FOLDER --monitor "
        "calls=N`."
    )
)


@dataclass(frozen=True)
class ExportOptions(Options):
    """The options of `strobe export`."""

    TABLE: ClassVar[Mapping[str, Option]] = {
        "format": Option(
            "--format",
            kind=Choice(("csv", "parquet", "osu", "imb", "gnuplot", "stream", "json", "trace", "simgrid")),
            metavar="WORD", group=(11, "Output"),
            help=(
                "Format. csv and parquet have every sample. The formats osu, imb and stream have "
                "the tables of the OSU Micro-Benchmarks, the Intel MPI Benchmarks and STREAM. "
                "The format gnuplot has the medians, and json the median, interval and quality "
                "of each cell. A trace has what the ranks of a job computed and called, for "
                "`strobe simulate --format trace` and `smpirun -replay`. The format simgrid is "
                "the measured machine as a platform of SimGrid (default: csv)."
            ),
        ),
        "gnuplot": Option(
            "--gnuplot",
            group=(11, "Output"),
            help=(
                "The same as --format gnuplot; results of CacheBench and BLASBench are also "
                "written under the names of their own files."
            ),
        ),
        "flops_per_second": Option(
            "--flops-per-second",
            kind=Number(above=0), metavar="RATE", group=(11, "Output"),
            help=(
                "Number of operations as which a trace has one second of computation; a replay "
                "on processors of this speed takes as long (default: 1000000000). Requires "
                "--format trace."
            ),
        ),
        "hosts": Option(
            "--hosts",
            kind=Whole(least=1, most=1000000), metavar="N", group=(11, "Output"),
            help="Number of hosts of the platform (default: 2). Requires --format simgrid.",
        ),
        "output": Option(
            "--output",
            kind=FilePath(), metavar="PATH", group=(11, "Output"),
            help=(
                "File (csv, parquet, json) or folder (osu, imb, gnuplot, stream, trace, simgrid) "
                "to write (default: in the run's folder)."
            ),
        ),
    }
    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule("flops_per_second", requires=(Condition("format", "trace"),)),
        Rule("hosts", requires=(Condition("format", "simgrid"),)),
    )
    ARGUMENTS: ClassVar[Mapping[str, str]] = {"folder": "FOLDER"}

    format: Annotated[Literal["csv", "parquet", "osu", "imb", "gnuplot", "stream", "json", "trace", "simgrid"], ExportOptions.TABLE["format"].parameter] = "csv"
    gnuplot: Annotated[bool, ExportOptions.TABLE["gnuplot"].parameter] = False
    flops_per_second: Annotated[float, ExportOptions.TABLE["flops_per_second"].parameter] = 1000000000.0
    hosts: Annotated[int, ExportOptions.TABLE["hosts"].parameter] = 2
    output: Annotated[Path | None, ExportOptions.TABLE["output"].parameter] = None
