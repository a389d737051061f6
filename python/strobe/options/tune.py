# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
# ruff: noqa: E501
"""The options of `strobe tune`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, ClassVar

from strobe.options.checking import Condition, Options, Rule
from strobe.options.kinds import FilePath, Number, Size, Text, Whole
from strobe.options.option import Option

RUN = Option(
    "RUN", kind=FilePath(), hyphen=False,
    help=(
        "Run of `strobe measure` with the kernel echo, for the model (default: a quick one is "
        "measured)."
    )
)


@dataclass(frozen=True)
class TuneOptions(Options):
    """The options of `strobe tune`."""

    TABLE: ClassVar[Mapping[str, Option]] = {
        "ranks": Option(
            "--ranks",
            kind=Whole(least=2, most=1000000), names=("--ranks", "-n"), metavar="N,...",
            group=(2, "Ranks"), separated=True,
            help="Numbers of ranks; each is tuned on its own (default: the number of cores).",
        ),
        "mpi": Option(
            "--mpi",
            kind=Text(), metavar="NAME", group=(2, "Ranks"),
            help=(
                "Another MPI: its name in strobe list, its prefix, its bin folder or its mpicxx. "
                "Strobe builds strobe-bench for it once (default: the MPI that strobe-bench was "
                "built with)."
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
        "operations": Option(
            "--operations",
            kind=Text(), metavar="NAME,...", group=(1, "Kernels"), separated=True,
            help=(
                "Collectives to tune, such as bcast,allreduce (default: all that can be tuned). "
                "Excludes --for."
            ),
        ),
        "sizes": Option(
            "--sizes",
            kind=Size(), metavar="SIZE,...", group=(1, "Kernels"), separated=True,
            help=(
                "Message sizes to tune, as the kernels count them, in bytes (default: 8, 1Ki, "
                "16Ki, 128Ki, 1Mi). Excludes --for."
            ),
        ),
        "job": Option(
            "--for",
            kind=FilePath(), metavar="RECORD", group=(1, "Kernels"),
            help=(
                "Record of a program, from `strobe run --record`: its collectives are tuned, "
                "each counted as often as the program calls it."
            ),
        ),
        "validate": Option(
            "--validate",
            group=(16, "Validation"),
            help=(
                "Run the program of the record with the MPI as it is and tuned, in alternation, "
                "and compare its times. Requires --for."
            ),
        ),
        "rounds": Option(
            "--rounds",
            kind=Whole(least=4, most=1000), metavar="N", group=(16, "Validation"),
            help="Number of such runs on each side (default: 8). Requires --validate.",
        ),
        "trust_folder": Option(
            "--trust-folder",
            group=(16, "Validation"),
            help="Run the program of the record without asking, for scripts. Requires --validate.",
        ),
        "commutative": Option(
            "--commutative",
            group=(1, "Kernels"),
            help=(
                "Also try algorithms that exchange operands and do not check the operation; "
                "right for all predefined reductions, wrong for one of the program's own that is "
                "not commutative."
            ),
        ),
        "blacs": Option(
            "--blacs",
            group=(1, "Kernels"),
            help=(
                "Also measure the topologies of the BLACS over the tuned MPI, and write their "
                "model; takes up to two minutes more for each number of ranks."
            ),
        ),
        "budget": Option(
            "--budget",
            kind=Number(above=0), metavar="SECONDS", group=(7, "Precision"),
            help="Time for each number of ranks, in seconds (default: 300).",
        ),
        "seed": Option(
            "--seed",
            kind=Whole(least=0, most=18446744073709551615), metavar="SEED", group=(7, "Precision"),
            help="Seed of the order of launches and cells (default: 1).",
        ),
        "output": Option(
            "--output",
            kind=FilePath(), metavar="FOLDER", group=(11, "Output"),
            help="Folder for the configuration and its record (default: tuned).",
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
        Rule("operations", excludes=(Condition("job"),)),
        Rule("sizes", excludes=(Condition("job"),)),
        Rule("validate", requires=(Condition("job"),)),
        Rule("rounds", requires=(Condition("validate"),)),
        Rule("trust_folder", requires=(Condition("validate"),)),
    )
    ARGUMENTS: ClassVar[Mapping[str, str]] = {"run": "RUN"}

    ranks: Annotated[list[int], TuneOptions.TABLE["ranks"].parameter] = field(default_factory=list)
    mpi: Annotated[str | None, TuneOptions.TABLE["mpi"].parameter] = None
    launcher_args: Annotated[str, TuneOptions.TABLE["launcher_args"].parameter] = ""
    operations: Annotated[list[str], TuneOptions.TABLE["operations"].parameter] = field(default_factory=list)
    sizes: Annotated[list[int], TuneOptions.TABLE["sizes"].parameter] = field(default_factory=list)
    job: Annotated[Path | None, TuneOptions.TABLE["job"].parameter] = None
    validate: Annotated[bool, TuneOptions.TABLE["validate"].parameter] = False
    rounds: Annotated[int, TuneOptions.TABLE["rounds"].parameter] = 8
    trust_folder: Annotated[bool, TuneOptions.TABLE["trust_folder"].parameter] = False
    commutative: Annotated[bool, TuneOptions.TABLE["commutative"].parameter] = False
    blacs: Annotated[bool, TuneOptions.TABLE["blacs"].parameter] = False
    budget: Annotated[float, TuneOptions.TABLE["budget"].parameter] = 300.0
    seed: Annotated[int, TuneOptions.TABLE["seed"].parameter] = 1
    output: Annotated[Path, TuneOptions.TABLE["output"].parameter] = Path("tuned")
    json: Annotated[bool, TuneOptions.TABLE["json"].parameter] = False
    quiet: Annotated[bool, TuneOptions.TABLE["quiet"].parameter] = False
