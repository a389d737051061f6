# SPDX-License-Identifier: BSD-3-Clause
"""A run folder with known truth, by the contract of docs/reference/run-folder.md, without any MPI.

Two message kernels (echo, exchange) follow segments that are stated below, a barrier, memory and
gemm cells stand beside them; the machine has two speeds, whose numbers change from launch to
launch; one visit is cut by a change of speed, one cell fails, one runs out of its budget.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from strobe.launch import context
from strobe.launch.context import Context, LauncherContext, MpiContext
from strobe.machine import facts
from strobe.options.measurement import MeasureOptions
from strobe.records import lines

Times = NDArray[np.float64]

KI = 1024
SAMPLES_PER_VISIT = 16
CONFIDENCE = 0.95
EXCHANGE_S = {"fast": 45e-9, "slow": 200e-9}
WORK_S = {"fast": 1.00e-6, "slow": 1.01e-6}
NOISE = 0.01
FAILED_CELL = "exchange method=blocking size_bytes=1024"
BUDGET_CELL = "gemm n=512"
DISTURBED_CELL = "echo reply=fresh size_bytes=64"


@dataclass(frozen=True)
class Segment:
    """Truth of one segment: t(N) = startup_s + N / bandwidth_bytes_per_s up to `to_bytes`."""

    to_bytes: float
    startup_s: float
    bandwidth_bytes_per_s: float


TRUTH: dict[tuple[str, str], tuple[Segment, ...]] = {
    ("echo", "fast"): (
        Segment(8 * KI, 0.30e-6, 20e9),
        Segment(float("inf"), 1.20e-6, 36e9),
    ),
    ("echo", "slow"): (
        Segment(8 * KI, 0.60e-6, 18e9),
        Segment(float("inf"), 2.00e-6, 35e9),
    ),
    ("exchange", "fast"): (Segment(float("inf"), 0.50e-6, 25e9),),
    ("exchange", "slow"): (Segment(float("inf"), 1.10e-6, 24e9),),
}

KERNELS = [
    lines.Kernel(
        "echo",
        "Echo between two ranks",
        "point_to_point",
        ["reply", "size_bytes"],
        "size_bytes",
        "half of a round trip",
        "CoMet section 3.1",
    ),
    lines.Kernel(
        "exchange",
        "Pairwise exchange",
        "point_to_point",
        ["method", "size_bytes"],
        "size_bytes",
        "both messages delivered",
        "CoMet section 3.1",
    ),
    lines.Kernel(
        "barrier", "Barrier", "collective", [], None, "last exit minus first entry", "MPBench"
    ),
    lines.Kernel(
        "memory_read",
        "Memory read",
        "memory",
        ["working_set_bytes"],
        "working_set_bytes",
        "one pass over the working set",
        "CacheBench",
    ),
    lines.Kernel("gemm", "Matrix multiply", "blas", ["n"], "n", "one dgemm", "BLASBench"),
]


def sizes_bytes() -> list[int]:
    """An irregular grid as the bench makes it: 0, powers of two, near-powers, some at random."""
    powers = [2**k for k in range(0, 23)]
    near = [p + d for p in (64, 8 * KI, 256 * KI) for d in (-3, 3)]
    return sorted({0, *powers, *near, 777, 30_011, 611_953})


def truth_s(kernel: str, speed: str, size_bytes: float) -> float:
    """The true median time in seconds of a message kernel at one size in one speed."""
    for segment in TRUTH[kernel, speed]:
        if size_bytes <= segment.to_bytes:
            return segment.startup_s + size_bytes / segment.bandwidth_bytes_per_s
    raise AssertionError("the last segment has no end")


def write_run(
    folder: Path,
    *,
    launches: int = 1,
    seed: int = 0,
    slow_regime: bool = True,
    scale: float = 1.0,
) -> Path:
    """Write `folder`/samples.jsonl and return `folder`.

    Every time is multiplied by `scale`, so that two runs of known ratio can be compared. Without
    `slow_regime` the machine has one speed and no visit is disturbed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    encoder = msgspec.json.Encoder()
    rng = np.random.default_rng(seed)
    with (folder / "samples.jsonl").open("wb") as file:
        for launch in range(launches):
            for record in _launch(launch, rng, slow_regime, scale):
                file.write(encoder.encode(record) + b"\n")
    return folder


def write_context(folder: Path) -> None:
    """Of a run of MPICH on this machine."""
    context.write(
        Context(
            created_utc="2026-11-29T12:00:00Z", host="here", suite="made", suite_file=None,
            command=[], bench="strobe-bench", launcher=LauncherContext("hydra", [], "", {}),
            mpi=MpiContext("MPICH"), machine=facts.machine(), python="", packages={},
            commit=None, load_before=[0.0, 0.0, 0.0], seeds=[1], environment={},
            options=MeasureOptions(), oversubscribed=False,
        ),
        folder,
    )  # fmt: skip


def _launch(
    launch: int, rng: np.random.Generator, slow_regime: bool, scale: float
) -> Iterator[lines.Record]:
    # A launch differs from the next by more than its samples do (Hunold and Carpen-Amarie 2016).
    scale = scale * float(np.exp(rng.normal(0, 0.003)))
    yield _header(launch)
    cells = _cells()
    yield lines.PlanRecord(len(cells), 60.0)
    yield lines.PlacementRecord([[1, 0]])
    yield lines.LibraryRecord(
        "numpy", "/opt/libopenblas.so", "OpenBLAS 0.3.30", "Zen", 64, "scipy_dgemm_64_",
        "OPENBLAS_CORETYPE", {"OPENBLAS_CORETYPE": "Haswell"}, "",
    )  # fmt: skip
    yield from cells
    order = ["fast", "slow"] if launch % 2 == 0 else ["slow", "fast"]
    speeds = order if slow_regime else ["fast"]
    for index, speed in enumerate(speeds):
        yield lines.RegimeRecord(index, EXCHANGE_S[speed], WORK_S[speed])
    passes = [(index, speed) for index, speed in enumerate(speeds) for _ in range(2)]
    visits: dict[str, int] = {}
    start_s = 0.5
    for number, (regime, speed) in enumerate(passes):
        for position in rng.permutation(len(cells)):
            cell = cells[int(position)]
            if cell.cell == FAILED_CELL:
                if number == 0:
                    yield from _failure(cell)
                continue
            start_s += 0.01
            visit = visits.get(cell.cell, 0)
            yield lines.VisitRecord(cell.cell, visit)
            if number == 0:
                yield _first(cell, speed, rng, scale)
            if cell.cell == DISTURBED_CELL and number == 2:
                yield _disturbed(cell, visit, start_s, rng, scale)
                visit += 1
                yield lines.VisitRecord(cell.cell, visit)
            yield _visit(cell, visit, start_s, regime, speed, rng, scale)
            yield lines.VerificationRecord(
                cell.cell, visit, True, int(cell.bytes_per_operation), ""
            )
            visits[cell.cell] = visit + 1
    for cell in cells:
        if cell.cell != FAILED_CELL:
            yield _end(cell, visits[cell.cell])
    yield lines.EndRecord("2026-03-01T12:01:00Z", start_s, [0.4, 0.3, 0.2], True)


def _header(launch: int) -> lines.RunRecord:
    return lines.RunRecord(
        schema=lines.SCHEMA,
        launch=launch,
        started_utc=f"2026-03-01T12:0{launch % 10}:00Z",
        program="strobe-bench",
        version="0.1.0",
        commit="0123456789abcdef0123456789abcdef01234567",
        command=["strobe-bench", "--suite", "synthetic", "--launch", str(launch)],
        suite="synthetic",
        suite_file="suites/synthetic.toml",
        ranks=2,
        seed=launch,
        oversubscribed=False,
        layer=lines.Layer("mpi", "5.0", "MPICH Version: 5.0.2"),
        processes=[lines.Process(r, "node", 100 + r, r, [r]) for r in range(2)],
        clock=lines.Clock("clock_gettime(CLOCK_MONOTONIC)", 1e-9, 22e-9, True, 0.0),
        overhead=lines.Overhead(0.3e-9, 22e-9),
        options=lines.Options(0.025, CONFIDENCE, 30, 3, 2.0, 60.0, 1e-4),
        compiler=lines.Compiler("GCC", "12.2.0", "-O3"),
        environment={"MPIR_CVAR_CH4_PROGRESS_THROTTLE": "1"},
        kernels=KERNELS,
    )


def _cell(
    kernel: str, point: dict[str, lines.Value], size: float, flops: float
) -> lines.CellRecord:
    key = " ".join([kernel, *(f"{axis}={point[axis]}" for axis in sorted(point))])
    return lines.CellRecord(key, kernel, point, "grid", 2, size, flops)


def _cells() -> list[lines.CellRecord]:
    cells = []
    for size in sizes_bytes():
        cells.append(_cell("echo", {"reply": "fresh", "size_bytes": size}, size, 0))
        cells.append(_cell("exchange", {"method": "sendrecv", "size_bytes": size}, 2 * size, 0))
    cells.append(_cell("exchange", {"method": "blocking", "size_bytes": KI}, 2 * KI, 0))
    cells.append(_cell("barrier", {}, 0, 0))
    for octave in range(12, 26):
        cells.append(_cell("memory_read", {"working_set_bytes": 2**octave}, 2**octave, 0))
    for n in (64, 128, 256, 512):
        cells.append(_cell("gemm", {"n": n}, 32.0 * n * n, 2.0 * n**3))
    return cells


def _true_time_s(cell: lines.CellRecord, speed: str) -> float:
    if cell.kernel in ("echo", "exchange"):
        return truth_s(cell.kernel, speed, float(cell.point["size_bytes"]))
    if cell.kernel == "barrier":
        return 0.22e-6 if speed == "fast" else 0.93e-6
    if cell.kernel == "memory_read":
        size = cell.bytes_per_operation
        rate = 60e9 if size <= 32 * KI else 35e9 if size <= KI * KI else 12e9
        return size / rate
    return cell.flops_per_operation / 30e9


def _noise(rng: np.random.Generator, n: int) -> Times:
    """Multiplicative noise of median close to 1: lognormal, one sample in twenty far above."""
    tail = np.where(rng.random(n) < 0.05, rng.exponential(0.3, n), 0.0)
    return np.asarray(np.exp(rng.normal(0, NOISE, n)) + tail)


def _first(
    cell: lines.CellRecord, speed: str, rng: np.random.Generator, scale: float
) -> lines.FirstRecord:
    decay = 1 + 9 * np.exp(-np.arange(8) / 1.5)
    times = scale * _true_time_s(cell, speed) * decay * _noise(rng, 8)
    return lines.FirstRecord(cell.cell, times.tolist())


def _visit(
    cell: lines.CellRecord,
    visit: int,
    start_s: float,
    regime: int,
    speed: str,
    rng: np.random.Generator,
    scale: float,
) -> lines.SamplesRecord:
    times = scale * _true_time_s(cell, speed) * _noise(rng, SAMPLES_PER_VISIT)
    collective = cell.kernel == "barrier"
    exchange, work = EXCHANGE_S[speed], WORK_S[speed]
    return lines.SamplesRecord(
        cell=cell.cell,
        visit=visit,
        start_s=start_s,
        regime=regime,
        repetitions=100,
        time_s=times.tolist(),
        sentinel=lines.Sentinel(exchange, exchange * 1.02, work, work),
        switches=0,
        half_width=None if visit == 0 else 0.01,
        local_mean_s=(0.9 * times).tolist() if collective else [],
        late=[3] if collective and visit == 1 else [],
    )


def _disturbed(
    cell: lines.CellRecord, visit: int, start_s: float, rng: np.random.Generator, scale: float
) -> lines.SamplesRecord:
    half = SAMPLES_PER_VISIT // 2
    times = [
        value
        for speed in ("fast", "slow")
        for value in (scale * _true_time_s(cell, speed) * _noise(rng, half)).tolist()
    ]
    sentinel = lines.Sentinel(
        EXCHANGE_S["fast"], EXCHANGE_S["slow"], WORK_S["fast"], WORK_S["slow"]
    )
    return lines.SamplesRecord(cell.cell, visit, start_s, -1, 100, times, sentinel, 2, 0.01)


def _failure(cell: lines.CellRecord) -> Iterator[lines.Record]:
    detail = "byte 17 is 0x00 and should be 0x2a"
    yield lines.VisitRecord(cell.cell, 0)
    yield lines.VerificationRecord(cell.cell, 0, False, 2 * KI, detail)
    yield lines.CellEndRecord(cell.cell, "failed", detail, 1, 0, 0.01)


def _end(cell: lines.CellRecord, visits: int) -> lines.CellEndRecord:
    samples = visits * SAMPLES_PER_VISIT
    if cell.cell == BUDGET_CELL:
        reason = "the budget of 2 s was spent at a half-width of 4.1 %"
        return lines.CellEndRecord(cell.cell, "budget", reason, visits, samples, 2.0)
    return lines.CellEndRecord(cell.cell, "satisfied", "half-width 1.0 %", visits, samples, 0.3)
