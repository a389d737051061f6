# SPDX-License-Identifier: BSD-3-Clause
"""What all tests in Python share: which of them `make check` runs, and which share a process."""

from __future__ import annotations

from functools import cache

import check
import pytest
from places import ROOT
from thoroughness import CHECKS_ALL, is_turn_of
from xdist.scheduler import LoadScopeScheduling


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "exhaustive: run by `make check-all` (STROBE_CHECK=all) and not by `make check`"
    )
    config.addinivalue_line(
        "markers", "turn(part): run by `make check` only in the turn of this part (check.TURNS)"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is exhaustive and what has not its turn.

    It leaves out nothing where everything or a test by its name is asked for.
    """
    is_named = any("::" in argument for argument in config.args)
    if not (CHECKS_ALL or is_named):
        left_out = [item for item in items if not _is_of_today(item)]
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if item not in set(left_out)]


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
        return file if _shares_a_fixture(file) else nodeid


@cache
def _shares_a_fixture(file: str) -> bool:
    return 'scope="module"' in (ROOT / file).read_text(encoding="utf-8")
