# SPDX-License-Identifier: BSD-3-Clause
"""The record of a job as a trace for a replay: from made-up ranks, and of real programs."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from simgrid import needs_simgrid
from synthetic_calls import Made, call, collective, event, logged, start
from terminal import Built, Terminal

from strobe.base.errors import StrobeError
from strobe.coscheduling.collectives import Calls, Message, Step
from strobe.coscheduling.trace import OVERLAP, trace
from strobe.records.call_log import (
    ACCESSES_COMPLETED,
    CANCELLED,
    GET_BEGUN,
    LOCK_ASKED,
    NEIGHBOR_RECEIVES,
    NEIGHBOR_SENDS,
    NOTICE_RECEIVED,
    NOTICE_SENT,
    PUT_BEGUN,
    RECEIVE_BEGUN,
    RECEIVED,
    SEND_BEGUN,
    SEND_OVER,
)
from strobe.records.job_record import ONE_SIDED, Job, OutsideGuarantee, RankRecord


def lines(folder: Path, ranks: list[RankRecord]) -> list[list[str]]:
    return trace(Job(None, ranks), folder, 1e9).ranks


def test_what_was_computed_and_called_is_written(tmp_path: Path) -> None:
    ranks = [
        logged(tmp_path, 0, [call("MPI_Send", 1100, 1150), call("MPI_Recv", 1150, 1400)],
               [event(1101, SEND_BEGUN, 1, 1), event(1151, RECEIVE_BEGUN, 2, -1, -1, 64),
                event(1390, RECEIVED, 2, 1, 9, 16)]),
        logged(tmp_path, 1, [call("MPI_Recv", 1010, 1200), call("MPI_Send", 1300, 1310)],
               [event(1011, RECEIVE_BEGUN, 1, 0), event(1190, RECEIVED, 1, 0),
                event(1301, SEND_BEGUN, 1, 0, 9, 16)]),
    ]  # fmt: skip
    assert lines(tmp_path, ranks) == [
        ["0 init", "0 compute 100", "0 send 1 7 8 6", "0 recv 1 9 16 6", "0 compute 600",
         "0 finalize"],
        ["1 init", "1 compute 10", "1 recv 0 7 8 6", "1 compute 100", "1 send 0 9 16 6",
         "1 compute 690", "1 finalize"],
    ]  # fmt: skip


def test_a_wait_is_for_what_came_in_it(tmp_path: Path) -> None:
    calls = [call("MPI_Irecv", 1000, 1010), call("MPI_Isend", 1010, 1020),
             call("MPI_Irecv", 1020, 1030), call("MPI_Wait", 1030, 1040),
             call("MPI_Waitall", 1040, 2000)]  # fmt: skip

    def of(other: int) -> list[tuple[int, ...]]:
        return [event(1001, RECEIVE_BEGUN, 1, other, 5), event(1011, SEND_BEGUN, 2, other, 5),
                event(1021, RECEIVE_BEGUN, 3, other, 6), event(1035, RECEIVED, 1, other, 5),
                event(1041, SEND_OVER, 2, other, 5), event(1042, CANCELLED, 3, other, 6),
               ]  # fmt: skip

    ranks = [logged(tmp_path, rank, calls, of(1 - rank)) for rank in range(2)]
    # The receive that was cancelled is as if it had never been.
    assert lines(tmp_path, ranks)[0] == [
        "0 init", "0 irecv 1 5 8 6", "0 isend 1 5 8 6", "0 wait 1 0 5", "0 wait 0 1 5",
        "0 finalize",
    ]  # fmt: skip


def test_an_exchange_begins_both_before_it_waits(tmp_path: Path) -> None:
    ranks = [
        logged(tmp_path, rank, [call("MPI_Sendrecv", 1000, 2000)],
               [event(1001, SEND_BEGUN, 1, 1 - rank), event(1002, RECEIVE_BEGUN, 2, 1 - rank),
                event(1500, RECEIVED, 2, 1 - rank)])
        for rank in range(2)
    ]  # fmt: skip
    assert lines(tmp_path, ranks)[1] == [
        "1 init", "1 isend 0 7 8 6", "1 irecv 0 7 8 6", "1 waitall 2", "1 finalize",
    ]  # fmt: skip


def test_collectives_know_what_others_gave_and_notes_what_is_not_so(tmp_path: Path) -> None:
    ranks = [
        logged(tmp_path, rank,
               [call("MPI_Gatherv", 1000, 1100, size_bytes=8 + rank, root=1, members=2, own=rank),
                call("MPI_Ibcast", 1100, 1200, size_bytes=5, root=0, members=2, own=rank),
                call("MPI_Scan", 1200, 1300, size_bytes=4, root=0, members=2, own=rank),
                call("MPI_Gatherv", 1300, 2000, size_bytes=8, root=0, members=1, own=0,
                     context=3 + rank)], [])
        for rank in range(2)
    ]  # fmt: skip
    found = trace(Job(None, ranks), tmp_path, 1e9)
    assert found.ranks[0] == [
        "0 init", "0 gatherv 8 8 9 1 6 6", "0 bcast 5 0 6", "0 allreduce 4 0 6", "0 finalize",
    ]  # fmt: skip
    assert found.notes == [
        "2 calls of scan are written as allreduce",
        "2 collectives of communicators that do not contain all ranks are left out",
        "2 nonblocking collectives are written at their start",
    ]


def test_collectives_of_a_part_become_messages_between_its_members(tmp_path: Path) -> None:
    def of(rank: int) -> list[Made]:
        # In the communicator, rank 1 of the job is the first.
        return [call("MPI_Gatherv", 1000, 2000, size_bytes=8, root=0, members=2, own=1 - rank,
                     context=5)]  # fmt: skip

    def to_root(_: str, own: int, calls: Calls, ranks: Sequence[int]) -> list[Step]:
        assert [*ranks] == [1, 0]
        return [Step(sends=(Message(0, 8),)) if own else Step(receives=(Message(1, 8),))]

    ranks = [logged(tmp_path, rank, of(rank), []) for rank in range(2)]
    found = trace(Job(None, ranks), tmp_path, 1e9, to_root)
    assert found.ranks == [
        ["0 init", "0 isend 1 1 8 6", "0 wait 0 1 1", "0 finalize"],
        ["1 init", "1 irecv 0 1 8 6", "1 wait 0 1 1", "1 finalize"],
    ]
    assert found.notes == []
    assert trace(Job(None, ranks), tmp_path, 1e9).notes == [
        "2 collectives of communicators that do not contain all ranks are left out"
    ]
    alone = [ranks[0], logged(tmp_path, 1, [], [])]
    assert trace(Job(None, alone), tmp_path, 1e9, to_root).notes == [
        "1 collectives with members that recorded none are left out"
    ]


def test_nonblocking_collectives_go_on_where_their_ranks_wait(tmp_path: Path) -> None:
    def two_steps(_: str, own: int, calls: Calls, ranks: Sequence[int]) -> list[Step]:
        size = calls[own].gave
        each = [(Message(1 - own, size),), (Message(1 - own, 2 * size),)]
        return [Step(sends=one, receives=one) for one in each]

    def of(rank: int) -> list[Made]:
        told = {"size_bytes": 4, "root": 0, "members": 2, "own": rank}
        return [call("MPI_Ibcast", 1000, 1100, **told, over=1450),
                call("MPI_Ibcast", 1200, 1300, **told, over=0, context=1),
                call("MPI_Wait", 1400, 1500), call("MPI_Allreduce_c", 1500, 1600, **told),
                call("MPI_Wait", 1600, 2000)]  # fmt: skip

    ranks = [logged(tmp_path, rank, of(rank), []) for rank in range(2)]
    found = trace(Job(None, ranks), tmp_path, 1e9, two_steps)

    def begin(tag: int, size: int) -> list[str]:
        return [f"0 irecv 1 {tag} {size} 6", f"0 isend 1 {tag} {size} 6"]

    def end(tag: int) -> list[str]:
        return [f"0 wait 1 0 {tag}", f"0 wait 0 1 {tag}"]

    assert found.ranks[0] == [
        "0 init", *begin(1, 4), "0 compute 100", *begin(257, 4), "0 compute 100",
        *end(1), *begin(1, 8), *end(1),
        *begin(2, 4), *end(2), *begin(2, 8), *end(2),
        # That of another communicator has no end in the record.
        *end(257), *begin(257, 8), *end(257), "0 finalize",
    ]  # fmt: skip
    assert found.notes == []


def test_collectives_of_a_communicator_end_in_the_order_of_all_its_members(tmp_path: Path) -> None:
    def two_steps(_: str, own: int, calls: Calls, ranks: Sequence[int]) -> list[Step]:
        other = (Message(1 - own, 4),)
        return [Step(sends=other, receives=other)] * 2

    def of(rank: int) -> list[Made]:
        told = {"size_bytes": 4, "members": 2, "own": rank}
        begun = [call("MPI_Ibcast", 1000, 1010, **told, over=1195 if rank else 1495, order=1)]
        wait, scan = call("MPI_Wait", 1190, 1200), call("MPI_Scan", 1300, 1400, **told, order=2)
        # The first rank calls the second collective before it waits for the first one.
        return [*begun, wait, scan] if rank else [*begun, scan, call("MPI_Wait", 1490, 1500)]

    ranks = [logged(tmp_path, rank, of(rank), []) for rank in range(2)]
    found = trace(Job(None, ranks), tmp_path, 1e9, two_steps)
    tags = [re.findall(r"isend \d (\d)", "\n".join(lines)) for lines in found.ranks]
    assert tags == [["1", "1", "2", "2"]] * 2


def test_a_wait_for_all_messages_waits_for_no_collective(tmp_path: Path) -> None:
    def of(rank: int) -> list[Made]:
        begun = call("MPI_Ibcast", 1000, 1100, size_bytes=4, members=2, own=rank, over=1990)
        return [begun, call("MPI_Isend", 1100, 1101), call("MPI_Irecv", 1101, 1102),
                call("MPI_Waitall", 1102, 1900), call("MPI_Wait", 1900, 2000)]  # fmt: skip

    def exchange(_: str, own: int, calls: Calls, ranks: Sequence[int]) -> list[Step]:
        return [Step(sends=(Message(1 - own, 4),), receives=(Message(1 - own, 4),))]

    ranks = [
        logged(tmp_path, rank, of(rank),
               [event(1101, SEND_BEGUN, 1, 1 - rank), event(1102, RECEIVE_BEGUN, 2, 1 - rank),
                event(1500, RECEIVED, 2, 1 - rank), event(1600, SEND_OVER, 1, 1 - rank)])
        for rank in range(2)
    ]  # fmt: skip
    found = trace(Job(None, ranks), tmp_path, 1e9, exchange)
    assert found.ranks[0] == [
        "0 init", "0 irecv 1 8 4 6", "0 isend 1 8 4 6", "0 isend 1 7 8 6", "0 irecv 1 7 8 6",
        "0 wait 1 0 7", "0 wait 0 1 7", "0 wait 1 0 8", "0 wait 0 1 8", "0 finalize",
    ]  # fmt: skip


def test_persistent_collectives_match_in_the_order_of_their_initializations(tmp_path: Path) -> None:
    def of(rank: int, begun: int, order: int, starts: int = 1) -> dict[str, int]:
        return collective("MPI_Bcast_init", begun, begun + 5, size_bytes=order, root=0, members=2,
                          own=rank, order=order, starts=starts)  # fmt: skip

    def to_the_other(_: str, own: int, calls: Calls, ranks: Sequence[int]) -> list[Step]:
        assert len({one.gave for one in calls}) == 1
        other = (Message(1 - own, calls[own].gave),)
        return [Step(receives=other) if own else Step(sends=other)]

    orders = [[1, 2, 3, 3], [3, 2, 1, 3]]
    ranks = []
    for rank, own in enumerate(orders):
        begun = [of(rank, 1000 + place, order, 1 + own[:place].count(order))
                 for place, order in enumerate(own)]  # fmt: skip
        ranks.append(logged(tmp_path, rank, [start("MPI_Startall", 1000, 2000, *begun)], []))
    found = trace(Job(None, ranks), tmp_path, 1e9, to_the_other)
    for rank, own in enumerate(orders):
        action = re.compile(rf"{rank} (?:isend|irecv) {1 - rank} (\d+) (\d) 6")
        shown = [match for line in found.ranks[rank] if (match := action.fullmatch(line))]
        assert [int(match[2]) for match in shown] == own
        # The collectives are numbered in the order of their initializations.
        assert [int(match[1]) for match in shown[:3]] == own[:3]
    assert found.notes == []
    notes = trace(Job(None, ranks), tmp_path, 1e9).notes
    assert notes == ["8 persistent collectives started in different orders are left out"]


def test_neighborhood_collectives_are_messages_between_neighbors(tmp_path: Path) -> None:
    def of(rank: int) -> RankRecord:
        other = 1 - rank
        # The ranks are each other's neighbors below and above.
        edges = [event(1001, NEIGHBOR_SENDS, 0, other, 0, 10 + rank),
                 event(1002, NEIGHBOR_SENDS, 0, other, 1, 20 + rank),
                 event(1003, NEIGHBOR_RECEIVES, 0, other, 1, 20 + other),
                 event(1004, NEIGHBOR_RECEIVES, 0, other, 0, 10 + other)]  # fmt: skip
        made = call("MPI_Neighbor_alltoall", 1000, 2000, size_bytes=30, members=2, own=rank)
        return logged(tmp_path, rank, [made], edges)

    ranks = [of(rank) for rank in range(2)]
    for messages_of in (None, lambda *_: None):
        found = trace(Job(None, ranks), tmp_path, 1e9, messages_of)
        assert found.ranks[0] == [
            "0 init", "0 irecv 1 1 11 6", "0 irecv 1 1 21 6", "0 isend 1 1 10 6",
            "0 isend 1 1 20 6", "0 wait 1 0 1", "0 wait 1 0 1", "0 wait 0 1 1", "0 wait 0 1 1",
            "0 finalize",
        ]  # fmt: skip
        assert found.notes == []


def test_a_server_answers_one_sided_operations(tmp_path: Path) -> None:
    ranks = [
        logged(tmp_path, 0, [call("MPI_Win_lock", 1000, 1001), call("MPI_Win_unlock", 1001, 2000)],
               [event(1001, LOCK_ASKED, 0, 1), event(1002, PUT_BEGUN, 0, 1, size_bytes=16),
                event(1003, GET_BEGUN, 0, 1, size_bytes=24), event(1004, ACCESSES_COMPLETED, 0, 1),
                # There is nothing to wait for.
                event(1005, ACCESSES_COMPLETED, 0, -1), event(1006, ACCESSES_COMPLETED, 0, 1)]),
        logged(tmp_path, 1, [], []),
    ]  # fmt: skip
    ranks[0].outside_guarantee = [OutsideGuarantee("MPI_Put", 1, ONE_SIDED),
                                  OutsideGuarantee("MPI_Rget", 1, ONE_SIDED)]  # fmt: skip
    found = trace(Job(None, ranks), tmp_path, 1e9, lambda *_: None)
    assert found.ranks[0] == [
        "0 init", "0 send 2 1 0 6", "0 irecv 2 2 0 6", "0 wait 2 0 2", "0 isend 2 3 16 6",
        "0 isend 2 4 0 6", "0 irecv 2 5 24 6", "0 irecv 2 6 0 6", "0 wait 0 2 3", "0 wait 0 2 4",
        "0 wait 2 0 5", "0 wait 2 0 6", "0 finalize",
    ]  # fmt: skip
    (server,) = found.servers
    assert server.target == 1
    assert server.lines == [
        "2 init", "2 recv 0 1 0 6", "2 send 0 2 0 6", "2 irecv 0 3 16 6", "2 irecv 0 4 0 6",
        "2 wait 0 2 3", "2 wait 0 2 4", "2 isend 0 5 24 6", "2 send 0 6 0 6", "2 wait 2 0 5",
        "2 finalize",
    ]  # fmt: skip
    assert found.notes == ["1 calls of MPI_Rget are over at the end of their epoch"]
    # A trace that others replay has no such processes.
    exported = trace(Job(None, ranks), tmp_path, 1e9)
    assert exported.ranks[0] == ["0 init", "0 finalize"]
    assert exported.servers == []
    assert len(exported.notes) == 2


def test_operations_that_nothing_completes_end_with_the_program(tmp_path: Path) -> None:
    ranks = [
        logged(tmp_path, rank, [call("MPI_Win_fence", 1000, 2000)],
               [event(1001, PUT_BEGUN, 0, 1 - rank, size_bytes=16)])
        for rank in range(2)
    ]  # fmt: skip
    found = trace(Job(None, ranks), tmp_path, 1e9, lambda *_: None)
    assert found.ranks[1] == [
        "1 init", "1 isend 3 1 16 6", "1 irecv 3 2 0 6", "1 wait 1 3 1", "1 wait 3 1 2",
        "1 finalize",
    ]  # fmt: skip
    assert [server.target for server in found.servers] == [1, 0]


def test_members_of_a_window_synchronize_by_messages(tmp_path: Path) -> None:
    ranks = [
        logged(tmp_path, rank, [call("MPI_Win_fence", 1000, 2000)],
               [event(1001, NOTICE_SENT, 0, 1 - rank, -1, context=9),
                event(1002, NOTICE_RECEIVED, 0, 1 - rank, -1, context=9)])
        for rank in range(2)
    ]  # fmt: skip
    for messages_of in (None, lambda *_: None):
        found = trace(Job(None, ranks), tmp_path, 1e9, messages_of)
        assert found.ranks[0] == ["0 init", "0 send 1 1 0 6", "0 recv 1 1 0 6", "0 finalize"]


def test_communicators_with_the_same_tag_are_kept_apart(tmp_path: Path) -> None:
    ranks = [
        logged(tmp_path, 0, [call("MPI_Send", 1000, 1100), call("MPI_Send", 1100, 2000)],
               [event(1001, SEND_BEGUN, 1, 1, context=0),
                event(1101, SEND_BEGUN, 1, 1, context=4)]),
        logged(tmp_path, 1, [call("MPI_Recv", 1000, 1100), call("MPI_Recv", 1100, 2000)],
               [event(1001, RECEIVE_BEGUN, 1, 0, context=4),
                event(1090, RECEIVED, 1, 0, context=4),
                event(1101, RECEIVE_BEGUN, 1, 0, context=0),
                event(1190, RECEIVED, 1, 0, context=0)]),
    ]  # fmt: skip
    found = lines(tmp_path, ranks)
    assert found[0][1:3] == ["0 send 1 8 8 6", "0 send 1 9 8 6"]
    assert found[1][1:3] == ["1 recv 0 9 8 6", "1 recv 0 8 8 6"]


def test_calls_of_several_threads_at_once_are_noted(tmp_path: Path) -> None:
    def note_of(second: int) -> list[str]:
        calls = [call("MPI_Wait", 1000, 1100), call("MPI_Wait", second, 1200)]
        ranks = [logged(tmp_path, rank, calls, []) for rank in range(2)]
        return trace(Job(None, ranks), tmp_path, 1e9).notes

    assert note_of(1100) == []
    assert note_of(1050) == [f"2 {OVERLAP}"]


def test_a_record_that_is_not_whole_is_refused(tmp_path: Path) -> None:
    ranks = [logged(tmp_path, rank, [call("MPI_Recv", 1000, 1100)], []) for rank in range(2)]
    assert ranks[0].mmds is not None
    assert ranks[1].mmds is not None
    ranks[1].mmds.primitives[0].count = 5
    with pytest.raises(StrobeError, match="rank 1 recorded only 1 of 5 calls"):
        lines(tmp_path, ranks)
    ranks[0].mmds.events = 3
    with pytest.raises(StrobeError, match="only 1 of 1 calls, 0 of 3 events of messages"):
        lines(tmp_path, ranks)
    ranks[0].mmds = None
    with pytest.raises(StrobeError, match="rank 0 recorded no calls, which a trace needs"):
        lines(tmp_path, ranks)


# From here on with the runtime and programs, where they are built.


def recorded(terminal: Terminal, program: Path, *words: str) -> Path:
    """A job of four ranks with all its calls, as a trace; the file that names the others."""
    answer = terminal.run("run", "-n", "4", "--record", "job", "--monitor", "calls=100000", program,
                          *words)  # fmt: skip
    assert answer.status == 0, answer.err
    answer = terminal.run("export", "job", "--format", "trace", "--output", "traced")
    assert (answer.status, answer.out) == (0, "traced/trace.txt\n"), answer.err
    return terminal.folder / "traced" / "trace.txt"


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("sweep", ["steps=5", "grain=100"]),
        ("sweep", ["steps=5", "grain=100", "blocking=0"]),
        ("halo", ["steps=20"]),
        ("molecular_dynamics", ["steps=10"]),
        ("fan_in", ["steps=10", "grain=20"]),
    ],
)
def test_a_job_is_simulated_as_it_ran(
    terminal: Terminal, built: Built, program: str, words: list[str]
) -> None:
    index = recorded(terminal, built(f"coscheduling-{program}"), *words)
    answer = terminal.run("simulate", index, "--format", "trace", "--flops-per-second", "1e9",
                          "--nodes", "4", "--ranks-per-node", "1", "--json")  # fmt: skip
    assert answer.status == 0, answer.err
    simulated = json.loads(answer.out)
    job = [json.loads((terminal.folder / "job" / f"rank-{rank}.json").read_text())
           for rank in range(4)]  # fmt: skip
    sent = sum(partner["messages"] for rank in job for partner in rank["mmds"]["partners"])
    texts = [path.read_text() for path in index.parent.glob("rank-*.txt")]
    text = "".join(texts)
    computed_s = max(1e-9 * sum(map(int, re.findall(r" compute (\d+)", one))) for one in texts)
    assert len(re.findall(r"^\d+ i?send ", text, re.MULTILINE)) == sent
    assert len(re.findall(r"^\d+ i?recv ", text, re.MULTILINE)) == sent
    assert simulated["end"] == "finished"
    assert simulated["time_s"] >= computed_s > 0


@needs_simgrid
def test_simgrid_replays_it(terminal: Terminal, built: Built) -> None:
    index = recorded(terminal, built("coscheduling-halo"), "steps=10")
    # The names in it are read from the folder in which it is started.
    folder = index.parent
    (folder / "platform.xml").write_text(
        '<?xml version="1.0"?>\n<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n'
        '<platform version="4.1"><cluster id="c" prefix="h" suffix="" radical="0-3" speed="1Gf" '
        'bw="1GBps" lat="1us"/></platform>\n'
    )
    (folder / "hosts").write_text("h0\nh1\nh2\nh3\n")
    answer = subprocess.run(
        ["smpirun", "-np", "4", "-platform", "platform.xml", "-hostfile", "hosts", "-replay",
         index.name, "--log=replay.thresh:critical", "--cfg=smpi/simulate-computation:no"],
        cwd=folder, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert answer.returncode == 0, answer.stderr
