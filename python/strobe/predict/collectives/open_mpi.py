# SPDX-License-Identifier: BSD-3-Clause
"""Which algorithms Open MPI chooses.

Open MPI 4.1 and 5.0 decide by the tables of their component tuned (open_mpi.toml). Its algorithms
are in ompi/mca/coll/base/coll_base_*.c. The tables leave the segment size at 0, so that no message
is cut into segments: a pipeline passes the whole message on, a chain is a pipeline, and the
segmented ring is the ring. What tuned leaves out comes from the component basic: gatherv, scatterv,
scan, exscan and alltoallw.

These components have the collectives unless somebody changes their priorities. The component sm,
for shared memory within a node, has priority 0 in both releases, and han has it in 4.1. In 5.0 han
is above tuned on several nodes with several ranks each. Its messages are not replayed: that would
need to know which ranks share a node.

A rank waits for all its children at once in a reduction. Open MPI has two receives open at a time.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from strobe.predict.collectives import exchanges, trees
from strobe.predict.collectives.family import (
    AllBlocks,
    Family,
    RootedBlocks,
    Symmetric,
    Synchronising,
    elements,
)
from strobe.predict.collectives.steps import Steps, is_power_of_two, largest_power
from strobe.predict.collectives.trees import Rooted

FILE = Path(__file__).with_name("open_mpi.toml")
ANY = "any"
RADIX = 4
"""coll_tuned_bcast_algorithm_knomial_radix."""
BROADCAST_LINEAR = trees.broadcast_at_once(trees.flat)


def chosen(collective: str, size: int, size_bytes: int = 0) -> str:
    """Open MPI's name of the algorithm."""
    rows = _tables()[collective]
    row = next(row for below, row in rows.items() if below == ANY or size < int(below))
    for name, limit in zip(row[::2], row[1::2], strict=False):
        if size_bytes < int(limit):
            return str(name)
    return str(row[-1])


@cache
def _tables() -> dict[str, dict[str, list[str | int]]]:
    found = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return msgspec.convert(found, dict[str, dict[str, list[str | int]]])


def barrier(own: int, size: int) -> Steps:
    """By the table."""
    return BARRIERS[chosen("barrier", size)](own, size)


def broadcast(own: int, size: int, root: int, data_bytes: int) -> Steps:
    """By the table."""
    return BROADCASTS[chosen("bcast", size, data_bytes)](own, size, root, data_bytes)


def reduce(own: int, size: int, root: int, data_bytes: int) -> Steps:
    """By the table."""
    return REDUCTIONS[chosen("reduce", size, data_bytes)](own, size, root, data_bytes)


def allreduce(own: int, size: int, data_bytes: int) -> Steps:
    """By the table."""
    return ALLREDUCTIONS[chosen("allreduce", size, data_bytes)](own, size, data_bytes)


def gather(own: int, size: int, root: int, blocks: Sequence[int]) -> Steps:
    """By the table."""
    return GATHERS[chosen("gather", size, max(blocks))](own, size, root, blocks)


def scatter(own: int, size: int, root: int, blocks: Sequence[int]) -> Steps:
    """By the table."""
    return SCATTERS[chosen("scatter", size, max(blocks))](own, size, root, blocks)


def allgather(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """By the table."""
    return ALLGATHERS[chosen("allgather", size, max(blocks))](own, size, blocks)


def allgatherv(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """By the table."""
    return ALLGATHERS[chosen("allgatherv", size, sum(blocks) // size)](own, size, blocks)


def reduce_scatter(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """By the table."""
    return REDUCE_SCATTERS[chosen("reduce_scatter", size, sum(blocks))](own, size, blocks)


def reduce_scatter_block(own: int, size: int, blocks: Sequence[int]) -> Steps:
    """By the table."""
    name = chosen("reduce_scatter_block", size, max(blocks))
    return REDUCE_SCATTERS_OF_BLOCKS[name](own, size, blocks)


def alltoall(own: int, size: int, block: int) -> Steps:
    """By the table."""
    return ALLTOALLS[chosen("alltoall", size, block)](own, size, block)


def alltoallv(own: int, size: int, block: int) -> Steps:
    """By the table."""
    return ALLTOALLS[chosen("alltoallv", size)](own, size, block)


def _reduce_rabenseifner(own: int, size: int, root: int, data_bytes: int) -> Steps:
    if elements(data_bytes) < largest_power(size):
        return trees.reduce_linear(own, size, root, data_bytes)
    return exchanges.reduce_halving_in_pairs(own, size, root, data_bytes)


def _allreduce_rabenseifner(own: int, size: int, data_bytes: int) -> Steps:
    if elements(data_bytes) >= largest_power(size):
        yield from exchanges.allreduce_halving_in_pairs(own, size, data_bytes)
        return
    yield from trees.reduce_linear(own, size, 0, data_bytes)
    yield from BROADCAST_LINEAR(own, size, 0, data_bytes)


def _allreduce_ring(own: int, size: int, data_bytes: int) -> Steps:
    if elements(data_bytes) < size:
        return exchanges.allreduce_doubling(own, size, data_bytes)
    return exchanges.allreduce_ring(own, size, data_bytes)


def _allreduce_nonoverlapping(own: int, size: int, data_bytes: int) -> Steps:
    yield from reduce(own, size, 0, data_bytes)
    yield from broadcast(own, size, 0, data_bytes)


def _allgather_doubling(own: int, size: int, blocks: Sequence[int]) -> Steps:
    if is_power_of_two(size):
        return exchanges.allgather_doubling(own, size, blocks)
    return exchanges.allgather_bruck(own, size, blocks)


def _allgather_neighbor(own: int, size: int, blocks: Sequence[int]) -> Steps:
    if size % 2:
        return exchanges.allgather_ring(own, size, blocks)
    return exchanges.allgather_neighbors(own, size, blocks)


def _allgather_default(own: int, size: int, blocks: Sequence[int]) -> Steps:
    yield from trees.gather_linear(own, size, 0, blocks)
    yield from broadcast(own, size, 0, sum(blocks))


def _reduce_scatter_nonoverlapping(own: int, size: int, blocks: Sequence[int]) -> Steps:
    yield from reduce(own, size, 0, sum(blocks))
    yield from trees.scatter_linear(own, size, 0, blocks)


def _reduce_scatter_block_linear(own: int, size: int, blocks: Sequence[int]) -> Steps:
    yield from reduce(own, size, 0, sum(blocks))
    yield from scatter(own, size, 0, blocks)


BARRIERS: dict[str, Synchronising] = {
    "linear": trees.barrier_linear,
    "recursive_doubling": exchanges.barrier_doubling,
    "bruck": exchanges.barrier_dissemination,
    "tree": trees.barrier_tree,
}
BROADCASTS: dict[str, Rooted] = {
    "basic_linear": BROADCAST_LINEAR,
    "chain": trees.broadcast_at_once(trees.chain),
    "pipeline": trees.broadcast_at_once(trees.chain),
    "split_binary_tree": trees.broadcast_split_binary,
    "binary_tree": trees.broadcast_at_once(trees.binary),
    "binomial": trees.broadcast_at_once(trees.spread_binomial),
    "knomial": trees.broadcast_at_once(trees.k_nomial(RADIX)),
    "scatter_allgather": exchanges.broadcast_scatter_doubling,
}
REDUCTIONS: dict[str, Rooted] = {
    "linear": trees.reduce_linear,
    "chain": trees.reduce_at_once(trees.chain),
    "pipeline": trees.reduce_at_once(trees.chain),
    "binary": trees.reduce_at_once(trees.binary),
    "binomial": trees.reduce_at_once(trees.binomial),
    "in-order_binary": trees.reduce_in_order,
    "rabenseifner": _reduce_rabenseifner,
}
ALLREDUCTIONS: dict[str, Symmetric] = {
    "nonoverlapping": _allreduce_nonoverlapping,
    "recursive_doubling": exchanges.allreduce_doubling,
    "ring": _allreduce_ring,
    "segmented_ring": _allreduce_ring,
    "rabenseifner": _allreduce_rabenseifner,
}
GATHERS: dict[str, RootedBlocks] = {
    "basic_linear": trees.gather_linear,
    "binomial": trees.gather_binomial,
    "linear_sync": trees.gather_on_request,
}
SCATTERS: dict[str, RootedBlocks] = {
    "basic_linear": trees.scatter_linear,
    "binomial": trees.scatter_binomial,
    "linear_nb": trees.scatter_at_once,
}
ALLGATHERS: dict[str, AllBlocks] = {
    "default": _allgather_default,
    "bruck": exchanges.allgather_bruck,
    "recursive_doubling": _allgather_doubling,
    "ring": exchanges.allgather_ring,
    "neighbor": _allgather_neighbor,
    "two_proc": _allgather_neighbor,
}
REDUCE_SCATTERS: dict[str, AllBlocks] = {
    "non-overlapping": _reduce_scatter_nonoverlapping,
    "recursive_halving": exchanges.reduce_scatter_halving,
    "ring": exchanges.reduce_scatter_ring,
    "butterfly": exchanges.reduce_scatter_butterfly,
}
REDUCE_SCATTERS_OF_BLOCKS: dict[str, AllBlocks] = {
    "basic_linear": _reduce_scatter_block_linear,
    "recursive_doubling": exchanges.reduce_scatter_doubling,
    "recursive_halving": exchanges.reduce_scatter_halving,
    "butterfly": exchanges.reduce_scatter_permuted,
}
ALLTOALLS: dict[str, Symmetric] = {
    "linear": exchanges.alltoall_at_once,
    "basic_linear": exchanges.alltoall_at_once,
    "pairwise": exchanges.alltoall_ring,
    "modified_bruck": exchanges.alltoall_bruck,
    "linear_sync": exchanges.alltoall_at_once,
    "two_proc": exchanges.alltoall_at_once,
}
OPEN_MPI = Family(
    barrier=barrier,
    broadcast=broadcast,
    reduce=reduce,
    allreduce=allreduce,
    scan=exchanges.scan_linear,
    gather=gather,
    gatherv=trees.gather_linear,
    scatter=scatter,
    scatterv=trees.scatter_linear,
    allgather=allgather,
    allgatherv=allgatherv,
    reduce_scatter=reduce_scatter,
    reduce_scatter_block=reduce_scatter_block,
    alltoall=alltoall,
    alltoallv=alltoallv,
    alltoallw=exchanges.alltoall_at_once,
)
