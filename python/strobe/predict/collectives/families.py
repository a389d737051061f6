# SPDX-License-Identifier: BSD-3-Clause
"""The messages of collectives, as the MPI of a machine sends them.

A record has bytes. Where a decision counts elements, they are taken for doubles. Operations are
taken for predefined ones, which are commutative. Of a v-function only what each member gave and got
is known, so that all blocks of MPI_Alltoallv and MPI_Alltoallw have their mean size.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

from strobe.coscheduling.collective_actions import KNOWN
from strobe.coscheduling.collectives import Calls, Messages
from strobe.predict.collectives import mpich, open_mpi, strobe_run
from strobe.predict.collectives.family import Family
from strobe.predict.collectives.nodes import Nodes
from strobe.predict.collectives.steps import Steps
from strobe.predict.machine import COSCHEDULED

FAMILIES = {
    "MPICH": mpich.MPICH,
    "Open MPI": open_mpi.OPEN_MPI,
    COSCHEDULED: strobe_run.STROBE_RUN,
}
STAND_IN = mpich.MPICH


def note(mpi: str) -> str | None:
    """What a prediction says of the collectives of an MPI, whose name may be empty."""
    if mpi in FAMILIES:
        return None
    why = f"those of {mpi} are not known" if mpi else "the machine does not say which MPI it has"
    return f"collectives are replayed as the messages of MPICH's algorithms: {why}"


def messages_of(mpi: str, node_of: Callable[[int], int]) -> Messages:
    """The messages of the collectives of an MPI; those of MPICH for another one. `node_of` a rank
    is where it is."""
    family = FAMILIES.get(mpi, STAND_IN)

    @functools.cache
    def nodes_of(ranks: tuple[int, ...]) -> Nodes:
        return Nodes([node_of(rank) for rank in ranks])

    def messages(name: str, own: int, calls: Calls, ranks: Sequence[int]) -> Steps | None:
        return _messages(family, name, own, calls, nodes_of(tuple(ranks)))

    return messages


def _messages(family: Family, name: str, own: int, calls: Calls, nodes: Nodes) -> Steps | None:
    """Of one member of a collective that all members called so; None for an unknown one."""
    size, call = len(calls), calls[own]
    gave, got = [each.gave for each in calls], [each.got for each in calls]
    if size == 1 or (name != "barrier" and not any(gave) and not any(got)):
        # Without data, all of them return at once.
        return iter(()) if name in KNOWN else None
    data_bytes = max(gave[call.root], got[call.root]) if name == "bcast" else call.gave
    if family.across_nodes is not None and nodes.are_shared:
        steps = family.across_nodes(name, own, nodes, call.root, data_bytes)
        if steps is not None:
            return steps
    match name:
        case "barrier":
            return family.barrier(own, size)
        case "bcast":
            return family.broadcast(own, size, call.root, data_bytes)
        case "reduce":
            return family.reduce(own, size, call.root, data_bytes)
        case "allreduce":
            return family.allreduce(own, size, data_bytes)
        case "scan" | "exscan":
            return family.scan(own, size, call.gave)
        case "gather":
            return family.gather(own, size, call.root, gave)
        case "gatherv":
            return family.gatherv(own, size, call.root, gave)
        case "scatter":
            return family.scatter(own, size, call.root, got)
        case "scatterv":
            return family.scatterv(own, size, call.root, got)
        case "allgather":
            return family.allgather(own, size, gave)
        case "allgatherv":
            return family.allgatherv(own, size, gave)
        case "reduce_scatter":
            return family.reduce_scatter(own, size, got)
        case "reduce_scatter_block":
            return family.reduce_scatter_block(own, size, got)
        case "alltoall":
            return family.alltoall(own, size, round(sum(gave) / size**2))
        case "alltoallv":
            return family.alltoallv(own, size, round(sum(gave) / size**2))
        case "alltoallw":
            return family.alltoallw(own, size, round(sum(gave) / size**2))
    return None
