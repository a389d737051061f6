# SPDX-License-Identifier: BSD-3-Clause
"""`strobe cachebench` answers to the paper's letters with the paper's columns."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from terminal import Answer, Terminal, kinds, records

from strobe.cli import cachebench
from strobe.cli.cachebench import Row, Wanted, data, lengths_of, sizes, table
from strobe.cli.main import main
from strobe.export.cachebench_tests import LIBRARY, PLAIN, TESTS
from strobe.export.marks import NO_FIGURE, Mark
from strobe.machine import facts
from strobe.options.cachebench import CacheBenchOptions
from strobe.records import table as samples_table

EVERY_TEST = [*TESTS]


def status_of(answer: Answer) -> int:
    """1 where a figure is missing, as where the machine changed its speed in all samples."""
    return int(" NaN" in answer.out)


def rows_in(printed: str) -> list[str]:
    """Its lines of numbers."""
    return [line for line in printed.splitlines() if line and not line.startswith("#")]


def test_letters_are_measured_and_printed_in_the_columns_of_a_file(terminal: Terminal) -> None:
    answer = terminal.run("cachebench", "-rtp", "-x", "2", "-m", "12", "-d", "0.3", "-e", "1")
    assert answer.status == status_of(answer), answer.err
    read, copy = answer.out.split("\n\n\n")
    assert read.startswith("# Tuned Read: size in bytes, MB/sec (MB = 2^20)\n")
    assert copy.startswith("# memcpy(): ")
    for printed in (read, copy):
        numbers = [[float(word) for word in row.split()] for row in rows_in(printed)]
        assert [size for size, _ in numbers] == [1024, 1344, 1664, 2048, 2688, 3392, 4096]
        assert all(not rate <= 0 for _, rate in numbers)
    assert "measured 14 cells" in answer.err
    # What is printed is what the bench went through.
    declared = kinds(records(terminal.only_run()), "cell")
    assert [cell["bytes_per_operation"] for cell in declared if "read" in cell["kernel"]] == [
        1024, 1344, 1664, 2048, 2688, 3392, 4096,
    ]  # fmt: skip


def test_what_goes_to_no_terminal_is_the_modify_test_alone(terminal: Terminal) -> None:
    answer = terminal.run("cachebench", "-m", "11", "-d", "0.2")
    assert answer.status == status_of(answer), answer.err
    assert answer.out.startswith("# Read/Modify/Write: ")
    assert answer.out.count("size in bytes") == 1


ROWS = [Row(1024, 1024, 10e-9), Row(2048, 2048, 40e-9)]


def test_the_columns_of_a_terminal_are_the_papers() -> None:
    assert (
        "\n".join(table(PLAIN[0], ROWS, 8))
        == """
Read
      C Size      Nanosec         MB/sec   % Chnge
        1024       0.0781       97656.25      1.00
        2048       0.1562       48828.12      2.00"""
    )


def test_a_data_file_has_size_and_rate() -> None:
    text = "\n".join([*data(PLAIN[0], ROWS, first=True), *data(LIBRARY[1], ROWS[:1], first=False)])
    assert (
        text
        == """\
# Read: size in bytes, MB/sec (MB = 2^20)
1024 97656.250000
2048 48828.125000


# memcpy(): size in bytes, MB/sec (MB = 2^20)
1024 97656.250000"""
    )


MARKED = [
    ROWS[0],
    Row(2048, NO_FIGURE, NO_FIGURE, Mark(missing="hung: no sample for 20 s")),
    Row(3072, 3072, 60e-9, Mark(uncertain="did not converge: ±12 %")),
]


def test_rows_without_a_figure_and_uncertain_figures_are_marked_in_a_file() -> None:
    text = "\n".join(data(PLAIN[0], MARKED, first=True))
    assert (
        text
        == """\
# Read: size in bytes, MB/sec (MB = 2^20)
# not measured: 2048: hung: no sample for 20 s
# uncertain: 3072: did not converge: ±12 %
1024 97656.250000
2048 NaN
3072 48828.125000"""
    )
    assert np.isnan(np.loadtxt(text.splitlines())[:, 1]).tolist() == [False, True, False]


def test_rows_without_a_figure_and_uncertain_figures_are_marked_in_a_terminal() -> None:
    assert (
        "\n".join(table(PLAIN[0], MARKED, 8))
        == """
Read
      C Size      Nanosec         MB/sec   % Chnge
        1024       0.0781       97656.25      1.00
        2048            -              -         -  not measured: hung: no sample for 20 s
        3072       0.1562       48828.13         -  uncertain: did not converge: ±12 %"""
    )


def test_what_was_measured_before_it_was_stopped_is_printed(terminal: Terminal) -> None:
    process = terminal.start("cachebench", "-rwbsp", "-m", "22", "-d", "60", "-e", "2")
    terminal.wait_for(lambda found: len(kinds(found, "samples")) > 2)
    process.send_signal(signal.SIGINT)
    answer = terminal.end(process)
    assert answer.status == 130
    assert "strobe: stopped; the data so far is kept" in answer.err
    blocks = answer.out.split("\n\n\n")
    assert [block.split(":")[0] for block in blocks] == [
        "# Read", "# Write", "# Read/Modify/Write", "# memset()", "# memcpy()",
    ]  # fmt: skip
    rows = [row.split() for block in blocks for row in rows_in(block)]
    assert [int(size) for size, _ in rows] == 5 * sizes(1, 22)
    missing = [rate for _, rate in rows].count("NaN")
    assert 0 < missing < len(rows)
    assert f"strobe: {missing} of {len(rows)} figures were not measured: " in answer.err
    assert "# uncertain: " in answer.out


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A results folder of 128 KiB whose name has a blank."""
    place = tmp_path / "all results"
    place.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


def test_what_was_measured_before_the_disk_was_full_is_printed(small_disk: Path) -> None:
    terminal = Terminal(small_disk.parent)
    answer = terminal.run(
        "cachebench", "-rwbsp", "-m", "20", "-d", "0.1", "-e", "1", "--output", small_disk
    )
    assert answer.status == 1
    assert "Traceback" not in answer.err
    assert answer.err.count("No space left on device; the data measured so far is kept; ") == 1
    assert "recorded before" not in answer.err
    assert "`strobe measure --resume 'all results/" in answer.err
    rates = [row.split()[1] for row in rows_in(answer.out)]
    assert len(rates) == 5 * len(sizes(1, 20))
    assert 0 < rates.count("NaN") < len(rates)
    terminal.assert_nothing_left()


def test_a_results_folder_that_cannot_be_written_is_refused(small_disk: Path) -> None:
    (small_disk / "ballast").write_bytes(bytes(128 * 1024))
    terminal = Terminal(small_disk.parent)
    answer = terminal.run("cachebench", "-r", "-m", "11", "--output", small_disk)
    assert answer.status == 2
    assert answer.sentence.endswith(
        "all results: No space left on device; choose another with --output"
    )
    assert [path.name for path in small_disk.iterdir()] == ["ballast"]
    answer = terminal.run("cachebench", "-r", "-m", "11", "--output", small_disk / "ballast")
    assert answer.status == 2
    assert "ballast: File exists" in answer.sentence


def test_a_table_file_that_cannot_be_written_loses_no_figure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "samples.parquet")

    monkeypatch.setattr(samples_table, "write", full)
    monkeypatch.chdir(tmp_path)
    assert main(["cachebench", "-r", "-x", "0", "-m", "11", "-d", "0.1", "-e", "1"]) == 1
    told = capsys.readouterr()
    assert [row.split()[0] for row in rows_in(told.out)] == ["1024", "2048"]
    assert (
        "strobe: samples.parquet: No space left on device; the data measured so far is kept, and "
        "`strobe measure --resume results/"
    ) in told.err


def test_measurements_lie_evenly_between_powers_of_two() -> None:
    assert sizes(0, 13) == [1024, 2048, 4096, 8192]
    assert sizes(1, 13) == [1024, 1536, 2048, 3072, 4096, 6144, 8192]
    # In whole lines of 64 bytes, as in the paper's program.
    assert sizes(2, 12) == [1024, 1344, 1664, 2048, 2688, 3392, 4096]
    for between in range(16):
        for log in range(10, 16):
            inside = [size for size in sizes(between, 16) if 2**log < size < 2 ** (log + 1)]
            assert len(inside) == between
    assert sizes(3, 13)[-5:] == [4096, 5120, 6144, 7168, 8192]


@pytest.mark.parametrize(
    ("letters", "sentence"),
    [
        ("-r", "-m 40 is too much: 1,024 GiB does not fit into the 3 GiB that this machine has "
               "left, -m 31 would"),
        ("-rp", "-m 40 is too much: 2 vectors of 1,024 GiB do not fit into the 3 GiB that this "
                "machine has left, -m 30 would"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_with_the_size_that_would(
    letters: str,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(facts, "available_bytes", lambda: 3 * 2**30)
    assert main(["cachebench", letters, "-m", "40", "--output", str(tmp_path / "results")]) == 2
    assert capsys.readouterr().err == f"strobe: {sentence}\n"
    assert not (tmp_path / "results").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["--element", "complex"],
            "--element must be double, float, int64, int32 or char, not 'complex'",
        ),
        (["-m", "60"], "-m must be a whole number from 10 to 40, not '60'"),
        (["-x=-1"], "-x must be a whole number from 0 to 15, not '-1'"),
        (["-x", "16"], "-x must be a whole number from 0 to 15, not '16'"),
        (["-d", "0"], "-d must be a number above 0, not '0'"),
        (["-d", "nan"], "-d must be a number above 0, not 'nan'"),
        (["-d", "inf"], "-d must be a number above 0, not 'inf'"),
        (["-e", "1.5"], "-e must be a whole number of at least 1, not '1.5'"),
        (["-m", "two"], "-m must be a whole number from 10 to 40, not 'two'"),
        (["-e", "0"], "-e must be a whole number of at least 1, not '0'"),
        (["-q"], "-q"),
    ],
)
def test_a_wrong_letter_is_one_sentence(
    terminal: Terminal, words: list[str], sentence: str
) -> None:
    answer = terminal.run("cachebench", *words)
    assert answer.status == 2
    assert sentence in answer.err
    assert len(answer.err.splitlines()) == 1


def test_the_suite_is_toml_with_an_experiment_for_each_test() -> None:
    wanted = Wanted(EVERY_TEST, sizes(2, 12), 2, 5.0, "float")
    suite = tomllib.loads(cachebench.suite_text(wanted))
    assert len(suite["experiment"]) == len(EVERY_TEST)
    assert suite["full"]["visits_min"] == 2
    assert suite["full"]["budget_s"] == len(EVERY_TEST) * len(sizes(2, 12)) * 5.0
    read, copy = suite["experiment"][0], suite["experiment"][-1]
    assert read["axes"]["working_set_bytes"] == sizes(2, 12)
    # The printed size is that of one vector, and memcpy has two.
    assert copy["axes"]["working_set_bytes"] == [2 * size for size in sizes(2, 12)]
    assert {e["axes"]["type"] for e in suite["experiment"]} == {"float"}


def test_options_reach_the_axes_of_the_suite() -> None:
    wanted = Wanted(
        EVERY_TEST, [4096], 1, 5.0, isa="avx2", pages="small", offset_bytes=8, pad_bytes=64,
        iterations=100,
    )  # fmt: skip
    for experiment in tomllib.loads(cachebench.suite_text(wanted))["experiment"]:
        axes = experiment["axes"]
        assert experiment["repetitions"] == 100
        assert (axes["pages"], axes["offset_bytes"]) == ("small", 8)
        library = axes["code"] == "library"
        assert axes["isa"] == ("widest" if library else "avx2")
        assert axes.get("pad_bytes") == (64 if experiment["kernel"] == "memory_copy" else None)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("24Ki", [24576]),
        ("4Ki,1Ki,4096", [1024, 4096]),
        ("4Ki:16Ki", [4096, 6144, 8192, 12288, 16384]),
        ("3Ki:10Ki,64Ki", [3072, 4096, 6144, 8192, 10240, 65536]),
    ],
)
def test_lengths_are_values_and_ranges(text: str, found: list[int]) -> None:
    assert lengths_of(CacheBenchOptions(lengths=text)) == found


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["-r", "--lengths", "1000"], "must be a multiple of 64 bytes of at least 1024; choose "
                                      "1024"),
        (["-r", "--lengths", "8Ki:4Ki"], "--lengths 8Ki:4Ki is not a range; write it as 4Ki:8Ki"),
        (["-r", "--lengths", "4Ki,"], "--lengths must be sizes or ranges of sizes such as"),
        (["-r", "--lengths", "4Ki", "-m", "20"], "--lengths cannot be combined with -m"),
        (["-s", "--isa", "avx2"], "--isa only applies to -r, -w and -b; add one of them"),
        (["-rt", "--isa", "avx2"], "--isa cannot be combined with -t"),
        (["-r", "--code", "O0", "--isa", "avx2"], "--isa cannot be combined with --code O0"),
        (["-p", "--code", "O0"], "--code only applies to -r, -w and -b; add one of them"),
        (["-r", "--pad", "64"], "--pad only applies to -p; add -p"),
        (["-p", "--pad", "12"], "--pad must be a multiple of 8 of at most 1048576, not 12"),
        (["-r", "--offset", "2Mi"], "--offset must be a multiple of 8 of at most 1048576"),
        (["-r", "-i", "0"], "must be a whole number from 1 to"),
    ],
)  # fmt: skip
def test_an_option_that_cannot_be_or_has_no_effect_is_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cachebench", *words]) == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert len(told.splitlines()) == 1


def test_the_baseline_with_constant_iterations_is_measured(terminal: Terminal) -> None:
    answer = terminal.run(
        "cachebench", "-rb", "--code", "O0", "-i", "50", "--pages", "small", "--offset", "64",
        "--lengths", "2Ki,8Ki", "-d", "0.2", "-e", "1",
    )  # fmt: skip
    assert answer.status == status_of(answer), answer.err
    assert answer.out.startswith("# Read (O0): size in bytes, MB/sec (MB = 2^20)\n")
    found = records(terminal.only_run())
    assert {one["repetitions"] for one in kinds(found, "samples")} == {50}
    points = [cell["point"] for cell in kinds(found, "cell")]
    assert {(p["code"], p["pages"], p["offset_bytes"]) for p in points} == {("O0", "small", 64)}
    # Another run's suite has another name, so that each can be resumed.
    (suite,) = (terminal.folder / "results").glob("*.toml")
    assert suite.name.startswith("cachebench-br-x1-m24-d0.2-e1-double-")
