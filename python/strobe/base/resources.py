# SPDX-License-Identifier: BSD-3-Clause
"""The locations of Strobe's own files: in a checkout, or inside the installed package."""

from __future__ import annotations

import os
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def checkout() -> Path | None:
    """The root of the checkout that this package is run from, or None when it is installed."""
    root = PACKAGE.parent.parent
    is_checkout = (root / "CMakeLists.txt").is_file() and (root / "suites").is_dir()
    return root if is_checkout else None


def source() -> Path | None:
    """The sources that the bench is built from: the checkout, or the copy inside the package."""
    root = checkout()
    if root is not None:
        return root
    packaged = PACKAGE / "source"
    return packaged if (packaged / "CMakeLists.txt").is_file() else None


def suites() -> Path:
    """The folder of the suites that come with Strobe."""
    root = checkout()
    return (root if root is not None else PACKAGE) / "suites"


def release() -> Path | None:
    """Where a checkout builds its programs, or None when this package is installed."""
    root = checkout()
    return None if root is None else root / "build" / "release"


def cache() -> Path:
    """Where benches built for other MPIs are kept: below a checkout, else in the user's cache."""
    root = checkout()
    if root is not None:
        # Beside the builds of presets: ccache shares objects between folders of one depth.
        return root / "build"
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "strobe" / "bench"
