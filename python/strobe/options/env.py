# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
# ruff: noqa: RUF009
"""The options of `strobe env`."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from cyclopts import Parameter

from strobe.options.checking import Options
from strobe.options.kinds import FilePath, Text
from strobe.options.option import Option
from strobe.options.runtime import RuntimeOptions

Program = Annotated[str | None, Option(
    "PROGRAM", hyphen=False,
    help="Program that will be run; the runtime must fit its MPI."
).argument]


@dataclass(frozen=True)
class EnvOptions(Options):
    """The options of `strobe env`."""

    TABLE: ClassVar[Mapping[str, Option]] = {
        "record": Option(
            "--record",
            kind=FilePath(), metavar="FOLDER", group=(10, "What is recorded"),
            help="Folder for the record of the run, which every node must see.",
        ),
        "mpi": Option(
            "--mpi",
            kind=Text(), metavar="NAME", group=(2, "Ranks"),
            help=(
                "MPI of a program that is a script: its name in strobe list, its prefix, its bin "
                "folder or its mpicxx (default: the launcher's MPI)."
            ),
        ),
    }
    ARGUMENTS: ClassVar[Mapping[str, str]] = {"program": "PROGRAM"}

    runtime: Annotated[RuntimeOptions, Parameter(name="*")] = RuntimeOptions()
    record: Annotated[Path | None, TABLE["record"].parameter] = None
    mpi: Annotated[str | None, TABLE["mpi"].parameter] = None
