# SPDX-License-Identifier: BSD-3-Clause
"""Small libraries that are compiled once and kept in the folder of caches."""

from __future__ import annotations

import hashlib
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from strobe.base import notes, resources, writing
from strobe.base.errors import StrobeError


def library(
    what: str, source: Path, key: str, line: Callable[[], Sequence[str]], advice: str
) -> Path:
    """The library of a source, for `what` it is, kept as long as the source and `key` are the same.

    The command that makes it is `line()` and `-o FILE`: a library that is there needs no compiler.
    Raises StrobeError where it cannot be compiled, with this advice.
    """
    content = source.read_bytes() + key.encode()
    name = f"{source.stem}-{hashlib.sha256(content).hexdigest()[:16]}.so"
    made = writing.folder_in(resources.cache(), "compiled") / name
    if made.is_file():
        return made
    command = line()
    notes.say(f"compiling {what}, once")
    with tempfile.TemporaryDirectory(dir=made.parent) as folder:
        part = Path(folder) / name
        done = subprocess.run(
            [*command, "-o", str(part)], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            said = (done.stderr.strip().splitlines() or ["no message"])[0]
            raise StrobeError(f"{command[0]} cannot compile {what}: {said}; {advice}")
        part.replace(made)
    return made
