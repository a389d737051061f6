# SPDX-License-Identifier: BSD-3-Clause
"""The record that a prediction replays, made now: the program runs here under `strobe run`.

The processors of this machine may be fewer than its ranks, since a piece of computation is as long
as its rank used a processor. So a program may be recorded with the ranks of a machine that is not
here.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

from strobe.base.errors import StrobeError

CALLS = 10_000_000
"""The most calls of a rank that are kept. A log grows with the calls that are made."""


def record(line: str, ranks: int, folder: Path) -> None:
    """Run the program of a command line on so many ranks, and record it in a new folder.

    What it prints goes to standard error. Raises StrobeError where there is no record then.
    """
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise StrobeError(f"--run is not a valid command line: {error}") from error
    if not words:
        raise StrobeError("--run names no program: write it as in --run './app 1000'")
    if folder.exists():
        raise StrobeError(
            f"{folder} is already there: leave out --run to predict from it, or name a new folder"
        )
    command = [sys.executable, "-m", "strobe.cli.main", "run", "-n", str(ranks), "--record",
               str(folder), "--monitor", f"calls={CALLS}", "--", *words]  # fmt: skip
    done = subprocess.run(command, stdout=sys.stderr, check=False)
    if done.returncode != 0:
        raise StrobeError(f"the program ended with {done.returncode}: nothing is predicted")
