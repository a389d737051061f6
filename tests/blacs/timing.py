#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the timing levels write of a known program, blacs-misuse wait_for_a_slow_sender.

timing.py --program build/release/bin/tests/blacs-misuse -- mpiexec -n
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

LIMIT_S = 60
SLEEP_S = 1.0  # of the sender


def run(program: str, launcher: list[str], level: int, file: Path) -> str:
    """What is written to stderr."""
    environment = os.environ | {
        "STROBE_BLACS_TIMING": str(level),
        "STROBE_BLACS_TIMING_FILE": str(file),
    }
    command = [*launcher, "2", program, "wait_for_a_slow_sender"]
    ended = subprocess.run(
        command, capture_output=True, timeout=LIMIT_S, check=True, text=True, env=environment
    )
    return ended.stderr


def check_table(text: str) -> None:
    lines = text.splitlines()
    assert lines[0] == "BLACS calls of 2 processes: minimum, mean and maximum over the processes", (
        text
    )
    rows = {line.split()[0]: [float(word) for word in line.split()[1:]] for line in lines[2:]}
    assert rows["Cdgesd2d"][:3] == [0, 0.5, 1], text
    assert rows["Cdgesd2d"][9:] == [0, 0.5, 1, 0, 4, 8], text
    total_s, waiting_s = rows["Cdgerv2d"][5], rows["Cdgerv2d"][8]
    assert 0.8 * SLEEP_S < waiting_s <= total_s < 20 * SLEEP_S, text


def check_lines(text: str) -> None:
    records = [json.loads(line) for line in text.splitlines()]
    [sent] = [each for each in records if each["routine"] == "Cdgesd2d"]
    assert (sent["process"], sent["calls"], sent["messages"]) == (1, 1, 1), text
    assert (sent["elements_to"], sent["size_bytes"], sent["scope"]) == (1, 8, None), text
    [received] = [each for each in records if each["routine"] == "Cdgerv2d"]
    assert received["process"] == 0, text
    assert 0.8 * SLEEP_S < received["waiting_s"] <= received["total_s"], text


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("launcher", nargs="+")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "timing"
        assert run(options.program, options.launcher, 1, file) == ""
        check_table(file.read_text(encoding="utf-8"))
        check_table(run(options.program, options.launcher, 2, file))
        check_lines(file.read_text(encoding="utf-8"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
