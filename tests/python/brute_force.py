# SPDX-License-Identifier: BSD-3-Clause
"""The search of `strobe explore` against brute force, on random programs in a model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from strobe.explore.search import Exploration

Program = TypeVar("Program")
End = TypeVar("End")


def assert_every_end_is_found(
    seeds: Sequence[int],
    random_program: Callable[[int], Program],
    explored: Callable[[Program], tuple[Exploration, set[End]]],
    every_end: Callable[[Program], set[End]],
) -> None:
    """Of the program of each seed: the search is complete, and its ends are those of all
    interleavings."""
    for seed in seeds:
        program = random_program(seed)
        found, ends = explored(program)
        assert found.is_complete
        assert ends == every_end(program), program
