# SPDX-License-Identifier: BSD-3-Clause
"""The lines of a program that its ranks have recorded as addresses, from its debug information."""

from __future__ import annotations

import datetime
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from strobe.records.job_record import CallSite, Job

LIMIT_S = 10.0
"""Longest time that addr2line may take for one file; it takes a second for a large program."""


def lines(sites: Iterable[CallSite], job: Job) -> dict[tuple[str, int], str]:
    """Lines by file and address: "ring.c:12, in main", or "ring, in main" and "ring+0x1234" without
    debug information.

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
            found[file, address] = known.get(address) or f"{Path(file).name}+{address:#x}"
    return found


def name(site: CallSite, known: dict[tuple[str, int], str]) -> str:
    """The line as a person reads it; empty where the place is not known."""
    return site.line or known.get((site.file, site.address), "")


def _is_unchanged(path: Path, job: Job) -> bool:
    if not path.is_absolute() or not path.is_file():
        return False
    if job.job is None:
        return True
    began = datetime.datetime.fromisoformat(job.job.created_utc)
    return path.stat().st_mtime <= began.timestamp()


def _looked_up(file: str, addresses: list[int]) -> dict[int, str]:
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
        line = place.partition(" (discriminator ")[0].rpartition("/")[2]
        where = Path(file).name if line.startswith("?") or line.endswith(":?") else line
        if not function.startswith("?"):
            found[address] = f"{where}, in {function}"
    return found
