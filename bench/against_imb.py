# SPDX-License-Identifier: BSD-3-Clause
"""Compares Strobe with the Intel MPI Benchmarks: do they agree, and which is more repeatable?

The machine changes its speed under both. Before and after each of IMB's runs a probe reads our
sentinel, so that figures are compared within one regime; IMB does not detect regimes.
"""

from __future__ import annotations

import re
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import tables
import tools

from strobe.records.regimes import DISTURBED, Regimes
from strobe.records.run import Run
from strobe.records.summary import CellSummary, RegimeSummary, summarise
from strobe.report.page import naming

ROUNDS = 5
# As we recommend for comparisons of runs: many launches, whose median is the headline. Launches
# differ from each other, so many short ones (`--budget`) tell more than a few long ones.
LAUNCHES = 15
STARTS = 5
PROBE = ("--kernel", "echo", "--size", "0", "--visits-min", "1", "--samples-min", "6")

By = dict[str, float]  # what was measured, "Bcast 8" say, to its time in seconds


@dataclass(frozen=True)
class Contest:
    """A comparison: the benchmark of both tools, and which of our figures is IMB's."""

    ours: tuple[str, ...]
    """Arguments of `strobe measure`."""
    imb: tuple[str, ...]
    """Arguments of `IMB-MPI1`."""
    label: Callable[[CellSummary], str]
    """IMB's name of a cell and, after a blank, its size in bytes where it has one."""
    figure: Callable[[CellSummary, RegimeSummary], float | None]
    """Our figure under IMB's definition, in seconds."""
    agreement: float
    """The tolerated difference, relative to IMB's figure."""


@dataclass(frozen=True)
class Start:
    """One start of IMB, with the sentinel's exchange times around it."""

    before: Run
    times: By
    elapsed_s: float
    after: Run


@dataclass(frozen=True)
class Round:
    """One run of Strobe, and fresh starts of IMB."""

    ours: Run
    ours_s: float
    theirs: list[Start]


def write_lengths(name: str, sizes: Iterable[int]) -> str:
    """The path of a file with these sizes, in bytes, for IMB."""
    path = Path("build/bench") / f"{name}.lengths"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{size}\n" for size in sizes), encoding="utf-8")
    return str(path)


def figures(printed: str) -> By:
    """What IMB-MPI1 printed: the average time of an operation, or the time of one message.

    Of a size that was measured twice the later figure counts.
    """
    times: By = {}
    name, columns = "", list[str]()
    for line in printed.splitlines():
        words = line.split()
        if found := re.match(r"# Benchmarking (\w+)", line):
            name, columns = found[1], []
        elif "#repetitions" in words:
            columns = [word.lstrip("#") for word in words]
        elif columns and len(words) == len(columns) and words[0].isdigit():
            row = dict(zip(columns, words, strict=True))
            label = " ".join((name, *([row["bytes"]] if "bytes" in row else [])))
            average = row.get("t_avg[usec]") or row.get("t[usec]")
            times[label] = 1e-6 * float(average) if average else 1.0 / float(row["Msg/sec"])
    return times


def measure(contest: Contest, rounds: int = ROUNDS) -> list[Round]:
    """The runs, alternating; which tool begins alternates too."""
    launched = tools.Launched()
    done = []
    for number in range(rounds):
        first = _ours(contest) if number % 2 == 0 else None
        theirs = [_start(contest, launched) for _ in range(STARTS)]
        ours, ours_s = first or _ours(contest)
        done.append(Round(ours, ours_s, theirs))
    return done


def _words(contest: Contest) -> tuple[str, ...]:
    return (*contest.ours, "--launches", str(LAUNCHES))


def _ours(contest: Contest) -> tuple[Run, float]:
    return tools.strobe_measure(*_words(contest))


def _start(contest: Contest, launched: tools.Launched) -> Start:
    """IMB between two probes, as a user starts it: default repetitions, one figure a size."""
    before = launched.measure(*PROBE)
    begin = time.monotonic()
    times = figures(launched.run(tools.imb(), *contest.imb))
    elapsed_s = time.monotonic() - begin
    return Start(before, times, elapsed_s, launched.measure(*PROBE))


def _probed(run: Run, regimes: Regimes) -> int | None:
    """The regime of a probe; disturbed if the regime changed."""
    seen = {
        regimes.index(launch, visit.regime) if visit.regime != DISTURBED else DISTURBED
        for launch in run.launches
        for cell in launch.cells.values()
        for visit in cell.visits
    }
    return seen.pop() if len(seen) == 1 else DISTURBED


def _spread(values: Iterable[float]) -> float | None:
    """Largest minus smallest as a part of the median; none of a single value."""
    known = sorted(values)
    return (known[-1] - known[0]) / statistics.median(known) if len(known) > 1 else None


def _by_regime(contest: Contest, cell: CellSummary) -> dict[int | None, float]:
    """Per regime, our figure."""
    found = ((regime.regime, contest.figure(cell, regime)) for regime in cell.regimes)
    return {regime: figure_s for regime, figure_s in found if figure_s is not None}


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f} %"


def parts(contest: Contest) -> list[str]:
    """Holds the contest: the summary, and the table."""
    shown, words = table(contest, measure(contest))
    return [words + "\n", shown]


def table(contest: Contest, rounds: list[Round]) -> tuple[str, str]:
    """The table, and a summary in sentences."""
    starts = [start for r in rounds for start in r.theirs]
    probes = (run for start in starts for run in (start.before, start.after))
    regimes = Regimes.of(*(r.ours for r in rounds), *probes)
    ratios: dict[str, list[float]] = defaultdict(list)
    ours: dict[str, dict[int | None, list[float]]] = defaultdict(lambda: defaultdict(list))
    for r in rounds:
        cells = summarise(r.ours, regimes).cells.values()
        known = {contest.label(cell): _by_regime(contest, cell) for cell in cells}
        for cell in cells:
            label, shown = contest.label(cell), cell.headline
            if shown is not None and shown.regime in known[label]:
                ours[label][shown.regime].append(known[label][shown.regime])
        for start in r.theirs:
            speed = _probed(start.before, regimes)
            if speed != _probed(start.after, regimes) or speed == DISTURBED:
                continue
            for label, by_regime in known.items():
                if speed in by_regime:
                    ratios[label].append(by_regime[speed] / start.times[label])
    rows = []
    agreeing = halved = compared = 0
    calmer: list[float] = []
    for label in starts[0].times:
        ratio = statistics.median(ratios[label]) if ratios[label] else None
        # The largest spread within one regime, since a headline names its regime.
        own = max((s for s in map(_spread, ours[label].values()) if s is not None), default=None)
        # A user of IMB starts it once, so one start of each round counts.
        imb = _spread(r.theirs[0].times[label] for r in rounds)
        agreeing += ratio is not None and abs(ratio - 1) <= contest.agreement
        compared += ratio is not None
        if own is not None and imb:
            calmer.append(own / imb)
            halved += own <= imb / 2
        headlines = [v for vs in ours[label].values() for v in vs]
        rows.append(
            [
                label,
                f"{1e6 * statistics.median(headlines):.3f}" if headlines else "-",
                f"{1e6 * statistics.median(start.times[label] for start in starts):.3f}",
                "-" if ratio is None else f"{ratio:.3f}",
                "-" if ratio is None else f"{min(ratios[label]):.3f}-{max(ratios[label]):.3f}",
                _percent(own),
                _percent(imb),
            ]
        )
    text = tables.markdown(
        (
            "IMB's name, bytes",
            "Strobe us",
            "IMB us",
            "ratio, same speed",
            "range of ratios",
            "spread of Strobe",
            "spread of IMB",
        ),
        rows,
    )
    speeds = ", ".join(naming.regime_name(regimes, i) for i in range(len(regimes.exchange_s)))
    command = " ".join(("strobe measure", *_words(contest)))
    ours_s = statistics.median(r.ours_s for r in rounds)
    theirs_s = statistics.median(start.elapsed_s for start in starts)
    words = (
        f"Each run of Strobe is `{command}` ({ours_s:.0f} s), each of IMB "
        f"`mpiexec -n 2 IMB-MPI1 {' '.join(contest.imb)}` ({theirs_s:.1f} s). "
        f"{len(rounds)} rounds in turns, each with one run of Strobe and {STARTS} starts of IMB: "
        "the first counts for its spread, all for the ratio.\n\n"
        f"{agreeing} of {compared} figures agree within {contest.agreement:.0%} at equal speed of "
        f"the machine; Strobe's spread over {len(rounds)} runs is at most half of IMB's at "
        f"{halved} of {len(rows)}, and {statistics.median(calmer):.2f} of it in the median. "
        f"Speeds seen: {speeds or 'one'}."
    )
    return text, words
