# SPDX-License-Identifier: BSD-3-Clause
"""Where the time goes: the computation of each rank, and the calls that it was in."""

from __future__ import annotations

from strobe.records.job_record import Job, Mmds
from strobe.report.page.drawing import Drawing, draw
from strobe.report.plots.shares import Share, shares_plot

COMPUTATION, OTHERS = "computation", "other calls"
MOST_NAMED = 4
MOST_BARS = 32


def time_drawing(job: Job) -> Drawing | None:
    """A bar for each rank; with many ranks, those with the least and the most computation."""
    watched = sorted(job.watched, key=lambda one: one[1].computation_s.total)
    if not watched:
        return None
    title = "Where the time goes"
    if len(watched) > MOST_BARS:
        half = MOST_BARS // 2
        watched = watched[:half] + watched[-half:]
        title += f": the {half} ranks with the least computation and the {half} with the most"
    watched.sort(key=lambda one: one[0].rank)
    named = _longest([mmds for _, mmds in watched])
    shares = [share for rank, mmds in watched for share in _shares(str(rank.rank), mmds, named)]
    parts = [COMPUTATION, *named, OTHERS]
    used = [part for part in parts if any(s.part == part and s.time_s > 0 for s in shares)]
    kept = [share for share in shares if share.part in used]
    return draw("time", title, shares_plot("rank", used, kept), captioned=True)


def _longest(watched: list[Mmds]) -> list[str]:
    """The blocking calls with the most total time."""
    totals: dict[str, float] = {}
    for mmds in watched:
        for one in mmds.primitives:
            if one.blocks:
                totals[one.name] = totals.get(one.name, 0.0) + one.total_s
    return sorted(totals, key=lambda name: -totals[name])[:MOST_NAMED]


def _shares(rank: str, mmds: Mmds, named: list[str]) -> list[Share]:
    own = {one.name: one.total_s for one in mmds.primitives if one.blocks}
    # Overlapping calls of threads add up to more than the time in which any call was active.
    total_s = sum(own.values())
    scale = mmds.communication_s.total / total_s if total_s > 0 else 0.0
    rest_s = sum(time_s for name, time_s in own.items() if name not in named)
    return [
        Share(rank, COMPUTATION, mmds.computation_s.total),
        *(Share(rank, name, scale * own.get(name, 0.0)) for name in named),
        Share(rank, OTHERS, scale * rest_s),
    ]
