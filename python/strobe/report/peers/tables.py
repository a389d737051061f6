# SPDX-License-Identifier: BSD-3-Clause
"""The rows that another benchmark would print for the cells of a run.

OSU Micro-Benchmarks 7 read the clock around each operation of a collective and call MPI_Barrier
after it. The Intel MPI Benchmarks 2021 do the same by default; both take one interval around the
loop of a point-to-point or one-sided operation. They print means over all operations, and of the
ranks' means the average, the shortest and the longest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from strobe.records.lines import Value
from strobe.records.summary import CellSummary, RankTimes, RegimeSummary, Summary
from strobe.report.paper.declared import Selection
from strobe.report.paper.selection import Chosen, choose
from strobe.report.peers.declared import TITLES, Benchmark

MICRO = 1e6
MEGA = 1e6
MODES = ("nonblocking", "overlapped", "computation")
"""The modes of the kernel `nonblocking` that a table of overlap needs; the first one names it."""


@dataclass(frozen=True)
class Line:
    """One row: the tool's size, its figures, and the cell of this run."""

    size: int | None
    figures: tuple[float, ...]
    cell: CellSummary


@dataclass(frozen=True)
class PeerTable:
    """One table as the tool prints it. `part` is the value of the axes `by`."""

    benchmark: Benchmark
    part: str
    ranks: int
    heads: tuple[str, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class _Measured:
    """A cell with the mean times that a tool would print."""

    benchmark: Benchmark
    cell: CellSummary
    loop: RankTimes
    single: RankTimes | None
    modes: Mapping[str, RankTimes]
    """For tables of overlap: the times of each of `MODES`."""

    @property
    def size(self) -> float:
        return float(self.cell.declared.point.get("size_bytes", 0))

    @property
    def counted_bytes(self) -> float:
        """The bytes of which the tool gives the rate."""
        ranks = self.cell.declared.ranks if self.benchmark.whole_vector else 1
        return self.size * self.benchmark.times_size * ranks

    def after_barriers(self) -> RankTimes | None:
        """Nothing where a record does not have the times of single ranks."""
        times = self.single
        return None if times is None or times.maximum_s is None else times


Figures = Callable[[_Measured], tuple[float, ...] | None]


def _longest_s(times: RankTimes) -> float:
    return times.mean_s if times.maximum_s is None else times.maximum_s


def _shortest_s(times: RankTimes) -> float:
    return times.mean_s if times.minimum_s is None else times.minimum_s


def _rate(work: float, time_s: float) -> float:
    return work / time_s if time_s > 0 else float("nan")


def _osu_latency(measured: _Measured) -> tuple[float, ...]:
    return (MICRO * measured.loop.mean_s,)


def _bytes(measured: _Measured) -> float:
    return measured.cell.declared.bytes_per_operation


def _osu_bandwidth(measured: _Measured) -> tuple[float, ...]:
    return (_rate(_bytes(measured) / MEGA, measured.loop.mean_s),)


def _messages(measured: _Measured) -> float:
    """Messages of all pairs in one operation."""
    point = measured.cell.declared.point
    directions = 2 if point.get("direction") == "both" else 1
    return float(point.get("pairs", 1)) * directions


def _osu_message_rate(measured: _Measured) -> tuple[float, ...]:
    rate = _rate(_messages(measured), measured.loop.mean_s)
    return rate * measured.size / MEGA, rate


def _osu_collective(measured: _Measured) -> tuple[float, ...] | None:
    times = measured.after_barriers()
    if times is None:
        return None
    return (
        MICRO * times.mean_s,
        MICRO * _shortest_s(times),
        MICRO * _longest_s(times),
        times.operations,
    )


def _osu_overlap(measured: _Measured) -> tuple[float, ...] | None:
    if len(measured.modes) != len(MODES):
        return None
    pure, overall, compute = (MICRO * measured.modes[mode].mean_s for mode in MODES)
    return overall, compute, pure, max(0.0, 100.0 - 100.0 * (overall - compute) / pure)


def _osu_init(measured: _Measured) -> tuple[float, ...]:
    times = measured.loop
    return 1e3 * _shortest_s(times), 1e3 * _longest_s(times), 1e3 * times.mean_s


def _imb_single(measured: _Measured) -> tuple[float, ...]:
    times = measured.loop
    return (
        times.operations,
        MICRO * times.mean_s,
        _rate(measured.counted_bytes / MEGA, _longest_s(times)),
    )


def _range(times: RankTimes) -> tuple[float, ...]:
    return (
        times.operations,
        MICRO * _shortest_s(times),
        MICRO * _longest_s(times),
        MICRO * times.mean_s,
    )


def _imb_parallel(measured: _Measured) -> tuple[float, ...]:
    rate = _rate(measured.counted_bytes / MEGA, _longest_s(measured.loop))
    return *_range(measured.loop), rate


def _imb_message_rate(measured: _Measured) -> tuple[float, ...]:
    rate = _rate(_messages(measured), _longest_s(measured.loop))
    return measured.loop.operations, rate * measured.size / MEGA, rate


def _imb_collective(measured: _Measured) -> tuple[float, ...] | None:
    times = measured.after_barriers()
    return None if times is None else _range(times)


def _imb_sync(measured: _Measured) -> tuple[float, ...]:
    return _range(measured.loop)


def _imb_overlap(measured: _Measured) -> tuple[float, ...] | None:
    """The fraction of the shorter of communication and computation that the other one hides."""
    if len(measured.modes) != len(MODES):
        return None
    pure, overlapped, cpu = (MICRO * _longest_s(measured.modes[mode]) for mode in MODES)
    hidden = min(1.0, max(0.0, (pure + cpu - overlapped) / max(pure, cpu)))
    operations = measured.modes[MODES[1]].operations
    return operations, overlapped, pure, cpu, 100.0 * hidden


RANGE = ("#repetitions", "t_min[usec]", "t_max[usec]", "t_avg[usec]")
OVERLAP = ("#repetitions", "t_ovrl[usec]", "t_pure[usec]", "t_CPU[usec]", "overlap[%]")
KINDS: dict[str, tuple[tuple[str, ...], Figures]] = {
    "osu_latency": (("Avg Latency(us)",), _osu_latency),
    "osu_bandwidth": (("Bandwidth (MB/s)",), _osu_bandwidth),
    "osu_message_rate": (("MB/s", "Messages/s"), _osu_message_rate),
    "osu_collective": (
        ("Avg Latency(us)", "Min Latency(us)", "Max Latency(us)", "Iterations"),
        _osu_collective,
    ),
    "osu_overlap": (("Overall(us)", "Compute(us)", "Pure Comm.(us)", "Overlap(%)"), _osu_overlap),
    "osu_init": (("min(ms)", "max(ms)", "avg(ms)"), _osu_init),
    "imb_single": (("#repetitions", "t[usec]", "Mbytes/sec"), _imb_single),
    "imb_parallel": ((*RANGE, "Mbytes/sec"), _imb_parallel),
    "imb_message_rate": (("#repetitions", "Mbytes/sec", "Msg/sec"), _imb_message_rate),
    "imb_collective": (RANGE, _imb_collective),
    "imb_collective_loop": (RANGE, _imb_sync),
    "imb_sync": (RANGE, _imb_sync),
    "imb_overlap": (OVERLAP, _imb_overlap),
    "imb_sync_overlap": (OVERLAP, _imb_overlap),
}
"""The heads of a table without that of the size, and its figures in this order."""
WHOLE = {"#repetitions", "Iterations", "Msg/sec"}
"""Columns of whole numbers; all others have two decimals."""
WITHOUT_SIZE = ("osu_init", "imb_sync", "imb_sync_overlap")


def peer_tables(summary: Summary, declared: list[Benchmark]) -> list[PeerTable]:
    """The tables of those tests whose cells were measured, in the order of their declaration."""
    return [table for benchmark in declared for table in _of(summary, benchmark)]


def _of(summary: Summary, benchmark: Benchmark) -> list[PeerTable]:
    is_overlap = benchmark.columns.endswith("overlap")
    by_mode = {
        mode: _chosen(summary, benchmark, {**benchmark.where, "mode": mode}) for mode in MODES
    } if is_overlap else {}  # fmt: skip
    found = by_mode[MODES[0]] if is_overlap else _chosen(summary, benchmark, benchmark.where)
    heads, figures_of = KINDS[benchmark.columns]
    parts: dict[str, list[Line]] = {}
    ranks: dict[str, int] = {}
    for one in found:
        measured = _measured(benchmark, one, by_mode)
        figures = None if measured is None else figures_of(measured)
        if figures is None:
            continue
        parts.setdefault(one.curve, []).append(Line(_size(benchmark, one), figures, one.cell))
        ranks[one.curve] = one.cell.declared.ranks
    return [
        PeerTable(benchmark, part, ranks[part], heads, tuple(lines))
        for part, lines in parts.items()
    ]


def _chosen(summary: Summary, benchmark: Benchmark, where: Mapping[str, Value]) -> list[Chosen]:
    wanted = Selection(
        paper=TITLES[benchmark.tool],
        number=benchmark.name,
        caption=benchmark.title,
        kernels=[benchmark.kernel],
        where=dict(where),
    )
    return choose(summary, wanted, benchmark.by)


def _measured(
    benchmark: Benchmark, chosen: Chosen, by_mode: Mapping[str, list[Chosen]]
) -> _Measured | None:
    best = chosen.cell.headline
    if best is None or best.loop is None:
        return None
    modes = {}
    for mode, cells in by_mode.items():
        for other in cells:
            regime = other.cell.in_regime(best.regime)
            if (other.x, other.curve) == (chosen.x, chosen.curve) and regime is not None:
                times = _single_or_loop(regime)
                if times is not None:
                    modes[mode] = times
    return _Measured(benchmark, chosen.cell, best.loop, best.single, modes)


def _single_or_loop(regime: RegimeSummary) -> RankTimes | None:
    return regime.single or regime.loop


def _size(benchmark: Benchmark, chosen: Chosen) -> int | None:
    if benchmark.columns in WITHOUT_SIZE or "size_bytes" not in chosen.cell.declared.point:
        return None
    return int(chosen.x) * (chosen.cell.declared.ranks if benchmark.whole_vector else 1)
