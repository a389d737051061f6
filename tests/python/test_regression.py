# SPDX-License-Identifier: BSD-3-Clause
"""`strobe compare --fail-above`, `strobe check --junit`: gates for CI, on known ratios."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import junit_rules
import pytest
import synthetic
from hypothesis import given
from hypothesis import strategies as st
from junit_rules import message, outcome
from test_report import small_run

from strobe.cli.main import main
from strobe.export import junit
from strobe.gate.regression import ONE_LAUNCH, judge, outcome_of
from strobe.options.kinds import Percentage
from strobe.records.run import load
from strobe.statistics.comparison import Comparison

KERNELS = ("exchange", "gemm")
FAILED = synthetic.FAILED_CELL
MINUS = "\N{MINUS SIGN}"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A baseline, the same again, one that takes 1.2 times as long, and one of a single launch."""
    root = tmp_path_factory.mktemp("runs")
    for seed, (name, scale, launches) in enumerate(
        (("baseline", 1.0, 5), ("same", 1.0, 5), ("slower", 1.2, 5), ("once", 1.2, 1))
    ):
        small_run(root / name, KERNELS, launches=launches, seed=seed, scale=scale)
    return root


def compared(runs: Path, second: str, *words: str | Path, first: str = "baseline") -> int:
    page = runs / "comparison.html"
    sides = str(runs / first), str(runs / second)
    return main(["compare", *sides, "--output", str(page), *map(str, words)])


SURE = Comparison(
    "echo", "launches", 5, 5, 0, "slower", "", "Welch's t", 1.2, 1.15, 1.25, 1.0, 1e-6, 1e-5
)


@pytest.mark.parametrize(
    ("changes", "limit", "expected", "reason"),
    [
        ({}, 0.05, "slower", ""),
        ({}, 0.1499, "slower", ""),
        ({}, 0.15, "cannot tell", "on both sides of the limit"),
        ({}, 0.25, "within", ""),
        ({"ratio": 1.0, "low": 0.97, "high": 1.03, "verdict": "cannot tell"}, 0.05, "within", ""),
        ({"ratio": 0.5, "low": 0.49, "high": 0.51, "verdict": "faster"}, 0.0, "within", ""),
        ({"low": 1.1, "high": 2.3}, 0.05, "cannot tell", "too noisy to say"),
        ({"ratio": 0.5, "low": 0.3, "high": 0.7}, 0.05, "cannot tell", "too noisy to say"),
        ({"replicates": "visits"}, 0.05, "cannot tell", ONE_LAUNCH),
        ({"verdict": "cannot tell"}, 0.05, "cannot tell", "not significant"),
        ({"ratio": None, "low": None, "high": None, "reason": "it hung"}, 0.05, "cannot tell",
         "it hung"),
    ],
)  # fmt: skip
def test_a_cell_fails_only_with_its_whole_interval(
    changes: dict[str, Any], limit: float, expected: str, reason: str
) -> None:
    found, why = outcome_of(replace(SURE, **changes), limit)
    assert found == expected
    assert bool(why) == (found == "cannot tell")
    assert reason in why


def test_a_slower_run_fails_and_its_cells_are_named(
    runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compared(runs, "slower", "--fail-above", "5%") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("cannot tell: 1 of ")
    assert lines[1] == f"  {FAILED}: it failed in the first run: byte 17 is 0x00 and should be 0x2a"
    assert lines[2].startswith("slower by more than 5 %: ")
    assert "+20 % (+" in lines[3]
    assert lines[-1].startswith("failed: ")
    assert lines[-1].endswith(" cells are slower by more than 5 %")


def test_the_same_run_passes_and_says_how_much_could_be_told(
    runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compared(runs, "same", "--fail-above", "5%") == 0
    lines = capsys.readouterr().out.splitlines()
    cells = len(judge(load(runs / "baseline"), load(runs / "same"), 0.05).cells)
    assert lines[0] == f"cannot tell: 1 of {cells} cells"
    told = f"({cells - 1} of {cells} cells could be judged)"
    assert lines[-1] == f"passed: no cell is slower by more than 5 % {told}"


def test_a_faster_run_passes(runs: Path) -> None:
    assert compared(runs, "baseline", "--fail-above", "0%", first="slower") == 0


def test_a_slowdown_within_the_limit_passes(runs: Path) -> None:
    assert compared(runs, "slower", "--fail-above", "25%") == 0


def test_nothing_told_is_a_status_of_its_own(
    runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compared(runs, "once", "--fail-above", "5%") == 3
    out = capsys.readouterr().out
    assert ONE_LAUNCH in out
    assert "none of " in out.splitlines()[-1]


def test_every_cell_may_be_required(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert compared(runs, "same", "--fail-above", "5%", "--require-all") == 3
    assert "cannot tell whether" in capsys.readouterr().out.splitlines()[-1]
    assert compared(runs, "slower", "--fail-above", "5%", "--require-all") == 1


def test_json_has_every_cell(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert compared(runs, "slower", "--fail-above", "5%", "--json") == 1
    told = json.loads(capsys.readouterr().out)
    assert told["exit_status"] == 1
    assert told["fail_above"] == 0.05
    assert sum(told["counts"].values()) == len(told["cells"])
    by_cell = {cell["cell"]: cell for cell in told["cells"]}
    assert by_cell[FAILED]["outcome"] == "cannot tell"
    assert by_cell[FAILED]["first"] is None
    other = by_cell["exchange method=sendrecv size_bytes=64"]
    assert other["outcome"] == "slower"
    assert other["low"] < other["ratio"] < other["high"]
    assert other["second"]["median_s"] / other["first"]["median_s"] == pytest.approx(1.2, rel=0.02)


def test_json_without_a_limit_judges_nothing(
    runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compared(runs, "slower", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["counts"] is None
    assert {cell["outcome"] for cell in told["cells"]} == {None}
    assert {"slower", "cannot tell"} <= {cell["verdict"] for cell in told["cells"]}


def test_junit_has_a_case_for_each_cell(runs: Path, tmp_path: Path) -> None:
    file = tmp_path / "compare.xml"
    assert compared(runs, "slower", "--fail-above", "5%", "--junit", file) == 1
    cases = junit_rules.cases(file)
    assert len(cases) == len(judge(load(runs / "baseline"), load(runs / "slower"), 0.05).cells)
    slower = cases["synthetic.exchange", "method=sendrecv size_bytes=64"]
    assert outcome(slower) == "failure"
    assert message(slower).startswith("slower by more than 5 %: ")
    (failure,) = slower.findall("failure")
    assert failure.text is not None
    assert all(word in failure.text for word in ("baseline: ", "run: ", "ratio: 1.", "5 launches"))
    failed = cases["synthetic.exchange", FAILED.removeprefix("exchange ")]
    assert outcome(failed) == "skipped"
    assert message(failed).startswith("cannot tell: it failed in the first run: byte 17")


@pytest.mark.parametrize("text", ["5", "0.05", "5 %", "-5%", "+5%", "%", "1e1%", "1001%", "nan%"])
def test_a_percentage_has_its_sign(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "a", "b", f"--fail-above={text}"]) == 2
    wanted = "--fail-above must be a percentage from 0% to 1000%, such as 5%"
    assert f"{wanted}, not {text!r}" in capsys.readouterr().err


@pytest.mark.parametrize(("text", "value"), [("5%", 0.05), ("0%", 0), ("2.5%", 0.025)])
def test_a_percentage_is_a_fraction(text: str, value: float) -> None:
    assert Percentage().parse(text) == pytest.approx(value)


@pytest.mark.parametrize("word", ["--junit=x.xml", "--require-all"])
def test_what_needs_a_limit_says_so(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "a", "b", word]) == 2
    assert "add --fail-above PERCENT" in capsys.readouterr().err


def test_each_check_of_a_run_is_a_case(runs: Path, tmp_path: Path) -> None:
    file = tmp_path / "check.xml"
    assert main(["check", str(runs / "same"), "--junit", str(file)]) == 1
    cases = junit_rules.cases(file)
    failed = cases["strobe check.cells", "check for failed"]
    assert outcome(failed) == "failure"
    assert "byte 17 is 0x00" in message(failed)
    assert outcome(cases["strobe check.cells", "check for hung"]) == "passed"
    regimes = cases["strobe check.run", "check for several regimes"]
    assert outcome(regimes) == "passed"
    assert "The machine had 2 regimes" in (regimes.findtext("system-out") or "")
    assert outcome(cases["strobe check.fits", "check for not linear"]) == "skipped"


def test_check_prints_json(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(runs / "same"), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert not told["is_valid"]
    assert told["cells"]["failed"] == "1"
    assert told["issues"][0]["severity"] == "serious"
    assert told["issues"][0]["cells"] == [FAILED]


@given(st.text(), st.text(), st.text())
def test_any_text_makes_a_report_that_can_be_read(name: str, failure: str, output: str) -> None:
    case = junit.Case("class", f"name {name}", failure and f"failed {failure}", "", output)
    ((_, read),) = junit_rules.cases(junit.document("suite", [case], {"p": name})).items()
    assert outcome(read) == ("failure" if failure else "passed")


def test_characters_that_xml_forbids_are_replaced() -> None:
    case = junit.Case("class", "name", "byte \x00 and \x1b[31m")
    (read,) = junit_rules.cases(junit.document("suite", [case], {})).values()
    assert message(read) == "byte \N{REPLACEMENT CHARACTER} and \N{REPLACEMENT CHARACTER}[31m"


def test_a_report_that_cannot_be_written_is_one_line(
    runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "missing" / "check.xml"
    assert main(["check", str(runs / "same"), "--junit", str(file)]) == 2
    assert f"strobe: cannot write {file}: No such file or directory" in capsys.readouterr().err
