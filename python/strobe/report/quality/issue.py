# SPDX-License-Identifier: BSD-3-Clause
"""One reason to doubt a result: how heavy, about what, why, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["serious", "caution", "note"]
HEAVIEST_FIRST: tuple[Severity, ...] = ("serious", "caution", "note")


@dataclass(frozen=True)
class Belief:
    """What should not be believed, and why.

    `serious`: the results named are wrong or missing. `caution`: they hold with the reservation
    stated. `note`: nothing is wrong, and a careful reader wants to know.
    """

    severity: Severity
    kernel: str | None
    """The kernel concerned; None where it is the whole run."""
    sentence: str
    remedy: str
    cells: tuple[str, ...] = ()
    """Keys of the cells concerned, where they can be named."""
