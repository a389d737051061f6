# SPDX-License-Identifier: BSD-3-Clause
"""A machine to predict for: what a message takes there, by its size, and how sure that is.

The times are the medians of a run of `strobe measure`. A message takes half of an echo. Its
sender's processor is busy for a part of that, the time until a send returns (the overhead of LogP:
Culler and others, 1993), and the receiver's for what a computation loses more by it. From the size
on at which a send takes about as long as the whole message, it waits for its receive.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from strobe.base import units
from strobe.base.errors import StrobeError
from strobe.fit.contention import measured_contention
from strobe.fit.one_regime import in_one_regime
from strobe.gate.cells import Accepted, accepted, cells_of_kernels, is_refused
from strobe.gate.limits import REMEDY
from strobe.launch import context
from strobe.machine.papers import paper_machines
from strobe.predict import token_bucket
from strobe.predict.measured import (
    SHORTEST_S,
    Floats,
    Measured,
    Pause,
    rising,
    without_spread,
)
from strobe.predict.token_bucket import TokenBucket
from strobe.records import run as run_folder
from strobe.records.lines import Value
from strobe.records.network import LineRecord, Network
from strobe.records.run import Run
from strobe.records.summary import CellSummary, RegimeSummary, Summary, summarise

LevelName = Literal["node", "network"]

FEWEST_SIZES = 4
"""Without so many sizes of an echo nothing is known of how a message's time grows."""
LARGEST_SHORT_BYTES = 64
"""Without a size up to this one the start-up time of a message is not known."""
WAITING_PART = 0.75
"""A send that takes this part of the whole message waits for its receive."""
REQUESTED = 2.0
"""A message that waits for its receive takes at least so many times as long as the shortest one."""
MOST_OVERHEAD = 0.9
"""The largest part of a message's time in which its processors are busy."""
LONG_ROW = 500
"""So many messages one after the other empty the bucket of a limited link."""
SIZE_AXIS = "size_bytes"
COSCHEDULED = "strobe run"
UNKNOWN = "is not known"
"""In the notes on what a run does not say of its machine."""
CHILDREN = 8
"""Of a node in the tree on which nodes agree (src/bcs/runtime/leader_tree.hpp)."""
LONGER = 1.2
"""A computation is so many times as long as a message that it is measured with."""


@dataclass(frozen=True)
class Level:
    """What is between two ranks: the memory of their node, or the network."""

    whole: Measured
    """From the start of a send to the end of its receive, where it waits for no bucket."""
    busy: Measured | None
    """Until a send returns; None where it was not measured."""
    beside: Measured | None = None
    """What a message costs processors that compute, its sender's and its receiver's together; None
    where it was not measured."""
    pause: Pause | None = None
    """How much longer a message takes where both its ranks have computed before it, since the code
    and the data of the message passing are no longer in their caches; None where it was not
    measured."""
    collective_s: float = 0.0
    """How much longer a collective call takes than its messages."""
    bucket: TokenBucket | None = None
    """What limits the data that a node sends."""
    parallel_transfers: float | None = None
    """How many messages share nothing; None where no limit was found."""
    limit_bytes: int | None = None
    """The eager limit, where it is known; else the times say it."""
    notes: tuple[str, ...] = ()
    """What a user should know of it."""

    @property
    def eager_bytes(self) -> int:
        """The largest size of messages that are sent without waiting for their receive."""
        if self.limit_bytes is not None:
            return self.limit_bytes
        if self.busy is None:
            return int(self.whole.sizes_bytes[-1])
        sizes = self.whole.sizes_bytes
        waits = self.busy.at(sizes) > WAITING_PART * self.whole.at(sizes)
        # A rendezvous sends a request and an answer before the message itself.
        waits &= self.whole.at(sizes) > REQUESTED * self.whole.times_s[0]
        # A single size may be above by chance; the limit is where the larger ones wait.
        largest_eager = np.flatnonzero(~waits)
        return int(sizes[largest_eager[-1]]) if largest_eager.size else 0

    @property
    def rate_bytes_per_s(self) -> float:
        """At which the longest messages move: from half of the largest size on."""
        sizes, times_s = self.whole.sizes_bytes, self.whole.times_s
        half = int(np.searchsorted(sizes, 0.5 * sizes[-1]))
        first = min(half, sizes.size - 2)
        grown_s = float(times_s[-1] - times_s[first])
        whole_s = float(times_s[-1])
        return float(sizes[-1] - sizes[first]) / max(grown_s, 0.01 * whole_s)

    def overhead_s(self, sizes_bytes: Floats) -> tuple[Floats, Floats]:
        """What a message costs its sender's processor, and its receiver's."""
        if self.busy is None:
            return np.zeros_like(sizes_bytes), np.zeros_like(sizes_bytes)
        most_s = MOST_OVERHEAD * self.whole.at(sizes_bytes)
        send_s = np.minimum(self.busy.at(np.minimum(sizes_bytes, self.eager_bytes)), most_s)
        both_s = 2 * send_s if self.beside is None else self.beside.at(sizes_bytes)
        return send_s, np.clip(both_s - send_s, 0.0, most_s - send_s)

    def background_s(self, sizes_bytes: Floats) -> Floats:
        """What a message costs processors besides, unless they wait: their systems move it."""
        if self.beside is None:
            return np.zeros_like(sizes_bytes)
        send_s, receive_s = self.overhead_s(sizes_bytes)
        return np.maximum(self.beside.at(sizes_bytes) - send_s - receive_s, 0.0)

    def after_s(self, computed_s: Floats) -> Floats:
        """How much longer the first message takes after so much computation."""
        return np.zeros_like(computed_s) if self.pause is None else self.pause.at(computed_s)

    def drawn(self, rng: np.random.Generator) -> Level:
        """One of the levels that the measurements allow."""
        busy = None if self.busy is None else self.busy.drawn(rng)
        beside = None if self.beside is None else self.beside.drawn(rng)
        return replace(self, whole=self.whole.drawn(rng), busy=busy, beside=beside)


@dataclass(frozen=True)
class Placement:
    """The ranks of a job on its nodes, one node after the other."""

    ranks: int
    ranks_per_node: int

    @property
    def nodes(self) -> int:
        """How many have ranks."""
        return -(-self.ranks // self.ranks_per_node)

    def node_of(self, rank: int) -> int:
        """Where a rank is."""
        return rank // self.ranks_per_node

    def level_between(self, rank: int, peer: int) -> LevelName:
        """What is between two ranks."""
        return "node" if self.node_of(rank) == self.node_of(peer) else "network"

    def levels_between(self, rank: int, peers: NDArray[np.intp]) -> NDArray[np.str_]:
        """What is between a rank and each of these."""
        is_within = peers // self.ranks_per_node == self.node_of(rank)
        return np.where(is_within, "node", "network")

    def ranks_of(self, node: int) -> int:
        """How many are there."""
        return min(self.ranks - node * self.ranks_per_node, self.ranks_per_node)


@dataclass(frozen=True)
class Machine:
    """Where a job runs: `levels` by name; a node has so many processors."""

    name: str
    title: str
    levels: Mapping[LevelName, Level]
    processors: int
    is_with_several_nodes: bool
    mpi: str = ""
    """Whose collectives it has: those of MPICH, of Open MPI or of `strobe run`; empty if of another
    library."""
    own_notes: tuple[str, ...] = ()
    """What a user should know of it, but for its levels."""
    nodes_apart: int | None = None
    """So many nodes have processors of their own, and further ones share these, since all are
    containers of one machine; None where each node has its own."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What a user should know of it and of its levels."""
        return (*(note for level in self.levels.values() for note in level.notes), *self.own_notes)

    def slice_s(self, placement: Placement) -> float:
        """How long a test waits for a slice of `strobe run`, which begins when all ranks are
        blocked. The nodes agree on that in two rounds along a tree, and the last message begins it
        (src/bcs/runtime/global_quiescence.hpp). Within a node it costs next to nothing."""
        if self.mpi != COSCHEDULED or placement.nodes == 1:
            return 0.0
        levels, first = 0, 1
        while first < placement.nodes:
            levels, first = levels + 1, first * CHILDREN + 1
        return 5 * levels * float(self.levels["network"].whole.times_s[0])

    def ranks_per_processor(self, placement: Placement) -> float:
        """Where there are most of them."""
        apart = self.nodes_apart or placement.nodes
        there = sum(map(placement.ranks_of, range(0, placement.nodes, apart)))
        return there / self.processors

    def with_network_of(self, other: Machine) -> Machine:
        """The same nodes on the network of another machine. Raises StrobeError if it has none."""
        if "network" not in other.levels:
            raise StrobeError(
                f"{other.name} was measured within one node, so that it says nothing of a network"
            )
        return replace(
            self,
            title=f"{self.title}, on the network of {other.title}",
            levels={**self.levels, "network": other.levels["network"]},
            is_with_several_nodes=True,
            nodes_apart=None,
        )

    def drawn(self, rng: np.random.Generator) -> Machine:
        """One of the machines that the measurements allow."""
        return replace(self, levels={name: one.drawn(rng) for name, one in self.levels.items()})


def named(name: str) -> Machine:
    """The folder of a run, a network.json, or a machine of the papers. Raises StrobeError where it
    is none of them, or does not say enough."""
    path = Path(name)
    if path.is_dir():
        return measured(path)
    return described(path) if path.is_file() else published(name)


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
