# SPDX-License-Identifier: BSD-3-Clause
"""A machine as SimGrid reads it: a table, and the library that makes a platform of it.

platform.cpp beside this file says what is in the table. The library is compiled once for each
release of SimGrid and kept in the folder of caches.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from strobe.base import writing
from strobe.base.errors import StrobeError
from strobe.predict import compiled
from strobe.predict.machine import Level, Machine, Placement

SOURCE = Path(__file__).with_name("platform.cpp")
VARIABLE = "STROBE_PLATFORM"
FLOPS_PER_S = 1e9
"""Of a processor, and of a trace: its computation is in these."""
INSTALL = "install SimGrid: `apt install libsimgrid-dev`"
SELECTORS = {"MPICH": "mpich", "Open MPI": "ompi", "Intel MPI": "impi"}
SHARES_NOTHING = 1e6
"""Times the bandwidth of one message: no pair of messages is slower for the other."""


def table(machine: Machine, placement: Placement) -> str:
    """The lines of a machine with the nodes of a job."""
    lines = [f"hosts {placement.nodes} {machine.processors} {FLOPS_PER_S:g}"]
    if machine.nodes_apart is not None:
        lines.append(f"shared {machine.nodes_apart}")
    for name, level in machine.levels.items():
        lines += _level(name, level)
    if "node" not in machine.levels:
        lines.append("link node 1e12")
    if "network" not in machine.levels:
        lines.append("link network 1e12")
    return "\n".join(lines) + "\n"


def _level(name: str, level: Level) -> Iterator[str]:
    # What is known of both kinds of messages holds up to the eager limit, and just above it. Beyond
    # the last size, times grow as before it: where that is the limit, not as across the limit.
    limit = level.eager_bytes
    last = max(limit + 1, float(level.whole.sizes_bytes[-1]))
    sizes = np.union1d(level.whole.sizes_bytes, [limit, limit + 1, 2 * last])
    whole = level.whole.at(sizes)
    send, receive = level.overhead_s(sizes)
    background = level.background_s(sizes)
    # Messages above the eager limit cost no processor anything in SimGrid.
    eager = sizes <= limit
    inside = whole - np.where(eager, send + receive, 0.0)
    # A link is shared by what moves through it, at the rate of the longest messages. What a message
    # takes beyond that is latency, in which others may move.
    # Where a bucket limits what a node sends, messages share nothing else.
    bucket = level.bucket
    rate = SHARES_NOTHING * bucket.rate_bytes_per_s if bucket else level.rate_bytes_per_s
    transfer = np.minimum(sizes / rate, inside)
    shared = level.parallel_transfers if level.parallel_transfers else SHARES_NOTHING
    yield f"link {name} {rate * (shared if name == 'node' else 1.0):.9g}"
    if bucket:
        rate_and_depth = f"{bucket.rate_bytes_per_s:.9g} {bucket.depth_bytes:.9g}"
        yield f"bucket {name} {rate_and_depth} {bucket.headers_bytes:.9g}"
    columns = (sizes, inside - transfer, transfer, send, receive, background, eager)
    for row in zip(*columns, strict=True):
        size, latency_s, transfer_s, send_s, receive_s, beside_s, is_eager = row
        yield f"message {name} {size:.0f} {latency_s:.9g} {transfer_s:.9g}"
        yield f"background {name} {size:.0f} {beside_s:.9g}"
        if is_eager:
            yield f"send {name} {size:.0f} {send_s:.9g}"
            yield f"receive {name} {size:.0f} {receive_s:.9g}"


def library() -> Path:
    """The compiled library. Raises StrobeError where it cannot be had."""

    def line() -> list[str]:
        compiler = shutil.which(os.environ.get("CXX", "c++"))
        if compiler is None:
            raise StrobeError("a prediction needs a C++ compiler: `apt install g++`")
        return compilation(compiler, str(SOURCE))

    key = "\0".join([_simgrid(), *compilation("", "")])
    return compiled.library("the platform for SimGrid", SOURCE, key, line, INSTALL)


def compilation(compiler: str, source: str) -> list[str]:
    """The command that makes the library, but for `-o FILE`."""
    # SimGrid still has the functions when it has closed the library.
    return [compiler, "-std=c++17", "-O1", "-shared", "-fPIC", "-Wl,-z,nodelete", source,
            "-lsimgrid"]  # fmt: skip


def settings(machine: Machine) -> dict[str, str]:
    """What SMPI is told of a machine, by the names of its own options."""
    eager = max(level.eager_bytes for level in machine.levels.values())
    return {
        "smpi/host-speed": f"{FLOPS_PER_S:g}f",
        "smpi/async-small-thresh": str(eager + 1),
        "smpi/send-is-detached-thresh": str(eager + 1),
        "smpi/coll-selector": SELECTORS.get(machine.mpi, "mpich"),
        # The times of messages are measured ones: SimGrid's own corrections would come on top.
        "network/TCP-gamma": "0",
        "network/weight-S": "0",
        "network/crosstraffic": "no",
    }


def _simgrid() -> str:
    """The release of SimGrid that is installed."""
    program = shutil.which("smpirun")
    if program is None:
        raise StrobeError(f"a prediction needs smpirun: {INSTALL}")
    done = subprocess.run([program, "-version"], capture_output=True, text=True, check=False)
    return done.stdout


def write(machine: Machine, placement: Placement, file: Path) -> Path:
    """Write the table; returns its path."""
    return writing.write(file, table(machine, placement))
