# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
"""The options of `strobe report`."""

from pathlib import Path
from typing import Annotated

from strobe.options.kinds import FilePath
from strobe.options.option import Option

Folder = Annotated[Path, Option(
    "FOLDER", kind=FilePath(), hyphen=False,
    help="Folder of a run, or the record of a job from `strobe run --record`."
).argument]
