# SPDX-License-Identifier: BSD-3-Clause
"""What a person may choose for a run: the options of `strobe measure`, kept in its context."""

from __future__ import annotations

from dataclasses import dataclass, field

from strobe.launch import blas


@dataclass(frozen=True)
class MeasureOptions:
    """Everything that decides what is measured; a run folder's copy of it is what resumes."""

    suite: str | None = None
    kernel: list[str] = field(default_factory=list)
    size: str | None = None
    set: list[str] = field(default_factory=list)
    ranks: int = 2
    launches: int = 1
    mpi: str | None = None
    launcher: str | None = None
    launcher_args: str = ""
    seed: int | None = None
    relative_error: float | None = None
    confidence: float | None = None
    budget: float | None = None
    cell_budget: float | None = None
    hang_after: float = 60.0
    blas: str = blas.AUTO
