# SPDX-License-Identifier: BSD-3-Clause
"""One issue with the quality of results: how serious, of which cells, and its remedy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["serious", "caution", "note"]
MOST_SERIOUS_FIRST: tuple[Severity, ...] = ("serious", "caution", "note")


@dataclass(frozen=True)
class Issue:
    """An issue of a run.

    `serious`: the named results are wrong or missing. `caution`: they hold with the stated
    reservation. `note`: nothing is wrong, but the reader should know it.
    """

    severity: Severity
    kernel: str | None
    """The kernel concerned; None for several kernels or the whole run."""
    sentence: str
    remedy: str
    cells: tuple[str, ...] = ()
    """Keys of the cells concerned; empty for the whole run."""
