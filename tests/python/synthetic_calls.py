# SPDX-License-Identifier: BSD-3-Clause
"""Made-up ranks of a job that recorded every call, for tests of traces and predictions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import synthetic_job

from strobe.records.call_log import CALL, MESSAGE, NO_SITE, SEND_BEGUN
from strobe.records.job_record import Partner, RankRecord

NAMES = ["MPI_Send", "MPI_Recv", "MPI_Isend", "MPI_Irecv", "MPI_Waitall", "MPI_Wait",
         "MPI_Sendrecv", "MPI_Gatherv", "MPI_Ibcast", "MPI_Scan", "MPI_Start",
         "MPI_Startall", "MPI_Iprobe"]  # fmt: skip


def call(name: str, entered: int, left: int, **collective: int) -> tuple[int, ...]:
    told = {"size_bytes": -1, "context": 0, "got_bytes": 0, "root": -1, "members": 0,
            "own": -1, "site": NO_SITE, "computed_ns": 0, "slice": 0, **collective}  # fmt: skip
    return (entered, left, told["size_bytes"], NAMES.index(name), told["slice"], told["context"],
            told["got_bytes"], told["root"], told["members"], told["own"], told["site"],
            told["computed_ns"])  # fmt: skip


def event(at: int, kind: int, operation: int, peer: int, tag: int = 7, size_bytes: int = 8,
          context: int = 0) -> tuple[int, ...]:  # fmt: skip
    return (at, operation, context, size_bytes, peer, tag, kind, 0)


def logged(
    folder: Path, rank: int, calls: list[tuple[int, ...]], events: list[tuple[int, ...]]
) -> RankRecord:
    """A rank with a tick of a nanosecond, which has run for 1000 of them from 1000 on."""
    folder.mkdir(exist_ok=True)
    np.array(calls, CALL).tofile(folder / f"rank-{rank}.calls")
    np.array(events, MESSAGE).tofile(folder / f"rank-{rank}.messages")
    record = synthetic_job.rank_record(rank, 2)
    assert record.mmds is not None
    record.mmds.functions = NAMES
    record.mmds.begin_tick, record.mmds.run_time_s = 1000, 1e-6
    record.mmds.primitives = [synthetic_job.primitive("MPI_Send", True, len(calls), 1e-6, 8)]
    sends = sum(kind == SEND_BEGUN for _, _, _, _, _, _, kind, _ in events)
    record.mmds.partners = [Partner(1 - rank, sends, 8 * sends, 0.0)]
    return record
