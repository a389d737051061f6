# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
# ruff: noqa: E501
"""The options of `strobe predict`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, ClassVar

from strobe.options.checking import Condition, Options, Rule
from strobe.options.kinds import FilePath, Text, Whole
from strobe.options.option import Option

JOB = Option(
    "JOB", kind=FilePath(), hyphen=False,
    help="Record of a job, with all calls or with its profile; with --run, the folder for it."
)


@dataclass(frozen=True)
class PredictOptions(Options):
    """The options of `strobe predict`."""

    TABLE: ClassVar[Mapping[str, Option]] = {
        "on": Option(
            "--on",
            kind=Text(), metavar="MACHINE", group=(4, "Machine"),
            help=(
                "Machine: the folder of a run of `strobe measure`, a network.json of `strobe "
                "fit`, or a machine of the papers, such as 'Intel Paragon XP/S'."
            ),
        ),
        "within": Option(
            "--within",
            kind=FilePath(), metavar="RUN", group=(4, "Machine"),
            help=(
                "Run of `strobe measure` within one node of the machine, for ranks that share a "
                "node."
            ),
        ),
        "network": Option(
            "--network",
            kind=Text(), metavar="MACHINE", group=(4, "Machine"),
            help=(
                "The network between the nodes is that of another machine: a run between hosts, "
                "a network.json, or a machine of the papers. Excludes --validate."
            ),
        ),
        "recorded_on": Option(
            "--recorded-on",
            kind=FilePath(), metavar="RUN", group=(4, "Machine"),
            help=(
                "Run of `strobe measure` on the machine where the job was recorded. The job is "
                "predicted for it, too, and computation is scaled by what the memory and the "
                "arithmetic of both machines allow."
            ),
        ),
        "ranks_per_node": Option(
            "--ranks-per-node",
            kind=Whole(least=1), metavar="K", group=(4, "Machine"),
            help="Number of ranks on each node (default: all for a machine of one node, else 1).",
        ),
        "nodes": Option(
            "--nodes",
            kind=Whole(least=1), metavar="N", group=(4, "Machine"),
            help=(
                "Number of nodes, over which the ranks divide evenly (default: as "
                "--ranks-per-node says). Excludes --ranks-per-node or --with."
            ),
        ),
        "what_if": Option(
            "--what-if",
            kind=Text(), metavar="FACTORS", group=(4, "Machine"),
            help=(
                "How the machine differs, as in 'latency=0.5x bandwidth=2x overhead=0.5x "
                "compute=1.3x': each is so many times as large (default: the machine as it is)."
            ),
        ),
        "others": Option(
            "--with",
            kind=FilePath(), metavar="JOB", group=(2, "Ranks"), repeats=True,
            help="Record of the same program on another number of ranks; may be repeated.",
        ),
        "ranks": Option(
            "--ranks",
            kind=Whole(least=1), names=("--ranks", "-n"), metavar="N", group=(2, "Ranks"),
            help=(
                "Number of ranks to predict for. With --run the program is recorded on as many. "
                "With --with it is fitted from records on at least three others (default: that "
                "of the record, or 2). Requires --run or --with."
            ),
        ),
        "run": Option(
            "--run",
            kind=Text(), metavar="COMMAND", group=(2, "Ranks"),
            help=(
                "Record the program first, as in --run './app 1000'. The ranks may be more than "
                "this machine has cores. Excludes --with."
            ),
        ),
        "sweep": Option(
            "--sweep",
            kind=Text(), metavar="WHAT=LOW:HIGH", group=(4, "Machine"),
            help=(
                "Curve over a parameter of --what-if, as in latency=0.1:10, or over the number "
                "of ranks, as in ranks=2:64."
            ),
        ),
        "validate": Option(
            "--validate",
            group=(16, "Validation"),
            help=(
                "Run the program, on this machine and as the benchmark of --on was launched, and "
                "compare its time with the prediction."
            ),
        ),
        "rounds": Option(
            "--rounds",
            kind=Whole(least=1, most=1000), metavar="N", group=(16, "Validation"),
            help="Number of such runs (default: 5). Requires --validate.",
        ),
        "launch": Option(
            "--launch",
            kind=Text(), metavar="COMMAND", group=(16, "Validation"),
            help=(
                "Launcher and its arguments, as in 'mpiexec -n 2 -hosts one,two' (default: as "
                "the benchmark was launched). Requires --validate."
            ),
        ),
        "trust_folder": Option(
            "--trust-folder",
            group=(16, "Validation"),
            help=(
                "Run the program of the record and the launcher of the run without asking, for "
                "scripts. Requires --validate."
            ),
        ),
        "draws": Option(
            "--draws",
            kind=Whole(least=0, most=10000), metavar="N", group=(15, "Interval"),
            help=(
                "Number of replays that give the interval; a quarter of them for each point of a "
                "sweep (default: 40)."
            ),
        ),
        "seed": Option(
            "--seed",
            kind=Whole(least=0, most=2147483647), metavar="N", group=(15, "Interval"),
            help="Seed of these replays (default: 0).",
        ),
        "jobs": Option(
            "--jobs",
            kind=Whole(least=1, most=4096), metavar="N", group=(15, "Interval"),
            help="Number of replays at a time (default: the number of cores).",
        ),
        "report": Option(
            "--report",
            kind=FilePath(), metavar="FOLDER", group=(11, "Output"),
            help="Folder for a page with all of it, its plots, and prediction.json.",
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
    }
    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule("network", excludes=(Condition("validate"),)),
        Rule("nodes", excludes=(Condition("ranks_per_node"), Condition("others"),)),
        Rule("ranks", requires=(Condition("run"), Condition("others"),)),
        Rule("run", excludes=(Condition("others"),)),
        Rule("rounds", requires=(Condition("validate"),)),
        Rule("launch", requires=(Condition("validate"),)),
        Rule("trust_folder", requires=(Condition("validate"),)),
    )
    ARGUMENTS: ClassVar[Mapping[str, str]] = {"job": "JOB"}

    on: Annotated[str | None, PredictOptions.TABLE["on"].parameter] = None
    within: Annotated[Path | None, PredictOptions.TABLE["within"].parameter] = None
    network: Annotated[str | None, PredictOptions.TABLE["network"].parameter] = None
    recorded_on: Annotated[Path | None, PredictOptions.TABLE["recorded_on"].parameter] = None
    ranks_per_node: Annotated[int | None, PredictOptions.TABLE["ranks_per_node"].parameter] = None
    nodes: Annotated[int | None, PredictOptions.TABLE["nodes"].parameter] = None
    what_if: Annotated[str, PredictOptions.TABLE["what_if"].parameter] = ""
    others: Annotated[list[Path], PredictOptions.TABLE["others"].parameter] = field(default_factory=list)
    ranks: Annotated[int | None, PredictOptions.TABLE["ranks"].parameter] = None
    run: Annotated[str | None, PredictOptions.TABLE["run"].parameter] = None
    sweep: Annotated[str | None, PredictOptions.TABLE["sweep"].parameter] = None
    validate: Annotated[bool, PredictOptions.TABLE["validate"].parameter] = False
    rounds: Annotated[int, PredictOptions.TABLE["rounds"].parameter] = 5
    launch: Annotated[str | None, PredictOptions.TABLE["launch"].parameter] = None
    trust_folder: Annotated[bool, PredictOptions.TABLE["trust_folder"].parameter] = False
    draws: Annotated[int, PredictOptions.TABLE["draws"].parameter] = 40
    seed: Annotated[int, PredictOptions.TABLE["seed"].parameter] = 0
    jobs: Annotated[int | None, PredictOptions.TABLE["jobs"].parameter] = None
    report: Annotated[Path | None, PredictOptions.TABLE["report"].parameter] = None
    json: Annotated[bool, PredictOptions.TABLE["json"].parameter] = False
    quiet: Annotated[bool, PredictOptions.TABLE["quiet"].parameter] = False
