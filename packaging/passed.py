# SPDX-License-Identifier: BSD-3-Clause
"""What `make check-all` need not run again: what has passed since a file of the project changed.

All of it takes hours. Where it ends early, by Ctrl-C or a failure, the next one goes on with what
has not passed. What the machine has besides, such as compilers, is not looked at.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from places import BUILD, ROOT

FILE = BUILD / "check" / "passed.jsonl"
"""A line for the state of the files, and one for each stage and each test in Python."""
VARIABLE = "STROBE_CHECK_PASSED"
"""Tells pytest the file (tests/conftest.py)."""


@dataclass(frozen=True)
class Stage:
    """A stage that has passed, the number of its tests, and the closing line of its tool."""

    title: str
    tests: int
    closing_line: str = ""


class Passed:
    """Remembers nothing until it has a file."""

    def __init__(self) -> None:
        self._file: Path | None = None
        self.stages: dict[str, Stage] = {}
        self.tests: set[str] = set()

    def keep_in(self, file: Path, state: str) -> None:
        """Go on from a file; one of another state of the project is begun anew."""
        self._file = file
        lines = read(file)
        if lines[:1] == [{"state": state}]:
            self.tests = tests_of(lines)
            self.stages = {line["title"]: Stage(**line) for line in lines if "title" in line}
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"{json.dumps({'state': state})}\n", encoding="utf-8")

    @property
    def variables(self) -> dict[str, str]:
        """What tells pytest of it."""
        return {} if self._file is None else {VARIABLE: str(self._file)}

    def add(self, stage: Stage) -> None:
        """Remember a stage."""
        if self._file is not None:
            self.stages[stage.title] = stage
            add_line(self._file, asdict(stage))

    def forget(self) -> None:
        """The next check is a whole one."""
        if self._file is not None:
            self._file.unlink(missing_ok=True)


def read(file: Path) -> list[dict[str, Any]]:
    """The lines of a file; the last one may be of a check that was killed while it wrote it."""
    if not file.is_file():
        return []
    found = []
    for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found


def tests_of(lines: list[dict[str, Any]]) -> set[str]:
    """The names of tests in Python among them."""
    return {line["test"] for line in lines if "test" in line}


def add_line(file: Path, line: dict[str, Any]) -> None:
    """Write it at the end."""
    with file.open("a", encoding="utf-8") as end:
        end.write(f"{json.dumps(line)}\n")


def state_of(root: Path = ROOT) -> str | None:
    """A digest of the project's files and their names; None where git does not know them."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root, capture_output=True, check=False,
    )  # fmt: skip
    if listed.returncode != 0:
        return None
    digest = hashlib.sha256()
    for name in sorted(set(listed.stdout.split(b"\0")) - {b""}):
        file = root / name.decode(errors="surrogateescape")
        content = file.read_bytes() if file.is_file() else b""
        for part in (name, content):
            digest.update(len(part).to_bytes(8, "little") + part)
    return digest.hexdigest()
