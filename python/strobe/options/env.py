# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
# ruff: noqa: RUF009
"""The options of `strobe env`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from strobe.options.checking import Options
from strobe.options.kinds import FilePath, Text
from strobe.options.option import Option, spread
from strobe.options.runtime import RuntimeOptions

PROGRAM = Option(
    "PROGRAM", hyphen=False,
    help="Program that will be run; the runtime must fit its MPI."
)


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

    runtime: Annotated[RuntimeOptions, spread()] = RuntimeOptions()
    record: Annotated[Path | None, EnvOptions.TABLE["record"].parameter] = None
    mpi: Annotated[str | None, EnvOptions.TABLE["mpi"].parameter] = None
