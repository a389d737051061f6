# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
# ruff: noqa: RUF009
"""The options of `strobe measure`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from strobe.options.checking import Condition, Options, Rule
from strobe.options.kinds import FilePath
from strobe.options.measurement import MeasureOptions
from strobe.options.option import Option, spread

SUITE = Option(
    "SUITE", hyphen=False,
    help="Suite to measure: a name or a file (default: quick, if no --kernel is given)."
)


@dataclass(frozen=True)
class MeasureCommandOptions(Options):
    """The options of `strobe measure`."""

    TABLE: ClassVar[Mapping[str, Option]] = {
        "output": Option(
            "--output",
            kind=FilePath(), metavar="FOLDER", group=(11, "Output"),
            help="Folder in which the run's folder is created (default: results).",
        ),
        "resume": Option(
            "--resume",
            kind=FilePath(), metavar="FOLDER", group=(11, "Output"),
            help=(
                "Folder of an interrupted run to continue with its own suite and options; "
                "launcher, strobe-bench and MPI are found as for a new run. Strobe asks before "
                "it continues a run whose options name an MPI, launcher arguments, a BLAS or a "
                "scratch folder. Excludes all options but --output, --report, --trust-folder or "
                "--quiet."
            ),
        ),
        "trust_folder": Option(
            "--trust-folder",
            group=(11, "Output"),
            help="Continue such a run without asking, for scripts. Requires --resume.",
        ),
        "report": Option(
            "--report",
            group=(11, "Output"),
            help="Fit the models and write the report page at the end.",
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
    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule("resume", excludes_all_but=("output", "report", "trust_folder", "quiet",)),
        Rule("trust_folder", requires=(Condition("resume"),)),
    )
    ARGUMENTS: ClassVar[Mapping[str, str]] = {"suite": "SUITE"}

    measurement: Annotated[MeasureOptions, spread()] = MeasureOptions()
    output: Annotated[Path, MeasureCommandOptions.TABLE["output"].parameter] = Path("results")
    resume: Annotated[Path | None, MeasureCommandOptions.TABLE["resume"].parameter] = None
    trust_folder: Annotated[bool, MeasureCommandOptions.TABLE["trust_folder"].parameter] = False
    report: Annotated[bool, MeasureCommandOptions.TABLE["report"].parameter] = False
    quiet: Annotated[bool, MeasureCommandOptions.TABLE["quiet"].parameter] = False
