# SPDX-License-Identifier: BSD-3-Clause
"""`make check`: every check of the project, one after the other, whatever the earlier ones said.

    check.py          `make check`: of what is random or exhaustive a sample, another one each day
    check.py --all    `make check-all`: all of it, without a limit of time; where it was ended, it
                      goes on (passed.py)

A stage that passes is one line; one that fails also shows what its tool said. The end is a summary,
the slowest tests, what was skipped by name, and the closing line of pytest. With CI set, a skip is
a failure. STROBE_CHECK_SEED chooses the sample (default: the date); it is printed first.
"""

from __future__ import annotations

import argparse
import datetime
import os
import shutil
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import aarch64
import machine
import passed
import style
from environment import mpi_compiler
from extras import CLANG, OTHER_MPI
from places import BIN, BUILD, HERE, PYTHON, ROOT
from style import Command

REPORTS = BUILD / "check"
EXHAUSTIVE = "exhaustive"
RELEASE = ("release", "C++ and MPI tests, release")
ADDRESSES = ("asan-ubsan", "C++ and MPI tests, address and UB sanitizers")
THREADS = ("tsan", "C++ tests on threads, thread sanitizer")
WITH_OTHER_MPI, WITH_MPI_ABI = PRESETS_OF_FURTHER_MPIS = ("with-other-mpi", "with-mpi-abi")
SANITIZERS = {
    "threads": THREADS,
    "scheduling": ADDRESSES,
    "measuring": ADDRESSES,
    "computing": ADDRESSES,
    "communicating": ADDRESSES,
    "matching": ADDRESSES,
}
"""The kinds of unit tests (cmake/tests.cmake), and the sanitizer that each runs under."""
STROBE_RUN, MEASURE = "strobe run over the other MPI", "strobe measure over the other MPI"
ABI, PVM, BLACS64 = "the standard ABI", "PVM", "the BLACS with integers of 64 bits"
OTHER_MPI_PARTS = {
    STROBE_RUN: (["coscheduled_programs"], "^(blacs|scalapack)"),
    "the BLACS over the other MPI": (
        ["blacs-tester", "blacs_bindings_tests", "scalapack_programs"],
        "coscheduled",
    ),
}
"""What meets every MPI: its targets, and of the preset's tests the names that are not of it."""
RELEASE_PARTS = {ABI: "abi", PVM: "pvm", BLACS64: "blacs64"}
"""What the release build compiles once more (cmake/tests.cmake): the label of its tests."""
TURNS = [BLACS64, PVM, ABI, MEASURE, *OTHER_MPI_PARTS]
"""What is compiled once more, most of it for another library that passes messages: each day one.
The day of the threads has the least of it, since their sanitizer takes longest. That of the
standard ABI, a single program, also has the tests for another processor.

Tests in Python that want one are marked with its name (tests/conftest.py)."""
AARCH64 = "aarch64 under qemu"
SLOWEST = 20
SLOW_MINUTES = 20
SHOWN_LINES = 60
SHOWN_AT_THE_END = 8
TITLE_WIDTH = 44
FILE_NAME = str.maketrans(" ", "-", "(),")
PROCESSORS = len(os.sched_getaffinity(0))
PROCESSES_OF_TESTS = PROCESSORS + 1
"""Some tests wait for most of their time."""
PYTEST: Command = [PYTHON, "-m", "pytest", "--quiet"]
NOTHING_LEFT = 5
"""The status of pytest where it has run no test."""


@dataclass(frozen=True)
class Failure:
    """A failed test and its whole output."""

    name: str
    said: str

    def end(self, lines: int) -> str:
        """The last lines of its output, and its name at the very end."""
        return "\n".join([*self.said.splitlines()[-lines:], f"FAILED: {self.name}"])


@dataclass(frozen=True)
class Timed:
    """A test and how long it took."""

    elapsed_s: float
    name: str


@dataclass
class Outcome:
    """How a stage ended; `tests` is None where a stage does not count them."""

    title: str
    passed: bool
    elapsed_s: float
    tests: int | None = None
    skipped: list[str] = field(default_factory=list)
    timed: list[Timed] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    before: int = 0
    """So many of the tests have passed in an earlier check of the same files."""

    @property
    def verdict(self) -> str:
        counted = "" if self.tests is None else f"{self.tests} tests"
        if self.before:
            counted += f", {self.before} of them before"
        word = "ok" if self.passed else "FAILED"
        return f"{word:<6} {self.elapsed_s:6.1f} s  {counted}".rstrip()


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="make check", description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help="all of what make check takes a part of")
    everything = parser.parse_args(arguments).all
    REPORTS.mkdir(parents=True, exist_ok=True)
    set_environment(everything)
    if everything:
        remember()
    start_s = time.monotonic()
    # What waits for the network or keeps one processor busy leaves the others to compilers. Tests
    # that were collected once are there for every process of pytest.
    early: dict[str, Command] = {
        "tools for checks": [PYTHON, HERE / "developer_tools.py"],
        **style.checks(),
        "Python tests, collected": [*PYTEST, "--collect-only"],
    }
    with ThreadPoolExecutor() as lanes:
        styles = lanes.submit(lambda: [stage(title, [command]) for title, command in early.items()])
        extras = stage("packages for builds", [[PYTHON, HERE / "extras.py", "builds"]])
        further = lanes.submit(
            lambda: stage("packages for tests", [[PYTHON, HERE / "extras.py", "tests"]])
        )
        os.environ.update(machine.compiler_cache())
        native = native_and_sanitized_stages(everything)
        outcomes = [*styles.result(), extras, further.result(), *native]
    outcomes += other_mpi_stages(everything)
    if everything or of_today(TURNS) == ABI:
        outcomes += aarch64_stages([] if everything else ["processor_tests"])
    if everything:
        outcomes += clang_stages()
        # In its turn `make check` meets the ABI in one program of the release build.
        outcomes += further_mpi_stages(
            WITH_MPI_ABI, "BLACS and strobe run, standard MPI ABI", "mpicxx_abi"
        )
    outcome, closing_line = pytest()
    outcomes.append(outcome)
    status = conclude(outcomes, closing_line, time.monotonic() - start_s, warn=not everything)
    if status == 0:
        PASSED.forget()
    return status


def set_environment(everything: bool) -> None:
    """What the tests read: how thorough they are (tests/thoroughness.py), and where MPIs are."""
    seed = os.environ.setdefault("STROBE_CHECK_SEED", f"{datetime.date.today():%Y%m%d}")
    if not seed.isdecimal():
        raise SystemExit(f"check: STROBE_CHECK_SEED is '{seed}'; set it to a whole number")
    # The environment's own programs come first: an MPI may have been installed since.
    path = [str(BIN), os.environ["PATH"], str(OTHER_MPI / "bin")]
    os.environ["PATH"] = os.pathsep.join(path)
    # Programs of Strobe start a thousand times; without bytecode each start compiles them again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # A database of failing examples belongs with the rest of what is made.
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(BUILD / "hypothesis")
    os.environ["STROBE_CHECK"] = "all" if everything else "sample"
    os.environ.pop("STROBE_CHECK_TURN", None)
    if not everything:
        os.environ["STROBE_CHECK_TURN"] = of_today(TURNS)
        print(
            f"check: the sample of the day is that of STROBE_CHECK_SEED={seed}; under sanitizers: "
            f"{of_today(SANITIZERS)} tests; beside the own MPI: {of_today(TURNS)}",
            flush=True,
        )


class Progress:
    """One line for each stage, some of which run side by side.

    The heading of the main thread's stage waits for its verdict. Where the line of another stage
    comes between, the verdict has its heading once more.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting = ""

    def begins(self, heading: str) -> None:
        if threading.current_thread() is threading.main_thread():
            with self._lock:
                print(heading, end="", flush=True)
                self._waiting = heading

    def ended(self, heading: str, verdict: str, said: str) -> None:
        with self._lock:
            if self._waiting and self._waiting != heading:
                print()
            print(verdict if self._waiting == heading else f"{heading}{verdict}")
            print(said, end="", flush=True)
            self._waiting = ""


PROGRESS = Progress()
PASSED = passed.Passed()


def remember() -> None:
    """Go on where an earlier check of the same files was ended, and keep what passes."""
    state = passed.state_of()
    if state is None:
        return
    PASSED.keep_in(passed.FILE, state)
    if PASSED.stages or PASSED.tests:
        print(
            f"check: {len(PASSED.stages)} stages and {len(PASSED.tests)} tests in Python have "
            f"passed before, with these files; without {passed.FILE} they run again",
            flush=True,
        )


def stage(title: str, commands: Sequence[Command], report: Path | None = None) -> Outcome:
    """Runs commands until one fails. `report` is where they write a JUnit report, if they do."""
    heading = f"check: {title:<{TITLE_WIDTH}} "
    PROGRESS.begins(heading)
    start_s = time.monotonic()
    said, passed = "", True
    for command in commands:
        ended = subprocess.run(
            list(map(str, command)), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
        )  # fmt: skip
        said += ended.stdout
        passed = ended.returncode == 0
        if not passed:
            break
    outcome = Outcome(title, passed, time.monotonic() - start_s)
    if report is not None and passed:
        outcome.tests, outcome.skipped = tests_of(report)
        outcome.timed = timed_of(report)
    shown = ""
    if not passed:
        log = REPORTS / f"{title.translate(FILE_NAME)}.log"
        log.write_text(said, encoding="utf-8")
        if report is not None and report.is_file():
            outcome.failures = failures_of(report)
        for failure in outcome.failures or [Failure(title, said)]:
            shown += f"{failure.end(SHOWN_LINES)}\n"
        shown += f"(all of it: {log})\n"
    PROGRESS.ended(heading, outcome.verdict, shown)
    return outcome


def native_and_sanitized_stages(everything: bool) -> list[Outcome]:
    """The release build and the sanitizers.

    To compile all unit tests twice takes a third of `make check`. So each day one kind of them runs
    under its sanitizer, and the other kinds run in the release build.
    """
    if everything:
        return [*cpp_stages(*RELEASE), *cpp_stages(*ADDRESSES), *cpp_stages(*THREADS)]
    today = of_today(SANITIZERS)
    targets = ["all", *(f"{kind}_tests" for kind in SANITIZERS if kind != today)]
    left_out = [EXHAUSTIVE, today]
    for part, label in RELEASE_PARTS.items():
        if part == of_today(TURNS):
            targets.append(f"{label}_programs")
        else:
            left_out.append(label)
    native = cpp_stages(*RELEASE, targets=targets, left_out=left_out)
    sanitized = cpp_stages(
        *SANITIZERS[today], targets=[f"{today}_tests"], only=today, left_out=[EXHAUSTIVE]
    )
    return [*native, *sanitized]


def of_today(turns: Iterable[str]) -> str:
    """The entry of `turns` that STROBE_CHECK_SEED chooses; with a date, the next one each day."""
    names = list(turns)
    return names[int(os.environ["STROBE_CHECK_SEED"]) % len(names)]


def cpp_stages(
    preset: str,
    title: str,
    targets: Sequence[str] = (),
    left_out: Sequence[str] = (),
    only: str | None = None,
    without: str | None = None,
) -> list[Outcome]:
    """Builds a preset, then runs its tests but for those with a label that is `left_out`.

    Where no targets are named they are the preset's own. With `only`, tests need this label. Those
    with a name like the expression `without` do not run.
    """
    report = REPORTS / f"{preset}.xml"
    report.unlink(missing_ok=True)
    build: Command = ["cmake", "--build", "--preset", preset, "--parallel", str(PROCESSORS)]
    if targets:
        build += ["--target", *targets]
    built = stage(f"C++ build, {preset}", [configuration(preset), build])
    if not built.passed:
        return [built, Outcome(title, passed=False, elapsed_s=0.0)]
    # GoogleTest writes one report a program here; old ones would be counted again.
    shutil.rmtree(BUILD / preset / "gtest", ignore_errors=True)
    test: Command = [
        "ctest", "--preset", preset, "--parallel", str(PROCESSES_OF_TESTS), "--output-junit", report
    ]  # fmt: skip
    if only is not None:
        test += ["--label-regex", f"^{only}$"]
    if left_out:
        test += ["--label-exclude", "|".join(f"^{label}$" for label in left_out)]
    if without is not None:
        test += ["--exclude-regex", without]
    tested = passed_before(title) or stage(title, [test], report)
    keep(tested)
    return [built, tested]


def passed_before(title: str) -> Outcome | None:
    """How a stage ended in an earlier check, if all of it has passed."""
    before = PASSED.stages.get(title)
    if before is None:
        return None
    return Outcome(title, passed=True, elapsed_s=0.0, tests=before.tests, before=before.tests)


def keep(outcome: Outcome, closing_line: str = "") -> None:
    """Remember a stage of tests that has passed."""
    if outcome.passed and not outcome.skipped and outcome.title not in PASSED.stages:
        PASSED.add(passed.Stage(outcome.title, outcome.tests or 0, closing_line))


def configuration(preset: str) -> Command:
    """How a preset is configured: for the environment's MPI, unless the preset names another.

    Fresh, since the MPI may be another than at the last check; objects are kept all the same. The
    set-up keeps account of how it has configured what it builds, too.
    """
    if preset == "release":
        return [PYTHON, HERE / "prepare.py", "--fresh", "libraries"]
    command: Command = ["cmake", "--fresh", "--preset", preset]
    if preset in (*PRESETS_OF_FURTHER_MPIS, "aarch64"):
        return command
    return [*command, f"-DMPI_CXX_COMPILER={mpi_compiler()}"]


def other_mpi_stages(everything: bool) -> list[Outcome]:
    """What meets every MPI, with the one that tests want beside the first: on its days a part."""
    preset, compiler = WITH_OTHER_MPI, OTHER_MPI / "bin" / "mpicxx"
    if everything:
        return further_mpi_stages(preset, "BLACS and strobe run, the other MPI", compiler)
    today = of_today(TURNS)
    if today not in OTHER_MPI_PARTS:
        return []
    targets, without = OTHER_MPI_PARTS[today]
    return further_mpi_stages(preset, today, compiler, targets, [EXHAUSTIVE], without)


def further_mpi_stages(
    preset: str,
    title: str,
    compiler: str | Path,
    targets: Sequence[str] = (),
    left_out: Sequence[str] = (),
    without: str | None = None,
) -> list[Outcome]:
    """What meets every MPI, with a further one: skipped where there is no `compiler` of it.

    That is the BLACS, a library that other programs link, and the runtime that `strobe run` loads
    into them; the rest of Strobe is built for another MPI by `strobe measure --mpi`, which has
    tests of its own.
    """
    if shutil.which(compiler) is None:
        skipped = Outcome(title, passed=True, elapsed_s=0.0)
        skipped.skipped.append(f"{title}: there is no {compiler}")
        return [skipped]
    return cpp_stages(preset, title, targets, left_out, without=without)


def aarch64_stages(targets: Sequence[str] = ()) -> list[Outcome]:
    """The parts with processor-specific code for ARM, run under qemu; all else is compiled.

    Skipped where the compiler, qemu or a library cannot be had. qemu's threads see each other's
    stores in order, so the orders of memory have tests of their own (tests/cpp/weak_memory).
    """
    brought = stage("packages for aarch64", [[PYTHON, HERE / "extras.py", "aarch64"]])
    needed = (aarch64.COMPILER, aarch64.EMULATOR, aarch64.MPI / "bin" / "mpicxx")
    for name in needed:
        if shutil.which(name) is None:
            brought.skipped.append(f"{AARCH64}: there is no {name}")
            return [brought]
    return [brought, *cpp_stages("aarch64", f"C++ tests, {AARCH64}", targets)]


def clang_stages() -> list[Outcome]:
    """All of it, compiled by Clang, each file alone; elsewhere several are compiled as one. Skipped
    where there is no Clang."""
    brought = stage("packages for Clang", [[PYTHON, HERE / "extras.py", "clang"]])
    if shutil.which(CLANG) is None:
        brought.skipped.append(f"C++ build, clang: there is no {CLANG}")
        return [brought]
    return [brought, *cpp_stages("clang", "C++ tests of kernels and runtime, clang")]


def pytest() -> tuple[Outcome, str]:
    """Runs pytest with its output shown, and holds its closing line back."""
    title = "Python and installation tests"
    if (all_of_it := passed_before(title)) is not None:
        return all_of_it, PASSED.stages[title].closing_line
    report = REPORTS / "pytest.xml"
    report.unlink(missing_ok=True)
    start_s = time.monotonic()
    options = [f"--junit-xml={report}", "--numprocesses", str(PROCESSES_OF_TESTS)]
    closing_line = ""
    with subprocess.Popen(
        [*PYTEST, *options], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
        env={**os.environ, **PASSED.variables},
    ) as process:  # fmt: skip
        assert process.stdout is not None
        for line in process.stdout:
            if closing_line:
                print(closing_line, flush=True)
            closing_line = line.rstrip("\n")
    elapsed_s = time.monotonic() - start_s
    is_good = process.returncode in ((0, NOTHING_LEFT) if PASSED.tests else (0,))
    outcome = Outcome(title, is_good, elapsed_s, before=len(PASSED.tests))
    if report.is_file():
        outcome.tests, outcome.skipped = tests_of(report)
        outcome.tests += outcome.before
        outcome.timed = timed_of(report)
    keep(outcome, closing_line)
    return outcome, closing_line


def tests_of(report: Path) -> tuple[int, list[str]]:
    """The number of tests in a JUnit report, and of the skipped ones the name and the reason.

    A program of GoogleTest is one test of CTest; its cases are those of its own report.
    """
    count, skipped = 0, []
    for case in _cases(report):
        own = _own_report(report, case)
        cases = [case] if own is None else _cases(own)
        count += len(cases)
        for one in cases:
            skip = one.find("skipped")
            if skip is not None and skip.get("type") != "pytest.xfail":
                skipped.append(f"{one.get('name')}: {skip.get('message') or 'no reason given'}")
    return count, skipped


def timed_of(report: Path) -> list[Timed]:
    """The tests of a JUnit report, each with its time; its name says which stage it is of."""
    return [
        Timed(float(case.get("time") or 0), f"{report.stem}: {case.get('name')}")
        for case in _cases(report)
    ]


def _cases(report: Path) -> list[ElementTree.Element]:
    return list(ElementTree.parse(report).getroot().iter("testcase"))


def _own_report(report: Path, case: ElementTree.Element) -> Path | None:
    """What the program of a test of CTest has written itself, if it is one of GoogleTest."""
    own = BUILD / report.stem / "gtest" / f"{case.get('name')}.xml"
    return own if own.is_file() else None


def failures_of(report: Path) -> list[Failure]:
    """The failed tests of a report of CTest."""
    return [
        Failure(case.get("name", ""), case.findtext("system-out", ""))
        for case in _cases(report)
        if case.find("failure") is not None
    ]


def conclude(
    outcomes: Sequence[Outcome], closing_line: str, elapsed_s: float, warn: bool = True
) -> int:
    """Prints the summary and the runner's own last line; returns the exit status.

    Failures are printed again: some readers see only the end of the output.
    """
    minutes = elapsed_s / 60
    print(f"\ncheck: summary, {minutes:.1f} minutes")
    for outcome in outcomes:
        print(f"  {outcome.title:<{TITLE_WIDTH}} {outcome.verdict}")
    slowest = sorted(
        (timed for outcome in outcomes for timed in outcome.timed), key=lambda t: -t.elapsed_s
    )[:SLOWEST]
    if slowest:
        print(f"check: the {len(slowest)} slowest tests")
    for timed in slowest:
        print(f"  {timed.elapsed_s:6.1f} s  {timed.name}")
    if warn and minutes > SLOW_MINUTES:
        print(
            f"check: warning: this took {minutes:.0f} minutes, more than {SLOW_MINUTES}; on a "
            "quiet machine look at the slowest tests (CONTRIBUTING.md has the usual times)"
        )
    for failure in (failure for outcome in outcomes for failure in outcome.failures):
        print(failure.end(SHOWN_AT_THE_END))
    skipped = [name for outcome in outcomes for name in outcome.skipped]
    refused = bool(skipped) and "CI" in os.environ
    for name in skipped:
        print(f"  skipped{', which CI does not allow' if refused else ''}: {name}")
    print(closing_line, flush=True)
    return 0 if all(outcome.passed for outcome in outcomes) and not refused else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
