# SPDX-License-Identifier: BSD-3-Clause
"""A trace on a machine: SimGrid's SMPI executes it in virtual time (Degomme, Legrand, Markomanolis,
Quinson, Stillwell and Suter, "Simulating MPI applications: the SMPI approach", 2017).
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from strobe.base.errors import StrobeError
from strobe.coscheduling.trace import INDEX
from strobe.predict import platform
from strobe.predict.machine import Machine, Placement

Floats = NDArray[np.float64]

DEADLOCK = b"deadlock"
UNLIMITED = 1 << 30
"""Bytes up to which a send does not wait, where none may."""
ACTION = re.compile(rb"^([0-9.]+) (\d+) (\d+) ([a-z]\S*)", re.MULTILINE)
END = re.compile(rb"^([0-9.]+) \d+ Simulation time", re.MULTILINE)


@dataclass(frozen=True)
class Replay:
    """How long a job took, and what each rank did when."""

    time_s: float
    """When the last rank was over."""
    ends_s: tuple[Floats, ...]
    """When each line of the trace of a rank was over; that of its begin is 0. Empty unless asked
    for."""
    is_buffered: bool = False
    """Whether no send waited for its receive, since the ranks would wait for ever for each other at
    the eager limit that the machine shows."""

    def durations_s(self, rank: int) -> Floats:
        """How long each line of a rank took."""
        return np.diff(self.ends_s[rank], prepend=0.0)


def replay(
    lines: Sequence[Sequence[str]],
    machine: Machine,
    ranks_per_node: int,
    *,
    by_line: bool = True,
    beside: Sequence[int] | None = None,
) -> Replay:
    """Replay the lines of each process: of each rank, unless `beside` has for each process the rank
    that is with it on a node. `by_line` tells when each line was over, and takes three times as
    long. Raises StrobeError with SimGrid's own words if it cannot.

    A record is that of a run that came to its end. So sends that cannot all wait do not wait.
    """
    of = range(len(lines)) if beside is None else beside
    placement = Placement(max(of) + 1, ranks_per_node)
    nodes = [placement.node_of(rank) for rank in of]
    found = _replayed(lines, machine, placement, nodes, by_line=by_line)
    if found is not None:
        return found
    levels = {name: replace(one, limit_bytes=UNLIMITED) for name, one in machine.levels.items()}
    unlimited = replace(machine, levels=levels)
    found = _replayed(lines, unlimited, placement, nodes, by_line=by_line)
    if found is None:
        raise StrobeError(
            "SimGrid cannot replay the record: all its ranks wait for each other. So it is where "
            "several threads of a rank call MPI at once, since a replay has their calls in a row"
        )
    return replace(found, is_buffered=True)


def _replayed(
    lines: Sequence[Sequence[str]],
    machine: Machine,
    placement: Placement,
    nodes: Sequence[int],
    *,
    by_line: bool,
) -> Replay | None:
    """None if all wait."""
    size = len(lines)
    library = platform.library()
    with tempfile.TemporaryDirectory(prefix="strobe-predict-") as name:
        folder = Path(name)
        names = []
        for rank, own in enumerate(lines):
            names.append(f"rank-{rank}.txt")
            (folder / names[-1]).write_text("\n".join(own) + "\n")
        (folder / INDEX).write_text("\n".join(names) + "\n")
        table = platform.write(machine, placement, folder / "machine.txt")
        places = [f"host{node}" for node in nodes]
        (folder / "hosts").write_text("\n".join(places) + "\n")
        done = subprocess.run(
            _command(size, library, machine, "verbose" if by_line else "info"),
            cwd=folder,
            env={**os.environ, platform.VARIABLE: str(table)},
            capture_output=True,
            check=False,
        )
    end = END.search(done.stderr)
    ends = _ends(done.stderr, lines) if by_line else ()
    if done.returncode != 0 or end is None or ends is None:
        if DEADLOCK in done.stderr.lower():
            return None
        raise StrobeError(f"SimGrid cannot replay the record: {_reason(done.stderr)}")
    return Replay(float(end[1]), ends)


def _command(size: int, library: Path, machine: Machine, told: str) -> list[str]:
    return [
        "smpirun", "-no-privatize", "-np", str(size), "-platform", str(library),
        "-hostfile", "hosts", "-replay", INDEX,
        *(f"--cfg={key}:{value}" for key, value in platform.settings(machine).items()),
        "--log=root.thresh:critical", f"--log=smpi_replay.thresh:{told}",
        "--log=root.fmt:%.9r%e%a%e%m%n", "--log=no_loc",
    ]  # fmt: skip


def _ends(said: bytes, lines: Sequence[Sequence[str]]) -> tuple[Floats, ...] | None:
    """The time of each line. SimGrid says nothing of the lines that it does not execute."""
    found: list[list[float]] = [[] for _ in lines]
    for match in ACTION.finditer(said):
        found[int(match[3])].append(float(match[1]))
    ends = []
    for own, times in zip(lines, found, strict=True):
        silent = [line.split(" ", 2)[1] in ("init", "finalize") for line in own]
        if len(times) != len(own) - sum(silent):
            return None
        column = np.zeros(len(own))
        column[~np.array(silent)] = times
        ends.append(np.maximum.accumulate(column))
    return tuple(ends)


def _reason(said: bytes) -> str:
    text = said.decode(errors="replace").strip().splitlines()
    return next((line for line in text if "CRITICAL" in line or "rror" in line),
                text[-1] if text else "it says nothing")  # fmt: skip
