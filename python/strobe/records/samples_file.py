# SPDX-License-Identifier: BSD-3-Clause
"""samples.jsonl while it grows and after a kill: follow it, cut an incomplete line, append."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import BinaryIO

import msgspec

from strobe.base.errors import StrobeError
from strobe.records import lines

BLOCK_BYTES = 1 << 20


class Tail:
    """Follows a growing samples file: each `read` returns the new complete records."""

    def __init__(self, file: Path) -> None:
        """Begins with the file's first record; the file need not exist yet."""
        self._file = file
        self._offset = 0

    @property
    def size_bytes(self) -> int:
        """How much of the file has been read; it stops growing when the launch stops."""
        return self._offset

    def read(self) -> list[lines.Record]:
        """The records since the last call. A last line without a newline waits for its rest.

        Lines that are not records are skipped here; strobe.records.run reports them by number.
        """
        try:
            with self._file.open("rb") as source:
                source.seek(self._offset)
                text = source.read()
        except FileNotFoundError:
            return []
        whole, newline, _ = text.rpartition(b"\n")
        self._offset += len(whole) + len(newline)
        records = []
        for row in whole.splitlines():
            with contextlib.suppress(msgspec.MsgspecError):
                records.append(lines.decoder.decode(row))
        return records


def cut_incomplete_line(file: Path) -> bool:
    """Remove a last line that a kill left incomplete; True if there was one.

    Everything before it stays unchanged. Raises StrobeError when the file cannot be written.
    """
    try:
        with file.open("r+b") as samples:
            size = samples.seek(0, os.SEEK_END)
            keep = _whole_bytes(samples, size)
            samples.truncate(keep)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise StrobeError(f"cannot write {file}: {error.strerror}") from error
    return keep < size


def append(file: Path, record: lines.Record) -> None:
    """Add one record at the end. Raises StrobeError when it cannot be written."""
    try:
        with file.open("ab") as samples:
            samples.write(msgspec.json.encode(record) + b"\n")
    except OSError as error:
        raise StrobeError(f"cannot write {file}: {error.strerror}") from error


def _whole_bytes(samples: BinaryIO, size: int) -> int:
    """The length up to the last newline, searched from the end in blocks."""
    end = size
    while end > 0:
        start = max(0, end - BLOCK_BYTES)
        samples.seek(start)
        newline = samples.read(end - start).rfind(b"\n")
        if newline >= 0:
            return start + newline + 1
        end = start
    return 0
