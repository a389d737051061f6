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

from strobe.base.errors import StrobeError
from strobe.coscheduling import handshake
from strobe.records import job_record

TEMPORARY = ("/tmp", "/var/tmp", "/dev/shm")


@contextlib.contextmanager
def of_run(*, is_local: bool) -> Iterator[Path]:
    """An empty folder of this run and this user alone, which all ranks can write.

    Ranks on other hosts see no temporary folder of this machine, but the current folder. Raises
    StrobeError with one sentence where none can be made.
    """
    with contextlib.ExitStack() as stack:
        try:
            where = _temporary() if is_local else str(Path.cwd())
            name = stack.enter_context(tempfile.TemporaryDirectory(prefix="strobe-run-", dir=where))
        except OSError as error:
            raise StrobeError(
                f"no folder for what the ranks report can be made in {error.filename}: "
                f"{error.strerror}"
            ) from error
        yield Path(name)


def _temporary() -> str:
    """A folder for temporary files, by a path that LD_PRELOAD can hold if there is one."""
    usual = tempfile.gettempdir()
    others = [folder for folder in TEMPORARY if os.access(folder, os.W_OK | os.X_OK)]
    return next(filter(handshake.can_be_preloaded, (usual, *others)), usual)


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


def of_record(named: Path) -> Path:
    """The folder that a person named, made if it must be; the record of an earlier job in it goes.

    Raises StrobeError with one sentence where it cannot be had.
    """
    folder = named.expanduser().absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        others = any(folder.iterdir()) and not job_record.is_record(folder)
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
    job_record.remove(folder)
    return folder
