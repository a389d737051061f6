# SPDX-License-Identifier: BSD-3-Clause
"""Programs and libraries that a folder would make this machine run; the user must confirm them.

A run that is resumed searches its launcher, its bench and its BLAS libraries as a new one does.
Only the folder's options remain: a folder from another person may name programs or libraries in
them. A validation runs the program of a record, as the machine's run was launched.
"""

from __future__ import annotations

import sys
from pathlib import Path

from strobe.base import writing
from strobe.base.errors import StrobeError
from strobe.launch import context as contexts
from strobe.launch import libraries
from strobe.launch.run_folder import LOG_FILE
from strobe.options.measurement import MeasureOptions
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
    confirm(
        f"resuming {folder / contexts.CONTEXT_FILE} would run, load or write what it names: "
        f"{', '.join(named)}",
        f"not resumed: {folder} is unchanged",
    )


def confirm(warning: str, refused: str) -> None:
    """Raise StrobeError with the sentence `refused` unless the user confirms at the terminal what
    the warning says; where nobody can be asked, with the warning and the option for scripts."""
    if _is_interactive():
        print(f"strobe: {warning}", file=sys.stderr)
        print("Continue? [y/N] ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().lower() in ("y", "yes"):
            return
        raise StrobeError(refused)
    raise StrobeError(f"{warning}; if you trust the folder, add {OPTION}")


def _is_interactive() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()
