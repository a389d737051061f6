# SPDX-License-Identifier: BSD-3-Clause
"""The suites: which there are, and the file that a name or a path means."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from strobe.base import resources
from strobe.base.errors import StrobeError
from strobe.base.suggest import unknown
from strobe.records.names import check_lines

DEFAULT = "quick"


def available() -> dict[str, Path]:
    """The files of the suites that come with Strobe, by name."""
    return {file.stem: file for file in sorted(resources.suites().glob("*.toml"))}


def resolve(name: str) -> Path:
    """The file of a suite given by name or by path. Raises StrobeError when there is none."""
    if name.endswith(".toml") or "/" in name:
        file = Path(name).expanduser()
        if not file.is_file():
            raise StrobeError(f"there is no suite at {name}: no such file")
        return file.absolute()
    known = available()
    if name not in known:
        raise unknown("suite", name, known)
    return known[name]


def check_name(file: Path) -> None:
    """Raise StrobeError for a suite whose name is not valid in a record."""
    try:
        name = str(read(file).get("name", file.stem))
    except StrobeError:
        return  # the bench reports the position of the error
    try:
        check_lines("the name of the suite", name)
    except ValueError as error:
        raise StrobeError(f"{file}: {error}") from error


def read(file: Path) -> dict[str, Any]:
    """The suite's contents. Raises StrobeError when it is not TOML."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise StrobeError(f"cannot read the suite {file}: {error}") from error
