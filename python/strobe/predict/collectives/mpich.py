# SPDX-License-Identifier: BSD-3-Clause
"""Which algorithms MPICH chooses.

MPICH 4.0 and later read their decisions from a file in JSON, maint/tuning/coll/mpir/generic.json;
the comments name its entries, and the files of the algorithms are in src/mpi/coll. The limits of
the older variables, such as 2 KiB of MPIR_CVAR_ALLREDUCE_SHORT_MSG_SIZE, no longer decide. The
decisions are those for a communicator with one rank on each node. With several on a node of several
MPICH divides bcast, reduce, allreduce and barrier into a part within the nodes and one between
their leaders, by maint/tuning/coll/ch4/generic.json; src/mpid/ch4/src/ch4_coll_impl.h has the
compositions.
"""

from __future__ import annotations

from collections.abc import Sequence

from strobe.predict.collectives import exchanges, nodes, trees
from strobe.predict.collectives.family import Family, elements
from strobe.predict.collectives.nodes import Nodes
from strobe.predict.collectives.steps import Steps, is_power_of_two, largest_power

SHORT_BROADCAST_BYTES = 12_288
LONG_BROADCAST_BYTES = 524_288
FEWEST_FOR_SCATTER = 8
SHORT_REDUCE_BYTES = 2_048
SHORT_ALLREDUCE_BYTES = 8
SHORT_ALLGATHER_BYTES = 81_920
"""Of the data of all members, as all limits of allgather and reduce_scatter."""
LONG_ALLGATHER_BYTES = 524_288
LONG_REDUCE_SCATTER_BYTES = 524_288
CHUNK_BYTES = 32_768
"""MPIR_CVAR_ALLGATHERV_PIPELINE_MSG_SIZE."""
SHORT_ALLTOALL_BYTES = 256
MEDIUM_ALLTOALL_BYTES = 32_768
FEWEST_FOR_BRUCK = 8
LONG_ALLREDUCE_BYTES = 32_768
"""Of several members on a node."""
MOST_AT_ONCE = 32
"""MPIR_CVAR_ALLTOALL_THROTTLE."""


def broadcast(own: int, size: int, root: int, data_bytes: int) -> Steps:
    """The entry collective=bcast."""
    if size < FEWEST_FOR_SCATTER or data_bytes <= SHORT_BROADCAST_BYTES:
        return trees.broadcast_in_turn(trees.binomial)(own, size, root, data_bytes)
    if is_power_of_two(size) and data_bytes <= LONG_BROADCAST_BYTES:
        return exchanges.broadcast_scatter_doubling(own, size, root, data_bytes)
    return exchanges.broadcast_scatter_ring(own, size, root, data_bytes)


def reduce(own: int, size: int, root: int, data_bytes: int) -> Steps:
    """The entry collective=reduce."""
    if data_bytes <= SHORT_REDUCE_BYTES or elements(data_bytes) < largest_power(size):
        return trees.reduce_in_turn(trees.binomial)(own, size, root, data_bytes)
    return exchanges.reduce_halving(own, size, root, data_bytes)


def allreduce(own: int, size: int, data_bytes: int) -> Steps:
    """The entry collective=allreduce."""
    if data_bytes <= SHORT_ALLREDUCE_BYTES or elements(data_bytes) < largest_power(size):
        return exchanges.allreduce_doubling(own, size, data_bytes)
    return exchanges.allreduce_halving(own, size, data_bytes)


def allgather(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """The entry collective=allgather."""
    return (_short_allgather(own, size, blocks)
            or exchanges.allgather_ring(own, size, blocks))  # fmt: skip


def allgatherv(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """The entry collective=allgatherv; its ring cuts long blocks (allgatherv_intra_ring.c)."""
    return (_short_allgather(own, size, blocks)
            or exchanges.allgather_ring_in_chunks(own, size, blocks, CHUNK_BYTES))  # fmt: skip


def reduce_scatter(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """The entries collective=reduce_scatter and collective=reduce_scatter_block."""
    if sum(blocks) < LONG_REDUCE_SCATTER_BYTES:
        return exchanges.reduce_scatter_halving(own, size, blocks)
    return exchanges.reduce_scatter_pairwise(own, size, blocks)


def alltoall(own: int, size: int, block: int) -> Steps:
    """The entry collective=alltoall, not in place."""
    if size >= FEWEST_FOR_BRUCK and block <= SHORT_ALLTOALL_BYTES:
        return exchanges.alltoall_bruck(own, size, block)
    if block <= MEDIUM_ALLTOALL_BYTES:
        return alltoallv(own, size, block)
    return exchanges.alltoall_pairwise(own, size, block)


def alltoallv(own: int, size: int, block: int) -> Steps:
    """The entries collective=alltoallv and collective=alltoallw, not in place."""
    return exchanges.alltoall_at_once(own, size, block, MOST_AT_ONCE)


def across_nodes(name: str, own: int, of: Nodes, root: int, data_bytes: int) -> Steps | None:
    """The entries with comm_hierarchy=parent."""
    match name:
        case "barrier":
            return nodes.barrier(own, of)
        case "bcast":
            return _broadcast_across_nodes(own, of, root, data_bytes)
        case "reduce":
            by = (nodes.reduce_by_leaders if data_bytes <= SHORT_REDUCE_BYTES
                  else nodes.reduce_to_node)  # fmt: skip
            return by(own, of, root, data_bytes, reduce)
        case "allreduce" if data_bytes <= LONG_ALLREDUCE_BYTES:
            return nodes.allreduce(own, of, data_bytes, allreduce)
    return None


def _broadcast_across_nodes(own: int, of: Nodes, root: int, data_bytes: int) -> Steps | None:
    if of.size < FEWEST_FOR_SCATTER or data_bytes < SHORT_BROADCAST_BYTES:
        return nodes.broadcast_by_leaders(own, of, root, data_bytes, broadcast)
    if is_power_of_two(of.size) and data_bytes < LONG_BROADCAST_BYTES:
        return nodes.broadcast_from_node(own, of, root, data_bytes, broadcast)
    return None


def _short_allgather(own: int, size: int, blocks: Sequence[int]) -> Steps | None:
    """None for the ring."""
    total = sum(blocks)
    if is_power_of_two(size):
        is_short = total < LONG_ALLGATHER_BYTES
        return exchanges.allgather_doubling(own, size, blocks) if is_short else None
    is_short = total < SHORT_ALLGATHER_BYTES
    return exchanges.allgather_bruck(own, size, blocks) if is_short else None


MPICH = Family(
    barrier=exchanges.barrier_dissemination,
    broadcast=broadcast,
    reduce=reduce,
    allreduce=allreduce,
    scan=exchanges.scan_doubling,
    gather=trees.gather_binomial,
    gatherv=trees.gather_at_once,
    scatter=trees.scatter_binomial,
    scatterv=trees.scatter_at_once,
    allgather=allgather,
    allgatherv=allgatherv,
    reduce_scatter=reduce_scatter,
    reduce_scatter_block=reduce_scatter,
    alltoall=alltoall,
    alltoallv=alltoallv,
    alltoallw=alltoallv,
    across_nodes=across_nodes,
)
