#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Debian's test programs of ScaLAPACK, unchanged, on our BLACS: all of their tests pass.

    debian_tests.py --programs build/scalapack/usr/lib/x86_64-linux-gnu/scalapack/mpich-tests \\
        --blacs build/release/lib/libstrobe_blacs.so --only x?lu --grids 1x2 2x1 -- mpiexec -n 2

Without --only all programs run, and without --grids on the process grids that their input names.
Of LU and Cholesky the estimates of conditions and the refinement are left out: with any BLACS, that
of ScaLAPACK too, the processes of p?lacon (2.2.1) now and then decide differently and then wait.
LD_LIBRARY_PATH is to lead to ScaLAPACK and what it needs, as ctest has it.
"""

from __future__ import annotations

import argparse
import fnmatch
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from loading import blacs_of

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from thoroughness import sampled

# A line of input: values first, then what they are.
GRIDS = re.compile(r"^.*(?=\bnumber of process(or)? grids)", re.IGNORECASE | re.MULTILINE)
ROWS = re.compile(r"^.*(?=\bvalues of P[ \t]*$)", re.MULTILINE)
COLUMNS = re.compile(r"^.*(?=\bvalues of (Q|\"Number of Process Columns\")[ \t]*$)", re.MULTILINE)
ESTIMATES = re.compile(r"^T(?=.*Test Cond\. Est\. and Iter\. Ref\.)", re.MULTILINE)


@dataclass
class Summary:
    """How many tests a program counts, and whether the last of them is that of blacs_abort."""

    passed: int
    failed: int
    aborts: bool = False


def prepared(text: str, grids: list[tuple[int, int]]) -> str:
    """Input without estimates, and on these process grids where there are any that it can name."""
    text = ESTIMATES.sub("F", text)
    if not (grids and GRIDS.search(text) and COLUMNS.search(text)):
        return text
    text = GRIDS.sub(f"{len(grids)} ", text)
    text = ROWS.sub(" ".join(str(rows) for rows, _ in grids) + " ", text)
    return COLUMNS.sub(" ".join(str(columns) for _, columns in grids) + " ", text)


def summary(text: str) -> Summary | None:
    """What a program says at its end, in one of their dialects; None if it has not come so far."""
    # LU, QR, eigenvalues and the like.
    passed = re.search(r"(\d+) tests completed and passed residual checks", text)
    failed = re.search(r"(\d+) tests completed and failed", text)
    if passed and failed:
        return Summary(int(passed[1]), int(failed[1]))
    # PBLAS: a row for each routine.
    rows = re.findall(r"^ *\| +P\w+ +\d+ +(\d+) +(\d+) +\d+ *$", text, re.MULTILINE)
    if rows and "End of Tests." in text:
        return Summary(sum(int(row[0]) for row in rows), sum(int(row[1]) for row in rows))
    # The BLACS: a row for each type and operation, and words for what is auxiliary.
    rows = re.findall(r"TESTS; *(\d+) PASSED, *\d+ SKIPPED, *(\d+) FAILED\.$", text, re.MULTILINE)
    if rows and "test is for BLACS_ABORT" in text:
        words = re.findall(r"^ *(PASSED|FAILED) ", text, re.MULTILINE)
        return Summary(
            sum(int(row[0]) for row in rows) + words.count("PASSED"),
            sum(int(row[1]) for row in rows) + words.count("FAILED"),
            aborts=True,
        )
    # Singular values: a line for each test; and the Hessenberg QR iteration, one line alone.
    words = re.findall(r"^(Passed|Failed) | (PASSED|FAILED) *$", text, re.MULTILINE)
    if words and re.search(r"^End of tests|^ *ScaLAPACK Test for P.HSEQR", text, re.MULTILINE):
        verdicts = ["".join(word).upper() for word in words]
        return Summary(verdicts.count("PASSED"), verdicts.count("FAILED"))
    return None


def test(
    program: Path, blacs: Path, launcher: list[str], grids: list[tuple[int, int]], limit_s: int
) -> bool:
    """Runs one program in a folder of its own, and prints a line; what it said where it failed."""
    if blacs_of(program, blacs) != blacs:
        print(f"{program.name}: its BLACS is not {blacs}")
        return False
    with tempfile.TemporaryDirectory(prefix="strobe-scalapack-") as name:
        folder = Path(name)
        for file in program.parent.glob("*.dat"):
            (folder / file.name).write_text(prepared(file.read_text(), grids))
        begin_s = time.monotonic()
        # The launcher, when it is told to end, ends those that wait for what does not come.
        command = ["timeout", str(limit_s), *launcher, "env", f"LD_PRELOAD={blacs}", str(program)]
        ended = subprocess.run(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
        )  # fmt: skip
        wall_s = time.monotonic() - begin_s
        # What is printed goes to a file where the input names one.
        said = "".join(
            [ended.stdout, *(file.read_text(errors="replace") for file in written(folder))]
        )
    found = summary(said)
    is_good = (
        found is not None
        and found.passed > 0
        and found.failed == 0
        and (ended.returncode != 0) == found.aborts
    )
    counts = "no summary" if found is None else f"{found.passed} passed, {found.failed} failed"
    print(f"{program.name:<10} {counts}, status {ended.returncode}, {wall_s:.1f} s", flush=True)
    if not is_good:
        print(said)
    return is_good


def written(folder: Path) -> list[Path]:
    return [file for file in folder.iterdir() if file.suffix != ".dat"]


def grid(text: str) -> tuple[int, int]:
    rows, columns = text.split("x")
    return int(rows), int(columns)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=Path, required=True, help="the folder of the programs")
    parser.add_argument("--blacs", type=Path, required=True, help="our shared library")
    parser.add_argument("--only", nargs="+", default=["*"], help="patterns of names")
    parser.add_argument("--sample", type=int, help="of these, how many `make check` runs")
    parser.add_argument("--grids", nargs="+", type=grid, default=[], metavar="RxC")
    parser.add_argument("--limit", type=int, default=60, help="seconds for a program")
    parser.add_argument("launcher", nargs="+", help="starts the processes")
    arguments = parser.parse_args()
    # Each program runs in a folder of its own.
    folder: Path = arguments.programs.resolve()
    blacs: Path = arguments.blacs.resolve()
    # Those of the BLACS lie twice, the second time beside their input.
    patterns = ("x*", "PBLAS/*tst", "BLACS/x*")
    found = {path.name: path for pattern in patterns for path in sorted(folder.glob(pattern))}
    programs = [
        path
        for name, path in found.items()
        if any(fnmatch.fnmatch(name, pattern) for pattern in arguments.only)
    ]
    results = [
        test(program, blacs, arguments.launcher, arguments.grids, arguments.limit)
        for program in sampled(programs, arguments.sample or len(programs))
    ]
    print(f"{len(results)} programs, {results.count(False)} failed")
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
