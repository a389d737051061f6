# SPDX-License-Identifier: BSD-3-Clause
"""The tree of choices: a decision tree of the runs, which forks only where outcomes differ."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence

import msgspec

from strobe.explore.operations import Answer, Choice, in_words
from strobe.explore.search import Tried
from strobe.records.check_record import Place

MOST_DEPTH = 24
MOST_BRANCHES, MOST_OPEN = 1500, 24
"""Branches that are drawn, and those of them that are not folded at first."""

Name = Callable[[Choice, Place | None], str]
"""The name of an operation, by its choice and its call."""


class Leaf(msgspec.Struct):
    """Runs that are not told apart any further: the numbers of their outcomes, and how many runs
    had each."""

    outcomes: dict[int, int]

    @property
    def runs(self) -> int:
        """All of them."""
        return sum(self.outcomes.values())


class Fork(msgspec.Struct):
    """An operation that got different messages, and what came of each."""

    operation: str
    branches: list[Branch]
    is_open: bool = False

    @property
    def outcomes(self) -> dict[int, int]:
        """Those of all branches."""
        found: Counter[int] = Counter()
        for branch in self.branches:
            found.update(branch.node.outcomes)
        return dict(sorted(found.items()))

    @property
    def runs(self) -> int:
        """All of them."""
        return sum(branch.node.runs for branch in self.branches)


class Branch(msgspec.Struct):
    """What an operation got, and what followed."""

    answer: str
    node: Node


Node = Leaf | Fork
_Run = tuple[Tried, Mapping[Choice, Answer | None]]


def tree(tried: Sequence[Tried], numbers: Mapping[str, int], name: Name) -> Node:
    """The tree of these runs; `numbers` are those of outcomes by their keys.

    Runs with buffered and with synchronous sends are one tree if both would look the same.
    """
    grown = _Growth(numbers, name)
    by_sends = {
        is_synchronous: [
            (run, dict(run.path)) for run in tried if run.synchronous is is_synchronous
        ]
        for is_synchronous in (False, True)
    }
    nodes = {sends: grown.node(runs) for sends, runs in by_sends.items() if runs}
    root: Node = Leaf({})
    if len(nodes) == 1:
        (root,) = nodes.values()
    elif nodes and _shape(nodes[False]) == _shape(nodes[True]):
        root = grown.node([*by_sends[False], *by_sends[True]])
    elif nodes:
        names = {False: "buffered sends", True: "synchronous sends"}
        root = Fork("", [Branch(names[sends], node) for sends, node in nodes.items()])
    return _bounded(root)


class _Growth:
    def __init__(self, numbers: Mapping[str, int], name: Name) -> None:
        self._numbers = numbers
        self._name = name

    def node(self, runs: Sequence[_Run], depth: int = 0) -> Node:
        """The tree of some runs, which forks at the first choice that is not the same in all."""
        outcomes = Counter(self._numbers[run.key] for run, _ in runs)
        step = self._first_difference(runs) if len(outcomes) > 1 and depth < MOST_DEPTH else None
        if step is None:
            return Leaf(dict(sorted(outcomes.items())))
        first = runs[0][0]
        choice = first.path[step][0]
        groups: dict[Answer | None, list[_Run]] = {}
        for run in runs:
            groups.setdefault(run[1][choice], []).append(run)
        branches = [
            Branch(in_words(got), self.node(group, depth + 1))
            for got, group in sorted(groups.items(), key=lambda one: _order(one[0]))
        ]
        return Fork(self._name(choice, first.places[step]), branches)

    @staticmethod
    def _first_difference(runs: Sequence[_Run]) -> int | None:
        """The step of the first run whose operation all runs have, with different answers."""
        for step, (choice, got) in enumerate(runs[0][0].path):
            if all(choice in answers for _, answers in runs) and any(
                answers[choice] != got for _, answers in runs
            ):
                return step
        return None


def _order(got: Answer | None) -> tuple[bool, bool, int, str]:
    """Messages by their source, then requests, and nothing at the end."""
    is_source = isinstance(got, int)
    return got is None, not is_source, got if isinstance(got, int) else 0, repr(got)


def _shape(node: Node) -> object:
    """The same for trees that look the same but for the number of their runs."""
    if isinstance(node, Leaf):
        return tuple(node.outcomes)
    return node.operation, tuple((one.answer, _shape(one.node)) for one in node.branches)


def _bounded(root: Node) -> Node:
    """Fold what is too much to be drawn, breadth first, and open what is seen at once."""
    waiting = deque([root])
    drawn = 0
    while waiting:
        node = waiting.popleft()
        if not isinstance(node, Fork):
            continue
        drawn += len(node.branches)
        node.is_open = drawn <= MOST_OPEN
        for branch in node.branches:
            inner = branch.node
            if isinstance(inner, Fork) and drawn + len(inner.branches) > MOST_BRANCHES:
                branch.node = Leaf(inner.outcomes)
            else:
                waiting.append(inner)
    return root
