# SPDX-License-Identifier: BSD-3-Clause
"""The page of a made-up job: complete, and loud where the job did not come to its end."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import synthetic_job
from places import ROOT
from test_report import Page

from strobe.base.errors import StrobeError
from strobe.cli import job_tables
from strobe.cli.main import main
from strobe.coscheduling.summary import is_collective, summarise
from strobe.records import job_record
from strobe.records.job_record import CallSite, Poll, RankRecord
from strobe.report.job import page
from strobe.report.job.page import write_job_report
from strobe.report.plots.buckets import bins


def written(folder: Path, ranks: list[RankRecord] | None = None) -> Page:
    path = write_job_report(synthetic_job.write(folder, ranks))
    return Page(path.read_text(encoding="utf-8"))


def test_a_page_shows_all_that_was_watched(tmp_path: Path) -> None:
    found = written(tmp_path)
    sections = ("time", "partners", "distributions", "primitives", "ranks", "certificate",
                "reproduce")  # fmt: skip
    assert set(sections) <= set(found.ids)
    assert found.fetched == []
    for text in ("ring on 4 ranks",
                 "1 March 2026, 12:00 UTC · MPICH 5.0.2 · here · mode deterministic", "MPI_Recv",
                 "Comp Granularity", "1.56 MiB",
                 "The job finished. Every other run gives the same results",
                 "strobe run -n 4 --record job ./ring"):  # fmt: skip
        assert text in found.text, text
    names = sorted(path.stem for path in (tmp_path / "plots").glob("*.svg"))
    assert names == ["bytes", "granularity", "latencies", "messages", "sizes", "time", "waiting"]
    for name in names:
        svg = (tmp_path / "plots" / f"{name}.svg").read_text(encoding="utf-8")
        ET.fromstring(svg)
        assert "NaN" not in svg


def test_messages_and_collectives_are_counted_apart(tmp_path: Path) -> None:
    ranks = [synthetic_job.rank_record(rank) for rank in range(4)]
    for rank in ranks:
        assert rank.mmds is not None
        rank.mmds.primitives += [
            synthetic_job.primitive("MPI_Bcast", True, 150, 1e-5, 16),
            synthetic_job.primitive("MPI_Ibarrier", False, 2, 1e-6, 0),
            synthetic_job.primitive("MPI_Bcast_init", False, 1, 1e-6, 0),
        ]
    found = written(tmp_path, ranks)
    told = {tally.label: tally.value for tally in page._tally(summarise(job_record.read(tmp_path)))}
    assert told["point-to-point messages"] == "400"
    assert told["in point-to-point messages"] == "1.56 MiB"
    # 150 broadcasts of 16 bytes and 2 barriers of each of 4 ranks.
    assert told["collective calls"] == "608"
    assert told["in collective buffers"] == "9.38 KiB"
    assert all(label in found.text for label in told)
    facts = dict(job_tables.facts(summarise(job_record.read(tmp_path))))
    assert facts["messages"] == "400 messages point-to-point, 1.56 MiB"
    assert facts["collectives"] == "608 calls of all ranks, 9.38 KiB"


def test_a_job_without_collectives_says_that_it_has_none(tmp_path: Path) -> None:
    synthetic_job.write(tmp_path)
    facts = dict(job_tables.facts(summarise(job_record.read(tmp_path))))
    assert facts["collectives"] == "0 calls of all ranks"


def test_every_collective_of_the_runtime_is_known() -> None:
    text = (ROOT / "codegen" / "mpi_functions.txt").read_text(encoding="utf-8")
    section = text.partition("\n[collectives]\n")[2].partition("\n[")[0]
    names = re.findall(r"^(\w+)\+?\(", section, re.MULTILINE)
    assert len(names) == 22
    for name in names:
        assert is_collective(f"MPI_{name}")
        assert is_collective(f"MPI_I{name.lower()}")
        assert not is_collective(f"MPI_{name}_init")
    assert not is_collective("MPI_Sendrecv")


def test_bars_name_the_calls_that_take_the_time(tmp_path: Path) -> None:
    written(tmp_path)
    svg = (tmp_path / "plots" / "time.svg").read_text(encoding="utf-8")
    texts = re.findall(r">([^<>]+)</text>", svg)
    assert "computation" in texts
    assert "MPI_Recv" in texts
    assert "MPI_Isend" not in texts  # which does not block


def test_a_job_that_broke_down_says_so_first(tmp_path: Path) -> None:
    ranks = [synthetic_job.rank_record(rank) for rank in range(3)]
    ranks[0].end = "deadlock"
    ranks[0].sentence = "rank 0 waits in MPI_Recv for rank 1, which waits for rank 0"
    found = written(tmp_path, ranks)
    assert "The job did not finish." in found.text
    assert "rank 0 waits in MPI_Recv for rank 1" in found.text


def test_ranks_that_were_killed_are_named(tmp_path: Path) -> None:
    ranks = [synthetic_job.rank_record(rank) for rank in range(3)]
    ranks[1].end, ranks[1].mmds = "running", None
    found = written(tmp_path, ranks)
    assert "Rank 1 and 3 did not reach MPI_Finalize." in found.text
    assert "There is no hash" in found.text


def test_calls_outside_the_guarantee_are_listed(tmp_path: Path) -> None:
    ranks = [synthetic_job.rank_record(rank) for rank in range(4)]
    ranks[1].outside_guarantee = [synthetic_job.outside("MPI_Wtime", 3)]
    ranks[2].unreceived = [synthetic_job.unreceived(1)]
    found = written(tmp_path, ranks)
    assert "The job finished. Another run can differ in the results of 3 calls." in found.text
    assert "it reads the clock" in found.text
    assert "Rank 2 sent 8 bytes with tag 7 to rank 1" in found.text


def test_places_whose_tests_cost_much_time_are_listed(tmp_path: Path) -> None:
    assert "polling" not in written(tmp_path / "quiet").ids
    ranks = [synthetic_job.rank_record(rank) for rank in range(4)]
    for rank in ranks:
        rank.polls = [
            Poll("MPI_Iprobe", CallSite("ring.py:20, in main", "", 0), 10, 1, 0.0),
            Poll("MPI_Test", CallSite("ring.py:12, in main", "", 0), 1000, 300,
                 0.25 * rank.run_time_s),
        ]  # fmt: skip
    found = written(tmp_path / "polls", ranks)
    assert "polling" in found.ids
    for text in ("MPI_Test", "ring.py:12, in main", "4,000", "1,200", "25 %", "MPI_Waitsome"):
        assert text in found.text, text
    assert "ring.py:20" not in found.text


def test_functions_of_which_a_sample_was_timed_are_named(tmp_path: Path) -> None:
    assert "a sample of the calls" not in written(tmp_path / "all").text
    ranks = [synthetic_job.rank_record(rank) for rank in range(4)]
    for rank in ranks:
        assert rank.mmds is not None
        (sends,) = (one for one in rank.mmds.primitives if one.name == "MPI_Isend")
        sends.timed -= 1
    told = "of MPI_Isend, a sample of the calls (--monitor timed=1 times all)"
    assert told in written(tmp_path / "sample", ranks).text
    job = job_record.read(tmp_path / "sample")
    assert ("timed", told) in job_tables.facts(summarise(job))


def test_the_page_says_that_the_hash_covers_data(tmp_path: Path) -> None:
    assert "and got the same data" not in written(tmp_path / "decisions").text
    ranks = [synthetic_job.rank_record(rank) for rank in range(4)]
    for rank in ranks:
        rank.options["STROBE_HASH"] = "data"
    assert "matched the same messages in the same order, and got the same data" in (
        written(tmp_path / "data", ranks).text
    )


def test_ranks_that_were_not_watched_are_a_page_too(tmp_path: Path) -> None:
    ranks = [synthetic_job.rank_record(rank, watched=False) for rank in range(4)]
    found = written(tmp_path, ranks)
    assert "primitives" not in found.ids
    assert "ranks" in found.ids


def test_many_ranks_are_put_together(tmp_path: Path) -> None:
    size = page.MOST_RANKS + 3
    written(tmp_path, [synthetic_job.rank_record(rank, size) for rank in range(size)])
    svg = (tmp_path / "plots" / "bytes.svg").read_text(encoding="utf-8")
    assert ">0\N{EN DASH}4</text>" in svg
    assert ">65\N{EN DASH}66</text>" in svg


def test_the_command_makes_the_page_of_a_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    synthetic_job.write(tmp_path)
    assert main(["report", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'report.html'}\n"


def test_a_record_without_ranks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StrobeError, match="has no record of a rank"):
        write_job_report(synthetic_job.write(tmp_path, []))


def test_buckets_of_ranks_with_other_clocks_fall_together() -> None:
    first = [(64e-9, 72e-9, 5), (1e-3, 1.125e-3, 2)]
    second = [(low * 1.00001, high * 1.00001, count) for low, high, count in first]
    found = bins([first, second], 1e-9)
    assert [one.count for one in found] == [10, 4]
    assert found[0].low <= 64e-9 < found[0].high


def test_wide_buckets_leave_no_gaps() -> None:
    found = bins([[(2.0**k, 2.0 ** (k + 1), 1) for k in range(10, 20)]], 1.0)
    assert all(a.high == pytest.approx(b.low) for a, b in itertools.pairwise(found))
