# SPDX-License-Identifier: BSD-3-Clause
"""All interleavings of a model: what the searches of `strobe explore` are compared with."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Protocol, TypeVar


class State(Protocol):
    """Of a model. States with one key go on alike."""

    @property
    def key(self) -> Hashable: ...


Each = TypeVar("Each", bound=State)


def final_states(first: Each, after: Callable[[Each], Iterable[Each]]) -> Iterator[Each]:
    """All states from which nothing goes on; `after` gives the states that come next."""
    seen: set[Hashable] = set()
    waiting = [first]
    while waiting:
        state = waiting.pop()
        if state.key in seen:
            continue
        seen.add(state.key)
        following = list(after(state))
        waiting += following
        if not following:
            yield state
