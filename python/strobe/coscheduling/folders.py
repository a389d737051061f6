# SPDX-License-Identifier: BSD-3-Clause
"""The folders of a job: the folder that its ranks write into, named by the user or temporary, and
checks of the files written after the end.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from strobe.base.errors import StrobeError
from strobe.coscheduling import handshake

TEMPORARY = ("/tmp", "/var/tmp", "/dev/shm")


@contextlib.contextmanager
def of_run(*, is_local: bool) -> Iterator[Path]:
    """An empty folder for this run and this user alone, which all ranks can write.

    Ranks on other hosts do not see this machine's temporary folders, only the current folder.
    Raises StrobeError where no folder can be created.
    """
    with contextlib.ExitStack() as stack:
        try:
            where = _temporary() if is_local else str(Path.cwd())
            name = stack.enter_context(tempfile.TemporaryDirectory(prefix="strobe-run-", dir=where))
        except OSError as error:
            raise StrobeError(
                f"cannot create a folder for the ranks' reports in {error.filename}: "
                f"{error.strerror}"
            ) from error
        yield Path(name)


def _temporary() -> str:
    """A folder for temporary files, if possible with a path that LD_PRELOAD accepts."""
    usual = tempfile.gettempdir()
    others = [folder for folder in TEMPORARY if os.access(folder, os.W_OK | os.X_OK)]
    return next(filter(handshake.can_be_preloaded, (usual, *others)), usual)


def check_file(path: Path, what: str) -> None:
    """Raise StrobeError where `path` cannot be written, before the job runs.

    The file is not created yet: a job may end without anything to write.
    """
    folder = path.parent
    why = ""
    if path.is_dir():
        why = "it is a folder"
    elif not folder.exists():
        why = f"there is no folder {folder}"
    elif not folder.is_dir():
        why = f"{folder} is not a folder"
    elif not os.access(path if path.exists() else folder, os.W_OK):
        why = "no write permission" if path.exists() else f"no write permission for {folder}"
    if why:
        raise StrobeError(f"cannot write the {what} {path}: {why}")


def of_record(named: Path) -> Path:
    """The folder that the user named, created if missing; the record of an earlier job is removed.

    Raises StrobeError where the folder cannot be used.
    """
    from strobe.records import job_record

    folder = named.expanduser().absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        others = any(folder.iterdir()) and not job_record.is_record(folder)
    except OSError as error:
        raise StrobeError(f"cannot create the record folder {folder}: {error.strerror}") from error
    if others:
        raise StrobeError(
            f"{folder} contains other files than a record: name a new or empty folder"
        )
    if not os.access(folder, os.W_OK | os.X_OK):
        raise StrobeError(f"no write permission for the record folder {folder}: name another")
    job_record.remove(folder)
    return folder
