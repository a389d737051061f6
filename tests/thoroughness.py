# SPDX-License-Identifier: BSD-3-Clause
"""How much a test does of what is random or exhaustive, and what takes turns with something else.

The thoroughness.hpp of tests/cpp is the same for C++.

`make check` takes a sample, another one each day; `make check-all` takes everything.
packaging/check.py sets and prints the variables. Standard library only: scripts of ctest use it.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")

CHECKS_ALL = os.environ.get("STROBE_CHECK") == "all"
SEED = int(os.environ.get("STROBE_CHECK_SEED", "0"))
TURN = os.environ.get("STROBE_CHECK_TURN")
"""What of packaging/check.py's TURNS is tested today; None where all of it is."""


def is_turn_of(part: str) -> bool:
    """Whether this part is tested today."""
    return TURN in (None, part)


def sampled(items: Sequence[Item], number: int) -> list[Item]:
    """All items, or that many of them, in their order."""
    if CHECKS_ALL or number >= len(items):
        return list(items)
    chosen = random.Random(SEED).sample(range(len(items)), number)
    return [items[index] for index in sorted(chosen)]


def in_blocks(items: Sequence[Item], size: int = 50) -> list[Sequence[Item]]:
    """The items in groups of so many, each of which is a test. Of thousands of quick ones pytest
    itself would take a good part of the time."""
    return [items[first : first + size] for first in range(0, len(items), size)]
