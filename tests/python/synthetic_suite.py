# SPDX-License-Identifier: BSD-3-Clause
"""A run of one of the papers' suites with known truth, on a machine that was never built.

The cells are the suite file's own, as `--quick` would plan them on eight ranks in two packages of
four; every kernel has one formula, below, whose constants the tests ask the report for.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import synthetic_blacs as library
import synthetic_blas as blas

from strobe.base.resources import suites as folder_of_suites
from strobe.launch import suites
from strobe.records import lines

RANKS = 8
STARTUP_S, PER_BYTE_S, HOP_S = 0.4e-6, 0.05e-9, 0.25e-6
EAGER_BYTES, EAGER_JUMP_S = 4096, 1.5e-6
BUFFERED_SENDS = 64
REDUCTIONS = ("reduce", "allreduce", "scan", "host_reduce")
ODD_COSTS, INSIDE_WORD_COSTS, LOAD_COSTS = 1.25, 1.4, 1.5
HIDDEN_PART = 0.6
PAUSE_S = 0.5e-6
"""What each doubling of the computation costs the exchange after it."""
SLOW_PAIR, SLOW_COSTS = (2, 5), 2.5
LATENCY_S, OVERHEAD_S, GAP_S, GAP_PER_BYTE_S = 0.3e-6, 0.1e-6, 0.2e-6, 0.05e-9
MESSAGES = 16
FIRST_COSTS = 4.0
HZ = 3e9
# The memory hierarchy: latencies in cycles, and how much each level holds. All share the last.
LATENCIES, CAPACITIES = (5.0, 15.0, 60.0, 330.0), (48 * 2**10, 5 * 2**18, 12 * 2**20)
CODES = {
    "tuned": 128.0, "O0": 1.0, "O2": 4.0, "O3": 64.0, "unrolled": 32.0, "library": 120.0,
    "string": 100.0, "nontemporal": 16.0,
}  # fmt: skip
"""Bytes a cycle in the first level."""
LINE_BYTES = 64
LOADED_COSTS = 2.2
CORES_S, FAR_CORES_S = 50e-9, 140e-9
TLB_PAGES, TLB_MISSES = (96, 2048), (9.0, 40.0)
"""The pages that each level of the TLB holds, and the cycles of a miss in it."""
NUMA_S, FAR_NUMA_S, NUMA_BYTES_PER_S = 110e-9, 190e-9, 20e9
NUMA_NODES = 2
ALIASED_COSTS = 1.2
STREAM_BYTES_PER_S = 12e9
"""Of one process; more of them share the memory."""
OF_PAIRS = ("all_pairs", "core_exchange")
VISITS, SAMPLES = 3, 12
PEERS = ("osu", "imb")
"""Suites of other tools, which print the times of single ranks."""
SHARES = {"mean": 0.9, "minimum": 0.8, "maximum": 1.0}
"""Those times, as parts of the time from the first entry to the last exit."""
AFTER_BARRIER = 1.25
"""By how much an operation after a barrier takes longer."""
NOISE = 0.004

FAMILIES = {
    "point_to_point": (
        "echo", "exchange", "swap", "strided", "bandwidth", "application_latency", "overlap",
        "contention", "all_pairs", "multi_pair", "logp", "one_sided", "blacs_echo", "blacs_send",
        "send_loop", "host_echo", "host_bandwidth",
        "multi_pair_echo", "one_sided_atomic", "datatypes", "completion",
    ),
    "memory": (
        "memory_read", "memory_write", "memory_modify", "memory_copy", "memory_triad", "stream",
        "memory_latency", "memory_loaded_latency", "core_exchange", "numa_latency",
        "numa_bandwidth", *library.OF_ONE,
    ),
    "matrix": ("guard", "matrix_shift", "transpose", "row_broadcast", "column_broadcast"),
    "blas": blas.KERNELS,
}  # fmt: skip
OF_THE_CORE: dict[str, lines.Value] = {
    "code": "tuned", "type": "double", "isa": "widest", "pages": "usual", "offset_bytes": 0,
    "ranks": 1, "first": 0,
}  # fmt: skip
DEFAULTS: dict[str, dict[str, lines.Value]] = {
    "memory_read": OF_THE_CORE,
    "memory_write": OF_THE_CORE,
    "memory_modify": OF_THE_CORE,
    "memory_copy": {**OF_THE_CORE, "pad_bytes": 128},
    "memory_triad": {**OF_THE_CORE, "pad_bytes": 128},
    "stream": {**OF_THE_CORE, "pad_bytes": 128},
    "memory_latency": {
        "way": "random",
        "stride_bytes": 64,
        "chains": 1,
        "pages": "usual",
        "ranks": 1,
        "first": 0,
    },
    "numa_latency": {"pages": "usual"},
    "numa_bandwidth": {"pages": "usual", "processes": 1},
    "memory_loaded_latency": {"load_bytes": 64 * 2**20, "ranks": RANKS},
    "echo": {
        "reply": "fresh",
        "call": "blocking",
        "source": "named",
        "partner": 1,
        "offset_bytes": 0,
        "stagger_bytes": 0,
    },
    "exchange": {"method": "sendrecv", "partner": 1, "offset_bytes": 0, "stagger_bytes": 0},
    "swap": {"partner": 1, "offset_bytes": 0},
    "bandwidth": {"call": "blocking", "partner": 1, "cache": "warm"},
    "application_latency": {"call": "blocking", "partner": 1, "cache": "warm"},
    "send_loop": {"partner": 1, "repetitions": 500},
    "broadcast": {"algorithm": "native", "acknowledged_by": "nobody", "ranks": RANKS},
    "host_broadcast": {"ranks": RANKS},
    "scan": {"element": "float64", "operation": "sum", "ranks": RANKS},
    "host_echo": {"path": "direct", "target": 0},
    "host_bandwidth": {"direction": "to_node", "path": "direct", "target": 0},
    "host_scatter": {"host": "excluded", "ranks": RANKS},
    "host_gather": {"host": "excluded", "ranks": RANKS},
    "host_reduce": {
        "element": "float64",
        "operation": "sum",
        "host": "excluded",
        "ranks": RANKS,
    },
    "reduce": {"element": "float64", "operation": "sum", "ranks": RANKS},
    "allreduce": {"element": "float64", "operation": "sum", "ranks": RANKS},
    **{
        kernel: {"form": "plain", "ranks": RANKS}
        for kernel in ("alltoall", "allgather", "scatter", "gather")
    },
    **{
        kernel: {"element": "float64", "operation": "sum", "ranks": RANKS}
        for kernel in ("reduce_scatter", "reduce_scatter_block")
    },
    **{
        kernel: {"ranks": RANKS}
        for kernel in (
            "barrier",
            "neighbour_allgather",
            "neighbour_alltoall",
            "ring_exchange",
            "nonblocking",
            "initialisation",
        )
    },
    "shift": {"ranks": RANKS},
    "multi_pair": {"window": 64, "direction": "one", "places": "each"},
    "one_sided": {"partner": 1},
    "one_sided_all": {
        "flush": "last",
        "completion": "remote",
        "memory": "allocated",
        "ranks": RANKS,
    },
    "one_sided_atomic": {"flush": "each", "memory": "allocated", "partner": 1},
    "file_access": {
        "pointer": "explicit",
        "mode": "independent",
        "file": "common",
        "call": "blocking",
        "sync": "none",
        "ranks": RANKS,
    },
    "row_broadcast": {"timed": "initiation", "row": 0},
    "column_broadcast": {"timed": "initiation", "column": 0},
    "strided": {"partner": 1},
    "overlap": {"partner": 1},
    "logp": {"messages": MESSAGES, "delay_us": 10, "partner": 1},
    "contention": {"first": 1, "partner": 3, "loader": 0, "loaded": 7},
    **{kernel: blas.defaults(kernel) for kernel in blas.KERNELS},
    **library.defaults(RANKS),
}
WORDS: dict[str, list[lines.Value]] = {
    "levels": [1, 4],
    "doubling": [2, 4, 8],
    "all": list(range(RANKS)),
}


def write_suite_run(
    folder: Path, suite: str, *, seed: int = 0, ranks: int = RANKS, quick: bool = True
) -> Path:
    """Write `folder`/samples.jsonl of one launch of `suite` and return `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    encoder = msgspec.json.Encoder()
    with (folder / "samples.jsonl").open("wb") as file:
        for record in _records(suite, ranks, quick, np.random.default_rng(seed)):
            file.write(encoder.encode(record) + b"\n")
    return folder


def _records(
    suite: str, ranks: int, quick: bool, rng: np.random.Generator
) -> Iterator[lines.Record]:
    file = folder_of_suites() / f"{suite}.toml"
    cells = list(_cells(suites.read(file), ranks, quick))
    yield _header(suite, file, ranks, cells)
    if any("library" in cell.point for cell in cells):
        yield from blas.LIBRARIES
    yield lines.PlanRecord(len(cells), 60.0)
    yield from cells
    yield lines.RegimeRecord(0, 45e-9, 1e-6)
    for cell in cells:
        reason = _why_skipped(cell, ranks)
        if reason:
            yield lines.CellEndRecord(cell.cell, "skipped", reason, 0, 0, 0.0)
            continue
        if failed := blas.why_failed(cell):
            yield lines.CellEndRecord(cell.cell, "failed", failed, 1, 0, 0.0)
            continue
        time_s = float(truth_s(cell))
        barrier_s = AFTER_BARRIER * time_s
        decay = 1 + (FIRST_COSTS - 1) * np.exp(-2.0 * np.arange(10))
        yield lines.FirstRecord(cell.cell, (time_s * decay).tolist())
        for visit in range(VISITS):
            yield lines.VisitRecord(cell.cell, visit)
            times = time_s * np.exp(rng.normal(0, NOISE, SAMPLES))
            of_the_core = cell.kernel in (*FAMILIES["memory"], *FAMILIES["blas"])
            core_hz = [HZ] * SAMPLES if of_the_core else []
            own_s: list[float] = []
            if "topology" in cell.point:
                message_s = _message_s(float(cell.point["size_bytes"]), 1)
                own_s = [library.source_s(cell, message_s)] * SAMPLES
            of_peers = suite in PEERS and "partner" not in cell.point
            of_ranks = [(SHARES[which] * times).tolist() for which in SHARES]
            yield lines.SamplesRecord(
                cell.cell, visit, 1.0 + visit, 0, 100, times.tolist(),
                lines.Sentinel(45e-9, 45e-9, 1e-6, 1e-6), 0, 0.01, core_hz=core_hz,
                initiator_s=own_s,
                **{f"local_{which}_s": (of_ranks[index] if of_peers else own_s)
                   for index, which in enumerate(SHARES) if of_peers or which != "maximum"},
                **({"after_barriers_s": SHARES["mean"] * barrier_s,
                    "after_barriers_minimum_s": SHARES["minimum"] * barrier_s,
                    "after_barriers_maximum_s": SHARES["maximum"] * barrier_s,
                    "after_barriers_operations": 200} if of_peers else {}),
                process=1000 + visit if "library" in cell.point else None,
                buffered_sends=_buffered(cell),
            )  # fmt: skip
        yield lines.CellEndRecord(cell.cell, "satisfied", "", VISITS, VISITS * SAMPLES, 0.3)
    yield lines.EndRecord("2026-03-01T12:01:00Z", 30.0, [0.4, 0.3, 0.2], True)


def _buffered(cell: lines.CellRecord) -> int | None:
    """What the machine buffers of a loop of sends: eager messages, up to a limit."""
    if cell.kernel != "send_loop":
        return None
    is_eager = float(cell.point["size_bytes"]) < EAGER_BYTES
    return min(BUFFERED_SENDS, int(cell.point["repetitions"])) if is_eager else 0


def _header(suite: str, file: Path, ranks: int, cells: list[lines.CellRecord]) -> lines.RunRecord:
    axes: dict[str, dict[str, None]] = {}
    for cell in cells:
        axes.setdefault(cell.kernel, {}).update(dict.fromkeys(cell.point))
    return lines.RunRecord(
        schema=lines.SCHEMA,
        launch=0,
        started_utc="2026-03-01T12:00:00Z",
        program="strobe-bench",
        version="0.1.0",
        commit="0123456789abcdef0123456789abcdef01234567",
        command=["strobe-bench", "--suite", suite, "--quick"],
        suite=suite,
        suite_file=str(file),
        ranks=ranks,
        seed=1,
        oversubscribed=False,
        layer=lines.Layer("mpi", "5.0", "A pretended MPI 1.0", {"EAGER_LIMIT_BYTES": EAGER_BYTES}),
        processes=[lines.Process(r, "node", 100 + r, r, [r]) for r in range(ranks)],
        clock=lines.Clock("clock_gettime(CLOCK_MONOTONIC)", 1e-9, 22e-9, True, 0.0),
        overhead=lines.Overhead(0.3e-9, 22e-9),
        options=lines.Options(0.025, 0.95, 30, 3, 2.0, 60.0, 5e-5),
        compiler=lines.Compiler("GCC", "12.2.0", "-O3"),
        environment={},
        kernels=[_kernel(name, list(own)) for name, own in axes.items()],
    )


def _kernel(name: str, axes: list[str]) -> lines.Kernel:
    family = next((f for f, names in FAMILIES.items() if name in names), "collective")
    along = next((a for a in ("size_bytes", "n", "working_set_bytes") if a in axes), None)
    title = name.replace("_", " ").capitalize()
    return lines.Kernel(name, title, family, axes, along, "one operation", "the papers")  # type: ignore[arg-type]


def _cells(contents: dict[str, Any], ranks: int, quick: bool) -> Iterator[lines.CellRecord]:
    seen: set[str] = set()
    # The BLACS take all ranks that there are.
    defaults = DEFAULTS | library.defaults(ranks)
    for experiment in contents["experiment"]:
        kernel = experiment["kernel"]
        short = experiment.get("quick", {}) if quick else {}
        if short is False:
            continue
        axes = {**experiment.get("axes", {}), **short}
        values = {axis: _values(kernel, axis, given) for axis, given in axes.items()}
        for combination in itertools.product(*values.values()):
            point = {**defaults.get(kernel, {}), **dict(zip(values, combination, strict=True))}
            if "load_bytes" in point:
                point["load_bytes"] = _load(point["load_bytes"])
            if kernel in OF_PAIRS and point["first"] >= point["partner"]:
                continue
            key = " ".join([kernel, *(f"{axis}={point[axis]}" for axis in sorted(point))])
            if key not in seen:
                seen.add(key)
                yield _cell(key, kernel, point, ranks)


def _cell(key: str, kernel: str, point: dict[str, lines.Value], ranks: int) -> lines.CellRecord:
    size = float(point.get("size_bytes", 0))
    if "code" in point:
        size = float(point["working_set_bytes"])
    if kernel == "numa_bandwidth":
        size = float(point["working_set_bytes"]) * int(point["processes"])
    if kernel == "stream":
        size *= (2 / 3 if point["function"] in ("copy", "scale") else 1) * int(point["ranks"])
    group = min(int(point.get("ranks", ranks)), ranks)
    members, hops, level = list(range(group)), None, None
    if "partner" in point and kernel != "contention":
        first = int(point.get("first", 0))
        members = [first, int(point["partner"])]
        hops = 1 if members[0] // 4 == members[1] // 4 else 2
        level = "l3" if hops == 1 else "node"
    flops = size / 8 * (group - 1) if kernel in REDUCTIONS else 0.0
    if kernel in FAMILIES["blas"]:
        size, flops, members = *blas.work(kernel, point), [0]
    return lines.CellRecord(
        key, kernel, point, "grid", len(members), size, flops, members, hops, level,
        operands_bytes=blas.operands_bytes(kernel, point) if kernel in FAMILIES["blas"] else 0.0,
    )  # fmt: skip


def _values(kernel: str, axis: str, given: Any) -> list[lines.Value]:
    if isinstance(given, dict):
        low, high = _size(given["from"]), _size(given["to"])
        per_octave = given.get("per_octave", 1)
        if "step" in given:
            return list(range(low, high + 1, given["step"]))
        steps = np.arange(40 * per_octave) / per_octave
        powers = [int(2**k) for k in steps if max(low, 1) <= 2**k <= high]
        return [0, *powers] if low == 0 else list(powers)
    if isinstance(given, list):
        ranks = {"ranks": RANKS, "processes": RANKS // NUMA_NODES}
        return [ranks.get(axis, value) if value == "all" else _size(value) for value in given]
    if given == "all" and (words := _words(kernel, axis)):
        return words
    if axis == "library" and given == "vendors":
        return [one.name for one in blas.LIBRARIES if one.name != "reference"]
    if axis == "threads" and given == "doubling":
        return [1, 2, 4, 8]
    return WORDS.get(given, [_size(given)]) if isinstance(given, str) else [given]


def _words(kernel: str, axis: str) -> list[lines.Value]:
    """All that an axis of words may be, and all ranks; none of another axis."""
    match axis:
        case "code":
            return list(CODES)
        case "function":
            return ["copy", "scale", "add", "triad"]
        case "ranks":
            return [RANKS]
        case "cpu_node" | "memory_node":
            return list(range(NUMA_NODES))
        case "isa":
            return ["widest", "avx2"]
        case "type":
            return ["double", "float"] if kernel == blas.FMA else list(blas.ELEMENT_BYTES)
        case "library":
            return [one.name for one in blas.LIBRARIES]
        case "form":
            return blas.forms(kernel)
    return []


def _load(word: Any) -> Any:
    """A share of the peak is a size by the time that it is measured."""
    return {"n50": 2000, "n90": 40000}.get(word, word)


def _size(given: Any) -> Any:
    if isinstance(given, str) and given[:1].isdigit():
        return int(given[:-2]) * {"Ki": 2**10, "Mi": 2**20}[given[-2:]]
    return given


def _why_skipped(cell: lines.CellRecord, ranks: int) -> str:
    if why := blas.why_skipped(cell):
        return why
    wanted = max([*cell.members, int(cell.point.get("ranks", 0)) - 1]) + 1
    wanted = max(wanted, 4 if cell.kernel == "contention" else 0)
    return f"it needs {wanted} ranks; start {wanted} or more" if wanted > ranks else ""


def truth_s(cell: lines.CellRecord) -> float:
    """The true time of a cell."""
    point, kernel = cell.point, cell.kernel
    size = float(point.get("size_bytes", 0))
    length = float(point.get("vector_length", 0))
    message = _message_s(size, cell.hops or 1)
    match kernel:
        case _ if kernel in library.KERNELS:
            return library.truth_s(cell, message)
        case _ if kernel in FAMILIES["blas"]:
            return blas.cycles(kernel, point) / HZ
        case _ if kernel in FAMILIES["memory"]:
            return _memory_s(cell)
        case "nonblocking":
            hidden = 0.5 if point["mode"] == "overlapped" else 1.0
            return message * (2.0 - hidden)
        case "file_write":
            return message * (LOAD_COSTS if point["traffic"] == "exchange" else 1.0)
        case "logp":
            return _round_trip_s(str(point["what"]), size, 1e-6 * float(point["delay_us"]))
        case "overlap":
            daxpys = float(point.get("daxpys", 1))
            return _overlap_s(size, length, daxpys, str(point["method"]))
        case "contention":
            return message * (LOAD_COSTS if point["load_bytes"] else 1.0)
        case "all_pairs":
            return message * (SLOW_COSTS if tuple(cell.members) == SLOW_PAIR else 1.0)
        case "guard" | "row_broadcast" | "column_broadcast":
            return _message_s(8 * float(point["n"]), 1)
        case "matrix_shift" | "transpose":
            return _message_s(8 * float(point["n"]) ** 2, 1)
        case "broadcast" if point["acknowledged_by"] == "everybody":
            return float(np.log2(cell.ranks)) * message + (cell.ranks - 1) * STARTUP_S
        case "barrier" | "broadcast" | "reduce" | "allreduce" | "scan" | "host_broadcast":
            return float(np.log2(max(cell.ranks, 2))) * message
        case "host_reduce":
            return float(np.log2(cell.ranks)) * message
        case "scatter" | "gather" | "alltoall" | "allgather" | "host_scatter" | "host_gather":
            return message * (cell.ranks - 1)
    odd = ODD_COSTS if size % 4 and size >= 4 else 1.0
    inside = INSIDE_WORD_COSTS if int(point.get("offset_bytes", 0)) % 4 else 1.0
    aliased = ALIASED_COSTS if 0 < int(point.get("stagger_bytes", 0)) < LINE_BYTES else 1.0
    return message * odd * inside * aliased


def _memory_s(cell: lines.CellRecord) -> float:
    point = cell.point
    match cell.kernel:
        case "memory_latency":
            return _chase_cycles(point) / HZ
        case "memory_loaded_latency":
            slower = 1.0 if point["load"] == "none" else LOADED_COSTS
            return latency_cycles(float(point["working_set_bytes"])) * slower / HZ
        case "numa_latency" | "numa_bandwidth":
            return _numa_s(cell)
        case "core_exchange":
            return CORES_S if cell.hops == 1 else FAR_CORES_S
        case "stream":
            return cell.bytes_per_operation / STREAM_BYTES_PER_S / int(point["ranks"]) ** 0.5
    working_set = float(point["working_set_bytes"])
    slower = latency_cycles(working_set) / LATENCIES[0]
    return working_set * slower / CODES[str(point["code"])] / HZ


def _numa_s(cell: lines.CellRecord) -> float:
    """Memory of the other node is farther away."""
    point = cell.point
    far = point["cpu_node"] != point["memory_node"]
    if cell.kernel == "numa_latency":
        return FAR_NUMA_S if far else NUMA_S
    return cell.bytes_per_operation / NUMA_BYTES_PER_S * (2 if far else 1)


def _chase_cycles(point: dict[str, lines.Value]) -> float:
    if point["way"] == "pages":
        pages = float(point["working_set_bytes"]) / float(point["stride_bytes"])
        translation = sum(
            cycles * min(1.0, max(0.0, 8 * (pages / held - 1)))
            for held, cycles in zip(TLB_PAGES, TLB_MISSES, strict=True)
        )
        return latency_cycles(pages * LINE_BYTES) + translation
    last = CAPACITIES[-1] / int(point["ranks"])
    miss = latency_cycles(float(point["working_set_bytes"]), (*CAPACITIES[:-1], last))
    if point["way"] == "pairs" and int(point["stride_bytes"]) < LINE_BYTES:
        return (miss + LATENCIES[0]) / 2
    return miss


def latency_cycles(working_set: float, capacities: tuple[float, ...] = CAPACITIES) -> float:
    """Each level's misses grow with the part of the working set that it cannot hold."""
    cycles = LATENCIES[0]
    for held, below, above in zip(capacities, LATENCIES, LATENCIES[1:], strict=False):
        cycles += (above - below) * min(max(1.6 * (1 - held / working_set), 0.0), 1.0)
    return cycles


def _message_s(size: float, hops: int) -> float:
    jump = EAGER_JUMP_S if size > EAGER_BYTES else 0.0
    return STARTUP_S + jump + size * PER_BYTE_S + (hops - 1) * HOP_S


def _overlap_s(size: float, length: float, daxpys: float, method: str) -> float:
    exchange, work = _message_s(size, 1), 1e-9 * length * daxpys
    if method == "computation":
        return work
    hidden = HIDDEN_PART * min(exchange, work) if method == "asynchronous" else 0.0
    return exchange + work - hidden + PAUSE_S * math.log2(daxpys)


def _round_trip_s(what: str, size: float, delay_s: float) -> float:
    one = 2 * (LATENCY_S + 2 * OVERHEAD_S + (size - 1) * GAP_PER_BYTE_S)
    if what == "prtt1":
        return one
    if what == "prttn":
        return one + (MESSAGES - 1) * (GAP_S + (size - 1) * GAP_PER_BYTE_S)
    return one + (MESSAGES - 1) * (OVERHEAD_S + delay_s)
