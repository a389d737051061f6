# SPDX-License-Identifier: BSD-3-Clause
"""Paths as the command line says and takes them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter, Token

from strobe.base.errors import StrobeError


def _named(_: Any, tokens: Sequence[Token]) -> Path:
    """A path that has a name: an empty word, of a variable that is not set, is no current folder.

    Raises StrobeError for one.
    """
    (token,) = tokens
    if not token.value:
        raise StrobeError(f"{token.keyword} is followed by an empty word: name a path")
    return Path(token.value)


NamedPath = Annotated[Path, Parameter(converter=_named)]


def near(path: Path) -> str:
    """A path as short as it can be said from here."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
