# SPDX-License-Identifier: BSD-3-Clause
"""The samples as one tidy table, a row a sample, with the axes as columns; DuckDB does the work."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from strobe.errors import StrobeError
from strobe.records.run import SAMPLES_FILE

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

TABLE_FILE = "samples.parquet"

FORMATS = {"parquet": "FORMAT parquet, COMPRESSION zstd", "csv": "FORMAT csv, HEADER"}

# Lines belong to the launch whose `run` record came last before them. A line that a kill cut short
# is no JSON and is left out, as strobe.records.run does.
LINES = """
    CREATE TABLE lines AS
    SELECT *, last_value(launch IGNORE NULLS) OVER (ORDER BY number) AS of_launch
    FROM (
        SELECT *, row_number() OVER () AS number
        FROM read_json(?, format = 'newline_delimited', ignore_errors = true, columns = {
            record: 'VARCHAR', launch: 'BIGINT', cell: 'VARCHAR', kernel: 'VARCHAR', point: 'JSON',
            origin: 'VARCHAR', ranks: 'BIGINT', bytes_per_operation: 'DOUBLE',
            flops_per_operation: 'DOUBLE', visit: 'BIGINT', start_s: 'DOUBLE', regime: 'BIGINT',
            repetitions: 'BIGINT', time_s: 'DOUBLE[]', local_mean_s: 'DOUBLE[]',
            local_minimum_s: 'DOUBLE[]', initiator_s: 'DOUBLE[]', late: 'BIGINT[]',
            core_hz: 'DOUBLE[]'})
    )
"""

AXES = """
    SELECT axis, bool_and(try_cast(value AS BIGINT) IS NOT NULL) AS whole,
           bool_and(try_cast(value AS DOUBLE) IS NOT NULL) AS number
    FROM (SELECT axis, point ->> axis AS value
          FROM (SELECT point, unnest(json_keys(point)) AS axis FROM lines WHERE record = 'cell'))
    GROUP BY axis ORDER BY axis
"""

ROWS = """
    SELECT of_launch AS launch, kernel, cell, {axes} origin, ranks, visit, sample, regime, start_s,
           repetitions, time_s[sample + 1] AS time_s, local_mean_s[sample + 1] AS local_mean_s,
           local_minimum_s[sample + 1] AS local_minimum_s,
           initiator_s[sample + 1] AS initiator_s, core_hz[sample + 1] AS core_hz,
           coalesce(list_contains(late, sample), false) AS late,
           bytes_per_operation, flops_per_operation
    FROM (
        SELECT s.*, c.kernel, c.point, c.origin, c.ranks, c.bytes_per_operation,
               c.flops_per_operation, unnest(range(len(s.time_s))) AS sample
        FROM (SELECT number, of_launch, cell, visit, regime, start_s, repetitions, time_s,
                     local_mean_s, local_minimum_s, initiator_s, late, core_hz
              FROM lines WHERE record = 'samples') AS s
        JOIN (SELECT DISTINCT ON (of_launch, cell) of_launch, cell, kernel, point, origin, ranks,
                     bytes_per_operation, flops_per_operation
              FROM lines WHERE record = 'cell' ORDER BY number) AS c
        USING (of_launch, cell)
    )
    ORDER BY number, sample
"""


def write(folder: Path, target: Path, kind: Literal["parquet", "csv"]) -> None:
    """Write every sample of the run in `folder` to `target`.

    Columns: launch, kernel, cell, one for each axis (null where a kernel has it not), origin,
    ranks, visit, sample (its index in the visit), regime, start_s (of the visit, since the launch
    began), repetitions, time_s (per operation), local_mean_s, local_minimum_s and
    initiator_s (null but for collectives), core_hz (null where it was not looked at), late,
    bytes_per_operation, flops_per_operation. Raises StrobeError when `target` cannot be written.
    """
    import duckdb

    with duckdb.connect() as connection:
        connection.execute(LINES, [str(folder / SAMPLES_FILE)])
        rows = ROWS.format(axes="".join(f"{column}, " for column in _axes(connection)))
        draft = target.with_name(target.name + ".new")
        try:
            connection.execute(f"COPY ({rows}) TO '{_quoted(draft)}' ({FORMATS[kind]})")
            draft.replace(target)
        except (duckdb.IOException, OSError) as error:
            draft.unlink(missing_ok=True)
            raise StrobeError(f"cannot write {target}: {error}") from error


def _axes(connection: DuckDBPyConnection) -> list[str]:
    """An expression for each axis, of the narrowest type that holds all its values."""
    expressions = []
    for axis, whole, number in connection.execute(AXES).fetchall():
        kind = "BIGINT" if whole else "DOUBLE" if number else "VARCHAR"
        expressions.append(f"""CAST(point ->> '{axis}' AS {kind}) AS "{axis}\"""")
    return expressions


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")
