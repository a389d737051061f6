# SPDX-License-Identifier: BSD-3-Clause
"""Machines by name: a run of `strobe measure`, a network.json, or a machine of the papers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from strobe.base.errors import StrobeError
from strobe.machine.papers import paper_machines
from strobe.predict import machine_of_run
from strobe.predict.machine import Level, Machine
from strobe.predict.measured import (
    Measured,
    without_spread,
)
from strobe.records.network import LineRecord, Network


def named(name: str) -> Machine:
    """The folder of a run, a network.json, or a machine of the papers. Raises StrobeError where it
    is none of them, or does not say enough."""
    path = Path(name)
    if path.is_dir():
        return machine_of_run.measured(path)
    return described(path) if path.is_file() else published(name)


def published(name: str) -> Machine:
    """A machine of the papers (strobe.machine.papers). Raises StrobeError for another name."""
    known = {one.name: one for one in paper_machines().machine}
    found = known.get(name)
    if found is None:
        raise StrobeError(
            f"{name!r} is neither the folder of a run, nor a network.json, nor a machine of the "
            "papers: those are "
            f"{', '.join(known)}"
        )
    title = f"{found.name} ({found.year}), {found.source}"
    note = "the papers say nothing of its processors: computation takes as long as recorded"
    return _network(name, title, Level(_told(found.time_s), None, limit_bytes=0), note)


def described(file: Path) -> Machine:
    """The machine of a network.json, as `strobe fit` writes it or a person. Raises StrobeError.

    A message takes T_c, where the file has it; T_s of that a processor is busy.
    """
    try:
        found = msgspec.json.decode(file.read_bytes(), type=Network)
    except OSError as error:
        raise StrobeError(f"cannot read {file}: {error.strerror}") from error
    except msgspec.MsgspecError as error:
        raise StrobeError(f"{file} describes no network: {error}") from error
    if not (found.start_s > 0 and found.bytes_per_s > 0):
        raise StrobeError(f"{file} describes no network: start_s and bytes_per_s are above zero")
    whole = found.t_c or LineRecord(found.start_s, 1 / found.bytes_per_s)
    level = Level(
        _told(whole.at), None if found.t_s is None else _told(found.t_s.at),
        parallel_transfers=found.parallel_transfers,
    )  # fmt: skip
    note = "the file says nothing of processors: computation takes as long as recorded"
    return _network(file.stem, f"{found.title} ({file})", level, note)


def _told(time_s: Callable[[float], float]) -> Measured:
    """A line."""
    return without_spread({size: time_s(size) for size in (0.0, 1.0, 1e3, 1e6)})


def _network(name: str, title: str, level: Level, note: str) -> Machine:
    """Nodes with a processor each."""
    return Machine(
        name, title, {"network": level}, 1, is_with_several_nodes=True, own_notes=(note,)
    )
