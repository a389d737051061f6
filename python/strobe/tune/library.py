# SPDX-License-Identifier: BSD-3-Clause
"""What an MPI library has: its control variables, their values, and MPICH's built-in decisions."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from strobe.base.errors import StrobeError
from strobe.tune import control_variables
from strobe.tune.tables import Settings

Tree = dict[str, Any]
_NAMED = re.compile(r"^(\w+)\s+- ", re.MULTILINE)
"""A value and its meaning, as MPICH's descriptions list them, one a line."""
_TREE = re.compile(rb'\{\s*"collective=')
_MARKS = {"posix": "MPIDI_POSIX_", "composition": "composition=", "": "algorithm=MPIR_"}
"""What only the decisions of each level contain; the first that fits."""


class Variable(msgspec.Struct, frozen=True):
    """A control variable, as MPI_T describes it."""

    name: str
    description: str = ""
    values: dict[str, int] = {}

    @property
    def named(self) -> dict[str, int]:
        """The values by name: the enumerated ones, else those that the description lists."""
        return self.values or {name: 0 for name in _NAMED.findall(self.description)}


@dataclass(frozen=True)
class Library:
    """What the library has."""

    variables: Mapping[str, Variable]
    trees: Mapping[str, Tree] = field(default_factory=dict)
    """MPICH's built-in decisions by level; none of another MPI."""

    def has(self, settings: Settings) -> bool:
        """Whether all these variables are there, and take these values if they are enumerated."""
        return all(self._takes(name, value) for name, value in settings.items())

    def _takes(self, name: str, value: str) -> bool:
        variable = self.variables.get(name)
        if variable is None:
            return False
        known = {*variable.values, *map(str, variable.values.values())}
        return not known or value in known

    def values(self, name: str) -> dict[str, int]:
        """The values of a variable by name; none where it is not there."""
        variable = self.variables.get(name)
        return {} if variable is None else variable.named


def ask(path: Path, launcher: list[str], environment: Mapping[str, str]) -> Library:
    """Ask the library at `path`; `launcher` starts one process, whose variables may lead to it.

    Raises StrobeError where it does not answer.
    """
    line = [*launcher, sys.executable, control_variables.__file__, str(path)]
    try:
        answer = subprocess.run(
            line, capture_output=True, timeout=60, check=False, stdin=subprocess.DEVNULL,
            env={**os.environ, **environment},
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise StrobeError(f"{path} does not list its control variables: {error}") from error
    # A launcher may print lines of its own before.
    rows = [row for row in answer.stdout.splitlines() if row.startswith(b"[{")]
    if answer.returncode != 0 or not rows:
        said = answer.stderr.decode(errors="replace").strip().splitlines()
        why = said[-1] if said else f"status {answer.returncode}"
        raise StrobeError(f"{path} does not list its control variables (MPI_T): {why}")
    try:
        found = msgspec.json.decode(rows[-1], type=list[Variable])
    except msgspec.MsgspecError as error:
        raise StrobeError(f"{path} lists its control variables wrongly: {error}") from error
    return Library({one.name: one for one in found}, trees_in(path.read_bytes()))


def trees_in(image: bytes) -> dict[str, Tree]:
    """The decisions that MPICH has compiled in, which a tuning file must repeat.

    A file replaces all decisions of its level, and MPICH has no call that returns them.
    """
    found: dict[str, Tree] = {}
    for match in _TREE.finditer(image):
        text = image[match.start() : image.index(b"\0", match.start())]
        try:
            tree = json.loads(text)
        except ValueError:
            continue
        level = next(name for name, mark in _MARKS.items() if mark.encode() in text)
        found.setdefault(level, tree)
    return found
