# SPDX-License-Identifier: BSD-3-Clause
"""Searches a faster configuration for one number of ranks, in three steps of fresh launches.

1. Settings of the whole job, one after the other: values race against what is set so far.
2. Algorithms: each cell is a race of its own, and one launch serves all cells, since a rule holds
   for one operation and one range of sizes. Both are sequential halving (Karnin, Koren and Somekh,
   "Almost optimal exploration in multi-armed bandits", 2013): each round launches what is left
   once, beside what is set so far, and keeps the better half. Launches of a round follow each other
   in random order, so that what else the machine does falls on all alike; they are compared within
   their round, as in F-Race (Birattari et al., "A racing algorithm for configuring metaheuristics",
   2002). The last one of each race is then launched in alternation with the MPI's own choice, and
   what is not faster beyond its interval is not changed.
3. The proof: the whole configuration in alternation with the MPI as it is.

A search is a function of its seed and of what launches measured, and of nothing else: an
interrupted one is repeated from the log of its launches.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from strobe.base import units
from strobe.base.errors import MeasurementError
from strobe.statistics.median import median
from strobe.tune import judgement
from strobe.tune.configuration import Cell, Choice, Configuration
from strobe.tune.found import Found, Row, Trial
from strobe.tune.judgement import FEWEST, SLOWER, Ratio, Times
from strobe.tune.tables import Knob, Settings

KNOBS_END, ALGORITHMS_END = 0.35, 0.65
"""Parts of the budget after which no further race of settings or of algorithms begins."""
KNOBS_LATEST = 0.45
"""The part after which a race of settings ends undecided."""
ROUNDS = 2 * FEWEST
"""Of a race of settings, and pairs of the best algorithms: the last ones only while it pays."""
MOST_PAIRS = 10
"""Launches of each side of the proof, if the budget allows it."""
MOST_PROOFS = 4
SLOWEST = 1 / 2000
"""An operation that takes more of the budget than this is left out."""
PROMISING = 0.99
"""A race goes on after its second round while the last value takes at most so much of the time, and
until it is faster beyond its interval."""


@dataclass(frozen=True)
class Launched:
    """What one launch measured."""

    times: Times
    failed: Mapping[Cell, str] = field(default_factory=dict)
    """Cells with wrong results, and those in which a rank died or hung, with the reason."""
    refused: str = ""
    """Why nothing was measured."""
    elapsed_s: float = 0.0


class Bench(Protocol):
    """Measures cells under a configuration, in fresh launches."""

    @property
    def spent_s(self) -> float:
        """Seconds of all launches so far."""

    def launch(self, configuration: Configuration, cells: Sequence[Cell], purpose: str) -> Launched:
        """Start all ranks afresh and measure these cells."""


@dataclass(frozen=True)
class Plan:
    """What is searched, for one number of ranks."""

    ranks: int
    weights: Mapping[Cell, float]
    knobs: Sequence[Knob]
    candidates: Callable[[Cell, int], Sequence[Choice]]
    """At most so many algorithms of a cell that are worth measuring, the most promising first."""
    budget_s: float
    seed: int
    by_time: bool = False
    """Whether a weight counts calls, so that a cell weighs as much as its calls take."""


@dataclass
class Search:
    """One search; `tell` gets a sentence for each decision."""

    bench: Bench
    plan: Plan
    tell: Callable[[str], None] = lambda _: None
    trials: list[Trial] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._random = random.Random(f"{self.plan.seed} {self.plan.ranks}")
        self._began_s = self.bench.spent_s
        self._default = Configuration(self.plan.ranks)
        self._cells: list[Cell] = [*self.plan.weights]
        self._weight: dict[Cell, float] = {}
        self._own_s: dict[Cell, float] = {}

    def run(self) -> Found:
        """All three steps. Raises MeasurementError where the MPI as it is cannot be measured."""
        self._calibrate()
        settings = self._settings()
        choices = self._algorithms(settings)
        found = Configuration.of(self.plan.ranks, settings, choices)
        return self._unchanged() if found.is_default else self._proven(found)

    def _calibrate(self) -> None:
        """Which cells the MPI as it is can serve within the budget."""
        first = self._launch(self._default, "the MPI as it is")
        if first.refused:
            raise MeasurementError(f"the MPI cannot be measured as it is: {first.refused}")
        times, failed = dict(first.times), dict(first.failed)
        missing = [cell for cell in self._cells if cell not in times and cell not in failed]
        if times and missing:
            # Cells that take seconds leave no time for others in the same launch.
            again = self.bench.launch(self._default, missing, "the MPI as it is, what was missing")
            self._launches += 1
            times |= again.times
            failed |= again.failed
        self._own_s = {cell: time.median_s for cell, time in times.items()}
        longest_s = SLOWEST * self.plan.budget_s
        for cell in self._cells:
            if cell in failed:
                self._note(f"{cell.text} is left out: {failed[cell]}")
            elif self._own_s.get(cell, math.inf) > longest_s:
                self._note(f"{cell.text} is left out: it takes too long for the budget")
        self._cells = [cell for cell in self._cells if self._own_s.get(cell, math.inf) <= longest_s]
        self._weight = {
            cell: self.plan.weights[cell] * (self._own_s[cell] if self.plan.by_time else 1.0)
            for cell in self._cells
        }
        if not self._cells:
            raise MeasurementError("no operation could be measured: use a larger --budget")
        least_s = (2 * FEWEST + 1) * first.elapsed_s
        if least_s > self.plan.budget_s:
            raise MeasurementError(
                f"--budget {self.plan.budget_s:g} is too little for {self.plan.ranks} ranks: a "
                f"launch takes {first.elapsed_s:.0f} s and the proof alone {2 * FEWEST} launches; "
                f"use at least {math.ceil(2.5 * least_s)}, or fewer --operations or --sizes"
            )

    def _settings(self) -> Settings:
        """Those that made the job faster, one knob after the other."""
        chosen: Settings = {}
        for knob in self.plan.knobs:
            if self._spent() > KNOBS_END * self.plan.budget_s:
                self._note(f"{knob.title}: not tried, for lack of budget")
                continue
            rivals = [
                Configuration.of(self.plan.ranks, chosen | value, {}) for value in knob.values
            ]  # fmt: skip
            base = Configuration.of(self.plan.ranks, chosen, {})
            winner = self._race(knob, base, rivals)
            if winner is not base:
                chosen = dict(winner.settings)
        return chosen

    def _race(
        self, knob: Knob, base: Configuration, rivals: Sequence[Configuration]
    ) -> Configuration:
        """The rival that is faster than `base` beyond its interval and harms no cell; else that."""
        sides: dict[Configuration, list[Times]] = {one: [] for one in (base, *rivals)}
        gains: dict[Configuration, list[float]] = {one: [] for one in rivals}
        alive = [*rivals]
        for turn in range(ROUNDS):
            launched = self._round([base, *alive], f"settings: {knob.title}")
            if launched[base].refused:
                continue  # the machine, not the value
            for one in alive:
                if launched[one].refused:
                    self._tried(knob, base, one, None, launched[one].refused)
            alive = [one for one in alive if not launched[one].refused]
            for one in (base, *alive):
                sides[one].append(launched[one].times)
            for one in alive:
                change = judgement.gain(launched[base].times, launched[one].times, self._weights())
                gains[one] += [] if change is None else [change]
            if not alive:
                return base
            order = sorted(alive, key=lambda one: _usual(gains[one]))
            keep = order[: max(1, math.ceil(len(order) / 2))]
            for one in order[len(keep) :]:
                ratio = judgement.of_all(sides[base], sides[one], self._weights())
                self._tried(knob, base, one, ratio, "another value was faster")
            alive = keep
            if turn and _usual(gains[alive[0]]) > math.log(PROMISING):
                break
            ratio = judgement.of_all(sides[base], sides[alive[0]], self._weights())
            if ratio is not None and ratio.is_faster:
                break
            if self._spent() > KNOBS_LATEST * self.plan.budget_s:
                break
        best = alive[0]
        ratio = judgement.of_all(sides[base], sides[best], self._weights())
        reason = self._against(ratio, sides[base], sides[best])
        self._tried(knob, base, best, ratio, reason)
        return base if reason else best

    def _against(self, ratio: Ratio | None, base: Sequence[Times], rival: Sequence[Times]) -> str:
        """Why a setting is not taken; empty where it is."""
        if ratio is None or not ratio.is_faster:
            return "not faster beyond its interval"
        for cell in self._cells:
            of_cell = judgement.of_cell(cell, base, rival)
            if of_cell is not None and of_cell.is_slower:
                return f"{cell.text} became {of_cell.ratio:.2f} times as long"
        return ""

    def _tried(
        self, knob: Knob, base: Configuration, one: Configuration, ratio: Ratio | None, reason: str
    ) -> None:
        settings = {
            name: value for name, value in one.settings if (name, value) not in base.settings
        }
        self.trials.append(Trial(knob.title, settings, ratio, not reason, reason))
        said = " ".join(f"{name}={value}" for name, value in settings.items())
        if not reason:
            assert ratio is not None
            self.tell(f"{said}: {units.speed(ratio.ratio)}, kept")
        else:
            self.tell(f"{said}: {reason}")

    def _algorithms(self, settings: Settings) -> dict[Cell, Choice | None]:
        """The algorithm of each cell that was faster than the MPI's own choice."""
        base = Configuration.of(self.plan.ranks, settings, {})
        if self._spent() > ALGORITHMS_END * self.plan.budget_s:
            self._note("algorithms: not tried, for lack of budget")
            return {}
        launches = (ALGORITHMS_END * self.plan.budget_s - self._spent()) / self._launch_s()
        # Halving launches k + k/2 + ... < 2 k candidates, and the base in each round; one candidate
        # needs none.
        most = max(1, int((launches - 2 * FEWEST) / 2) - 1)
        alive = {cell: [*self.plan.candidates(cell, most)] for cell in self._cells}
        alive = {cell: choices for cell, choices in alive.items() if choices}
        gains: dict[tuple[Cell, Choice], list[float]] = {}
        while any(len(choices) > 1 for choices in alive.values()):
            self._halve(base, alive, gains)
        contenders = {
            cell: choices[0]
            for cell, choices in alive.items()
            if choices and _usual(gains.get((cell, choices[0]), [])) <= 0
        }
        if not contenders:
            return {}
        rival = Configuration.of(self.plan.ranks, settings, {**contenders})
        sides: tuple[list[Times], list[Times]] = ([], [])
        kept: dict[Cell, Choice | None] = {}
        for turn in range(1, ROUNDS + 1):
            self._alternate(base, rival, 1, "algorithms: the best of each race", sides)
            ratios = {cell: judgement.of_cell(cell, *sides) for cell in contenders}
            open_cells = [
                cell for cell, ratio in ratios.items()
                if ratio is not None and ratio.ratio < PROMISING and not ratio.is_faster
            ]  # fmt: skip
            late = self._spent() > ALGORITHMS_END * self.plan.budget_s
            if turn >= FEWEST and (late or not open_cells):
                break
        for cell, ratio in ratios.items():
            if ratio is not None and ratio.is_faster:
                kept[cell] = contenders[cell]
        told = f"{len(kept)} of {units.plural(len(self._cells), 'cell')}"
        self.tell(f"algorithms: another one is faster in {told}")
        return kept

    def _halve(
        self, base: Configuration, alive: dict[Cell, list[Choice]],
        gains: dict[tuple[Cell, Choice], list[float]],
    ) -> None:  # fmt: skip
        """One round: each algorithm that is left is launched once, and the better half is kept."""
        width = max(len(choices) for choices in alive.values())
        racing = {cell: choices for cell, choices in alive.items() if len(choices) > 1}
        rivals = [
            Configuration.of(
                self.plan.ranks, dict(base.settings),
                {cell: choices[lane] for cell, choices in racing.items() if lane < len(choices)},
            )
            for lane in range(width)
        ]  # fmt: skip
        launched = self._round([base, *rivals], f"algorithms: {width} a cell")
        own = launched[base].times
        for rival in rivals:
            if launched[rival].refused:
                tried = {choice.text for _, choice in rival.choices}
                why = launched[rival].refused
                self._note(f"{units.listed(sorted(tried))} could not be launched: {why}")
        for cell, choices in racing.items():
            for rival, choice in zip(rivals, choices, strict=False):
                theirs = launched[rival]
                if cell in theirs.failed:
                    self._note(f"{choice.text} for {cell.text}: {theirs.failed[cell]}")
                ratio = judgement.gain(own, theirs.times, {cell: 1.0})
                if cell in theirs.times:
                    gains.setdefault((cell, choice), []).extend([] if ratio is None else [ratio])
            measured = [one for one in choices if (cell, one) in gains
                        and cell not in launched[rivals[choices.index(one)]].failed]  # fmt: skip
            order = sorted(measured, key=lambda one: _usual(gains[cell, one]))
            alive[cell] = order[: math.ceil(len(choices) / 2)]

    def _proven(self, found: Configuration) -> Found:
        """The configuration without what the proof refutes, and that proof."""
        for proofs_left in reversed(range(MOST_PROOFS)):
            pairs = self._pairs(proofs_left)
            sides: tuple[list[Times], list[Times]] = ([], [])
            self._alternate(self._default, found, pairs, "the proof", sides)
            rows = self._rows(found, *sides)
            while self._wants_more(rows, sides):
                self._alternate(self._default, found, 1, "the proof", sides)
                rows = self._rows(found, *sides)
            slower = [row for row in rows if row.is_changed and row.ratio.ratio > SLOWER]
            of_rules = [row.cell for row in slower if row.choice is not None]
            of_settings = self._against_settings(found, slower, sides)
            for cell in of_rules:
                self._note(f"the rule for {cell.text} did not hold in the proof and is dropped")
            measured = {row.cell for row in rows if row.ratio.is_judged}
            for cell, _ in found.choices:
                if cell not in measured:
                    self._note(f"the rule for {cell.text} has too few launches and is dropped")
                    of_rules.append(cell)
            if not of_rules and not of_settings:
                break
            found = found.without(of_rules)
            if found.is_default:
                return self._unchanged()
            if not proofs_left:
                found, rows = self._unproven(found, rows, of_rules, of_settings)
            elif not of_rules:
                found = self._without_last_knob(found, of_settings)
                if found.is_default:
                    return self._unchanged()
        proven = {row.cell for row in rows}
        for cell in self._cells:
            if cell not in proven:
                self._note(f"{cell.text} was not measured in the proof")
        weights = self._weights()
        changed = {row.cell for row in rows if row.verdict in ("faster", "slower")}
        of_changed = {cell: weight for cell, weight in weights.items() if cell in changed}
        is_proven = all(row.is_proven for row in rows)
        return Found(
            found, rows,
            judgement.of_all(*sides, weights) if is_proven else None,
            judgement.of_all(*sides, of_changed) if is_proven else None,
            self.trials, self.notes, self._cells, sides,
        )  # fmt: skip

    def _against_settings(
        self,
        found: Configuration,
        slower: Sequence[Row],
        sides: tuple[list[Times], list[Times]],
    ) -> str:
        """What the proof says against the settings of the job; empty if nothing."""
        alone = [row.cell.text for row in slower if row.choice is None and row.ratio.is_slower]
        if alone:
            return f"{units.listed(alone[:3])} became slower in the proof"
        whole = judgement.of_all(*sides, self._weights())
        if found.settings and (whole is None or not whole.is_faster):
            return "the proof was not faster beyond its interval"
        return ""

    def _wants_more(self, rows: Sequence[Row], sides: tuple[list[Times], list[Times]]) -> bool:
        """Whether cells lack launches, for which launches had no time or another regime."""
        is_short = len(rows) < len(self._cells) or not all(row.ratio.is_judged for row in rows)
        return is_short and len(sides[0]) < MOST_PAIRS and self._spent() < self.plan.budget_s

    def _unchanged(self) -> Found:
        """Nothing was found, so that there is nothing to prove."""
        same = Ratio(1.0, 1.0, 1.0, 1)
        rows = [
            Row(cell, None, self._own_s[cell], self._own_s[cell], same, is_changed=False)
            for cell in self._cells
        ]
        none: tuple[list[Times], list[Times]] = ([], [])
        return Found(
            self._default, rows, None, None, self.trials, self.notes, self._cells, none
        )  # fmt: skip

    def _unproven(
        self, found: Configuration, rows: Sequence[Row], of_rules: Sequence[Cell],
        of_settings: str,
    ) -> tuple[Configuration, list[Row]]:  # fmt: skip
        """What is left after the last proof: nothing that it has refuted."""
        if of_settings:
            self._note("the configuration did not hold in the last proof, and nothing is changed")
            found = self._default
        return found, [
            replace(
                row,
                choice=found.choice(row.cell),
                is_changed=bool(found.settings or found.choice(row.cell)),
                is_proven=not of_settings and row.cell not in of_rules,
            )
            for row in rows
        ]

    def _without_last_knob(self, found: Configuration, reason: str) -> Configuration:
        """Without the settings that were accepted last, for this reason."""
        accepted = [index for index, trial in enumerate(self.trials) if trial.accepted]
        last = self.trials[accepted[-1]]
        self.trials[accepted[-1]] = Trial(last.title, last.settings, last.ratio, False, reason)
        self._note(f"{last.title}: {reason}, and the setting was dropped")
        kept = {name: value for trial in self.trials if trial.accepted
                for name, value in trial.settings.items()}  # fmt: skip
        return Configuration.of(self.plan.ranks, kept, dict(found.choices))

    def _pairs(self, proofs_left: int) -> int:
        """How many launches of each side this proof may have."""
        left_s = (self.plan.budget_s - self._spent()) * (0.6 if proofs_left else 1.0)
        return min(MOST_PAIRS, max(FEWEST, int(left_s / self._launch_s() / 2)))

    def _rows(
        self, found: Configuration, own: Sequence[Times], tuned: Sequence[Times]
    ) -> list[Row]:
        rows = []
        for cell in self._cells:
            ratio = judgement.of_cell(cell, own, tuned)
            if ratio is None:
                continue
            own_s, tuned_s = map(median, judgement.in_one_regime(cell, own, tuned))
            choice = found.choice(cell)
            is_changed = bool(found.settings or choice)
            rows.append(Row(cell, choice, own_s, tuned_s, ratio, is_changed))
        return rows

    def _alternate(
        self,
        base: Configuration,
        rival: Configuration,
        pairs: int,
        purpose: str,
        sides: tuple[list[Times], list[Times]],
    ) -> None:
        """So many more launches of each side, pair by pair."""
        for _ in range(pairs):
            for side, one in ((0, base), (1, rival)):
                launched = self._launch(one, purpose)
                if launched.refused and one.is_default:
                    raise MeasurementError(f"the MPI cannot be measured: {launched.refused}")
                sides[side].append(launched.times)

    def _round(
        self, configurations: Sequence[Configuration], purpose: str
    ) -> dict[Configuration, Launched]:
        """One launch of each, in random order."""
        order = list(dict.fromkeys(configurations))
        self._random.shuffle(order)
        return {one: self._launch(one, purpose) for one in order}

    _launches = 0

    def _launch(self, configuration: Configuration, purpose: str) -> Launched:
        self._launches += 1
        return self.bench.launch(configuration, self._cells, purpose)

    def _launch_s(self) -> float:
        """What a launch takes in the mean."""
        return self._spent() / self._launches

    def _spent(self) -> float:
        return self.bench.spent_s - self._began_s

    def _weights(self) -> dict[Cell, float]:
        return self._weight

    def _note(self, sentence: str) -> None:
        self.notes.append(sentence)
        self.tell(sentence)


def _usual(gains: Sequence[float]) -> float:
    """The median; no gain where nothing could be compared."""
    return median(gains) if gains else 0.0
