# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
"""The options of `strobe list`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from strobe.options.checking import Options
from strobe.options.option import Option


@dataclass(frozen=True)
class ListOptions(Options):
    """The options of `strobe list`."""

    TABLE: ClassVar[Mapping[str, Option]] = {
        "json": Option(
            "--json",
            group=(11, "Output"),
            help="JSON on standard output in place of text.",
        ),
    }

    json: Annotated[bool, ListOptions.TABLE["json"].parameter] = False
