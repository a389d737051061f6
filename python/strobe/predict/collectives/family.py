# SPDX-License-Identifier: BSD-3-Clause
"""A family of MPIs: for each collective the function that gives the steps of one member."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from strobe.predict.collectives.nodes import AcrossNodes
from strobe.predict.collectives.steps import Steps
from strobe.predict.collectives.trees import Rooted

ELEMENT_BYTES = 8
"""Of a double."""

Blocks = Sequence[int]
Synchronising = Callable[[int, int], Steps]
"""By the member's number and the number of members."""
Symmetric = Callable[[int, int, int], Steps]
"""Also by the bytes of each member's data, or of each pair's."""
RootedBlocks = Callable[[int, int, int, Blocks], Steps]
"""Also by the root and the bytes of each member's block."""
AllBlocks = Callable[[int, int, Blocks], Steps]


def elements(data_bytes: int) -> int:
    """How many a decision counts: a record has bytes only."""
    return data_bytes // ELEMENT_BYTES


@dataclass(frozen=True)
class Family:
    """Its decisions."""

    barrier: Synchronising
    broadcast: Rooted
    reduce: Rooted
    allreduce: Symmetric
    scan: Symmetric
    """And MPI_Exscan."""
    gather: RootedBlocks
    gatherv: RootedBlocks
    scatter: RootedBlocks
    scatterv: RootedBlocks
    allgather: AllBlocks
    allgatherv: AllBlocks
    reduce_scatter: AllBlocks
    reduce_scatter_block: AllBlocks
    alltoall: Symmetric
    alltoallv: Symmetric
    alltoallw: Symmetric
    across_nodes: AcrossNodes | None = None
    """Its decisions where several members share a node; None if they are the same."""
