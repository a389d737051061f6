# SPDX-License-Identifier: BSD-3-Clause
"""A run folder, read back: launches, cells and samples.

A line that was cut short by a kill is expected at the end of a launch and nowhere else: it is
counted and left out. Any other line that cannot be read is an error that names the line.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import msgspec

from strobe.base.errors import StrobeError
from strobe.records import lines
from strobe.records.job_record import is_record

SAMPLES_FILE = "samples.jsonl"


@dataclass
class Cell:
    """All that one launch recorded of one cell."""

    declared: lines.CellRecord
    visits: list[lines.SamplesRecord] = field(default_factory=list)
    first: lines.FirstRecord | None = None
    verifications: list[lines.VerificationRecord] = field(default_factory=list)
    end: lines.CellEndRecord | None = None


@dataclass
class Launch:
    """One start of the bench: its header, its cells in the order of their declaration."""

    header: lines.RunRecord
    plan: lines.PlanRecord | None = None
    cells: dict[str, Cell] = field(default_factory=dict)
    regimes: dict[int, lines.RegimeRecord] = field(default_factory=dict)
    placements: list[lines.PlacementRecord] = field(default_factory=list)
    libraries: list[lines.LibraryRecord] = field(default_factory=list)
    open_visit: lines.VisitRecord | None = None  # begun, and neither samples nor an end since
    end: lines.EndRecord | None = None

    @cached_property
    def kernels(self) -> dict[str, lines.Kernel]:
        """The catalogue entries of its kernels, by name."""
        return {kernel.name: kernel for kernel in self.header.kernels}


@dataclass
class Run:
    """A run folder's samples; `truncated_lines` counts lines that a kill cut short."""

    folder: Path
    launches: list[Launch]
    truncated_lines: int = 0

    @property
    def left_out(self) -> str:
        """The lines of the record that could not be read, as a sentence; empty when there are
        none."""
        n = self.truncated_lines
        if not n:
            return ""
        what = "1 line of the record was" if n == 1 else f"{n} lines of the record were"
        return f"{what} incomplete at the end of a launch and ignored"

    @property
    def kernels(self) -> dict[str, lines.Kernel]:
        """The catalogue entries of every kernel of the run, by name."""
        return {name: k for launch in self.launches for name, k in launch.kernels.items()}


def load(path: Path) -> Run:
    """Read a run folder, or a bare samples file. Raises StrobeError with one clear sentence."""
    file = path / SAMPLES_FILE if path.is_dir() else path
    try:
        text = file.read_bytes()
    except OSError as error:
        if is_record(path):
            raise StrobeError(
                f"{path} is the record of a job, not a run of `strobe measure`: use `strobe report "
                f"{path}` to see it, or `strobe export {path} --format trace` to write its trace"
            ) from error
        raise StrobeError(f"cannot read {file}: {error.strerror}") from error
    run = Run(folder=file.parent, launches=[])
    rows = text.split(b"\n")
    for number, row in enumerate(rows, start=1):
        if not row.strip():
            continue
        try:
            record = lines.decoder.decode(row)
        except msgspec.MsgspecError as error:
            # A whole line with a wrong content was not cut short, wherever it stands.
            is_whole = isinstance(error, msgspec.ValidationError)
            if not is_whole and _was_cut_short(rows, number):
                run.truncated_lines += 1
                continue
            refused = f"{file}, line {number}"
            if isinstance(error.__cause__, ValueError):  # the sentence of a check of ours
                raise StrobeError(f"{refused}: {error.__cause__}") from error
            raise StrobeError(f"{refused} is not a record: {error}") from error
        _add(run, record, file, number)
    if not run.launches:
        raise StrobeError(f"{file} has no run record: no measurement wrote into it")
    return run


def _was_cut_short(rows: list[bytes], number: int) -> bool:
    """A kill cuts the last line of a launch: the file ends there, or the next launch begins."""
    following = next((row for row in rows[number:] if row.strip()), None)
    return following is None or following.startswith(b'{"record":"run"')


def _add(run: Run, record: lines.Record, file: Path, number: int) -> None:
    if isinstance(record, lines.RunRecord):
        if record.schema != lines.SCHEMA:
            raise StrobeError(
                f"{file}, line {number} has schema {record.schema}; "
                f"this version of Strobe reads schema {lines.SCHEMA}"
            )
        if any(launch.header.launch == record.launch for launch in run.launches):
            # A resumed launch writes its header again; its cells go on where they were.
            run.launches.sort(key=lambda launch: launch.header.launch == record.launch)
            run.launches[-1].open_visit = None
        else:
            run.launches.append(Launch(record))
        return
    if not run.launches:
        raise StrobeError(f"{file}, line {number}: record before the first run record")
    launch = run.launches[-1]
    match record:
        case lines.PlanRecord():
            launch.plan = record
        case lines.CellRecord():
            if wrong := _contradiction(record, launch):
                raise StrobeError(f"{file}, line {number}: {wrong}")
            launch.cells.setdefault(record.cell, Cell(record))
        case lines.RegimeRecord():
            launch.regimes[record.regime] = record
        case lines.PlacementRecord():
            launch.placements.append(record)
        case lines.LibraryRecord():
            launch.libraries = [one for one in launch.libraries if one.name != record.name]
            launch.libraries.append(record)
        case lines.EndRecord():
            launch.end = record
        case _:
            cell = launch.cells.get(record.cell)
            if cell is None:
                raise StrobeError(
                    f"{file}, line {number}: the cell {record.cell!r} was not declared"
                )
            match record:
                case lines.FirstRecord():
                    cell.first = cell.first or record
                case lines.VisitRecord():
                    launch.open_visit = record
                case lines.SamplesRecord():
                    # A cell that this number of ranks cannot hold has another, and no samples.
                    ranks = cell.declared.point.get("ranks", cell.declared.ranks)
                    if ranks != cell.declared.ranks:
                        raise StrobeError(
                            f"{file}, line {number}: the cell {record.cell!r} has samples of "
                            f"{cell.declared.ranks} ranks instead of {ranks}"
                        )
                    cell.visits.append(record)
                    launch.open_visit = None
                case lines.VerificationRecord():
                    cell.verifications.append(record)
                case lines.CellEndRecord():
                    cell.end = record
                    launch.open_visit = None


def _contradiction(cell: lines.CellRecord, launch: Launch) -> str:
    """What a cell says against the header of its launch or itself; empty when it says nothing."""
    kernel = launch.kernels.get(cell.kernel)
    if kernel is None:
        return f"the cell {cell.cell!r} is of the kernel {cell.kernel}, which the run does not list"
    if kernel.axis is not None and not isinstance(cell.point.get(kernel.axis), int | float):
        return f"the cell {cell.cell!r} has no number for the axis {kernel.axis}"
    return ""
