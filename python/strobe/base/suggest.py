# SPDX-License-Identifier: BSD-3-Clause
"""The error for an unknown name, with the nearest known name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from strobe.base.errors import StrobeError


def unknown(what: str, name: str, known: Iterable[str]) -> StrobeError:
    """An error such as: there is no kernel 'eco'; did you mean 'echo'?"""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    if near:
        return StrobeError(f"there is no {what} {name!r}; did you mean {near[0]!r}?")
    if not names:
        return StrobeError(f"there is no {what} {name!r}, and this machine has no other")
    return StrobeError(f"there is no {what} {name!r}; choose one of: {', '.join(names)}")
