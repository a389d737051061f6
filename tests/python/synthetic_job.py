# SPDX-License-Identifier: BSD-3-Clause
"""A made-up job of ranks that pass messages round a ring, with numbers that are known."""

from __future__ import annotations

from pathlib import Path

import msgspec

from strobe.machine import facts
from strobe.records.job_record import (
    CallSite,
    Distribution,
    JobRecord,
    Mmds,
    OutsideGuarantee,
    Partner,
    Primitive,
    RankRecord,
    Unreceived,
    write_job,
)

RANKS = 4
MESSAGES, SIZE_BYTES = 100, 4096


def distribution(count: int, low: float, each: float) -> Distribution:
    """All values in one bucket that begins at `low`."""
    buckets = [(low, 1.25 * low, count)] if count else []
    return Distribution(count, each, each, count * each, buckets)


def primitive(name: str, blocks: bool, count: int, each_s: float, size_bytes: int) -> Primitive:
    return Primitive(
        name=name,
        blocks=blocks,
        count=count,
        timed=count,
        min_s=each_s,
        max_s=each_s,
        total_s=count * each_s,
        size_bytes=count * size_bytes,
        latencies_s=distribution(count, each_s, each_s),
        sizes_bytes=distribution(count if size_bytes else 0, size_bytes, size_bytes),
    )


def rank_record(rank: int, size: int = RANKS, *, watched: bool = True) -> RankRecord:
    """A rank that computes 10 ms a step, and the longer it waits the greater it is."""
    receive_s = 1e-3 * (rank + 1)
    mmds = Mmds(
        run_time_s=MESSAGES * (10e-3 + receive_s) + 10e-3,
        begin_tick=1000 * rank,
        tick_s=1e-9,
        functions=[],
        sites=[],
        last_computed_s=0.0,
        dropped_slices=None,
        collectives=0,
        events=0,
        computation_s=distribution(MESSAGES + 1, 9e-3, 10e-3),
        communication_s=distribution(MESSAGES, 0.9 * receive_s, receive_s),
        primitives=[
            primitive("MPI_Isend", False, MESSAGES, 1e-6, SIZE_BYTES),
            primitive("MPI_Recv", True, MESSAGES, receive_s, SIZE_BYTES),
        ],
        partners=[
            Partner((rank + 1) % size, MESSAGES, MESSAGES * SIZE_BYTES, 0.0),
            Partner((rank - 1) % size, 0, 0, MESSAGES * receive_s),
        ],
    )
    return RankRecord(
        rank=rank,
        size=size,
        host="here",
        pid=1000 + rank,
        mpi_library="MPICH Version:      5.0.2\nMPICH Release date: today",
        flavour="mpich",
        mode="deterministic",
        options={"STROBE_EAGER_LIMIT": "65536"},
        run_time_s=mmds.run_time_s,
        stopped_s=0.25,
        slices=12,
        decisions_hash=f"{2**63 + rank:016x}",
        outside_guarantee=[],
        unreceived=[],
        polls=[],
        end="finalized",
        sentence="",
        ended_at=CallSite("", "", 0),
        waits_for=[],
        exit_status=None,
        mmds=mmds if watched else None,
    )


def outside(function: str, count: int) -> OutsideGuarantee:
    return OutsideGuarantee(function, count, "it reads the clock")


def unreceived(to: int) -> Unreceived:
    return Unreceived(to, 7, "MPI_COMM_WORLD", 8, CallSite("ring.py:12, in main", "", 0))


def job_record(ranks: int = RANKS) -> JobRecord:
    return JobRecord(
        created_utc="2026-03-01T12:00:00Z",
        host="here",
        release="1.0",
        command=["strobe", "run", "-n", str(ranks), "--record", "job", "./ring"],
        program=["/home/me/ring"],
        ranks=ranks,
        launcher=["mpiexec", "-n", str(ranks)],
        interposer="/opt/strobe/lib/libstrobe_run_mpich.so",
        environment={"STROBE_MODE": "deterministic"},
        machine=facts.machine(),
        load_before=[0.1, 0.2, 0.3],
        load_after=[0.4, 0.5, 0.6],
        elapsed_s=1.9,
        status=0,
    )


def write_ranks(folder: Path, ranks: list[RankRecord]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for rank in ranks:
        (folder / f"rank-{rank.rank}.json").write_bytes(msgspec.json.encode(rank))


def write(folder: Path, ranks: list[RankRecord] | None = None) -> Path:
    """The record of the whole job."""
    found = ranks if ranks is not None else [rank_record(rank) for rank in range(RANKS)]
    write_ranks(folder, found)
    write_job(folder, job_record())
    return folder
