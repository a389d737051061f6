# SPDX-License-Identifier: BSD-3-Clause
"""Lines of a program's source, quoted on a page.

The name of the file comes from the record, which may be somebody else's: only what has the name of
a source file is read, so that no page quotes a key or a password.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from strobe.base import units
from strobe.coscheduling import call_sites
from strobe.records.job_record import Job

BEFORE, AFTER = 3, 2
"""Lines that are quoted around the line of a call."""
MOST_BYTES = 4_000_000
MOST_LETTERS = 160
SUFFIXES = frozenset(
    [
        ".c",
        ".h",
        ".cc",
        ".cpp",
        ".cxx",
        ".c++",
        ".hh",
        ".hpp",
        ".hxx",
        ".inl",
        ".cu",
        ".cuh",
        ".hip",
        ".f",
        ".for",
        ".f77",
        ".f90",
        ".f95",
        ".f03",
        ".f08",
        ".ftn",
        ".inc",
        ".py",
        ".pyx",
        ".pxi",
        ".jl",
        ".rs",
        ".d",
    ]
)


class QuotedLine(msgspec.Struct, frozen=True):
    """A line of source; the call `is_here`."""

    number: int
    text: str
    is_here: bool


class Quote(msgspec.Struct, frozen=True):
    """Lines around a call, or in a sentence why there are none. `path` is that of a file which the
    record names without its folder."""

    lines: tuple[QuotedLine, ...] = ()
    trouble: str = ""
    path: str = ""


def quote(path: str, line: int, job: Job) -> Quote:
    """The lines around a line of a file that the record names; 0 is an unknown line."""
    if not path or line < 1:
        return Quote(trouble="The line is not known. Compile the program with -g.")
    try:
        found = _located(path, job)
        if not {Path(path).suffix.lower(), found.suffix.lower()} <= SUFFIXES:
            return Quote(
                trouble=f"{path} is not quoted: it does not have the name of a source file."
            )
        if not found.is_file():
            return Quote(trouble=f"The source {path} is not on this machine.")
        if call_sites.is_changed(found, job):
            return Quote(trouble=f"The source {path} was changed after the run.")
        if found.stat().st_size > MOST_BYTES:
            size = units.about_size(MOST_BYTES)
            return Quote(trouble=f"The source {path} is not quoted: it is longer than {size}.")
        text = found.read_bytes().decode(errors="replace").splitlines()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "its name is not valid"
        return Quote(trouble=f"The source {path} cannot be read: {why}.")
    if line > len(text):
        return Quote(trouble=f"The source {path} has no line {line}: it is not that of the run.")
    first = max(line - BEFORE, 1)
    return Quote(
        tuple(
            QuotedLine(number, _shown(text[number - 1]), number == line)
            for number in range(first, min(line + AFTER, len(text)) + 1)
        ),
        path="" if Path(path).is_absolute() else str(found),
    )


def _located(path: str, job: Job) -> Path:
    """Python's lines name their file without its folder, which the command of the job may have."""
    named = Path(path)
    if named.is_absolute() or job.job is None:
        return named.resolve()
    words = (Path(word) for word in job.job.program)
    return next((word for word in words if word.name == named.name), named).resolve()


def _shown(text: str) -> str:
    printable = "".join(one if one.isprintable() else " " for one in text.expandtabs(4))
    return printable if len(printable) <= MOST_LETTERS else printable[:MOST_LETTERS] + "…"
