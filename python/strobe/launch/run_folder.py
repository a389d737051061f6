# SPDX-License-Identifier: BSD-3-Clause
"""The run folder: its name, its making, and the context that is written into it."""

from __future__ import annotations

import secrets
import socket
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from strobe.base.errors import StrobeError
from strobe.launch import context as contexts
from strobe.launch.context import Context, LauncherContext, MpiContext
from strobe.launch.preparation import Prepared
from strobe.machine import facts, provenance
from strobe.records.names import file_name
from strobe.records.run import SAMPLES_FILE

LOG_FILE = "bench.log"


def suite_name(prepared: Prepared) -> str:
    """The suite's name, else those of the kernels."""
    if prepared.suite_file is not None:
        return prepared.suite_file.stem
    return "+".join(prepared.options.kernel)


def create(results: Path, prepared: Prepared) -> tuple[Path, Context]:
    """Make a new folder below `results`, named by UTC time, host and suite, with its context.

    Raises StrobeError when it cannot be made or written.
    """
    now = datetime.now(UTC)
    host, suite = socket.gethostname(), suite_name(prepared)
    context = describe(prepared, now, host, suite)
    name = f"{now:%Y%m%dT%H%M%SZ}-{file_name(host)}-{file_name(suite)}"
    folder = _make(results.expanduser(), name)
    try:
        contexts.write(context, folder)
    except StrobeError:
        folder.rmdir()
        raise
    return folder, context


def remove_if_unused(folder: Path) -> None:
    """Remove a run folder without samples: its launch was refused."""
    if not (folder / SAMPLES_FILE).exists():
        for file in (contexts.CONTEXT_FILE, LOG_FILE):
            (folder / file).unlink(missing_ok=True)
        folder.rmdir()


def describe(prepared: Prepared, now: datetime, host: str, suite: str) -> Context:
    """The context of a run that is about to begin; its seed is drawn if none was given."""
    options = prepared.options
    seed = secrets.randbelow(2**31) if options.seed is None else options.seed
    launcher, chosen = prepared.launcher, prepared.mpi
    return Context(
        created_utc=f"{now:%Y-%m-%dT%H:%M:%SZ}",
        host=host,
        suite=suite,
        suite_file=str(prepared.suite_file) if prepared.suite_file is not None else None,
        command=["strobe", *sys.argv[1:]],
        bench=str(prepared.bench),
        launcher=LauncherContext(
            name=launcher.name,
            command=launcher.command(prepared.job),
            version=launcher.version,
            environment=prepared.environment,
        ),
        mpi=MpiContext(
            name=_layer_name(prepared),
            compiler=chosen.compiler if chosen else None,
            prefix=chosen.prefix if chosen else None,
        ),
        machine=facts.machine(),
        python=sys.version.split()[0],
        packages=provenance.packages(),
        commit=provenance.commit(),
        load_before=facts.load(),
        seeds=[seed + launch for launch in range(options.launches)],
        environment=provenance.environment(),
        options=replace(options, seed=seed),
        oversubscribed=prepared.job.oversubscribed,
        allocation=prepared.allocation,
    )


def _layer_name(prepared: Prepared) -> str:
    """The MPI that passes the messages, or PVM."""
    if prepared.options.layer == "pvm":
        return "PVM"
    if prepared.mpi is not None:
        return prepared.mpi.name
    return prepared.library.mpi if prepared.library is not None else "unknown"


def unwritable(results: Path, error: OSError) -> StrobeError:
    """The error for a results folder that cannot be written."""
    return StrobeError(
        f"cannot write the results folder {results}: {error.strerror}; choose another with --output"
    )


def _make(results: Path, name: str) -> Path:
    """A folder that was not there; runs of the same second get a number."""
    try:
        results.mkdir(parents=True, exist_ok=True)
        for number in range(1, 1000):
            folder = results / (name if number == 1 else f"{name}-{number}")
            try:
                folder.mkdir()
            except FileExistsError:
                continue
            return folder.absolute()
    except OSError as error:
        raise unwritable(results, error) from error
    raise StrobeError(
        f"{results} contains too many runs of the same second: choose another --output"
    )
