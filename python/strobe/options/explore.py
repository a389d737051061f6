# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
# ruff: noqa: E501
"""The options of `strobe explore`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from strobe.options.checking import Options
from strobe.options.kinds import Choice, FilePath, Number, Text, Whole
from strobe.options.option import Option

PROGRAM = Option(
    "PROGRAM", hyphen=True,
    help="Program and its arguments, as for `strobe run`; -- may precede it."
)


@dataclass(frozen=True)
class ExploreOptions(Options):
    """The options of `strobe explore`."""

    TABLE: ClassVar[Mapping[str, Option]] = {
        "ranks": Option(
            "--ranks",
            kind=Whole(least=1, most=2147483647), names=("--ranks", "-n"), metavar="N",
            group=(2, "Ranks"),
            help="Number of ranks (default: 1).",
        ),
        "runs": Option(
            "--runs",
            kind=Whole(least=1, most=1000000000), metavar="N", group=(13, "Limit"),
            help="Limit of the number of runs (default: 1000).",
        ),
        "budget": Option(
            "--budget",
            kind=Number(above=0), metavar="SECONDS", group=(13, "Limit"),
            help="Time after which no further run begins, in seconds (default: 600).",
        ),
        "run_limit": Option(
            "--run-limit",
            kind=Number(above=0), metavar="SECONDS", group=(13, "Limit"),
            help="Time that one run may take, in seconds (default: 60).",
        ),
        "jobs": Option(
            "--jobs",
            kind=Whole(least=1, most=4096), metavar="N", group=(13, "Limit"),
            help="Number of runs at a time (default: the number of cores).",
        ),
        "sends": Option(
            "--sends",
            kind=Choice(("buffered", "synchronous", "both")), metavar="WORD", group=(3, "Runtime"),
            help=(
                "Whether sends wait for their receives: buffered, synchronous or both (default: "
                "both)."
            ),
        ),
        "test_delays": Option(
            "--test-delays",
            kind=Whole(least=0, most=1000000000), metavar="N", group=(13, "Limit"),
            help=(
                "How often tests of a request, or nonblocking probes for a message, find nothing "
                "although it could be there (default: 1)."
            ),
        ),
        "output": Option(
            "--output",
            kind=FilePath(), metavar="FOLDER", group=(11, "Output"),
            help=(
                "Folder for the choices of each outcome, for `strobe run --replay`; an earlier "
                "exploration in it is replaced (default: outcomes)."
            ),
        ),
        "report": Option(
            "--report",
            kind=FilePath(), metavar="FILE", group=(11, "Output"),
            help=(
                "Page of the outcomes: the tree of choices, and two outcomes side by side as "
                "diagrams of their messages."
            ),
        ),
        "json": Option(
            "--json",
            group=(11, "Output"),
            help="JSON on standard output in place of text.",
        ),
        "quiet": Option(
            "--quiet",
            names=("--quiet", "-q"), group=(11, "Output"),
            help=(
                "No progress and no notes on standard error; results and errors are still "
                "printed."
            ),
        ),
        "mpi": Option(
            "--mpi",
            kind=Text(), metavar="NAME", group=(2, "Ranks"),
            help=(
                "MPI of a program that is a script: its name in strobe list, its prefix, its bin "
                "folder or its mpicxx (default: the launcher's MPI)."
            ),
        ),
    }
    ARGUMENTS: ClassVar[Mapping[str, str]] = {"program": "PROGRAM"}

    ranks: Annotated[int, ExploreOptions.TABLE["ranks"].parameter] = 1
    runs: Annotated[int, ExploreOptions.TABLE["runs"].parameter] = 1000
    budget: Annotated[float, ExploreOptions.TABLE["budget"].parameter] = 600.0
    run_limit: Annotated[float, ExploreOptions.TABLE["run_limit"].parameter] = 60.0
    jobs: Annotated[int | None, ExploreOptions.TABLE["jobs"].parameter] = None
    sends: Annotated[Literal["buffered", "synchronous", "both"], ExploreOptions.TABLE["sends"].parameter] = "both"
    test_delays: Annotated[int, ExploreOptions.TABLE["test_delays"].parameter] = 1
    output: Annotated[Path, ExploreOptions.TABLE["output"].parameter] = Path("outcomes")
    report: Annotated[Path | None, ExploreOptions.TABLE["report"].parameter] = None
    json: Annotated[bool, ExploreOptions.TABLE["json"].parameter] = False
    quiet: Annotated[bool, ExploreOptions.TABLE["quiet"].parameter] = False
    mpi: Annotated[str | None, ExploreOptions.TABLE["mpi"].parameter] = None
