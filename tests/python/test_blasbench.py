# SPDX-License-Identifier: BSD-3-Clause
"""`strobe blasbench` answers to the paper's letters with the paper's columns."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from terminal import Terminal, kinds, records

from strobe.cli import blasbench
from strobe.cli.blasbench import (
    Block,
    Row,
    Wanted,
    dimensions,
    iterations_of,
    rows_of,
    suite_text,
)
from strobe.cli.main import main
from strobe.export.marks import NO_FIGURE, Mark
from strobe.machine import facts

WANTED = Wanted(
    routines=["axpy", "gemv", "gemm"], type="d", between=0, log_memory=14, repeats=2,
    iterations=1000, constant=False, held=False, cold=False,
)  # fmt: skip
ROWS = [Row(6, 864, 864.0, 432.0, 200e-9, 1000), Row(9, 1944, 1944.0, 1458.0, 400e-9, 500)]


def test_letters_are_measured_and_printed_in_the_columns_of_a_file(terminal: Terminal) -> None:
    answer = terminal.run(
        "blasbench", "-vt", "-s", "-c", "-o", "-x", "0", "-m", "12", "-e", "1", "-l", "-d",
        "-i", "20",
    )  # fmt: skip
    assert answer.status == int(" NaN" in answer.out), answer.err
    blocks = answer.out.split("\n\n\n")
    titles = [block.splitlines()[0] for block in blocks]
    assert titles[0] == "# saxpy, reference: dimension, Mflops/sec"
    assert "# sgemm, reference: dimension, Mflops/sec" in titles
    for block in blocks:
        rows = [row for row in block.splitlines() if not row.startswith("#")]
        numbers = [[float(word) for word in row.split()] for row in rows]
        assert [n for n, _ in numbers] in ([128, 256, 512], [9, 13, 18])
        assert all(not rate <= 0 for _, rate in numbers)
    found = records(terminal.only_run())
    assert {visit["repetitions"] for visit in kinds(found, "samples")} == {20}
    assert {c["point"].get("leading", 18) for c in kinds(found, "cell")} == {18}


def test_what_goes_to_no_terminal_is_the_matrix_product_alone(terminal: Terminal) -> None:
    answer = terminal.run("blasbench", "-m", "11", "-x", "0", "-i", "10")
    assert answer.status == int(" NaN" in answer.out), answer.err
    assert answer.out.startswith("# dgemm, reference: size in bytes, MB/sec (MB = 2^20)\n")
    assert "axpy" not in answer.out


def test_a_library_that_cannot_be_used_keeps_its_tables_and_gives_status_1(
    terminal: Terminal,
) -> None:
    fake = terminal.folder / "libfake.so"
    fake.write_bytes(b"no library")
    answer = terminal.run(
        "blasbench", "-vt", "-d", "-x", "0", "-m", "12", "-e", "1", "-i", "5",
        "--libs", f"fake={fake}",
    )  # fmt: skip
    assert answer.status == 1
    blocks = answer.out.split("\n\n\n")
    assert [block.partition(":")[0] for block in blocks] == [
        "# daxpy, reference", "# daxpy, fake", "# dgemm, reference", "# dgemm, fake",
    ]  # fmt: skip
    for block, sizes in zip(blocks[1::2], ("64 128 256", "6 9 13"), strict=True):
        lines = block.splitlines()
        assert lines[1].startswith(f"# not measured: {sizes}: failed: ")
        assert "libfake.so" in lines[1]
        assert lines[2:] == [f"{n} NaN" for n in sizes.split()]
    assert re.search(r"strobe: \d+ of 12 figures were not measured: ", answer.err)
    assert "daxpy, fake at 64 128 256 (" in answer.err


def test_a_row_without_a_figure_is_marked_in_a_terminal() -> None:
    lost = Row(13, 4056, NO_FIGURE, NO_FIGURE, NO_FIGURE, 0, Mark(missing="skipped: no room"))
    doubted = replace(ROWS[0], mark=Mark(uncertain="only 3 samples"))
    shown = [line.split() for line in Block("dgemm, reference", [doubted, lost]).table()]
    assert shown[-2] == ["864", "1000", "200.00", "4119.87", "uncertain:", "only", "3", "samples"]
    assert shown[-1] == ["4056", "-", "-", "-", "not", "measured:", "skipped:", "no", "room"]


def test_each_size_between_powers_of_two_has_its_dimension() -> None:
    found = dimensions(replace(WANTED, between=2, log_memory=12), "axpy")
    assert found == {64: 1024, 85: 1365, 106: 1706, 128: 2048, 170: 2730, 213: 3413, 256: 4096}


def test_a_size_holds_all_operands() -> None:
    assert list(dimensions(WANTED, "axpy")) == [64, 128, 256, 512, 1024]
    assert list(dimensions(WANTED, "gemm")) == [6, 9, 13, 18, 26]
    gemv = dimensions(WANTED, "gemv")
    assert all((n * n + 2 * n) * 8 <= size for n, size in gemv.items())
    assert all(((n + 1) ** 2 + 2 * (n + 1)) * 8 > size for n, size in gemv.items())


def test_fewer_iterations_touch_as_much_data_unless_all_are_wanted() -> None:
    assert [iterations_of(WANTED, 1024 * part, 1024) for part in (1, 4, 1000, 4096)] == [
        1000, 250, 1, 1,
    ]  # fmt: skip
    assert iterations_of(replace(WANTED, constant=True), 1 << 20, 1024) == 1000


def test_the_suite_is_one_that_the_bench_reads() -> None:
    suite = tomllib.loads(suite_text(replace(WANTED, held=True, cold=True), ["reference"]))
    gemm = [one for one in suite["experiment"] if one["kernel"] == "blas_gemm"]
    assert [one["axes"]["n"] for one in gemm] == [6, 9, 13, 18, 26]
    assert {one["axes"]["leading"] for one in gemm} == {26}
    assert {one["axes"]["caches"] for one in suite["experiment"]} == {"flushed"}
    assert [one["repetitions"] for one in gemm] == [1000, 500, 250, 125, 62]
    assert all("leading" not in one["axes"] for one in suite["experiment"][:5])
    assert suite["full"]["visits_min"] == 2


def test_each_number_of_threads_has_its_experiments_and_the_reference_has_one() -> None:
    wanted = replace(WANTED, routines=["gemm"], log_memory=10, threads=(1, 4))
    suite = tomllib.loads(suite_text(wanted, ["reference", 'a "b"']))
    assert [(one["axes"]["library"], one["axes"]["threads"]) for one in suite["experiment"]] == [
        ("reference", 1), ('a "b"', 1), ('a "b"', 4),
    ]  # fmt: skip
    assert set(rows_of(None, wanted, "gemm", ["reference", "mkl"])) == {
        ("reference", 1), ("mkl", 1), ("mkl", 4),
    }  # fmt: skip


def test_threads_are_a_letter_with_a_table_for_each_number(terminal: Terminal) -> None:
    answer = terminal.run(
        "blasbench", "-t", "-x", "0", "-m", "11", "-e", "1", "-i", "10", "-p", "1", "-p", "2",
    )  # fmt: skip
    assert answer.status == int(" NaN" in answer.out), answer.err
    titles = [line for line in answer.out.splitlines() if line.startswith("# dgemm")]
    assert titles[0].startswith("# dgemm, reference: ")
    several = [title for title in titles if ", 2 threads: " in title]
    assert len(several) == len(titles) // 2
    asked = {cell["point"]["threads"] for cell in kinds(records(terminal.only_run()), "cell")}
    assert asked == ({1, 2} if several else {1})


def test_the_columns_of_a_terminal() -> None:
    assert (
        "\n".join(Block("dgemm, reference", ROWS).table())
        == """
dgemm, reference
       Bytes   Iterations          Nanosec         MB/sec
         864         1000           200.00        4119.87
        1944          500           400.00        4634.86"""
    )
    block = Block("dgemm, reference", ROWS, dimension=True, mflops=True)
    shown = "\n".join(block.table()).splitlines()
    assert shown[2].split() == ["Dimension", "Iterations", "Nanosec", "Mflops/sec"]
    assert shown[3].split() == ["6", "1000", "200.00", "2160.00"]


def test_a_data_file_has_size_and_rate() -> None:
    block = Block("dgemm, reference", ROWS[:1], mflops=True)
    assert "\n".join(block.data(first=True)) == (
        "# dgemm, reference: size in bytes, Mflops/sec\n864 2160.000000"
    )
    assert next(iter(block.data(first=False))).startswith("\n\n# ")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--type", "q"), "--type must be d, s, c or z, not 'q'"),
        (("-s", "--type", "z"), "-s cannot be combined with --type z; leave out one of them"),
        (("-x", "-1"), "-x must be a whole number of at least 0, not '-1'"),
        (("-m", "9"), "-m must be a whole number from 10 to 40, not '9'"),
        (("-m", "20"), "-m 20 is too much: 1 MiB does not fit into the 512 KiB that this machine "
                       "has left, -m 19 would"),
        (("-i", "1e3"), "-i must be a whole number of at least 1, not '1e3'"),
        (("-e", "0"), "-e must be a whole number of at least 1, not '0'"),
        (("-i", "0"), "-i must be a whole number of at least 1, not '0'"),
        (("-p", "0"), "-p must be a whole number from 1 to 4096, not '0'"),
        (("-z",), "Unknown option: -z."),
        (("--libs", "/nowhere.so"), "there is no BLAS at /nowhere.so: no such file"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_one_sentence(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(facts, "available_bytes", lambda: 512 * 1024)
    words = words if "-m" in words else (*words, "-m", "12")
    assert main(["blasbench", *words]) == 2
    assert capsys.readouterr().err.startswith(f"strobe: {sentence}")
    assert list(tmp_path.iterdir()) == []


def test_a_run_of_other_letters_has_another_suite() -> None:
    assert "{letters}" in blasbench.SUITE_FILE
