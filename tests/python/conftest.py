# SPDX-License-Identifier: BSD-3-Clause
"""What tests of the Python half share."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from places import ROOT
from terminal import Built, Terminal

from strobe.base import notes
from strobe.coscheduling import interposer
from strobe.launch import mpi

BUILD = ROOT / "build" / "release"

# A check that is started in the background ignores Ctrl-C, and so would all programs that tests
# start and press it for.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def notes_are_shown() -> None:
    """`--quiet` of a command that an earlier test ran in this process has no effect any more."""
    notes.be_quiet(False)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """A terminal in an empty folder; whatever a test does there, nothing may be left of it."""
    found = Terminal(tmp_path)
    yield found
    found.close()
    found.assert_nothing_left()


@pytest.fixture
def with_runtime(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], Path]:
    """Takes a program for which a runtime is built here, or has the test skipped."""
    monkeypatch.delenv(interposer.VARIABLE, raising=False)

    def program(path: Path) -> Path:
        library = mpi.linked(path) if path.exists() else None
        if library is None:
            pytest.skip(f"{path.name} is not built")
        runtime = f"libstrobe_run_{interposer.flavour_of(library, None)}.so"
        if not (BUILD / "lib" / runtime).exists():
            pytest.skip(f"{runtime} is not built")
        return path

    return program


@pytest.fixture
def built(with_runtime: Callable[[Path], Path]) -> Built:
    """Finds programs for which a runtime is built here, too."""
    return lambda name: with_runtime(BUILD / "bin" / name)
