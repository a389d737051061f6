# SPDX-License-Identifier: BSD-3-Clause
"""What ranks did in each slice, and what the page of a job makes of it, from made-up ranks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import synthetic_job
from terminal import Built, Terminal
from test_report import Page

from strobe.base import units
from strobe.records import job_record, slice_log
from strobe.records.job_record import Job, RankRecord
from strobe.records.slice_log import SLICE
from strobe.report.job.page import write_job_report
from strobe.report.job.slices import slice_drawings, slice_facts


def row(
    slice_: int, began_us: int, waited_us: int, sent: int = 0, decided: int = 0
) -> tuple[int, ...]:
    """Ticks of made-up ranks are nanoseconds; each message has 8 bytes."""
    return (1000 * began_us, 1000 * waited_us, 8 * sent, 0, slice_, 1, sent, 0, 0, decided)


def with_slices(
    folder: Path, rank: int, rows: list[tuple[int, ...]], *, host: str = "here", dropped: int = 0
) -> RankRecord:
    folder.mkdir(exist_ok=True)
    found = synthetic_job.rank_record(rank, 2)
    found.host = host
    assert found.mmds is not None
    found.mmds.dropped_slices = dropped
    np.array(rows, SLICE).tofile(folder / f"rank-{rank}.slices")
    return found


def test_rows_of_all_ranks_become_one(tmp_path: Path) -> None:
    ranks = [
        with_slices(tmp_path, 0, [row(0, 100, 5, 2), row(1, 600, 20, 1), row(4, 2100, 30)]),
        with_slices(tmp_path, 1, [row(0, 100, 1, 3), row(3, 1600, 7, 0, 2)]),
    ]
    found = slice_log.read(Job(None, ranks), tmp_path)
    assert found is not None
    assert found.numbers.tolist() == [0, 1, 3, 4]
    assert found.begin_s == pytest.approx([0.0, 500e-6, 1500e-6, 2000e-6])
    assert found.lengths_s == pytest.approx([500e-6] * 3)  # of the second, on average
    assert found.sent.tolist() == [5, 1, 0, 0]
    assert found.sent_bytes.tolist() == [40, 8, 0, 0]
    assert found.decided.tolist() == [0, 0, 2, 0]
    assert found.waited_s == pytest.approx(
        np.array([[5e-6, 20e-6, 0.0, 30e-6], [1e-6, 0.0, 7e-6, 0.0]])
    )


def test_hosts_have_clocks_of_their_own(tmp_path: Path) -> None:
    ranks = [
        with_slices(tmp_path, 0, [row(0, 100, 0), row(2, 300, 0)]),
        with_slices(tmp_path, 1, [row(0, 70_100, 0), row(1, 70_200, 0)], host="there"),
    ]
    found = slice_log.read(Job(None, ranks), tmp_path)
    assert found is not None
    assert found.begin_s == pytest.approx([0.0, 100e-6, 200e-6])


def test_a_page_draws_slices(tmp_path: Path) -> None:
    rows = [row(slice_, 500 * slice_, 100, slice_ % 3) for slice_ in range(40)]
    ranks = [with_slices(tmp_path, rank, rows, dropped=7) for rank in range(2)]
    page = Page(write_job_report(synthetic_job.write(tmp_path, ranks)).read_text(encoding="utf-8"))
    assert "slices" in page.ids
    assert "the last 40; --monitor slices=N keeps N" in page.text
    assert "500 \N{MICRO SIGN}s (median)" in page.text
    names = {path.stem for path in (tmp_path / "plots").glob("*.svg")}
    assert {"getts", "slice-messages", "slice-bytes", "slice-waiting"} <= names
    assert "slice-collectives" not in names  # of which there were none


def test_one_slice_is_told_and_not_drawn(tmp_path: Path) -> None:
    ranks = [with_slices(tmp_path, rank, [row(0, 100, 5, 2)]) for rank in range(2)]
    page = Page(write_job_report(synthetic_job.write(tmp_path, ranks)).read_text(encoding="utf-8"))
    assert "The job needed few slices" in page.text
    assert not (tmp_path / "plots" / "getts.svg").exists()


def test_a_job_that_kept_no_slices_has_none(tmp_path: Path) -> None:
    ranks = [synthetic_job.rank_record(rank, 2) for rank in range(2)]
    assert slice_log.read(Job(None, ranks), tmp_path) is None
    assert slice_drawings(None) == []
    assert slice_facts(None, 0) == []


def test_the_share_of_waiting_is_that_of_the_slices(tmp_path: Path) -> None:
    rows = [row(slice_, 1000 * slice_, 250) for slice_ in range(4)]
    ranks = [with_slices(tmp_path, rank, rows) for rank in range(2)]
    found = slice_log.read(Job(None, ranks), tmp_path)
    drawing = slice_drawings(found)[-1]
    (values,) = drawing.specification["datasets"].values()
    assert [value["label"] for value in values if value["x"] == "1"] == [units.percent(0.25)] * 2


def test_an_earlier_records_slices_go(tmp_path: Path) -> None:
    folder = synthetic_job.write(tmp_path / "job")
    with_slices(folder, 0, [row(0, 1, 1)])
    job_record.remove(folder)
    assert list(folder.iterdir()) == []


# From here on with the runtime and a program, where they are built.


@pytest.mark.parametrize(("kept", "is_dropped"), [(4096, False), (5, True)])
def test_a_real_job_tells_what_its_slices_were_for(
    terminal: Terminal, built: Built, kept: int, is_dropped: bool
) -> None:
    fan_in, steps = built("coscheduling-fan_in"), 25
    answer = terminal.run("run", "-n", "3", "--mode", "adaptive", "--record", "job", "--monitor",
                          f"slices={kept}", fan_in, f"steps={steps}", "grain=20")  # fmt: skip
    assert answer.status == 0, answer.err
    job = job_record.read(terminal.folder / "job")
    found = slice_log.read(job, terminal.folder / "job")
    assert found is not None
    assert (found.dropped > 0) == is_dropped
    assert found.numbers[-1] == max(rank.slices for rank in job.ranks)
    assert (found.lengths_s > 0).all()
    if not is_dropped:
        messages = sum(p.messages for _, mmds in job.watched for p in mmds.partners)
        assert found.sent.sum() == messages
        assert found.decided.sum() > 0
