# SPDX-License-Identifier: BSD-3-Clause
"""The page that compares two runs: their differences, and the verdict for every cell."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from strobe.base import units
from strobe.base.errors import StrobeError
from strobe.gate.comparisons import accepted_ratio
from strobe.gate.pairing import pair_cells
from strobe.records import run as runs
from strobe.records.regimes import Regimes
from strobe.records.run import Run
from strobe.records.summary import Summary, summarise
from strobe.report.comparison import section
from strobe.report.comparison.differences import differences
from strobe.report.page import html, naming
from strobe.report.page.html import Entry
from strobe.report.page.verdict import Tally, Verdict
from strobe.report.quality.checks import quality_issues
from strobe.report.quality.verdict import verdict
from strobe.report.run.cells import kernels_of_both
from strobe.report.run.inputs import load_context
from strobe.report.run.page import run_line
from strobe.statistics.comparison import WEAKER, Comparison, compare
from strobe.statistics.median import median


@dataclass(frozen=True)
class Side:
    """One of the two runs, with its letter on the page."""

    letter: str
    run: Run
    summary: Summary
    context: dict[str, Any]
    verdict: Verdict

    @property
    def subtitle(self) -> str:
        """Date, MPI, ranks and launches, in one line."""
        return run_line(self.run.launches[0].header, self.summary, self.context)


def write_comparison(a: Path, b: Path, output: Path) -> Path:
    """Write the page that compares run folder `b` against `a` to `output`; returns its path.

    Raises StrobeError when a folder holds no run, when both are the same, or when `output` cannot
    be written.
    """
    if a.resolve() == b.resolve():
        raise StrobeError(f"{a} and {b} are the same run; name two different runs")
    loaded = runs.load(a), runs.load(b)
    regimes = Regimes.of(*loaded)
    sides = tuple(
        _side(letter, run, regimes, load_context(run.folder))
        for letter, run in zip(section.RUNS, loaded, strict=True)
    )
    parts = _parts(sides[0], sides[1])
    drawings = [drawing for one in parts["kernels"] for drawing in one.drawings]
    try:
        output.write_text(html.render("comparison.html.j2", drawings, **parts), encoding="utf-8")
    except OSError as error:
        raise StrobeError(f"cannot write {output}: {error.strerror}") from error
    return output


def _side(letter: str, run: Run, regimes: Regimes, context: dict[str, Any]) -> Side:
    summary = summarise(run, regimes)
    found = quality_issues(run, summary, None, context)
    return Side(letter, run, summary, context, verdict(run, summary, found))


def _parts(a: Side, b: Side) -> dict[str, Any]:
    """Everything that the template prints."""
    summaries = a.summary, b.summary
    confidence = min(summary.confidence for summary in summaries)
    comparisons = {c.key: c for c in compare(pair_cells(*summaries), confidence=confidence)}
    kernels = kernels_of_both(a.run, a.summary, b.run, b.summary)
    found = {name: section.curves(summaries, kernels[name], comparisons) for name in kernels}
    differing, same = differences((a.run, a.summary, a.context), (b.run, b.summary, b.context))
    built = [
        section.comparison_section(summaries, kernels[name], curves)
        for name, curves in found.items()
    ]
    contents = [Entry("differences", "Differences"), Entry("overview", "Verdicts")]
    contents += [Entry(s.id, s.kernel.title, apart=s is built[0]) for s in built]
    return {
        "title": _title(a, b),
        "sides": (a, b),
        "contents": contents,
        "verdict": _verdict(list(comparisons.values())),
        "differing": differing,
        "same": same,
        "regimes": _regimes(a.summary.regimes),
        "overview": section.overview([curve for curves in found.values() for curve in curves]),
        "method": _method(list(comparisons.values()), confidence),
        "kernels": built,
    }


def _title(a: Side, b: Side) -> str:
    """The runs by their MPIs or hosts if these differ; else the suite and host that they share."""
    here, there = (side.run.launches[0].header for side in (a, b))
    hosts = [side.run.launches[0].header.processes[0].host for side in (a, b)]
    libraries = [naming.mpi_name(header.layer.library) for header in (here, there)]
    for one, other in (libraries, hosts):
        if one != other:
            return f"{other} against {one}"
    return f"Two runs of {naming.suite_name(here)} on {hosts[0]}"


def _verdict(comparisons: list[Comparison]) -> Verdict:
    """The verdict and the counts, without a colour: faster is not better for every reader."""
    count = Counter(comparison.verdict for comparison in comparisons)
    unknown, faster, slower = count["cannot tell"], count["faster"], count["slower"]
    if not faster and not slower:
        headline = "No cell differs significantly between A and B."
    elif not slower:
        headline = f"B is faster in {units.plural(faster, 'cell')} and slower in none."
    elif not faster:
        headline = f"B is slower in {units.plural(slower, 'cell')} and faster in none."
    else:
        headline = (
            f"B is faster in {units.plural(faster, 'cell')} and slower in {units.count(slower)}."
        )
    if unknown:
        of = units.plural(len(comparisons), "cell")
        headline = f"{units.count(unknown)} of {of}: cannot tell. {headline}"
    sentences = []
    for outcome in ("faster", "slower"):
        ratios = [
            ratio
            for c in comparisons
            if c.verdict == outcome and (ratio := accepted_ratio(c)) is not None
        ]
        if ratios:
            middle = units.speed(median(ratios))
            sentences.append(f"Where B is {outcome}, it is {middle} (median over the cells).")
    if unknown:
        sentences.append("For more verdicts, measure both runs again with --launches 5.")
    if any(c.reason == WEAKER for c in comparisons):
        sentences.append(WEAKER[0].upper() + WEAKER[1:] + ".")
    within = comparisons[0].equal_within if comparisons else 0.0
    tally = [
        Tally("cannot tell", units.count(unknown)),
        Tally("faster", units.count(faster), level="good" if faster else ""),
        Tally("slower", units.count(slower), level="bad" if slower else ""),
        Tally(f"equal within {units.shorter(units.percent(within))}", units.count(count["equal"])),
    ]
    return Verdict("", headline, sentences, tally)


def _regimes(regimes: Regimes) -> str:
    """How the regimes of both runs were matched."""
    if len(regimes.exchange_s) < 2:
        return ""
    listed = units.listed([units.duration(time_s) for time_s in regimes.by_exchange_s])
    siblings = " and the load of SMT siblings" if regimes.sees_busy_siblings else ""
    return (
        f"Regimes of the two runs are matched by their core-to-core latency ({listed}){siblings}. "
        "Each cell is compared in the fastest regime that both runs have."
    )


def _method(comparisons: list[Comparison], confidence: float) -> str:
    """The tests behind the verdicts."""
    methods = sorted({c.method for c in comparisons if c.method})
    tested = sum(c.p_value is not None for c in comparisons)
    if not methods:
        return "No cell could be tested."
    return (
        f"Each verdict is a test on the medians of replicates ({' or '.join(methods)}) at "
        f"{units.percent(confidence)} confidence, with a Holm correction for "
        f"{units.plural(tested, 'cell')}."
    )
