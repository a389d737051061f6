# SPDX-License-Identifier: BSD-3-Clause
"""The tables of the OSU Micro-Benchmarks and of the Intel MPI Benchmarks: each figure by the tool's
definition, on a machine whose truth is known, on the page and in exports."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
import synthetic_suite as machine
from unrendered import without_pictures

from strobe.base.errors import StrobeError
from strobe.cli.main import main
from strobe.export import imb
from strobe.launch import suites
from strobe.records.run import Run, load
from strobe.records.summary import Summary, summarise
from strobe.report.peers.declared import SUITES, Benchmark, Tool, benchmarks, read
from strobe.report.peers.section import peer_section
from strobe.report.peers.tables import KINDS, WITHOUT_SIZE, Line, PeerTable, peer_tables
from strobe.report.run.page import write_report

ROUNDING = 0.02
RANKS = machine.RANKS


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[Tool, Path]:
    return {
        tool: machine.write_suite_run(tmp_path_factory.mktemp(tool), suite, quick=False)
        for tool, suite in SUITES.items()
    }


@pytest.fixture(scope="module", params=list(SUITES))
def tool(request: pytest.FixtureRequest) -> Tool:
    found: Tool = request.param
    return found


@pytest.fixture(scope="module")
def folder(tool: Tool, folders: dict[Tool, Path]) -> Path:
    return folders[tool]


@pytest.fixture(scope="module")
def run(folder: Path) -> Run:
    return load(folder)


@pytest.fixture(scope="module")
def summary(run: Run) -> Summary:
    return summarise(run)


@pytest.fixture(scope="module")
def tables(tool: Tool, summary: Summary) -> list[PeerTable]:
    return peer_tables(summary, benchmarks(tool))


def truth_us(line: Line) -> float:
    return 1e6 * machine.truth_s(line.cell.declared)


def figures(table: PeerTable, line: Line) -> dict[str, float]:
    return dict(zip(table.heads, line.figures, strict=True))


def test_every_test_that_a_suite_declares_is_measured(tool: Tool, tables: list[PeerTable]) -> None:
    declared = benchmarks(tool)
    names = [(one.program, one.name, one.title) for one in declared]
    assert len(set(names)) == len(names)
    assert {repr(table.benchmark) for table in tables} == set(map(repr, declared))
    assert {one.tool for one in declared} == {tool}
    for table in tables:
        assert all(len(line.figures) == len(table.heads) for line in table.lines)
        sizes = [line.size for line in table.lines]
        if table.benchmark.columns in WITHOUT_SIZE:
            assert sizes == [None]
        elif sizes != [None]:
            assert sizes == sorted(set(sizes)), table.benchmark.name


def test_a_loop_is_the_mean_of_its_operations(tables: list[PeerTable]) -> None:
    for table in tables:
        if table.benchmark.columns not in ("osu_latency", "imb_single"):
            continue
        of_ranks = "partner" not in table.lines[0].cell.declared.point
        share = machine.SHARES["mean"] if of_ranks else 1.0
        for line in table.lines:
            found = figures(table, line)
            mean_us = found.get("Avg Latency(us)", found.get("t[usec]"))
            assert mean_us == pytest.approx(share * truth_us(line), rel=ROUNDING)
            if "#repetitions" in found:
                assert found["#repetitions"] == machine.VISITS * machine.SAMPLES * 100


def test_a_collective_is_timed_after_a_barrier(tables: list[PeerTable]) -> None:
    seen = 0
    for table in tables:
        if table.benchmark.columns not in ("osu_collective", "imb_collective"):
            continue
        names = {
            "osu_collective": (
                "Avg Latency(us)",
                "Min Latency(us)",
                "Max Latency(us)",
                "Iterations",
            ),
            "imb_collective": ("t_avg[usec]", "t_min[usec]", "t_max[usec]", "#repetitions"),
        }[table.benchmark.columns]
        for line in table.lines:
            found = figures(table, line)
            seen += 1
            for name, which in zip(names, machine.SHARES, strict=False):
                wanted = machine.AFTER_BARRIER * machine.SHARES[which] * truth_us(line)
                assert found[name] == pytest.approx(wanted, rel=1e-6)
            assert found[names[-1]] == 200 * machine.VISITS
    assert seen > 20


def test_the_ranks_of_a_loop_have_a_range(tables: list[PeerTable]) -> None:
    for table in tables:
        if table.benchmark.columns not in ("imb_parallel", "imb_sync", "imb_collective_loop"):
            continue
        for line in table.lines:
            found = figures(table, line)
            low, middle, high = (found[f"t_{name}[usec]"] for name in ("min", "avg", "max"))
            assert low < middle < high
            assert high == pytest.approx(truth_us(line), rel=ROUNDING)
            if "Mbytes/sec" in found and line.size is not None:
                counted = line.size * table.benchmark.times_size
                assert found["Mbytes/sec"] == pytest.approx(counted / high, rel=1e-6)


def test_rates_count_messages_of_all_pairs_and_directions(tables: list[PeerTable]) -> None:
    for table in tables:
        if not table.benchmark.columns.endswith("message_rate"):
            continue
        for line in table.lines:
            found = figures(table, line)
            point = line.cell.declared.point
            messages = int(point["pairs"]) * (2 if point["direction"] == "both" else 1)
            is_osu = table.benchmark.tool == "osu"
            time_us = truth_us(line) * machine.SHARES["mean" if is_osu else "maximum"]
            rate = found["Messages/s" if is_osu else "Msg/sec"]
            assert rate == pytest.approx(1e6 * messages / time_us, rel=ROUNDING)
            assert found["MB/s" if is_osu else "Mbytes/sec"] == pytest.approx(
                rate * int(point["size_bytes"]) / 1e6
            )


def test_overlap_is_that_of_the_tool(tool: Tool, tables: list[PeerTable]) -> None:
    """The truth hides half of the collective: t(overlapped) is 1.5 times t(nonblocking)."""
    overlaps = [table for table in tables if table.benchmark.columns.endswith("overlap")]
    assert len(overlaps) >= 13
    for table in overlaps:
        for line in table.lines:
            found = figures(table, line)
            overall, pure, cpu, hidden = (
                found[name]
                for name in (
                    ("Overall(us)", "Pure Comm.(us)", "Compute(us)", "Overlap(%)")
                    if tool == "osu"
                    else ("t_ovrl[usec]", "t_pure[usec]", "t_CPU[usec]", "overlap[%]")
                )
            )
            assert overall == pytest.approx(1.5 * pure)
            assert cpu == pytest.approx(pure)
            assert hidden == pytest.approx(50.0)


def test_a_size_of_all_parts_is_that_of_the_whole_vector(summary: Summary) -> None:
    found = {
        table.benchmark.name: [line.size for line in table.lines]
        for table in peer_tables(summary, benchmarks("osu"))
    }
    if "osu_reduce_scatter" in found:
        assert found["osu_reduce_scatter"][0] == 8 * RANKS
        assert found["osu_reduce"][0] == 8


def test_the_page_has_the_columns_of_the_tool_and_ours(tool: Tool, tmp_path: Path) -> None:
    folder = machine.write_suite_run(tmp_path / "run", SUITES[tool])
    run = load(folder)
    section = peer_section(summarise(run), run.launches[0].header)
    assert section is not None
    heads = [column.title for column in section.tables[0].table.columns]
    assert heads[0] == "bytes"
    assert heads[-3:] == ["Strobe: median", "interval", "converged"]
    with without_pictures():
        page = write_report(folder).read_text(encoding="utf-8")
    assert f"Tables of the {section.title}" in page
    for one in ("osu_bcast", "osu_mbw_mr") if tool == "osu" else ("Uniband", "Exchange_put"):
        assert one in page
    # A note says so where the tool measures something else.
    assert "The tool&#39;s test differs" in page or "The tool's test differs" in page


def test_a_suite_without_benchmarks_has_no_such_section(tmp_path: Path) -> None:
    other = load(machine.write_suite_run(tmp_path / "run", "mpbench"))
    assert peer_section(summarise(other), other.launches[0].header) is None


def test_osus_files_have_osus_names_and_columns(folders: dict[Tool, Path], tmp_path: Path) -> None:
    assert main(["export", str(folders["osu"]), "--format", "osu", "--output", str(tmp_path)]) == 0
    lines = (tmp_path / "osu_bcast.txt").read_text().splitlines()
    assert lines[:3] == [
        "# OSU MPI Broadcast Latency Test",
        "# Measured by Strobe; means by OSU's definitions",
        "# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations",
    ]
    assert [int(line.split()[0]) for line in lines[3:]] == [1 << k for k in range(21)]
    assert all(len(line) == 10 + 3 * 18 + 12 for line in lines[3:])
    latency = (tmp_path / "osu_latency.txt").read_text().splitlines()
    assert latency[2] == "# Size       Avg Latency(us)"
    overlap = (tmp_path / "osu_ibcast.txt").read_text().splitlines()
    assert overlap[2].split() == (
        ["#", "Size", "Overall(us)", "Compute(us)", "Pure", "Comm.(us)", "Overlap(%)"]
    )
    barrier = (tmp_path / "osu_barrier.txt").read_text().splitlines()
    assert len(barrier[-1].split()) == 4
    assert re.fullmatch(
        rf"nprocs: {RANKS}, min: \d+ ms, max: \d+ ms, avg: \d+ ms",
        (tmp_path / "osu_init.txt").read_text().splitlines()[-1],
    )
    assert (tmp_path / "osu_mbw_mr-4_pairs.txt").is_file()


def test_imbs_file_reads_as_its_output(folders: dict[Tool, Path], tmp_path: Path) -> None:
    assert main(["export", str(folders["imb"]), "--format", "imb", "--output", str(tmp_path)]) == 0
    assert {file.name for file in tmp_path.iterdir()} == {
        "IMB-MPI1.txt", "IMB-NBC.txt", "IMB-RMA.txt", "IMB-IO.txt",
    }  # fmt: skip
    text = (tmp_path / "IMB-MPI1.txt").read_text()
    block = text[text.index("# Benchmarking Bcast ") :].splitlines()
    assert block[1] == f"# #processes = {RANKS} "
    assert block[3] == "       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]"
    assert len(block[4].split()) == 5
    assert {len(line) for line in block[3:10]} == {5 * imb.WIDTH}
    modes = (tmp_path / "IMB-RMA.txt").read_text()
    assert "#    MODE: AGGREGATE \n" in modes
    assert "#    MODE: NON-AGGREGATE \n" in modes


def test_a_run_without_such_cells_has_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = machine.write_suite_run(tmp_path / "run", "cachebench")
    assert main(["export", str(other), "--format", "imb"]) == 2
    assert "measure the suite imb" in capsys.readouterr().err


def test_a_table_needs_the_times_of_single_ranks(summary: Summary) -> None:
    """Records of older versions have only the mean, so their table is left out, not invented."""
    cells = {}
    for key, cell in summary.cells.items():
        best = cell.headline
        if best is not None and best.single is not None:
            best = replace(best, single=replace(best.single, maximum_s=None, minimum_s=None))
        cells[key] = replace(cell, headline=best)
    older = Summary(**{**vars(summary), "cells": cells})
    for tool_name in SUITES:
        columns = {table.benchmark.columns for table in peer_tables(older, benchmarks(tool_name))}
        assert not columns & {"osu_collective", "imb_collective"}


def test_a_wrong_declaration_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('[[benchmark]]\nname = "x"\ncolumns = "nothing"\n', encoding="utf-8")
    with pytest.raises(StrobeError, match=r"the suite .*own\.toml: "):
        read(file)


def test_every_kind_of_columns_is_used() -> None:
    used = {one.columns for tool_name in SUITES for one in benchmarks(tool_name)}
    assert used == set(KINDS)
    assert {one.kernel for tool_name in SUITES for one in benchmarks(tool_name)} <= {
        experiment["kernel"]
        for suite in SUITES.values()
        for experiment in suites.read(suites.available()[suite])["experiment"]
    }
    assert isinstance(benchmarks("osu")[0], Benchmark)
