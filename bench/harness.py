# SPDX-License-Identifier: BSD-3-Clause
"""What the harness costs: inside a sample, as a suite, with too few cores, to ask for help."""

from __future__ import annotations

import subprocess
import time

import tables
import tools

from strobe.records.run import Run


def parts() -> list[str]:
    """The page's parts."""
    return [
        "## Inside a sample, against a loop written by hand\n",
        inside_a_sample(),
        "## Whole runs\n",
        suites(),
        help_s(),
    ]


def inside_a_sample() -> str:
    """Nanoseconds an operation beyond a loop written by hand."""
    build = tools.ROOT / "build" / "release"
    subprocess.run(
        ["cmake", "--build", build, "--target", "harness-cost"], check=True, capture_output=True
    )
    rows = [
        [name, f"{float(median):.2f}", f"{float(low):.2f} to {float(high):.2f}"]
        for name, median, low, high in (
            line.split(",")
            for line in tools.Launched().run(build / "bin" / "harness-cost").splitlines()
        )
    ]
    return tables.markdown(("kernel", "ns an operation", "95 % interval"), rows)


def cells(run: Run) -> tuple[int, int, float]:
    """Cells, those that satisfied the stopping rule, and the longest time that one took."""
    ends = [c.end for launch in run.launches for c in launch.cells.values() if c.end]
    satisfied = sum(end.status == "satisfied" for end in ends)
    return len(ends), satisfied, max(end.elapsed_s for end in ends)


def suites() -> str:
    """The quick suite as `make report` runs it, and with twice as many ranks as cores."""
    rows = []
    for ranks in (2, 4):
        run, elapsed_s = tools.strobe_measure("quick", "--ranks", str(ranks))
        count, satisfied, longest_s = cells(run)
        header = run.launches[0].header
        end = run.launches[0].end
        rows.append(
            [
                f"quick, {ranks} ranks",
                f"{elapsed_s:.1f}",
                f"{end.elapsed_s if end else float('nan'):.1f}",
                f"{satisfied} of {count} ({satisfied / count:.0%})",
                f"{longest_s:.2f} of {header.options.cell_budget_s:g}",
                "yes" if header.oversubscribed else "no",
            ]
        )
    return tables.markdown(
        ("run", "whole s", "measuring s", "cells satisfied", "longest cell s", "oversubscribed"),
        rows,
    )


def help_s() -> str:
    """Seconds until `strobe --help` has answered: median of 9."""
    times = []
    for _ in range(9):
        begin = time.monotonic()
        subprocess.run([tools.STROBE, "--help"], check=True, capture_output=True)
        times.append(time.monotonic() - begin)
    return f"`strobe --help` answers in {sorted(times)[4]:.2f} s (median of 9).\n"
