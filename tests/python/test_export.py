# SPDX-License-Identifier: BSD-3-Clause
"""Runs in the formats of others: the tidy table, OSU's columns, gnuplot's files and scripts."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import duckdb
import pytest
import synthetic

from strobe.cli.main import main
from strobe.errors import StrobeError
from strobe.export import osu
from strobe.export.curves import curves
from strobe.records import table
from strobe.records.run import load
from strobe.records.summary import summarise


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synthetic.write_run(tmp_path_factory.mktemp("run"), launches=2)


@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_the_table_has_every_sample_in_its_order(run: Path, tmp_path: Path, kind: str) -> None:
    target = tmp_path / f"it's.{kind}"
    assert main(["export", str(run), "--format", kind, "--output", str(target)]) == 0
    rows = duckdb.read_csv(str(target)) if kind == "csv" else duckdb.read_parquet(str(target))
    found = rows.project("launch, cell, visit, sample, time_s, regime, late").fetchall()
    expected = [
        (launch.header.launch, key, visit.visit, index, time_s, visit.regime, index in visit.late)
        for launch in load(run).launches
        for key, cell in launch.cells.items()
        for visit in cell.visits
        for index, time_s in enumerate(visit.time_s)
    ]
    assert sorted(found, key=str) == sorted(expected, key=str)
    assert len(found) > 1000


def test_axes_are_columns_of_their_own_kind(run: Path, tmp_path: Path) -> None:
    target = tmp_path / "samples.parquet"
    table.write(run, target, "parquet")
    rows = duckdb.read_parquet(str(target))
    kinds = dict(zip(rows.columns, map(str, rows.types), strict=True))
    assert kinds["size_bytes"] == "BIGINT"
    assert kinds["reply"] == "VARCHAR"
    assert kinds["time_s"] == "DOUBLE"
    echo = duckdb.sql("SELECT DISTINCT reply, method FROM rows WHERE kernel = 'echo'").fetchall()
    assert echo == [("fresh", None)]


def test_a_cut_line_is_left_out_of_the_table(run: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut"
    shutil.copytree(run, cut)
    with (cut / "samples.jsonl").open("ab") as samples:
        samples.write(b'{"record":"samples","cell":"ec')
    for folder in (run, cut):
        table.write(folder, tmp_path / f"{folder.name}.csv", "csv")
    assert (tmp_path / "cut.csv").read_bytes() == (tmp_path / f"{run.name}.csv").read_bytes()


def test_a_table_that_cannot_be_written_is_refused(run: Path) -> None:
    with pytest.raises(StrobeError, match=r"cannot write /proc/samples\.csv"):
        table.write(run, Path("/proc/samples.csv"), "csv")


def test_osus_columns_are_sizes_and_microseconds(run: Path, tmp_path: Path) -> None:
    assert main(["export", str(run), "--format", "osu", "--output", str(tmp_path)]) == 0
    lines = (tmp_path / "echo-fresh.txt").read_text().splitlines()
    assert lines[2] == "# Size          Latency (us)"
    points = dict(line.split() for line in lines[3:])
    assert list(map(int, points)) == sorted(synthetic.sizes_bytes())
    assert float(points["1024"]) == pytest.approx(
        1e6 * synthetic.truth_s("echo", "fast", 1024), rel=0.05
    )
    assert all(len(line) == 28 for line in lines[2:])
    barrier = (tmp_path / "barrier.txt").read_text().splitlines()
    assert barrier[2] == "# Latency (us)"
    assert len(barrier[3].split()) == 1


def test_bandwidths_are_megabytes_per_second(run: Path) -> None:
    measured = load(run), summarise(load(run))
    curve = next(curve for curve in curves(*measured) if curve.kernel.name == "memory_read")
    point = curve.points[-1]
    last = osu.text(curve).splitlines()[-1].split()
    assert float(last[1]) == pytest.approx(
        point.bytes_per_operation / point.headline.median_s / 1e6, rel=1e-3
    )


def test_gnuplot_scripts_have_their_data(run: Path, tmp_path: Path) -> None:
    assert main(["export", str(run), "--format", "gnuplot", "--output", str(tmp_path)]) == 0
    script = (tmp_path / "echo.gp").read_text()
    assert "'echo-fresh.dat'" in script
    rows = (tmp_path / "echo-fresh.dat").read_text().splitlines()[1:]
    for row in rows:
        _, median, low, high, _ = map(float, row.split())
        assert low <= median <= high
    assert len(rows) == len(synthetic.sizes_bytes())


@pytest.mark.skipif(shutil.which("gnuplot") is None, reason="gnuplot is not on this machine")
def test_gnuplot_draws_every_kernel(run: Path, tmp_path: Path) -> None:
    assert main(["export", str(run), "--format", "gnuplot", "--output", str(tmp_path)]) == 0
    scripts = sorted(tmp_path.glob("*.gp"))
    assert len(scripts) == len(load(run).kernels)
    for script in scripts:
        answer = subprocess.run(
            ["gnuplot", script.name], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert (answer.returncode, answer.stderr) == (0, "")
        assert "</svg>" in script.with_suffix(".svg").read_text()
