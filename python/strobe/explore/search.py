# SPDX-License-Identifier: BSD-3-Clause
"""The search: runs with other choices until no alternative is left, or a limit is reached."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

import msgspec

from strobe.explore.operations import Answer, Choice, Path
from strobe.explore.outcome import Outcome, Trial
from strobe.records.check_record import Place

Try = Callable[[bool, dict[Choice, Answer]], Trial]
"""Runs the program once, with synchronous sends or not, and with these choices."""
_Key = tuple[bool, frozenset[tuple[Choice, Answer]]]


class Limits(msgspec.Struct, frozen=True):
    """After so many runs or seconds no further run begins. A test or a nonblocking probe finds
    nothing at most `delays` times more than it must."""

    runs: int
    budget_s: float
    jobs: int
    delays: int = 1


class Found(msgspec.Struct):
    """An outcome, the first run that had it, and how many had it."""

    outcome: Outcome
    first: Trial
    runs: int = 0


class Tried(msgspec.Struct, frozen=True, gc=False):
    """A run that was counted: the key of its outcome, and what each operation got in its order.

    `places` are the calls of these operations, None of one that is not known.
    """

    key: str
    synchronous: bool
    path: Path
    places: Sequence[Place | None]


class Exploration(msgspec.Struct):
    """What was tried. `open` are choices that were found and not tried."""

    found: dict[str, Found] = {}
    tried: list[Tried] = []
    base: Trial | None = None
    """The first run, which chooses nothing."""
    runs: int = 0
    infeasible: int = 0
    matchings: int = 0
    open: int = 0
    cut: set[int] = set()
    """Ranks of which not all operations were known, so that nothing else was tried."""
    is_bounded: bool = False
    """Whether tests could find nothing more often than the limits allow."""

    @property
    def is_complete(self) -> bool:
        """Whether no alternative is left."""
        return self.open == 0 and not self.cut

    @property
    def outcomes(self) -> list[Found]:
        """The wrong ones first, each group by how often it was seen."""
        return sorted(self.found.values(), key=lambda one: (one.outcome.is_right, -one.runs))


def explore(
    run: Try, sends: tuple[bool, ...], limits: Limits, tell: Callable[[Exploration], None]
) -> Exploration:
    """Try all alternatives, several runs at a time; `sends` are whether sends are synchronous.

    Ctrl-C ends it with what was found. What `run` raises ends it, too.
    """
    search = _Search(run, sends, limits, tell)
    with contextlib.suppress(KeyboardInterrupt):
        search.run()
    return search.result()


class _Search:
    """The runs still to do, each as its choices, and the choices that have been tried."""

    def __init__(
        self,
        run: Try,
        sends: tuple[bool, ...],
        limits: Limits,
        tell: Callable[[Exploration], None],
    ) -> None:
        self._try = run
        self._limits = limits
        self._tell = tell
        self._waiting: deque[tuple[bool, dict[Choice, Answer]]] = deque((one, {}) for one in sends)
        self._asked: set[_Key] = {(one, frozenset()) for one in sends}
        self._matchings: set[_Key] = set()
        self._exploration = Exploration()
        self._calls: dict[tuple[str, str, str, int], Place] = {}
        self._begun = 0
        self._began_s = time.monotonic()

    def run(self) -> None:
        running: set[Future[Trial]] = set()
        with ThreadPoolExecutor(self._limits.jobs) as pool:
            try:
                while True:
                    running |= {pool.submit(self._try, *one) for one in self._next(len(running))}
                    if not running:
                        return
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        self._take(future.result())
            finally:
                for future in running:
                    future.cancel()

    def result(self) -> Exploration:
        self._exploration.open = len(self._waiting) + self._begun - self._exploration.runs
        return self._exploration

    def _next(self, running: int) -> Iterator[tuple[bool, dict[Choice, Answer]]]:
        """As many as there is room for."""
        while self._waiting and running < self._limits.jobs:
            is_late = time.monotonic() - self._began_s > self._limits.budget_s
            if self._begun >= self._limits.runs or (is_late and self._begun):
                return
            # The last ones that were found first: depth first.
            synchronous, forced = self._waiting.pop()
            if self._is_tried(synchronous, forced):
                continue
            self._begun += 1
            running += 1
            yield synchronous, forced

    def _is_tried(self, synchronous: bool, forced: dict[Choice, Answer]) -> bool:
        """Whether a run had all these matches: the others with them are found from that one."""
        chosen = frozenset(forced.items())
        return any(one == synchronous and chosen <= matching for one, matching in self._matchings)

    def _take(self, trial: Trial) -> None:
        exploration = self._exploration
        exploration.runs += 1
        if exploration.base is None:
            exploration.base = trial
        if not trial.feasible:
            exploration.infeasible += 1
        elif trial.run is not None:
            self._count(trial)
            self._ask(trial)
        self._tell(self.result())

    def _count(self, trial: Trial) -> None:
        """Note the outcome, and whether other runs have matched the same messages."""
        assert trial.run is not None
        self._matchings.add((trial.synchronous, frozenset(trial.run.choices.items())))
        self._exploration.matchings = len(self._matchings)
        key = trial.outcome.key
        path = trial.run.path
        places = self._places(trial)
        known = tuple(places.get(choice) for choice, _ in path)
        self._exploration.tried.append(Tried(key, trial.synchronous, path, known))
        found = self._exploration.found.setdefault(key, Found(trial.outcome, trial))
        found.runs += 1

    def _places(self, trial: Trial) -> dict[Choice, Place]:
        """The call of each operation; runs share what is the same."""
        found = {}
        for one in trial.run.operations if trial.run is not None else ():
            place = trial.calls.get((one.choice[0], one.place))
            if place is not None:
                key = place.function, place.line, place.file, place.address
                found[one.choice] = self._calls.setdefault(key, place)
        return found

    def _ask(self, trial: Trial) -> None:
        """Have its alternatives tried that were not asked for yet."""
        assert trial.run is not None
        if trial.cut:
            self._exploration.cut |= set(trial.cut)
            return
        for choices in trial.run.alternatives(self._limits.delays):
            key = trial.synchronous, frozenset(choices.items())
            if key not in self._asked:
                self._asked.add(key)
                self._waiting.append((trial.synchronous, choices))
        self._exploration.is_bounded |= trial.run.is_bounded
