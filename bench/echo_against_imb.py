# SPDX-License-Identifier: BSD-3-Clause
"""Echo against IMB-MPI1 PingPong, in turns: do they agree, and which of them repeats itself?

The machine changes its speed under both. Before and after each of IMB's runs a probe reads our
sentinel, so that medians are compared at one speed; IMB itself knows nothing of it.
"""

from __future__ import annotations

import statistics
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
# As long as IMB takes for all its sizes, a few seconds, spread over nine passes.
LENGTH = ("--visits-min", "9", "--samples-min", "300", "--budget", "20")
ECHO = ("--kernel", "echo", "--size", ",".join(map(str, SIZES)), *LENGTH)
PROBE = ("--kernel", "echo", "--size", "0", "--visits-min", "1", "--samples-min", "6")

By = dict[int, float]  # message size in bytes to time in seconds


@dataclass(frozen=True)
class Round:
    """One run of each tool; IMB's with the sentinel's exchange times around it."""

    ours: Run
    before: Run
    theirs: By
    after: Run


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
        ours = launched.measure(*ECHO) if number % 2 == 0 else None
        before = launched.measure(*PROBE)
        theirs = imb_run(launched)
        after = launched.measure(*PROBE)
        done.append(Round(ours or launched.measure(*ECHO), before, theirs, after))
    return done


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
    regimes = Regimes.of(*(run for r in rounds for run in (r.ours, r.before, r.after)))
    ratios: dict[int, list[float]] = defaultdict(list)
    ours: dict[int, dict[int | None, list[float]]] = defaultdict(lambda: defaultdict(list))
    for r in rounds:
        known = medians(r.ours, regimes)
        speed = probed(r.before, regimes)
        steady = speed == probed(r.after, regimes) != DISTURBED
        shown = headlines(r.ours, regimes)
        for size in SIZES:
            if size in shown:
                ours[size][shown[size][0]].append(shown[size][1])
            if steady and speed in known.get(size, {}):
                ratios[size].append(known[size][speed] / r.theirs[size])
    rows = []
    agreeing = halved = compared = 0
    for size in SIZES:
        ratio = statistics.median(ratios[size]) if ratios[size] else None
        # The widest of the spreads at one speed: a headline says at which speed it was taken.
        own = max((s for s in map(spread, ours[size].values()) if s is not None), default=None)
        imb = spread(r.theirs[size] for r in rounds)
        agreeing += ratio is not None and abs(ratio - 1) <= AGREEMENT
        compared += ratio is not None
        halved += own is not None and imb is not None and own <= imb / 2
        rows.append(
            [
                str(size),
                f"{1e6 * statistics.median(v for vs in ours[size].values() for v in vs):.3f}",
                f"{1e6 * statistics.median(r.theirs[size] for r in rounds):.3f}",
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
    command = " ".join(("mpiexec -n 2 strobe-bench", *ECHO))
    words = (
        f"Each run of Strobe is `{command}`, each of IMB `mpiexec -n 2 IMB-MPI1 PingPong`.\n\n"
        f"{agreeing} of {compared} sizes agree within {AGREEMENT:.0%} at equal speed of the "
        f"machine; Strobe's spread over {len(rounds)} runs is at most half of IMB's at {halved} of "
        f"{len(SIZES)} sizes. Speeds seen (core-to-core exchange): {speeds}."
    )
    return text, words
