# SPDX-License-Identifier: BSD-3-Clause
"""Which algorithms the runtime of `strobe run` chooses (src/bcs/runtime/collectives).

The decisions are those for a communicator with one rank on each node. Where nodes have several, it
has leaders: those of barrier, broadcast, reduce and allreduce are replayed, those of others not.
"""

from __future__ import annotations

from collections.abc import Sequence

from strobe.predict.collectives import exchanges, nodes, trees
from strobe.predict.collectives.family import Family
from strobe.predict.collectives.nodes import Nodes
from strobe.predict.collectives.steps import Steps, equal_parts, is_power_of_two

FETCHED_BYTES = 65_536
"""exchanges.cpp: from here on receivers fetch the data."""
MOST_WHOLE = 4
"""across_nodes.cpp: to so few nodes the root sends long data whole."""
MOST_DIRECTLY = 8
"""node_group.hpp: so few nodes exchange messages with each other directly."""
MOST_WHOLE_BYTES = 16_384
"""reductions_across_nodes.cpp: longer contributions are divided."""
WHOLE_BYTES = 65_536
"""reductions.cpp: the contributions of all members together that are short."""
MOST_MEMBERS_OF_DIRECT_SCAN = 16


def broadcast(own: int, size: int, root: int, data_bytes: int) -> Steps:
    """broadcast() of across_nodes.cpp."""
    if data_bytes < FETCHED_BYTES:
        return trees.broadcast_at_once(trees.binomial)(own, size, root, data_bytes)
    if size <= MOST_WHOLE:
        return trees.broadcast_at_once(trees.flat)(own, size, root, data_bytes)
    return exchanges.broadcast_scatter_doubling(own, size, root, data_bytes)


def reduce(own: int, size: int, root: int, data_bytes: int) -> Steps:
    """combine_for_root() of reductions_across_nodes.cpp."""
    is_divided = data_bytes > MOST_WHOLE_BYTES
    if size > MOST_DIRECTLY:
        if is_divided:
            return exchanges.reduce_halving(own, size, root, data_bytes)
        return trees.reduce_at_once(trees.binomial)(own, size, root, data_bytes)
    if is_divided:
        return _reduce_parts(own, size, root, data_bytes)
    return trees.reduce_at_once(trees.flat)(own, size, root, data_bytes)


def _reduce_parts(own: int, size: int, root: int, data_bytes: int) -> Steps:
    """Each member combines a part, which the root gets."""
    parts = equal_parts(data_bytes, size)
    yield from exchanges.reduce_scatter_at_once(own, size, parts)
    yield from trees.gather_at_once(own, size, root, parts)


def allreduce(own: int, size: int, data_bytes: int) -> Steps:
    """combine_for_all() of reductions_across_nodes.cpp."""
    is_divided = data_bytes > MOST_WHOLE_BYTES
    if size > MOST_DIRECTLY:
        if is_divided:
            return exchanges.allreduce_halving(own, size, data_bytes)
        if is_power_of_two(size):
            return exchanges.allreduce_doubling(own, size, data_bytes)
        return _reduce_and_broadcast(own, size, data_bytes)
    if is_divided:
        return _allreduce_parts(own, size, data_bytes)
    return exchanges.allgather_at_once(own, size, [data_bytes] * size)


def _reduce_and_broadcast(own: int, size: int, data_bytes: int) -> Steps:
    yield from trees.reduce_at_once(trees.binomial)(own, size, 0, data_bytes)
    yield from trees.broadcast_at_once(trees.binomial)(own, size, 0, data_bytes)


def _allreduce_parts(own: int, size: int, data_bytes: int) -> Steps:
    """Each member combines a part, which all get."""
    parts = equal_parts(data_bytes, size)
    yield from exchanges.reduce_scatter_at_once(own, size, parts)
    yield from exchanges.allgather_at_once(own, size, parts)


def allgather(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """schedule_across_nodes() of across_nodes.cpp; long blocks go directly."""
    if size > MOST_DIRECTLY and max(blocks) * size <= WHOLE_BYTES:
        return exchanges.allgather_bruck(own, size, blocks)
    return exchanges.allgather_at_once(own, size, blocks)


def reduce_scatter(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """The same."""
    if size > MOST_DIRECTLY:
        return exchanges.reduce_scatter_halving(own, size, blocks)
    return exchanges.reduce_scatter_at_once(own, size, blocks)


def scan(own: int, size: int, data_bytes: int) -> Steps:
    """scan() of reductions.cpp."""
    if size <= MOST_MEMBERS_OF_DIRECT_SCAN and data_bytes * size <= WHOLE_BYTES:
        return exchanges.scan_at_once(own, size, data_bytes)
    return exchanges.scan_linear(own, size, data_bytes)


def across_nodes(name: str, own: int, of: Nodes, root: int, data_bytes: int) -> Steps | None:
    """across_nodes.cpp and reductions_across_nodes.cpp, with one leader of each node."""
    match name:
        case "barrier":
            return nodes.barrier(own, of)
        case "bcast":
            return nodes.broadcast(own, of, root, data_bytes, broadcast)
        case "reduce":
            return nodes.reduce(own, of, root, data_bytes, reduce)
        case "allreduce":
            return nodes.allreduce(own, of, data_bytes, allreduce)
    return None


STROBE_RUN = Family(
    barrier=exchanges.barrier_dissemination,
    broadcast=broadcast,
    reduce=reduce,
    allreduce=allreduce,
    scan=scan,
    gather=trees.gather_at_once,
    gatherv=trees.gather_at_once,
    scatter=trees.scatter_at_once,
    scatterv=trees.scatter_at_once,
    allgather=allgather,
    allgatherv=exchanges.allgather_at_once,
    reduce_scatter=reduce_scatter,
    reduce_scatter_block=reduce_scatter,
    alltoall=exchanges.alltoall_at_once,
    alltoallv=exchanges.alltoall_at_once,
    alltoallw=exchanges.alltoall_at_once,
    across_nodes=across_nodes,
)
