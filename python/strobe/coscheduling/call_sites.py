# SPDX-License-Identifier: BSD-3-Clause
"""The lines of a program that its ranks have recorded as addresses, from its debug information."""

from __future__ import annotations

import datetime
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from strobe.records.job_record import CallSite, Job

LIMIT_S = 10.0
"""Longest time that addr2line may take for one file; it takes a second for a large program."""


class SourceLine(msgspec.Struct, frozen=True):
    """A line of the program. `path` is that of the source, or the file of code without debug
    information; `line` is 0 where it is not known, `function` is empty then."""

    path: str
    line: int = 0
    function: str = ""
    address: int = 0

    def __str__(self) -> str:
        """`ring.c:12, in main`; without debug information `ring, in main` or `ring+0x1234`."""
        name = Path(self.path).name
        if self.line:
            name = f"{name}:{self.line}"
        return f"{name}, in {self.function}" if self.function else f"{name}+{self.address:#x}"


def lines(sites: Iterable[CallSite], job: Job) -> dict[tuple[str, int], str]:
    """As source_lines, as a person reads them."""
    return {key: str(line) for key, line in source_lines(sites, job).items()}


def source_lines(sites: Iterable[CallSite], job: Job) -> dict[tuple[str, int], SourceLine]:
    """Lines by file of code and address.

    A file that was changed after the job began gives no lines, since they would be others.
    """
    by_file: dict[str, set[int]] = {}
    for site in sites:
        if site.file:
            by_file.setdefault(site.file, set()).add(site.address)
    found = {}
    for file, addresses in by_file.items():
        known = _looked_up(file, sorted(addresses)) if _is_unchanged(Path(file), job) else {}
        for address in addresses:
            found[file, address] = known.get(address) or SourceLine(file, address=address)
    return found


def name(site: CallSite, known: Mapping[tuple[str, int], str | SourceLine]) -> str:
    """The line as a person reads it; empty where the place is not known."""
    return site.line or str(known.get((site.file, site.address), ""))


def _is_unchanged(path: Path, job: Job) -> bool:
    return path.is_absolute() and path.is_file() and not is_changed(path, job)


def is_changed(path: Path, job: Job) -> bool:
    """Whether a file was changed after the job began. The time of a record has whole seconds, and a
    program may be run in the second in which it is built.

    Raises OSError for a file that is not there, and ValueError for a record without a time.
    """
    if job.job is None:
        return False
    began = datetime.datetime.fromisoformat(job.job.created_utc)
    return path.stat().st_mtime >= began.timestamp() + 1.0


def _looked_up(file: str, addresses: list[int]) -> dict[int, SourceLine]:
    """What addr2line says: two lines for each address, the function and "FILE:LINE"."""
    program = shutil.which("addr2line")
    if program is None:
        return {}
    words = [program, "-C", "-f", "-e", file, *(hex(address) for address in addresses)]
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, errors="replace", check=False, timeout=LIMIT_S
        )
    except (OSError, subprocess.TimeoutExpired):
        return {}
    said = done.stdout.splitlines()
    found = {}
    for address, function, place in zip(addresses, said[::2], said[1::2], strict=False):
        path, _, line = place.partition(" (discriminator ")[0].rpartition(":")
        is_known = line.isdecimal() and not path.startswith("?")
        if not function.startswith("?"):
            found[address] = (
                SourceLine(path, int(line), function) if is_known else SourceLine(file, 0, function)
            )
    return found
