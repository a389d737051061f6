# SPDX-License-Identifier: BSD-3-Clause
"""One result of a test from those of all ranks: it fails if it fails on any of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import pytest

ADDRESS = re.compile(r"0x[0-9a-f]{4,}")
"""The address of an object, in which ranks differ although they fail in the same way."""
PHASES: tuple[Literal["setup", "call", "teardown"], ...] = ("setup", "call", "teardown")


@dataclass(frozen=True)
class _Crash:
    """What pytest's short summary shows."""

    message: str


class Words:
    """The text of a failure that no rank could report, in the shape that pytest prints."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.reprcrash = _Crash(text.partition("\n")[0])

    def __str__(self) -> str:
        return self._text

    def toterminal(self, writer: Any) -> None:
        """Print it."""
        for line in self._text.splitlines():
            writer.line(line)


def merged(
    item: pytest.Item,
    by_rank: Sequence[Sequence[pytest.TestReport]],
    trouble: str,
    unfinished: Sequence[int] = (),
) -> list[pytest.TestReport]:
    """The reports of a test's phases.

    `trouble` is what the job said if it did not end well; `unfinished` are the ranks that did not
    come to the test's end.
    """
    reports: list[pytest.TestReport] = []
    for phase in PHASES:
        own = {
            rank: report
            for rank, reports_of in enumerate(by_rank)
            for report in reports_of
            if report.when == phase
        }
        if own:
            reports.append(_phase(item, phase, own, len(by_rank)))
            if reports[-1].failed:
                break
    failed = next((report for report in reports if report.failed), None)
    if trouble and failed is not None:
        _add_section(failed, _unfinished(unfinished), trouble)
    elif trouble:
        # Passed on the ranks that came to its end, and yet it did not pass.
        reports = [report for report in reports if report.when == "setup"]
        reports.append(_report(item, "call", "failed", Words(trouble), by_rank))
    if not any(report.when == "teardown" for report in reports):
        reports.append(_report(item, "teardown", "passed", None, []))
    return reports


def ranks_text(ranks: Sequence[int]) -> str:
    """`rank 3`, `ranks 0-2, 5`."""
    ranges: list[list[int]] = []
    for rank in sorted(ranks):
        if ranges and ranges[-1][-1] == rank - 1:
            ranges[-1].append(rank)
        else:
            ranges.append([rank])
    texts = [str(r[0]) if len(r) == 1 else f"{r[0]}-{r[-1]}" for r in ranges]
    return f"{'rank' if len(ranks) == 1 else 'ranks'} {', '.join(texts)}"


def _unfinished(ranks: Sequence[int]) -> str:
    return f"{ranks_text(ranks)} did not come to the end" if ranks else "strobe run"


def _phase(
    item: pytest.Item, phase: Any, own: dict[int, pytest.TestReport], size: int
) -> pytest.TestReport:
    """One phase of all ranks that reported it."""
    expected = [rank for rank, report in own.items() if report.skipped and _is_expected(report)]
    # A test that fails as expected on one rank is no strict failure where it passes.
    failed = [r for r, one in own.items() if one.failed and not (expected and _is_strict(one))]
    skipped = [rank for rank, report in own.items() if report.skipped]
    if failed:
        report = own[failed[0]]
        report.longrepr = _failure(own, failed, size)
    elif skipped and len(skipped) < len(own):
        # A failure that was expected on one rank is expected; a test that only some ranks skip ran.
        report = own[expected[0] if expected else next(r for r in own if r not in skipped)]
        others = [rank for rank in skipped if rank not in expected]
        if others:
            reason = _text(own[others[0]].longrepr)
            report.sections.append((f"skipped on {ranks_text(others)}", reason))
    else:
        report = own[min(own)]
    report.duration = max(one.duration for one in own.values())
    report.sections = [
        *_sections(own, failed or [*own]),
        *(section for section in report.sections if section[0].startswith("skipped on ")),
    ]
    report.location = item.location
    return report


def _is_expected(report: pytest.TestReport) -> bool:
    """Whether a failure or a pass is the matter of a marker xfail."""
    return hasattr(report, "wasxfail")


def _is_strict(report: pytest.TestReport) -> bool:
    """Whether the failure is that a test passed."""
    return str(report.longrepr).startswith("[XPASS(strict)]")


def _sections(own: dict[int, pytest.TestReport], ranks: Sequence[int]) -> list[tuple[str, str]]:
    """The captured output of ranks, each with its rank."""
    return [
        (f"{title} (rank {rank})", text)
        for rank in ranks
        for title, text in own[rank].sections
        if text
    ]


def _failure(own: dict[int, pytest.TestReport], failed: Sequence[int], size: int) -> Any:
    """The failure of the first rank that failed, followed by those of other ranks that differ."""
    groups: dict[str, tuple[str, list[int]]] = {}
    for rank in failed:
        text = _text(own[rank].longrepr)
        groups.setdefault(ADDRESS.sub("0x", text), (text, []))[1].append(rank)
    first, *others = groups.values()
    longrepr: Any = own[failed[0]].longrepr
    crash = getattr(longrepr, "reprcrash", None)
    if crash is None or not hasattr(longrepr, "addsection"):
        longrepr = Words(f"failed on {_of(first[1], size)}:\n{first[0]}")
    else:
        crash.message = f"{ranks_text(first[1])}: {crash.message}"
        longrepr.addsection(f"failed on {_of(first[1], size)}", "")
    for text, ranks in others:
        _append(longrepr, f"failed on {_of(ranks, size)}", text)
    return longrepr


def _of(ranks: Sequence[int], size: int) -> str:
    return f"all {size} ranks" if len(ranks) == size > 1 else f"{ranks_text(ranks)} of {size}"


def _add_section(report: pytest.TestReport, title: str, text: str) -> None:
    longrepr: Any = report.longrepr
    _append(longrepr, title, text)


def _append(longrepr: Any, title: str, text: str) -> None:
    if isinstance(longrepr, Words):
        longrepr._text += f"\n{title}:\n{text}"
    else:
        longrepr.addsection(title, text)


def _text(longrepr: object) -> str:
    """A failure, or the reason of a skip, which is a place and a text."""
    return str(longrepr[2]) if isinstance(longrepr, tuple) else str(longrepr)


def _report(
    item: pytest.Item, when: Any, outcome: Any, longrepr: Any,
    by_rank: Sequence[Sequence[pytest.TestReport]],
) -> pytest.TestReport:  # fmt: skip
    """A report that no rank has made."""
    known = {rank: own[-1] for rank, own in enumerate(by_rank) if own}
    return pytest.TestReport(
        nodeid=item.nodeid,
        location=item.location,
        keywords=dict.fromkeys(item.keywords, 1),
        outcome=outcome,
        longrepr=longrepr,
        when=when,
        sections=_sections(known, [*known]),
        duration=max((report.duration for report in known.values()), default=0.0),
    )
