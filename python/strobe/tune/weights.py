# SPDX-License-Identifier: BSD-3-Clause
"""The collectives that a recorded program calls: how often, and at which sizes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from strobe.base.errors import StrobeError
from strobe.records import job_record
from strobe.records.job_record import Job, Primitive
from strobe.tune.configuration import LEAST_STEP, Cell
from strobe.tune.tables import Family

MOST_SIZES = 5
"""Of one operation; other sizes count for the nearest of these."""
SENDS_TO_EACH = frozenset({"alltoall", "scatter", "reduce_scatter", "reduce_scatter_block"})
"""A record has the bytes that a rank sends, and these send a block to each rank."""
ROOT_SENDS = frozenset({"scatter"})
"""Only the root of these has bytes to send, and each call has one root."""


@dataclass(frozen=True)
class Calls:
    """What one rank of the job does, in the mean."""

    ranks: int
    run_time_s: float
    by_cell: dict[Cell, float]
    """Calls of collectives of the job."""


def calls_of(folder: Path, family: Family) -> Calls:
    """Those of a record. Raises StrobeError where it has none that can be tuned."""
    job = job_record.read(folder)
    if not job.watched:
        raise StrobeError(f"{folder} has no watched rank: record it again, without --monitor off")
    by_cell = {
        cell: calls
        for operation in family.names
        for cell, calls in _of_operation(operation, job).items()
    }
    if not by_cell:
        listed = ", ".join(f"MPI_{name.capitalize()}" for name in family.names)
        raise StrobeError(f"{folder} has no call of a collective that can be tuned: {listed}")
    run_time_s = max(rank.run_time_s for rank, _ in job.watched)
    return Calls(job.size, run_time_s, by_cell)


def _of_operation(operation: str, job: Job) -> dict[Cell, float]:
    calls = [
        primitive
        for _, mmds in job.watched
        for primitive in mmds.primitives
        if primitive.name.removesuffix("_c").lower() == f"mpi_{operation}"
    ]
    if operation == "barrier":
        count = sum(one.count for one in calls)
        return {Cell(operation, 0): count / len(job.watched)} if count else {}
    by_size: dict[int, float] = {}
    callers = 1 if operation in ROOT_SENDS else len(job.watched)
    blocks = job.size if operation in SENDS_TO_EACH else 1
    for size_bytes, count in _sizes(calls):
        size = max(LEAST_STEP, LEAST_STEP * round(size_bytes / blocks / LEAST_STEP))
        by_size[size] = by_size.get(size, 0.0) + count / callers
    return {Cell(operation, size): count for size, count in _fewer(by_size).items()}


def _sizes(calls: Iterable[Primitive]) -> Iterable[tuple[float, int]]:
    """Bytes and calls; calls without bytes are those of other ranks than the root."""
    for one in calls:
        buckets = [] if one.sizes_bytes is None else one.sizes_bytes.buckets
        known = [(math.sqrt(low * high), count) for low, high, count in buckets if low > 0]
        if known:
            # The buckets say how the bytes are spread, and their sum how many they are.
            total = sum(size * count for size, count in known)
            scale = one.size_bytes / total if total else 1.0
            yield from ((size * scale, count) for size, count in known)
        elif one.count and one.size_bytes:
            yield one.size_bytes / one.count, one.count


def _fewer(by_size: dict[int, float]) -> dict[int, float]:
    """The sizes that most bytes or calls have, with the calls of the others."""
    if len(by_size) <= MOST_SIZES:
        return dict(sorted(by_size.items()))
    kept = sorted(by_size, key=lambda size: by_size[size] * math.sqrt(size))[-MOST_SIZES:]
    found = dict.fromkeys(sorted(kept), 0.0)
    for size, count in by_size.items():
        found[min(kept, key=lambda one: abs(math.log(one / size)))] += count
    return found
