# SPDX-License-Identifier: BSD-3-Clause
"""What all tests in Python share: which of them `make check` runs, and which share a process."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import check
import passed
import pytest
from thoroughness import CHECKS_ALL, is_turn_of
from xdist.scheduler import LoadScopeScheduling


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "exhaustive: run by `make check-all` (STROBE_CHECK=all) and not by `make check`"
    )
    config.addinivalue_line(
        "markers", "turn(part): run by `make check` only in the turn of this part (check.TURNS)"
    )
    if hasattr(config, "workerinput"):
        config.stash[BEFORE] = set(config.workerinput["passed before"])
        return
    name = os.environ.get(passed.VARIABLE)
    config.stash[BEFORE] = passed.tests_of(passed.read(Path(name))) if name else set()
    if name:
        config.pluginmanager.register(Remembers(Path(name)))


BEFORE = pytest.StashKey[set[str]]()
"""Names of tests that need not run, since they have passed in a `make check-all` that was ended."""


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """All processes of pytest-xdist must leave out the same tests, even one that begins later."""
    node.workerinput["passed before"] = sorted(node.config.stash[BEFORE])


class Remembers:
    """Adds to a file the tests that pass."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._was_good: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test has passed where its end has, too."""
        if not report.passed:
            self._was_good.discard(report.nodeid)
        elif report.when == "call":
            self._was_good.add(report.nodeid)
        elif report.when == "teardown" and report.nodeid in self._was_good:
            passed.add_line(self._file, {"test": report.nodeid})


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is exhaustive and what has not its turn, and what has passed before.

    It leaves out nothing where everything or a test by its name is asked for.
    """
    is_named = any("::" in argument for argument in config.args)
    before = config.stash[BEFORE]
    left_out = {
        item for item in items
        if item.nodeid in before or not (CHECKS_ALL or is_named or _is_of_today(item))
    }  # fmt: skip
    if left_out:
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]


def _is_of_today(item: pytest.Item) -> bool:
    parts = [mark.args[0] for mark in item.iter_markers("turn")]
    if not set(parts) <= set(check.TURNS):
        raise pytest.UsageError(f"{item.nodeid}: {parts} are not all in check.TURNS")
    return not item.get_closest_marker("exhaustive") and all(map(is_turn_of, parts))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> LoadScopeScheduling:
    """Which tests run in one process of pytest-xdist, when several are used."""
    return Sharing(config, log)


class Sharing(LoadScopeScheduling):
    """Tests that share a fixture run in one process, so that it is made once; others in any."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        # Tests of installation use one build folder, which two must not build at the same time.
        if file.startswith("tests/install/"):
            return "tests/install"
        return file if _shares_a_fixture(self.config.rootpath / file) else nodeid


@cache
def _shares_a_fixture(file: Path) -> bool:
    return 'scope="module"' in file.read_text(encoding="utf-8")
