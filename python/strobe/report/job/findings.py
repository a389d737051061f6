# SPDX-License-Identifier: BSD-3-Clause
"""What --check has found in a job, for its page: each finding with its lines and its last calls."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec
from markupsafe import Markup, escape

from strobe.base import units
from strobe.coscheduling import call_sites, findings
from strobe.coscheduling.diagnosis import rank_list
from strobe.coscheduling.findings import Finding, Side
from strobe.coscheduling.options import CHECKS_VARIABLE
from strobe.records import check_record, order_log
from strobe.records.job_record import Job
from strobe.records.order_log import Event
from strobe.report.job import wait_graph
from strobe.report.job.source import Quote, quote
from strobe.report.messages import diagram
from strobe.report.messages.calls import Call, Key, Named, calls_of
from strobe.report.messages.excerpt import excerpt

MOST_FINDINGS, MOST_DIAGRAMS = 50, 20
"""Findings that are shown in full, and those of them that have a diagram."""
MOST_SIDES = 8
MOST_RANKS, MOST_CALLS = 6, 24
"""Ranks of a diagram, and its calls."""
LAST_EVENTS = 20_000
"""Events of each rank that are looked at."""
_CODE = re.compile(r"`([^`]+)`")
NO_DIAGRAM = "resource leak"
AT_THE_END = frozenset({"deadlock", "collective-mismatch", "failed-call", "missing-finalize"})
"""Checks whose finding ends the job, so that the last calls of the ranks show it."""


class ShownSide(msgspec.Struct, frozen=True):
    """A call that takes part, of one or several ranks, and its lines of source."""

    role: str
    call: str
    quote: Quote


class Figure(msgspec.Struct, frozen=True):
    """A drawing and what it shows."""

    svg: Markup
    caption: str


class ShownFinding(msgspec.Struct, frozen=True):
    """A finding as the page shows it."""

    id: str
    level: str
    severity: str
    sentence: str
    sides: list[ShownSide]
    more_sides: int
    rule: str
    basis: str
    advice: Markup
    figures: list[Figure]


class Checked(msgspec.Struct, frozen=True):
    """What the page of a checked job says: `headline` counts the findings; `others` are sentences
    of findings that are too many to be shown. `ranks` have errors."""

    headline: str
    ranks: list[int]
    shown: list[ShownFinding]
    others: list[str]

    @property
    def has_errors(self) -> bool:
        """Whether not all findings are warnings."""
        return bool(self.ranks)


def checked(job: Job, folder: Path) -> Checked | None:
    """All that --check has found; None of a job that was not checked.

    Raises StrobeError where a file of the record cannot be read or is damaged.
    """
    words = next((rank.options[CHECKS_VARIABLE] for rank in job.ranks
                  if rank.options.get(CHECKS_VARIABLE)), "")  # fmt: skip
    if not words:
        return None
    found = findings.read(folder, job, words)
    history = _History(job, folder)
    shown = []
    for number, finding in enumerate(found[:MOST_FINDINGS], 1):
        has_diagram = number <= MOST_DIAGRAMS and finding.classified != NO_DIAGRAM
        figures = _figures(finding, job, history) if has_diagram else []
        shown.append(_shown(number, finding, figures, job))
    others = [f"{one.severity}: {one.sentence}" for one in found[MOST_FINDINGS:]]
    ranks = {rank for one in found if one.severity == findings.ERROR for rank in one.ranks}
    return Checked(findings.count(found), sorted(ranks), shown, others)


def _shown(number: int, finding: Finding, figures: list[Figure], job: Job) -> ShownFinding:
    others = [rank for rank in finding.ranks if f"rank {rank} " not in finding.sentence]
    is_told = finding.check == "deadlock" or not others
    more = "" if is_told else f" (also on {rank_list(others)})"
    sides = _sides(finding.sides, job)
    return ShownFinding(
        id=f"finding-{number}",
        level="bad" if finding.severity == findings.ERROR else "warn",
        severity=finding.severity,
        sentence=f"{finding.sentence[0].upper()}{finding.sentence[1:]}{more}.",
        sides=sides[:MOST_SIDES],
        more_sides=max(len(sides) - MOST_SIDES, 0),
        rule=finding.rule,
        basis=f"MPI 4.1, section {finding.section}; {finding.check}",
        advice=_with_code(finding.advice),
        figures=figures,
    )


def _with_code(text: str) -> Markup:
    """Words between backticks are code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))


def _sides(sides: Sequence[Side], job: Job) -> list[ShownSide]:
    """Ranks in the same call are one side, and the same lines are quoted once."""
    groups: dict[tuple[str, str, str], list[Side]] = {}
    for side in sides:
        groups.setdefault((side.role, side.function, side.where), []).append(side)
    seen: set[Quote] = set()
    shown = []
    for (role, function, where), own in groups.items():
        ranks = rank_list(sorted({side.rank for side in own}))
        found = quote(own[0].path, own[0].line, job)
        place = where or "at an unknown line"
        call = f"{ranks}, {function} ({place})" if function else f"{ranks}, {place}"
        shown.append(ShownSide(role, call, Quote() if found in seen else found))
        seen.add(found)
    return shown


class _History:
    """The last calls of ranks, which are read once."""

    def __init__(self, job: Job, folder: Path) -> None:
        self._folder = folder
        self._size = job.size
        places = {
            (rank, number): place
            for rank, checks in check_record.read(folder).items()
            for number, place in checks.places.items()
        }
        lines = call_sites.source_lines([place.site for place in places.values()], job)
        self._named = Named(places, lines)
        self._calls: dict[int, list[Call]] = {}

    def of(self, ranks: Sequence[int]) -> dict[int, list[Call]]:
        """By rank; of a rank whose log does not reach to its end there are none."""
        for rank in ranks:
            if rank not in self._calls and 0 <= rank < self._size:
                events: Sequence[Event] = order_log.last(self._folder, rank, LAST_EVENTS)
                self._calls[rank] = calls_of(rank, events, self._named)
        return {rank: self._calls[rank] for rank in ranks if self._calls.get(rank)}


def _figures(finding: Finding, job: Job, history: _History) -> list[Figure]:
    figures = []
    ranks = list(dict.fromkeys(side.rank for side in finding.sides))
    if finding.check == "deadlock":
        graph = wait_graph.wait_graph(job)
        if graph is not None:
            caption = "Each arrow goes from a rank to a rank that it waits for."
            if graph.is_thinned:
                caption += f" At most {wait_graph.MOST_EDGES_OF_A_NODE} are drawn from one rank."
            if graph.left_out:
                caption += f" {units.plural(graph.left_out, 'rank')} not shown."
            figures.append(Figure(Markup(graph.svg), caption))
        cycle = wait_graph.cycle_of(wait_graph.waits_of(job))
        ranks = list(dict.fromkeys([*cycle, *ranks]))
    figures += _diagram(finding, sorted(ranks[:MOST_RANKS]), history)
    return figures


def _diagram(finding: Finding, ranks: list[int], history: _History) -> list[Figure]:
    """The calls around the finding, or the last ones if it has ended the job."""
    calls = history.of(ranks)
    ranks = [rank for rank in ranks if rank in calls]
    focus = _focus(finding, calls)
    if not calls or not (focus or finding.check in AT_THE_END):
        return []
    # The partners of the calls may be other ranks.
    partners = dict.fromkeys(_partners(focus, calls))
    ranks = sorted([*ranks, *(one for one in partners if one not in ranks)][:MOST_RANKS])
    calls = history.of(ranks)
    shown = excerpt(calls, ranks, focus, MOST_CALLS)
    name = f"{finding.sentence}: {diagram.in_words(shown)}"
    last = "The last calls" if finding.check in AT_THE_END else "The calls around it"
    caption = f"{last} of {rank_list(ranks)}, from top to bottom. Arrows are messages."
    return [Figure(Markup(diagram.svg(shown, name, focus)), caption)]


def _partners(focus: Sequence[Key], calls: dict[int, list[Call]]) -> list[int]:
    by_key = {call.key: call for own in calls.values() for call in own}
    found = [by_key[key].source if by_key[key].source is not None else by_key[key].peer
             for key in focus]  # fmt: skip
    return [rank for rank in found if rank is not None]


def _focus(finding: Finding, calls: dict[int, list[Call]]) -> list[Key]:
    """The calls that the finding is about. A place may have called many times: a message between
    two sides is the one, or else a call that did not end, or the last one."""
    of_sides = [
        [call for call in calls.get(side.rank, [])
         if side.where and (call.function, call.where) == (side.function, side.where)]
        for side in finding.sides
    ]  # fmt: skip
    sends = {
        (call.rank, call.peer, call.number): call.key
        for own in of_sides for call in own if call.source is None and call.peer is not None
    }  # fmt: skip
    for own in of_sides:
        for call in own:
            sent = (
                sends.get((call.source, call.rank, call.number))
                if call.source is not None
                else None
            )
            if sent is not None:
                return [sent, call.key]
    received = {
        (call.source, call.rank, call.number)
        for own in calls.values() for call in own if call.source is not None
    }  # fmt: skip
    focus = []
    for own in of_sides:
        open_calls = [
            call for call in own
            if call.end is None
            or (finding.check == "message-not-received"
                and (call.rank, call.peer, call.number) not in received)
        ]  # fmt: skip
        if found := open_calls or own:
            focus.append(found[-1].key)
    return list(dict.fromkeys(focus))
