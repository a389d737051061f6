# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
"""The options of `strobe compare`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from strobe.options.checking import Options
from strobe.options.kinds import FilePath
from strobe.options.option import Option

FIRST = Option(
    "FIRST", kind=FilePath(), hyphen=False,
    help="Folder of the baseline run."
)

SECOND = Option(
    "SECOND", kind=FilePath(), hyphen=False,
    help="Folder of the run that is compared with the baseline."
)


@dataclass(frozen=True)
class CompareOptions(Options):
    """The options of `strobe compare`."""

    TABLE: ClassVar[Mapping[str, Option]] = {
        "output": Option(
            "--output",
            kind=FilePath(), metavar="FILE", group=(11, "Output"),
            help="Page to write (default: comparison.html).",
        ),
    }
    ARGUMENTS: ClassVar[Mapping[str, str]] = {"first": "FIRST", "second": "SECOND"}

    output: Annotated[Path, CompareOptions.TABLE["output"].parameter] = Path("comparison.html")
