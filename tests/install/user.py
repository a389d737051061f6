# SPDX-License-Identifier: BSD-3-Clause
"""Someone who installs Strobe: what the tests of installation share."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from extras import OTHER_MPI

ROOT = Path(__file__).resolve().parents[2]


class User:
    """Someone outside the clone: a folder of their own, a Python environment, an MPI on PATH."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = folder / "environment"
        self.elsewhere = folder / "elsewhere"
        self.elsewhere.mkdir()

    @property
    def package(self) -> Path:
        """Where the package strobe was installed."""
        return next(self.environment.glob("lib/python3*/site-packages/strobe"))

    @property
    def path(self) -> str:
        """PATH: the environment, the machine, and last that of the clone, which lends its MPI."""
        clone = Path(sys.executable).parent
        ours = (clone, OTHER_MPI / "bin")
        machine = (f for f in os.environ["PATH"].split(os.pathsep) if Path(f) not in ours)
        return os.pathsep.join([str(self.environment / "bin"), *machine, str(clone)])

    def run(
        self, command: Sequence[str | Path], **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Runs a command in a folder that is not the clone's; its output is kept as text."""
        return subprocess.run(
            [str(word) for word in command],
            cwd=self.elsewhere,
            env={**os.environ, "PATH": self.path, **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )


def run_in(
    command: Sequence[str | Path], folder: Path, timeout_s: float = 600, **variables: str
) -> str:
    """What a command prints in a folder, where it must succeed."""
    ended = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=timeout_s,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout
    return ended.stdout
