# SPDX-License-Identifier: BSD-3-Clause
"""The record of a job, and what its summary makes of it, from made-up ranks."""

from __future__ import annotations

import datetime
import os
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest
import synthetic_job

from strobe.base.errors import StrobeError
from strobe.cli import job_tables
from strobe.coscheduling import call_sites
from strobe.coscheduling.summary import POLL_ADVICE, Line, summarise
from strobe.records import job_record
from strobe.records.job_record import CallSite, Job, Poll, RankRecord

GOLDEN = Path(__file__).parents[1] / "golden" / "rank-1.json"


def a_job(*ranks: RankRecord) -> Job:
    return Job(None, list(ranks) or [synthetic_job.rank_record(rank) for rank in range(4)])


def row(line: Line) -> list[str]:
    return job_tables.cells(line)


def test_a_record_of_the_runtime_is_table_5_3() -> None:
    rank = msgspec.json.decode(GOLDEN.read_bytes(), type=RankRecord)
    times = summarise(Job(None, [rank])).times
    assert times is not None
    lines = [*times.primitives, times.computation, times.communication]
    assert [row(line) for line in lines] == [
        ["MPI_Barrier", "15000.000", "15000.000", "15000.000", "1", "15000.000"],
        ["MPI_Send", "2000.000", "2000.000", "2000.000", "1", "2000.000"],
        ["MPI_Isend", "500.000", "500.000", "500.000", "1", "500.000"],
        ["Comp Granularity", "5000.000", "20000.000", "33000.000", "3", "11000.000"],
        ["Comm Overhead", "2000.000", "15000.000", "17000.000", "2", "8500.000"],
    ]
    assert times.unaccounted == 0.0


def test_a_job_is_the_sum_of_its_ranks() -> None:
    found = summarise(a_job())
    assert found.times is not None
    receive = found.times.primitives[0]
    assert (receive.name, receive.count) == ("MPI_Recv", 400)
    assert (receive.min_s, receive.max_s) == (1e-3, 4e-3)
    assert receive.average_s == pytest.approx(2.5e-3)
    assert found.times.communication.total_s == pytest.approx(1.0)
    assert found.times.run_time_s == pytest.approx(4 * 1.01 + 1.0)
    assert found.times.unaccounted < 1e-9
    assert found.hash == f"{(4 * 2**63 + 0 + 1 + 2 + 3) % 2**64:016x}"
    assert found.is_repeatable


def test_a_run_time_that_the_parts_do_not_fill_is_told() -> None:
    rank = synthetic_job.rank_record(0)
    rank.run_time_s *= 1.25
    times = summarise(a_job(rank)).times
    assert times is not None
    assert times.unaccounted == pytest.approx(0.2)


def test_calls_outside_the_guarantee_are_counted_over_all_ranks() -> None:
    ranks = [synthetic_job.rank_record(rank, 2) for rank in range(2)]
    for rank in ranks:
        rank.outside_guarantee = [synthetic_job.outside("MPI_Wtime", 3)]
    found = summarise(a_job(*ranks))
    assert [(call.function, call.count) for call in found.outside_guarantee] == [("MPI_Wtime", 6)]
    assert not found.is_repeatable
    told = dict(job_tables.facts(found))
    assert told["certificate"].startswith(
        "partial: every run gives the same matching, sums and hash, unless the results of "
        "1 function differ"
    )


def test_a_certificate_that_is_cut_says_how_much_and_where_the_rest_is() -> None:
    rank = synthetic_job.rank_record(0, 40)
    rank.outside_guarantee = [synthetic_job.outside(f"MPI_File_{at:02}", 1) for at in range(13)]
    rank.unreceived = [synthetic_job.unreceived(to) for to in range(12)]
    told = job_tables.facts(summarise(a_job(rank)))
    texts = [text for _, text in told]
    assert sum(text.startswith("MPI_File_") for text in texts) == job_tables.MOST_LISTED
    assert "and 3 functions more (--json lists all)" in texts
    assert "and 2 sends more (--json lists all)" in texts
    assert "and 29 ranks more (--json lists all)" in texts  # of 39 that left no record


def test_what_nobody_received_is_a_sentence() -> None:
    rank = synthetic_job.rank_record(0, 1)
    rank.unreceived = [synthetic_job.unreceived(0)]
    assert summarise(a_job(rank)).unreceived == [
        "rank 0 sent 8 bytes with tag 7 to rank 0 on MPI_COMM_WORLD (ring.py:12, in main), which "
        "no rank received"
    ]


def test_places_that_poll_are_added_up_over_ranks_and_told_if_they_cost_time() -> None:
    ranks = [synthetic_job.rank_record(rank, 2) for rank in range(2)]
    dear = CallSite("ring.py:12, in main", "", 0)
    cheap = CallSite("ring.py:20, in main", "", 0)
    for rank in ranks:
        rank.polls = [
            Poll("MPI_Iprobe", cheap, 10, 1, 0.001 * rank.run_time_s),
            Poll("MPI_Test", dear, 1000, 300, 0.25 * rank.run_time_s),
        ]
    found = summarise(a_job(*ranks))
    assert [(poll.where, poll.calls, poll.slices) for poll in found.polls] == [
        ("ring.py:12, in main", 2000, 600),
        ("ring.py:20, in main", 20, 2),
    ]
    told = job_tables.facts(found)
    at = told.index((
        "polling",
        "MPI_Test (ring.py:12, in main) took 25 % of the ranks' time: 600 of 2,000 calls waited "
        "for a slice",
    ))  # fmt: skip
    assert told[at + 1] == ("", POLL_ADVICE)
    assert not any("ring.py:20" in text for _, text in told)


@pytest.mark.parametrize(
    ("options", "told"), [("-g", "ring.cpp:2, in main"), ("-g0", "a ring, in main")]
)
def test_a_call_site_is_a_line_of_the_program_as_it_was(
    tmp_path: Path, options: str, told: str
) -> None:
    compiler, names = shutil.which("c++"), shutil.which("nm")
    assert compiler is not None
    assert names is not None
    source, program = tmp_path / "ring.cpp", tmp_path / "a ring"
    source.write_text("\nint main() { return 0; }\n")
    subprocess.run([compiler, options, "-o", program, source], check=True)
    listed = subprocess.run([names, program], check=True, capture_output=True, text=True).stdout
    address = next(
        int(line.split()[0], 16) for line in listed.splitlines() if line.endswith(" main")
    )
    site = CallSite("", str(program), address)
    job = Job(synthetic_job.job_record(1), [synthetic_job.rank_record(0, 1)])
    # The program is newer than the record.
    assert call_sites.name(site, call_sites.lines([site], job)) == f"a ring+{address:#x}"
    assert job.job is not None
    began_s = datetime.datetime.fromisoformat(job.job.created_utc).timestamp()
    # Built in the second in which the job began, whose fraction the record does not have.
    for changed_s in (began_s + 0.9, 0.0):
        os.utime(program, (changed_s, changed_s))
        assert call_sites.name(site, call_sites.lines([site], job)) == told
    os.utime(program, (began_s + 1.1, began_s + 1.1))
    assert call_sites.name(site, call_sites.lines([site], job)) == f"a ring+{address:#x}"


@pytest.mark.parametrize("file", ["", "ring", "/nowhere/ring"])
def test_a_call_site_in_no_file_has_no_line(file: str) -> None:
    site = CallSite("", file, 1)
    known = call_sites.lines([site], a_job(synthetic_job.rank_record(0, 1)))
    assert call_sites.name(site, known) == (f"ring+{1:#x}" if file else "")


@pytest.mark.parametrize(
    "others",
    [[], [msgspec.structs.replace(synthetic_job.rank_record(1, 2), end=job_record.RUNNING)]],
)
def test_a_rank_without_its_whole_record_leaves_the_job_without_a_hash(
    others: list[RankRecord],
) -> None:
    found = summarise(a_job(synthetic_job.rank_record(0, 2), *others))
    assert found.unfinished == [1]
    assert found.hash is None
    told = dict(job_tables.facts(found))
    assert told["unfinished"] == "rank 1"
    assert told["certificate"] == "— (not every rank wrote its record to the end)"


def test_ranks_that_were_not_watched_have_no_times() -> None:
    found = summarise(a_job(synthetic_job.rank_record(0, 1, watched=False)))
    assert found.times is None
    assert found.ranks[0].times is None
    job_tables.show(found, per_rank=True)


@pytest.mark.parametrize("mode", ["fast", "strict"])
def test_modes_that_follow_time_promise_nothing(mode: str) -> None:
    rank = synthetic_job.rank_record(0, 1)
    rank.mode = mode
    found = summarise(a_job(rank))
    assert not found.is_repeatable
    assert job_tables.certificate(found).startswith(f"none: in mode {mode}")


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    found = job_record.read(synthetic_job.write(tmp_path))
    assert found.job is not None
    assert found.job.program == ["/home/me/ring"]
    assert [rank.rank for rank in found.ranks] == [0, 1, 2, 3]
    assert found.ranks[2] == synthetic_job.rank_record(2)


def test_ranks_alone_are_a_record_too(tmp_path: Path) -> None:
    synthetic_job.write_ranks(tmp_path, [synthetic_job.rank_record(rank, 11) for rank in range(11)])
    found = job_record.read(tmp_path)
    assert found.job is None
    assert [rank.rank for rank in found.ranks] == list(range(11))


def test_what_is_no_record_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StrobeError, match="has no record of a job"):
        job_record.read(tmp_path)
    (tmp_path / "rank-0.json").write_text("{}")
    with pytest.raises(StrobeError, match=r"rank-0\.json is not a record of this release"):
        job_record.read(tmp_path)
