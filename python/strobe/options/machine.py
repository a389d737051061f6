# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
"""The options of `strobe machine`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from strobe.options.checking import Options
from strobe.options.option import Option


@dataclass(frozen=True)
class MachineOptions(Options):
    """The options of `strobe machine`."""

    TABLE: ClassVar[Mapping[str, Option]] = {
        "json": Option(
            "--json",
            group=(11, "Output"),
            help="The facts as JSON, as a run's context has them.",
        ),
    }

    json: Annotated[bool, MachineOptions.TABLE["json"].parameter] = False
