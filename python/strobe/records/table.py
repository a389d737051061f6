# SPDX-License-Identifier: BSD-3-Clause
"""The samples as one tidy table, a row a sample, with the axes as columns: Parquet, or CSV."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from strobe.base import writing
from strobe.base.errors import StrobeError
from strobe.records.lines import SamplesRecord, Value
from strobe.records.run import Cell, Launch, Run

if TYPE_CHECKING:
    from arro3.core import RecordBatch, Schema

TABLE_FILE = "samples.parquet"
RANKS = "ranks"
"""The one axis that is a property of every cell, and so a column of every row."""
INT64 = range(-(2**63), 2**63)

Kind = Literal["int", "float", "bool", "text"]
Column = Sequence[Any]


@dataclass(frozen=True)
class Source:
    """One column: its type, and its values for the samples of a visit."""

    kind: Kind
    of_visit: Callable[[Launch, Cell, SamplesRecord], Column]


def write(run: Run, target: Path, kind: Literal["parquet", "csv"]) -> None:
    """Write every sample of the run to `target`, by launch, cell, visit and sample.

    docs/reference/run-folder.md lists the columns; other kernels have null in those of collectives
    and of the core.
    Raises StrobeError when `target` cannot be written, or an axis has the name of a column.
    """
    import arro3.io
    from arro3.core import RecordBatchReader

    columns = _columns(run)
    schema = _schema(columns)
    batches = _batches(run, columns, schema)
    with writing.replacing(target) as file:
        if kind == "csv":
            # In parts, since the library has no message of its own for a disk that is full.
            for part in _with_one_for_the_header(batches, columns, schema):
                text = io.BytesIO()
                arro3.io.write_csv(part, text, header=file.tell() == 0)
                file.write(text.getbuffer())
        else:
            packed = io.BytesIO()
            reader = RecordBatchReader.from_batches(schema, batches)
            arro3.io.write_parquet(reader, packed, compression="zstd(3)")
            file.write(packed.getbuffer())


def _columns(run: Run) -> dict[str, Source]:
    """By name, in the order of the table."""
    columns: dict[str, Source] = {
        "launch": _same("int", lambda launch, _: launch.header.launch),
        "kernel": _same("text", lambda _, cell: cell.declared.kernel),
        "cell": _same("text", lambda _, cell: cell.declared.cell),
    }
    axes = {axis: _axis(axis, values) for axis, values in sorted(_values(run).items())}
    others = {
        "origin": _same("text", lambda _, cell: cell.declared.origin),
        RANKS: _same("int", lambda _, cell: cell.declared.ranks),
        "visit": _of_visit(lambda visit: visit.visit),
        "sample": Source("int", lambda *found: range(len(found[-1].time_s))),
        "regime": _of_visit(lambda visit: visit.regime),
        "start_s": _of_visit(lambda visit: visit.start_s, "float"),
        "operations": _of_visit(lambda visit: visit.repetitions),
        "time_s": _of_sample(lambda visit: visit.time_s),
        "local_mean_s": _of_sample(lambda visit: visit.local_mean_s),
        "local_minimum_s": _of_sample(lambda visit: visit.local_minimum_s),
        "initiator_s": _of_sample(lambda visit: visit.initiator_s),
        "core_hz": _of_sample(lambda visit: visit.core_hz),
        "late": Source("bool", lambda *found: _late(found[-1])),
        "bytes_per_operation": _same("float", lambda _, cell: cell.declared.bytes_per_operation),
        "flops_per_operation": _same("float", lambda _, cell: cell.declared.flops_per_operation),
        "status": _same("text", lambda _, cell: cell.end.status if cell.end else None),
    }
    taken = axes.keys() & (columns.keys() | others.keys())
    if taken:
        raise StrobeError(
            f"the axis {min(taken)} of {run.folder} has the name of a fixed column of the table: "
            "rename the axis in the kernel"
        )
    return {**columns, **axes, **others}


def _same(kind: Kind, of_cell: Callable[[Launch, Cell], Any]) -> Source:
    """A column whose value all samples of a cell share."""
    return Source(kind, lambda launch, cell, visit: [of_cell(launch, cell)] * len(visit.time_s))


def _of_visit(value: Callable[[SamplesRecord], Any], kind: Kind = "int") -> Source:
    return Source(kind, lambda launch, cell, visit: [value(visit)] * len(visit.time_s))


def _of_sample(values: Callable[[SamplesRecord], list[float]]) -> Source:
    """A column of lists that are as long as that of the times, or empty."""

    def of_visit(launch: Launch, cell: Cell, visit: SamplesRecord) -> Column:
        samples = len(visit.time_s)
        return values(visit)[:samples] or [None] * samples

    return Source("float", of_visit)


def _late(visit: SamplesRecord) -> list[bool]:
    late = set(visit.late)
    return [sample in late for sample in range(len(visit.time_s))]


def _values(run: Run) -> dict[str, list[Value]]:
    """All values of each axis."""
    found: dict[str, list[Value]] = {}
    for launch in run.launches:
        for cell in launch.cells.values():
            for axis, value in cell.declared.point.items():
                if axis != RANKS:
                    found.setdefault(axis, []).append(value)
    return found


def _axis(axis: str, values: list[Value]) -> Source:
    """A column of the narrowest type that holds all values of the axis."""
    if all(isinstance(value, int) and value in INT64 for value in values):
        return _same("int", lambda _, cell: cell.declared.point.get(axis))
    if all(isinstance(value, int | float) for value in values):
        return _same("float", lambda _, cell: cell.declared.point.get(axis))
    return _same("text", lambda _, cell: _text(cell.declared.point.get(axis)))


def _text(value: Value | None) -> str | None:
    return None if value is None else str(value)


def _schema(columns: dict[str, Source]) -> Schema:
    from arro3.core import DataType, Field, Schema

    types = {
        "int": DataType.int64(),
        "float": DataType.float64(),
        "bool": DataType.bool(),
        "text": DataType.string(),
    }
    return Schema([Field(name, types[source.kind]) for name, source in columns.items()])


def _batches(run: Run, columns: dict[str, Source], schema: Schema) -> Iterator[RecordBatch]:
    """The rows of a cell at a time, so that a long run fits into memory."""
    for launch in run.launches:
        for cell in launch.cells.values():
            if cell.visits:
                values: list[list[Any]] = [[] for _ in columns]
                for visit in cell.visits:
                    for column, source in zip(values, columns.values(), strict=True):
                        column.extend(source.of_visit(launch, cell, visit))
                yield _batch(values, schema)


def _batch(values: list[list[Any]], schema: Schema) -> RecordBatch:
    from arro3.core import Array, RecordBatch

    arrays = [Array(column, schema.field(at).type) for at, column in enumerate(values)]
    return RecordBatch.from_arrays(arrays, schema=schema)


def _with_one_for_the_header(
    batches: Iterator[RecordBatch], columns: dict[str, Source], schema: Schema
) -> Iterator[RecordBatch]:
    """A run without samples is a table without rows, and not an empty file."""
    yield _batch([[] for _ in columns], schema)
    yield from batches
