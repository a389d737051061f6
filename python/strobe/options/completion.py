# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
"""The options of `strobe completion`."""

from typing import Annotated, Literal

from strobe.options.kinds import Choice
from strobe.options.option import Option

Shell = Annotated[Literal["bash", "zsh", "fish"], Option(
    "SHELL", kind=Choice(("bash", "zsh", "fish")), hyphen=False,
    help="Shell: bash, zsh or fish."
).argument]
