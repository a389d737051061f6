# SPDX-License-Identifier: BSD-3-Clause
"""What `make setup` and `make check` decide, on machines that are made up here."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path

import check
import debian
import environment
import machine
import mpi_wheel
import passed
import pytest
from places import ROOT
from steps import CommandError, SetupError, Steps

PYTEST_REPORT = """<testsuites><testsuite name="pytest" tests="3">
<testcase name="test_runs"/>
<testcase name="test_full_disk"><skipped type="pytest.skip" message="not root"/></testcase>
<testcase name="test_known"><skipped type="pytest.xfail" message="a known limit"/></testcase>
</testsuite></testsuites>"""
CTEST_REPORT = """<testsuite name="Linux-c++" tests="2" skipped="1">
<testcase name="base_tests.Size.Parses" status="run"/>
<testcase name="layer.2_ranks" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/></testcase>
</testsuite>"""


class Machine:
    """A machine with a PATH of its own, on which programs are put one by one."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.programs = folder / "programs"
        self.programs.mkdir()
        self.venv = folder / ".venv"
        (self.venv / "bin").mkdir(parents=True)
        self.said = folder / "said"
        monkeypatch.setenv("PATH", f"{self.programs}:{self.venv / 'bin'}")
        monkeypatch.delenv("MPI_HOME", raising=False)
        monkeypatch.setattr(environment, "OWN_MPI", self.venv / "bin" / "mpicxx")
        monkeypatch.setattr(environment, "MPI_RECORD", self.venv / "mpi")

    def has(self, name: str, answer: str = "", status: int = 0, own: bool = False) -> None:
        """Puts a program there that notes its arguments, answers and ends."""
        program = (self.venv / "bin" if own else self.programs) / name
        program.write_text(
            f'#!/bin/sh\necho "{name} $*" >> {self.said}\necho "{answer}"\nexit {status}\n'
        )
        program.chmod(0o755)


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


def wheels(fresh: Machine) -> list[str]:
    """What an environment that is made now takes from PyPI."""
    has_mpi = environment.mpi_compiler() != environment.OWN_MPI
    return machine.wheels_wanted(fresh.venv, has_mpi=has_mpi)


def test_a_bare_machine_gets_every_wheel(fresh: Machine) -> None:
    assert wheels(fresh) == ["cmake", "mpich", "ninja"]


def test_what_the_machine_has_is_not_installed_again(fresh: Machine) -> None:
    fresh.has("cmake", "cmake version 3.25.1")
    fresh.has("mpicxx")
    fresh.has("ninja")
    assert wheels(fresh) == []


def test_what_we_installed_ourselves_does_not_count_as_the_machine_s(fresh: Machine) -> None:
    fresh.has("mpicxx", own=True)
    assert "mpich" in wheels(fresh)


@pytest.mark.parametrize(
    ("version", "enough"), [("3.24.3", False), ("3.9.0", False), ("3.25.0", True), ("4.4.4", True)]
)
def test_an_old_cmake_is_as_good_as_none(fresh: Machine, version: str, enough: bool) -> None:
    fresh.has("cmake", f"cmake version {version}")
    assert ("cmake" not in wheels(fresh)) is enough


def test_an_mpi_named_by_mpi_home_is_taken(
    fresh: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "openmpi"
    monkeypatch.setenv("MPI_HOME", str(home))
    with pytest.raises(SetupError, match=f"MPI_HOME names {home}, but {home}/bin/mpicxx is not"):
        environment.mpi_compiler()
    (home / "bin").mkdir(parents=True)
    fresh.has("mpicxx")
    (fresh.programs / "mpicxx").rename(home / "bin" / "mpicxx")
    environment.MPI_RECORD.write_text(f"{environment.OWN_MPI}\n")
    assert environment.mpi_compiler() == home / "bin" / "mpicxx"


def test_an_mpi_that_is_installed_later_does_not_replace_ours(fresh: Machine) -> None:
    environment.MPI_RECORD.write_text(f"{environment.OWN_MPI}\n")
    fresh.has("mpicxx")
    assert environment.mpi_compiler() == environment.OWN_MPI
    assert "mpich" in wheels(fresh)


def test_an_environment_of_an_older_strobe_keeps_its_mpi(fresh: Machine) -> None:
    fresh.has("mpicxx", own=True)
    fresh.has("mpicxx")
    assert environment.mpi_compiler() == environment.OWN_MPI


def test_debians_alternatives_do_not_replace_the_mpi_of_an_environment(fresh: Machine) -> None:
    fresh.has("mpicxx.openmpi")
    (fresh.programs / "mpicxx").symlink_to("mpicxx.openmpi")
    first = environment.mpi_compiler()
    assert first == fresh.programs / "mpicxx.openmpi"
    environment.MPI_RECORD.write_text(f"{first}\n")
    fresh.has("mpicxx.mpich")
    (fresh.programs / "mpicxx").unlink()
    (fresh.programs / "mpicxx").symlink_to("mpicxx.mpich")
    assert environment.mpi_compiler() == first


def test_setup_runs_without_any_installed_package() -> None:
    # -S leaves out site-packages.
    isolated = {"PYTHONPATH": str(ROOT / "packaging"), "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([sys.executable, "-S", "-c", "import prepare"], env=isolated, check=True)


def test_an_mpi_that_is_gone_is_replaced_with_a_sentence(
    fresh: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = fresh.programs / "mpicxx.openmpi"
    environment.MPI_RECORD.write_text(f"{gone}\n")
    fresh.has("mpicxx")
    here = fresh.programs / "mpicxx"
    assert environment.mpi_compiler() == here
    assert capsys.readouterr().out == f"setup: the MPI of {gone} is gone, {here} takes its place\n"


def test_root_installs_debian_packages_after_an_update(
    fresh: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    fresh.has("env")
    fresh.has("apt-get")
    debian.install(Steps("setup", tmp_path, tmp_path / "log"), ["libfmt-dev"], "unused")
    apt = "env DEBIAN_FRONTEND=noninteractive apt-get -q"
    assert fresh.said.read_text().splitlines() == [
        f"{apt} update",
        f"{apt} install -y --no-install-recommends libfmt-dev",
    ]


def test_sudo_is_used_where_it_asks_for_no_password(
    fresh: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    fresh.has("apt-get")
    fresh.has("sudo")
    debian.install(Steps("setup", tmp_path, tmp_path / "log"), ["libfmt-dev"], "unused")
    assert fresh.said.read_text().splitlines()[0] == "sudo -n true"
    assert fresh.said.read_text().splitlines()[1].startswith("sudo -n env DEBIAN_FRONTEND")


@pytest.mark.parametrize("programs", [(), ("sudo",), ("apt-get",), ("apt-get", "sudo")])
def test_without_permission_nothing_is_installed_and_the_sentence_is_said(
    fresh: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, programs: tuple[str, ...]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    for name in programs:
        fresh.has(name, status=1)  # sudo asks for a password
    with pytest.raises(SetupError, match="apt install libfmt-dev"):
        debian.install(
            Steps("setup", tmp_path, tmp_path / "log"), ["libfmt-dev"], "do apt install libfmt-dev"
        )
    assert not fresh.said.exists() or "install" not in fresh.said.read_text()


def test_packages_are_unpacked_by_anybody_and_nothing_is_installed(
    fresh: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    fresh.has("apt-get")
    fresh.has("env")
    folder = tmp_path / "scalapack"
    debian.unpack(Steps("extras", tmp_path, tmp_path / "log"), ["libblas3"], folder, "The BLAS")
    said = fresh.said.read_text().splitlines()
    assert len(said) == 1
    assert said[0].endswith("apt-get -q download libblas3")
    assert folder.is_dir()
    assert list(folder.iterdir()) == []


def test_packages_of_another_architecture_leave_the_lists_of_the_machine_alone(
    fresh: Machine, tmp_path: Path
) -> None:
    fresh.has("apt-get")
    fresh.has("env")
    folder = tmp_path / "aarch64"
    steps = Steps("extras", tmp_path, tmp_path / "log")
    debian.unpack(steps, ["libhwloc15"], folder, "hwloc", architecture="arm64")
    update, download = fresh.said.read_text().splitlines()
    assert update.endswith(" update")
    assert download.endswith(" download libhwloc15")
    for said in (update, download):
        assert "APT::Architecture=arm64" in said
        assert f"Dir::State::lists={folder}.begun" in said
    assert list(folder.iterdir()) == []


def wheel(folder: Path, files: dict[str, str]) -> Path:
    path = folder / "mpich-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = 0o755 << 16
            archive.writestr(entry, text)
    return path


def test_the_data_files_of_a_wheel_are_unpacked_with_their_permissions(tmp_path: Path) -> None:
    files = {"mpich-1.data/data/bin/mpicxx": "#!/bin/sh\n", "mpich-1.dist-info/METADATA": "Name"}
    mpi_wheel.unpack_data(wheel(tmp_path, files), tmp_path / "mpi")
    assert [path.name for path in (tmp_path / "mpi").rglob("*") if path.is_file()] == ["mpicxx"]
    assert os.access(tmp_path / "mpi" / "bin" / "mpicxx", os.X_OK)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("mpich-1.data/data/../../away", "outside of its folder"),
        ("mpich-1.dist-info/METADATA", "no data files"),
    ],
)
def test_a_wheel_that_is_no_mpi_is_refused(tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        mpi_wheel.unpack_data(wheel(tmp_path, {name: "x"}), tmp_path / "mpi")
    assert not (tmp_path / "away").exists()


def test_packages_that_cannot_be_fetched_are_named_in_one_line(
    fresh: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    steps = Steps("extras", tmp_path, tmp_path / "log")
    folder = tmp_path / "scalapack"
    with pytest.raises(SetupError, match=r"^The BLAS is missing: there is no apt-get"):
        debian.unpack(steps, ["libblas3"], folder, "The BLAS")
    fresh.has("apt-get")
    fresh.has("env", "E: Unable to locate package libblas3", status=100)
    with pytest.raises(SetupError, match=r"^The BLAS is missing .*: E: Unable to locate"):
        debian.unpack(steps, ["libblas3"], folder, "The BLAS")
    assert not folder.exists()


def test_a_failed_command_shows_its_own_words_and_no_earlier_ones(tmp_path: Path) -> None:
    steps = Steps("setup", tmp_path, tmp_path / "log")
    steps.run(["sh", "-c", "echo earlier"])
    with pytest.raises(CommandError) as failed:
        steps.run(["sh", "-c", "echo why; exit 3"])
    assert failed.value.tail == "why"
    assert "earlier" in steps.log.read_text()


def test_a_step_that_fails_is_named_and_a_quick_one_is_silent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = Steps("setup", tmp_path, tmp_path / "log")
    with steps.step("quick"):
        pass
    assert capsys.readouterr().out == ""
    with pytest.raises(CommandError), steps.step("broken"):
        steps.run(["false"])
    assert capsys.readouterr().out == "setup: broken ... failed\n"


@pytest.mark.parametrize(
    ("report", "tests", "skipped"),
    [
        (PYTEST_REPORT, 3, ["test_full_disk: not root"]),
        (CTEST_REPORT, 2, ["layer.2_ranks: SKIP_RETURN_CODE=77"]),
    ],
)
def test_reports_of_both_runners_are_read(
    tmp_path: Path, report: str, tests: int, skipped: list[str]
) -> None:
    file = tmp_path / "report.xml"
    file.write_text(report)
    assert check.tests_of(file) == (tests, skipped)


def test_cases_of_a_program_are_counted_from_its_own_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "BUILD", tmp_path)
    file = tmp_path / "release.xml"
    file.write_text(CTEST_REPORT)
    own = tmp_path / "release" / "gtest" / "base_tests.Size.Parses.xml"
    own.parent.mkdir(parents=True)
    own.write_text(
        '<testsuites><testsuite><testcase name="A"/><testcase name="B"><skipped message="no PVM"/>'
        '</testcase><testcase name="C"/></testsuite></testsuites>'
    )
    assert check.tests_of(file) == (4, ["B: no PVM", "layer.2_ranks: SKIP_RETURN_CODE=77"])


def test_the_slowest_tests_are_printed_and_a_long_check_is_warned_of(
    capsys: pytest.CaptureFixture[str],
) -> None:
    timed = [check.Timed(float(i), f"release: test_{i}") for i in range(30)]
    outcome = check.Outcome("tests", True, 1.0, timed=timed)
    assert check.conclude([outcome], "5 passed in 1.00s", 21 * 60) == 0
    printed = capsys.readouterr().out
    assert printed.index("test_29") < printed.index("test_10")
    assert "test_9\n" not in printed
    assert "warning: this took 21 minutes" in printed
    assert check.conclude([outcome], "5 passed in 1.00s", 19 * 60) == 0
    assert "warning" not in capsys.readouterr().out
    assert check.conclude([outcome], "5 passed in 1.00s", 300 * 60, warn=False) == 0
    assert "warning" not in capsys.readouterr().out


def test_a_seed_that_is_no_number_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STROBE_CHECK_SEED", "today")
    monkeypatch.setenv("PATH", "/usr/bin")
    with pytest.raises(SystemExit, match="STROBE_CHECK_SEED is 'today'; set it to a whole number"):
        check.set_environment(everything=False)


def test_builds_share_a_cache_where_the_machine_has_one(
    fresh: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CCACHE_DIR", raising=False)
    assert machine.compiler_cache() == {}
    fresh.has("ccache")
    assert machine.compiler_cache()["CCACHE_DIR"].endswith("build/ccache")
    monkeypatch.setenv("CCACHE_DIR", "/mine")
    assert machine.compiler_cache()["CCACHE_DIR"] == "/mine"


@pytest.mark.parametrize(
    ("passed", "skipped", "ci", "status"),
    [
        (True, [], False, 0),
        (True, [], True, 0),
        (True, ["pvm: not here"], False, 0),
        (True, ["pvm: not here"], True, 1),
        (False, [], False, 1),
    ],
)
def test_a_skip_is_named_and_is_a_failure_only_in_ci(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    passed: bool,
    skipped: list[str],
    ci: bool,
    status: int,
) -> None:
    monkeypatch.delenv("CI", raising=False)
    if ci:
        monkeypatch.setenv("CI", "true")
    outcome = check.Outcome("tests", passed, 1.0, tests=5, skipped=skipped)
    assert check.conclude([outcome], "5 passed in 1.00s", 1.0) == status
    printed = capsys.readouterr().out.splitlines()
    assert printed[-1] == "5 passed in 1.00s"
    assert all(any(name in line for line in printed[-3:]) for name in skipped)


def test_a_further_mpi_that_is_not_here_is_skipped_by_name(fresh: Machine) -> None:
    outcomes = check.further_mpi_stages("with-mpi-abi", "BLACS over an ABI", "mpicxx_abi")
    assert [outcome.skipped for outcome in outcomes] == [
        ["BLACS over an ABI: there is no mpicxx_abi"]
    ]
    assert outcomes[0].passed


@pytest.mark.parametrize("stages", [check.aarch64_stages, check.clang_stages])
def test_a_compiler_that_is_not_here_is_skipped_by_name(
    fresh: Machine, monkeypatch: pytest.MonkeyPatch, stages: Callable[[], list[check.Outcome]]
) -> None:
    monkeypatch.setattr(check, "stage", lambda title, _: check.Outcome(title, True, 0.0))
    (outcome,) = stages()
    (skipped,) = outcome.skipped
    assert "there is no " in skipped


def test_a_verdict_repeats_its_heading_where_another_line_came_between(
    capsys: pytest.CaptureFixture[str],
) -> None:
    progress = check.Progress()
    progress.begins("build ")
    beside = threading.Thread(target=lambda: progress.begins("types "))
    beside.start()
    beside.join()
    progress.ended("types ", "FAILED", "error: here\n")
    progress.ended("build ", "ok", "")
    progress.begins("tests ")
    progress.ended("tests ", "ok", "")
    assert capsys.readouterr().out == ("build \ntypes FAILED\nerror: here\nbuild ok\ntests ok\n")


def test_each_kind_of_unit_tests_has_a_day_under_its_sanitizer() -> None:
    rules = (ROOT / "cmake" / "tests.cmake").read_text(encoding="utf-8")
    (kinds,) = re.findall(r"set\(_kinds_of_unit_tests ([a-z ]+)\)", rules)
    assert kinds.split() == list(check.SANITIZERS)


def test_the_days_of_the_other_mpi_build_together_what_its_preset_builds() -> None:
    presets = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))["buildPresets"]
    (targets,) = (set(one["targets"]) for one in presets if one["name"] == "with-other-mpi")
    assert {target for part, _ in check.OTHER_MPI_PARTS.values() for target in part} == targets


def test_what_takes_turns_in_the_release_build_is_built_by_its_preset() -> None:
    presets = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))["buildPresets"]
    (targets,) = (set(one["targets"]) for one in presets if one["name"] == "release")
    assert {f"{label}_programs" for label in check.RELEASE_PARTS.values()} <= targets
    assert set(check.RELEASE_PARTS) | set(check.OTHER_MPI_PARTS) <= set(check.TURNS)


def test_a_test_that_wants_pvm_waits_for_its_turn() -> None:
    words = ["-m", "pytest", "--collect-only", "-q", "tests/python/test_pvm.py"]
    found = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={**os.environ, "STROBE_CHECK": "sample", "STROBE_CHECK_TURN": check.ABI},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    assert "deselected" in found
    assert "test_a_run_says_that_its_messages_went_over_pvm" not in found
    assert "test_pvm_that_is_missing_is_named_with_what_installs_it" in found


def files_of_a_project(folder: Path) -> Path:
    """In a repository, with a file that git is told to ignore."""
    folder.mkdir()
    subprocess.run(["git", "init", "--quiet", folder], check=True)
    (folder / ".gitignore").write_text("build\n")
    (folder / "a b.c").write_text("int main() {}\n")
    return folder


def test_what_has_passed_holds_until_a_file_changes(tmp_path: Path) -> None:
    project = files_of_a_project(tmp_path / "a project")
    state = passed.state_of(project)
    assert state is not None
    (project / "build").write_text("made\n")
    assert passed.state_of(project) == state
    (project / "a b.c").rename(project / "b.c")
    renamed = passed.state_of(project)
    (project / "new.c").write_text("")
    assert len({state, renamed, passed.state_of(project)}) == 3
    assert passed.state_of(tmp_path) is None

    file = tmp_path / "check" / "passed.jsonl"
    first = passed.Passed()
    first.add(passed.Stage("before there is a file", 1))
    first.keep_in(file, state)
    first.add(passed.Stage("release", 12))
    passed.add_line(file, {"test": "test_a.py::test_b[é]"})
    with file.open("a") as end:
        end.write('{"test": "killed while it wr')
    second = passed.Passed()
    second.keep_in(file, state)
    assert second.stages == {"release": passed.Stage("release", 12)}
    assert second.tests == {"test_a.py::test_b[é]"}
    third = passed.Passed()
    third.keep_in(file, "another state")
    assert (third.stages, third.tests) == ({}, set())
    third.forget()
    assert not file.exists()


THREE_TESTS = """
import pytest

def test_good():
    pass

def test_bad():
    assert False

@pytest.fixture
def broken():
    yield
    assert False

def test_good_with_a_bad_end(broken):
    pass
"""


@pytest.mark.parametrize("processes", [0, pytest.param(2, marks=pytest.mark.exhaustive)])
def test_a_test_that_has_passed_does_not_run_again(tmp_path: Path, processes: int) -> None:
    tests = tmp_path / "test_three.py"
    tests.write_text(THREE_TESTS)
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    file = tmp_path / "passed.jsonl"
    folders = [ROOT / "packaging", ROOT / "tests"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:warnings", "-n", str(processes),
               "--rootdir", str(tmp_path), str(tests)]  # fmt: skip
    environment = {**os.environ, passed.VARIABLE: str(file),
                   "PYTHONPATH": os.pathsep.join(map(str, folders))}  # fmt: skip

    def closing_line() -> str:
        """Whether tests were deselected is said where all of them run in one process."""
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True,
                              text=True, check=False)  # fmt: skip
        return done.stdout.splitlines()[-1].replace(", 1 deselected", "")

    assert closing_line().startswith("1 failed, 2 passed, 1 error")
    assert passed.tests_of(passed.read(file)) == {"test_three.py::test_good"}
    assert closing_line().startswith("1 failed, 1 passed, 1 error")


def test_a_stage_that_has_passed_is_told_with_its_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "PASSED", passed.Passed())
    check.PASSED.keep_in(tmp_path / "passed.jsonl", "state")
    assert check.passed_before("release") is None
    check.keep(check.Outcome("release", True, 1.0, tests=5))
    check.keep(check.Outcome("failed", False, 1.0, tests=5))
    check.keep(check.Outcome("skipped", True, 1.0, tests=5, skipped=["PVM: not here"]))
    assert list(check.PASSED.stages) == ["release"]
    again = check.passed_before("release")
    assert again is not None
    assert again.verdict.endswith("5 tests, 5 of them before")
