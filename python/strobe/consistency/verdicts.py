# SPDX-License-Identifier: BSD-3-Clause
"""The rules that a run keeps or violates, each with its statistic.

Both sides of a rule are compared as two runs are (`strobe.statistics.comparison`): by the medians
of launches, or of visits where there was one launch, in one regime, with Holm's
correction over everything that is tested. The parts of a sum were measured independently, so the
sums of their replicates are replicates of the sum.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from strobe.consistency.rules import RULES, TRENDS, Term
from strobe.gate.cells import refusal
from strobe.records.lines import Kernel
from strobe.records.summary import CellSummary, RegimeSummary, Summary
from strobe.statistics.comparison import Comparison, Pair, Replicates, compare


@dataclass(frozen=True)
class Finding:
    """One rule at one size."""

    rule: str
    remedy: str
    left: str
    """The key of the cell that should not be slower."""
    size_bytes: int
    """The whole vector."""
    ranks: int
    comparison: Comparison

    @property
    def is_violated(self) -> bool:
        """The left side is slower, after correction for all that was tested."""
        return self.comparison.verdict == "slower"


@dataclass(frozen=True)
class _Claim:
    rule: str
    remedy: str
    left: CellSummary
    size_bytes: int
    right: tuple[tuple[float, CellSummary], ...]


def judge(summary: Summary, kernels: Mapping[str, Kernel]) -> list[Finding]:
    """Every rule at every size at which `summary` has both of its sides."""
    cells = [cell for cell in summary.cells.values() if cell.regimes and cell.status != "failed"]
    claims = [*_rules(cells, kernels), *_trends(cells, kernels)]
    pairs = [_pair(claim, summary) for claim in claims]
    compared = compare(pairs, confidence=summary.confidence)
    return [
        Finding(
            claim.rule,
            claim.remedy,
            claim.left.declared.cell,
            claim.size_bytes,
            claim.left.declared.ranks,
            comparison,
        )
        for claim, comparison in zip(claims, compared, strict=True)
    ]


def _rules(cells: list[CellSummary], kernels: Mapping[str, Kernel]) -> Iterator[_Claim]:
    for rule in RULES:
        for left in cells:
            vector_bytes = _vector_bytes(left, rule.left)
            if vector_bytes is None or not _is(left, rule.left, kernels):
                continue
            right = [_find(cells, term, left, vector_bytes, kernels) for term in rule.right]
            found = [(t.times, cell) for t, cell in zip(rule.right, right, strict=True) if cell]
            if len(found) == len(rule.right):
                yield _Claim(rule.text, rule.remedy, left, vector_bytes, tuple(found))


def _trends(cells: list[CellSummary], kernels: Mapping[str, Kernel]) -> Iterator[_Claim]:
    """Monotony between neighbouring sizes, and no gain from cutting a message in two."""
    names = dict.fromkeys(
        term.kernel for rule in RULES for term in (rule.left, *rule.right) if not term.words
    )
    for name in names:
        term = Term(name)
        curves: dict[int, dict[int, CellSummary]] = {}
        for cell in cells:
            size_bytes = cell.declared.point.get("size_bytes")
            if isinstance(size_bytes, int) and _is(cell, term, kernels):
                curves.setdefault(cell.declared.ranks, {})[size_bytes] = cell
        for curve in curves.values():
            for shorter, longer in pairwise(sorted(curve)):
                yield _Claim(
                    f"{name}: {TRENDS['grows']}",
                    f"pad messages of {shorter} bytes to {longer}, or select another algorithm "
                    "or protocol of the MPI",
                    curve[shorter],
                    shorter,
                    ((1.0, curve[longer]),),
                )
                if longer == 2 * shorter > 0:
                    yield _Claim(
                        f"{name}: {TRENDS['splits']}",
                        f"split messages of {longer} bytes in two, or select another algorithm "
                        "or protocol of the MPI",
                        curve[longer],
                        longer,
                        ((2.0, curve[shorter]),),
                    )


def _is(cell: CellSummary, term: Term, kernels: Mapping[str, Kernel]) -> bool:
    """Whether `cell` is the kernel of `term` with its words, and otherwise with its defaults."""
    declared = cell.declared
    if declared.kernel != term.kernel:
        return False
    usual = kernels[term.kernel].defaults | dict(term.words)
    return all(
        value == usual.get(axis, value)
        for axis, value in declared.point.items()
        if axis not in ("size_bytes", "ranks")
    )


def _vector_bytes(cell: CellSummary, term: Term) -> int | None:
    size_bytes = cell.declared.point.get("size_bytes")
    if not isinstance(size_bytes, int):
        return None
    return size_bytes * cell.declared.ranks if term.counts_parts else size_bytes


def _find(
    cells: list[CellSummary],
    term: Term,
    left: CellSummary,
    vector_bytes: int,
    kernels: Mapping[str, Kernel],
) -> CellSummary | None:
    return next(
        (
            cell
            for cell in cells
            if cell.declared.ranks == left.declared.ranks
            and _vector_bytes(cell, term) == vector_bytes
            and _is(cell, term, kernels)
        ),
        None,
    )


def _pair(claim: _Claim, summary: Summary) -> Pair:
    """The right side is the first of the pair, so that a violated rule reads 'slower'."""
    obstacle = "its two sides were measured in different regimes"
    for regime in claim.left.regimes:
        others = [(times, cell.in_regime(regime.regime)) for times, cell in claim.right]
        found = [(times, other) for times, other in others if other is not None]
        if len(found) < len(others):
            continue
        sides = [(claim.left, regime), *((cell, cell.in_regime(regime.regime))
                                         for _, cell in claim.right)]  # fmt: skip
        why = next(filter(None, (refusal(cell, own, summary) for cell, own in sides)), "")
        if not why:
            return _replicates(claim.left.declared.cell, regime, found)
        obstacle = f"one of its sides is too uncertain: {why}"
    return Pair(claim.left.declared.cell, (), (), "visits", obstacle)


def _replicates(key: str, left: RegimeSummary, right: list[tuple[float, RegimeSummary]]) -> Pair:
    all_of_them = [left, *(other for _, other in right)]
    unit: Replicates = (
        "launches" if min(len(r.launch_medians_s) for r in all_of_them) > 1 else "visits"
    )

    def medians(summary: RegimeSummary) -> tuple[float, ...]:
        return summary.launch_medians_s if unit == "launches" else summary.visit_medians_s

    sums = zip(*(medians(other) for _, other in right), strict=False)
    weights = [times for times, _ in right]
    summed = tuple(sum(w * s for w, s in zip(weights, each, strict=True)) for each in sums)
    return Pair(key, summed, medians(left), unit, regime=left.regime)
