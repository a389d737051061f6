# SPDX-License-Identifier: BSD-3-Clause
"""Writing into untrusted folders: no symbolic link in them redirects a file elsewhere."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from strobe.base.errors import StrobeError


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file that replaces `path` once it is complete; after an error, the old file stays.

    A link at `path` is replaced, and its target stays unchanged. Raises StrobeError when the file
    cannot be written.
    """
    draft = path.with_name(path.name + ".new")
    try:
        draft.unlink(missing_ok=True)
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb") as file:
            yield file
        draft.replace(path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise StrobeError(f"cannot write {path}: {error.strerror or error}") from error
        raise


def write(path: Path, contents: str | bytes) -> Path:
    """Write a complete file as `replacing` does; returns its path."""
    with replacing(path) as file:
        file.write(contents.encode() if isinstance(contents, str) else contents)
    return path


def folder_in(parent: Path, name: str) -> Path:
    """A folder below `parent`, created if missing. Raises StrobeError when it cannot be created or
    is a symbolic link, which could lead anywhere."""
    folder = parent / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StrobeError(f"cannot write {folder}: {error.strerror}") from error
    refuse_links(parent, name)
    return folder


def refuse_links(folder: Path, *names: str) -> None:
    """Raise StrobeError when one of these files is a symbolic link, which could lead anywhere."""
    for name in names:
        if (folder / name).is_symlink():
            raise StrobeError(
                f"{folder / name} is a symbolic link, and Strobe does not write through links: "
                "replace it with its target"
            )
