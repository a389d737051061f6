# SPDX-License-Identifier: BSD-3-Clause
"""Programs and libraries that a run folder would make this machine run; the user must confirm them.

The launcher, the bench and the BLAS libraries are searched as for a new run, independently of the
folder. Only the folder's options remain: a folder from another person may name programs or
libraries in them.
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
    """The options that name programs, libraries or folders, as on the command line."""
    named = [] if options.mpi is None else [f"--mpi {options.mpi!r}"]
    named += [f"--launcher-args {options.launcher_args!r}"] if options.launcher_args else []
    named += [f"--blas {one!r}" for one in options.libs if one != libraries.AUTO]
    named += [] if options.scratch is None else [f"--scratch {options.scratch!r}"]
    return named


def check(folder: Path, options: MeasureOptions, trusted: bool) -> None:
    """Raise StrobeError unless the run in `folder` may continue with its own options.

    It may if they name nothing, if `trusted` is set, or if the user confirms at the terminal. Files
    that are symbolic links are always refused, because the run would write to them.
    """
    writing.refuse_links(folder, SAMPLES_FILE, LOG_FILE)
    named = named_in(options)
    if not named or trusted:
        return
    warning = (
        f"resuming {folder / contexts.CONTEXT_FILE} would run, load or write what it names: "
        f"{', '.join(named)}"
    )
    if _is_interactive():
        print(f"strobe: {warning}", file=sys.stderr)
        print("Continue? [y/N] ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().lower() in ("y", "yes"):
            return
        raise StrobeError(f"not resumed: {folder} is unchanged")
    raise StrobeError(f"{warning}; if you trust the folder, add {OPTION}")


def _is_interactive() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()
