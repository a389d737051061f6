# SPDX-License-Identifier: BSD-3-Clause
"""Runs in the formats of others: the tidy table, OSU's columns, gnuplot's files and scripts."""

from __future__ import annotations

import csv
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import arro3.io
import msgspec
import pytest
import synthetic
import synthetic_suite

from strobe.base.errors import StrobeError
from strobe.cli.main import main
from strobe.export import osu
from strobe.export.curves import curves
from strobe.gate.cells import accepted
from strobe.launch import suites
from strobe.records import table
from strobe.records.lines import CellEndRecord, CellRecord, Kernel, SamplesRecord, Sentinel, Value
from strobe.records.names import MOST_LETTERS
from strobe.records.run import load
from strobe.records.summary import summarise

gnuplot = pytest.mark.skipif(
    shutil.which("gnuplot") is None, reason="gnuplot is not on this machine"
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synthetic.write_run(tmp_path_factory.mktemp("run"), launches=2)


def columns(table: Path) -> dict[str, list[Any]]:
    """The columns of a Parquet file, by name."""
    read = arro3.io.read_parquet(table).read_all()
    return {name: read.column(name).to_pylist() for name in read.column_names}


def header_of(table: Path) -> list[str]:
    with table.open(newline="") as file:
        return next(csv.reader(file))


@pytest.fixture(scope="module", params=sorted(suites.available()))
def suite_run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of each suite."""
    folder = tmp_path_factory.mktemp(request.param)
    return synthetic_suite.write_suite_run(folder, request.param)


def add_kernel(folder: Path, kernel: Kernel, points: list[dict[str, Value]], status: str) -> None:
    """Add cells of a kernel to a run of one launch."""
    samples = folder / "samples.jsonl"
    header, *rest = samples.read_bytes().splitlines(keepends=True)
    told = msgspec.json.decode(header)
    told["kernels"] = [one for one in told["kernels"] if one["name"] != kernel.name]
    told["kernels"].append(msgspec.to_builtins(kernel))
    rows = [msgspec.json.encode(told) + b"\n", *rest[:-1]]
    for number, point in enumerate(points):
        key = " ".join([kernel.name, *(f"{axis}={point[axis]}" for axis in sorted(point))])
        ended = CellEndRecord(key, status, "", 1, 36, 0.3)  # type: ignore[arg-type]
        times = [1e-6 * (number + 1)] * 36
        quiet = Sentinel(45e-9, 45e-9, 1e-6, 1e-6)
        for one in (
            CellRecord(key, kernel.name, point, "grid", 2, 8.0, 0.0),
            SamplesRecord(key, 0, 1.0, 0, 100, times, quiet, 0, 0.01),
            ended,
        ):
            rows.append(msgspec.json.encode(one) + b"\n")
    samples.write_bytes(b"".join([*rows, rest[-1]]))


@pytest.mark.parametrize("kind", ["parquet", "csv"])
def test_the_table_has_every_sample_in_its_order(run: Path, tmp_path: Path, kind: str) -> None:
    target = tmp_path / f"it's.{kind}"
    assert main(["export", str(run), "--format", kind, "--output", str(target)]) == 0
    names = ("launch", "cell", "visit", "sample", "time_s", "regime", "late")
    if kind == "csv":
        with target.open(newline="") as file:
            found = [
                (int(row["launch"]), row["cell"], int(row["visit"]), int(row["sample"]),
                 float(row["time_s"]), int(row["regime"]), row["late"] == "true")
                for row in csv.DictReader(file)
            ]  # fmt: skip
    else:
        found = list(zip(*(columns(target)[name] for name in names), strict=True))
    expected = [
        (launch.header.launch, key, visit.visit, index, time_s, visit.regime, index in visit.late)
        for launch in load(run).launches
        for key, cell in launch.cells.items()
        for visit in cell.visits
        for index, time_s in enumerate(visit.time_s)
    ]
    assert found == expected
    assert len(found) > 1000


def test_axes_are_columns_of_their_own_kind(run: Path, tmp_path: Path) -> None:
    target = tmp_path / "samples.parquet"
    table.write(load(run), target, "parquet")
    kinds = {field.name: str(field.type) for field in arro3.io.read_parquet(target).schema}
    assert kinds["size_bytes"].endswith("<Int64>\n")
    assert kinds["reply"].endswith("<Utf8>\n")
    assert kinds["time_s"].endswith("<Float64>\n")
    assert kinds["late"].endswith("<Boolean>\n")
    found = columns(target)
    rows = zip(found["kernel"], found["reply"], found["method"], strict=True)
    assert {row for row in rows if row[0] == "echo"} == {("echo", "fresh", None)}


def test_each_column_has_a_name_of_its_own(suite_run: Path, tmp_path: Path) -> None:
    """Axes of some kernels are called as what the table says of all cells: ranks, repetitions."""
    loaded = load(suite_run)
    table.write(loaded, tmp_path / "samples.csv", "csv")
    table.write(loaded, tmp_path / "samples.parquet", "parquet")
    names = header_of(tmp_path / "samples.csv")
    found = columns(tmp_path / "samples.parquet")
    assert list(found) == names
    assert len({name.lower() for name in names}) == len(names)
    assert not [name for name in names if re.search(r"_\d+$", name)]
    cells = loaded.launches[0].cells
    for key, ranks in zip(found["cell"], found["ranks"], strict=True):
        declared = cells[key].declared
        assert ranks == declared.ranks == declared.point.get("ranks", ranks)
    for key, repetitions in zip(found["cell"], found.get("repetitions", []), strict=False):
        assert repetitions == cells[key].declared.point.get("repetitions")


def test_an_axis_with_the_name_of_a_column_is_refused(tmp_path: Path) -> None:
    folder = synthetic.write_run(tmp_path / "run")
    point: dict[str, Value] = {"time_s": 1, "size_bytes": 8}
    kernel = Kernel("own", "Own", "collective", [*point], "size_bytes", "one", "nobody")
    add_kernel(folder, kernel, [point], "satisfied")
    with pytest.raises(StrobeError, match=r"the axis time_s of .* has the name of a fixed column"):
        table.write(load(folder), tmp_path / "samples.csv", "csv")


def test_a_row_says_how_its_cell_ended(run: Path, tmp_path: Path) -> None:
    table.write(load(run), tmp_path / "samples.parquet", "parquet")
    found = columns(tmp_path / "samples.parquet")
    statuses = dict(zip(found["cell"], found["status"], strict=True))
    assert statuses[synthetic.BUDGET_CELL] == "budget"
    assert statuses["barrier"] == "satisfied"


def test_a_run_without_samples_is_a_table_without_rows(run: Path, tmp_path: Path) -> None:
    header = (run / "samples.jsonl").read_bytes().splitlines(keepends=True)[0]
    (tmp_path / "samples.jsonl").write_bytes(header)
    for kind in ("csv", "parquet"):
        assert main(["export", str(tmp_path), "--format", kind]) == 0
    assert (tmp_path / "samples.csv").read_text().count("\n") == 1
    found = columns(tmp_path / "samples.parquet")
    assert list(found) == header_of(tmp_path / "samples.csv")
    assert not any(found.values())


def test_a_cut_line_is_left_out_of_the_table(run: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut"
    shutil.copytree(run, cut)
    with (cut / "samples.jsonl").open("ab") as samples:
        samples.write(b'{"record":"samples","cell":"ec')
    for folder in (run, cut):
        table.write(load(folder), tmp_path / f"{folder.name}.csv", "csv")
    assert (tmp_path / "cut.csv").read_bytes() == (tmp_path / f"{run.name}.csv").read_bytes()


def test_a_table_that_cannot_be_written_is_refused(run: Path) -> None:
    with pytest.raises(StrobeError, match=r"cannot write /proc/samples\.csv"):
        table.write(load(run), Path("/proc/samples.csv"), "csv")


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


def test_osus_columns_mark_what_did_not_converge(run: Path, tmp_path: Path) -> None:
    assert main(["export", str(run), "--format", "osu", "--output", str(tmp_path)]) == 0
    rows = (tmp_path / "gemm.txt").read_text().splitlines()
    assert "# * marks a median that did not converge to the wanted precision" in rows
    marked = {row.split()[0] for row in rows if not row.startswith("#") and row.endswith("  *")}
    assert marked == {"512"}
    assert "*" not in (tmp_path / "echo-fresh.txt").read_text()


def test_json_has_the_figures_that_the_gate_accepts(run: Path, tmp_path: Path) -> None:
    target = tmp_path / "new" / "figures.json"
    assert main(["export", str(run), "--format", "json", "--output", str(target)]) == 0
    told = json.loads(target.read_text())
    summary = accepted(summarise(load(run)))
    assert (told["suite"], told["ranks"], told["launches"]) == ("synthetic", 2, 2)
    assert [cell["cell"] for cell in told["cells"]] == [*summary.cells]
    for cell in told["cells"]:
        best = summary.cells[cell["cell"]].headline
        assert cell["median_s"] == (best.median_s if best else None)
        assert bool(cell["refusal"]) == (best is None)
    by_cell = {cell["cell"]: cell for cell in told["cells"]}
    failed = by_cell[synthetic.FAILED_CELL]
    assert failed["refusal"].startswith("byte 17 is 0x00")
    echo = by_cell["echo reply=fresh size_bytes=1024"]
    assert echo["bytes_per_s"] == pytest.approx(1024 / echo["median_s"])
    assert echo["flops_per_s"] is None
    assert by_cell[synthetic.BUDGET_CELL]["reservation"].startswith("did not converge")
    assert by_cell["barrier"]["bytes_per_s"] is None


def test_gnuplots_files_mark_what_did_not_converge(run: Path, tmp_path: Path) -> None:
    assert main(["export", str(run), "--format", "gnuplot", "--output", str(tmp_path)]) == 0
    heading, *rows = (tmp_path / "gemm.dat").read_text().splitlines()
    assert heading.endswith("converged (1, else 0)")
    assert {row.split()[0]: row.split()[5] for row in rows} == {
        "64": "1", "128": "1", "256": "1", "512": "0",
    }  # fmt: skip
    assert "title 'did not converge'" in (tmp_path / "gemm.gp").read_text()
    assert "converge" not in (tmp_path / "echo.gp").read_text()


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


def draw_all(folder: Path) -> None:
    """Run gnuplot on every script; each data file that has a figure is drawn by one of them."""
    data = {path.name for path in folder.glob("*.dat")}
    assert data
    for script in sorted(folder.glob("*.gp")):
        answer = subprocess.run(
            ["gnuplot", script.name], cwd=folder, capture_output=True, text=True, check=False
        )
        assert (answer.returncode, answer.stderr) == (0, ""), script
        assert "</svg>" in script.with_suffix(".svg").read_text()
        data -= set(re.findall(r"'([^']+\.dat)'", script.read_text()))
    rows = [row for name in data for row in (folder / name).read_text().splitlines()]
    assert all(row.startswith("#") or row.split()[1] == "NaN" for row in rows), data


@gnuplot
def test_gnuplot_draws_every_kernel(run: Path, tmp_path: Path) -> None:
    assert main(["export", str(run), "--format", "gnuplot", "--output", str(tmp_path)]) == 0
    assert len(list(tmp_path.glob("*.gp"))) == len(load(run).kernels)
    draw_all(tmp_path)


@gnuplot
def test_gnuplot_draws_every_file_of_every_suite(suite_run: Path, tmp_path: Path) -> None:
    assert main(["export", str(suite_run), "--gnuplot", "--output", str(tmp_path)]) == 0
    draw_all(tmp_path)


@gnuplot
def test_gnuplot_draws_axes_with_long_titles(tmp_path: Path) -> None:
    """Those of echo and exchange: one has an apostrophe, and together they fill a file's name."""
    folder = synthetic.write_run(tmp_path / "run")
    word = "library-" + "x" * 150
    for name in ("echo", "exchange"):
        points: list[dict[str, Value]] = [
            {
                "method": method, "source": word, "partner": 1, "offset_bytes": 4093,
                "stagger_bytes": stagger, "size_bytes": size,
            }
            for method in ("blocking", "Blocking", "it's")
            for stagger in (0, 64)
            for size in (0, 8, 1024)
        ]  # fmt: skip
        kernel = Kernel(
            name, "Echo's", "point_to_point", [*points[0]], "size_bytes", "one", "CoMet"
        )
        rows = (folder / "samples.jsonl").read_bytes().splitlines(keepends=True)
        kept = [row for row in rows if b'"cell":"' + name.encode() not in row]
        (folder / "samples.jsonl").write_bytes(b"".join(kept))
        add_kernel(folder, kernel, points, "budget")
    target = tmp_path / "gnuplot"
    assert main(["export", str(folder), "--gnuplot", "--output", str(target)]) == 0
    names = [path.stem for path in target.glob("e*.dat")]
    assert len({name.lower() for name in names}) == len(names) == 2 * 3 * 2
    assert all(re.fullmatch(r"[A-Za-z0-9._+-]+", name) for name in names)
    assert max(map(len, names)) <= MOST_LETTERS
    draw_all(target)
