# SPDX-License-Identifier: BSD-3-Clause
"""A job in numbers: table 5.3 of the BCS-MPI paper, the hash of decisions, the certificate."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from strobe.base import units
from strobe.coscheduling import call_sites
from strobe.records.job_record import (
    RUNNING,
    Distribution,
    Job,
    Mmds,
    OutsideGuarantee,
    RankRecord,
    Unreceived,
)

COLLECTIVE = re.compile(
    "MPI_I?(barrier|bcast|gatherv?|scatterv?|allgatherv?|alltoall[vw]?|reduce|allreduce|"
    "reduce_scatter(_block)?|scan|exscan|neighbor_allgatherv?|neighbor_alltoall[vw]?)(_c)?",
    re.IGNORECASE,
)
COMPUTATION, COMMUNICATION = "Comp Granularity", "Comm Overhead"
COSTLY_SHARE = 0.05
"""A place whose tests wait for this share of the ranks' time is worth a line."""
POLL_ADVICE = (
    "a call that waits (MPI_Wait, MPI_Waitsome, MPI_Probe) costs less where the program has "
    "nothing else to do; --mode fast answers tests at once, and results can depend on timing"
)
WHY_RUNS_DIFFER = {
    "fast": "results can depend on timing",
    "strict": "slices follow the clock, so that results can depend on timing",
}
"""Modes in which another run may have other results, although all calls are the runtime's."""


class Line(msgspec.Struct):
    """One row of table 5.3. So many of all `count` were timed; the total stands for all."""

    name: str
    count: int
    timed: int
    min_s: float
    max_s: float
    total_s: float
    average_s: float
    size_bytes: int


class Times(msgspec.Struct):
    """Table 5.3, of one rank or of several: primitives by the time they took, and both sums."""

    run_time_s: float
    primitives: list[Line]
    computation: Line
    communication: Line
    unaccounted: float
    """The difference between both sums and the run time, as a fraction of the run time."""

    @property
    def sampling(self) -> str:
        """What functions the clock was not read at each call of, in a sentence; empty if none."""
        sampled = sorted(line.name for line in self.primitives if line.timed < line.count)
        if not sampled:
            return ""
        return f"of {units.listed(sampled)}, a sample of the calls (--monitor timed=1 times all)"


class Traffic(msgspec.Struct):
    """What all watched ranks passed: the messages that they sent point to point, and their calls of
    collectives, each call of each rank counted. `collective_bytes` are those of the ranks' own
    buffers in the calls that block. What starts a persistent collective is a call of MPI_Start and
    not counted."""

    messages: int
    message_bytes: int
    collective_calls: int
    collective_bytes: int


class PollSummary(msgspec.Struct):
    """A place that tests or probes, over all ranks: `slices` of the `calls` waited until a slice
    began. All of them waited for `waited_s`, a `share` of the ranks' run time. `where` is empty
    where the line is not known."""

    function: str
    where: str
    calls: int
    slices: int
    waited_s: float
    share: float


class RankSummary(msgspec.Struct):
    """One rank; `times` is null where it was not watched."""

    rank: int
    host: str
    run_time_s: float
    end: str
    sentence: str
    times: Times | None


class Summary(msgspec.Struct):
    """The whole job. `hash` is null if a rank did not report its hash; with `hashes_data` it covers
    contents, too. `progress` is what moved messages on while ranks computed, as --progress."""

    size: int
    mode: str
    progress: str
    mpi_library: str
    run_time_s: float
    slices: int
    hash: str | None
    hashes_data: bool
    outside_guarantee: list[OutsideGuarantee]
    unreceived: list[str]
    polls: list[PollSummary]
    unfinished: list[int]
    troubles: list[str]
    times: Times | None
    traffic: Traffic | None
    ranks: list[RankSummary]

    @property
    def costly_polls(self) -> list[PollSummary]:
        """Places whose tests cost the program much of its time."""
        return [poll for poll in self.polls if poll.share >= COSTLY_SHARE]

    @property
    def is_repeatable(self) -> bool:
        """Whether another run gives the same matching, the same sums and the same hash."""
        return self.mode not in WHY_RUNS_DIFFER and not self.outside_guarantee


def summarise(job: Job) -> Summary:
    """All that the record says, for a person or a script."""
    ranks = job.ranks
    known = _lines(job)
    has_all_records = bool(ranks) and not job.missing and all(rank.end != RUNNING for rank in ranks)
    return Summary(
        size=job.size,
        mode=ranks[0].mode if ranks else "",
        progress=ranks[0].options.get("STROBE_PROGRESS", "calls") if ranks else "",
        mpi_library=ranks[0].mpi_library if ranks else "",
        run_time_s=max((rank.run_time_s for rank in ranks), default=0.0),
        slices=max((rank.slices for rank in ranks), default=0),
        hash=_hash_of(ranks) if has_all_records else None,
        hashes_data=any(rank.options.get("STROBE_HASH") == "data" for rank in ranks),
        outside_guarantee=_certificate(ranks),
        unreceived=[_sentence(rank, send, known) for rank in ranks for send in rank.unreceived],
        polls=_polls(job, known),
        unfinished=job.unfinished,
        troubles=list(dict.fromkeys(rank.sentence for rank in ranks if rank.sentence)),
        times=times_of([(r.run_time_s, mmds) for r, mmds in job.watched]),
        traffic=traffic_of([mmds for _, mmds in job.watched]),
        ranks=[
            RankSummary(
                rank=rank.rank,
                host=rank.host,
                run_time_s=rank.run_time_s,
                end=rank.end,
                sentence=rank.sentence,
                times=times_of([(rank.run_time_s, rank.mmds)] if rank.mmds else []),
            )
            for rank in ranks
        ],
    )


def is_collective(function: str) -> bool:
    """Whether a call of that function is a collective that communicates (MPI 4.1, chapter 6)."""
    return COLLECTIVE.fullmatch(function) is not None


def traffic_of(watched: list[Mmds]) -> Traffic | None:
    """Of all ranks together; None of no rank."""
    if not watched:
        return None
    partners = [partner for mmds in watched for partner in mmds.partners]
    calls = [one for mmds in watched for one in mmds.primitives if is_collective(one.name)]
    return Traffic(
        messages=sum(partner.messages for partner in partners),
        message_bytes=sum(partner.size_bytes for partner in partners),
        collective_calls=sum(call.count for call in calls),
        collective_bytes=sum(call.size_bytes for call in calls),
    )


def times_of(watched: list[tuple[float, Mmds]]) -> Times | None:
    """Table 5.3 of ranks with their run times; None of no rank."""
    if not watched:
        return None
    run_time_s = sum(time_s for time_s, _ in watched)
    parts: dict[str, list[Line]] = {}
    for _, mmds in watched:
        for one in mmds.primitives:
            line = _line(one.name, one.count, one.timed, one.min_s, one.max_s, one.total_s,
                         one.size_bytes)  # fmt: skip
            parts.setdefault(one.name, []).append(line)
    primitives = [_sum(name, lines) for name, lines in parts.items()]
    computation = _sum(COMPUTATION, [_of(mmds.computation_s) for _, mmds in watched])
    communication = _sum(COMMUNICATION, [_of(mmds.communication_s) for _, mmds in watched])
    off_s = abs(computation.total_s + communication.total_s - run_time_s)
    return Times(
        run_time_s=run_time_s,
        primitives=sorted(primitives, key=lambda line: -line.total_s),
        computation=computation,
        communication=communication,
        unaccounted=off_s / run_time_s if run_time_s else 0.0,
    )


def _of(distribution: Distribution) -> Line:
    d = distribution
    return _line("", d.count, d.count, d.min, d.max, d.total, 0)


def _line(
    name: str, count: int, timed: int, min_s: float, max_s: float, total_s: float, size_bytes: int
) -> Line:
    average_s = total_s / count if count else 0.0
    return Line(name, count, timed, min_s, max_s, total_s, average_s, size_bytes)


def _sum(name: str, lines: list[Line]) -> Line:
    counted = [line for line in lines if line.count]
    return _line(
        name,
        sum(line.count for line in counted),
        sum(line.timed for line in counted),
        min((line.min_s for line in counted), default=0.0),
        max((line.max_s for line in counted), default=0.0),
        sum(line.total_s for line in counted),
        sum(line.size_bytes for line in counted),
    )


def _hash_of(ranks: Iterable[RankRecord]) -> str:
    """Decisions of all ranks are added (src/bcs/protocol/decisions.hpp), in whatever order."""
    return f"{sum(int(rank.decisions_hash, 16) for rank in ranks) % 2**64:016x}"


def _certificate(ranks: Iterable[RankRecord]) -> list[OutsideGuarantee]:
    counts: dict[tuple[str, str], int] = {}
    for rank in ranks:
        for call in rank.outside_guarantee:
            key = call.function, call.why
            counts[key] = counts.get(key, 0) + call.count
    return [OutsideGuarantee(name, count, why) for (name, why), count in sorted(counts.items())]


def _lines(job: Job) -> dict[tuple[str, int], str]:
    """Those of all call sites in the record."""
    polls = [poll.where for rank in job.ranks for poll in rank.polls]
    return call_sites.lines([*polls, *(s.sent_at for r in job.ranks for s in r.unreceived)], job)


def _polls(job: Job, known: dict[tuple[str, int], str]) -> list[PollSummary]:
    """The longest wait first."""
    run_time_s = sum(rank.run_time_s for rank in job.ranks)
    found: dict[tuple[str, str], PollSummary] = {}
    for rank in job.ranks:
        for poll in rank.polls:
            where = call_sites.name(poll.where, known)
            place = found.setdefault(
                (poll.function, where), PollSummary(poll.function, where, 0, 0, 0.0, 0.0)
            )
            place.calls += poll.calls
            place.slices += poll.slices
            place.waited_s += poll.waited_s
            place.share = place.waited_s / run_time_s if run_time_s else 0.0
    return sorted(found.values(), key=lambda place: -place.waited_s)


def _sentence(rank: RankRecord, send: Unreceived, known: dict[tuple[str, int], str]) -> str:
    where = call_sites.name(send.sent_at, known)
    return (
        f"rank {rank.rank} sent {send.size_bytes} bytes with tag {send.tag} to rank {send.to} on "
        f"{send.communicator}{f' ({where})' if where else ''}, which no rank received"
    )
