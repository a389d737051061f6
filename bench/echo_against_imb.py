# SPDX-License-Identifier: BSD-3-Clause
"""Echo against IMB-MPI1 PingPong, in turns: do they agree, and which of them repeats itself?

The machine changes its speed under both. Before and after each of IMB's runs a probe reads our
sentinel, so that medians are compared at one speed; IMB itself knows nothing of it.
"""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import tables
import tools

from strobe.records.regimes import DISTURBED, Regimes
from strobe.records.run import Run
from strobe.records.summary import summarise

ROUNDS = 5
SIZES = (0, *(1 << power for power in range(23)))
AGREEMENT = 0.05
# As we advise it where runs are compared: several fresh starts, whose median is the headline.
STARTS = 5
ECHO = ("--kernel", "echo", "--size", ",".join(map(str, SIZES)), "--launches", str(STARTS))
PROBE = ("--kernel", "echo", "--size", "0", "--visits-min", "1", "--samples-min", "6")

By = dict[int, float]  # message size in bytes to time in seconds


@dataclass(frozen=True)
class Start:
    """One start of IMB, with the sentinel's exchange times around it."""

    before: Run
    times: By
    elapsed_s: float
    after: Run


@dataclass(frozen=True)
class Round:
    """One run of each tool, as many fresh starts of one as of the other."""

    ours: Run
    ours_s: float
    theirs: list[Start]


def imb_run(launched: tools.Launched) -> By:
    """IMB's one-way times, as a user gets them: default repetitions, one figure a size."""
    times: By = {}
    for line in launched.run(tools.imb(), "PingPong").splitlines():
        words = line.split()
        if len(words) == 4 and words[0].isdigit():
            times[int(words[0])] = 1e-6 * float(words[2])
    return times


def measure(rounds: int = ROUNDS) -> list[Round]:
    """The runs, alternating; which tool begins alternates too."""
    launched = tools.Launched()
    done = []
    for number in range(rounds):
        first = tools.strobe_measure(*ECHO) if number % 2 == 0 else None
        theirs = [imb_start(launched) for _ in range(STARTS)]
        ours, ours_s = first or tools.strobe_measure(*ECHO)
        done.append(Round(ours, ours_s, theirs))
    return done


def imb_start(launched: tools.Launched) -> Start:
    """IMB between two probes."""
    before = launched.measure(*PROBE)
    begin = time.monotonic()
    times = imb_run(launched)
    elapsed_s = time.monotonic() - begin
    return Start(before, times, elapsed_s, launched.measure(*PROBE))


def probed(run: Run, regimes: Regimes) -> int | None:
    """The regime of a probe; disturbed where it saw a change."""
    seen = {
        regimes.index(launch, visit.regime) if visit.regime != DISTURBED else DISTURBED
        for launch in run.launches
        for cell in launch.cells.values()
        for visit in cell.visits
    }
    return seen.pop() if len(seen) == 1 else DISTURBED


def spread(values: Iterable[float]) -> float | None:
    """Largest minus smallest as a part of the median; none of a single value."""
    known = sorted(values)
    return (known[-1] - known[0]) / statistics.median(known) if len(known) > 1 else None


def medians(run: Run, regimes: Regimes) -> dict[int, dict[int | None, float]]:
    """Per size and regime, the median of one of our runs."""
    summary = summarise(run, regimes)
    return {
        int(cell.declared.point["size_bytes"]): {r.regime: r.median_s for r in cell.regimes}
        for cell in summary.cells.values()
    }


def headlines(run: Run, regimes: Regimes) -> dict[int, tuple[int | None, float]]:
    """Per size, the regime and the median that our report shows."""
    summary = summarise(run, regimes)
    return {
        int(cell.declared.point["size_bytes"]): (cell.headline.regime, cell.headline.median_s)
        for cell in summary.cells.values()
        if cell.headline
    }


def percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f} %"


def table(rounds: list[Round]) -> tuple[str, str]:
    """The table, and what it comes to in words."""
    starts = [start for r in rounds for start in r.theirs]
    probes = (run for start in starts for run in (start.before, start.after))
    regimes = Regimes.of(*(r.ours for r in rounds), *probes)
    ratios: dict[int, list[float]] = defaultdict(list)
    ours: dict[int, dict[int | None, list[float]]] = defaultdict(lambda: defaultdict(list))
    for r in rounds:
        for size, (regime, median_s) in headlines(r.ours, regimes).items():
            ours[size][regime].append(median_s)
        known = medians(r.ours, regimes)
        for start in r.theirs:
            speed = probed(start.before, regimes)
            if speed != probed(start.after, regimes) or speed == DISTURBED:
                continue
            for size in SIZES:
                if speed in known.get(size, {}):
                    ratios[size].append(known[size][speed] / start.times[size])
    rows = []
    agreeing = halved = compared = 0
    calmer: list[float] = []
    for size in SIZES:
        ratio = statistics.median(ratios[size]) if ratios[size] else None
        # The widest of the spreads at one speed: a headline says at which speed it was taken.
        own = max((s for s in map(spread, ours[size].values()) if s is not None), default=None)
        # Its user starts it once, so one start of each round.
        imb = spread(r.theirs[0].times[size] for r in rounds)
        agreeing += ratio is not None and abs(ratio - 1) <= AGREEMENT
        compared += ratio is not None
        if own is not None and imb:
            calmer.append(own / imb)
            halved += own <= imb / 2
        rows.append(
            [
                str(size),
                f"{1e6 * statistics.median(v for vs in ours[size].values() for v in vs):.3f}",
                f"{1e6 * statistics.median(start.times[size] for start in starts):.3f}",
                "-" if ratio is None else f"{ratio:.3f}",
                "-" if ratio is None else f"{min(ratios[size]):.3f}-{max(ratios[size]):.3f}",
                percent(own),
                percent(imb),
            ]
        )
    text = tables.markdown(
        (
            "bytes",
            "Strobe us",
            "IMB us",
            "ratio, same speed",
            "range of ratios",
            "spread of Strobe",
            "spread of IMB",
        ),
        rows,
    )
    speeds = ", ".join(f"{1e9 * s:.0f} ns" for s in regimes.exchange_s)
    command = " ".join(("strobe measure", *ECHO))
    ours_s = statistics.median(r.ours_s for r in rounds)
    theirs_s = statistics.median(start.elapsed_s for start in starts)
    words = (
        f"Each run of Strobe is `{command}` ({ours_s:.0f} s), each of IMB "
        f"`mpiexec -n 2 IMB-MPI1 PingPong` ({theirs_s:.1f} s). "
        f"{len(rounds)} rounds in turns, each with one run of Strobe and {STARTS} starts of IMB: "
        "the first counts for its spread, all for the ratio.\n\n"
        f"{agreeing} of {compared} sizes agree within {AGREEMENT:.0%} at equal speed of the "
        f"machine; Strobe's spread over {len(rounds)} runs is at most half of IMB's at {halved} of "
        f"{len(SIZES)} sizes, and {statistics.median(calmer):.2f} of it in the median over sizes. "
        f"Speeds seen (core-to-core exchange): {speeds}."
    )
    return text, words
