# SPDX-License-Identifier: BSD-3-Clause
"""`make check`: every check of the project, one after the other, whatever the earlier ones said.

A stage that passes is one line; one that fails also shows what its tool said. The end is a summary,
what was skipped by name, and the closing line of pytest. With CI set, a skip is a failure.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import style
from extras import OTHER_MPI
from places import BIN, BUILD, HERE, PYTHON, ROOT
from style import Command

REPORTS = BUILD / "check"
SHOWN_LINES = 60
SHOWN_AT_THE_END = 8
TITLE_WIDTH = 44
FILE_NAME = str.maketrans(" ", "-", "(),")
PROCESSORS = len(os.sched_getaffinity(0))


@dataclass(frozen=True)
class Failure:
    """A test that failed, and all that it wrote."""

    name: str
    said: str

    def end(self, lines: int) -> str:
        """The last of what it wrote, and its name, which whoever sees the end must see."""
        return "\n".join([*self.said.splitlines()[-lines:], f"FAILED: {self.name}"])


@dataclass
class Outcome:
    """How a stage ended; `tests` is None where a stage does not count them."""

    title: str
    passed: bool
    elapsed_s: float
    tests: int | None = None
    skipped: list[str] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    @property
    def verdict(self) -> str:
        counted = "" if self.tests is None else f"{self.tests} tests"
        word = "ok" if self.passed else "FAILED"
        return f"{word:<6} {self.elapsed_s:6.1f} s  {counted}".rstrip()


def main() -> int:
    REPORTS.mkdir(parents=True, exist_ok=True)
    os.environ["PATH"] += os.pathsep.join(["", str(BIN), str(OTHER_MPI / "bin")])
    # A database of failing examples belongs with the rest of what is made.
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(BUILD / "hypothesis")
    start_s = time.monotonic()
    outcomes = [
        *(stage(title, [command]) for title, command in style.checks().items()),
        stage("what tests want beside", [[PYTHON, HERE / "extras.py"]]),
        *cpp_stages("release", "C++ and MPI tests, release"),
        *cpp_stages("asan-ubsan", "C++ and MPI tests, address and UB sanitizers"),
        *cpp_stages("tsan", "C++ tests on threads, thread sanitizer"),
        *further_mpi_stages(
            "with-other-mpi", "BLACS and strobe run, the other MPI", OTHER_MPI / "bin" / "mpicxx"
        ),
        *further_mpi_stages("with-mpi-abi", "BLACS and strobe run, standard MPI ABI", "mpicxx_abi"),
    ]
    outcome, closing_line = pytest()
    outcomes.append(outcome)
    return conclude(outcomes, closing_line, time.monotonic() - start_s)


def stage(title: str, commands: Sequence[Command], report: Path | None = None) -> Outcome:
    """Runs commands until one fails. `report` is where they write a JUnit report, if they do."""
    print(f"check: {title:<{TITLE_WIDTH}} ", end="", flush=True)
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
    print(outcome.verdict, flush=True)
    if not passed:
        log = REPORTS / f"{title.translate(FILE_NAME)}.log"
        log.write_text(said, encoding="utf-8")
        if report is not None and report.is_file():
            outcome.failures = failures_of(report)
        for failure in outcome.failures or [Failure(title, said)]:
            print(failure.end(SHOWN_LINES))
        print(f"(all of it: {log})")
    return outcome


def cpp_stages(preset: str, title: str) -> list[Outcome]:
    """Builds a preset, then runs its tests."""
    report = REPORTS / f"{preset}.xml"
    report.unlink(missing_ok=True)
    parallel = ["--parallel", str(PROCESSORS)]
    # Fresh, since the MPI may be another than at the last check; objects are kept all the same.
    configure: Command = ["cmake", "--fresh", "--preset", preset]
    build: Command = ["cmake", "--build", "--preset", preset, *parallel]
    built = stage(f"C++ build, {preset}", [configure, build])
    if not built.passed:
        return [built, Outcome(title, passed=False, elapsed_s=0.0)]
    test: Command = ["ctest", "--preset", preset, *parallel, "--output-junit", report]
    return [built, stage(title, [test], report)]


def further_mpi_stages(preset: str, title: str, compiler: str | Path) -> list[Outcome]:
    """What meets every MPI, with a further one: skipped where there is no `compiler` of it.

    That is the BLACS, a library that other programs link, and the runtime that `strobe run` loads
    into them; the rest of Strobe is built for another MPI by `strobe measure --mpi`, which has
    tests of its own.
    """
    if shutil.which(compiler) is None:
        skipped = Outcome(title, passed=True, elapsed_s=0.0)
        skipped.skipped.append(f"{title}: there is no {compiler}")
        return [skipped]
    return cpp_stages(preset, title)


def pytest() -> tuple[Outcome, str]:
    """Runs pytest with its output shown, and holds its closing line back."""
    report = REPORTS / "pytest.xml"
    report.unlink(missing_ok=True)
    start_s = time.monotonic()
    command = [str(PYTHON), "-m", "pytest", "--quiet", f"--junit-xml={report}"]
    closing_line = ""
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if closing_line:
                print(closing_line, flush=True)
            closing_line = line.rstrip("\n")
    elapsed_s = time.monotonic() - start_s
    outcome = Outcome("Python and installation tests", process.returncode == 0, elapsed_s)
    if report.is_file():
        outcome.tests, outcome.skipped = tests_of(report)
    return outcome, closing_line


def tests_of(report: Path) -> tuple[int, list[str]]:
    """The number of tests in a JUnit report, and of the skipped ones the name and the reason."""
    cases = list(ElementTree.parse(report).getroot().iter("testcase"))
    skipped = []
    for case in cases:
        skip = case.find("skipped")
        if skip is not None and skip.get("type") != "pytest.xfail":
            skipped.append(f"{case.get('name')}: {skip.get('message') or 'no reason given'}")
    return len(cases), skipped


def failures_of(report: Path) -> list[Failure]:
    """The failed tests of a report of CTest."""
    cases = ElementTree.parse(report).getroot().iter("testcase")
    return [
        Failure(case.get("name", ""), case.findtext("system-out", ""))
        for case in cases
        if case.find("failure") is not None
    ]


def conclude(outcomes: Sequence[Outcome], closing_line: str, elapsed_s: float) -> int:
    """Prints the summary and the runner's own last line; returns the exit status.

    Failures are told again: an end is all that some who read this are shown.
    """
    print(f"\ncheck: summary, {elapsed_s / 60:.1f} minutes")
    for outcome in outcomes:
        print(f"  {outcome.title:<{TITLE_WIDTH}} {outcome.verdict}")
    for failure in (failure for outcome in outcomes for failure in outcome.failures):
        print(failure.end(SHOWN_AT_THE_END))
    skipped = [name for outcome in outcomes for name in outcome.skipped]
    refused = bool(skipped) and "CI" in os.environ
    for name in skipped:
        print(f"  skipped{', which CI does not allow' if refused else ''}: {name}")
    print(closing_line, flush=True)
    return 0 if all(outcome.passed for outcome in outcomes) and not refused else 1


if __name__ == "__main__":
    sys.exit(main())
