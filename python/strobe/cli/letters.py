# SPDX-License-Identifier: BSD-3-Clause
"""What BLASBench and CacheBench share: their letters, their sizes, and how they are measured."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cyclopts import Parameter, Token

from strobe.base import units
from strobe.base.errors import MeasurementError, StrobeError
from strobe.launch import run_folder
from strobe.launch.options import MeasureOptions

if TYPE_CHECKING:
    from strobe.export.marks import Mark
    from strobe.records.run import Run

LOG_SMALLEST, LOG_LARGEST = 10, 40
NOT_ALL_MEASURED = 1
MOST_NAMED = 3


def _whole(kind: type, tokens: Sequence[Token]) -> int:
    """A number without a fraction; cyclopts alone would round 1.5 without a word.

    Raises StrobeError for any other.
    """
    (token,) = tokens
    try:
        return int(token.value)
    except ValueError as error:
        raise StrobeError(f"{token.keyword} wants a whole number, not {token.value!r}") from error


def whole(letter: str, *, show_default: bool = True) -> Parameter:
    """The parameter of a letter that a whole number follows."""
    return Parameter(name=letter, converter=_whole, show_default=show_default)


def refuse(between: int, log_memory: int, repeats: int) -> None:
    """Raise StrobeError with one sentence for the first of -x, -m and -e that cannot be."""
    if between < 0:
        raise StrobeError(f"-x wants 0 measurements or more between powers of 2, not {between}")
    if not LOG_SMALLEST <= log_memory <= LOG_LARGEST:
        raise StrobeError(
            f"-m wants the log base 2 of the memory, {LOG_SMALLEST} to {LOG_LARGEST}, "
            f"not {log_memory}"
        )
    if repeats < 1:
        raise StrobeError(f"-e wants 1 repeat or more, not {repeats}")


def sizes(between: int, log_memory: int, granule_bytes: int = 1) -> list[int]:
    """Powers of 2 up to the largest, and `between` sizes, evenly spaced, between any two of them.

    Sizes are cut to multiples of `granule_bytes`.
    """
    steps = between + 1
    found = {
        (power + power * step // steps) // granule_bytes * granule_bytes
        for power in (2**log for log in range(LOG_SMALLEST, log_memory))
        for step in range(steps)
    }
    return sorted(found | {2**log_memory})


def write_suite(output: Path, name: str, text: str) -> Path:
    """Write a suite into the results folder; its file. Raises StrobeError when it cannot be."""
    output = output.expanduser()
    suite = output / name
    try:
        output.mkdir(parents=True, exist_ok=True)
        suite.write_text(text, encoding="utf-8")
    except OSError as error:
        with contextlib.suppress(OSError):
            suite.unlink()
        raise run_folder.unwritable(output, error) from error
    return suite


@dataclass(frozen=True)
class Measured:
    """What came of measuring a suite."""

    run: Run | None
    """None where nothing was recorded."""
    status: int
    trouble: MeasurementError | None
    """Why the measuring ended early; it is still to be told."""


def measured(suite: Path, options: MeasureOptions, output: Path) -> Measured:
    """Measure `suite`. Standard output is left to the tables where it is no terminal.

    What was measured before trouble, or before Ctrl-C, is read all the same.
    """
    from strobe.cli.measure import measure
    from strobe.records.run import load

    trouble = None
    quiet = not sys.stdout.isatty()
    with contextlib.redirect_stdout(sys.stderr) if quiet else contextlib.nullcontext():
        try:
            folder, status = measure(str(suite), options, output)
        except MeasurementError as error:
            if error.folder is None:
                raise
            folder, status, trouble = error.folder, error.exit_status, error
    try:
        run = load(folder)
    except StrobeError:
        if status == 0:
            raise
        run = None  # it was stopped before the first record
    return Measured(run, status, trouble)


@dataclass(frozen=True)
class Printed:
    """One table as it was printed: its title, and where its rows stand, with their marks."""

    title: str
    rows: Sequence[tuple[float, Mark]]


def concluded(came: Measured, printed: Sequence[Printed]) -> int:
    """Say on standard error which figures are missing, and how many are uncertain; the status."""
    asked = sum(len(table.rows) for table in printed)
    missing: dict[tuple[str, str], list[str]] = {}
    for table in printed:
        for x, mark in table.rows:
            if mark.missing:
                missing.setdefault((table.title, mark.missing), []).append(f"{x:.0f}")
    uncertain = sum(bool(mark.uncertain) for table in printed for _, mark in table.rows)
    if uncertain:
        print(
            f"strobe: {uncertain} of {units.plural(asked, 'figure')} "
            f"{'is' if uncertain == 1 else 'are'} uncertain and marked: measure more often (-e), "
            "or stop other programs on this machine",
            file=sys.stderr,
        )
    if missing:
        count = sum(map(len, missing.values()))
        named = [f"{title} at {_places(at)} ({why})" for (title, why), at in missing.items()]
        more = [f"{len(named) - MOST_NAMED} more"] if len(named) > MOST_NAMED else []
        print(
            f"strobe: {count} of {units.plural(asked, 'figure')} "
            f"{'was' if count == 1 else 'were'} not measured: "
            f"{'; '.join(named[:MOST_NAMED] + more)}",
            file=sys.stderr,
        )
    if came.trouble is not None:
        raise came.trouble
    return came.status or (NOT_ALL_MEASURED if missing else 0)


def _places(at: list[str]) -> str:
    if len(at) <= MOST_NAMED:
        return " ".join(at)
    return f"{len(at)} sizes from {at[0]} to {at[-1]}"
