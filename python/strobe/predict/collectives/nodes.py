# SPDX-License-Identifier: BSD-3-Clause
"""Collectives of members of which several share a node: one of each node is its leader, and only
leaders send to other nodes.

Within a node both MPICH and `strobe run` use shared memory. Here that is a message to the leader,
or from it, for each other member.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from strobe.predict.collectives.exchanges import barrier_dissemination
from strobe.predict.collectives.steps import Steps, receive, renumbered, send
from strobe.predict.collectives.trees import (
    Rooted,
    broadcast_at_once,
    flat,
    reduce_at_once,
)

UP, DOWN = reduce_at_once(flat), broadcast_at_once(flat)


class Nodes:
    """The members of a communicator by their nodes, which are in the order of their first ones."""

    def __init__(self, of_members: Sequence[int]) -> None:
        found: dict[int, list[int]] = defaultdict(list)
        for member, node in enumerate(of_members):
            found[node].append(member)
        self._groups = [tuple(group) for group in found.values()]
        self._of = {member: group for group in self._groups for member in group}

    @property
    def size(self) -> int:
        """The number of members."""
        return len(self._of)

    @property
    def are_shared(self) -> bool:
        """Whether there are several, and one has several members."""
        return 1 < len(self._groups) < self.size

    def beside(self, member: int) -> tuple[int, ...]:
        """Those on the same node, itself among them."""
        return self._of[member]

    def leaders(self, root: int | None = None) -> tuple[int, ...]:
        """The first member of each node, but a `root` on its own."""
        return tuple(
            root if root is not None and root in group else group[0] for group in self._groups
        )


AcrossNodes = Callable[[str, int, Nodes, int, int], Steps | None]
"""The steps of a member by the name of the collective, the root, and the bytes of each member's
data; None where the nodes make no difference."""


@dataclass(frozen=True)
class Part:
    """One member, and the leaders of the nodes."""

    own: int
    nodes: Nodes
    leaders: tuple[int, ...]

    @property
    def leader(self) -> int:
        """Of its node."""
        return self.leader_of(self.own)

    def leader_of(self, member: int) -> int:
        """Of the member's node."""
        (leader,) = {*self.nodes.beside(member)} & {*self.leaders}
        return leader

    def within(self, algorithm: Rooted, root: int, data_bytes: int) -> Steps:
        """An algorithm among the members of its node."""
        here = self.nodes.beside(self.own)
        own, root = here.index(self.own), here.index(root)
        return renumbered(here, algorithm(own, len(here), root, data_bytes))

    def among(self, algorithm: Rooted, root: int, data_bytes: int) -> Steps:
        """An algorithm among the leaders, with that on the root's node as theirs; nothing for other
        members."""
        if self.own not in self.leaders:
            return iter(())
        own, at = self.leaders.index(self.own), self.leaders.index(self.leader_of(root))
        return renumbered(self.leaders, algorithm(own, len(self.leaders), at, data_bytes))


def barrier(own: int, nodes: Nodes) -> Steps:
    """The leaders hear from all on their nodes, then from each other, and let all go."""
    return allreduce(own, nodes, 0, lambda leader, size, _: barrier_dissemination(leader, size))


def allreduce(
    own: int, nodes: Nodes, data_bytes: int, among: Callable[[int, int, int], Steps]
) -> Steps:
    """Up to the leaders, among them, and down again."""
    part = Part(own, nodes, nodes.leaders())
    yield from part.within(UP, part.leader, data_bytes)
    yield from part.among(lambda leader, size, _, data: among(leader, size, data), own, data_bytes)
    yield from part.within(DOWN, part.leader, data_bytes)


def broadcast(own: int, nodes: Nodes, root: int, data_bytes: int, among: Rooted) -> Steps:
    """The root leads its node."""
    part = Part(own, nodes, nodes.leaders(root))
    yield from part.among(among, root, data_bytes)
    yield from part.within(DOWN, part.leader, data_bytes)


def broadcast_by_leaders(
    own: int, nodes: Nodes, root: int, data_bytes: int, among: Rooted
) -> Steps:
    """The root sends to the leader of its node, and gets the data back with the others there."""
    part = Part(own, nodes, nodes.leaders())
    yield from _passed(part, root, part.leader_of(root), data_bytes)
    yield from part.among(among, root, data_bytes)
    yield from part.within(DOWN, part.leader, data_bytes)


def broadcast_from_node(own: int, nodes: Nodes, root: int, data_bytes: int, among: Rooted) -> Steps:
    """All on the node of a root that is no leader get the data first."""
    part = Part(own, nodes, nodes.leaders())
    is_before = root != part.leader_of(root)
    is_beside = own in nodes.beside(root)
    if is_before and is_beside:
        yield from part.within(DOWN, root, data_bytes)
    yield from part.among(among, root, data_bytes)
    if not (is_before and is_beside):
        yield from part.within(DOWN, part.leader, data_bytes)


def reduce(own: int, nodes: Nodes, root: int, data_bytes: int, among: Rooted) -> Steps:
    """The root leads its node."""
    part = Part(own, nodes, nodes.leaders(root))
    yield from part.within(UP, part.leader, data_bytes)
    yield from part.among(among, root, data_bytes)


def reduce_by_leaders(own: int, nodes: Nodes, root: int, data_bytes: int, among: Rooted) -> Steps:
    """The leader on the root's node sends the result to the root."""
    part = Part(own, nodes, nodes.leaders())
    yield from part.within(UP, part.leader, data_bytes)
    yield from part.among(among, root, data_bytes)
    yield from _passed(part, part.leader_of(root), root, data_bytes)


def reduce_to_node(own: int, nodes: Nodes, root: int, data_bytes: int, among: Rooted) -> Steps:
    """The members on the root's node reduce last, with the root as theirs."""
    part = Part(own, nodes, nodes.leaders())
    is_beside = own in nodes.beside(root)
    if not is_beside:
        yield from part.within(UP, part.leader, data_bytes)
    yield from part.among(among, root, data_bytes)
    if is_beside:
        yield from part.within(UP, root, data_bytes)


def _passed(part: Part, source: int, to: int, data_bytes: int) -> Steps:
    """A message between two members, unless they are one."""
    if source == to:
        return
    if part.own == source:
        yield send(to, data_bytes)
    elif part.own == to:
        yield receive(source, data_bytes)
