# SPDX-License-Identifier: BSD-3-Clause
"""`strobe run --check` finds what is wrong in small programs, and nothing in right ones.

The programs are in tests/correctness, half of them right, and each says what must be found in it
(correctness.py). A program takes half a second; `make check` runs 40 of them, others each day.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import correctness
import pytest
from correctness import Program
from terminal import Answer, Terminal
from thoroughness import CHECKS_ALL, sampled

PROGRAMS = correctness.programs()
TODAY = sampled(PROGRAMS, 40)
FEWEST = 12
LEAST_RECALL = 0.98


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[Program, Answer | str]]:
    """What `strobe run --check` answers to each program of today, or why it cannot be run here."""
    terminal = Terminal(tmp_path_factory.mktemp("correctness"))

    def answer(program: Program) -> Answer | str:
        try:
            return correctness.answer(program, terminal)
        except pytest.skip.Exception as skipped:
            return str(skipped)

    with ThreadPoolExecutor(correctness.AT_ONCE) as pool:
        yield dict(zip(TODAY, pool.map(answer, TODAY), strict=True))
    terminal.close()
    terminal.assert_nothing_left()


@pytest.mark.parametrize("program", TODAY, ids=str)
def test_what_is_found_is_what_the_program_says(
    program: Program, answers: dict[Program, Answer | str]
) -> None:
    answer = answers[program]
    if isinstance(answer, str):
        pytest.skip(answer)
    assert correctness.complaint(program, answer) == "", answer.err


def test_nearly_all_wrong_programs_are_found_and_no_right_one(
    answers: dict[Program, Answer | str],
) -> None:
    found = {
        program: {one["check"] for one in correctness.findings(answer)}
        for program, answer in answers.items() if isinstance(answer, Answer)
    }  # fmt: skip
    wrong = [program for program in found if not program.is_right]
    missed = [str(program) for program in wrong if not program.checks & found[program]]
    false_alarms = [str(program) for program in found if program.is_right and found[program]]
    if CHECKS_ALL:
        show_scores(found)
    assert 1 - len(missed) / len(wrong) >= LEAST_RECALL, missed
    assert false_alarms == []


def show_scores(found: dict[Program, set[str]]) -> None:
    """Print the recall and the specificity of each class."""
    for kind in sorted({program.kind for program in found}):
        wrong = [bool(found[one]) for one in found if one.kind == kind and not one.is_right]
        right = [not found[one] for one in found if one.kind == kind and one.is_right]
        recall, specificity = (sum(each) / max(len(each), 1) for each in (wrong, right))
        print(f"{kind}: recall {recall:.3f}, specificity {specificity:.3f}")


@pytest.mark.parametrize("kind", sorted({program.kind for program in PROGRAMS}))
def test_half_of_each_class_is_right(kind: str) -> None:
    of_class = [program for program in PROGRAMS if program.kind == kind]
    right = sum(program.is_right for program in of_class)
    assert len(of_class) >= FEWEST
    assert abs(2 * right - len(of_class)) <= len(of_class) // 6, f"{right} of {len(of_class)}"


def test_a_right_program_marks_no_line_and_a_wrong_one_does() -> None:
    for program in PROGRAMS:
        assert bool(program.lines | program.some_of) != program.is_right, str(program)


def test_what_is_missed_is_told() -> None:
    program = Program(Path("x.c"), 2, frozenset({"deadlock"}), frozenset({3}), frozenset({4, 5}))

    def said(check: str, *lines: int, status: int = 1) -> str:
        sides = ", ".join(f'{{"line": {line}}}' for line in lines)
        text = f'{{"findings": [{{"check": "{check}", "sides": [{sides}]}}]}}'
        return correctness.complaint(program, Answer(status, "", text))

    assert said("deadlock", 3, 4) == ""
    assert said("failed-call", 3, 4) == "found ['failed-call'] in place of ['deadlock']"
    assert said("deadlock", 4) == "named the lines [4], and not [3]"
    assert said("deadlock", 3, 4, 9) == "named the lines [3, 4, 9], and not [3]"
    assert said("deadlock", 3) == "named none of the lines [4, 5]"
    assert said("deadlock", 3, 4, status=0) == "the status is 0"
