# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
"""The options of `strobe report`."""

from __future__ import annotations

from strobe.options.kinds import FilePath
from strobe.options.option import Option

FOLDER = Option(
    "FOLDER", kind=FilePath(), hyphen=False,
    help="Folder of a run, or the record of a job from `strobe run --record`."
)
