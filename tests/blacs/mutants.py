#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Each of the 55 typed routines is replaced by an empty function, and the tester must notice.

    mutants.py --tester build/release/bin/tests/blacs-tester -- mpiexec -n 2

A run without replacement comes first: it must pass the same cases, so that what fails afterwards
fails because of the routine. Each mutant must end with a nonzero status and name its routine.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from launched import Ended, run

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from thoroughness import sampled

TYPES = "isdcz"
OPERATIONS = (
    "gesd2d",
    "gerv2d",
    "gebs2d",
    "gebr2d",
    "trsd2d",
    "trrv2d",
    "trbs2d",
    "trbr2d",
    "gsum2d",
    "gamx2d",
    "gamn2d",
)
ROUTINES = [f"C{letter}{operation}" for letter in TYPES for operation in OPERATIONS]
# A fraction of the cases will do: each of them calls the routine.
CASES = ["--grid", "1x2", "--every", "7"]
# A removed send lets its receiver wait, until the tester ends the run.
HANG_AFTER_S = 1
LIMIT_S = 120
# Routines that `make check` removes on one day; `make check-all` removes each.
SAMPLE = 6


def evidence(ended: Ended, routine: str) -> str:
    """The line that shows that the tester noticed; empty if there is none."""
    # A line of a group names the routines of the group, and says how many of its cases failed.
    for line in ended.text.splitlines():
        is_failure = line.startswith("  rank ") or "no progress" in line
        if is_failure and routine in line:
            return line.strip()
    for line in ended.text.splitlines():
        if routine in line and "cases" in line and not line.endswith(" 0 failures"):
            return line.strip()
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tester", required=True)
    parser.add_argument("--only", default="", help="routines whose names contain this")
    parser.add_argument("--reference", action="store_true", help="the BLACS is the reference")
    parser.add_argument("launcher", nargs="+", help="starts two processes")
    arguments = parser.parse_args()
    reference = ["--reference"] if arguments.reference else []
    tester = [arguments.tester, *CASES, *reference]

    whole = run(arguments.launcher, [*tester, "--only", "2d"], LIMIT_S)
    print(f"no routine removed: status {whole.status}")
    if whole.status != 0:
        print(whole.text)
        return 1
    survivors = 0
    chosen = [routine for routine in ROUTINES if arguments.only in routine]
    for routine in chosen if arguments.only else sampled(chosen, SAMPLE):
        mutant = [*tester, "--only", routine, "--without", routine, "--show", "1"]
        begin_s = time.monotonic()
        ended = run(arguments.launcher, [*mutant, "--hang-after", str(HANG_AFTER_S)], LIMIT_S)
        wall_s = time.monotonic() - begin_s
        line = evidence(ended, routine)
        is_noticed = ended.status is not None and ended.status > 0 and line != ""
        survivors += not is_noticed
        verdict = "noticed " if is_noticed else "SURVIVES"
        print(f"{routine} {verdict} status {ended.status}, {wall_s:.1f} s: {line}")
        if not is_noticed:
            print(ended.text)
    print(f"{survivors} mutants survive" if survivors else "every mutant was noticed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
