# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
# ruff: noqa: RUF009
"""The options of `strobe check mpi`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from strobe.options.checking import Options
from strobe.options.kinds import FilePath
from strobe.options.measurement import MeasureOptions
from strobe.options.option import Option, spread

FOLDER = Option(
    "FOLDER", kind=FilePath(), hyphen=False,
    help="Folder of a run to judge (default: a new run of the suite consistency)."
)


@dataclass(frozen=True)
class CheckMpiOptions(Options):
    """The options of `strobe check mpi`."""

    TABLE: ClassVar[Mapping[str, Option]] = {
        "output": Option(
            "--output",
            kind=FilePath(), metavar="FOLDER", group=(11, "Output"),
            help="Folder in which the run's folder is created (default: results).",
        ),
        "json": Option(
            "--json",
            group=(11, "Output"),
            help="Every test as JSON on standard output.",
        ),
        "junit": Option(
            "--junit",
            kind=FilePath(), metavar="FILE", group=(11, "Output"),
            help=(
                "File for a report in JUnit's XML, with one test case for each guideline and "
                "size; Jenkins, GitLab and other CI servers show it."
            ),
        ),
        "quiet": Option(
            "--quiet",
            names=("--quiet", "-q"), group=(11, "Output"),
            help=(
                "No progress and no notes on standard error; results and errors are still "
                "printed."
            ),
        ),
    }
    ARGUMENTS: ClassVar[Mapping[str, str]] = {"folder": "FOLDER"}

    measurement: Annotated[MeasureOptions, spread()] = MeasureOptions()
    output: Annotated[Path, CheckMpiOptions.TABLE["output"].parameter] = Path("results")
    json: Annotated[bool, CheckMpiOptions.TABLE["json"].parameter] = False
    junit: Annotated[Path | None, CheckMpiOptions.TABLE["junit"].parameter] = None
    quiet: Annotated[bool, CheckMpiOptions.TABLE["quiet"].parameter] = False
