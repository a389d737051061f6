# SPDX-License-Identifier: BSD-3-Clause
"""STREAM's table: on the page, on the terminal and as an export."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import synthetic_suite as machine
from terminal import Terminal
from unrendered import without_pictures

from strobe.cli.main import main
from strobe.export import stream
from strobe.gate.cells import accepted
from strobe.gate.limits import TOO_NOISY
from strobe.records.run import load
from strobe.records.summary import Summary, summarise
from strobe.report.memory.stream_tables import StreamTable, page_tables, stream_tables
from strobe.report.run.page import write_report

MIB = 2**20


def machine_with(cache_bytes: int, threads: int = 8, shared: str = "0-7") -> dict[str, Any]:
    """The context of a machine with one last-level cache for each set of processors."""
    cache = {"level": 3, "type": "unified", "size_bytes": cache_bytes, "shared_cpus": shared}
    return {"machine": {"threads": threads, "caches": [cache]}, "host": "node"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(machine, "NOISE", 0.0)
        folder = machine.write_suite_run(tmp_path_factory.mktemp("stream"), "stream")
    (folder / "context.json").write_text(json.dumps(machine_with(32 * MIB)))
    return folder


@pytest.fixture(scope="module")
def summary(folder: Path) -> Summary:
    return summarise(load(folder))


def tables_of(summary: Summary, context: dict[str, Any]) -> list[StreamTable]:
    return stream_tables(accepted(summary), context)


def test_the_table_is_that_of_stream(summary: Summary) -> None:
    one, _all = stream.texts(summary, {})
    assert (
        one
        == """\
STREAM: O3, double, 1 process, 10,000,000 elements in each array
-------------------------------------------------------------
Function    Best Rate MB/s  Avg time     Min time     Max time
Copy:           12000.0     0.013333     0.013333     0.013333
Scale:          12000.0     0.013333     0.013333     0.013333
Add:            12000.0     0.020000     0.020000     0.020000
Triad:          12000.0     0.020000     0.020000     0.020000
-------------------------------------------------------------
Solution Validates: avg error less than 1.000000e-13 on all three arrays
-------------------------------------------------------------
"""
    )


def test_times_are_the_mean_and_the_extremes_of_the_samples(tmp_path: Path) -> None:
    run = load(machine.write_suite_run(tmp_path, "stream", seed=3))
    summary = summarise(run)
    for table in tables_of(summary, {}):
        for row in table.rows:
            assert row.cell is not None
            assert row.cell.headline is not None
            samples = row.cell.headline.samples_s
            assert row.average_s == pytest.approx(samples.mean())
            assert (row.min_s, row.max_s) == (samples.min(), samples.max())
            best = row.cell.declared.bytes_per_operation / samples.min() / 1e6
            assert row.megabytes_per_s == pytest.approx(best)


@pytest.mark.parametrize(
    ("context", "asked"),
    [
        (machine_with(19 * MIB), [None, None]),
        (machine_with(32 * MIB), ["384Mi", None]),
        (machine_with(256 * MIB), ["3072Mi", "384Mi"]),
        # Eight processes on two last-level caches.
        (machine_with(256 * MIB, 8, "0-3"), ["3072Mi", "768Mi"]),
        ({}, [None, None]),
    ],
)
def test_arrays_that_the_caches_may_hold_are_named(
    summary: Summary, context: dict[str, Any], asked: list[str | None]
) -> None:
    for table, size in zip(tables_of(summary, context), asked, strict=True):
        found = re.search(r"--size (\S+)\.", table.size_note)
        assert (found.group(1) if found else None) == size


def test_the_page_shows_the_tables(folder: Path) -> None:
    with without_pictures():
        page = write_report(folder).read_text(encoding="utf-8")
    section = page[page.index('<section id="stream">') :]
    section = section[: section.index("</section>")]
    assert section.count("<h3>") == 2
    assert "12,000.0" in section
    assert "Solution Validates" in section
    assert "STREAM&#39;s rule asks for 4 times the last-level caches" in section


def test_a_function_without_a_result_is_not_invented(summary: Summary) -> None:
    cells = dict(summary.cells)
    noisy, failed, *_ = cells
    headline = cells[noisy].headline
    assert headline is not None
    wide = replace(headline, low_s=headline.median_s / 2, half_width=0.6)
    cells[noisy] = replace(cells[noisy], headline=wide, regimes=(wide,))
    cells[failed] = replace(
        cells[failed], status="failed", reason="element 7 of array b is 1", headline=None,
        failed_verifications=1,
    )  # fmt: skip
    broken = replace(summary, cells=cells)
    tables = tables_of(broken, {})
    shown = page_tables(tables, too_noisy=TOO_NOISY)[0].table
    assert TOO_NOISY in shown.rows[0].cells
    text = stream.texts(broken, {})
    wrong = next(one for one in text if "element 7" in one)
    assert "Failed Validation: element 7 of array b is 1" in wrong
    assert "Solution Validates" not in wrong


def test_the_export_has_a_file_for_each_table(folder: Path, tmp_path: Path) -> None:
    assert main(["export", str(folder), "--format", "stream", "--output", str(tmp_path)]) == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [
        f"stream-O3-{ranks}-10000000-node-double-20260301T120000Z.txt" for ranks in (1, 8)
    ]
    assert (tmp_path / names[0]).read_text().startswith("STREAM: O3, double, 1 process")


def test_a_run_without_stream_has_no_such_export(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = machine.write_suite_run(tmp_path / "run", "mpbench")
    assert main(["export", str(run), "--format", "stream"]) == 2
    assert "has no table of STREAM; `strobe measure stream` measures it" in capsys.readouterr().err


def test_measuring_stream_prints_its_table(terminal: Terminal) -> None:
    answer = terminal.run(
        "measure", "--kernel", "stream", "--set", "function=copy,triad", "--set", "code=O3",
        "--size", "192Ki", "--budget", "2", "-n", "1",
    )  # fmt: skip
    assert "Function    Best Rate MB/s  Avg time     Min time     Max time" in answer.out
    assert re.search(r"^Copy: +(-|\d+\.\d) ", answer.out, re.MULTILINE)
    assert re.search(r"^Scale: +-  .*not measured", answer.out, re.MULTILINE)
