# SPDX-License-Identifier: BSD-3-Clause
"""A machine to predict for: what a message takes there, by its size, and how sure that is.

Its sender's processor is busy for a part of that, the time until a send returns (the overhead of
LogP: Culler and others, 1993), and the receiver's for what a computation loses more by it. From the
size on at which a send takes about as long as the whole message, it waits for its receive.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from strobe.base.errors import StrobeError
from strobe.predict.measured import Floats, Measured, Pause
from strobe.predict.token_bucket import TokenBucket

LevelName = Literal["node", "network"]

WAITING_PART = 0.75
"""A send that takes this part of the whole message waits for its receive."""
REQUESTED = 2.0
"""A message that waits for its receive takes at least so many times as long as the shortest one."""
MOST_OVERHEAD = 0.9
"""The largest part of a message's time in which its processors are busy."""
COSCHEDULED = "strobe run"
CHILDREN = 8
"""Of a node in the tree on which nodes agree (src/bcs/runtime/leader_tree.hpp)."""


@dataclass(frozen=True)
class Level:
    """What is between two ranks: the memory of their node, or the network."""

    whole: Measured
    """From the start of a send to the end of its receive, where it waits for no bucket."""
    busy: Measured | None
    """Until a send returns; None where it was not measured."""
    beside: Measured | None = None
    """What a message costs processors that compute, its sender's and its receiver's together; None
    where it was not measured."""
    pause: Pause | None = None
    """How much longer a message takes where both its ranks have computed before it, since the code
    and the data of the message passing are no longer in their caches; None where it was not
    measured."""
    collective_s: float = 0.0
    """How much longer a collective call takes than its messages."""
    bucket: TokenBucket | None = None
    """What limits the data that a node sends."""
    parallel_transfers: float | None = None
    """How many messages share nothing; None where no limit was found."""
    limit_bytes: int | None = None
    """The eager limit, where it is known; else the times say it."""
    notes: tuple[str, ...] = ()
    """What a user should know of it."""

    @property
    def eager_bytes(self) -> int:
        """The largest size of messages that are sent without waiting for their receive."""
        if self.limit_bytes is not None:
            return self.limit_bytes
        if self.busy is None:
            return int(self.whole.sizes_bytes[-1])
        sizes = self.whole.sizes_bytes
        waits = self.busy.at(sizes) > WAITING_PART * self.whole.at(sizes)
        # A rendezvous sends a request and an answer before the message itself.
        waits &= self.whole.at(sizes) > REQUESTED * self.whole.times_s[0]
        # A single size may be above by chance; the limit is where the larger ones wait.
        largest_eager = np.flatnonzero(~waits)
        return int(sizes[largest_eager[-1]]) if largest_eager.size else 0

    @property
    def rate_bytes_per_s(self) -> float:
        """At which the longest messages move: from half of the largest size on."""
        sizes, times_s = self.whole.sizes_bytes, self.whole.times_s
        half = int(np.searchsorted(sizes, 0.5 * sizes[-1]))
        first = min(half, sizes.size - 2)
        grown_s = float(times_s[-1] - times_s[first])
        whole_s = float(times_s[-1])
        return float(sizes[-1] - sizes[first]) / max(grown_s, 0.01 * whole_s)

    def overhead_s(self, sizes_bytes: Floats) -> tuple[Floats, Floats]:
        """What a message costs its sender's processor, and its receiver's."""
        if self.busy is None:
            return np.zeros_like(sizes_bytes), np.zeros_like(sizes_bytes)
        most_s = MOST_OVERHEAD * self.whole.at(sizes_bytes)
        send_s = np.minimum(self.busy.at(np.minimum(sizes_bytes, self.eager_bytes)), most_s)
        both_s = 2 * send_s if self.beside is None else self.beside.at(sizes_bytes)
        return send_s, np.clip(both_s - send_s, 0.0, most_s - send_s)

    def background_s(self, sizes_bytes: Floats) -> Floats:
        """What a message costs processors besides, unless they wait: their systems move it."""
        if self.beside is None:
            return np.zeros_like(sizes_bytes)
        send_s, receive_s = self.overhead_s(sizes_bytes)
        return np.maximum(self.beside.at(sizes_bytes) - send_s - receive_s, 0.0)

    def after_s(self, computed_s: Floats) -> Floats:
        """How much longer the first message takes after so much computation."""
        return np.zeros_like(computed_s) if self.pause is None else self.pause.at(computed_s)

    def drawn(self, rng: np.random.Generator) -> Level:
        """One of the levels that the measurements allow."""
        busy = None if self.busy is None else self.busy.drawn(rng)
        beside = None if self.beside is None else self.beside.drawn(rng)
        return replace(self, whole=self.whole.drawn(rng), busy=busy, beside=beside)


@dataclass(frozen=True)
class Placement:
    """The ranks of a job on its nodes, one node after the other."""

    ranks: int
    ranks_per_node: int

    @property
    def nodes(self) -> int:
        """How many have ranks."""
        return -(-self.ranks // self.ranks_per_node)

    def node_of(self, rank: int) -> int:
        """Where a rank is."""
        return rank // self.ranks_per_node

    def level_between(self, rank: int, peer: int) -> LevelName:
        """What is between two ranks."""
        return "node" if self.node_of(rank) == self.node_of(peer) else "network"

    def levels_between(self, rank: int, peers: NDArray[np.intp]) -> NDArray[np.str_]:
        """What is between a rank and each of these."""
        is_within = peers // self.ranks_per_node == self.node_of(rank)
        return np.where(is_within, "node", "network")

    def ranks_of(self, node: int) -> int:
        """How many are there."""
        return min(self.ranks - node * self.ranks_per_node, self.ranks_per_node)


@dataclass(frozen=True)
class Machine:
    """Where a job runs: `levels` by name; a node has so many processors."""

    name: str
    title: str
    levels: Mapping[LevelName, Level]
    processors: int
    is_with_several_nodes: bool
    mpi: str = ""
    """Whose collectives it has: those of MPICH, of Open MPI or of `strobe run`; empty if of another
    library."""
    own_notes: tuple[str, ...] = ()
    """What a user should know of it, but for its levels."""
    nodes_apart: int | None = None
    """So many nodes have processors of their own, and further ones share these, since all are
    containers of one machine; None where each node has its own."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What a user should know of it and of its levels."""
        return (*(note for level in self.levels.values() for note in level.notes), *self.own_notes)

    def slice_s(self, placement: Placement) -> float:
        """How long a test waits for a slice of `strobe run`, which begins when all ranks are
        blocked. The nodes agree on that in two rounds along a tree, and the last message begins it
        (src/bcs/runtime/global_quiescence.hpp). Within a node it costs next to nothing."""
        if self.mpi != COSCHEDULED or placement.nodes == 1:
            return 0.0
        levels, first = 0, 1
        while first < placement.nodes:
            levels, first = levels + 1, first * CHILDREN + 1
        return 5 * levels * float(self.levels["network"].whole.times_s[0])

    def ranks_per_processor(self, placement: Placement) -> float:
        """Where there are most of them."""
        apart = self.nodes_apart or placement.nodes
        there = sum(map(placement.ranks_of, range(0, placement.nodes, apart)))
        return there / self.processors

    def with_network_of(self, other: Machine) -> Machine:
        """The same nodes on the network of another machine. Raises StrobeError if it has none."""
        if "network" not in other.levels:
            raise StrobeError(
                f"{other.name} was measured within one node, so that it says nothing of a network"
            )
        return replace(
            self,
            title=f"{self.title}, on the network of {other.title}",
            levels={**self.levels, "network": other.levels["network"]},
            is_with_several_nodes=True,
            nodes_apart=None,
        )

    def drawn(self, rng: np.random.Generator) -> Machine:
        """One of the machines that the measurements allow."""
        return replace(self, levels={name: one.drawn(rng) for name, one in self.levels.items()})
