# SPDX-License-Identifier: BSD-3-Clause
"""Logs of calls and messages, and the timeline of them, from made-up ranks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import perfetto_trace
import pytest
import synthetic_job
from perfetto_trace import Event

from strobe.base.errors import StrobeError
from strobe.coscheduling import timeline
from strobe.records import call_log
from strobe.records.call_log import (
    CALL,
    COLLECTIVE,
    MESSAGE,
    NO_SITE,
    RECEIVE_BEGUN,
    RECEIVED,
    SEND_BEGUN,
)
from strobe.records.job_record import Job, RankRecord

NAMES = ["MPI_Send", "MPI_Recv", "MPI_Waitall"]


def logged(
    folder: Path, rank: int, calls: list[tuple[int, ...]], messages: list[tuple[int, ...]]
) -> RankRecord:
    """A rank with a log; calls are (entered, left, size, function, slice)."""
    folder.mkdir(exist_ok=True)
    rest = (NO_SITE, 0, 0)
    np.array([(*call, *rest) for call in calls], CALL).tofile(folder / f"rank-{rank}.calls")
    np.array(messages, MESSAGE).tofile(folder / f"rank-{rank}.messages")
    np.array([], COLLECTIVE).tofile(folder / f"rank-{rank}.collectives")
    record = synthetic_job.rank_record(rank, 2)
    assert record.mmds is not None
    record.mmds.functions = NAMES
    record.mmds.begin_tick = 1000
    record.mmds.primitives = [synthetic_job.primitive("MPI_Recv", True, len(calls), 1e-6, 8)]
    return record


def message(at: int, operation: int, peer: int, event: int, size_bytes: int = 8) -> tuple[int, ...]:
    return (at, operation, 5, size_bytes, peer, 7, event, 0)


def test_two_receives_that_end_in_the_other_order_keep_their_messages(tmp_path: Path) -> None:
    """What was asked for first gets what was sent first, whichever is waited for first."""
    sender = logged(
        tmp_path, 0,
        [(1010, 1020, 1, 0, 0), (1030, 1040, 2, 0, 0)],
        [message(1011, 1, 1, SEND_BEGUN, 1), message(1031, 1, 1, SEND_BEGUN, 2)],
    )  # fmt: skip
    receiver = logged(
        tmp_path, 1,
        [(1000, 1060, 3, 2, 1)],
        [message(1001, 8, -1, RECEIVE_BEGUN, 64), message(1002, 9, 0, RECEIVE_BEGUN, 64),
         message(1050, 9, 0, RECEIVED, 2), message(1055, 8, 0, RECEIVED, 1)],
    )  # fmt: skip
    path = tmp_path / "timeline.pftrace"
    assert timeline.write(Job(None, [sender, receiver]), tmp_path, path) == []
    found = perfetto_trace.read(path)
    assert found.hosts == ["here"]
    assert [(b.name, b.begin_ns, e.name, e.begin_ns, e.track) for b, e in found.flows] == [
        ("send tag 7, 1 B", 11, "receive tag 7, 1 B", 55, "rank 1"),
        ("send tag 7, 2 B", 31, "receive tag 7, 2 B", 50, "rank 1"),
    ]
    slices = [(e.name, e.begin_ns, e.end_ns) for e in found.on("slices")]
    assert slices == [("slice 0", 20, 60), ("slice 1", 60, 60)]
    assert found.on("rank 1") == [
        Event("rank 1", "MPI_Waitall", 0, 60, {"slice": 1, "bytes": 3}),
    ]


def test_a_message_that_never_came_has_no_arrow(tmp_path: Path) -> None:
    sender = logged(tmp_path, 0, [(1010, 1020, 1, 0, 0)], [message(1011, 1, 1, SEND_BEGUN)])
    receiver = logged(tmp_path, 1, [], [message(1001, 8, 0, RECEIVE_BEGUN)])
    assert call_log.read(tmp_path, receiver) is not None
    path = tmp_path / "timeline.pftrace"
    timeline.write(Job(None, [sender, receiver]), tmp_path, path)
    assert not perfetto_trace.read(path).flows


def test_calls_that_were_not_kept_are_told(tmp_path: Path) -> None:
    rank = logged(tmp_path, 0, [(1010, 1020, 1, 0, 0)], [])
    assert rank.mmds is not None
    rank.mmds.primitives[0].count = 3
    assert timeline.write(Job(None, [rank]), tmp_path, tmp_path / "timeline.pftrace") == [0]


def test_without_a_log_there_is_no_timeline(tmp_path: Path) -> None:
    ranks = [synthetic_job.rank_record(0)]
    with pytest.raises(StrobeError, match="no rank recorded its calls"):
        timeline.write(Job(None, ranks), tmp_path, tmp_path / "timeline.pftrace")
