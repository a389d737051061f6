# SPDX-License-Identifier: BSD-3-Clause
"""Distributions of a job: computation granularity, communication overhead, calls, sizes."""

from __future__ import annotations

from collections.abc import Callable

from strobe.base import units
from strobe.records.job_record import Distribution, Job, Primitive
from strobe.report.page.drawing import Drawing, draw
from strobe.report.plots.buckets import Bin, bins, buckets_plot

NANOSECOND, BYTE = 1e-9, 1.0
MOST_SERIES = 4


def distribution_drawings(job: Job) -> list[Drawing]:
    """Granularity and overhead as the MMDS defines them, then latencies and sizes of primitives."""
    watched = [mmds for _, mmds in job.watched]
    pieces = {
        "computation": bins([mmds.computation_s.buckets for mmds in watched], NANOSECOND),
        "communication": bins([mmds.communication_s.buckets for mmds in watched], NANOSECOND),
    }
    found = []
    if any(pieces.values()):
        chart = buckets_plot(
            {name: own for name, own in pieces.items() if own}, units.TIME, "time", "piece"
        )
        found.append(draw("granularity", "Computation granularity and communication overhead",
                          chart))  # fmt: skip
    latencies = _of_primitives(job, lambda one: one.latencies_s, lambda one: one.total_s,
                               NANOSECOND)  # fmt: skip
    if latencies:
        chart = buckets_plot(latencies, units.TIME, "time of a call", "call")
        found.append(
            draw("latencies", "Duration of calls: the functions with the most total time", chart)
        )
    sizes = _of_primitives(job, lambda one: one.sizes_bytes, lambda one: one.size_bytes, BYTE)
    if sizes:
        chart = buckets_plot(sizes, units.SIZE, "bytes of a call", "call")
        found.append(draw("sizes", "Bytes per call: the functions with the most bytes", chart))
    return found


def _of_primitives(
    job: Job,
    distribution: Callable[[Primitive], Distribution | None],
    weight: Callable[[Primitive], float],
    unit: float,
) -> dict[str, list[Bin]]:
    """The distribution over all ranks for the functions with the largest total."""
    weights: dict[str, float] = {}
    parts: dict[str, list[Distribution]] = {}
    for _, mmds in job.watched:
        for one in mmds.primitives:
            own = distribution(one)
            if own is not None and own.count > 0 and weight(one) > 0:
                weights[one.name] = weights.get(one.name, 0.0) + weight(one)
                parts.setdefault(one.name, []).append(own)
    heaviest = sorted(parts, key=lambda name: -weights[name])[:MOST_SERIES]
    return {name: bins([part.buckets for part in parts[name]], unit) for name in heaviest}
