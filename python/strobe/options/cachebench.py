# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
# ruff: noqa: E501
"""The options of `strobe cachebench`."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from strobe.options.checking import Options
from strobe.options.kinds import Choice, FilePath, Number, Whole
from strobe.options.option import Option


@dataclass(frozen=True)
class CacheBenchOptions(Options):
    """The options of `strobe cachebench`."""

    TABLE: ClassVar[Mapping[str, Option]] = {
        "read": Option(
            "-r",
            group=(1, "Kernels"),
            help="Read benchmark.",
        ),
        "write": Option(
            "-w",
            group=(1, "Kernels"),
            help="Write benchmark.",
        ),
        "modify": Option(
            "-b",
            group=(1, "Kernels"),
            help="Read/modify/write benchmark.",
        ),
        "tuned": Option(
            "-t",
            group=(1, "Kernels"),
            help="Hand-tuned versions of these.",
        ),
        "memset": Option(
            "-s",
            group=(1, "Kernels"),
            help="memset() benchmark.",
        ),
        "memcpy": Option(
            "-p",
            group=(1, "Kernels"),
            help="memcpy() benchmark.",
        ),
        "between": Option(
            "-x",
            kind=Whole(least=0, most=15), metavar="N", group=(7, "Precision"),
            help=(
                "Number of measurements between powers of 2; vectors are multiples of 64 bytes "
                "(default: 1)."
            ),
        ),
        "log_memory": Option(
            "-m",
            kind=Whole(least=10, most=40), metavar="N", group=(7, "Precision"),
            help="Size of the largest vector, as a power of 2 in bytes (default: 24).",
        ),
        "seconds": Option(
            "-d",
            kind=Number(above=0), metavar="SECONDS", group=(7, "Precision"),
            help=(
                "Longest time for one measurement of a size, in seconds; shorter if its "
                "confidence interval is narrow (default: 5)."
            ),
        ),
        "repeats": Option(
            "-e",
            kind=Whole(least=1), metavar="N", group=(7, "Precision"),
            help="Number of measurements of each size (default: 2 on a terminal, 1 into a file).",
        ),
        "element": Option(
            "--element",
            kind=Choice(("double", "float", "int64", "int32", "char")), metavar="WORD",
            group=(1, "Kernels"),
            help="Type of the elements: double, float, int64, int32 or char (default: double).",
        ),
        "output": Option(
            "--output",
            kind=FilePath(), metavar="FOLDER", group=(11, "Output"),
            help="Folder in which the run's folder is created (default: results).",
        ),
    }

    read: Annotated[bool, TABLE["read"].parameter] = False
    write: Annotated[bool, TABLE["write"].parameter] = False
    modify: Annotated[bool, TABLE["modify"].parameter] = False
    tuned: Annotated[bool, TABLE["tuned"].parameter] = False
    memset: Annotated[bool, TABLE["memset"].parameter] = False
    memcpy: Annotated[bool, TABLE["memcpy"].parameter] = False
    between: Annotated[int, TABLE["between"].parameter] = 1
    log_memory: Annotated[int, TABLE["log_memory"].parameter] = 24
    seconds: Annotated[float, TABLE["seconds"].parameter] = 5.0
    repeats: Annotated[int | None, TABLE["repeats"].parameter] = None
    element: Annotated[Literal["double", "float", "int64", "int32", "char"], TABLE["element"].parameter] = "double"
    output: Annotated[Path, TABLE["output"].parameter] = Path("results")
