# SPDX-License-Identifier: BSD-3-Clause
"""CacheBench's and BLASBench's data files and scripts, under the names that they gave them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest
import synthetic_suite as machine

from strobe.cli.main import main
from strobe.export import blasbench
from strobe.records.lines import CellEndRecord, CellRecord, SamplesRecord, Sentinel, Value

END = "node-double-20260301T120000Z"
FLOPS = {"axpy": lambda n: 2 * n, "gemv": lambda n: 2 * n * n, "gemm": lambda n: 2 * n**3}
RATES = {"reference": 1e9, "openblas 0.3": 40e9, "mkl": 20e9}
ORDERS = (16, 100, 1024)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A quick run of CacheBench, to which three BLAS were added."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(machine, "NOISE", 0.0)
        folder = machine.write_suite_run(tmp_path_factory.mktemp("run"), "cachebench")
    samples = folder / "samples.jsonl"
    header, *rest = samples.read_bytes().splitlines(keepends=True)
    told = msgspec.json.decode(header)
    for routine in FLOPS:
        told["kernels"].append(
            {"name": f"blas_{routine}", "title": routine, "family": "blas", "axis": "n",
             "axes": ["library", "type", "n"], "time": "one", "source": "BLASBench"}
        )  # fmt: skip
    lines = [msgspec.json.encode(told) + b"\n", *rest[:-1]]
    for routine, library, kind, n in (
        (routine, library, kind, n)
        for routine in FLOPS
        for library in RATES
        for kind in ("single", "double")
        for n in ORDERS
    ):
        lines += [msgspec.json.encode(one) + b"\n" for one in cell(routine, library, kind, n)]
    samples.write_bytes(b"".join([*lines, rest[-1]]))
    return folder


def cell(
    routine: str, library: str, kind: str, n: int
) -> tuple[CellRecord, SamplesRecord, CellEndRecord]:
    point: dict[str, Value] = {"library": library, "type": kind, "n": n}
    key = f"blas_{routine} library={library} n={n} type={kind}"
    flops = float(FLOPS[routine](n))
    time_s = flops / RATES[library]
    return (
        CellRecord(key, f"blas_{routine}", point, "grid", 1, 8.0 * n, flops),
        SamplesRecord(
            key, 0, 1.0, 0, 100, [time_s] * 36, Sentinel(45e-9, 45e-9, 1e-6, 1e-6), 0, 0.01
        ),
        CellEndRecord(key, "satisfied", "", 1, 36, 0.3),
    )


@pytest.fixture(scope="module")
def written(run: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gnuplot")
    assert main(["export", str(run), "--gnuplot", "--output", str(folder)]) == 0
    return folder


def test_every_test_of_cachebench_has_its_file_and_figure(written: Path) -> None:
    tests = ("read", "write", "rmw", "handread", "handwrite", "handrmw", "memset", "memcpy")
    for test in tests:
        assert (written / f"{test}-{END}.dat").is_file(), test
        assert f"'{test}-{END}.dat'" in (written / f"{test}-{END}.gp").read_text()
    all_of_them = (written / f"cacheperf-{END}.gp").read_text()
    assert all(f"'{test}-{END}.dat'" in all_of_them for test in tests)


def test_a_data_file_of_cachebench(written: Path) -> None:
    assert (
        (written / f"read-{END}.dat").read_text()
        == """\
# vector length in bytes, MB/sec (MB = 2^20)
4096 183105
32768 183105
262144 61035.2
1048576 61035.2
8388608 15258.8
67108864 2774.33
"""
    )
    # A copy's working set is two vectors.
    copied = (written / f"memcpy-{END}.dat").read_text().splitlines()
    assert copied[1].split()[0] == "2048"


def test_rows_without_a_figure_and_uncertain_figures_are_marked(run: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    samples = (run / "samples.jsonl").read_bytes().splitlines(keepends=True)
    decoded = [(line, msgspec.json.decode(line)) for line in samples]
    read = [
        row["cell"] for _, row in decoded
        if row["record"] == "cell" and row["kernel"] == "memory_read"
        and row["point"]["code"] == "O3" and row["point"].get("ranks", 1) == 1
    ]  # fmt: skip
    sgemm = "blas_gemm library=mkl n=16 type=single"
    lost = {read[0]: ("failed", "a byte was wrong"), sgemm: ("skipped", "no such routine")}
    with (folder / "samples.jsonl").open("wb") as file:
        for line, row in decoded:
            cell = row.get("cell")
            if cell in lost and row["record"] == "samples":
                continue
            if row["record"] == "cell_end" and cell in lost:
                row["status"], row["reason"] = lost[cell]
                line = msgspec.json.encode(row) + b"\n"
            if row["record"] == "cell_end" and cell == read[1]:
                row["status"], row["reason"] = "budget", "the budget of the cell was spent"
                line = msgspec.json.encode(row) + b"\n"
            file.write(line)
    assert main(["export", str(folder), "--gnuplot"]) == 0
    heading, missing, doubted, first, second, *_ = (
        (folder / "gnuplot" / f"read-{END}.dat").read_text().splitlines()
    )
    assert heading.startswith("# vector length")
    assert missing == "# not measured: 4096: failed: a byte was wrong"
    assert doubted.startswith(
        "# uncertain: 32768: did not converge within its time budget (interval of ±"
    )
    assert (first, second) == ("4096 NaN 0", "32768 183105 0")
    single = END.replace("double", "single")
    gemm = (folder / "gnuplot" / f"vsgemm-mkl-{single}.dat").read_text().splitlines()
    assert gemm[1] == "# not measured: 3072: skipped: no such routine"
    assert gemm[2] == "3072 NaN 16 0"


def test_every_blas_has_its_files_and_graphs(written: Path) -> None:
    names = {path.name for path in written.iterdir()}
    for letter, kind in (("s", "single"), ("d", "double")):
        end = END.replace("double", kind)
        for routine in FLOPS:
            assert f"{letter}{routine}-{end}.dat" in names
            assert f"v{letter}{routine}-openblas_0.3-{end}.dat" in names
            assert f"v{letter}{routine}-mkl-{end}.dat" in names
        assert f"custom-{end}.gp" in names
        for library in ("openblas_0.3", "mkl"):
            assert f"vcustom-{library}-{end}.gp" in names
            compared = (written / f"compare-{library}-{end}.gp").read_text()
            assert f"'{letter}gemm-{end}.dat'" in compared
            assert f"'v{letter}gemm-{library}-{end}.dat'" in compared


def test_a_data_file_of_blasbench(written: Path) -> None:
    assert (
        (written / f"vdgemm-mkl-{END}.dat").read_text()
        == """\
# bytes, MFLOPS, dimension (`using 3:2` draws over it)
6144 20000 16
240000 20000 100
25165824 20000 1024
"""
    )
    single = END.replace("double", "single")
    assert (written / f"saxpy-{single}.dat").read_text().splitlines()[1] == "128 1000 16"


def test_a_type_may_be_told_by_its_letter() -> None:
    for letter, name in (("s", "single"), ("d", "double"), ("c", "complex"), ("z", "complex16")):
        assert blasbench.TYPES[letter] == blasbench.TYPES[name]
        assert blasbench.TYPES[letter].letter == letter


@pytest.mark.skipif(shutil.which("gnuplot") is None, reason="gnuplot is not on this machine")
def test_gnuplot_draws_them(written: Path) -> None:
    scripts = sorted(written.glob(f"*-{END}.gp"))
    assert len(scripts) == 9 + 3 + 2
    for script in scripts:
        answer = subprocess.run(
            ["gnuplot", script.name], cwd=written, capture_output=True, text=True, check=False
        )
        assert (answer.returncode, answer.stderr) == (0, ""), script
        assert "</svg>" in script.with_suffix(".svg").read_text()
