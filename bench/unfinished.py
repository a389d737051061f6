# SPDX-License-Identifier: BSD-3-Clause
"""Rows of a table that takes an hour: those that are made outlive an interruption.

The next start of the same table goes on after them, unless the sources of the library are others by
then. A row is made once; when the table is written, its rows are forgotten.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import tools

FOLDER = tools.ROOT / "build" / "bench" / "unfinished"
SOURCES = tools.ROOT / "src"


class Unfinished:
    """The rows of the table `name` that have been made so far."""

    def __init__(self, name: str, folder: Path = FOLDER, sources: Path = SOURCES) -> None:
        self._file = folder / f"{name}-{_digest(sources)}.json"
        self._rows: dict[str, list[str]] = {}
        if self._file.exists():
            self._rows = json.loads(self._file.read_text(encoding="utf-8"))

    def row(self, key: Sequence[str], make: Callable[[], list[str]]) -> list[str]:
        """The row of this key, made if it was not yet."""
        name = ", ".join(key)
        if name in self._rows:
            print(f"bench: {name}: made before", flush=True)
            return self._rows[name]
        print(f"bench: {name} ...", flush=True)
        self._rows[name] = make()
        self._file.parent.mkdir(parents=True, exist_ok=True)
        whole = self._file.with_suffix(".new")
        whole.write_text(json.dumps(self._rows, indent=1), encoding="utf-8")
        whole.replace(self._file)
        return self._rows[name]

    def forget(self) -> None:
        """The table is written."""
        self._file.unlink(missing_ok=True)


def _digest(sources: Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(path for path in sources.rglob("*") if path.is_file()):
        digest.update(f"{file.relative_to(sources)}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
