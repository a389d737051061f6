# SPDX-License-Identifier: BSD-3-Clause
"""How long a recorded job takes on a machine, with an interval, and what the time depends on.

The record is replayed on the machine as it was measured, and again on machines that its samples
allow, with pieces of computation that the record allows. The percentiles of these times are the
interval (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, section 13.3), which the
model's own error widens.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import numpy as np

from strobe.base.errors import StrobeError
from strobe.predict import shares
from strobe.predict.ceilings import Speed
from strobe.predict.collectives import families
from strobe.predict.machine import COSCHEDULED, Machine, Placement
from strobe.predict.pieces import After, Floats, Pieces
from strobe.predict.platform import library
from strobe.predict.replay import Replay, replay
from strobe.predict.shares import Share
from strobe.predict.source import Source, source
from strobe.predict.what_if import NAMES, Factors
from strobe.records import job_record
from strobe.records.job_record import Job

CONFIDENCE = 0.95
BETTER = 1.1
"""For the sensitivities: each parameter is so many times as good."""
FEWER = 4
"""A point of a sweep has so many times fewer draws: most of its interval is what the model leaves
out."""
NOISE = "noise"
AS_RECORDED = Speed()
BUFFERED = (
    "sends wait for no receive: with the eager limit that the machine shows, the ranks would wait "
    "for each other"
)
CROWDED = (
    "there are {:.2g} ranks for each processor, and ranks of an MPI use theirs while they wait: "
    "the job may take many times as long"
)
Tell = Callable[[int, int], None]
"""Is told how many of how many replays are over."""


class Interval(msgspec.Struct, frozen=True):
    """A time in seconds, with the interval of CONFIDENCE."""

    value_s: float
    low_s: float
    high_s: float


class Sensitivity(msgspec.Struct, frozen=True):
    """What one parameter means for the time."""

    parameter: str
    gain: float
    """Relative gain in time where the parameter is better by a tenth; of noise, where there is
    none."""
    without_s: float
    """The time where the parameter costs nothing at all."""


class Prediction(msgspec.Struct, frozen=True):
    """A job on a machine. Times are in seconds; of computation and shares the mean of the ranks."""

    machine: str
    ranks: int
    nodes: int
    ranks_per_node: int
    time_s: Interval
    drawn_s: list[float]
    """The times that give the interval."""
    recorded_s: float
    compute_s: float
    recorded_compute_s: float
    computation: Speed
    """How many times as fast as where the job was recorded."""
    shares: list[Share]
    sensitivities: list[Sensitivity]
    bound_by: str
    """The parameter without which the time would be shortest."""
    seed: int
    notes: list[str]


class SweepPoint(msgspec.Struct, frozen=True):
    """The time where the parameter is so many times as large."""

    factor: float
    time_s: Interval


class Sweep(msgspec.Struct, frozen=True):
    """The time over one parameter of the machine."""

    parameter: str
    points: list[SweepPoint]


@dataclass(frozen=True)
class Plan:
    """What to predict: so many draws give the interval."""

    factors: Factors
    ranks_per_node: int
    draws: int
    seed: int
    jobs: int
    speed: Speed = AS_RECORDED


class Predictor:
    """One job on one machine."""

    def __init__(self, folder: Path, machine: Machine, plan: Plan) -> None:
        """Raises StrobeError where the record or the machine does not say enough."""
        self.job: Job = job_record.read(folder)
        self._placement = Placement(self.job.size, plan.ranks_per_node)
        messages_of = families.messages_of(machine.mpi, self._placement.node_of)
        self._source: Source = source(self.job, folder, messages_of)
        self._machine, self._plan = machine, plan
        self.ranks = self.job.size
        check_placement(machine, self.ranks, plan.ranks_per_node)
        library()  # before several replays at once want it

    def predict(self, tell: Tell) -> Prediction:
        """The time, where it goes, and what it depends on."""
        plan = self._plan
        base_task = self._task(plan.factors, by_line=True)
        tasks = [
            base_task, *self._draws(plan.factors, plan.draws), *map(self._variant, VARIANTS)
        ]  # fmt: skip
        found = _replayed(tasks, plan.jobs, tell)
        base, drawn = found[0], [one.time_s for one in found[1 : 1 + plan.draws]]
        others = dict(zip(VARIANTS, found[1 + plan.draws :], strict=True))
        sensitivities = [
            Sensitivity(
                name, 1 - others[name, "better"].time_s / base.time_s, others[name, "none"].time_s
            )
            for name in (*NAMES, NOISE)
        ]
        return Prediction(
            machine=self._machine.title,
            ranks=self.ranks,
            nodes=self._placement.nodes,
            ranks_per_node=min(plan.ranks_per_node, self.ranks),
            time_s=self._interval(base.time_s, drawn),
            drawn_s=drawn,
            recorded_s=max(rank.mmds.run_time_s for rank in self.job.ranks if rank.mmds),
            compute_s=shares.computation_s(base, self._source.written),
            recorded_compute_s=self._source.recorded_compute_s,
            computation=plan.speed,
            shares=self._source.shares(base, self._machine, self._placement),
            sensitivities=sensitivities,
            bound_by=min(sensitivities, key=lambda one: one.without_s).parameter,
            seed=plan.seed,
            notes=[
                *self._source.notes(),
                *self._machine.notes,
                *self._of_collectives(),
                *([BUFFERED] if base.is_buffered else []),
                *shares.unmeasured(self._source.written, self._machine, self._placement),
                *self._of_crowding(),
            ],
        )

    def sweep(self, parameter: str, factors: Sequence[float], tell: Tell) -> Sweep:
        """The time where the parameter is so many times as large, each with its interval."""
        plan = self._plan
        draws = -(-plan.draws // FEWER)
        tasks = []
        for factor in factors:
            own = getattr(plan.factors, parameter)
            changed = replace(plan.factors, **{parameter: own * factor})
            tasks += [self._task(changed), *self._draws(changed, draws)]
        times_s = [one.time_s for one in _replayed(tasks, plan.jobs, tell)]
        step = 1 + draws
        return Sweep(
            parameter,
            [
                SweepPoint(factor, self._interval(times_s[at], times_s[at + 1 : at + step]))
                for factor, at in zip(factors, range(0, len(times_s), step), strict=True)
            ],
        )

    def _interval(self, value_s: float, drawn_s: Sequence[float]) -> Interval:
        """That of the draws and that of the model, which are independent, so that their squares
        add."""
        if not drawn_s:
            return Interval(value_s, value_s, value_s)
        tail = 0.5 * (1 - CONFIDENCE)
        low, high = np.quantile(drawn_s, (tail, 1 - tail))
        model_s = self._source.model_error * value_s
        below_s = math.hypot(max(value_s - float(low), 0.0), model_s)
        above_s = math.hypot(max(float(high) - value_s, 0.0), model_s)
        return Interval(value_s, value_s - below_s, value_s + above_s)

    def _of_collectives(self) -> list[str]:
        said = families.note(self._machine.mpi)
        return [said] if said and self._source.has_collectives else []

    def _of_crowding(self) -> list[str]:
        ranks = self._machine.ranks_per_processor(self._placement)
        return [CROWDED.format(ranks)] if ranks > 1 and self._machine.mpi != COSCHEDULED else []

    def _draws(self, factors: Factors, count: int) -> list[Task]:
        return [self._task(factors, seed) for seed in range(count)]

    def _variant(self, variant: tuple[str, str]) -> Task:
        name, how = variant
        if name == NOISE:
            return self._task(self._plan.factors, own=[one.even() for one in self._source.pieces])
        factor = BETTER if how == "better" else float("inf")
        was = getattr(self._plan.factors, name)
        now = was * factor if name in SPEEDS else was / factor
        return self._task(replace(self._plan.factors, **{name: now}))

    def _task(
        self,
        factors: Factors,
        seed: int | None = None,
        own: Sequence[Pieces] | None = None,
        *,
        by_line: bool = False,
    ) -> Task:
        """The machine as it was measured, or one that the measurements allow."""
        plan = self._plan

        def run() -> Replay:
            rng = None if seed is None else np.random.default_rng([plan.seed, seed])
            on = factors.of(self._machine if rng is None else self._machine.drawn(rng))
            speed = plan.speed.middle if rng is None else plan.speed.at(rng.uniform())
            lines = [
                one.written(factors.compute * speed, rng, _after(on, rank, self._placement))
                for rank, one in enumerate(own or self._source.pieces)
            ]
            written = self._source.written
            lines += [server.lines for server in written.servers]
            beside = [written.rank_beside(process) for process in range(len(lines))]
            return replay(lines, on, plan.ranks_per_node, by_line=by_line, beside=beside)

        return run


def _after(on: Machine, rank: int, placement: Placement) -> After:
    """How much longer the calls of a rank take than their messages in a row."""

    def cost(own: Pieces, computed_s: Floats) -> Floats:
        found = np.zeros_like(computed_s)
        between = placement.levels_between(rank, own.peers)
        for name, level in on.levels.items():
            places = (between == name) & (own.peers != rank)
            found[places] = level.after_s(computed_s[places])
            found[places & own.are_collective] += level.collective_s
        return found + own.polls * on.slice_s(placement)

    return cost


Task = Callable[[], Replay]
SPEEDS = ("bandwidth", "compute")
"""What is better the larger it is."""
VARIANTS = [(name, how) for name in (*NAMES, NOISE) for how in ("better", "none")]


def check_placement(machine: Machine, size: int, ranks_per_node: int) -> None:
    """Refuse a placement for which the machine has no times."""
    if size > ranks_per_node and "network" not in machine.levels:
        raise StrobeError(
            f"{machine.name} was measured within one node, so that it says nothing of "
            f"{-(-size // ranks_per_node)} nodes: measure it with ranks on two hosts, or predict "
            f"with --ranks-per-node {size}"
        )
    if min(size, ranks_per_node) > 1 and "node" not in machine.levels:
        raise StrobeError(
            f"{machine.name} was measured between nodes, so that it says nothing of two ranks on "
            "one: predict with --ranks-per-node 1, or name a run on one node with --within"
        )


def _replayed(tasks: Sequence[Task], jobs: int, tell: Tell) -> list[Replay]:
    with ThreadPoolExecutor(jobs) as pool:
        waiting = [pool.submit(task) for task in tasks]
        found = []
        try:
            for done, one in enumerate(waiting, start=1):
                found.append(one.result())
                tell(done, len(tasks))
        except BaseException:
            for one in waiting:
                one.cancel()
            raise
    return found
