# SPDX-License-Identifier: BSD-3-Clause
"""Collectives as actions of SimGrid's time-independent trace, of which a replay chooses the
messages (SimGrid's documentation, "Replaying a MPI trace")."""

from __future__ import annotations

from collections.abc import Callable

from strobe.coscheduling.actions import BYTE
from strobe.coscheduling.collectives import Calls


def _types(count: int) -> str:
    return " ".join([str(BYTE)] * count)


def _gave(calls: Calls) -> str:
    return " ".join(str(call.gave) for call in calls)


def _got(calls: Calls) -> str:
    return " ".join(str(call.got) for call in calls)


def _mean_block(calls: Calls) -> int:
    return round(sum(call.gave for call in calls) / len(calls) ** 2)


def _all_to_all(_: int, calls: Calls) -> str:
    return f"alltoall {_mean_block(calls)} {_mean_block(calls)} {_types(2)}"


def _allreduce(own: int, calls: Calls) -> str:
    return f"allreduce {calls[own].gave} 0 {BYTE}"


KNOWN: dict[str, Callable[[int, Calls], str]] = {
    "barrier": lambda own, calls: "barrier",
    "bcast": lambda own, calls: f"bcast {calls[own].gave} {calls[own].root} {BYTE}",
    "reduce": lambda own, calls: f"reduce {calls[own].gave} 0 {calls[own].root} {BYTE}",
    "allreduce": _allreduce,
    "reduce_scatter": _allreduce,
    "reduce_scatter_block": _allreduce,
    "scan": _allreduce,
    "exscan": _allreduce,
    "gather": lambda own, calls: f"gather {calls[own].gave} {calls[own].gave} {calls[own].root} "
                                 f"{_types(2)}",
    "scatter": lambda own, calls: f"scatter {calls[own].got} {calls[own].got} {calls[own].root} "
                                  f"{_types(2)}",
    "allgather": lambda own, calls: f"allgather {calls[own].gave} {calls[own].gave} {_types(2)}",
    "alltoall": _all_to_all,
    "gatherv": lambda own, calls: f"gatherv {calls[own].gave} {_gave(calls)} {calls[own].root} "
                                  f"{_types(2)}",
    "scatterv": lambda own, calls: f"scatterv {_got(calls)} {calls[own].got} {calls[own].root} "
                                   f"{_types(2)}",
    "allgatherv": lambda own, calls: f"allgatherv {calls[own].gave} {_gave(calls)} {_types(2)}",
    "alltoallv": _all_to_all,
    "alltoallw": _all_to_all,
}  # fmt: skip
ROUGHLY = {
    "reduce_scatter": "allreduce",
    "reduce_scatter_block": "allreduce",
    "scan": "allreduce",
    "exscan": "allreduce",
    "alltoallv": "an alltoall of their mean size",
    "alltoallw": "an alltoall of their mean size",
}
