# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
"""The options of `strobe compare`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from strobe.options.checking import Condition, Options, Rule
from strobe.options.kinds import FilePath, Percentage
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
        "fail_above": Option(
            "--fail-above",
            kind=Percentage(), metavar="PERCENT", group=(13, "Limit"),
            help=(
                "Largest slowdown that is allowed. A cell fails if its ratio passes the gate and "
                "its whole interval lies above this limit (default: no limit)."
            ),
        ),
        "require_all": Option(
            "--require-all",
            group=(13, "Limit"),
            help=(
                "Exit status 3 if any cell cannot be judged; by default only if none can. "
                "Requires --fail-above."
            ),
        ),
        "junit": Option(
            "--junit",
            kind=FilePath(), metavar="FILE", group=(11, "Output"),
            help=(
                "File for a report in JUnit's XML, with one test case for each cell; Jenkins, "
                "GitLab and other CI servers show it. Requires --fail-above."
            ),
        ),
        "json": Option(
            "--json",
            group=(11, "Output"),
            help="Every cell as JSON on standard output.",
        ),
    }
    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule("require_all", requires=(Condition("fail_above"),)),
        Rule("junit", requires=(Condition("fail_above"),)),
    )
    ARGUMENTS: ClassVar[Mapping[str, str]] = {"first": "FIRST", "second": "SECOND"}

    output: Annotated[Path, CompareOptions.TABLE["output"].parameter] = Path("comparison.html")
    fail_above: Annotated[float | None, CompareOptions.TABLE["fail_above"].parameter] = None
    require_all: Annotated[bool, CompareOptions.TABLE["require_all"].parameter] = False
    junit: Annotated[Path | None, CompareOptions.TABLE["junit"].parameter] = None
    json: Annotated[bool, CompareOptions.TABLE["json"].parameter] = False
