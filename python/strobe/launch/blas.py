# SPDX-License-Identifier: BSD-3-Clause
"""The BLAS that the bench opens at run time: numpy's own OpenBLAS, the system's, or a named one."""

from __future__ import annotations

import ctypes.util
import importlib.util
from pathlib import Path

from strobe.errors import StrobeError

AUTO = "auto"


def resolve(wanted: str) -> str | None:
    """The library for `--blas`; with `auto`, None where this machine has none.

    Raises StrobeError when a named library does not exist.
    """
    if wanted != AUTO:
        if not Path(wanted).is_file():
            raise StrobeError(f"no BLAS is at {wanted}: there is no such file")
        return str(Path(wanted).absolute())
    bundled = _bundled_with_numpy()
    if bundled is not None:
        return str(bundled)
    return ctypes.util.find_library("openblas") or ctypes.util.find_library("blas")


def _bundled_with_numpy() -> Path | None:
    """Wheels of numpy carry an OpenBLAS beside the package, in `numpy.libs`."""
    spec = importlib.util.find_spec("numpy")
    if spec is None or spec.origin is None:
        return None
    libraries = Path(spec.origin).parent.parent / "numpy.libs"
    return next(iter(sorted(libraries.glob("libscipy_openblas*.so*"))), None)
