# SPDX-License-Identifier: BSD-3-Clause
"""What a search has found for one number of ranks: the configuration, what was tried, and the
proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from strobe.tune.configuration import Cell, Choice, Configuration
from strobe.tune.judgement import Ratio, Times
from strobe.tune.tables import Settings


@dataclass(frozen=True)
class Trial:
    """A value of a knob that was tried, and what became of it."""

    title: str
    settings: Settings
    ratio: Ratio | None
    accepted: bool
    reason: str = ""


@dataclass(frozen=True)
class Row:
    """One cell of the proof."""

    cell: Cell
    choice: Choice | None
    default_s: float
    tuned_s: float
    ratio: Ratio
    is_changed: bool
    """Whether the configuration changes anything for it; else both sides are the same."""
    is_proven: bool = True
    """Whether it was measured with the configuration as it is in the end."""

    @property
    def verdict(self) -> str:
        """In words."""
        if not self.is_changed:
            return "unchanged"
        if not self.is_proven:
            return "not proven"
        if not self.ratio.is_judged:
            return "too few launches"
        if self.ratio.is_faster:
            return "faster"
        return "slower" if self.ratio.is_slower else "no difference"


@dataclass(frozen=True)
class Found:
    """The result for one number of ranks."""

    configuration: Configuration
    rows: Sequence[Row]
    overall: Ratio | None
    """Of the weighted geometric means over all cells; None where the last proof refuted a rule."""
    changed: Ratio | None
    """The same over the cells that are faster or slower; None where none is, too."""
    trials: Sequence[Trial]
    notes: Sequence[str]
    cells: Sequence[Cell]
    proof: tuple[Sequence[Times], Sequence[Times]]
    """What each launch of the proof measured: the MPI as it is, and as it was tuned."""
