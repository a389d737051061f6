# SPDX-License-Identifier: BSD-3-Clause
"""The images of executables and libraries, kept between commands.

A program of MPI has some twenty libraries, and to read them takes as long as all else that
`strobe run` does before it starts the launcher. A file that has its size and time of change is
not read again. A cache that cannot be written, or holds damaged lines, costs time only.
"""

from __future__ import annotations

import contextlib
import functools
from pathlib import Path

import msgspec

from strobe.base import resources
from strobe.launch import elf
from strobe.launch.elf import Image

FILE = "elf-images.jsonl"
MOST_BYTES = 1 << 20


class _Kept(msgspec.Struct, frozen=True):
    """A line of the file."""

    path: str
    size_bytes: int
    changed_ns: int
    image: Image

    @property
    def key(self) -> tuple[str, int, int]:
        return self.path, self.size_bytes, self.changed_ns


def image(path: Path) -> Image:
    """As elf.read, which raises TruncatedError and OSError."""
    facts = path.stat()
    return _image(str(path.absolute()), facts.st_size, facts.st_mtime_ns)


@functools.lru_cache(maxsize=1024)
def _image(path: str, size_bytes: int, changed_ns: int) -> Image:
    known = _known().get((path, size_bytes, changed_ns))
    if known is not None:
        return known
    found = elf.read(Path(path))
    _keep(_Kept(path, size_bytes, changed_ns, found))
    return found


@functools.cache
def _known() -> dict[tuple[str, int, int], Image]:
    known = {}
    with contextlib.suppress(OSError):
        for line in (resources.cache() / FILE).read_bytes().splitlines():
            with contextlib.suppress(msgspec.MsgspecError):
                kept = msgspec.json.decode(line, type=_Kept)
                known[kept.key] = kept.image
    return known


def _keep(kept: _Kept) -> None:
    """Append the line in one piece, since commands may run side by side."""
    file = resources.cache() / FILE
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.is_file() and file.stat().st_size > MOST_BYTES:
            file.unlink()
        with file.open("ab", buffering=0) as lines:
            lines.write(msgspec.json.encode(kept) + b"\n")
