# SPDX-License-Identifier: BSD-3-Clause
"""A fan-in in the order of arrival against the fixed order, when one process is late."""

from __future__ import annotations

import csv
import subprocess

import tables
import tools

TITLE = "Combines in the order of arrival"
RANKS = 4
ROUNDS = 31


def parts() -> list[str]:
    """The page's parts."""
    build = tools.ROOT / "build" / "release"
    for command in (
        ["cmake", "--preset", "release"],
        ["cmake", "--build", str(build), "--target", "blacs-order-of-arrival"],
    ):
        subprocess.run(command, cwd=tools.ROOT, check=True, capture_output=True)
    printed = tools.Launched(RANKS).run(build / "bin" / "blacs-order-of-arrival", str(ROUNDS))
    rows = [
        [elements, arrival_us, fixed_us, f"{float(arrival_us) / float(fixed_us):.2f}"]
        for elements, arrival_us, fixed_us in csv.reader(printed.splitlines())
    ]
    header = ["doubles", "order of arrival us", "fixed order us", "ratio"]
    words = (
        f"A sum on one of {RANKS} processes with TOP = F. The process whose message the fixed "
        "order expects first starts 20 ms after the others. The times are from its start to the "
        f"result, as medians of {ROUNDS} rounds. The fixed order is that of a repeatable grid.\n"
    )
    return [words, tables.markdown(header, rows)]
