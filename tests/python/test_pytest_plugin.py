# SPDX-License-Identifier: BSD-3-Clause
"""`pytest --strobe-ranks`: tests of ranks as jobs, and one result for each of them."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import junit_rules
import pytest
from junit_rules import message, outcome
from mpi_programs import MPI4PY
from places import ROOT
from terminal import PATIENCE_S, Built

from strobe.testing import marks, merging
from strobe.testing.marks import Wish

TESTS = Path(__file__).with_name("tests_of_ranks.py")
PLUGIN = "strobe.testing.plugin"
CLASS = "test_ranks"


def run_pytest(folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a folder, with Strobe's plugin alone."""
    known = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    path = os.pathsep.join((str(ROOT / "python"), str(MPI4PY)))
    environment = {**known, "PYTHONPATH": path, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **variables}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", PLUGIN, "-p", "no:cacheprovider", *words],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
        timeout=PATIENCE_S, stdin=subprocess.DEVNULL,
    )  # fmt: skip


@pytest.fixture
def mpi4py(built: Built) -> None:
    built("strobe-bench")
    if not MPI4PY.exists():
        pytest.skip("mpi4py is missing, packaging/extras.py brings it")


def in_file(folder: Path, text: str) -> Path:
    (folder / "test_ranks.py").write_text(text)
    return folder


@pytest.fixture
def everything(mpi4py: None, tmp_path: Path) -> tuple[str, dict[str, Any]]:
    """What pytest prints for all tests of ranks, and their cases in its own report for CI."""
    in_file(tmp_path, TESTS.read_text())
    ended = run_pytest(tmp_path, "--strobe-ranks", "2", "--junitxml=r.xml", "-rA")
    assert ended.returncode == 1, ended.stdout + ended.stderr
    cases = junit_rules.cases((tmp_path / "r.xml").read_bytes().replace(b"+00:00", b""))
    return ended.stdout, {name: case for (_, name), case in cases.items()}


def test_each_end_of_a_test_is_told(everything: tuple[str, dict[str, Any]]) -> None:
    out, cases = everything
    assert {name: outcome(case) for name, case in cases.items()} == {
        "test_serial": "passed",
        "test_passes": "passed",
        "test_shares_a_folder": "passed",
        "test_is_expected_to_fail_on_rank_1": "skipped",
        "test_is_skipped": "skipped",
        "test_needs_many": "skipped",
        "test_fails_on_rank_1": "failure",
        "test_deadlocks": "failure",
        "test_fails_on_both": "failure",
        "test_crashes_on_rank_1": "failure",
        "test_leaves_on_rank_1": "failure",
        "test_never_ends": "failure",
        "test_has_no_barrier_left": "passed",
        "test_takes_turns[ranks=1]": "passed",
        "test_takes_turns[ranks=3]": "passed",
    }
    assert "strobe: tests marked mpi run on 2 ranks, one job a module" in out
    assert message(cases["test_needs_many"]) == ("needs at least 64 ranks, and --strobe-ranks is 2")
    assert message(cases["test_fails_on_rank_1"]).startswith("rank 1: AssertionError: rank 1 is")
    assert "output of rank 1" in out
    assert "output of rank 0" not in out
    assert message(cases["test_fails_on_both"]).startswith("ranks 0-1: assert 2 == 3")
    assert "failed on all 2 ranks" in out
    deadlock = cases["test_deadlocks"].findtext("failure")
    assert deadlock.startswith("the job ended: deadlock: no rank can continue")
    line = TESTS.read_text().splitlines().index("    world.recv(source=1 - world.rank)") + 1
    assert f"rank 0 waits in MPI_Mprobe (test_ranks.py:{line}, in test_deadlocks)" in deadlock
    crash = cases["test_crashes_on_rank_1"].findtext("failure")
    assert "rank 1 was killed by signal 11 (SIGSEGV)" in crash
    assert "in test_crashes_on_rank_1" in crash
    assert "_pytest" not in crash
    assert "rank 1 ended without MPI_Finalize" in message(cases["test_leaves_on_rank_1"])
    hang = cases["test_never_ends"].findtext("failure")
    assert hang.startswith("no end within 2 s")
    assert hang.count("in test_never_ends") == 2
    assert "rank 1 was at" in hang


OK = """
import pytest
from mpi4py import MPI
@pytest.mark.mpi
@pytest.mark.parametrize("n", range(3))
def test_ok(n): assert MPI.COMM_WORLD.size == 2
"""


def test_words_go_to_strobe_run(mpi4py: None, tmp_path: Path) -> None:
    in_file(tmp_path, OK)
    ended = run_pytest(tmp_path, "--strobe-ranks=2", "--strobe-args", "--mode warp")
    assert ended.returncode == 1
    assert ended.stdout.count("--mode must be deterministic, adaptive, strict or fast") >= 3
    assert "3 failed" in ended.stdout


def test_a_selection_and_a_serial_session(mpi4py: None, tmp_path: Path) -> None:
    """Options that choose tests choose them for the ranks; without --strobe-ranks tests that need
    several ranks are skipped."""
    in_file(tmp_path, OK + "@pytest.mark.mpi(ranks=2)\ndef test_two(): pass\n")
    ended = run_pytest(tmp_path, "--strobe-ranks=2", "-k", "ok and 1", "-x", "--basetemp=t", "-v")
    assert "test_ranks.py::test_ok[1] PASSED" in ended.stdout
    assert "1 passed, 3 deselected" in ended.stdout
    ended = run_pytest(tmp_path, "-k", "two", "-rs")
    assert "1 skipped, 3 deselected" in ended.stdout
    assert "needs 2 ranks: use --strobe-ranks N" in ended.stdout


def test_a_worker_of_xdist_has_a_job_for_each_test(mpi4py: None, tmp_path: Path) -> None:
    in_file(tmp_path, OK)
    words = ["-p", "xdist.plugin", "-n", "1", "--strobe-ranks=2", "-k", "not 2"]
    ended = run_pytest(tmp_path, *words)
    assert "2 passed" in ended.stdout, ended.stdout


def test_ranks_without_mpi_are_no_job(mpi4py: None, tmp_path: Path) -> None:
    """They would all be rank 0 of 1, and pass."""
    in_file(tmp_path, "import pytest\n@pytest.mark.mpi\ndef test_nothing(): pass\n")
    ended = run_pytest(tmp_path, "--strobe-ranks=2")
    assert "the runtime was not active" in ended.stdout
    assert "1 failed" in ended.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--strobe-ranks=0"], "must be a whole number of at least 1, not '0'"),
        (["--strobe-ranks=two"], "must be a whole number of at least 1, not 'two'"),
        (["--strobe-timeout=nan"], "must be a number of seconds above 0, not 'nan'"),
        (["--strobe-job=file"], "invalid choice: 'file'"),
        (["--strobe-ranks=2", "--strobe-args='x"], "--strobe-args: No closing quotation"),
    ],
)
def test_a_wrong_option_is_told(words: list[str], sentence: str, tmp_path: Path) -> None:
    ended = run_pytest(in_file(tmp_path, ""), *words)
    assert ended.returncode == 4
    assert sentence in ended.stderr


def test_the_plugin_starts_the_ranks_itself(tmp_path: Path) -> None:
    ended = run_pytest(in_file(tmp_path, ""), "--strobe-ranks=2", PMI_RANK="0")
    assert "start pytest without mpiexec" in ended.stderr


def marked(*args: object, **kwargs: object) -> pytest.Mark:
    return pytest.Mark("mpi", args, kwargs, _ispytest=True)


@pytest.mark.parametrize(
    ("marker", "known"),
    [
        (marked(), Wish()),
        (marked(4), Wish((4,))),
        (marked(ranks=4), Wish((4,))),
        (marked(ranks=[2, 3], timeout=1.5), Wish((2, 3), 1, 1.5)),
        (marked(min_size=2), Wish((), 2)),
    ],
)
def test_a_marker_is_read(marker: pytest.Mark, known: Wish) -> None:
    assert marks.read(marker, "here") == known


RANKS = "ranks must be a whole number of at least 1, or a list of different ones"
ONE = "mpi takes one number of ranks, or a list of them"


@pytest.mark.parametrize(
    ("marker", "sentence"),
    [
        (marked(ranks=0), f"{RANKS}, not 0"),
        (marked(ranks=[]), RANKS),
        (marked(ranks=[2, 2]), RANKS),
        (marked(ranks=True), RANKS),
        (marked(ranks="4"), f"{RANKS}, not '4'"),
        (marked(2, 3), ONE),
        (marked(2, ranks=3), ONE),
        (marked(min_size=0), "min_size must be a whole number of at least 1, not 0"),
        (marked(timeout=0), "timeout must be a number of seconds above 0, not 0"),
        (marked(np=2), "mpi has no argument 'np'; it has ranks, min_size, timeout"),
    ],
)
def test_a_wrong_marker_is_one_sentence(marker: pytest.Mark, sentence: str) -> None:
    with pytest.raises(pytest.UsageError, match="here: ") as caught:
        marks.read(marker, "here")
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("ranks", "text"),
    [
        ([3], "rank 3"),
        ([0, 1], "ranks 0-1"),
        ([5, 0, 1, 2], "ranks 0-2, 5"),
        ([1, 3], "ranks 1, 3"),
    ],
)
def test_ranks_are_named_in_short(ranks: list[int], text: str) -> None:
    assert merging.ranks_text(ranks) == text


def test_the_number_of_launched_ranks() -> None:
    assert marks.launched_ranks({"PMI_SIZE": "4"}) == 4
    assert marks.launched_ranks({"OMPI_COMM_WORLD_SIZE": "2"}) == 2
    assert marks.launched_ranks({"PMI_SIZE": "x"}) is None
    assert marks.launched_ranks({}) is None


def test_pytest_finds_the_plugin_and_it_imports_nothing_else() -> None:
    """Each session of pytest loads it, also where nobody tests MPI programs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["entry-points"]["pytest11"] == {"strobe": PLUGIN}
    assert importlib.import_module(PLUGIN).OUTER
    told = (
        "import sys, pytest; before = set(sys.modules); "
        f"import {PLUGIN}; print(*sorted(set(sys.modules) - before))"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
    ended = subprocess.run(
        [sys.executable, "-c", told], env=environment, capture_output=True, text=True, check=True
    )
    assert ended.stdout.split() == ["strobe", "strobe.testing", PLUGIN]
