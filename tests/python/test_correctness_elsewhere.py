# SPDX-License-Identifier: BSD-3-Clause
"""`strobe run --check` over other MPIs, and in another mode: no right program has a finding, and
all wrong ones have.

What is found may differ: another MPI refuses arguments that one lets pass.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import correctness
import pytest
from correctness import AT_ONCE, Program, Setting
from terminal import Terminal
from thoroughness import sampled

IN_C = [program for program in correctness.programs() if program.source.suffix == ".c"]
OF_MPI_3 = [program for program in IN_C if program.mpi == 3]
ELSEWHERE = {
    Setting(mode="fast"): sampled(IN_C, 6),
    Setting("Open MPI"): sampled(IN_C, 6),
    Setting("Open MPI 4"): sampled(OF_MPI_3, 6),
}
"""Programs of today over other MPIs and in another mode, of which each day has one."""


@pytest.mark.parametrize("setting", sampled(list(ELSEWHERE), 1), ids=str)
def test_something_is_found_in_wrong_programs_alone(setting: Setting, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)

    def wrongly_judged(program: Program) -> str:
        answer = correctness.answer(program, terminal, setting)
        found = [finding["check"] for finding in correctness.findings(answer)]
        if bool(found) == program.is_right:
            return f"{program}: found {found}, and the status is {answer.status}"
        return ""

    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = [*pool.map(wrongly_judged, ELSEWHERE[setting])]
    terminal.close()
    terminal.assert_nothing_left()
    assert [answer for answer in answers if answer] == []
