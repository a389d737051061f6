# SPDX-License-Identifier: BSD-3-Clause
"""Predictions from a profile: how it becomes a trace, and what the user is told."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import synthetic_job
from simgrid import needs_simgrid

from strobe.base.errors import StrobeError
from strobe.predict import prediction, what_if
from strobe.predict.collectives import families
from strobe.predict.machine import Level, Machine, Placement
from strobe.predict.measured import without_spread
from strobe.predict.profile import MESSAGES, NOTE, PROFILE_ERROR, Profile, is_profile
from strobe.records import job_record
from strobe.records.job_record import Job, Partner, Primitive, RankRecord

RANKS = 3
LATENCY_S, BYTES_PER_S = 1e-4, 1e8


def rank(number: int, *others: Primitive, partners: list[Partner] | None = None) -> RankRecord:
    """A rank of the ring, with further functions."""
    record = synthetic_job.rank_record(number, RANKS)
    assert record.mmds is not None
    record.mmds.primitives += others
    if partners is not None:
        record.mmds.partners = partners
    return record


def profile(*ranks: RankRecord) -> Profile:
    node_of = Placement(RANKS, 1).node_of
    return Profile(Job(None, [*ranks]), families.messages_of("MPICH", node_of))


def machine() -> Machine:
    times_s = {size: LATENCY_S + size / BYTES_PER_S for size in (0.0, 1e3, 1e5, 1e6)}
    return Machine("made", "Made", {"network": Level(without_spread(times_s), None)}, 1, True,
                   "MPICH")  # fmt: skip


def words(lines: list[str]) -> Counter[str]:
    return Counter(line.split()[1] for line in lines)


def test_each_message_has_both_sides_and_the_mean_size() -> None:
    partners = [Partner(1, 7, 700, 0.0), Partner(2, 3, 30, 0.0)]
    none: list[Partner] = []
    found = profile(rank(0, partners=partners), rank(1, partners=none), rank(2, partners=none))
    first, second, third = found.written.ranks
    assert words(first)["isend"] == 10
    assert words(first)["wait"] == 10
    assert words(second) == {"init": 1, "irecv": 7, "wait": 7, "compute": 8, "finalize": 1}
    assert {line.split()[4] for line in second if "irecv" in line} == {"100"}
    assert {line.split()[4] for line in third if "irecv" in line} == {"10"}
    computed = [float(line.split()[2]) for line in first if "compute" in line]
    assert sum(computed) == pytest.approx(101 * 10e-3 * 1e9, rel=1e-6)
    # No piece is much longer than another one.
    assert max(computed[1:-1]) < 1.5 * min(computed[1:-1])


def test_collectives_that_all_ranks_call_are_replayed() -> None:
    """One rank calls the sum less often; a persistent one is only initialized."""
    sums = [synthetic_job.primitive("MPI_Iallreduce", False, times, 1e-6, 8) for times in (5, 5, 4)]
    casts = [synthetic_job.primitive("MPI_Bcast", True, 2, 1e-6, 16) for _ in range(RANKS)]
    made = [synthetic_job.primitive("MPI_Barrier_init", False, 1, 1e-6, 0) for _ in range(RANKS)]
    found = profile(*(rank(number, *each, partners=[]) for number, each in
                      enumerate(zip(sums, casts, made, strict=True))))  # fmt: skip
    assert found.has_collectives
    assert [*found.notes()][1] == (
        "2 calls of collectives that not all ranks make alike are left out"
    )
    root = words(found.written.ranks[0])
    assert root["isend"] > 0
    sizes = {line.split()[4] for line in found.written.ranks[0] if "isend" in line}
    assert sizes == {"8", "16"}
    origins = found.written.origins[0]
    assert max(origins) == 2
    assert found.pieces[0].are_collective.any()


def test_ranks_that_only_compute_have_one_round() -> None:
    found = profile(*(rank(number, partners=[]) for number in range(RANKS)))
    assert [words(lines) for lines in found.written.ranks] == [
        {"init": 1, "compute": 1, "finalize": 1}
    ] * RANKS
    assert not found.has_collectives


@needs_simgrid
def test_a_ring_takes_what_its_rounds_take(tmp_path: Path) -> None:
    synthetic_job.write_ranks(tmp_path / "job", [rank(number) for number in range(RANKS)])
    how = prediction.Plan(what_if.Factors(), 1, draws=2, seed=1, jobs=1)
    found = prediction.Predictor(tmp_path / "job", machine(), how).predict(lambda *_: None)
    message_s = LATENCY_S + synthetic_job.SIZE_BYTES / BYTES_PER_S
    expected_s = 101 * 10e-3 + synthetic_job.MESSAGES * message_s
    assert found.time_s.value_s == pytest.approx(expected_s, rel=0.02)
    assert found.time_s.high_s == pytest.approx((1 + PROFILE_ERROR) * found.time_s.value_s)
    [share] = found.shares
    assert (share.function, share.line) == (MESSAGES, "")
    assert share.calls == RANKS * 2 * synthetic_job.MESSAGES
    assert share.predicted_s == pytest.approx(synthetic_job.MESSAGES * message_s, rel=0.05)
    assert share.recorded_s == pytest.approx(100 * np.mean([1e-3, 2e-3, 3e-3]), rel=0.01)
    assert found.recorded_compute_s == pytest.approx(101 * 10e-3)
    assert NOTE in found.notes


def test_ranks_that_were_not_counted_are_refused(tmp_path: Path) -> None:
    ranks = [rank(number) for number in range(RANKS)]
    assert is_profile(Job(None, ranks))
    ranks[1].mmds = None
    assert not is_profile(Job(None, ranks))
    with pytest.raises(StrobeError, match="only 2 of 3 ranks have left a record"):
        profile(*ranks)
    with pytest.raises(StrobeError, match="only 2 of 3 ranks have left a record"):
        profile(rank(0), rank(2))


def test_a_record_with_some_calls_is_no_profile(tmp_path: Path) -> None:
    """Its user asked for calls: what is missing is said, and nothing is spread."""
    ranks = [rank(number) for number in range(RANKS)]
    assert ranks[2].mmds is not None
    ranks[2].mmds.functions = ["MPI_Send"]
    folder = tmp_path / "job"
    synthetic_job.write_ranks(folder, ranks)
    assert not is_profile(job_record.read(folder))
    how = prediction.Plan(what_if.Factors(), 1, draws=0, seed=1, jobs=1)
    with pytest.raises(StrobeError, match="rank 0 recorded no calls"):
        prediction.Predictor(folder, machine(), how)
