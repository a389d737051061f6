# SPDX-License-Identifier: BSD-3-Clause
"""Made-up ranks of a job that recorded every call, for tests of traces and predictions."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import synthetic_job

from strobe.records.call_log import CALL, COLLECTIVE, MESSAGE, NO_SITE, SEND_BEGUN
from strobe.records.job_record import Partner, RankRecord

NAMES = ["MPI_Send", "MPI_Recv", "MPI_Isend", "MPI_Irecv", "MPI_Waitall", "MPI_Wait",
         "MPI_Sendrecv", "MPI_Gatherv", "MPI_Ibcast", "MPI_Scan", "MPI_Start",
         "MPI_Startall", "MPI_Iprobe", "MPI_Bcast_init", "MPI_Allreduce_c",
         "MPI_Neighbor_alltoall", "MPI_Win_lock", "MPI_Win_unlock", "MPI_Win_fence"]  # fmt: skip


class Made(NamedTuple):
    """A row of calls, and the rows of the collectives that it begins."""

    row: tuple[int, ...]
    collectives: tuple[dict[str, int], ...] = ()


def call(name: str, entered: int, left: int, **told: int) -> Made:
    """One that begins a collective has members."""
    row = (entered, left, told.get("size_bytes", -1), NAMES.index(name), told.get("slice", 0),
           told.get("site", NO_SITE), 0, told.get("computed_ns", 0))  # fmt: skip
    if "members" not in told:
        return Made(row)
    over = told.pop("over", left)
    return Made(row, (collective(name, entered + 1, over, **told),))


def start(name: str, entered: int, left: int, *begun: dict[str, int]) -> Made:
    """A call that begins collectives which are made by others."""
    return Made(call(name, entered, left).row, begun)


def collective(name: str, begun: int, over: int, **told: int) -> dict[str, int]:
    """A row. `order` is that of its call on the rank unless it is told."""
    return {"begun": begun, "over": over, "context": told.get("context", 0),
            "gave_bytes": told.get("size_bytes", 0), "got_bytes": told.get("got_bytes", 0),
            "root": told.get("root", -1), "members": told["members"], "own": told["own"],
            "function": NAMES.index(name), "order": told.get("order", begun),
            "starts": told.get("starts", 1)}  # fmt: skip


def event(at: int, kind: int, operation: int, peer: int, tag: int = 7, size_bytes: int = 8,
          context: int = 0) -> tuple[int, ...]:  # fmt: skip
    return (at, operation, context, size_bytes, peer, tag, kind, 0)


def logged(folder: Path, rank: int, calls: list[Made], events: list[tuple[int, ...]]) -> RankRecord:
    """A rank with a tick of a nanosecond, which has run for 1000 of them from 1000 on."""
    folder.mkdir(exist_ok=True)
    collectives = [tuple(row.values()) for made in calls for row in made.collectives]
    np.array([made.row for made in calls], CALL).tofile(folder / f"rank-{rank}.calls")
    np.array(events, MESSAGE).tofile(folder / f"rank-{rank}.messages")
    np.array(collectives, COLLECTIVE).tofile(folder / f"rank-{rank}.collectives")
    record = synthetic_job.rank_record(rank, 2)
    assert record.mmds is not None
    record.mmds.functions = NAMES
    record.mmds.collectives, record.mmds.events = len(collectives), len(events)
    record.mmds.begin_tick, record.mmds.run_time_s = 1000, 1e-6
    record.mmds.primitives = [synthetic_job.primitive("MPI_Send", True, len(calls), 1e-6, 8)]
    sends = sum(kind == SEND_BEGUN for _, _, _, _, _, _, kind, _ in events)
    record.mmds.partners = [Partner(1 - rank, sends, 8 * sends, 0.0)]
    return record
