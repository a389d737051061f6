# SPDX-License-Identifier: BSD-3-Clause
"""What all tests in Python share: which of them `make check` runs, and which share a process."""

from __future__ import annotations

from pathlib import Path

import pytest
from thoroughness import CHECKS_ALL

HERE = Path(__file__).parent


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "exhaustive: run by `make check-all` (STROBE_CHECK=all) and not by `make check`"
    )


@pytest.hookimpl(tryfirst=True)  # pytest-xdist reads the groups in its own
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is exhaustive, unless everything or a test by its name is asked for."""
    is_named = any("::" in argument for argument in config.args)
    if not (CHECKS_ALL or is_named):
        left_out = [item for item in items if item.get_closest_marker("exhaustive")]
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if item not in set(left_out)]
    for item in items:
        if group := _sharing(item):
            item.add_marker(pytest.mark.xdist_group(group))


def _sharing(item: pytest.Item) -> str:
    """Where the widest fixture of a test is defined: all that use it run in one process of xdist.

    It is made once then. Tests of installation use one build folder, which two must not build at
    the same time.
    """
    if item.path.is_relative_to(HERE / "install"):
        return "install"
    info = getattr(item, "_fixtureinfo", None)
    for definitions in info.name2fixturedefs.values() if info else ():
        definition = definitions[-1]
        ours = str(definition.func.__code__.co_filename).startswith(str(HERE))
        if ours and definition.scope in ("module", "session"):
            return str(definition.func.__module__)
    return ""
