# SPDX-License-Identifier: BSD-3-Clause
"""Small libraries that are compiled once and kept in the folder of caches."""

from __future__ import annotations

import hashlib
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from strobe.base import notes, resources, writing
from strobe.base.errors import StrobeError


def library(what: str, source: Path, line: Sequence[str], key: str, advice: str) -> Path:
    """The library of a source, for `what` it is. The command line `line` lacks only `-o FILE`, and
    the library is kept as long as the source, the line and `key` are the same.

    Raises StrobeError where it cannot be compiled, with this advice.
    """
    content = source.read_bytes() + "\0".join([*line, key]).encode()
    name = f"{source.stem}-{hashlib.sha256(content).hexdigest()[:16]}.so"
    made = writing.folder_in(resources.cache(), "compiled") / name
    if made.is_file():
        return made
    notes.say(f"compiling {what}, once")
    with tempfile.TemporaryDirectory(dir=made.parent) as folder:
        part = Path(folder) / name
        done = subprocess.run([*line, "-o", str(part)], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            said = (done.stderr.strip().splitlines() or ["no message"])[0]
            raise StrobeError(f"{line[0]} cannot compile {what}: {said}; {advice}")
        part.replace(made)
    return made
