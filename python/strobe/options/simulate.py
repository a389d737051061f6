# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
# ruff: noqa: E501
"""The options of `strobe simulate`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from strobe.options.checking import Condition, Options, Rule
from strobe.options.kinds import Choice, FilePath, Number, Text, Whole
from strobe.options.option import Option

PROGRAM = Option(
    "PROGRAM", hyphen=False,
    help=(
        "Program to simulate: a name such as barrier, ping-pong or sweep, or a file with a "
        "script or a trace."
    )
)


@dataclass(frozen=True)
class SimulateOptions(Options):
    """The options of `strobe simulate`."""

    TABLE: ClassVar[Mapping[str, Option]] = {
        "format": Option(
            "--format",
            kind=Choice(("script", "trace")), metavar="WORD", group=(0, "Program"),
            passed_on="--format",
            help=(
                "Format of the program's file: script or trace; a trace is a time-independent "
                "trace of SimGrid (default: script)."
            ),
        ),
        "flops_per_second": Option(
            "--flops-per-second",
            kind=Number(above=0), metavar="RATE", group=(0, "Program"),
            passed_on="--flops-per-second",
            help=(
                "Speed of a processor that executes the computation of a trace, in operations "
                "per second."
            ),
        ),
        "mode": Option(
            "--mode",
            kind=Choice(("strict", "adaptive", "deterministic", "fast")), metavar="WORD",
            group=(4, "Machine"), passed_on="--mode", always=True,
            help=(
                "Which messages wait for a strobe: all of them (strict, adaptive), those whose "
                "order depends on timing (deterministic), or none (fast). Slices end by the "
                "clock (strict) or when no rank can continue (adaptive) (default: strict)."
            ),
        ),
        "network": Option(
            "--network",
            kind=Text(), metavar="NAME|FILE", group=(4, "Machine"), passed_on="--network",
            always=True,
            help=(
                "Network: a name from table 2.1 of the BCS-MPI paper, or a JSON file such as the "
                "one that `strobe fit` writes (default: qsnet)."
            ),
        ),
        "t_o": Option(
            "--t-o",
            kind=Text(), metavar="TIME", group=(4, "Machine"), passed_on="--t-o",
            help=(
                "T_o: time to combine two contributions to a reduction, in microseconds. START, "
                "or START,SLOPE with a slope per byte or double (default: the network's, or 0)."
            ),
        ),
        "parallel_transfers": Option(
            "--parallel-transfers",
            kind=Number(least=1), metavar="K", group=(4, "Machine"),
            passed_on="--parallel-transfers",
            help=(
                "Blocks in transit at once that share no links. With more, each moves its data "
                "more slowly, in proportion (default: the network's, or no limit)."
            ),
        ),
        "nodes": Option(
            "--nodes",
            kind=Whole(least=1, most=2147483647), metavar="N", group=(4, "Machine"),
            passed_on="--nodes", always=True,
            help="Number of compute nodes (default: 32).",
        ),
        "ranks_per_node": Option(
            "--ranks-per-node",
            kind=Whole(least=1, most=2147483647), metavar="N", group=(4, "Machine"),
            passed_on="--ranks-per-node", always=True,
            help="Number of ranks on each node (default: 2).",
        ),
        "steps": Option(
            "--steps",
            kind=Whole(least=0, most=18446744073709551615), metavar="N", group=(0, "Program"),
            passed_on="--steps", always=True,
            help="Number of steps of the program (default: 10).",
        ),
        "grain_us": Option(
            "--grain",
            kind=Number(least=0), metavar="US", group=(0, "Program"), passed_on="--grain",
            always=True,
            help="Computation in each step, in microseconds (default: 1000).",
        ),
        "size": Option(
            "--size",
            kind=Whole(least=0, most=9223372036854775807), metavar="BYTES", group=(0, "Program"),
            passed_on="--size", always=True,
            help="Size of a message, in bytes (default: 8).",
        ),
        "slice_us": Option(
            "--slice",
            kind=Number(above=0), metavar="US", group=(4, "Machine"), passed_on="--slice",
            always=True,
            help="Length of a time slice, in microseconds (default: 250).",
        ),
        "slice_bytes": Option(
            "--slice-bytes",
            kind=Whole(least=0, most=9223372036854775807), metavar="BYTES", group=(4, "Machine"),
            passed_on="--slice-bytes",
            help=(
                "Most data that a node receives in one slice, in bytes; 0 is what the network "
                "carries in half a slice (default: 0)."
            ),
        ),
        "eager": Option(
            "--eager",
            kind=Whole(least=-1, most=9223372036854775807), metavar="BYTES", group=(4, "Machine"),
            passed_on="--eager",
            help=(
                "Largest message whose send completes at once, in bytes; -1 is none (default: "
                "-1)."
            ),
        ),
        "seed": Option(
            "--seed",
            kind=Whole(least=0, most=18446744073709551615), metavar="SEED", group=(0, "Program"),
            passed_on="--seed", always=True,
            help="Seed of all random numbers (default: 1).",
        ),
        "jitter": Option(
            "--jitter",
            kind=Number(least=0), metavar="X", group=(5, "Clock and noise"), passed_on="--jitter",
            help="Mean delay of a block of data, in start-up times of the network (default: 0).",
        ),
        "jitter_shape": Option(
            "--jitter-shape",
            kind=Choice(("exponential", "normal", "uniform", "lognormal", "pareto")),
            metavar="WORD", group=(5, "Clock and noise"), passed_on="--jitter-shape",
            help=(
                "Distribution of these delays: exponential, normal, uniform, lognormal or "
                "pareto; lognormal and pareto have a long tail (default: exponential). Requires "
                "--jitter."
            ),
        ),
        "noise_us": Option(
            "--noise",
            kind=Number(least=0), metavar="US", group=(5, "Clock and noise"), passed_on="--noise",
            help=(
                "Time that the operating system takes at each interruption, in microseconds "
                "(default: 0)."
            ),
        ),
        "noise_period_us": Option(
            "--noise-period",
            kind=Number(least=0), metavar="US", group=(5, "Clock and noise"),
            passed_on="--noise-period",
            help="Period of these interruptions, in microseconds (default: 0). Requires --noise.",
        ),
        "drift": Option(
            "--drift",
            kind=Number(least=-0.5, most=0.5), metavar="X", group=(5, "Clock and noise"),
            passed_on="--drift",
            help="Drift of the strobe sender's clock, relative to the true time (default: 0).",
        ),
        "drift_shape": Option(
            "--drift-shape",
            kind=Choice(("constant", "linear", "periodic", "random-walk")), metavar="WORD",
            group=(5, "Clock and noise"), passed_on="--drift-shape",
            help=(
                "Course of the clock drift: constant, linear, periodic or random-walk. In each "
                "period, linear grows by the drift, periodic follows a sine, and random-walk "
                "makes a step of this size (default: constant). Requires --drift."
            ),
        ),
        "drift_period_us": Option(
            "--drift-period",
            kind=Number(above=0), metavar="US", group=(5, "Clock and noise"),
            passed_on="--drift-period",
            help=(
                "Period of the clock drift, in microseconds (default: 1000000). Requires "
                "--drift-shape."
            ),
        ),
        "timer_late_us": Option(
            "--timer-late",
            kind=Number(least=0), metavar="US", group=(5, "Clock and noise"),
            passed_on="--timer-late",
            help=(
                "Mean delay of the strobe sender's timer, in microseconds; the next slice starts "
                "that much later (default: 0)."
            ),
        ),
        "timer_late_shape": Option(
            "--timer-late-shape",
            kind=Choice(("exponential", "normal", "uniform", "lognormal", "pareto")),
            metavar="WORD", group=(5, "Clock and noise"), passed_on="--timer-late-shape",
            help=(
                "Distribution of these delays: exponential, normal, uniform, lognormal or pareto "
                "(default: exponential). Requires --timer-late."
            ),
        ),
        "loss": Option(
            "--loss",
            kind=Number(least=0, most=0.9), metavar="X", group=(6, "Faults"), passed_on="--loss",
            help="Share of blocks that are lost and sent again (default: 0).",
        ),
        "slow_nodes": Option(
            "--slow-nodes",
            kind=Whole(least=0, most=2147483647), metavar="NODE,...", group=(6, "Faults"),
            separated=True, passed_on="--slow-nodes",
            help="Nodes that compute more slowly.",
        ),
        "slow_factor": Option(
            "--slow-factor",
            kind=Number(above=0), metavar="X", group=(6, "Faults"), passed_on="--slow-factor",
            help="Factor by which these nodes are slower (default: 1). Requires --slow-nodes.",
        ),
        "strobe_sender_dies_us": Option(
            "--strobe-sender-dies",
            kind=Number(least=0), metavar="TIME,...", group=(6, "Faults"), separated=True,
            passed_on="--strobe-sender-dies",
            help=(
                "Times at which the strobe sender fails and another node takes over, in "
                "microseconds after the start."
            ),
        ),
        "stop_node": Option(
            "--stop-node",
            kind=Whole(least=0, most=2147483647), metavar="NODE", group=(6, "Faults"),
            passed_on="--stop-node",
            help="Node that fails.",
        ),
        "stop_at_us": Option(
            "--stop-at",
            kind=Number(least=0), metavar="X", group=(6, "Faults"), passed_on="--stop-at",
            help=(
                "Time at which this node fails, in microseconds after the start (default: 0). "
                "Requires --stop-node."
            ),
        ),
        "most_slices": Option(
            "--most-slices",
            kind=Whole(least=0, most=4294967295), metavar="N", group=(0, "Program"),
            passed_on="--most-slices",
            help="Number of slices after which the run ends (default: no limit).",
        ),
        "watch": Option(
            "--watch",
            kind=Whole(least=0, most=2147483647), metavar="NODE,...",
            group=(10, "What is recorded"), separated=True, passed_on="--watch",
            help=(
                "Nodes whose local metrics are recorded (table 5.2 of the paper); global metrics "
                "always are (table 5.1)."
            ),
        ),
        "first_slice": Option(
            "--first-slice",
            kind=Whole(least=0, most=4294967295), metavar="SLICE", group=(10, "What is recorded"),
            passed_on="--first-slice",
            help="First slice whose metrics are recorded (default: 0).",
        ),
        "last_slice": Option(
            "--last-slice",
            kind=Whole(least=0, most=4294967295), metavar="SLICE", group=(10, "What is recorded"),
            passed_on="--last-slice",
            help="Last slice whose metrics are recorded (default: the last of the run).",
        ),
        "emds": Option(
            "--emds",
            kind=FilePath(), metavar="FILE", group=(10, "What is recorded"), passed_on="--emds",
            help="CSV file for all metrics.",
        ),
        "events": Option(
            "--events",
            kind=FilePath(), metavar="FILE", group=(10, "What is recorded"), passed_on="--events",
            help=(
                "CSV file for all events without their times, as strobe run --mode strict "
                "--events writes it."
            ),
        ),
        "emds_bytes": Option(
            "--emds-bytes",
            kind=Whole(least=0, most=9223372036854775807), metavar="BYTES",
            group=(10, "What is recorded"), passed_on="--emds-bytes",
            help=(
                "Memory for metrics, in bytes; if it is full and there is no --emds, only the "
                "latest are kept (default: 1048576)."
            ),
        ),
        "plots": Option(
            "--plots",
            kind=FilePath(), metavar="FOLDER", group=(10, "What is recorded"),
            help="Folder for drawings of the metrics, as figures 5.3 to 5.5 of the paper.",
        ),
        "timeline": Option(
            "--timeline",
            kind=FilePath(), metavar="FILE", group=(10, "What is recorded"), passed_on="--timeline",
            help=(
                "File for a timeline that ui.perfetto.dev and chrome://tracing open, with the "
                "nodes of --watch or else the first 16."
            ),
        ),
        "follow": Option(
            "--follow",
            group=(11, "Output"), passed_on="--follow",
            help="One line on standard error for each event.",
        ),
        "json": Option(
            "--json",
            group=(11, "Output"),
            help="JSON on standard output in place of text.",
        ),
        "study": Option(
            "--study",
            kind=FilePath(), metavar="FOLDER", group=(11, "Output"),
            help=(
                "Folder for all figures of the paper: drawings, numbers, and tables with the "
                "command of each run; takes a minute. Excludes all options but --quick."
            ),
        ),
        "quick": Option(
            "--quick",
            group=(11, "Output"),
            help="A small study, which takes a second. Requires --study.",
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
        Rule("jitter_shape", requires=(Condition("jitter"),)),
        Rule("noise_period_us", requires=(Condition("noise_us"),)),
        Rule("drift_shape", requires=(Condition("drift"),)),
        Rule("drift_period_us", requires=(Condition("drift_shape"),)),
        Rule("timer_late_shape", requires=(Condition("timer_late_us"),)),
        Rule("slow_factor", requires=(Condition("slow_nodes"),)),
        Rule("stop_at_us", requires=(Condition("stop_node"),)),
        Rule("study", excludes_all_but=("quick",)),
        Rule("quick", requires=(Condition("study"),)),
    )
    ARGUMENTS: ClassVar[Mapping[str, str]] = {"program": "PROGRAM"}

    format: Annotated[Literal["script", "trace"], SimulateOptions.TABLE["format"].parameter] = "script"
    flops_per_second: Annotated[float | None, SimulateOptions.TABLE["flops_per_second"].parameter] = None
    mode: Annotated[Literal["strict", "adaptive", "deterministic", "fast"], SimulateOptions.TABLE["mode"].parameter] = "strict"
    network: Annotated[str, SimulateOptions.TABLE["network"].parameter] = "qsnet"
    t_o: Annotated[str, SimulateOptions.TABLE["t_o"].parameter] = ""
    parallel_transfers: Annotated[float | None, SimulateOptions.TABLE["parallel_transfers"].parameter] = None
    nodes: Annotated[int, SimulateOptions.TABLE["nodes"].parameter] = 32
    ranks_per_node: Annotated[int, SimulateOptions.TABLE["ranks_per_node"].parameter] = 2
    steps: Annotated[int, SimulateOptions.TABLE["steps"].parameter] = 10
    grain_us: Annotated[float, SimulateOptions.TABLE["grain_us"].parameter] = 1000.0
    size: Annotated[int, SimulateOptions.TABLE["size"].parameter] = 8
    slice_us: Annotated[float, SimulateOptions.TABLE["slice_us"].parameter] = 250.0
    slice_bytes: Annotated[int, SimulateOptions.TABLE["slice_bytes"].parameter] = 0
    eager: Annotated[int, SimulateOptions.TABLE["eager"].parameter] = -1
    seed: Annotated[int, SimulateOptions.TABLE["seed"].parameter] = 1
    jitter: Annotated[float, SimulateOptions.TABLE["jitter"].parameter] = 0.0
    jitter_shape: Annotated[Literal["exponential", "normal", "uniform", "lognormal", "pareto"], SimulateOptions.TABLE["jitter_shape"].parameter] = "exponential"
    noise_us: Annotated[float, SimulateOptions.TABLE["noise_us"].parameter] = 0.0
    noise_period_us: Annotated[float, SimulateOptions.TABLE["noise_period_us"].parameter] = 0.0
    drift: Annotated[float, SimulateOptions.TABLE["drift"].parameter] = 0.0
    drift_shape: Annotated[Literal["constant", "linear", "periodic", "random-walk"], SimulateOptions.TABLE["drift_shape"].parameter] = "constant"
    drift_period_us: Annotated[float, SimulateOptions.TABLE["drift_period_us"].parameter] = 1000000.0
    timer_late_us: Annotated[float, SimulateOptions.TABLE["timer_late_us"].parameter] = 0.0
    timer_late_shape: Annotated[Literal["exponential", "normal", "uniform", "lognormal", "pareto"], SimulateOptions.TABLE["timer_late_shape"].parameter] = "exponential"
    loss: Annotated[float, SimulateOptions.TABLE["loss"].parameter] = 0.0
    slow_nodes: Annotated[list[int], SimulateOptions.TABLE["slow_nodes"].parameter] = field(default_factory=list)
    slow_factor: Annotated[float, SimulateOptions.TABLE["slow_factor"].parameter] = 1.0
    strobe_sender_dies_us: Annotated[list[float], SimulateOptions.TABLE["strobe_sender_dies_us"].parameter] = field(default_factory=list)
    stop_node: Annotated[int | None, SimulateOptions.TABLE["stop_node"].parameter] = None
    stop_at_us: Annotated[float, SimulateOptions.TABLE["stop_at_us"].parameter] = 0.0
    most_slices: Annotated[int | None, SimulateOptions.TABLE["most_slices"].parameter] = None
    watch: Annotated[list[int], SimulateOptions.TABLE["watch"].parameter] = field(default_factory=list)
    first_slice: Annotated[int, SimulateOptions.TABLE["first_slice"].parameter] = 0
    last_slice: Annotated[int | None, SimulateOptions.TABLE["last_slice"].parameter] = None
    emds: Annotated[Path | None, SimulateOptions.TABLE["emds"].parameter] = None
    events: Annotated[Path | None, SimulateOptions.TABLE["events"].parameter] = None
    emds_bytes: Annotated[int, SimulateOptions.TABLE["emds_bytes"].parameter] = 1048576
    plots: Annotated[Path | None, SimulateOptions.TABLE["plots"].parameter] = None
    timeline: Annotated[Path | None, SimulateOptions.TABLE["timeline"].parameter] = None
    follow: Annotated[bool, SimulateOptions.TABLE["follow"].parameter] = False
    json: Annotated[bool, SimulateOptions.TABLE["json"].parameter] = False
    study: Annotated[Path | None, SimulateOptions.TABLE["study"].parameter] = None
    quick: Annotated[bool, SimulateOptions.TABLE["quick"].parameter] = False
    quiet: Annotated[bool, SimulateOptions.TABLE["quiet"].parameter] = False
