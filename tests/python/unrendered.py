# SPDX-License-Identifier: BSD-3-Clause
"""Pages without pictures, for tests that read their words and specifications.

To draw a plot takes more than half of a page's time; `make check-all` draws them all.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from thoroughness import CHECKS_ALL


@contextmanager
def without_pictures() -> Iterator[None]:
    """Leaves the SVG of plots empty."""
    with pytest.MonkeyPatch.context() as patch:
        if not CHECKS_ALL:
            patch.setattr("strobe.report.page.drawing._render", lambda _: "<svg></svg>")
        yield
