# SPDX-License-Identifier: BSD-3-Clause
"""Which runtime a test of real programs uses, and when such a test has its turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import check
import pytest
from clients import Client
from places import ROOT

from strobe.coscheduling import interposer


def runtime(flavour: str, preset: str) -> Path:
    return ROOT / "build" / preset / "lib" / f"libstrobe_run_{flavour}.so"


def use_runtime(monkeypatch: pytest.MonkeyPatch, flavour: str) -> None:
    """The one that the checks have built, in whatever order."""
    for preset in ("release", "with-other-mpi"):
        library = runtime(flavour, preset)
        if library.exists():
            monkeypatch.setenv(interposer.VARIABLE, str(library))
            return
    pytest.skip(f"strobe_run is not built for {flavour}")


def when(flavour: str) -> list[pytest.MarkDecorator]:
    """Each day with the runtime for the own MPI, in turns with that for the other."""
    is_own = runtime(flavour, "release").exists()
    return [] if is_own else [pytest.mark.turn(check.STROBE_RUN)]


def each(found: Iterator[Client]) -> list[Client]:
    """These programs, as far as they are here; else the test is skipped."""
    try:
        return list(found)
    except FileNotFoundError as missing:
        pytest.skip(str(missing))
