# SPDX-License-Identifier: BSD-3-Clause
"""What tests of the Python half share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from terminal import Terminal


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """A terminal in an empty folder; whatever a test does there, nothing may be left of it."""
    found = Terminal(tmp_path)
    yield found
    found.close()
    found.assert_nothing_left()
