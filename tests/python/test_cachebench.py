# SPDX-License-Identifier: BSD-3-Clause
"""`strobe cachebench` answers to the paper's letters with the paper's columns."""

from __future__ import annotations

import tomllib

import pytest
from terminal import Terminal

from strobe.cli import cachebench
from strobe.cli.cachebench import LIBRARY, PLAIN, TUNED

EVERY_TEST = [*PLAIN, *TUNED, *LIBRARY]


def test_letters_are_measured_and_printed_in_the_papers_columns(terminal: Terminal) -> None:
    answer = terminal.run("cachebench", "-rtp", "-m", "12", "-d", "0.3", "-e", "1")
    assert answer.status == 0, answer.err
    read, copy = answer.out.split("Tuned Read\n")[1].split("memcpy()\n")
    for printed in (read, copy):
        heads, *rows = [line for line in printed.splitlines() if line.strip()]
        assert heads.split() == ["C", "Size", "Nanosec", "MB/sec", "%", "Chnge"]
        numbers = [[float(word) for word in row.split()] for row in rows]
        assert [row[0] for row in numbers] == [1024, 2048, 4096]
        for _, access_ns, rate, _ in numbers:
            # One access moves a double; a megabyte is 2^20 bytes.
            assert rate == pytest.approx(8 / (access_ns * 1e-9) / 2**20, rel=0.01)
        assert numbers[1][3] == pytest.approx(numbers[1][2] / numbers[0][2], abs=0.006)


def test_what_goes_to_no_terminal_is_the_modify_test_alone(terminal: Terminal) -> None:
    answer = terminal.run("cachebench", "-m", "11", "-d", "0.2")
    assert answer.status == 0, answer.err
    assert "Read/Modify/Write" in answer.out
    assert "memset" not in answer.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--element", "complex"], "there is no type 'complex': there are double, float"),
        (["-m", "60"], "-m wants the log base 2 of the memory, 10 to 40, not 60"),
        (["-x", "0"], "-x wants 1 measurement or more"),
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
    assert suite["full"]["budget_s"] == len(EVERY_TEST) * 5 * 5.0
    assert {e["axes"]["type"] for e in suite["experiment"]} == {"float"}
