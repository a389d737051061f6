#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A stand-in for strobe-bench that writes records by the contract, and misbehaves when told to.

It needs no MPI and no third package, so that the session's tests are quick. Variables tell it how:
FAKE_CELLS how many cells, FAKE_DIE_IN, FAKE_HANG_IN and FAKE_SILENT_IN in which cell it is killed,
ends as the bench's watchdog does, or says nothing any more; FAKE_CUT_IN in which it dies in the
middle of a line; FAKE_FULL_IN in which the disk is full; FAKE_REFUSES what it refuses, and why;
FAKE_REFUSES_AGAIN the same, only when it goes on with a run.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from pathlib import Path

KERNEL = {
    "name": "echo",
    "title": "Echo",
    "family": "point_to_point",
    "axes": ["size_bytes"],
    "axis": "size_bytes",
    "time": "half of a round trip",
    "source": "nowhere",
}
TIMES_S = [1e-6 + 1e-9 * index for index in range(12)]
RANK = int(os.environ.get("PMI_RANK") or os.environ.get("OMPI_COMM_WORLD_RANK") or 0)
RANKS = int(os.environ.get("PMI_SIZE") or os.environ.get("OMPI_COMM_WORLD_SIZE") or 1)
HUNG, FULL, BAD_INPUT = 3, 4, 2


def complain(sentence: str) -> None:
    """A line in one piece: `print` writes its end apart where PYTHONUNBUFFERED is set."""
    os.write(2, f"strobe-bench: {sentence}\n".encode())


def told(name: str) -> str:
    """What the variable FAKE_<name> says."""
    return os.environ.get(f"FAKE_{name}", "")


def die() -> None:
    """As the out-of-memory killer does it."""
    os.kill(os.getpid(), signal.SIGKILL)


def header(options: argparse.Namespace) -> dict[str, object]:
    """The run record."""
    return {
        "record": "run",
        "schema": 1,
        "launch": options.launch,
        "started_utc": "2026-01-01T00:00:00Z",
        "program": "fake-bench",
        "version": "0",
        "commit": "0",
        "command": sys.argv,
        "suite": "fake",
        "suite_file": "",
        "ranks": RANKS,
        "seed": options.seed,
        "oversubscribed": False,
        "layer": {"name": "mpi", "standard": "0", "library": "fake"},
        "processes": [{"rank": 0, "host": "here", "pid": os.getpid(), "cpu": 0, "affinity": [0]}],
        "clock": {
            "source": "CLOCK_MONOTONIC",
            "resolution_s": 1e-9,
            "cost_s": 2e-8,
            "shared": True,
            "offset_error_s": 0.0,
        },
        "overhead": {"loop_s": 0.0, "clock_s": 0.0},
        "options": {
            "relative_error": 0.025,
            "confidence": 0.95,
            "samples_min": 10,
            "visits_min": 1,
            "cell_budget_s": 1.0,
            "budget_s": 10.0,
            "sample_s": 1e-5,
        },
        "compiler": {"name": "none", "version": "0", "flags": ""},
        "environment": {},
        "kernels": [KERNEL],
    }


def ended(record: Path, launch: int) -> set[str]:
    """The cells of this launch that an earlier start has ended."""
    found, mine = set(), False
    for line in record.read_text().splitlines():
        row = json.loads(line)
        if row["record"] == "run":
            mine = row["launch"] == launch
        if mine and row["record"] == "cell_end":
            found.add(row["cell"])
    return found


def visit(cell: str, write) -> None:  # type: ignore[no-untyped-def]
    """One visit, or the misbehaviour that was asked for in this cell."""
    write({"record": "visit", "cell": cell, "visit": 0})
    time.sleep(0.02)
    if told("DIE_IN") in (cell, "every"):
        die()
    if told("SILENT_IN") == cell:
        time.sleep(60)
    if told("HANG_IN") == cell:
        reason = "no sample for 1 s"
        complain(f"the cell '{cell}' hung: {reason}")
        write({"record": "cell_end", "cell": cell, "status": "hung", "reason": reason,
               "visits": 0, "samples": 0, "elapsed_s": 0.0})  # fmt: skip
        sys.exit(HUNG)
    if told("FULL_IN") == cell:
        write('{"record":"samp', end="")
        complain("cannot write it: No space left on device")
        sys.exit(FULL)
    if told("CUT_IN") == cell:
        write('{"record":"samp', end="")
        die()
    write({"record": "samples", "cell": cell, "visit": 0, "start_s": 0.1, "regime": None,
           "repetitions": 10, "time_s": TIMES_S, "local_mean_s": [], "late": [], "sentinel": {},
           "switches": 0, "half_width": 0.01})  # fmt: skip
    write({"record": "cell_end", "cell": cell, "status": "satisfied", "reason": "", "visits": 1,
           "samples": len(TIMES_S), "elapsed_s": 0.02})  # fmt: skip


def lead(options: argparse.Namespace) -> None:
    """What rank 0 does: records."""
    cells = [f"echo size_bytes={2**index}" for index in range(int(told("CELLS") or 4))]
    done = ended(options.record, options.launch) if options.resume else set()
    with options.record.open("a", buffering=1) as file:

        def write(row: dict[str, object] | str, end: str = "\n") -> None:
            file.write((row if isinstance(row, str) else json.dumps(row)) + end)
            file.flush()

        write(json.dumps(header(options), separators=(",", ":")))
        write({"record": "plan", "cells": len(cells), "budget_s": 10.0})
        for index, cell in enumerate(cells):
            write({"record": "cell", "cell": cell, "kernel": "echo",
                   "point": {"size_bytes": 2**index}, "origin": "grid", "ranks": RANKS,
                   "bytes_per_operation": 2.0**index, "flops_per_operation": 0.0})  # fmt: skip
        for cell in cells:
            if cell not in done:
                visit(cell, write)
        write({"record": "end", "finished_utc": "2026-01-01T00:00:01Z", "elapsed_s": 1.0,
               "load": [0.0, 0.0, 0.0], "complete": True})  # fmt: skip


def follow(options: argparse.Namespace) -> None:
    """What the other ranks do: stay until rank 0 has ended, well or badly."""
    leader = None
    while leader is None or Path(f"/proc/{leader}").exists():
        time.sleep(0.02)
        text = options.record.read_text() if options.record.exists() else ""
        headers = [line for line in text.splitlines() if line.startswith('{"record":"run"')]
        if headers and '"record": "end"' in text.rpartition('{"record":"run"')[2]:
            return
        if headers:
            leader = json.loads(headers[-1])["processes"][0]["pid"]


def main() -> None:
    """Understands what the session says to the bench."""
    parser = argparse.ArgumentParser()
    for flag in ("--list", "--json", "--resume"):
        parser.add_argument(flag, action="store_true")
    for option in ("--seed", "--launch", "--expect-ranks"):
        parser.add_argument(option, type=int)
    parser.add_argument("--record", type=Path)
    # What to measure, and how well, is nothing to a bench that does not measure.
    options, _ = parser.parse_known_args()
    if options.list:
        catalogue = {"program": "fake", "version": "0", "kernels": [KERNEL], "suites": []}
        print(json.dumps(catalogue))
    elif refusal := told("REFUSES") or (told("REFUSES_AGAIN") if options.resume else ""):
        complain(refusal)
        sys.exit(BAD_INPUT)
    elif RANK == 0:
        lead(options)
    else:
        follow(options)


if __name__ == "__main__":
    main()
