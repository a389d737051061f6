# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
# ruff: noqa: E501
"""Everything that decides what is measured; a run can be resumed from its folder's copy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from strobe.options.checking import Condition, Options, Rule
from strobe.options.kinds import Choice, Number, Text, Whole
from strobe.options.option import Option


@dataclass(frozen=True)
class MeasureOptions(Options):
    """Everything that decides what is measured; a run can be resumed from its folder's copy."""

    TABLE: ClassVar[Mapping[str, Option]] = {
        "kernel": Option(
            "--kernel",
            kind=Text(), metavar="NAME", group=(1, "Kernels"), repeats=True, passed_on="--kernel",
            help="Kernel to measure, of the suite or alone; may be repeated.",
        ),
        "quick": Option(
            "--quick",
            group=(1, "Kernels"), passed_on="--quick",
            help="Short form of the suite, with fewer points; takes at most 90 seconds.",
        ),
        "size": Option(
            "--size",
            kind=Text(), metavar="SIZES", group=(1, "Kernels"), passed_on="--size",
            help=(
                "Message sizes or working-set sizes, such as 0:4Mi or 8,1Ki,64Ki, in bytes "
                "(default: those of the suite or kernel)."
            ),
        ),
        "axes": Option(
            "--set",
            kind=Text(), metavar="AXIS=V", group=(1, "Kernels"), repeats=True, passed_on="--set",
            help="Values of any axis, as AXIS=V or AXIS=V1,V2; may be repeated.",
        ),
        "ranks": Option(
            "--ranks",
            kind=Whole(least=1), names=("--ranks", "-n"), metavar="N", group=(2, "Ranks"),
            help="Number of ranks (default: 2).",
        ),
        "launches": Option(
            "--launches",
            kind=Whole(least=1), metavar="N", group=(2, "Ranks"),
            help=(
                "Number of times that all ranks are started afresh; comparisons of runs need "
                "several, such as 5 (default: 1)."
            ),
        ),
        "layer": Option(
            "--layer",
            kind=Choice(("mpi", "pvm")), metavar="WORD", group=(2, "Ranks"),
            help=(
                "Message-passing library: mpi or pvm; for pvm, Strobe starts a virtual machine "
                "and halts it at the end (default: mpi)."
            ),
        ),
        "coscheduled": Option(
            "--coscheduled",
            group=(2, "Ranks"),
            help=(
                "Measure what `strobe run` does with messages: its runtime is loaded into the "
                "ranks. Excludes --layer pvm."
            ),
        ),
        "mpi": Option(
            "--mpi",
            kind=Text(), metavar="NAME", group=(2, "Ranks"),
            help=(
                "Another MPI: its name in strobe list, its prefix, its bin folder or its mpicxx. "
                "Strobe builds strobe-bench for it once (default: the MPI that strobe-bench was "
                "built with). Excludes --layer pvm."
            ),
        ),
        "launcher": Option(
            "--launcher",
            kind=Text(), metavar="NAME", group=(2, "Ranks"),
            help=(
                "Launcher that starts the ranks: hydra, openmpi, intelmpi, srun or flux "
                "(default: the launcher of the MPI). Excludes --layer pvm."
            ),
        ),
        "launcher_args": Option(
            "--launcher-args",
            kind=Text(), metavar="WORDS", group=(2, "Ranks"), hyphen=True,
            help=(
                "Additional arguments for the launcher, quoted as one; a binding among them "
                "replaces Strobe's own."
            ),
        ),
        "libs": Option(
            "--libs",
            kind=Text(), names=("--libs", "--blas"), metavar="LIBRARY", group=(1, "Kernels"),
            repeats=True, passed_on="--blas",
            help=(
                "BLAS library to compare, as PATH or NAME=PATH, or auto for all that this "
                "machine has; may be repeated (default: auto)."
            ),
        ),
        "keep_blas_environment": Option(
            "--keep-blas-environment",
            group=(1, "Kernels"), passed_on="--keep-blas-environment",
            help=(
                "Variables such as OPENBLAS_CORETYPE stay set for the BLAS libraries; by default "
                "Strobe unsets them."
            ),
        ),
        "adjacency": Option(
            "--adjacency",
            kind=Text(), metavar="WORD|FILE", group=(1, "Kernels"), passed_on="--adjacency",
            always=True,
            help=(
                "Neighbours in the process grids of the matrix kernels: gray, cartesian, "
                "measured, or a file with one row of the grid a line (default: cartesian)."
            ),
        ),
        "host_rank": Option(
            "--host-rank",
            kind=Whole(least=0, most=2147483647), metavar="N", group=(2, "Ranks"),
            passed_on="--host-rank", always=True,
            help=(
                "Rank of the process that is the host of the kernels between host and nodes, as "
                "the CM-5 study has one (default: 0)."
            ),
        ),
        "host_cpus": Option(
            "--host-cpus",
            kind=Text(), metavar="CPUS", group=(2, "Ranks"), passed_on="--host-cpus",
            help=(
                "CPUs to which that process binds itself, such as 3 or 0-3,8 (default: those of "
                "the launcher's binding)."
            ),
        ),
        "scratch": Option(
            "--scratch",
            kind=Text(), metavar="FOLDER", group=(1, "Kernels"), passed_on="--scratch",
            help=(
                "Folder for temporary files that all ranks can read and write (default: the "
                "system's temporary folder)."
            ),
        ),
        "seed": Option(
            "--seed",
            kind=Whole(least=0, most=18446744073709551615), metavar="SEED", group=(7, "Precision"),
            passed_on="--seed",
            help="Seed of the order of the cells (default: drawn, and recorded).",
        ),
        "relative_error": Option(
            "--relative-error",
            kind=Number(least=1e-6, most=10), metavar="X", group=(7, "Precision"),
            passed_on="--relative-error",
            help=(
                "Wanted half-width of each median's confidence interval, relative to the median "
                "(default: that of the suite, or 0.025)."
            ),
        ),
        "confidence": Option(
            "--confidence",
            kind=Number(least=0.5, most=0.9999), metavar="X", group=(7, "Precision"),
            passed_on="--confidence",
            help="Confidence level of that interval (default: 0.95).",
        ),
        "budget": Option(
            "--budget",
            kind=Number(above=0), metavar="SECONDS", group=(7, "Precision"), passed_on="--budget",
            help="Time that one launch may take, in seconds (default: that of the suite, or 75).",
        ),
        "cell_budget": Option(
            "--cell-budget",
            kind=Number(above=0), metavar="SECONDS", group=(7, "Precision"),
            passed_on="--cell-budget",
            help=(
                "Time that the samples of one cell may take, in seconds (default: that of the "
                "suite, or 2)."
            ),
        ),
        "repetitions": Option(
            "--repetitions",
            kind=Whole(least=1), metavar="N", group=(7, "Precision"), passed_on="--repetitions",
            help="Number of operations in each sample (default: as many as take 50 microseconds).",
        ),
        "hang_after": Option(
            "--hang-after",
            kind=Number(above=0), metavar="SECONDS", group=(7, "Precision"),
            passed_on="--hang-after", always=True,
            help=(
                "Time without a sample after which a cell counts as hung, in seconds (default: "
                "20)."
            ),
        ),
    }
    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule("coscheduled", excludes=(Condition("layer", "pvm"),)),
        Rule("mpi", excludes=(Condition("layer", "pvm"),)),
        Rule("launcher", excludes=(Condition("layer", "pvm"),)),
    )

    kernel: Annotated[list[str], MeasureOptions.TABLE["kernel"].parameter] = field(default_factory=list)
    quick: Annotated[bool, MeasureOptions.TABLE["quick"].parameter] = False
    size: Annotated[str | None, MeasureOptions.TABLE["size"].parameter] = None
    axes: Annotated[list[str], MeasureOptions.TABLE["axes"].parameter] = field(default_factory=list)
    ranks: Annotated[int, MeasureOptions.TABLE["ranks"].parameter] = 2
    launches: Annotated[int, MeasureOptions.TABLE["launches"].parameter] = 1
    layer: Annotated[Literal["mpi", "pvm"], MeasureOptions.TABLE["layer"].parameter] = "mpi"
    coscheduled: Annotated[bool, MeasureOptions.TABLE["coscheduled"].parameter] = False
    mpi: Annotated[str | None, MeasureOptions.TABLE["mpi"].parameter] = None
    launcher: Annotated[str | None, MeasureOptions.TABLE["launcher"].parameter] = None
    launcher_args: Annotated[str, MeasureOptions.TABLE["launcher_args"].parameter] = ""
    libs: Annotated[list[str], MeasureOptions.TABLE["libs"].parameter] = field(default_factory=lambda: ["auto"])
    keep_blas_environment: Annotated[bool, MeasureOptions.TABLE["keep_blas_environment"].parameter] = False
    adjacency: Annotated[str, MeasureOptions.TABLE["adjacency"].parameter] = "cartesian"
    host_rank: Annotated[int, MeasureOptions.TABLE["host_rank"].parameter] = 0
    host_cpus: Annotated[str | None, MeasureOptions.TABLE["host_cpus"].parameter] = None
    scratch: Annotated[str | None, MeasureOptions.TABLE["scratch"].parameter] = None
    seed: Annotated[int | None, MeasureOptions.TABLE["seed"].parameter] = None
    relative_error: Annotated[float | None, MeasureOptions.TABLE["relative_error"].parameter] = None
    confidence: Annotated[float | None, MeasureOptions.TABLE["confidence"].parameter] = None
    budget: Annotated[float | None, MeasureOptions.TABLE["budget"].parameter] = None
    cell_budget: Annotated[float | None, MeasureOptions.TABLE["cell_budget"].parameter] = None
    repetitions: Annotated[int | None, MeasureOptions.TABLE["repetitions"].parameter] = None
    hang_after: Annotated[float, MeasureOptions.TABLE["hang_after"].parameter] = 20.0
