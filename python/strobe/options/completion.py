# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
"""The options of `strobe completion`."""

from __future__ import annotations

from strobe.options.kinds import Choice
from strobe.options.option import Option

SHELL = Option(
    "SHELL", kind=Choice(("bash", "zsh", "fish")), hyphen=False,
    help="Shell: bash, zsh or fish."
)
