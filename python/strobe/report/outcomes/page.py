# SPDX-License-Identifier: BSD-3-Clause
"""The page of an exploration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from markupsafe import Markup

from strobe.base import units, writing
from strobe.coscheduling import call_sites
from strobe.coscheduling.call_sites import SourceLine
from strobe.explore.operations import Choice, in_words
from strobe.explore.outcome import Trial, source_lines
from strobe.explore.search import Exploration, Found
from strobe.records.check_record import Place
from strobe.report.messages import diagram
from strobe.report.messages.calls import Call, Key, Named, calls_of
from strobe.report.messages.excerpt import excerpt
from strobe.report.outcomes.tree import tree
from strobe.report.page import html
from strobe.report.page.html import Entry
from strobe.report.page.verdict import Tally, Verdict

MOST_LISTED, MOST_DIAGRAMS = 200, 48
"""Outcomes that are listed, and those of them that have a diagram."""
MOST_BYTES = 1_000_000
"""Of all diagrams."""
MOST_RANKS, MOST_CALLS, MOST_FOCUS = 8, 48, 12
ROOM = 600
"""The width of a diagram beside another one, in pixels."""
MOST_LINES = 20
"""Lines of output and errors that are shown of an outcome."""
SAME = "Both runs matched the same messages."
NOT_OF_MESSAGES = (
    "Their difference does not come from a choice that strobe explore knows: look for the clock, "
    "random numbers or threads."
)


class Told(msgspec.Struct, frozen=True):
    """What the command says of an outcome: why it differs from the first run, and the line that
    repeats it."""

    because: Sequence[str]
    repeat: str


class Shown(msgspec.Struct):
    """An outcome as the page shows it."""

    number: int
    is_right: bool
    title: str
    runs: str
    sends: str
    errors: list[str]
    because: Sequence[str]
    output: list[str]
    more_output: str
    repeat: str
    svg: Markup | None = None


def write_outcomes_report(
    path: Path, found: Exploration, title: str, coverage: str, told: Sequence[Told]
) -> Path:
    """Write the page; `coverage` says what was tried, `told` is by outcome. Returns its path.

    Raises StrobeError where it cannot be written.
    """
    outcomes = found.outcomes
    lines = source_lines(one.first for one in outcomes)
    names = _Names(found, lines)
    shown = [_shown(number, one, told[number - 1])
             for number, one in enumerate(outcomes[:MOST_LISTED], 1)]  # fmt: skip
    pairs = _Pairs([one.first for one in outcomes[:MOST_DIAGRAMS]], names)
    right = _right(outcomes)
    drawn = _draw(shown, outcomes, pairs, right, lines)
    numbers = {one.outcome.key: number for number, one in enumerate(outcomes, 1)}
    data = {"sentences": pairs.sentences, "pairs": pairs.of_first(drawn)}
    text = msgspec.json.encode(data).decode()
    parts: dict[str, Any] = {
        "title": title,
        "subtitle": coverage,
        "contents": [
            *([Entry("compare", "Two outcomes")] if drawn else []),
            Entry("tree", "Choices"),
            Entry("outcomes", "Outcomes"),
        ],
        "verdict": _verdict(found, outcomes),
        "root": tree(found.tried, numbers, names.of),
        "outcomes": shown,
        "drawn": drawn,
        "left": 1,
        "right": right,
        "first_sentence": pairs.sentence(1, right)[1] if drawn else "",
        "left_out": len(outcomes) - len(shown),
        "wrong": [number for number, one in enumerate(outcomes, 1) if not one.outcome.is_right],
        # The text of a script element must not contain its end tag.
        "data": Markup(text.replace("<", r"\u003c")),
        "outcomes_script": Markup((html.TEMPLATES / "outcomes.js").read_text("utf-8")),
    }
    return writing.write(path, html.render("outcomes.html.j2", [], **parts))


class _Names:
    """The names of operations that have choices."""

    def __init__(self, found: Exploration, lines: Mapping[tuple[str, int], SourceLine]) -> None:
        sites = {(place.site.file, place.site.address): place.site
                 for run in found.tried for place in run.places if place is not None}  # fmt: skip
        job = found.base.job if found.base is not None else None
        missing = [site for key, site in sites.items() if site.file and key not in lines]
        more = call_sites.source_lines(missing, job) if job is not None else {}
        self._lines = {key: str(line) for key, line in {**more, **lines}.items()}

    def of(self, choice: Choice, place: Place | None) -> str:
        """`rank 0, MPI_Recv (race.c:5, in main)`."""
        rank, number = choice
        if place is None:
            return f"rank {rank}, operation {number} that has a choice"
        line = call_sites.name(place.site, self._lines)
        return (
            f"rank {rank}, {place.function} ({line})" if line else f"rank {rank}, {place.function}"
        )


class _Pairs:
    """The first choice in which each outcome differs from each other one, and the sentence for
    it. A sentence is the choice, as a diagram marks it, and the text."""

    def __init__(self, trials: Sequence[Trial], names: _Names) -> None:
        self._trials = trials
        self._names = names
        self.sentences: list[tuple[str, str]] = []
        self._known: dict[tuple[str, str], int] = {}
        self._answers = [dict(trial.run.path) if trial.run else {} for trial in trials]
        self.choices: list[dict[Choice, None]] = [{} for _ in trials]
        """Of each outcome: the choices that make a difference."""
        self._table = [
            [self._pair(left, right) for right in range(len(trials))] for left in range(len(trials))
        ]

    def sentence(self, left: int, right: int) -> tuple[str, str]:
        """That for a pair of outcomes, by their numbers."""
        return self.sentences[self._table[left - 1][right - 1]]

    def of_first(self, drawn: int) -> list[list[int]]:
        """The number of the sentence for each pair of the first outcomes."""
        return [row[:drawn] for row in self._table[:drawn]]

    def _pair(self, left: int, right: int) -> int:
        if left == right:
            return self._number("", "Both sides show the same run.")
        # The order of one run serves both ways, so that both name the same choice.
        choice = self._first(*sorted((left, right)))
        if choice is None:
            return self._number("", f"{SAME} {self._sends(left, right)}")
        self.choices[left][choice] = None
        self.choices[right][choice] = None
        name = partial(self._name, range(len(self._trials)))
        said = [
            in_words(own[choice], name) if choice in own else "it was not called"
            for own in (self._answers[left], self._answers[right])
        ]
        where = self._name((left, right), choice)
        text = f"The first difference: {where}. On the left: {said[0]}. On the right: {said[1]}."
        return self._number(mark_of(choice), text)

    def _first(self, left: int, right: int) -> Choice | None:
        mine, others = self._answers[left], self._answers[right]
        steps = [*mine, *(choice for choice in others if choice not in mine)]
        return next(
            (one for one in steps
             if one not in mine or one not in others or mine[one] != others[one]), None
        )  # fmt: skip

    def _name(self, sides: Iterable[int], choice: Choice) -> str:
        for side in sides:
            trial = self._trials[side]
            for one in trial.run.operations if trial.run else ():
                if one.choice == choice:
                    return self._names.of(choice, trial.calls.get((choice[0], one.place)))
        return self._names.of(choice, None)

    def _sends(self, left: int, right: int) -> str:
        sends = ["wait for their receives" if self._trials[side].synchronous else "are buffered"
                 for side in (left, right)]  # fmt: skip
        if sends[0] == sends[1]:
            return NOT_OF_MESSAGES
        return f"On the left, sends {sends[0]}. On the right, they {sends[1]}."

    def _number(self, mark: str, text: str) -> int:
        key = mark, text
        if key not in self._known:
            self._known[key] = len(self.sentences)
            self.sentences.append(key)
        return self._known[key]


def mark_of(choice: Choice) -> str:
    """By which the page's script finds an operation in a diagram."""
    return f"{choice[0]}.{choice[1]}"


def _right(outcomes: Sequence[Found]) -> int:
    """The outcome that stands beside the first one at first: the first that is right, if that is
    another one and has a diagram, or else the second."""
    for number, one in enumerate(outcomes[:MOST_DIAGRAMS], 1):
        if one.outcome.is_right and number > 1:
            return number
    return min(2, len(outcomes))


def _draw(
    shown: Sequence[Shown],
    outcomes: Sequence[Found],
    pairs: _Pairs,
    right: int,
    lines: Mapping[tuple[str, int], SourceLine],
) -> int:
    """Add the diagrams of the first outcomes; how many there are."""
    mark = pairs.sentence(1, right)[0] if outcomes else ""
    drawn = total = 0
    for one, found in zip(shown[:MOST_DIAGRAMS], outcomes, strict=False):
        choices = list(pairs.choices[one.number - 1])
        is_seen_first = one.number in (1, right)
        svg = _diagram(one, found.first, choices, lines, mark if is_seen_first else "")
        total += len(svg)
        if total > MOST_BYTES and one.number > right:
            break
        one.svg = Markup(svg)
        drawn += 1
    return drawn


def _diagram(
    shown: Shown,
    trial: Trial,
    choices: Sequence[Choice],
    lines: Mapping[tuple[str, int], SourceLine],
    mark: str,
) -> str:
    """The calls near the operations that make the difference, and the calls that did not end."""
    if trial.run is None:
        return ""
    named = Named(trial.calls, lines)
    calls = {rank: calls_of(rank, events, named) for rank, events in enumerate(trial.run.orders)}
    begins = {one.choice: (one.choice[0], one.begin) for one in trial.run.operations}
    focus = [begins[choice] for choice in choices if choice in begins][:MOST_FOCUS]
    open_calls = [call.key for own in calls.values() for call in own[-3:] if call.end is None]
    marks = {key: mark_of(choice) for choice, key in begins.items()}
    ranks = _ranks(calls, [*focus, *open_calls])
    excerpted = excerpt(calls, ranks, [*focus, *open_calls], MOST_CALLS)
    highlighted = [key for key, one in marks.items() if one == mark]
    name = f"Outcome {shown.number}. {diagram.in_words(excerpted)}"
    return diagram.svg(excerpted, name, highlighted, marks, ROOM)


def _ranks(calls: Mapping[int, Sequence[Call]], focus: Sequence[Key]) -> list[int]:
    """All ranks if they are few, or those of the focus and their partners."""
    if len(calls) <= MOST_RANKS:
        return list(calls)
    by_key = {call.key: call for own in calls.values() for call in own}
    wanted = dict.fromkeys(rank for rank, _ in focus)
    for key in focus:
        call = by_key.get(key)
        for other in (call.source, call.peer) if call is not None else ():
            if other is not None and other in calls:
                wanted[other] = None
    return sorted([*wanted, *(rank for rank in calls if rank not in wanted)][:MOST_RANKS])


def _shown(number: int, found: Found, told: Told) -> Shown:
    outcome, trial = found.outcome, found.first
    word = "right" if outcome.is_right else "wrong"
    more = len(outcome.output) - MOST_LINES
    return Shown(
        number=number,
        is_right=outcome.is_right,
        title=f"Outcome {number}: {word}, {outcome.end}, status {outcome.status}",
        runs=units.plural(found.runs, "run"),
        sends="synchronous sends" if trial.synchronous else "buffered sends",
        errors=[one for one in (trial.sentence, *outcome.errors) if one][:MOST_LINES],
        because=told.because,
        output=list(outcome.output[:MOST_LINES]),
        more_output=f"and {units.plural(more, 'more line')}" if more > 0 else "",
        repeat=told.repeat,
    )


def _verdict(found: Exploration, outcomes: Sequence[Found]) -> Verdict:
    wrong = [one for one in outcomes if not one.outcome.is_right]
    sentences = []
    if not found.is_complete:
        sentences.append("Some choices were not tried: there may be more outcomes.")
    if wrong:
        level = "bad"
        of = units.plural(len(outcomes), "outcome")
        headline = f"{units.count(len(wrong))} of {of} {'is' if len(wrong) == 1 else 'are'} wrong."
    elif not outcomes:
        level, headline = "warn", "No run could be judged."
    elif len(outcomes) == 1:
        level, headline = "good", "The program has one outcome, and it is right."
    else:
        level, headline = "warn", f"The program has {len(outcomes)} outcomes without an error."
        sentences.append("Its output or its status depends on choices that MPI leaves open.")
    if not found.is_complete and level == "good":
        level = "warn"
    tally = [
        Tally("outcomes", units.count(len(outcomes))),
        Tally("wrong", units.count(len(wrong)), level="bad" if wrong else ""),
        Tally("matchings", units.count(found.matchings)),
        Tally("runs", units.count(found.runs)),
        Tally("choices not tried", units.count(found.open), level="warn" if found.open else ""),
    ]
    return Verdict(level, headline, sentences, tally)  # type: ignore[arg-type]
