# SPDX-License-Identifier: BSD-3-Clause
"""Where a job's results go: the folder into which its ranks write, one that a person named or one
for the run, and files that are made of it behind the end.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from strobe.coscheduling import record
from strobe.errors import StrobeError


@contextlib.contextmanager
def of_record(named: Path | None, *, is_local: bool, is_wanted: bool) -> Iterator[Path | None]:
    """An empty folder that all ranks can write; None where there is none and nobody asked for it.

    What is on other nodes sees no temporary folder of this machine, but the current one.
    Raises StrobeError with one sentence where a named one cannot be had.
    """
    if named is not None:
        yield _prepared(named.expanduser().absolute())
    elif is_local or is_wanted:
        try:
            where = None if is_local else Path.cwd()
            with tempfile.TemporaryDirectory(prefix="strobe-record-", dir=where) as name:
                yield Path(name)
        except OSError as error:
            raise StrobeError(
                f"no folder for the record can be made in {error.filename}: {error.strerror}"
            ) from error
    else:
        yield None


def check_file(path: Path, what: str) -> None:
    """Raise StrobeError where `path` cannot be written, before a job has run for it.

    Nothing is made yet: a job may end so that there is nothing to be written.
    """
    folder = path.parent
    why = ""
    if path.is_dir():
        why = "it is a folder"
    elif not folder.exists():
        why = f"there is no folder {folder}"
    elif not folder.is_dir():
        why = f"{folder} is no folder"
    elif not os.access(path if path.exists() else folder, os.W_OK):
        why = "it may not be changed" if path.exists() else f"{folder} takes no files from you"
    if why:
        raise StrobeError(f"the {what} {path} cannot be written: {why}")


def _prepared(folder: Path) -> Path:
    """The folder, made if it must be; the record of an earlier job in it goes."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        others = any(folder.iterdir()) and not record.is_record(folder)
    except OSError as error:
        raise StrobeError(
            f"the record's folder {folder} cannot be made: {error.strerror}"
        ) from error
    if others:
        raise StrobeError(
            f"{folder} holds something else than a record: name a new or empty folder"
        )
    if not os.access(folder, os.W_OK | os.X_OK):
        raise StrobeError(f"the record's folder {folder} cannot be written: name another")
    record.remove(folder)
    return folder
