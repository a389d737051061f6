# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
# ruff: noqa: E501
"""The options of `strobe schedule`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from strobe.options.checking import Condition, Options, Rule
from strobe.options.kinds import Choice, FilePath, Number, Text, Whole
from strobe.options.option import Option

NAME = Option(
    "NAME", hyphen=False,
    help="Pattern to draw, such as tree, multiring or hypercube."
)


@dataclass(frozen=True)
class ScheduleOptions(Options):
    """The options of `strobe schedule`."""

    TABLE: ClassVar[Mapping[str, Option]] = {
        "ranks": Option(
            "--ranks",
            kind=Whole(least=1, most=2147483647), metavar="N", group=(8, "Pattern"),
            passed_on="--ranks", always=True,
            help="Number of ranks (default: 8).",
        ),
        "branches": Option(
            "--branches",
            kind=Whole(least=1, most=2147483647), metavar="N", group=(8, "Pattern"),
            passed_on="--branches", always=True,
            help="Branches of a tree in each step, or rings of a multiring (default: 1).",
        ),
        "root": Option(
            "--root",
            kind=Whole(least=0, most=2147483647), metavar="RANK", group=(8, "Pattern"),
            passed_on="--root", always=True,
            help="Rank that sends the data, or receives them (default: 0).",
        ),
        "segments": Option(
            "--segments",
            kind=Whole(least=1, most=2147483647), metavar="N", group=(8, "Pattern"),
            passed_on="--segments", always=True,
            help="Parts of a message that are forwarded as soon as they arrive (default: 1).",
        ),
        "repetitions": Option(
            "--repetitions",
            kind=Whole(least=1, most=2147483647), metavar="N", group=(8, "Pattern"),
            passed_on="--repetitions", always=True,
            help=(
                "Number of times that the pattern runs; a rank starts again as soon as it is "
                "free (default: 1)."
            ),
        ),
        "way": Option(
            "--way",
            kind=Choice(("spread", "combine", "combine-on-all")), metavar="WORD",
            group=(8, "Pattern"), passed_on="--way", always=True,
            help=(
                "Operation on a topology: spread from the root, combine at the root, or "
                "combine-on-all, which leaves the result on all ranks (default: spread)."
            ),
        ),
        "size": Option(
            "--size",
            kind=Whole(least=0, most=9223372036854775807), metavar="BYTES", group=(9, "Costs"),
            passed_on="--size", always=True,
            help="Size of the message, in bytes (default: 0).",
        ),
        "network": Option(
            "--network",
            kind=Text(), metavar="NAME|FILE", group=(9, "Costs"), passed_on="--network",
            help=(
                "Network whose times are used: a file that `strobe fit` wrote, or a name that "
                "`strobe simulate` lists. A time of these options replaces the network's "
                "(default: none)."
            ),
        ),
        "t_s": Option(
            "--t-s",
            kind=Text(), metavar="TIME", group=(9, "Costs"), passed_on="--t-s",
            help=(
                "T_s: time after which the sender can continue, in microseconds (default: the "
                "network's, or 0). Requires --t-c or --network."
            ),
        ),
        "t_c": Option(
            "--t-c",
            kind=Text(), metavar="TIME", group=(9, "Costs"), passed_on="--t-c",
            help=(
                "T_c: time from the start of a send to the end of its receive, in microseconds "
                "(default: the network's, or no times are computed)."
            ),
        ),
        "t_m": Option(
            "--t-m",
            kind=Text(), metavar="TIME", group=(9, "Costs"), passed_on="--t-m",
            help=(
                "T_m: time in which a rank that starts with a send copies its data to a buffer, "
                "in microseconds (default: the network's, or 0). Requires --t-c or --network."
            ),
        ),
        "t_o": Option(
            "--t-o",
            kind=Text(), metavar="TIME", group=(9, "Costs"), passed_on="--t-o",
            help=(
                "T_o: time to combine two messages, in microseconds (default: the network's, or "
                "0). Requires --t-c or --network."
            ),
        ),
        "parallel_transfers": Option(
            "--parallel-transfers",
            kind=Number(least=1), metavar="K", group=(9, "Costs"), passed_on="--parallel-transfers",
            help=(
                "Messages in transit at once that share no links, memory or cores. With more, "
                "each moves its data more slowly, in proportion (default: the network's, or no "
                "limit). Requires --t-c or --network."
            ),
        ),
        "sends": Option(
            "--sends",
            kind=Choice(("in-turn", "at-once")), metavar="WORD", group=(9, "Costs"),
            passed_on="--sends",
            help=(
                "Start of the sends of a rank that follow each other: in turn, T_s apart, or at "
                "once: in-turn or at-once. At once, their data share the link of the rank "
                "(default: in-turn)."
            ),
        ),
        "svg": Option(
            "--svg",
            kind=FilePath(), metavar="FILE", group=(11, "Output"),
            help="File for the drawing, as SVG.",
        ),
        "json": Option(
            "--json",
            group=(11, "Output"),
            help="All messages as JSON on standard output.",
        ),
    }
    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule("t_s", requires=(Condition("t_c"), Condition("network"),)),
        Rule("t_m", requires=(Condition("t_c"), Condition("network"),)),
        Rule("t_o", requires=(Condition("t_c"), Condition("network"),)),
        Rule("parallel_transfers", requires=(Condition("t_c"), Condition("network"),)),
    )
    ARGUMENTS: ClassVar[Mapping[str, str]] = {"name": "NAME"}

    ranks: Annotated[int, ScheduleOptions.TABLE["ranks"].parameter] = 8
    branches: Annotated[int, ScheduleOptions.TABLE["branches"].parameter] = 1
    root: Annotated[int, ScheduleOptions.TABLE["root"].parameter] = 0
    segments: Annotated[int, ScheduleOptions.TABLE["segments"].parameter] = 1
    repetitions: Annotated[int, ScheduleOptions.TABLE["repetitions"].parameter] = 1
    way: Annotated[Literal["spread", "combine", "combine-on-all"], ScheduleOptions.TABLE["way"].parameter] = "spread"
    size: Annotated[int, ScheduleOptions.TABLE["size"].parameter] = 0
    network: Annotated[str, ScheduleOptions.TABLE["network"].parameter] = ""
    t_s: Annotated[str, ScheduleOptions.TABLE["t_s"].parameter] = ""
    t_c: Annotated[str, ScheduleOptions.TABLE["t_c"].parameter] = ""
    t_m: Annotated[str, ScheduleOptions.TABLE["t_m"].parameter] = ""
    t_o: Annotated[str, ScheduleOptions.TABLE["t_o"].parameter] = ""
    parallel_transfers: Annotated[float | None, ScheduleOptions.TABLE["parallel_transfers"].parameter] = None
    sends: Annotated[Literal["in-turn", "at-once"], ScheduleOptions.TABLE["sends"].parameter] = "in-turn"
    svg: Annotated[Path | None, ScheduleOptions.TABLE["svg"].parameter] = None
    json: Annotated[bool, ScheduleOptions.TABLE["json"].parameter] = False
