# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
# ruff: noqa: E501
"""Options of the coscheduled runtime; an option that is not given leaves its variable as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from strobe.options.checking import Condition, Options, Rule, Variable
from strobe.options.kinds import (
    Choice,
    FilePath,
    Names,
    Power,
    Ranges,
    Settings,
    Size,
    Whole,
    Words,
)
from strobe.options.option import Option

MONITOR = Settings({
    "resolution": Power(least=1, most=1024),
    "primitives": Names("MPI_", ("all", "none")),
    "ranks": Ranges(),
    "calls": Whole(least=0, most=999999999),
    "slices": Whole(least=0, most=999999999),
    "timed": Whole(least=1, most=1000000),
}, "off")


@dataclass(frozen=True)
class RuntimeOptions(Options):
    """Options of the coscheduled runtime; an option that is not given leaves its variable as it is."""

    TABLE: ClassVar[Mapping[str, Option]] = {
        "mode": Option(
            "--mode",
            kind=Choice(("deterministic", "adaptive", "strict", "fast")), metavar="WORD",
            group=(3, "Runtime"), environment="STROBE_MODE",
            help=(
                "Which messages wait for the next strobe: those whose order depends on timing "
                "(deterministic), all of them (strict, adaptive), or none (fast). Strobes come "
                "by the clock (strict) or when no rank can continue (adaptive) (default: "
                "deterministic)."
            ),
        ),
        "slice_us": Option(
            "--slice",
            kind=Whole(least=10, most=1000000), metavar="US", group=(3, "Runtime"),
            environment="STROBE_SLICE_US",
            help="Length of a time slice, in microseconds (default: 500). Requires --mode strict.",
        ),
        "slice_bytes": Option(
            "--slice-bytes",
            kind=Whole(least=1, most=9223372036854775807), metavar="BYTES", group=(3, "Runtime"),
            environment="STROBE_SLICE_BYTES",
            help=(
                "Limit of what a node receives in a time slice, in bytes; longer messages are "
                "cut into chunks (default: 262144). Requires --mode strict."
            ),
        ),
        "eager_limit": Option(
            "--eager-limit",
            kind=Size(), metavar="SIZE", group=(3, "Runtime"), environment="STROBE_EAGER_LIMIT",
            help=(
                "Largest message that is sent eagerly, such as 8Ki or 65536, in bytes; a longer "
                "send completes when its receive begins (default: 65536)."
            ),
        ),
        "waiting": Option(
            "--waiting",
            kind=Choice(("auto", "spin", "yield", "sleep")), metavar="WORD", group=(3, "Runtime"),
            environment="STROBE_WAITING",
            help=(
                "Wait policy of a rank that has nothing to do; auto spins for some microseconds, "
                "then yields, then sleeps (default: auto)."
            ),
        ),
        "progress": Option(
            "--progress",
            kind=Choice(("calls", "thread")), metavar="WORD", group=(3, "Runtime"),
            environment="STROBE_PROGRESS",
            help=(
                "What makes progress on messages while a rank computes: its calls of MPI, or a "
                "thread in each rank; the thread needs an MPI with MPI_THREAD_MULTIPLE (default: "
                "calls)."
            ),
        ),
        "share": Option(
            "--share",
            group=(3, "Runtime"), environment="STROBE_SHARE", says="1",
            help=(
                "Gang scheduling: jobs that all have --share run in turns, each with all its "
                "ranks for one time slot; a job that is alone is never stopped."
            ),
        ),
        "synchronous": Option(
            "--synchronous",
            group=(3, "Runtime"), environment="STROBE_SYNCHRONOUS", says="1",
            help="All sends are synchronous, which finds programs that rely on buffering.",
        ),
        "no_cross_memory": Option(
            "--no-cross-memory",
            group=(3, "Runtime"), environment="STROBE_CROSS_MEMORY", says="0",
            help=(
                "Rendezvous messages go through shared memory in place of process_vm_readv; "
                "slower, with the same results."
            ),
        ),
        "perturb": Option(
            "--perturb",
            kind=Whole(least=0, most=9223372036854775807), metavar="SEED", group=(3, "Runtime"),
            environment="STROBE_PERTURB",
            help=(
                "Seed that chooses another order of messages that MPI allows; the same seed "
                "repeats the order (default: no perturbation). Excludes --mode fast."
            ),
        ),
        "checks": Option(
            "--check",
            kind=Words(("error", "warning", "strict", "buffers")), metavar="WORDS",
            group=(3, "Runtime"), environment="STROBE_CHECKS", bare="error,warning",
            help=(
                "Search for errors in the program's use of MPI: errors, warnings or both "
                "(--check alone: both). With strict, what is an error on some MPIs is one. With "
                "buffers, it finds all accesses to buffers in flight and buffers that are too "
                "small, and the program is slower. Excludes --mode strict."
            ),
        ),
        "replay": Option(
            "--replay",
            kind=FilePath(), metavar="FILE", group=(3, "Runtime"), environment="STROBE_CHOICES",
            help=(
                "File with what receives from any source get, what tests find, and in which "
                "order one-sided operations take effect, as `strobe explore` writes it for each "
                "outcome. Excludes --mode fast, --mode strict or --mode adaptive."
            ),
        ),
        "hash": Option(
            "--hash",
            kind=Choice(("decisions", "data")), metavar="WORD", group=(3, "Runtime"),
            environment="STROBE_HASH",
            help=(
                "What the hash of a run covers: decisions on messages, tests and collectives, "
                "with sizes; or also the contents of received messages and results (data) "
                "(default: decisions)."
            ),
        ),
        "emds": Option(
            "--emds",
            kind=FilePath(), metavar="FILE", group=(10, "What is recorded"),
            environment="STROBE_EMDS",
            help=(
                "CSV file for the metrics of each time slice (tables 5.1 and 5.2 of the BCS-MPI "
                "paper). Requires --mode strict."
            ),
        ),
        "events": Option(
            "--events",
            kind=FilePath(), metavar="FILE", group=(10, "What is recorded"),
            environment="STROBE_EVENTS",
            help="CSV file for the events of each time slice. Requires --mode strict.",
        ),
        "or_native": Option(
            "--or-native",
            group=(3, "Runtime"), environment="STROBE_OR_NATIVE", says="1",
            help=(
                "If the runtime cannot be active, the program runs on plain MPI and its own exit "
                "status is returned; by default the exit status is 125."
            ),
        ),
        "monitor": Option(
            "--monitor",
            kind=MONITOR, metavar="SETTINGS", group=(10, "What is recorded"), hyphen=True,
            environment="STROBE_MONITOR",
            help=(
                "What the monitor records, such as 'resolution=8 primitives=MPI_Send,MPI_Recv "
                "ranks=0,4-7', or off (default: everything but single calls)."
            ),
        ),
    }
    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule("slice_us", requires=(Condition("mode", "strict"),)),
        Rule("slice_bytes", requires=(Condition("mode", "strict"),)),
        Rule("perturb", excludes=(Condition("mode", "fast"),)),
        Rule("checks", excludes=(Condition("mode", "strict"),)),
        Rule(
            "replay",
            excludes=(Condition("mode", "fast"), Condition("mode", "strict"), Condition("mode", "adaptive"),),
        ),
        Rule("emds", requires=(Condition("mode", "strict"),)),
        Rule("events", requires=(Condition("mode", "strict"),)),
    )

    mode: Annotated[Literal["deterministic", "adaptive", "strict", "fast"] | None, RuntimeOptions.TABLE["mode"].parameter] = None
    slice_us: Annotated[int | None, RuntimeOptions.TABLE["slice_us"].parameter] = None
    slice_bytes: Annotated[int | None, RuntimeOptions.TABLE["slice_bytes"].parameter] = None
    eager_limit: Annotated[int | None, RuntimeOptions.TABLE["eager_limit"].parameter] = None
    waiting: Annotated[Literal["auto", "spin", "yield", "sleep"] | None, RuntimeOptions.TABLE["waiting"].parameter] = None
    progress: Annotated[Literal["calls", "thread"] | None, RuntimeOptions.TABLE["progress"].parameter] = None
    share: Annotated[bool, RuntimeOptions.TABLE["share"].parameter] = False
    synchronous: Annotated[bool, RuntimeOptions.TABLE["synchronous"].parameter] = False
    no_cross_memory: Annotated[bool, RuntimeOptions.TABLE["no_cross_memory"].parameter] = False
    perturb: Annotated[int | None, RuntimeOptions.TABLE["perturb"].parameter] = None
    checks: Annotated[str | None, RuntimeOptions.TABLE["checks"].parameter] = None
    replay: Annotated[Path | None, RuntimeOptions.TABLE["replay"].parameter] = None
    hash: Annotated[Literal["decisions", "data"] | None, RuntimeOptions.TABLE["hash"].parameter] = None
    emds: Annotated[Path | None, RuntimeOptions.TABLE["emds"].parameter] = None
    events: Annotated[Path | None, RuntimeOptions.TABLE["events"].parameter] = None
    or_native: Annotated[bool, RuntimeOptions.TABLE["or_native"].parameter] = False
    monitor: Annotated[str | None, RuntimeOptions.TABLE["monitor"].parameter] = None

VARIABLES = (
    Variable("STROBE_MODE", Choice(("deterministic", "adaptive", "strict", "fast"))),
    Variable("STROBE_SLICE_US", Whole(least=1, most=18446744073709551615)),
    Variable("STROBE_SLICE_BYTES", Whole(least=1, most=18446744073709551615)),
    Variable("STROBE_EAGER_LIMIT", Whole(least=0, most=18446744073709551615)),
    Variable("STROBE_WAITING", Choice(("auto", "spin", "yield", "sleep"))),
    Variable("STROBE_PROGRESS", Choice(("calls", "thread"))),
    Variable("STROBE_SHARE", Whole(least=0, most=18446744073709551615)),
    Variable("STROBE_SYNCHRONOUS", Whole(least=0, most=18446744073709551615)),
    Variable("STROBE_CROSS_MEMORY", Whole(least=0, most=18446744073709551615)),
    Variable("STROBE_PERTURB", Whole(least=0, most=18446744073709551615)),
    Variable("STROBE_CHECKS", Words(("error", "warning", "strict", "buffers"))),
    Variable("STROBE_HASH", Choice(("decisions", "data"))),
    Variable("STROBE_OR_NATIVE", Whole(least=0, most=18446744073709551615)),
    Variable("STROBE_MONITOR", MONITOR),
    Variable("STROBE_NODES", Whole(least=1, most=2147483647)),
    Variable("STROBE_RANKS", Whole(least=1, most=2147483647)),
    Variable("STROBE_GDB", Whole(least=0, most=2147483647)),
    Variable("STROBE_BREAK_ON_ERROR", Whole(least=0, most=1)),
)

RANK_VARIABLES = ("PMI_RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "SLURM_PROCID")
"""In which launchers tell a process its rank, the first one that is set."""
