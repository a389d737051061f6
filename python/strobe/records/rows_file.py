# SPDX-License-Identifier: BSD-3-Clause
"""Rows of numbers as src/bcs/monitor/rows_file.hpp leaves them beside a rank's record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strobe.base.errors import StrobeError

Rows = NDArray[Any]


def read(path: Path, kind: np.dtype[Any]) -> Rows:
    """All rows. Raises StrobeError where the file cannot be read."""
    try:
        return np.fromfile(path, kind)
    except OSError as error:
        raise StrobeError(f"cannot read {path}: {error.strerror}") from error
