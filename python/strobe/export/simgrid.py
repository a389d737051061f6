# SPDX-License-Identifier: BSD-3-Clause
"""The machine of a run as a platform of SimGrid, for programs and traces of anybody."""

from __future__ import annotations

import shlex
from pathlib import Path

from strobe.base.errors import StrobeError
from strobe.predict import machine_of_run, platform
from strobe.predict.machine import Placement

TABLE, SOURCE, HOW = "machine.txt", "platform.cpp", "README.txt"


def files(folder: Path, hosts: int) -> list[tuple[str, str]]:
    """The table of the machine with so many hosts, the source of its platform, and how to use them.

    Raises StrobeError where the run does not say enough.
    """
    found = machine_of_run.measured(folder)
    if hosts > 1 and not found.is_with_several_nodes:
        raise StrobeError(f"{folder} was measured within one node: export it with --hosts 1")
    settings = [f"--cfg={key}:{value}" for key, value in platform.settings(found).items()]
    make = [*platform.compilation("c++", SOURCE), "-o", "platform.so"]
    run = ["smpirun", "-np", str(hosts), "-platform", "./platform.so", "-hostfile", "hosts",
           *settings, "./app"]  # fmt: skip
    how = (
        f"{found.title}\n\nA platform of SimGrid with the measured time of each message. In this "
        f"folder:\n\n    {shlex.join(make)}\n    {platform.VARIABLE}={TABLE} {shlex.join(run)}\n\n"
        "The program is compiled by smpicc, or a trace is replayed (-replay). The hosts are host0, "
        "host1 and so on; the file `hosts` has one of them for each rank.\n"
    )
    names = "".join(f"host{number}\n" for number in range(hosts))
    return [
        (TABLE, platform.table(found, Placement(hosts, 1))),
        (SOURCE, platform.SOURCE.read_text(encoding="utf-8")),
        ("hosts", names),
        (HOW, how),
    ]
