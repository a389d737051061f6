# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
"""The options of `strobe check`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from strobe.options.checking import Options
from strobe.options.kinds import FilePath
from strobe.options.option import Option

FOLDER = Option(
    "FOLDER", kind=FilePath(), hyphen=False,
    help="Folder of the run."
)


@dataclass(frozen=True)
class CheckOptions(Options):
    """The options of `strobe check`."""

    TABLE: ClassVar[Mapping[str, Option]] = {
        "junit": Option(
            "--junit",
            kind=FilePath(), metavar="FILE", group=(11, "Output"),
            help=(
                "File for a report in JUnit's XML, with one test case for each check; Jenkins, "
                "GitLab and other CI servers show it."
            ),
        ),
        "json": Option(
            "--json",
            group=(11, "Output"),
            help="The verdict and every issue as JSON on standard output.",
        ),
    }
    ARGUMENTS: ClassVar[Mapping[str, str]] = {"folder": "FOLDER"}

    junit: Annotated[Path | None, CheckOptions.TABLE["junit"].parameter] = None
    json: Annotated[bool, CheckOptions.TABLE["json"].parameter] = False
