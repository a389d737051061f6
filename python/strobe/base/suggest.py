# SPDX-License-Identifier: BSD-3-Clause
"""The refusal of a name that is not known, with the nearest one that is."""

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
        return StrobeError(f"there is no {what} {name!r}, and none is to be had here")
    return StrobeError(f"there is no {what} {name!r}; there are: {', '.join(names)}")
