#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The client on ScaLAPACK's own BLACS and on ours: the residuals are of one size.

    compare.py --client build/release/bin/tests/scalapack-client \\
        --blacs build/release/lib/libstrobe_blacs.so -- mpiexec -n 4

LD_LIBRARY_PATH is to lead to ScaLAPACK and what it needs, as ctest has it.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from pathlib import Path

from loading import blacs_of

# Sums in another order round in another way.
FACTOR = 2.0
# That order differs from run to run with either BLACS, and the residual of an eigenvector by a
# factor of ten (seen: pcheev 0.5 to 4.2). Where one is larger, the medians of so many runs count.
RUNS = 7
# Below it, a tenth of what LAPACK's tests allow, a residual is rounding, whatever the other one is.
ROUNDING = 3.0


def residuals(launcher: list[str], client: Path, preload: Path | None) -> dict[str, float]:
    """What the client says, by grid and routine; it ends with 0 if all are small."""
    command = [*launcher, "env", f"LD_PRELOAD={preload or ''}", str(client)]
    ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if ended.returncode != 0:
        sys.exit(f"{ended.stdout}the client ended with {ended.returncode}, preloaded: {preload}")
    words = [line.split() for line in ended.stdout.splitlines()]
    return {f"{grid} {routine}": float(value) for grid, routine, value in words}


def compare(own: list[dict[str, float]], theirs: list[dict[str, float]]) -> int:
    """Prints the medians of both over all runs; returns how many of ours are larger."""
    larger = 0
    for name in own[0]:
        ours = statistics.median(run[name] for run in own)
        reference = statistics.median(run[name] for run in theirs)
        is_larger = ours > max(FACTOR * reference, ROUNDING)
        larger += is_larger
        print(f"{name:<28} {ours:8.3g}  ScaLAPACK's own BLACS {reference:8.3g}"
              f"{'  LARGER' if is_larger else ''}")  # fmt: skip
    print(f"{len(own[0])} residuals, medians of {len(own)}: {larger} larger than with ScaLAPACK's "
          "own BLACS")  # fmt: skip
    return larger


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--client", type=Path, required=True)
    parser.add_argument("--blacs", type=Path, required=True, help="our shared library")
    parser.add_argument("launcher", nargs="+", help="starts the processes")
    arguments = parser.parse_args()
    reference = blacs_of(arguments.client, None)
    if "scalapack" not in reference.name:
        sys.exit(f"the reference is not ScaLAPACK's own BLACS: {reference}")
    ours = blacs_of(arguments.client, arguments.blacs)
    if ours != arguments.blacs.resolve():
        sys.exit(f"preloading has no effect: the BLACS is {ours}")

    theirs: list[dict[str, float]] = []
    own: list[dict[str, float]] = []
    for runs in (1, RUNS):
        while len(own) < runs:
            theirs.append(residuals(arguments.launcher, arguments.client, None))
            own.append(residuals(arguments.launcher, arguments.client, arguments.blacs))
            if not own[0] or not own[0].keys() == own[-1].keys() == theirs[-1].keys():
                sys.exit(f"not the same residuals: {sorted(own[-1].keys() ^ theirs[-1].keys())}")
        if compare(own, theirs) == 0:
            return 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
