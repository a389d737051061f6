# SPDX-License-Identifier: BSD-3-Clause
"""The machine of a run of `strobe measure`: its times are medians, and a message takes half of an
echo."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from strobe.base import units
from strobe.base.errors import StrobeError
from strobe.fit.contention import measured_contention
from strobe.fit.one_regime import in_one_regime
from strobe.gate.cells import Accepted, accepted, cells_of_kernels, is_refused
from strobe.gate.limits import REMEDY
from strobe.launch import context
from strobe.predict import token_bucket
from strobe.predict.machine import COSCHEDULED, Level, LevelName, Machine
from strobe.predict.measured import (
    SHORTEST_S,
    Floats,
    Measured,
    Pause,
    rising,
)
from strobe.records import run as run_folder
from strobe.records.lines import Value
from strobe.records.run import Run
from strobe.records.summary import CellSummary, RegimeSummary, Summary, summarise

FEWEST_SIZES = 4
"""Without so many sizes of an echo nothing is known of how a message's time grows."""
LARGEST_SHORT_BYTES = 64
"""Without a size up to this one the start-up time of a message is not known."""
LONG_ROW = 500
"""So many messages one after the other empty the bucket of a limited link."""
SIZE_AXIS = "size_bytes"
UNKNOWN = "is not known"
"""In the notes on what a run does not say of its machine."""
LONGER = 1.2
"""A computation is so many times as long as a message that it is measured with."""


def measured(folder: Path) -> Machine:
    """The machine of a run of `strobe measure`. Raises StrobeError where it does not say enough."""
    known = context.read(folder)
    run = run_folder.load(folder)
    summary = accepted(summarise(run))
    hosts = {one.host for launch in run.launches for one in launch.header.processes}
    whole = _series(summary, "echo")
    if whole is None:
        raise StrobeError(_too_few(folder, summary))
    if whole.sizes_bytes[0] > LARGEST_SHORT_BYTES:
        raise StrobeError(
            f"{folder} says nothing of short messages: its smallest accepted size of the kernel "
            f"echo is {units.size(float(whole.sizes_bytes[0]))}. {REMEDY}"
        )
    contention = measured_contention(summary)
    limit = None if contention is None else contention.parallel_transfers
    row = _in_a_row(summary, "exchange")
    stream = _series(summary, "bandwidth")
    bucket = token_bucket.shown_by(whole, stream, row)
    free = whole if bucket is None else token_bucket.without_waits(whole, bucket)
    level = Level(
        free, _series(summary, "application_latency"), _beside(summary, whole), _pause(summary),
        _collective_s(summary, free), bucket, limit,
    )  # fmt: skip
    name: LevelName = "network" if len(hosts) > 1 else "node"
    notes, own_notes = [], []
    if bucket is not None:
        notes.append(
            f"the {name} is limited to {units.bandwidth(bucket.rate_bytes_per_s)} after the first "
            f"{units.size(round(bucket.depth_bytes))}"
        )
    if stream is None:
        notes.append(_unknown(summary, "bandwidth", f"whether the {name} is limited"))
    if bucket is not None and row is None:
        notes.append(_unknown(summary, "exchange", "what headers take of the limit"))
    if level.beside is None or level.pause is None:
        notes.append(_unknown(summary, "overlap", "what messages cost a processor that computes"))
    layer = COSCHEDULED if known.options.coscheduled else known.mpi.name
    processors = _processors(run, known.machine.threads)
    apart = None
    if len(hosts) > 1 and all(launch.header.clock.shared for launch in run.launches):
        allowed = {core for launch in run.launches for one in launch.header.processes
                   for core in one.affinity}  # fmt: skip
        apart = max(len(allowed) // processors, 1)
        own_notes.append(
            f"the nodes are containers of one machine: all of them together have "
            f"{units.plural(apart * processors, 'processor')}"
        )
    return Machine(
        name=folder.resolve().name,
        title=f"{known.machine.cpu}, {layer}, measured in {folder.resolve().name}",
        levels={name: replace(level, notes=tuple(notes))},
        processors=processors,
        is_with_several_nodes=len(hosts) > 1,
        mpi=layer,
        own_notes=tuple(own_notes),
        nodes_apart=apart,
    )


def _unknown(summary: Accepted, kernel: str, what: str) -> str:
    """That something is not known since cells of a kernel are missing or refused."""
    cells = cells_of_kernels(summary, [kernel])
    refused = sum(is_refused(cell) for cell in cells)
    why = "`strobe measure predict` measures it"
    if refused:
        why = (
            f"{refused} of {units.plural(len(cells), 'cell')} of the kernel {kernel} are refused. "
            f"{REMEDY}"
        )
    return f"{what} {UNKNOWN}: {why}"


def _too_few(folder: Path, summary: Accepted) -> str:
    """Why nothing can be predicted from a run, and what to do."""
    cells = cells_of_kernels(summary, ["echo"])
    refused = sum(is_refused(cell) for cell in cells)
    if refused:
        return (
            f"{folder} is too noisy to predict from: {refused} of "
            f"{units.plural(len(cells), 'cell')} of the kernel echo are refused. {REMEDY}"
        )
    return (
        f"{folder} has {units.plural(len(cells), 'size')} of the kernel echo, and a prediction "
        f"needs {FEWEST_SIZES}: `strobe measure quick` measures them"
    )


def _processors(run: Run, threads: int) -> int:
    """Those of a node that its ranks may use."""
    allowed: dict[str, set[int]] = {}
    for launch in run.launches:
        for one in launch.header.processes:
            allowed.setdefault(one.host, set()).update(one.affinity)
    return min((len(own) for own in allowed.values() if own), default=threads)


def _beside(summary: Accepted, whole: Measured) -> Measured | None:
    """How much longer a computation takes beside an exchange of messages than alone, where it takes
    so long that the exchange is over by then."""
    alone = _alone(summary)
    exchanged: dict[float, list[tuple[Value, RegimeSummary]]] = {}
    for point, headline in _computing(summary, "asynchronous"):
        exchanged.setdefault(float(point[SIZE_AXIS]), []).append((point["daxpys"], headline))
    found: dict[float, Floats] = {}
    for size, cells in sorted(exchanged.items()):
        least_s = LONGER * float(whole.at(size))
        long_enough = [
            (alone[daxpys], one) for daxpys, one in cells if alone.get(daxpys, 0.0) >= least_s
        ]
        if long_enough:
            # The shorter the computation, the less its own spread hides.
            alone_s, one = min(long_enough, key=lambda each: each[0])
            found[size] = one.samples_s - alone_s
    if len(found) < FEWEST_SIZES:
        return None
    times_s = np.array([max(float(np.median(samples)), 0.0) for samples in found.values()])
    return Measured(np.array([*found]), rising(times_s), tuple(found.values()))


def _pause(summary: Accepted) -> Pause | None:
    """How much longer an exchange of the shortest messages takes after a computation than after
    next to none: what both together take, less the computation."""
    alone = _alone(summary)
    cells = [*_computing(summary, "synchronous")]
    shortest = min((float(point[SIZE_AXIS]) for point, _ in cells), default=0.0)
    exchange_s = {
        alone[point["daxpys"]]: headline.median_s - alone[point["daxpys"]]
        for point, headline in cells
        if float(point[SIZE_AXIS]) == shortest and point["daxpys"] in alone
    }
    if len(exchange_s) < FEWEST_SIZES:
        return None
    lengths_s = np.array(sorted(exchange_s))
    times_s = rising(np.maximum([exchange_s[length_s] for length_s in lengths_s], SHORTEST_S))
    return Pause(lengths_s, times_s - times_s[0])


def _in_a_row(summary: Accepted, kernel: str) -> tuple[float, float] | None:
    """The fewest bytes that a kernel moved in a long row of operations, and the time of one; None
    without such a row."""
    found = [
        (float(cell.declared.point[SIZE_AXIS]), cell.headline.median_s)
        for cell in cells_of_kernels(summary, [kernel])
        if cell.headline is not None
        and cell.headline.loop is not None
        and cell.headline.loop.operations >= LONG_ROW * cell.headline.n
        and len(cell.declared.members) == 2
    ]
    return min(found, default=None)


def _collective_s(summary: Accepted, whole: Measured) -> float:
    """What an allreduce of two ranks takes beyond their messages, which move at the same time."""
    row = _in_a_row(summary, "allreduce")
    if row is None:
        return 0.0
    size_bytes, time_s = row
    return max(time_s - whole.time_s(size_bytes), 0.0)


def _alone(summary: Accepted) -> dict[Value, float]:
    """The times of computations without messages, by the number of their DAXPYs."""
    return {point["daxpys"]: headline.median_s
            for point, headline in _computing(summary, "computation")}  # fmt: skip


def _computing(
    summary: Accepted, method: str
) -> Iterator[tuple[Mapping[str, Value], RegimeSummary]]:
    """The points at which a computation was measured so, and the times."""
    for cell in cells_of_kernels(summary, ["overlap"]):
        point = cell.declared.point
        if cell.headline is not None and point["method"] == method and "daxpys" in point:
            yield point, cell.headline


def _series(summary: Summary, kernel: str) -> Measured | None:
    """The times of one kernel over all sizes, other axes held; None for too few."""
    groups: dict[tuple[tuple[str, Value], ...], list[CellSummary]] = {}
    for cell in summary.cells.values():
        point = cell.declared.point
        if cell.declared.kernel != kernel or SIZE_AXIS not in point or cell.headline is None:
            continue
        fixed = tuple(sorted((axis, point[axis]) for axis in point if axis != SIZE_AXIS))
        groups.setdefault(fixed, []).append(cell)
    series = [_points(summary, cells) for cells in groups.values()]
    known = [points for points in series if len(points) >= FEWEST_SIZES]
    if not known:
        return None
    # Of several pairs it is the one that is farthest apart.
    points = max(known, key=lambda each: each[0][1].median_s)
    times_s = rising(np.array([found.median_s for _, found in points]))
    return Measured(
        np.array([size for size, _ in points]),
        times_s,
        tuple(found.samples_s for _, found in points),
    )


def _points(summary: Summary, cells: Sequence[CellSummary]) -> list[tuple[float, RegimeSummary]]:
    ordered = sorted(cells, key=lambda cell: float(cell.declared.point[SIZE_AXIS]))
    sized = [(float(cell.declared.point[SIZE_AXIS]), cell) for cell in ordered]
    return [(size, found) for size, found in in_one_regime(summary, sized)
            if math.isfinite(found.median_s)]  # fmt: skip
