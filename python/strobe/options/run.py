# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
# ruff: noqa: E501, RUF009
"""The options of `strobe run`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from strobe.options.checking import Condition, Options, Rule
from strobe.options.kinds import FilePath, Text, Whole
from strobe.options.option import Option, spread
from strobe.options.runtime import RuntimeOptions

PROGRAM = Option(
    "PROGRAM", hyphen=True,
    help=(
        "Program and its arguments: an executable of C, C++, Fortran or Python, or a script; -- "
        "may precede it."
    )
)


@dataclass(frozen=True)
class RunOptions(Options):
    """The options of `strobe run`."""

    TABLE: ClassVar[Mapping[str, Option]] = {
        "ranks": Option(
            "--ranks",
            kind=Whole(least=1, most=2147483647), names=("--ranks", "-n"), metavar="N",
            group=(2, "Ranks"),
            help="Number of ranks (default: 1).",
        ),
        "summary": Option(
            "--summary",
            group=(11, "Output"),
            help=(
                "Summary at the end: table 5.3 of the BCS-MPI paper, the hash of all decisions, "
                "and the calls that a second run may answer differently."
            ),
        ),
        "per_rank": Option(
            "--per-rank",
            group=(11, "Output"),
            help="Summary at the end, with one for each rank.",
        ),
        "json": Option(
            "--json",
            group=(11, "Output"),
            help=(
                "Summary as one line of JSON on standard error, with the exit status and the "
                "last sentence."
            ),
        ),
        "record": Option(
            "--record",
            kind=FilePath(), metavar="FOLDER", group=(10, "What is recorded"),
            help=(
                "Folder for the record of the run, which `strobe report FOLDER` shows; an "
                "earlier record in it is replaced."
            ),
        ),
        "timeline": Option(
            "--timeline",
            kind=FilePath(), metavar="FILE", group=(10, "What is recorded"),
            help=(
                "File for a timeline of calls and messages, as a Perfetto trace for "
                "ui.perfetto.dev; by default the first 100000 calls of each rank. Excludes "
                "--monitor off."
            ),
        ),
        "live": Option(
            "--live",
            group=(11, "Output"),
            help=(
                "Display of what each rank on this host does while the program runs; a line "
                "every few seconds if standard error is no terminal. Excludes --monitor off."
            ),
        ),
        "sarif": Option(
            "--sarif",
            kind=FilePath(), metavar="FILE", group=(11, "Output"),
            help=(
                "File for what --check finds, in the format SARIF 2.1.0 that editors and code "
                "hosts show. Requires --check."
            ),
        ),
        "annotate": Option(
            "--annotate",
            group=(11, "Output"),
            help=(
                "What --check finds as annotations of GitHub Actions, on standard error. "
                "Requires --check."
            ),
        ),
        "gdb": Option(
            "--gdb",
            kind=Whole(least=0, most=2147483647), metavar="RANK", group=(14, "Debugger"),
            help="Rank that runs under GDB in this terminal, from MPI_Init on. Excludes --live.",
        ),
        "gdb_commands": Option(
            "--gdb-commands",
            kind=FilePath(), metavar="FILE", group=(14, "Debugger"),
            help="File of commands for GDB, which needs no terminal then. Requires --gdb.",
        ),
        "break_on_error": Option(
            "--break-on-error",
            group=(14, "Debugger"),
            help=(
                "Stop in GDB where a rank finds an error of --check, fails in a call or is in a "
                "deadlock; without a terminal the rank writes a backtrace. Excludes --live."
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
        "launcher": Option(
            "--launcher",
            kind=Text(), metavar="NAME", group=(2, "Ranks"),
            help=(
                "Launcher that starts the ranks: hydra, openmpi, intelmpi, srun or flux "
                "(default: the launcher of the program's MPI)."
            ),
        ),
        "launcher_args": Option(
            "--launcher-args",
            kind=Text(), metavar="WORDS", group=(2, "Ranks"), hyphen=True,
            help="Additional arguments for the launcher, quoted as one.",
        ),
        "hosts": Option(
            "--hosts",
            kind=Text(), metavar="HOST,...", group=(2, "Ranks"),
            help=(
                "Hosts for the ranks, as alpha,beta, with as many ranks on each; program, Strobe "
                "and the current folder must have the same paths there (default: this host)."
            ),
        ),
        "explain": Option(
            "--explain",
            group=(11, "Output"),
            help="Explanation of what Strobe would do; the program is not run.",
        ),
        "quiet": Option(
            "--quiet",
            names=("--quiet", "-q"), group=(11, "Output"),
            help=(
                "No progress and no notes on standard error; results and errors are still "
                "printed. Excludes --live."
            ),
        ),
    }
    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule("timeline", excludes=(Condition("monitor", "off"),)),
        Rule("live", excludes=(Condition("monitor", "off"),)),
        Rule("sarif", requires=(Condition("checks"),)),
        Rule("annotate", requires=(Condition("checks"),)),
        Rule("gdb", excludes=(Condition("live"),)),
        Rule("gdb_commands", requires=(Condition("gdb"),)),
        Rule("break_on_error", excludes=(Condition("live"),)),
        Rule("quiet", excludes=(Condition("live"),)),
        Rule(
            "monitor",
            requires=(Condition("summary"), Condition("per_rank"), Condition("json"), Condition("record"), Condition("timeline"), Condition("live"),),
        ),
    )
    ARGUMENTS: ClassVar[Mapping[str, str]] = {"program": "PROGRAM"}

    runtime: Annotated[RuntimeOptions, spread()] = RuntimeOptions()
    ranks: Annotated[int, RunOptions.TABLE["ranks"].parameter] = 1
    summary: Annotated[bool, RunOptions.TABLE["summary"].parameter] = False
    per_rank: Annotated[bool, RunOptions.TABLE["per_rank"].parameter] = False
    json: Annotated[bool, RunOptions.TABLE["json"].parameter] = False
    record: Annotated[Path | None, RunOptions.TABLE["record"].parameter] = None
    timeline: Annotated[Path | None, RunOptions.TABLE["timeline"].parameter] = None
    live: Annotated[bool, RunOptions.TABLE["live"].parameter] = False
    sarif: Annotated[Path | None, RunOptions.TABLE["sarif"].parameter] = None
    annotate: Annotated[bool, RunOptions.TABLE["annotate"].parameter] = False
    gdb: Annotated[int | None, RunOptions.TABLE["gdb"].parameter] = None
    gdb_commands: Annotated[Path | None, RunOptions.TABLE["gdb_commands"].parameter] = None
    break_on_error: Annotated[bool, RunOptions.TABLE["break_on_error"].parameter] = False
    mpi: Annotated[str | None, RunOptions.TABLE["mpi"].parameter] = None
    launcher: Annotated[str | None, RunOptions.TABLE["launcher"].parameter] = None
    launcher_args: Annotated[str, RunOptions.TABLE["launcher_args"].parameter] = ""
    hosts: Annotated[str, RunOptions.TABLE["hosts"].parameter] = ""
    explain: Annotated[bool, RunOptions.TABLE["explain"].parameter] = False
    quiet: Annotated[bool, RunOptions.TABLE["quiet"].parameter] = False
