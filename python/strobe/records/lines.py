# SPDX-License-Identifier: BSD-3-Clause
"""The records that strobe-bench writes, as typed structures.

docs/reference/run-folder.md says what they mean.

Every name is checked here, when a record is decoded: a ValueError in a `__post_init__` becomes a
msgspec.ValidationError.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec

from strobe.records.cell_key import CellKey
from strobe.records.names import Line, Name, check_lines, check_names

Value = int | float | Line
Int64 = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
Status = Literal["satisfied", "budget", "failed", "hung", "skipped"]

SCHEMA = 1
STREAM = "stream"
"""The kernel whose tables a measurement prints, too."""


class Kernel(msgspec.Struct, frozen=True):
    """One entry of the bench's catalogue: what a kernel measures and where it was published."""

    name: Name
    title: Line
    family: Literal["point_to_point", "collective", "memory", "blas", "matrix"]
    axes: list[Name]
    axis: Name | None
    time: Line
    source: Line
    units: dict[str, Line] = {}
    defaults: dict[Name, Value] = {}
    """Of its axes; that of a number of ranks is all of them, and absent."""

    def __post_init__(self) -> None:
        check_names("the kernel", self.name)
        drawn_along = [] if self.axis is None else [self.axis]
        check_names("the axis", *self.axes, *drawn_along, *self.defaults)
        check_lines("the title", self.title)
        check_lines("the text", self.time, self.source, *self.units, *self.units.values())
        check_lines("the default", *_texts(self.defaults))


class Layer(msgspec.Struct, frozen=True):
    """The message layer that carried the run."""

    name: Line
    standard: Line
    library: str
    limits: dict[Line, int] = {}
    """Sizes in bytes at which the layer changes its protocol, by the layer's own names."""

    def __post_init__(self) -> None:
        check_lines("the layer", self.name, self.standard)
        check_lines("the limit", *self.limits)


class Process(msgspec.Struct, frozen=True):
    """Where one rank really ran."""

    rank: int
    host: Line
    pid: int
    cpu: int
    affinity: list[int]

    def __post_init__(self) -> None:
        check_lines("the host", self.host)


class Clock(msgspec.Struct, frozen=True):
    """The clock of the samples, calibrated before the first of them."""

    source: str
    resolution_s: float
    cost_s: float
    shared: bool
    offset_error_s: float


class Overhead(msgspec.Struct, frozen=True):
    """What was subtracted from every sample: the empty loop per operation, the clock per sample."""

    loop_s: float
    clock_s: float


class Options(msgspec.Struct, frozen=True):
    """The stopping rule and the budgets."""

    relative_error: float
    confidence: float
    samples_min: int
    visits_min: int
    cell_budget_s: float
    budget_s: float
    sample_s: float


class Compiler(msgspec.Struct, frozen=True):
    """What built the bench."""

    name: str
    version: str
    flags: str


class RunRecord(msgspec.Struct, frozen=True, tag="run", tag_field="record"):
    """First line of a launch: everything needed to repeat it."""

    schema: int
    launch: Int64
    started_utc: str
    program: Line
    version: Line
    commit: Line
    command: list[str]
    suite: Line
    suite_file: str
    ranks: int
    seed: int
    oversubscribed: bool
    layer: Layer
    processes: list[Process]
    clock: Clock
    overhead: Overhead
    options: Options
    compiler: Compiler
    environment: dict[str, str]
    kernels: list[Kernel]
    host_rank: int = 0
    """The rank that was the host of the kernels between host and nodes."""

    def __post_init__(self) -> None:
        check_lines("the suite", self.suite)
        check_lines("the program", self.program, self.version, self.commit)
        try:
            datetime.fromisoformat(self.started_utc)
        except ValueError:
            raise ValueError(f"started_utc {self.started_utc[:40]!r} is not a time") from None
        if not self.processes:
            raise ValueError("the run has no process")
        if not 0 <= self.host_rank < max(self.ranks, 1):
            raise ValueError(f"host_rank is {self.host_rank}, which is no rank of the run")


class PlanRecord(msgspec.Struct, frozen=True, tag="plan", tag_field="record"):
    """How much the launch intends to do."""

    cells: int
    budget_s: float


class CellRecord(msgspec.Struct, frozen=True, tag="cell", tag_field="record"):
    """One kernel at one point of its axes."""

    cell: Line
    kernel: Name
    point: dict[Name, Value]
    origin: Literal["grid", "near", "random", "refined"]
    ranks: Int64
    bytes_per_operation: float
    flops_per_operation: float
    members: list[int] = []
    hops: int | None = None
    level: Line | None = None
    shares: dict[Name, Line] = {}
    operands_bytes: float = 0.0
    """The memory of all operands; 0 where the kernel has none, or where it is not recorded."""

    def __post_init__(self) -> None:
        check_names("the kernel", self.kernel)
        check_names("the axis", *self.point, *self.shares)
        check_lines("the cell", self.cell)
        check_lines("the value", *_texts(self.point), *self.shares.values(), self.level or "")
        if str(self.key) != self.cell:
            raise ValueError(
                f"the key of the cell {self.cell!r} does not match its kernel and point: {self.key}"
            )

    @property
    def key(self) -> CellKey:
        """Its kernel and its point, of which `cell` is the text."""
        return CellKey(self.kernel, self.point)


class FirstRecord(msgspec.Struct, frozen=True, tag="first", tag_field="record"):
    """The first operations of a cell, each timed alone: the first-iteration effect."""

    cell: str
    time_s: list[float]


class VisitRecord(msgspec.Struct, frozen=True, tag="visit", tag_field="record"):
    """The start of a visit; if no other record of its cell follows, the launch died in it."""

    cell: str
    visit: int


class Sentinel(msgspec.Struct, frozen=True):
    """A fixed core-to-core exchange and a fixed quantum of work, before and after a visit."""

    exchange_before_s: float | None = None
    exchange_after_s: float | None = None
    work_before_s: float | None = None
    work_after_s: float | None = None


class SamplesRecord(msgspec.Struct, frozen=True, tag="samples", tag_field="record"):
    """The samples of one visit."""

    cell: str
    visit: Int64
    start_s: float
    regime: Int64 | None
    repetitions: Int64
    time_s: list[float]
    sentinel: Sentinel
    switches: int
    half_width: float | None = None
    in_step: bool = False
    """Whether each sample began with one operation that is not timed."""
    local_mean_s: list[float] = []
    """Collectives: of each sample the mean of the processes' own times."""
    local_minimum_s: list[float] = []
    """Collectives: the shortest of them."""
    local_maximum_s: list[float] = []
    """Collectives: the longest of them."""
    initiator_s: list[float] = []
    """Collectives: that of the process that initiates."""
    after_barriers_s: float | None = None
    """Collectives: mean local time of an operation after a barrier, as IMB takes it."""
    after_barriers_minimum_s: float | None = None
    """Collectives: that of the process with the shortest one."""
    after_barriers_maximum_s: float | None = None
    """Collectives: that of the process with the longest one."""
    after_barriers_operations: Int64 | None = None
    """Collectives: the number of these operations."""
    late: list[int] = []
    core_hz: list[float] = []
    """Kernels of the core alone: cycles a second of the core beside each sample."""
    disturbed_s: list[float] = []
    """Times of disturbed samples (interrupt, other clock frequency); they were taken again."""
    process: int | None = None
    """Kernels that run in a process of their own: its number on the system. None in the bench."""
    buffered_sends: int | None = None
    """Loops of sends: how many returned before their receiver received anything."""

    def __post_init__(self) -> None:
        samples = len(self.time_s)
        others = (
            self.local_mean_s,
            self.local_minimum_s,
            self.local_maximum_s,
            self.initiator_s,
            self.core_hz,
        )
        if samples and any(other and len(other) != samples for other in others):
            raise ValueError(
                f"the visit has {samples} times, and another of its lists has another length"
            )


class RegimeRecord(msgspec.Struct, frozen=True, tag="regime", tag_field="record"):
    """A regime of the machine that the sentinel had not shown before."""

    regime: int
    exchange_s: float | None
    work_s: float | None
    shared: bool = False
    """The SMT sibling of a core was busy."""


class LibraryRecord(msgspec.Struct, frozen=True, tag="library", tag_field="record"):
    """A BLAS library that the launch compares, with what it reports about itself."""

    name: Line
    path: str
    description: str
    core: str
    """The kernels that it chose for this processor."""
    integer_bits: int
    symbol: str
    """The name that it has for a routine."""
    steered_by: str
    """The variables that would make it choose other kernels."""
    unset: dict[str, str]
    """Variables of that kind that were set, and that it did not see."""
    wrong: str
    """Why it cannot be used; else empty."""

    def __post_init__(self) -> None:
        check_lines("the library", self.name)


class PlacementRecord(msgspec.Struct, frozen=True, tag="placement", tag_field="record"):
    """Which rank is where, row by row, for the kernels that lay so many ranks on a grid."""

    grid: list[list[int]]


class VerificationRecord(msgspec.Struct, frozen=True, tag="verification", tag_field="record"):
    """Whether the data that a visit moved was right."""

    cell: str
    visit: int
    passed: bool
    bytes: int
    detail: str


class CellEndRecord(msgspec.Struct, frozen=True, tag="cell_end", tag_field="record"):
    """How a cell ended."""

    cell: str
    status: Status
    reason: str
    visits: int
    samples: int
    elapsed_s: float


class EndRecord(msgspec.Struct, frozen=True, tag="end", tag_field="record"):
    """Last line of a launch that ended by itself."""

    finished_utc: str
    elapsed_s: float
    load: list[float]
    complete: bool


Record = (
    RunRecord
    | PlanRecord
    | CellRecord
    | FirstRecord
    | VisitRecord
    | SamplesRecord
    | RegimeRecord
    | LibraryRecord
    | PlacementRecord
    | VerificationRecord
    | CellEndRecord
    | EndRecord
)


def _texts(point: dict[str, Value]) -> list[str]:
    """The values that are words."""
    return [value for value in point.values() if isinstance(value, str)]


decoder: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)
