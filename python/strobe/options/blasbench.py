# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
# ruff: noqa: E501
"""The options of `strobe blasbench`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from strobe.options.checking import Condition, Options, Rule
from strobe.options.kinds import Choice, FilePath, Text, Whole
from strobe.options.option import Option


@dataclass(frozen=True)
class BlasBenchOptions(Options):
    """The options of `strobe blasbench`."""

    TABLE: ClassVar[Mapping[str, Option]] = {
        "axpy": Option(
            "-v",
            group=(1, "Kernels"),
            help="AXPY benchmark.",
        ),
        "gemv": Option(
            "-a",
            group=(1, "Kernels"),
            help="GEMV matrix-vector multiply benchmark.",
        ),
        "gemm": Option(
            "-t",
            group=(1, "Kernels"),
            help="GEMM matrix-matrix multiply benchmark.",
        ),
        "single": Option(
            "-s",
            group=(1, "Kernels"),
            help=(
                "Single precision floating point data, as --type s. Excludes --type d, --type c "
                "or --type z."
            ),
        ),
        "constant": Option(
            "-c",
            group=(7, "Precision"),
            help=(
                "Constant number of iterations; by default larger sizes have fewer, so that each "
                "touches about as much data."
            ),
        ),
        "mflops": Option(
            "-o",
            group=(11, "Output"),
            help="Mflops/sec in place of MB/sec.",
        ),
        "between": Option(
            "-x",
            kind=Whole(least=0), metavar="N", group=(7, "Precision"),
            help="Number of measurements between powers of 2 (default: 1).",
        ),
        "log_memory": Option(
            "-m",
            kind=Whole(least=10, most=40), metavar="N", group=(7, "Precision"),
            help="Memory of all operands together, as a power of 2 in bytes (default: 24).",
        ),
        "repeats": Option(
            "-e",
            kind=Whole(least=1), metavar="N", group=(7, "Precision"),
            help="Number of measurements of each size (default: 2 on a terminal, 1 into a file).",
        ),
        "held": Option(
            "-l",
            group=(1, "Kernels"),
            help="Constant LDA; the loop is over sizes of square submatrices.",
        ),
        "dimension": Option(
            "-d",
            group=(11, "Output"),
            help="Dimensions in place of bytes.",
        ),
        "iterations": Option(
            "-i",
            kind=Whole(least=1), metavar="N", group=(7, "Precision"),
            help="Largest number of iterations, at the smallest size (default: 100000).",
        ),
        "threads": Option(
            "-p",
            kind=Whole(least=1, most=4096), metavar="N", group=(1, "Kernels"), repeats=True,
            help="Number of threads of the libraries, as -p 1 -p 4; may be repeated (default: 1).",
        ),
        "element": Option(
            "--type",
            kind=Choice(("d", "s", "c", "z")), metavar="WORD", group=(1, "Kernels"),
            help="Type of the elements: d, s, c or z (default: d).",
        ),
        "libs": Option(
            "--libs",
            kind=Text(), metavar="LIBRARY", group=(1, "Kernels"), repeats=True,
            help=(
                "BLAS library to compare, as PATH or NAME=PATH, or auto for all that this "
                "machine has; may be repeated (default: auto)."
            ),
        ),
        "cold": Option(
            "--cold",
            group=(1, "Kernels"),
            help="Caches flushed before every call.",
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
        Rule(
            "single",
            excludes=(Condition("element", "d"), Condition("element", "c"), Condition("element", "z"),),
        ),
    )

    axpy: Annotated[bool, BlasBenchOptions.TABLE["axpy"].parameter] = False
    gemv: Annotated[bool, BlasBenchOptions.TABLE["gemv"].parameter] = False
    gemm: Annotated[bool, BlasBenchOptions.TABLE["gemm"].parameter] = False
    single: Annotated[bool, BlasBenchOptions.TABLE["single"].parameter] = False
    constant: Annotated[bool, BlasBenchOptions.TABLE["constant"].parameter] = False
    mflops: Annotated[bool, BlasBenchOptions.TABLE["mflops"].parameter] = False
    between: Annotated[int, BlasBenchOptions.TABLE["between"].parameter] = 1
    log_memory: Annotated[int, BlasBenchOptions.TABLE["log_memory"].parameter] = 24
    repeats: Annotated[int | None, BlasBenchOptions.TABLE["repeats"].parameter] = None
    held: Annotated[bool, BlasBenchOptions.TABLE["held"].parameter] = False
    dimension: Annotated[bool, BlasBenchOptions.TABLE["dimension"].parameter] = False
    iterations: Annotated[int, BlasBenchOptions.TABLE["iterations"].parameter] = 100000
    threads: Annotated[list[int], BlasBenchOptions.TABLE["threads"].parameter] = field(default_factory=list)
    element: Annotated[Literal["d", "s", "c", "z"] | None, BlasBenchOptions.TABLE["element"].parameter] = None
    libs: Annotated[list[str], BlasBenchOptions.TABLE["libs"].parameter] = field(default_factory=list)
    cold: Annotated[bool, BlasBenchOptions.TABLE["cold"].parameter] = False
    output: Annotated[Path, BlasBenchOptions.TABLE["output"].parameter] = Path("results")
    quiet: Annotated[bool, BlasBenchOptions.TABLE["quiet"].parameter] = False
