# SPDX-License-Identifier: BSD-3-Clause
"""What each level of memory gives, against likwid-bench and lat_mem_rd, in turns.

likwid-bench (Debian's package likwid) does one long mean; ours is the median of short samples, in
bytes a second and in bytes a cycle of the core's own clock. lat_mem_rd (lmbench) chases in random
order with -t. What is not on PATH is left out, and named.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import tables
import tools

from strobe.fit.levels import levels
from strobe.launch import libraries
from strobe.machine import facts
from strobe.records.run import Run
from strobe.records.summary import CellSummary, summarise

KI, MI = 2**10, 2**20
ROUNDS = 5
LEVEL_RUNS = 10
HANDS = (32, 64, 100, 128, 256)


@dataclass(frozen=True)
class Processor:
    """Of this machine's processor what decides how fast it should be, as Linux names it."""

    vendor: str
    vectors: str
    """The widest ones as likwid names them: avx512, avx or sse."""

    @classmethod
    def here(cls) -> Processor:
        """The one that this runs on."""
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
        facts = dict(re.findall(r"^(vendor_id|flags)\s*: (.+)$", text, re.MULTILINE))
        flags = set(facts.get("flags", "").split())
        widest = next((name for name, flag in VECTORS.items() if flag in flags), "sse")
        return cls(facts.get("vendor_id", ""), widest)


VECTORS = {"avx512": "avx512f", "avx": "avx"}


@dataclass(frozen=True)
class Row:
    """One comparison: our kernel at a working set, likwid's, and what a core must reach."""

    words: str
    kernel: str
    code: str
    size_bytes: int
    likwid: str
    per_cycle: dict[str, float] = field(hash=False)
    """The bytes a cycle that are wanted of vectors of 64 bytes, by the vendor of the processor."""
    ratio: float | None = None
    """The ratio to likwid's rate that is wanted."""

    def wanted(self, processor: Processor) -> str:
        """For the table: `>= 126 B/cycle, ratio >= 1.05`."""
        least = self.per_cycle.get(processor.vendor)
        if least is not None and processor.vectors == "avx":
            least /= 2
        parts = [] if least is None else [f">= {least:g} B/cycle"]
        return ", ".join([*parts, *([f"ratio >= {self.ratio}"] if self.ratio else [])]) or "-"


INTEL, AMD = "GenuineIntel", "AuthenticAMD"
# Both reach 128 bytes of loads and 64 of stores per cycle in the first cache. From the second one,
# AMD's Zen 5 reaches 63. Intel's Golden Cove reaches at most 50.5, in order or backwards, in one to
# eight streams, with or without software prefetches, on small or large pages.
ROWS = (
    Row("L1 load", "memory_read", "tuned", 24 * KI, "load", {INTEL: 126, AMD: 126}, 1.05),
    Row("L1 store", "memory_write", "tuned", 24 * KI, "store", {INTEL: 63, AMD: 63}),
    Row("L1 copy", "memory_copy", "tuned", 24 * KI, "copy", {INTEL: 126, AMD: 126}),
    Row("L1 modify", "memory_modify", "tuned", 24 * KI, "update", {INTEL: 126, AMD: 126}),
    Row("L1 triad", "memory_triad", "tuned", 24 * KI, "", {INTEL: 160, AMD: 160}),
    Row("L2 load", "memory_read", "tuned", 512 * KI, "load", {INTEL: 49, AMD: 62}, 1.05),
    Row("L2 copy", "memory_copy", "tuned", 512 * KI, "copy", {}, 0.97),
    Row("L3 load", "memory_read", "tuned", 8 * MI, "load", {}, 0.97),
    Row("L3 copy", "memory_copy", "tuned", 8 * MI, "copy", {}, 0.97),
    Row("memory load", "memory_read", "tuned", 512 * MI, "load", {}, 0.97),
    Row("memory copy past the caches", "memory_copy", "nontemporal", 512 * MI, "copy_mem",
        {}, 0.97),
)  # fmt: skip
TRIES = 8
# The second process sleeps, because these kernels have one member.
ENOUGH = ("--samples-min", "60", "--visits-min", "2", "--cell-budget", "1.5", "--budget", "30")


def measured(*arguments: str) -> Run:
    """A run with a figure in each cell that this processor can do.

    The machine has changed its speed under none of them.
    """
    for _ in range(TRIES):
        run = tools.Launched().measure(*arguments)
        cells = summarise(run).cells.values()
        if all(cell.headline is not None or cell.status == "skipped" for cell in cells):
            return run
    sys.exit(f"the machine changed its speed in each of {TRIES} runs of {' '.join(arguments)}")


def headline(run: Run, kernel: str, **point: object) -> CellSummary:
    """The cell of a kernel at a point."""
    for cell in summarise(run).cells.values():
        here = cell.declared.point
        if cell.declared.kernel == kernel and all(here[axis] == v for axis, v in point.items()):
            return cell
    sys.exit(f"the run has no {kernel} at {point}")


def of_cell(cell: CellSummary) -> tuple[float, float]:
    """Bytes a second and bytes a cycle."""
    assert cell.headline is not None
    done = cell.declared.bytes_per_operation
    return done / cell.headline.median_s, done / (cell.headline.cycles or float("nan"))


def ours() -> dict[Row, tuple[float, float]]:
    """One run for each code and kernel, so that no size is measured twice."""
    found = {}
    wanted = defaultdict(list)
    for row in ROWS:
        wanted[row.kernel, row.code].append(row)
    for (kernel, code), rows in wanted.items():
        sizes = ",".join(str(row.size_bytes) for row in rows)
        run = measured("--kernel", kernel, "--set", f"code={code}", "--size", sizes, *ENOUGH)
        for row in rows:
            found[row] = of_cell(headline(run, kernel, working_set_bytes=row.size_bytes))
    return found


def likwid(row: Row, vectors: str) -> float:
    """Its bytes a second; in it a write counts once, as in ours."""
    kilobytes = row.size_bytes // KI
    done = subprocess.run(
        ["likwid-bench", "-t", f"{row.likwid}_{vectors}", "-w", f"S0:{kilobytes}kB:1"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = re.search(r"^MByte/s:\s+([0-9.]+)", done.stdout, re.MULTILINE)
    said = done.stderr or done.stdout
    return 1e6 * float(found.group(1)) if found else sys.exit(f"likwid-bench: {said}")


def bandwidth() -> str:
    """The table of rates."""
    has_likwid = shutil.which("likwid-bench") is not None
    processor = Processor.here()
    mine: dict[Row, list[tuple[float, float]]] = defaultdict(list)
    theirs: dict[Row, list[float]] = defaultdict(list)
    for _ in range(ROUNDS):
        for row, value in ours().items():
            mine[row].append(value)
            if has_likwid and row.likwid:
                theirs[row].append(likwid(row, processor.vectors))
    rows = []
    for row in ROWS:
        rates = [rate for rate, _ in mine[row]]
        cycles = [per_cycle for _, per_cycle in mine[row]]
        ratios = [a / b for a, b in zip(rates, theirs[row], strict=False)]
        rows.append(
            [
                row.words,
                f"{statistics.median(rates) / 1e9:.1f}",
                f"{statistics.median(cycles):.1f} ({min(cycles):.1f} to {max(cycles):.1f})",
                f"{statistics.median(theirs[row]) / 1e9:.1f}" if theirs[row] else "-",
                f"{statistics.median(ratios):.3f} ({min(ratios):.3f} to {max(ratios):.3f})"
                if ratios else "-",
                row.wanted(processor),
            ]
        )  # fmt: skip
    note = f"likwid's code is that for {processor.vectors}.\n\n"
    if not has_likwid:
        note = "likwid-bench is not here: apt-get install likwid.\n\n"
    return note + tables.markdown(
        ("what", "GB/s", "B/cycle (of runs)", "likwid GB/s", "ratio", "wanted"), rows
    )


# The orders of our chase: as lat_mem_rd -t, which visits all lines of a page before it goes on to
# another page, and in random order over the whole set, on usual and on large pages.
ORDERS = (
    ("as lat_mem_rd -t", {"way": "paged", "stride_bytes": 256, "pages": "usual"}),
    ("random", {"way": "random", "stride_bytes": 64, "pages": "usual"}),
    ("random, large pages", {"way": "random", "stride_bytes": 64, "pages": "transparent"}),
)


def latency() -> str:
    """Nanoseconds and cycles of a load in each order, and those of lat_mem_rd at the same size."""
    sizes = (16 * KI, 512 * KI, 8 * MI, 256 * MI)
    theirs = their_latencies(sizes)
    runs = [
        measured(
            "--kernel", "memory_latency", "--size", ",".join(map(str, sizes)),
            *(word for axis, value in order.items() for word in ("--set", f"{axis}={value}")),
            "--cell-budget", "6", "--samples-min", "60", "--visits-min", "2", "--budget", "40",
        )
        for _, order in ORDERS
    ]  # fmt: skip
    rows = []
    for size in sizes:
        ours = []
        for run, (_, order) in zip(runs, ORDERS, strict=True):
            cell = headline(run, "memory_latency", working_set_bytes=size, **order).headline
            assert cell is not None
            cycles = f" ({cell.cycles:.1f})" if cell.cycles else ""
            ours.append(f"{1e9 * cell.median_s:.2f}{cycles}")
        rows.append([f"{size // KI} KiB", f"{theirs[size]:.2f}" if size in theirs else "-", *ours])
    note = "" if theirs else "lat_mem_rd of lmbench is not here.\n\n"
    heads = [f"{name}, ns (cycles)" for name, _ in ORDERS]
    return note + tables.markdown(("working set", "lat_mem_rd -t, ns", *heads), rows)


def their_latencies(sizes: tuple[int, ...]) -> dict[int, float]:
    """Nanoseconds of lat_mem_rd by working set; empty where it is not installed."""
    program = shutil.which("lat_mem_rd") or next(
        map(str, Path("/usr/lib/lmbench").glob("bin/*/lat_mem_rd")), None
    )
    if program is None:
        return {}
    # Its own calibration does not end on a busy machine.
    quick = os.environ | {"ENOUGH": "10000", "TIMING_O": "0", "LOOP_O": "0"}
    done = subprocess.run(
        [program, "-t", "-N", "3", "-P", "1", "256", "256"],
        env=quick, capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    found = {}
    for line in done.stderr.splitlines():
        words = line.split()
        if len(words) == 2 and words[0][0].isdigit():
            size = round(float(words[0]) * MI / KI) * KI
            if size in sizes:
                found[size] = float(words[1])
    return found


def arithmetic() -> str:
    """The ceiling of each width and type, in operations a cycle."""
    run = measured("--kernel", "fma", "--set", "isa=all", "--set", "type=all", *ENOUGH)
    rows = []
    for cell in summarise(run).cells.values():
        name = f"{cell.declared.point['isa']}, {cell.declared.point['type']}"
        if cell.headline is None:
            rows.append([name, "-", "-"])
            continue
        per_cycle = cell.declared.flops_per_operation / (cell.headline.cycles or float("nan"))
        off = abs(per_cycle / round(per_cycle) - 1)
        rows.append([name, f"{per_cycle:.3f}", f"{off:.2%}"])
    return tables.markdown(("registers", "flop/cycle", "off a whole number"), rows)


def by_hand() -> str:
    """Our dgemm against a loop written by hand around the same library, in turns."""
    library = dict(libraries.here())["numpy"]
    build = tools.ROOT / "build" / "release"
    subprocess.run(["cmake", "--build", build, "--target", "dgemm-by-hand"],
                   check=True, capture_output=True)  # fmt: skip
    orders = [str(n) for n in HANDS]
    ratios: dict[int, list[float]] = defaultdict(list)
    for _ in range(ROUNDS):
        run = measured(
            "--kernel", "blas_gemm", "--set", f"n={','.join(orders)}", "--set", "library=numpy",
            "--blas", f"numpy={library}", *ENOUGH,
        )  # fmt: skip
        done = subprocess.run(
            [build / "bin" / "dgemm-by-hand", library, *orders],
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        for line in done.stdout.splitlines():
            n, cycles, _time_s = line.split(",")
            cell = headline(run, "blas_gemm", n=int(n)).headline
            assert cell is not None
            ratios[int(n)].append((cell.cycles or float("nan")) / float(cycles))
    rows = [
        [str(n), f"{statistics.median(found):.3f}", f"{min(found):.3f} to {max(found):.3f}"]
        for n, found in ratios.items()
    ]
    return tables.markdown(("n", "ours / by hand, cycles", "of runs"), rows)


def beside_load() -> str:
    """How far figures in cycles move where all cores have other work."""
    arguments = ("--kernel", "memory_read", "--size", f"{24 * KI},{512 * KI}", "--budget", "20",
                 "--samples-min", "100", "--visits-min", "4", "--cell-budget", "6")  # fmt: skip
    quiet = measured(*arguments)
    busy = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(busy) for _ in range(os.cpu_count() or 1)]
    try:
        loaded = measured(*arguments)
    finally:
        for other in others:
            other.kill()
            other.wait()
    rows = []
    for size in (24 * KI, 512 * KI):
        alone, beside = (
            of_cell(headline(run, "memory_read", working_set_bytes=size))[1]
            for run in (quiet, loaded)
        )
        rows.append(
            [f"{size // KI} KiB", f"{alone:.2f}", f"{beside:.2f}", f"{beside / alone - 1:+.1%}"]
        )
    return tables.markdown(("working set", "B/cycle alone", "beside load", "moved"), rows)


def found_levels() -> str:
    """In how many runs the first two levels hold what the system says."""
    reported = {cache.level: cache.size_bytes for cache in facts.machine().caches
            if cache.type.lower() != "instruction"}  # fmt: skip
    ends: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(LEVEL_RUNS):
        run, _ = tools.strobe_measure(str(Path(__file__).parent / "levels.toml"), "--ranks", "1")
        points = sorted(
            (float(cell.declared.point["working_set_bytes"]), cell.headline.cycles)
            for cell in summarise(run).cells.values()
            if cell.headline is not None and cell.headline.cycles is not None
        )
        seen = levels([size for size, _ in points], [cycles for _, cycles in points])
        for number, level in enumerate(seen[:2], 1):
            if level.held_bytes is not None:
                ends[number].append(level.held_bytes)
    rows = []
    for number in ends:
        size = reported.get(number)
        within = sum(size is not None and abs(end / size - 1) <= 0.15 for end in ends[number])
        shown = sorted(round(end / KI) for end in ends[number])
        rows.append([f"L{number}", f"{(size or 0) // KI} KiB",
                     f"{shown[0]} to {shown[-1]} KiB" if shown else "-",
                     f"{within} of {LEVEL_RUNS}"])  # fmt: skip
    return tables.markdown(("level", "advertised", "holds", "within 15 %"), rows)


def parts() -> list[str]:
    """The whole page."""
    return [
        f"Medians of {ROUNDS} rounds in turns; in brackets the lowest and the highest.\n",
        "## Bandwidth of one core\n", bandwidth(),
        "## Latency of dependent loads\n", latency(),
        "## Arithmetic in registers\n", arithmetic(),
        "## dgemm of NumPy's OpenBLAS against a loop written by hand\n", by_hand(),
        "## Reading beside a busy program on every core\n", beside_load(),
        f"## Levels found in {LEVEL_RUNS} runs\n", found_levels(),
    ]  # fmt: skip
