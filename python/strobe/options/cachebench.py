# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
# ruff: noqa: E501
"""The options of `strobe cachebench`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from strobe.options.checking import Condition, Options, Rule
from strobe.options.kinds import Choice, FilePath, Number, Size, Text, Whole
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
        "lengths": Option(
            "--lengths",
            kind=Text(), metavar="BYTES", group=(7, "Precision"),
            help=(
                "Vector lengths, such as 4Ki,24Ki or 4Ki:64Ki; a range has the powers of 2 and "
                "-x lengths between any two (default: from 1024 to 2^m). Excludes -m."
            ),
        ),
        "iterations": Option(
            "--iterations",
            kind=Whole(least=1, most=1000000000), names=("--iterations", "-i"), metavar="N",
            group=(7, "Precision"),
            help=(
                "Constant number of iterations of each sample; by default as many as take a "
                "constant time."
            ),
        ),
        "code": Option(
            "--code",
            kind=Choice(("O0", "O2", "O3")), metavar="WORD", group=(1, "Kernels"),
            help=(
                "Optimisation of -r, -w and -b: O0 is the unoptimised, untuned baseline: O0, O2 "
                "or O3 (default: O3). Excludes -t."
            ),
        ),
        "isa": Option(
            "--isa",
            kind=Choice(("widest", "generic", "sse2", "neon", "avx2", "avx512")), metavar="WORD",
            group=(1, "Kernels"),
            help=(
                "Instruction set for which -r, -w and -b are compiled with O3: widest, generic, "
                "sse2, neon, avx2 or avx512 (default: widest). Excludes -t, --code O0 or --code "
                "O2."
            ),
        ),
        "pages": Option(
            "--pages",
            kind=Choice(("usual", "small", "transparent", "huge")), metavar="WORD",
            group=(1, "Kernels"),
            help=(
                "Pages of the vectors: those of the system, 4 KiB, large pages that the system "
                "assembles, or reserved large pages: usual, small, transparent or huge (default: "
                "usual)."
            ),
        ),
        "offset": Option(
            "--offset",
            kind=Size(), metavar="SIZE", group=(1, "Kernels"),
            help="Distance of each vector from the start of a page, a multiple of 8 (default: 0).",
        ),
        "pad": Option(
            "--pad",
            kind=Size(), metavar="SIZE", group=(1, "Kernels"),
            help="Additional distance between the vectors of -p, a multiple of 8 (default: 128).",
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
        "quiet": Option(
            "--quiet",
            group=(11, "Output"),
            help=(
                "No progress and no notes on standard error; results and errors are still "
                "printed."
            ),
        ),
    }
    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule("lengths", excludes=(Condition("log_memory"),)),
        Rule("code", excludes=(Condition("tuned"),)),
        Rule(
            "isa",
            excludes=(Condition("tuned"), Condition("code", "O0"), Condition("code", "O2"),),
        ),
    )

    read: Annotated[bool, CacheBenchOptions.TABLE["read"].parameter] = False
    write: Annotated[bool, CacheBenchOptions.TABLE["write"].parameter] = False
    modify: Annotated[bool, CacheBenchOptions.TABLE["modify"].parameter] = False
    tuned: Annotated[bool, CacheBenchOptions.TABLE["tuned"].parameter] = False
    memset: Annotated[bool, CacheBenchOptions.TABLE["memset"].parameter] = False
    memcpy: Annotated[bool, CacheBenchOptions.TABLE["memcpy"].parameter] = False
    between: Annotated[int, CacheBenchOptions.TABLE["between"].parameter] = 1
    log_memory: Annotated[int, CacheBenchOptions.TABLE["log_memory"].parameter] = 24
    seconds: Annotated[float, CacheBenchOptions.TABLE["seconds"].parameter] = 5.0
    repeats: Annotated[int | None, CacheBenchOptions.TABLE["repeats"].parameter] = None
    lengths: Annotated[str | None, CacheBenchOptions.TABLE["lengths"].parameter] = None
    iterations: Annotated[int | None, CacheBenchOptions.TABLE["iterations"].parameter] = None
    code: Annotated[Literal["O0", "O2", "O3"], CacheBenchOptions.TABLE["code"].parameter] = "O3"
    isa: Annotated[Literal["widest", "generic", "sse2", "neon", "avx2", "avx512"], CacheBenchOptions.TABLE["isa"].parameter] = "widest"
    pages: Annotated[Literal["usual", "small", "transparent", "huge"], CacheBenchOptions.TABLE["pages"].parameter] = "usual"
    offset: Annotated[int, CacheBenchOptions.TABLE["offset"].parameter] = 0
    pad: Annotated[int | None, CacheBenchOptions.TABLE["pad"].parameter] = None
    element: Annotated[Literal["double", "float", "int64", "int32", "char"], CacheBenchOptions.TABLE["element"].parameter] = "double"
    output: Annotated[Path, CacheBenchOptions.TABLE["output"].parameter] = Path("results")
    quiet: Annotated[bool, CacheBenchOptions.TABLE["quiet"].parameter] = False
