# SPDX-License-Identifier: BSD-3-Clause
"""The record of a job under `strobe run`: job.json, and rank-<R>.json of each rank.

A rank's file is written by the runtime inside the program (src/bcs/monitor/rank_record.cpp); a rank
that was killed has none.
"""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec

from strobe.base import writing
from strobe.base.errors import StrobeError
from strobe.machine.facts import Machine
from strobe.records.names import Line, check_lines

JOB_FILE = "job.json"
RANK_FILE = re.compile(r"rank-(\d+)\.json")
UNWRITTEN = re.compile(r"rank-(\d+)\.json\.part")
# A rank that is killed while it writes its record so far leaves the last one.
OTHER_FILE = re.compile(r"rank-(\d+)\.(calls|checks|messages|order|slices|json\.part|json\.so-far)")
SCHEMA = 1
ONE_SIDED = "one-sided communication passes through to the MPI"
"""Why calls are outside the guarantee (src/bcs/mpi/record.cpp)."""
FINALIZED, RUNNING, SIGNAL = "finalized", "running", "signal"
REPORTED_BY_RANK = ("deadlock", "error")
"""Ends that the rank itself has reported on standard error."""

T = TypeVar("T", bound=msgspec.Struct)


class Distribution(msgspec.Struct):
    """Counts of values: nonempty buckets of (low, high, count)."""

    count: int
    min: float
    max: float
    total: float
    buckets: list[tuple[float, float, int]]


class Primitive(msgspec.Struct):
    """One function of MPI as one rank called it. The time of one that `blocks` is communication.

    Of many calls that do not block, a sample is timed: `timed` of all `count`. Least and largest
    time are of these, the total and the distribution of latencies stand for all.
    """

    name: Line
    blocks: bool
    count: int
    timed: int
    min_s: float
    max_s: float
    total_s: float
    size_bytes: int
    latencies_s: Distribution | None
    sizes_bytes: Distribution | None

    def __post_init__(self) -> None:
        check_lines("the function", self.name)


class Partner(msgspec.Struct):
    """Another rank: what was sent to it, and how long this rank waited for it."""

    rank: int
    messages: int
    size_bytes: int
    waited_s: float


class CallSite(msgspec.Struct):
    """A line of the program: that of Python as it is, otherwise a place in a file of code.

    `address` is as addr2line takes it. `line` and `file` are empty where the place is not known.
    """

    line: Line
    file: Line
    address: Annotated[int, msgspec.Meta(ge=0)]

    def __post_init__(self) -> None:
        check_lines("the call site", self.line, self.file)


class Mmds(msgspec.Struct):
    """Section 5.1 of the BCS-MPI paper; the run time is the sum of both distributions.

    `functions` and `sites` are those whose numbers a log has; without a log there are none. So
    many slices made room for later ones in that of slices; null where there is none. `events` is
    how many events of messages were to be logged, also where the log had no room.
    `last_computed_s` is the processor time after the last call; 0 without a log.
    """

    run_time_s: float
    begin_tick: int
    tick_s: float
    last_computed_s: float
    computation_s: Distribution
    communication_s: Distribution
    primitives: list[Primitive]
    functions: list[Line]
    sites: list[CallSite]
    dropped_slices: int | None
    collectives: int
    events: int
    partners: list[Partner]

    def __post_init__(self) -> None:
        check_lines("the function", *self.functions)

    @property
    def calls(self) -> int:
        """How many the rank made, of all primitives."""
        return sum(primitive.count for primitive in self.primitives)


class OutsideGuarantee(msgspec.Struct):
    """Calls that the determinism of the run does not cover."""

    function: Line
    count: int
    why: Line

    def __post_init__(self) -> None:
        check_lines("the function", self.function, self.why)


class Poll(msgspec.Struct):
    """A place that calls a test or a nonblocking probe: how many of its calls waited until a slice
    began, and for how long all of them waited."""

    function: Line
    where: CallSite
    calls: int
    slices: int
    waited_s: float

    def __post_init__(self) -> None:
        check_lines("the function", self.function)


class Unreceived(msgspec.Struct):
    """A send without a receive when its process reached MPI_Finalize."""

    to: int
    tag: int
    communicator: str
    size_bytes: int
    sent_at: CallSite


class RankRecord(msgspec.Struct):
    """One rank. `end` is finalized; or deadlock, error, abort, exit or signal, of which
    `sentence` says more; or running, where the rank was killed.

    `mmds` is null where the rank was not watched, or was killed before its first call ended; of a
    rank that was killed later it is half a second old at most while the rank called MPI or waited.
    `stopped_s` is the part of the run time in which other jobs had the time slot.
    `ended_at` is where a signal, MPI_Abort, exit, a failed call or a deadlock ended the rank, if
    that is known. After a deadlock, `waits_for` are the ranks that could have ended its wait: at
    most 256.
    `exit_status` is null where the rank did not choose how its process was to end before it came to
    MPI_Finalize.
    """

    rank: int
    size: int
    host: Line
    pid: int
    mpi_library: str
    flavour: str
    mode: str
    options: dict[str, str]
    run_time_s: float
    stopped_s: float
    slices: int
    decisions_hash: str
    outside_guarantee: list[OutsideGuarantee]
    unreceived: list[Unreceived]
    polls: list[Poll]
    end: Line
    sentence: str
    ended_at: CallSite
    waits_for: list[Annotated[int, msgspec.Meta(ge=0)]]
    exit_status: int | None
    mmds: Mmds | None

    def __post_init__(self) -> None:
        check_lines("the host", self.host)
        check_lines("the end", self.end)


class JobRecord(msgspec.Struct):
    """The command, its environment, and how the job ended; `status` is that of `strobe run`."""

    created_utc: str
    host: str
    release: str
    command: list[str]
    program: list[str]
    ranks: int
    launcher: list[str]
    interposer: str
    environment: dict[str, str]
    machine: Machine
    load_before: list[float]
    load_after: list[float]
    elapsed_s: float
    status: int
    sentence: str = ""
    schema: int = SCHEMA


class Job(msgspec.Struct):
    """A complete record; `job` is None where there is none, as in a batch script.

    Ranks in `unwritten` could not write their record, for example on a full disk.
    """

    job: JobRecord | None
    ranks: list[RankRecord]
    unwritten: list[int] = []

    @property
    def size(self) -> int:
        """How many ranks the job had."""
        return self.ranks[0].size if self.ranks else self.job.ranks if self.job else 0

    @property
    def missing(self) -> list[int]:
        """Ranks that left no record."""
        there = {rank.rank for rank in self.ranks}
        return [rank for rank in range(self.size) if rank not in there]

    @property
    def unfinished(self) -> list[int]:
        """Ranks that did not reach MPI_Finalize, with or without a record."""
        others = [rank.rank for rank in self.ranks if rank.end != FINALIZED]
        return sorted({*self.missing, *others} - {*self.unwritten})

    @property
    def early_exit(self) -> RankRecord | None:
        """The first rank that exited before MPI_Finalize."""
        return next((rank for rank in self.ranks if rank.exit_status is not None), None)

    @property
    def watched(self) -> list[tuple[RankRecord, Mmds]]:
        """Those ranks that were watched."""
        return [(rank, rank.mmds) for rank in self.ranks if rank.mmds is not None]


def is_record(folder: Path) -> bool:
    """Whether the folder holds a record of a job, rather than a run of `strobe measure`."""
    return (folder / JOB_FILE).is_file() or bool(rank_files(folder))


def rank_files(folder: Path) -> list[Path]:
    """The ranks' files, by rank."""
    return list(_by_rank(folder, RANK_FILE).values())


def unwritten(folder: Path) -> list[int]:
    """The ranks of which a file was begun and not ended."""
    return list(_by_rank(folder, UNWRITTEN))


def remove_unwritten(folder: Path) -> None:
    """Remove what such ranks have left of what they could not write."""
    ranks = unwritten(folder)
    for path in list(folder.iterdir()):
        match = OTHER_FILE.fullmatch(path.name)
        if match is None:
            continue
        if int(match[1]) in ranks or path.suffix == ".so-far":
            path.unlink(missing_ok=True)


def _by_rank(folder: Path, pattern: re.Pattern[str]) -> dict[int, Path]:
    """Files by the rank in their names, in its order; none of a folder that is not there."""
    found: dict[int, Path] = {}
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            match = pattern.fullmatch(path.name)
            if match is not None:
                found[int(match[1])] = path
    return dict(sorted(found.items()))


def remove(folder: Path) -> None:
    """Remove the record of an earlier job, and nothing else."""
    for path in (*rank_files(folder), folder / JOB_FILE):
        path.unlink(missing_ok=True)
    for path in folder.iterdir():
        if OTHER_FILE.fullmatch(path.name):
            path.unlink()


def read(folder: Path) -> Job:
    """The record in `folder`. Raises StrobeError with one sentence when there is none."""
    if not is_record(folder):
        raise StrobeError(
            f"{folder} has no record of a job: `strobe run --record {folder}` writes one"
        )
    job = folder / JOB_FILE
    return Job(
        _decoded(job, JobRecord) if job.is_file() else None,
        [_decoded(path, RankRecord) for path in rank_files(folder)],
        unwritten(folder),
    )


def write_job(folder: Path, job: JobRecord) -> None:
    """Write job.json, whole or not at all. Raises StrobeError when it cannot be written."""
    text = msgspec.json.format(msgspec.json.encode(job), indent=2) + b"\n"
    writing.write(folder / JOB_FILE, text)


def _decoded(path: Path, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise StrobeError(f"cannot read {path}: {error.strerror}") from error
    except msgspec.MsgspecError as error:
        if isinstance(error.__cause__, ValueError):  # the sentence of a check of ours
            raise StrobeError(f"{path}: {error.__cause__}") from error
        raise StrobeError(f"{path} is not a record of this release: {error}") from error
