# SPDX-License-Identifier: BSD-3-Clause
"""The nearest known name to an unknown one, and the error that suggests it."""

from __future__ import annotations

from collections.abc import Iterable

from strobe.base.errors import StrobeError

CLOSENESS = 0.6
"""How alike two names must be, from 0 to 1, as difflib measures it."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is most like this one; None if none is alike."""
    import difflib  # which is not needed by a command without a mistake

    return next(iter(difflib.get_close_matches(name, sorted(known), n=1, cutoff=CLOSENESS)), None)


def unknown(what: str, name: str, known: Iterable[str]) -> StrobeError:
    """An error such as: there is no kernel 'eco'; did you mean 'echo'?"""
    names = sorted(known)
    if (near := nearest(name, names)) is not None:
        return StrobeError(f"there is no {what} {name!r}; did you mean {near!r}?")
    if not names:
        return StrobeError(f"there is no {what} {name!r}, and this machine has no other")
    return StrobeError(f"there is no {what} {name!r}; choose one of: {', '.join(names)}")
