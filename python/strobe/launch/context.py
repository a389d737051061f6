# SPDX-License-Identifier: BSD-3-Clause
"""context.json: the whole provenance of a run, written before it starts and completed after it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from strobe.base import writing
from strobe.base.errors import StrobeError
from strobe.launch.batch_systems import Allocation
from strobe.machine.facts import Machine
from strobe.options.measurement import MeasureOptions

CONTEXT_FILE = "context.json"
SCHEMA = 1


class LauncherContext(msgspec.Struct):
    """Who started the ranks: the whole command line and the variables that were set for it."""

    name: str
    command: list[str]
    version: str
    environment: dict[str, str]


class MpiContext(msgspec.Struct):
    """The MPI of the run, or PVM; `library` is what it said of itself inside it."""

    name: str
    library: str | None = None
    compiler: str | None = None
    prefix: str | None = None


class Context(msgspec.Struct):
    """The provenance of one run: one seed a launch, load averages over 1, 5 and 15 minutes."""

    created_utc: str
    host: str
    suite: str
    suite_file: str | None
    command: list[str]
    bench: str
    launcher: LauncherContext
    mpi: MpiContext
    machine: Machine
    python: str
    packages: dict[str, str]
    commit: str | None
    load_before: list[float]
    seeds: list[int]
    environment: dict[str, str]
    options: MeasureOptions
    oversubscribed: bool
    load_after: list[float] | None = None
    resumed_utc: list[str] = []
    allocation: Allocation | None = None
    schema: int = SCHEMA


def write(context: Context, folder: Path) -> None:
    """Replace context.json by a complete file; after an error (full disk), the old one stays."""
    text = msgspec.json.format(msgspec.json.encode(context), indent=2) + b"\n"
    writing.write(folder / CONTEXT_FILE, text)


def read(folder: Path) -> Context:
    """The context of a run folder. Raises StrobeError with one sentence when it is none."""
    file = folder / CONTEXT_FILE
    try:
        text = file.read_bytes()
    except OSError as error:
        raise StrobeError(f"{folder} is not a run folder: {file}: {error.strerror}") from error
    try:
        raw: dict[str, Any] = msgspec.json.decode(text, type=dict[str, Any])
        if raw.get("schema") != SCHEMA:
            raise StrobeError(
                f"{file} has schema {raw.get('schema')}; this version reads schema {SCHEMA}"
            )
        return msgspec.convert(raw, Context)
    except msgspec.MsgspecError as error:
        raise StrobeError(f"{file} is not a valid context: {error}") from error
