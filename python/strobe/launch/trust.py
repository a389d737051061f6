# SPDX-License-Identifier: BSD-3-Clause
"""What a run folder would have this machine run, which is asked about before it is resumed.

The launcher, the bench and the BLAS libraries are found afresh, as for a new run, and the folder
has no say in them. What remains are the options that its run was given: a folder that came from
somebody else may name a program or a library of theirs in them.
"""

from __future__ import annotations

import sys
from pathlib import Path

from strobe.base import writing
from strobe.base.errors import StrobeError
from strobe.launch import context as contexts
from strobe.launch import libraries
from strobe.launch.options import MeasureOptions
from strobe.launch.run_folder import LOG_FILE
from strobe.records.run import SAMPLES_FILE

OPTION = "--trust-folder"


def named_in(options: MeasureOptions) -> list[str]:
    """The options that name what would be run, loaded or written, as a person writes them."""
    named = [] if options.mpi is None else [f"--mpi {options.mpi!r}"]
    named += [f"--launcher-args {options.launcher_args!r}"] if options.launcher_args else []
    named += [f"--blas {one!r}" for one in options.libs if one != libraries.AUTO]
    named += [] if options.scratch is None else [f"--scratch {options.scratch!r}"]
    return named


def check(folder: Path, options: MeasureOptions, trusted: bool) -> None:
    """Raise StrobeError unless the run in `folder` may go on with its own options.

    It may where they name nothing, where `trusted` says so, or where the person at the terminal
    does. Files of the folder that are links are refused in any case: they would be written to.
    """
    writing.refuse_links(folder, SAMPLES_FILE, LOG_FILE)
    named = named_in(options)
    if not named or trusted:
        return
    told = f"{folder / contexts.CONTEXT_FILE} has this run, load or write: {', '.join(named)}"
    if _is_interactive():
        print(f"strobe: {told}", file=sys.stderr)
        print("Go on with it? [y/N] ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().lower() in ("y", "yes"):
            return
        raise StrobeError(f"{folder} is left as it is")
    raise StrobeError(f"{told}; if you trust the folder, add {OPTION}")


def _is_interactive() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()
