# SPDX-License-Identifier: BSD-3-Clause
"""The simulations that reproduce the BCS-MPI paper's figures, and their results.

Sections 5.3 and 6 and table 2.1 of Fernandez, Petrini and Frachtenberg, Achieving Predictable and
Scalable Performance with BCS-MPI.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from strobe.base.errors import StrobeError
from strobe.simulation.result import Result, offered, simulate

MODES = ("fast", "strict", "adaptive", "deterministic")
"""The first is the baseline: messages are sent immediately, as under other MPIs."""
IMMEDIATE = MODES[0]
PAPER_SLICE_US = 250.0

SWEEP_GRAIN_US = 3500.0
SAGE_GRAIN_US = 43200.0
"""Table 5.3: 92.4 s of computation with 2140 exchanges."""
REDUCE_GRAIN_US = 13200.0
"""The same with 7025 reductions."""
MESSAGES_OF_A_STEP = 4
SLICES_OF_A_CALL = 1.5
PAPER_SLOWDOWN = 0.3


class Case(msgspec.Struct, frozen=True):
    """One simulation, and the part of the study that it is for. Times are microseconds."""

    part: str
    program: str
    mode: str
    network: str
    nodes: int
    ranks_per_node: int
    steps: int
    grain_us: float
    size_bytes: int
    slice_us: float
    more: tuple[str, ...] = ()

    def words(self) -> list[str]:
        """The arguments of `strobe simulate`."""
        options = {
            "mode": self.mode, "network": self.network, "nodes": self.nodes,
            "ranks-per-node": self.ranks_per_node, "steps": self.steps,
            "grain": f"{self.grain_us:g}", "size": self.size_bytes, "slice": f"{self.slice_us:g}",
        }  # fmt: skip
        pairs = [word for name, value in options.items() for word in (f"--{name}", str(value))]
        return [self.program, *pairs, *self.more]

    @property
    def command(self) -> str:
        """The line that repeats it."""
        return " ".join(["strobe simulate", *self.words()])


class Run(msgspec.Struct):
    """The result of one simulation."""

    case: Case
    time_s: float
    slices: int
    events: int
    wall_s: float
    hash: str
    barrier_slice_s: float | None
    """What a slice with a barrier in it cost, where the part asks for it."""


@dataclass
class Study:
    """All runs, in their order, and the one of section 5.3 with its metrics."""

    runs: list[Run] = field(default_factory=list)
    check: Result | None = None

    def of(self, part: str) -> list[Run]:
        """Those of one part."""
        return [run for run in self.runs if run.case.part == part]

    def slowdown(self, run: Run) -> float:
        """The slowdown against immediate messages, as a fraction of their time."""
        wanted = msgspec.structs.replace(run.case, mode=IMMEDIATE)
        immediate = next(other for other in self.runs if _same_work(other.case, wanted))
        return run.time_s / immediate.time_s - 1.0


def _same_work(case: Case, other: Case) -> bool:
    """Whether two cases differ only in their slice, which does not affect mode fast."""
    return msgspec.structs.replace(case, slice_us=other.slice_us) == other


@dataclass(frozen=True)
class Extent:
    """How large the study is."""

    nodes: Sequence[int] = (1, 2, 4, 8, 16, 32)
    steps: int = 100
    slices_us: Sequence[float] = (100, 125, 150, 175, 200, 250, 300, 400, 500)
    scale_nodes: Sequence[int] = tuple(2**k for k in range(5, 18))
    large_nodes: int = 10_000
    large_steps: int = 10
    check_slices: tuple[int, int] = (7500, 12500)


FULL = Extent()
QUICK = Extent(
    nodes=(1, 4),
    steps=10,
    slices_us=(175, 250),
    scale_nodes=(32, 64, 128),
    large_nodes=64,
    large_steps=3,
    check_slices=(20, 200),
)

FIGURES = {
    "figure 6.1": ("halo-reduce", SAGE_GRAIN_US),
    "figure 6.2": ("sweep-blocking", SWEEP_GRAIN_US),
    "figure 6.3": ("sweep", SWEEP_GRAIN_US),
}
GRAINS, SLICES, SCALE, LARGE, CHECK = "grains", "slices", "scale", "large", "section 5.3"
BARRIERS = 3
"""Slices with a barrier in each run of the scale; without jitter they are equal."""


def cases(extent: Extent) -> Iterator[Case]:
    """All that is simulated but the check of section 5.3."""
    for part, (program, grain_us) in FIGURES.items():
        for nodes in extent.nodes:
            yield from _modes(_case(part, program, grain_us, extent.steps, nodes=nodes))
    for grain_us in (SWEEP_GRAIN_US, REDUCE_GRAIN_US, SAGE_GRAIN_US):
        yield from _modes(_case(GRAINS, "halo-reduce", grain_us, extent.steps))
    for program, grain_us in FIGURES.values():
        case = _case(SLICES, program, grain_us, extent.steps, nodes=extent.nodes[-1])
        yield msgspec.structs.replace(case, mode=IMMEDIATE)
        for slice_us in extent.slices_us:
            yield msgspec.structs.replace(case, slice_us=slice_us)
    for network in offered().networks:
        for nodes in extent.scale_nodes:
            case = _case(SCALE, "barrier", 0.0, BARRIERS, nodes=nodes, each=1)
            yield msgspec.structs.replace(case, network=network.name, more=("--watch", "0"))
    for program in ("sweep-blocking", "sweep"):
        case = _case(LARGE, program, SWEEP_GRAIN_US, extent.large_steps, extent.large_nodes, 1)
        yield from _modes(case, (IMMEDIATE, "strict", "deterministic"))


def check_words(extent: Extent) -> list[str]:
    """Section 5.3: a barrier each 1.9 ms, watched for 5000 slices.

    Blocks are late, and so is the strobe sender's timer: by up to 20 us, for which the paper's
    slices take 250 to 270 us.
    """
    first, last = extent.check_slices
    window = ["--first-slice", str(first), "--last-slice", str(last), "--watch", "0"]
    end = ["--steps", "10000", "--most-slices", str(last + 1)]
    late = ["--jitter", "0.5", "--timer-late", "10", "--timer-late-shape", "uniform"]
    return ["barrier", "--grain", "1900", *late, *end, *window]


def _case(
    part: str, program: str, grain_us: float, steps: int, nodes: int = 32, each: int = 2
) -> Case:
    return Case(
        part=part,
        program=program,
        mode="strict",
        network="qsnet",
        nodes=nodes,
        ranks_per_node=each,
        steps=steps,
        grain_us=grain_us,
        size_bytes=2000,
        slice_us=PAPER_SLICE_US,
    )


def _modes(case: Case, modes: Sequence[str] = MODES) -> Iterator[Case]:
    return (msgspec.structs.replace(case, mode=mode) for mode in modes)


def run(case: Case) -> Run:
    """Simulate the case. Raises StrobeError where it does not finish."""
    found = _ended(case.words())
    costs = [
        of_all.gtts_s
        for of_all, of_node in zip(found.emds.globals, found.emds.locals, strict=False)
        if of_node.ncollmsm
    ]
    if case.part == SCALE and len(costs) != case.steps:
        raise StrobeError(f"`{case.command}` has {len(costs)} slices with a barrier")
    return Run(
        case=case,
        time_s=found.time_s,
        slices=found.slices,
        events=found.events,
        wall_s=found.wall_s,
        hash=found.hash,
        barrier_slice_s=max(costs) if case.part == SCALE else None,
    )


def steps(extent: Extent) -> int:
    """How many simulations there are."""
    return sum(1 for _ in cases(extent)) + 1


def study(extent: Extent, begins: Callable[[int, str], None]) -> Study:
    """Do all of it, one after the other; `begins` is called with the next run and its part."""
    done = Study()
    for count, case in enumerate(cases(extent)):
        begins(count, case.part)
        done.runs.append(run(case))
    begins(len(done.runs), CHECK)
    done.check = _ended(check_words(extent))
    return done


def _ended(words: Sequence[str]) -> Result:
    found = simulate(words)
    if not found.is_good:
        raise StrobeError(f"`strobe simulate {' '.join(words)}` did not finish: {found.end}")
    return found
