# SPDX-License-Identifier: BSD-3-Clause
"""What a page says of the memory hierarchy: its levels, one core's card, codes, bytes, roofs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
import synthetic_suite as machine
from test_report import Page, specifications
from unrendered import without_pictures

from strobe.fit.models import Models
from strobe.records.lines import CellEndRecord, CellRecord, SamplesRecord, Sentinel
from strobe.records.run import load
from strobe.records.summary import Summary, summarise
from strobe.report.findings import traffic as of_traffic
from strobe.report.memory.bands import bands_along, bands_note
from strobe.report.memory.hierarchy import Hierarchy, MemoryLevel, hierarchy
from strobe.report.page.table import Table
from strobe.report.run.compiler_table import compiler_table
from strobe.report.run.machine_card import machine_card
from strobe.report.run.page import write_report
from strobe.report.run.traffic_table import traffic_table

KIB, MIB = 2**10, 2**20
CACHES = {
    "machine": {
        "caches": [
            {"level": 1, "type": "Data", "size_bytes": 48 * KIB},
            {"level": 1, "type": "Instruction", "size_bytes": 32 * KIB},
            {"level": 2, "type": "Unified", "size_bytes": 2 * MIB},
            {"level": 3, "type": "Unified", "size_bytes": 256 * MIB},
        ]
    }
}
NO_MODELS = Models(1, 0.95, 1, 0, 5, 0.25, [])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A quick run of CacheBench, to which routines that compute were added, with its page."""
    with pytest.MonkeyPatch.context() as patch:
        # What is expected below to the last digit must not hang on how many cells a suite has.
        patch.setattr(machine, "NOISE", 0.0)
        folder = machine.write_suite_run(tmp_path_factory.mktemp("cachebench"), "cachebench")
    add_computing_cells(folder)
    (folder / "context.json").write_text(json.dumps({**CACHES, "host": "node17"}))
    with without_pictures():
        write_report(folder)
    return folder


@pytest.fixture(scope="module")
def summary(folder: Path) -> Summary:
    return summarise(load(folder))


@pytest.fixture(scope="module")
def levels(summary: Summary) -> Hierarchy:
    return hierarchy(summary, CACHES)


def add_computing_cells(folder: Path) -> None:
    """Multiply-adds at 32 flop/cycle in doubles and 64 in floats, and a product at 24."""
    samples = folder / "samples.jsonl"
    header, *rest = samples.read_bytes().splitlines(keepends=True)
    run = msgspec.json.decode(header)
    axes = ["library", "type", "n", "threads"]
    run["kernels"].append(
        {"name": "blas_gemm", "title": "GEMM", "family": "blas", "axes": axes, "axis": "n",
         "time": "one", "source": "BLASBench"}
    )  # fmt: skip
    lines = [msgspec.json.encode(run) + b"\n", *rest[:-1]]
    for kernel, point, moved, flops, per_cycle in computing():
        key = " ".join([kernel, *(f"{axis}={value}" for axis, value in sorted(point.items()))])
        cycles = flops / per_cycle
        records = [
            CellRecord(key, kernel, point, "grid", 1, moved, flops),
            SamplesRecord(
                key, 0, 1.0, 0, 100, [cycles / machine.HZ] * 36,
                Sentinel(45e-9, 45e-9, 1e-6, 1e-6), 0, 0.01, core_hz=[machine.HZ] * 36,
            ),
            CellEndRecord(key, "satisfied", "", 1, 36, 0.3),
        ]  # fmt: skip
        lines += [msgspec.json.encode(record) + b"\n" for record in records]
    samples.write_bytes(b"".join([*lines, rest[-1]]))


def computing() -> list[tuple[str, dict[str, Any], float, float, float]]:
    # The suite has the widest multiply-adds in doubles.
    fused = [
        ("fma", {"type": kind, "isa": isa}, 0.0, 1e6, rate)
        for kind, isa, rate in (
            ("double", "avx2", 16.0), ("float", "widest", 64.0), ("float", "avx2", 32.0)
        )
    ]  # fmt: skip
    usual = {"library": "reference", "type": "d", "threads": 1}
    products = [
        ("blas_gemm", {**usual, "n": n}, 24.0 * n * n, 2.0 * n**3, 24.0 * n / (n + 32))
        for n in (32, 256, 1024)
    ]
    return [*fused, *products]


def text_of(table: Table | None) -> str:
    """A table as lines, for comparison with what is expected of it."""
    assert table is not None
    lines = [[column.title for column in table.columns], *(row.cells for row in table.rows)]
    text = "\n".join("|".join(cells).rstrip("|") for cells in lines)
    return text.replace("\N{EN DASH}", "-")


def test_levels_have_names_and_ends(levels: Hierarchy) -> None:
    assert [level.name for level in levels.levels] == ["L1", "L2", "L3", "memory"]
    assert levels.found
    assert levels.in_cycles
    for level, held, beyond in zip(
        levels.levels, machine.CAPACITIES, levels.levels[1:], strict=False
    ):
        assert level.first_misses_bytes == pytest.approx(held / (1 - 0.1 / 1.6), rel=0.15)
        assert level.to_bytes == beyond.from_bytes
    assert [level.contended for level in levels.levels] == [False, False, True, False]
    assert levels.levels[0].holds(16 * KIB)
    assert not levels.levels[0].holds(48 * KIB)
    assert levels.levels[-1].holds(64 * MIB)


def test_without_latencies_the_levels_are_the_advertised_ones(summary: Summary) -> None:
    none = Summary(summary.regimes, summary.reference, 0.95, 1, {})
    told = hierarchy(none, CACHES)
    assert not told.found
    assert [(one.name, one.to_bytes) for one in told.levels[:3]] == [
        ("L1", 48 * KIB), ("L2", 2 * MIB), ("L3", 256 * MIB),
    ]  # fmt: skip
    assert told.memory is not None
    assert "the system reports" in bands_note(told)
    assert hierarchy(none, {}).levels == ()
    assert bands_note(hierarchy(none, {})) == ""


def test_a_level_that_is_not_seen_to_end_ends_with_its_plateau(summary: Summary) -> None:
    near = {
        key: cell
        for key, cell in summary.cells.items()
        if float(cell.declared.point.get("working_set_bytes", 0)) <= 3 * MIB
    }
    told = hierarchy(Summary(summary.regimes, summary.reference, 0.95, 1, near), {})
    assert [level.name for level in told.levels] == ["L1", "L2", "beyond L2"]
    assert told.levels[1].to_bytes == pytest.approx(machine.CAPACITIES[1], rel=0.2)
    assert told.memory is None


def test_plots_over_the_working_set_have_the_levels_as_bands(
    folder: Path, levels: Hierarchy
) -> None:
    assert [band.label for band in bands_along("working_set_bytes", levels)] == [
        "L1", "L2", "L3", "memory",
    ]  # fmt: skip
    assert bands_along("n", levels) == []
    drawn = specifications(folder)
    for name in ("memory_read-rate", "memory_latency-time", "figure-cachebench-4"):
        assert '"label": "L2"' in json.dumps(drawn[name]), name
    page = Page((folder / "report.html").read_text())
    assert "levels of memory found with a random pointer chase" in page.text
    assert '"label": "L2"' not in json.dumps(drawn["blas_gemm-rate"])


def test_the_machine_card(summary: Summary, levels: Hierarchy) -> None:
    card = machine_card(summary, levels)
    assert card is not None
    assert text_of(card.levels) == CARD
    assert card.unit == "B/cycle (GB/s)"
    assert card.ceilings == (
        "Peak multiply-add rate of one core: double 32.0 flop/cycle (96.0 GFLOP/s) and float 64.0 "
        "flop/cycle (192 GFLOP/s)."
    )


CARD = """\
one core|latency|10 % misses at|50 % misses at|reported size|read|write|copy|verdict
L1|5.00 cycles|51.2 KiB|70.3 KiB|48 KiB|128 (384)|128 (384)|128 (384)
L2|15.0 cycles|1.34 MiB|1.83 MiB|2 MiB|42.7 (128)|42.7 (128)|42.7 (128)
L3|60.0 cycles|12.8 MiB|17.6 MiB|256 MiB|10.7 (32.0)|10.7 (32.0)|10.7 (32.0)|contended
memory|330 cycles||||1.94 (5.82)|1.94 (5.82)|1.94 (5.82)"""


def test_a_level_of_which_nothing_is_known_has_no_row(summary: Summary, levels: Hierarchy) -> None:
    beyond = MemoryLevel("beyond", None, None, None, None, from_bytes=1e15, to_bytes=1e16)
    own = replace(levels, levels=(*levels.levels, beyond))
    card = machine_card(summary, own)
    assert card is not None
    assert text_of(card.levels) == CARD


def test_the_compiler_table(summary: Summary, levels: Hierarchy) -> None:
    assert text_of(compiler_table(summary, levels)) == COMPILERS


COMPILERS = """\
loop|O0|O2|O3|unrolled|library|string|nontemporal|tuned
read|1.00 (0.8 %)|4.00 (3.1 %)|64.0 (50 %)|32.0 (25 %)||||128 (100 %)
write|1.00 (0.8 %)|4.00 (3.1 %)|64.0 (50 %)|32.0 (25 %)|120 (94 %)|100 (78 %)|16.0 (12 %)|128 (100 %)
modify|1.00 (0.8 %)|4.00 (3.1 %)|64.0 (50 %)|32.0 (25 %)||||128 (100 %)
copy|||64.0 (50 %)||120 (94 %)|100 (78 %)|16.0 (12 %)|128 (100 %)
triad|||64.0 (50 %)||||16.0 (12 %)|128 (100 %)"""  # noqa: E501


def test_the_compiler_table_says_what_is_too_noisy(summary: Summary, levels: Hierarchy) -> None:
    noisy = {
        key: replace(cell, headline=None, refusal="its interval is wider than ±10 %")
        for key, cell in summary.cells.items()
    }
    rows = text_of(compiler_table(replace(summary, cells=noisy), levels)).splitlines()
    assert len(rows) == len(COMPILERS.splitlines())
    assert rows[-1] == "triad|||too noisy to say||||too noisy to say|too noisy to say"


def test_the_table_of_bytes_moved(summary: Summary, levels: Hierarchy) -> None:
    assert text_of(traffic_table(summary, levels)) == TRAFFIC


TRAFFIC = """\
loop|code|requested|moved
write|O0|45.5 MB/s|90.9 MB/s
write|O2|182 MB/s|364 MB/s
write|O3|2.91 GB/s|5.82 GB/s
write|unrolled|1.45 GB/s|2.91 GB/s
write|library|5.45 GB/s|5.45 - 10.9 GB/s
write|string|4.55 GB/s|4.55 - 9.09 GB/s
write|nontemporal|727 MB/s|727 MB/s
write|tuned|5.82 GB/s|11.6 GB/s
copy|O3|2.91 GB/s|4.36 GB/s
copy|library|5.45 GB/s|5.45 - 8.18 GB/s
copy|string|4.55 GB/s|4.55 - 6.82 GB/s
copy|nontemporal|727 MB/s|727 MB/s
copy|tuned|5.82 GB/s|8.73 GB/s
triad|O3|2.91 GB/s|3.88 GB/s
triad|nontemporal|727 MB/s|727 MB/s
triad|tuned|5.82 GB/s|7.76 GB/s"""


def test_bytes_moved_are_a_finding(folder: Path, summary: Summary) -> None:
    told = [
        one.sentence for one in of_traffic.write_allocate(load(folder), summary, NO_MODELS, CACHES)
    ]
    assert len(told) == 3
    assert told[1] == (
        "In main memory, copy requests 5.82 GB/s and moves 8.73 GB/s with write-allocate; with "
        "nontemporal stores it requests and moves 727 MB/s, "
        "0.125\N{MULTIPLICATION SIGN} [0.125 \N{EN DASH} 0.125] as fast."
    )


def test_a_roofline_has_measured_roofs_and_every_cell(folder: Path) -> None:
    drawn = specifications(folder)["roofline"]
    text = json.dumps(drawn)
    for label in ("L1 128 B/cycle", "FMA double 32.0 flop/cycle", "FMA float 64.0 flop/cycle"):
        assert label in text
    rows: list[dict[str, Any]] = drawn["datasets"][drawn["data"]["name"]]  # type: ignore[index]
    assert {(row["series"], row["glyph"]) for row in rows} == {("reference", "matrices (level 3)")}
    assert [round(row["x"], 2) for row in rows] == [2.67, 21.33, 85.33]
    assert rows[0]["y"] == pytest.approx(12.0, rel=1e-6)
    assert rows[0]["cell"] == "matrix order 32"


def test_the_page_of_cachebench_has_the_roofline_of_its_loops(tmp_path: Path) -> None:
    """Sums, increments and triads on the roofs of each level and of the multiply-adds."""
    folder = machine.write_suite_run(tmp_path / "run", "cachebench")
    (folder / "context.json").write_text(json.dumps({**CACHES, "host": "node17"}))
    with without_pictures():
        page = Page(write_report(folder).read_text())
    assert {"card", "loops", "roofline"} <= set(page.ids)
    drawn = specifications(folder)["roofline"]
    rows: list[dict[str, Any]] = drawn["datasets"][drawn["data"]["name"]]  # type: ignore[index]
    assert {row["glyph"] for row in rows} == {"read", "modify", "triad"}
    # An addition for 8 bytes, one for 16, and two for 24. The tuned reading loop adds nothing.
    found = {(row["glyph"], round(row["x"], 4)) for row in rows}
    assert found == {("read", 0.125), ("modify", 0.0625), ("triad", 0.0833)}
    assert ("read", "tuned") not in {(row["glyph"], row["series"]) for row in rows}
    assert "compiled with -O3" in {row["series"] for row in rows}
    text = json.dumps(drawn)
    for label in ("L1 128 B/cycle", "FMA double 32.0 flop/cycle"):
        assert label in text


def test_a_run_that_computes_nothing_has_no_roofline(tmp_path: Path) -> None:
    folder = machine.write_suite_run(tmp_path / "run", "mpbench")
    with without_pictures():
        page = Page(write_report(folder).read_text())
    assert "roofline" not in page.ids
