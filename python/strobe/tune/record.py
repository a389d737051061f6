# SPDX-License-Identifier: BSD-3-Clause
"""tuning.json: what was tried and found, with every figure of the proof."""

from __future__ import annotations

from pathlib import Path

import msgspec

from strobe.base import writing
from strobe.machine.facts import Machine
from strobe.tune.found import Found, Row, Trial
from strobe.tune.judgement import Ratio

RECORD_FILE = "tuning.json"
SCHEMA = 1


class RatioRecord(msgspec.Struct):
    """The tuned time over the MPI's own, with its 95 % interval over `launches` of each side."""

    ratio: float
    low: float
    high: float
    launches: int

    @classmethod
    def of(cls, ratio: Ratio | None) -> RatioRecord | None:
        """Of a ratio, if there is one."""
        if ratio is None:
            return None
        return cls(ratio.ratio, ratio.low, ratio.high, ratio.launches)


class CellRecord(msgspec.Struct):
    """One operation at one size, per rank as its kernel counts, in the proof."""

    operation: str
    size_bytes: int
    algorithm: str | None
    """Null for the MPI's own choice."""
    segment_bytes: int
    default_s: float
    tuned_s: float
    ratio: RatioRecord
    verdict: str


class TrialRecord(msgspec.Struct):
    """Settings that were tried; `reason` says why they were not accepted."""

    title: str
    settings: dict[str, str]
    ratio: RatioRecord | None
    accepted: bool
    reason: str


class RanksRecord(msgspec.Struct):
    """The tuning for one number of ranks. `variables` are those of the environment to set."""

    ranks: int
    oversubscribed: bool
    folder: str
    variables: dict[str, str]
    overall: RatioRecord | None
    """Of the weighted geometric means over all cells; null where the proof is not complete."""
    changed: RatioRecord | None
    """The same over the cells that became faster or slower."""
    cells: list[CellRecord]
    trials: list[TrialRecord]
    notes: list[str]


class ProgramRecord(msgspec.Struct):
    """The program itself: seconds from MPI_Init to MPI_Finalize, of runs in alternation."""

    default_s: list[float]
    tuned_s: list[float]
    ratio: RatioRecord


class JobRecord(msgspec.Struct):
    """The program that was tuned for: the seconds of its collectives in one run. `ratio` is null
    where nothing was changed, and `program` also where it was not to be run."""

    folder: str
    run_time_s: float
    default_s: float
    tuned_s: float
    ratio: RatioRecord | None
    program: ProgramRecord | None = None


class Tuning(msgspec.Struct):
    """The whole record; `launches` took `elapsed_s` together."""

    created_utc: str
    host: str
    machine: Machine
    load_before: list[float]
    command: list[str]
    mpi: str
    mpi_version: str
    library: str
    seed: int
    launches: int
    elapsed_s: float
    run: str | None
    """The run that the model was taken from; null for one that was measured for it."""
    ranks: list[RanksRecord]
    job: JobRecord | None = None
    schema: int = SCHEMA


def of_found(
    found: Found, folder: Path, variables: dict[str, str], *, oversubscribed: bool
) -> RanksRecord:
    """The record of one number of ranks."""
    return RanksRecord(
        found.configuration.ranks,
        oversubscribed,
        folder.name,
        variables,
        RatioRecord.of(found.overall),
        RatioRecord.of(found.changed),
        [_cell(row) for row in found.rows],
        [_trial(trial) for trial in found.trials],
        [*found.notes],
    )


def _cell(row: Row) -> CellRecord:
    ratio = RatioRecord.of(row.ratio)
    assert ratio is not None
    return CellRecord(
        row.cell.operation,
        row.cell.size_bytes,
        row.choice.algorithm if row.choice else None,
        row.choice.segment_bytes if row.choice else 0,
        row.default_s,
        row.tuned_s,
        ratio,
        row.verdict,
    )


def _trial(trial: Trial) -> TrialRecord:
    ratio = RatioRecord.of(trial.ratio)
    return TrialRecord(trial.title, trial.settings, ratio, trial.accepted, trial.reason)


def write(tuning: Tuning, folder: Path) -> Path:
    """Write tuning.json, whole or not at all; returns its path."""
    text = msgspec.json.format(msgspec.json.encode(tuning), indent=1) + b"\n"
    return writing.write(folder / RECORD_FILE, text)
