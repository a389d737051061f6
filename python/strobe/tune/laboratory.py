# SPDX-License-Identifier: BSD-3-Clause
"""Launches of strobe-bench under a configuration, with a log from which a search is repeated.

Each launch has a folder of its own below `launches`: what the MPI read, the suite, and the samples.
Kernels verify their data, and time collectives on synchronised clocks.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import msgspec

from strobe.base.errors import MeasurementError, StrobeError
from strobe.launch import session
from strobe.launch.diagnosis import Diagnosis, Kind, diagnose
from strobe.launch.preparation import Prepared
from strobe.launch.progress import Progress
from strobe.records.run import SAMPLES_FILE, Run, load
from strobe.records.summary import summarise
from strobe.tune import mpich, open_mpi
from strobe.tune.configuration import Cell, Configuration
from strobe.tune.judgement import Time
from strobe.tune.library import Library
from strobe.tune.search import Launched
from strobe.tune.tables import Family, Settings

FOLDER, LOG_FILE, SUITE_FILE, BENCH_LOG = "launches", "launches.jsonl", "suite.toml", "bench.log"
SAMPLES_MIN, VISITS_MIN, RELATIVE_ERROR = 5, 1, 0.1
CELL_BUDGET_S = 0.08
"""A launch is one value of a comparison, so that more launches are worth more than more samples."""
AROUND_CELL_S = 0.6
"""At most, for synchronisation, sentinel and first operation of ranks that wait for a core."""
AROUND_LAUNCH_S = 2.0
SILENCE_S = 60.0
ECHO = "echo"
"""In place of an operation: single messages, for the model."""


class Reader(NamedTuple):
    """What reads a configuration: how it is written, and whether a library can read it."""

    settings: Callable[[Configuration, Sequence[Cell], Family, Library, Path], Settings]
    can_have_rules: Callable[[Library], bool]


READERS = {
    "Open MPI": Reader(open_mpi.settings, open_mpi.can_have_rules),
    "MPICH": Reader(mpich.settings, mpich.can_have_rules),
}
"""By family."""


class Entry(msgspec.Struct):
    """A launch in the log. `key` stands for the configuration and the cells."""

    key: str
    purpose: str
    elapsed_s: float
    times: list[tuple[str, int, Time]]
    failed: list[tuple[str, int, str]]
    refused: str

    def launched(self) -> Launched:
        """As a search takes it."""
        return Launched(
            {Cell(name, size): found for name, size, found in self.times},
            {Cell(name, size): reason for name, size, reason in self.failed},
            self.refused,
            self.elapsed_s,
        )


class Laboratory:
    """The bench of a search; `folder` keeps its launches and their log."""

    def __init__(
        self, folder: Path, family: Family, library: Library,
        prepared: Callable[[int, Path], Prepared], seed: int, show: Callable[[str], None],
    ) -> None:  # fmt: skip
        self._folder, self._family, self._library = folder, family, library
        self._prepare, self._seed, self._show = prepared, seed, show
        self._prepared: dict[int, Prepared] = {}
        self._log = folder / LOG_FILE
        self._entries = _read(self._log)
        self._next = 0
        self._spent_s = 0.0

    @property
    def spent_s(self) -> float:
        """Seconds of all launches so far, those of the log too."""
        return self._spent_s

    @property
    def launches(self) -> int:
        """How many launches the searches have had."""
        return self._next

    def launch(self, configuration: Configuration, cells: Sequence[Cell], purpose: str) -> Launched:
        """Start all ranks afresh and measure these cells, unless the log has that launch.

        Raises KeyboardInterrupt if the user stops it, MeasurementError on a full disk.
        """
        key = _key(configuration, cells)
        number = self._next
        if number < len(self._entries):
            entry = self._entries[number]
            if entry.key != key:
                raise StrobeError(
                    f"{self._log} is the log of another tuning: choose another --output"
                )
        else:
            try:
                entry = self._measure(number, key, configuration, cells, purpose)
                with self._log.open("ab") as log:
                    log.write(msgspec.json.encode(entry) + b"\n")
            except OSError as error:
                raise MeasurementError(
                    f"{error.filename or self._folder}: {error.strerror}; the launches so far are "
                    "kept, and the same command continues"
                ) from error
            self._entries.append(entry)
        self._next += 1
        self._spent_s += entry.elapsed_s
        return entry.launched()

    def settings(
        self, configuration: Configuration, cells: Sequence[Cell], folder: Path
    ) -> Settings:
        """Write the files of a configuration into `folder`; the MPI's variables that name them."""
        reader = READERS[self._family.mpi]
        return reader.settings(configuration, cells, self._family, self._library, folder)

    def _measure(
        self, number: int, key: str, configuration: Configuration, cells: Sequence[Cell],
        purpose: str,
    ) -> Entry:  # fmt: skip
        folder = self._folder / FOLDER / f"{number:04d}"
        shutil.rmtree(folder, ignore_errors=True)  # what a stopped launch has left
        folder.mkdir(parents=True)
        settings = self.settings(configuration, cells, folder)
        suite = folder / SUITE_FILE
        suite.write_text(suite_text(self._family, cells), encoding="utf-8")
        prepared = self._for(configuration.ranks, suite)
        environment = self.environment(prepared, settings)
        samples = folder / SAMPLES_FILE
        order = session.Order(
            launch=0,
            command=prepared.command(0, samples, self._seed + number, None),
            environment=environment,
            samples=samples,
            log=folder / BENCH_LOG,
            silence_s=SILENCE_S,
            local=prepared.is_local and not prepared.job.extra,
        )
        text = f"{configuration.ranks} ranks, launch {number + 1}, {purpose}"
        began_s = time.monotonic()
        outcome = session.run(order, self.watching(text))
        elapsed_s = time.monotonic() - began_s
        diagnosis = diagnose(outcome)
        if diagnosis.kind is Kind.INTERRUPTED:
            raise KeyboardInterrupt
        if diagnosis.kind is Kind.UNWRITABLE:
            raise MeasurementError(diagnosis.sentence)
        ranks = configuration.ranks
        launched = self._launched(ranks, samples, cells, outcome.progress, diagnosis)
        return Entry(
            key, purpose, elapsed_s,
            [(at.operation, at.size_bytes, found) for at, found in launched.times.items()],
            [(at.operation, at.size_bytes, why) for at, why in launched.failed.items()],
            launched.refused,
        )  # fmt: skip

    def watching(self, text: str) -> Callable[[Progress, float], None]:
        """Shows how far a launch is, under this text."""

        def show(progress: Progress, elapsed_s: float) -> None:
            cells = f"{progress.done} of {progress.cells} cells"
            self._show(f"{text}: {cells}, {elapsed_s:.0f} s")

        return show

    def _for(self, ranks: int, suite: Path) -> Prepared:
        if ranks not in self._prepared:
            self._prepared[ranks] = self._prepare(ranks, suite)
        return replace(self._prepared[ranks], suite_file=suite)

    def environment(self, prepared: Prepared, settings: Settings) -> dict[str, str]:
        """What the launcher needs, and these settings, and nothing else that a knob can be."""
        names = {name for knob in self._family.knob for value in knob.values for name in value}
        knobs = {self._family.variable(name) for name in names}
        needed = {name: v for name, v in prepared.environment.items() if name not in knobs}
        return needed | {self._family.variable(name): value for name, value in settings.items()}

    def _launched(
        self,
        ranks: int,
        samples: Path,
        cells: Sequence[Cell],
        progress: Progress,
        diagnosis: Diagnosis,
    ) -> Launched:
        if progress.header is None:
            return Launched({}, {}, diagnosis.sentence or "nothing was recorded")
        crowded = self._prepared[ranks].job.oversubscribed
        times, failed = times_in(load(samples), self._family, oversubscribed=crowded)
        if diagnosis.kind is not Kind.COMPLETE:
            # The launch is not repeated: in which cell it died is not sure.
            failed |= {cell: diagnosis.sentence for cell in cells if cell not in times}
        return Launched(times, failed)


def times_in(
    run: Run, family: Family, *, oversubscribed: bool
) -> tuple[dict[Cell, Time], dict[Cell, str]]:
    """The median of each cell in the regime of most of its samples, and why others have none.

    Of ranks that share cores, the sentinel times the scheduler and tells no regimes apart.
    """
    names = {operation.kernel: operation.name for operation in family.operation} | {ECHO: ECHO}
    times: dict[Cell, Time] = {}
    failed: dict[Cell, str] = {}
    summary = summarise(run)
    for found in summary.cells.values():
        name = names.get(found.declared.kernel)
        if name is None:
            continue
        cell = Cell(name, int(found.declared.point.get("size_bytes", 0)))
        there = max(found.regimes, key=lambda one: one.n, default=None)
        if found.status in ("failed", "hung"):
            failed[cell] = found.reason or found.status
        elif there is not None and there.median_s > 0:
            regime = None if oversubscribed else there.regime
            times[cell] = Time(there.median_s) if regime is None else Time(
                there.median_s, summary.regimes.exchange_s[regime],
                summary.regimes.kinds[regime][1],
            )  # fmt: skip
    return times, failed


def suite_text(family: Family, cells: Sequence[Cell]) -> str:
    """A suite of these cells."""
    budget_s = AROUND_LAUNCH_S + (AROUND_CELL_S + CELL_BUDGET_S) * len(cells)
    lines = [
        'name = "tune"',
        'title = "Collectives under one configuration"',
        'source = "strobe tune"',
        "[full]",
        f"budget_s = {budget_s:.3f}",
        f"cell_budget_s = {CELL_BUDGET_S}",
        f"relative_error = {RELATIVE_ERROR}",
        f"samples_min = {SAMPLES_MIN}",
        f"visits_min = {VISITS_MIN}",
    ]
    for name in dict.fromkeys(cell.operation for cell in cells):
        sizes = sorted(cell.size_bytes for cell in cells if cell.operation == name)
        lines += ["[[experiment]]", f'kernel = "{_kernel(family, name)}"', f'title = "{name}"']
        if sizes != [0]:
            lines += ["[experiment.axes]", f"size_bytes = {sizes}"]
    return "\n".join([*lines, ""])


def _kernel(family: Family, name: str) -> str:
    return ECHO if name == ECHO else family.named(name).kernel


def refuse_settings(family: Family, variables: Mapping[str, str] = os.environ) -> None:
    """Raise StrobeError where the user's own environment sets what is searched."""
    names = {name for knob in family.knob for value in knob.values for name in value}
    names |= {operation.variable for operation in family.operation}
    names |= {operation.posix for operation in family.operation if operation.posix}
    names |= {*mpich.VARIABLES.values(), open_mpi.USE_RULES, open_mpi.RULES_NAME}
    held = sorted(family.variable(name) for name in names if family.variable(name) in variables)
    if held:
        raise StrobeError(
            f"{held[0]} is set: unset it, for a tuning compares with the MPI's own choice"
        )


def _key(configuration: Configuration, cells: Sequence[Cell]) -> str:
    text = f"{configuration!r} {[*cells]!r}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _read(log: Path) -> list[Entry]:
    """The launches of a log; a last line that a kill left incomplete is cut off."""
    try:
        text = log.read_bytes()
    except FileNotFoundError:
        return []
    whole = text[: text.rfind(b"\n") + 1]
    try:
        found = [msgspec.json.decode(line, type=Entry) for line in whole.splitlines()]
    except msgspec.MsgspecError as error:
        raise StrobeError(f"{log} is not a log of strobe tune: {error}") from error
    if whole != text:
        log.write_bytes(whole)
    return found
