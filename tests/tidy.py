#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs programs that end in disorder, and removes what their MPI leaves in shared memory.

    tidy.py mpiexec -n 2 build/release/bin/tests/blacs-tester --end abort

Processes that it started end with it, and its status is that of the command. Standard library only:
it runs as a script, in tests of C++.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))
from strobe.launch import processes
from strobe.launch.residue import Residue


def main(command: list[str]) -> int:
    if not command:
        sys.exit("tidy.py: name a command")
    processes.adopt_orphans()
    mark = processes.new_mark()
    residue = Residue(mark)
    try:
        status = subprocess.call(command, env={**os.environ, processes.MARK: mark})
    finally:
        residue.look(always=True)
        processes.end_all(mark, grace_s=0)
        residue.remove(orderly=False)
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
