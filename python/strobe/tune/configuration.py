# SPDX-License-Identifier: BSD-3-Clause
"""A configuration of an MPI: settings that hold for the whole job, and rules for collectives."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from strobe.base import units
from strobe.tune.tables import Settings

LEAST_STEP = 8
"""Kernels reduce numbers of eight bytes, so that all sizes are multiples of it."""


@dataclass(frozen=True, order=True)
class Cell:
    """One operation at one size in bytes, as its kernel counts; a barrier has size 0."""

    operation: str
    size_bytes: int

    @property
    def text(self) -> str:
        """For tables: `bcast of 8 KiB`."""
        return self.operation if not self.size_bytes else (
            f"{self.operation} of {units.size(self.size_bytes)}"
        )  # fmt: skip


@dataclass(frozen=True, order=True)
class Choice:
    """An algorithm of one operation, by the MPI's name, with the size of its segments."""

    operation: str
    algorithm: str
    segment_bytes: int = 0

    @property
    def text(self) -> str:
        """For tables: `chain, segments of 32 KiB`."""
        if not self.segment_bytes:
            return self.algorithm
        return f"{self.algorithm}, segments of {units.size(self.segment_bytes)}"


@dataclass(frozen=True)
class Span:
    """From `low_bytes` to `high_bytes`, both included, an algorithm; None for the MPI's own."""

    low_bytes: int
    high_bytes: int
    choice: Choice | None


@dataclass(frozen=True)
class Configuration:
    """What is set for jobs of `ranks` ranks; equal ones are the same."""

    ranks: int
    settings: tuple[tuple[str, str], ...] = ()
    choices: tuple[tuple[Cell, Choice], ...] = ()

    @classmethod
    def of(
        cls, ranks: int, settings: Settings, choices: Mapping[Cell, Choice | None]
    ) -> Configuration:
        """From settings by name and the algorithm of each cell that has one."""
        chosen = [(cell, one) for cell, one in choices.items() if one is not None]
        return cls(ranks, tuple(sorted(settings.items())), tuple(sorted(chosen)))

    @property
    def is_default(self) -> bool:
        """Whether it sets nothing."""
        return not self.settings and not self.choices

    def without(self, cells: Iterable[Cell]) -> Configuration:
        """The same, with the MPI's own algorithms for these cells."""
        left_out = {*cells}
        kept = tuple(pair for pair in self.choices if pair[0] not in left_out)
        return replace(self, choices=kept)

    def choice(self, cell: Cell) -> Choice | None:
        """The algorithm that it sets for a cell."""
        return next((choice for at, choice in self.choices if at == cell), None)

    def spans(self, cells: Sequence[Cell]) -> dict[str, list[Span]]:
        """By operation the ranges of sizes that have an algorithm of their own; `cells` are all.

        Between two measured sizes with different algorithms the border is their geometric mean.
        Nothing is set above the largest size that was measured; the smallest one's algorithm also
        serves what is shorter.
        """
        found: dict[str, list[Span]] = {}
        for operation in dict.fromkeys(cell.operation for cell in cells):
            sizes = sorted(cell.size_bytes for cell in cells if cell.operation == operation)
            chosen = [self.choice(Cell(operation, size)) for size in sizes]
            if any(one is not None for one in chosen):
                found[operation] = _spans(sizes, chosen)
        return found


def _spans(sizes: Sequence[int], chosen: Sequence[Choice | None]) -> list[Span]:
    spans: list[Span] = []
    for index, (size, choice) in enumerate(zip(sizes, chosen, strict=True)):
        if spans and spans[-1].choice == choice:
            spans[-1] = replace(spans[-1], high_bytes=size)
            continue
        low = 0
        if spans:
            low = border(sizes[index - 1], size)
            spans[-1] = replace(spans[-1], high_bytes=low - 1)
        spans.append(Span(low, size, choice))
    return spans


def border(below: int, above: int) -> int:
    """Where the algorithm of the larger size begins: a multiple of eight between the two."""
    mean = math.sqrt(below * above) if below else above / 2
    return min(above, max(below + 1, LEAST_STEP * math.ceil(mean / LEAST_STEP)))
