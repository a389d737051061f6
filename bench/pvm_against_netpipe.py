# SPDX-License-Identifier: BSD-3-Clause
"""Round trips over PVM against NetPIPE's (NPpvm), in turns: do they agree?

NetPIPE sends in place over direct routes, as our layer does, and returns the message that it
received. Its figure is the best of seven trials' means; ours is given as the best of as many
visits' means beside the median that our report shows.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import tables
import tools

from strobe.launch import virtual_machine
from strobe.launch.preparation import prepare
from strobe.launch.virtual_machine import RefusalError
from strobe.options.measurement import MeasureOptions
from strobe.records.run import Run, load
from strobe.records.summary import summarise

PROGRAM = "NPpvm"
ROUNDS = 5
SIZES = tuple(1 << power for power in range(21))
AGREEMENT = 0.10
TRIALS = 7
# Samples of many round trips, like NetPIPE's: a single one starts from idle and is slower.
ECHO = (
    "--kernel", "echo", "--set", "reply=returned", "--size", ",".join(map(str, SIZES)),
    "--sample", "0.005", "--samples-min", str(10 * TRIALS), "--visits-min", str(TRIALS),
    "--budget", "40",
)  # fmt: skip
NETPIPE = ("-l", "1", "-u", str(SIZES[-1]), "-p", "0")
ROUND_S = 180.0
JOIN_S = 20.0

By = dict[int, float]  # message size in bytes to half a round trip in seconds


@dataclass(frozen=True)
class Round:
    """One run of each."""

    ours: By  # our headlines
    ours_best: By  # as NetPIPE counts
    theirs: By


def parts() -> list[str]:
    """The table, below what it comes to. Raises LeftOutError where it cannot be compared."""
    if shutil.which(PROGRAM) is None:
        raise tables.LeftOutError(f"{PROGRAM} is missing, 'apt install netpipe-pvm' brings it")
    try:
        virtual_machine.daemon()
    except RefusalError as refusal:
        raise tables.LeftOutError(str(refusal)) from refusal
    shown, words = table(measure())
    return [words + "\n", shown]


def measure(rounds: int = ROUNDS) -> list[Round]:
    """The runs, alternating; which begins alternates too."""
    done = []
    for number in range(rounds):
        first = netpipe_run() if number % 2 else None
        run = echo_run()
        done.append(Round(headlines(run), best_means(run), first or netpipe_run()))
    return done


def echo_run() -> Run:
    """A run of our bench, as `strobe measure --layer pvm` starts it."""
    prepared = prepare(None, MeasureOptions(layer="pvm", kernel=["echo"], ranks=tools.RANKS))
    with tempfile.TemporaryDirectory(prefix="strobe-bench-") as folder:
        record = Path(folder) / "samples.jsonl"
        line = [*prepared.launcher.command(prepared.job), prepared.bench, "--record", record, *ECHO]
        subprocess.run(list(map(str, line)), check=True, capture_output=True)
        return load(record)


def headlines(run: Run) -> By:
    """Per size, the median that our report shows."""
    return {
        int(cell.declared.point["size_bytes"]): cell.headline.median_s
        for cell in summarise(run).cells.values()
        if cell.headline
    }


def best_means(run: Run) -> By:
    """Per size, the smallest mean of a visit's samples."""
    return {
        int(cell.declared.point["size_bytes"]): min(
            statistics.fmean(visit.time_s) for visit in cell.visits if visit.time_s
        )
        for launch in run.launches
        for cell in launch.cells.values()
        if cell.visits
    }


def netpipe_run() -> By:
    """NetPIPE's figures, in a virtual machine of its own."""
    with tempfile.TemporaryDirectory(prefix="strobe-netpipe-") as folder, own_machine() as there:
        figures = Path(folder) / "figures"
        receiver = start(there, folder, 1, "-o", os.devnull)
        try:
            send(there, folder, figures)
            receiver.wait(ROUND_S)
        finally:
            receiver.kill()
            receiver.wait()
        rows = (line.split() for line in figures.read_text(encoding="utf-8").splitlines())
        return {int(size): float(half_s) for size, _, half_s in rows}


@contextlib.contextmanager
def own_machine() -> Iterator[dict[str, str]]:
    """A separate virtual machine, because NetPIPE connects to any task that it finds."""
    with tempfile.TemporaryDirectory(prefix="strobe-pvm-") as folder:
        before = os.environ.get("PVM_TMP")
        os.environ["PVM_TMP"] = folder
        try:
            with virtual_machine.virtual_machine(None) as there:
                yield there
        finally:
            if before is None:
                del os.environ["PVM_TMP"]
            else:
                os.environ["PVM_TMP"] = before


def start(there: dict[str, str], folder: str, place: int, *words: str) -> subprocess.Popen[bytes]:
    """One side of NetPIPE, on a core of its own as our tasks are."""
    return subprocess.Popen(
        [PROGRAM, *NETPIPE, *words], env=there, cwd=folder, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=bound_to(place),
    )  # fmt: skip


def bound_to(place: int) -> Callable[[], None]:
    """For a child between fork and exec: it stays on the core at this place among ours."""
    cores = sorted(os.sched_getaffinity(0))
    return lambda: os.sched_setaffinity(0, {cores[place % len(cores)]})


def send(there: dict[str, str], folder: str, figures: Path) -> None:
    """The side that measures, to its end; again while the other has not joined the machine yet."""
    deadline = time.monotonic() + JOIN_S
    while True:
        sender = start(there, folder, 0, "-h", "localhost", "-o", str(figures))
        try:
            sender.wait(ROUND_S)
        finally:
            sender.kill()
            sender.wait()
        if figures.exists() and figures.stat().st_size > 0:
            return
        if time.monotonic() > deadline:
            sys.exit(f"{PROGRAM} ended with {sender.returncode} and measured nothing")
        time.sleep(0.05)


def table(rounds: list[Round]) -> tuple[str, str]:
    """The table, and what it comes to in words."""
    rows = []
    agreeing = compared = 0
    for size in SIZES:
        known = [r for r in rounds if size in r.ours and size in r.ours_best and size in r.theirs]
        if not known:
            continue
        ratios = [r.ours_best[size] / r.theirs[size] for r in known]
        ratio = statistics.median(ratios)
        compared += 1
        agreeing += abs(ratio - 1) <= AGREEMENT
        figures = [
            statistics.median(1e6 * by[size] for by in side)
            for side in (
                [r.ours for r in known],
                [r.ours_best for r in known],
                [r.theirs for r in known],
            )
        ]
        rows.append(
            [
                str(size),
                *(f"{us:.2f}" for us in figures),
                f"{ratio:.3f}",
                f"{min(ratios):.3f}-{max(ratios):.3f}",
            ]
        )
    text = tables.markdown(
        ("bytes", "Strobe us, median", "Strobe us, best", "NetPIPE us", "ratio of best", "range"),
        rows,
    )
    words = (
        f"Half a round trip. Each run of Strobe is `strobe-bench-pvm -n 2 {' '.join(ECHO)}`, each "
        f"of NetPIPE `{PROGRAM} {' '.join(NETPIPE)}`, both with a process on each of two cores; "
        f"{len(rounds)} rounds in turns. NetPIPE prints the best of {TRIALS} trials' means; beside "
        f"our median stands the best of our visits' means, which is compared.\n\n"
        f"{agreeing} of {compared} sizes agree within {AGREEMENT:.0%} (median over the rounds)."
    )
    return text, words
