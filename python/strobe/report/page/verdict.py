# SPDX-License-Identifier: BSD-3-Clause
"""The box at the top of a page: one sentence, its main reasons, and the counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["good", "warn", "bad", ""]


@dataclass(frozen=True)
class Tally:
    """One number of the verdict."""

    label: str
    value: str
    of: str = ""
    level: Level = ""


@dataclass(frozen=True)
class Verdict:
    """The answer, its heaviest reasons and its numbers."""

    level: Level
    headline: str
    sentences: list[str]
    tally: list[Tally]
    more: int = 0
    """How many further reasons the page gives under "Data quality"."""
