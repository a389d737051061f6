# SPDX-License-Identifier: BSD-3-Clause
"""Runs a program under a launcher, and keeps all that its processes write.

A launcher that aborts or is told to may lose what it had yet to pass on, so the processes write to
a file of their own instead of the launcher's pipes.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Ended:
    """The launcher's exit status, None where it did not end in time, and all that was written."""

    status: int | None
    text: str


def run(
    launcher: Sequence[str],
    command: Sequence[str],
    limit_s: float,
    environment: Mapping[str, str] | None = None,
) -> Ended:
    """Runs `command` under `launcher` for at most `limit_s` seconds.

    `environment` is added to that of this process. Lines of several processes may mingle, but none
    is cut where a process writes it at once.
    """
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "written"
        written.touch()
        redirected = ["sh", "-c", 'exec "$@" >>"$0" 2>&1', str(written), *command]
        with (Path(folder) / "launcher").open("w+", errors="replace") as said:
            try:
                ended = subprocess.run(
                    [*launcher, *redirected],
                    stdout=said,
                    stderr=said,
                    timeout=limit_s,
                    check=False,
                    env=os.environ | dict(environment or {}),
                )
                status: int | None = ended.returncode
            except subprocess.TimeoutExpired:
                status = None
            said.seek(0)
            return Ended(status, written.read_text(errors="replace") + said.read())
