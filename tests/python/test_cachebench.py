# SPDX-License-Identifier: BSD-3-Clause
"""`strobe cachebench` answers to the paper's letters with the paper's columns."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from terminal import Terminal

from strobe.cli import cachebench
from strobe.cli.cachebench import Row, data, sizes, table
from strobe.cli.main import main
from strobe.export.cachebench_tests import LIBRARY, PLAIN, TESTS
from strobe.machine import facts

EVERY_TEST = [*TESTS]


def test_letters_are_measured_and_printed_in_the_columns_of_a_file(terminal: Terminal) -> None:
    answer = terminal.run("cachebench", "-rtp", "-m", "12", "-d", "0.3", "-e", "1")
    assert answer.status == 0, answer.err
    read, copy = answer.out.split("\n\n\n")
    assert read.startswith("# Tuned Read: size in bytes, MB/sec (MB = 2^20)\n")
    assert copy.startswith("# memcpy(): ")
    for printed in (read, copy):
        numbers = [[float(word) for word in row.split()] for row in printed.splitlines()[1:]]
        assert [size for size, _ in numbers] == [1024, 2048, 3072, 4096]
        assert all(rate > 0 for _, rate in numbers)
    assert "measured 8 cells" in answer.err


def test_what_goes_to_no_terminal_is_the_modify_test_alone(terminal: Terminal) -> None:
    answer = terminal.run("cachebench", "-m", "11", "-d", "0.2")
    assert answer.status == 0, answer.err
    assert answer.out.startswith("# Read/Modify/Write: ")
    assert answer.out.count("#") == 1


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


def test_measurements_lie_evenly_between_powers_of_two() -> None:
    assert sizes(0, 13) == [1024, 2048, 4096, 8192]
    assert sizes(1, 13) == [1024, 2048, 3072, 4096, 6144, 8192]
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
        (["--element", "complex"], "there is no type 'complex': there are double, float"),
        (["-m", "60"], "-m wants the log base 2 of the memory, 10 to 40, not 60"),
        (["-x=-1"], "-x wants 0 measurements or more between powers of 2, not -1"),
        (["-d", "0"], "-d wants seconds, not 0"),
        (["-e", "0"], "-e wants 1 repeat or more"),
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
    suite = tomllib.loads(cachebench.suite_text(EVERY_TEST, 2, 12, 5.0, 2, "float"))
    assert len(suite["experiment"]) == len(EVERY_TEST)
    assert suite["full"]["visits_min"] == 2
    assert suite["full"]["budget_s"] == len(EVERY_TEST) * len(sizes(2, 12)) * 5.0
    read, copy = suite["experiment"][0], suite["experiment"][-1]
    assert read["axes"]["working_set_bytes"] == sizes(2, 12)
    # The printed size is that of one vector, and memcpy has two.
    assert copy["axes"]["working_set_bytes"] == [2 * size for size in sizes(2, 12)]
    assert {e["axes"]["type"] for e in suite["experiment"]} == {"float"}
