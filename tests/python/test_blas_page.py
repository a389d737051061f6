# SPDX-License-Identifier: BSD-3-Clause
"""What a page says of BLAS libraries: their rates, who they are, and what went wrong with them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
import synthetic_blas as blas
import synthetic_suite as machine
from test_memory_page import text_of
from test_report import Page

from strobe.base import units
from strobe.fit.models import Models
from strobe.records.lines import CellRecord, SamplesRecord
from strobe.records.run import Run, load
from strobe.records.summary import Summary, summarise
from strobe.report.findings import blas as told_of_blas
from strobe.report.memory.hierarchy import hierarchy
from strobe.report.memory.streams import plateaus
from strobe.report.run.blas_tables import BlasSection, blas_section
from strobe.report.run.page import write_report
from strobe.report.run.roofline import roofline

NO_MODELS = Models(1, 0.95, 1, 0, 5, 0.25, [])


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A quick run of BLASBench, with its page."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(machine, "NOISE", 0.0)
        folder = machine.write_suite_run(tmp_path_factory.mktemp("blasbench"), "blasbench")
    write_report(folder)
    return load(folder)


@pytest.fixture(scope="module")
def section(run: Run) -> BlasSection:
    found = blas_section(run, summarise(run))
    assert found is not None
    return found


def test_the_rates_of_all_libraries(section: BlasSection) -> None:
    assert section.rates is not None
    assert section.rates.title == (
        "At the best n: flop/cycle (fraction of the peak multiply-add rate)"
    )
    assert text_of(section.rates) == RATES


RATES = """\
routine|n|reference|openblas|mkl|other
daxpy|64|3.00 (9.4 %)|12.0 (38 %)|10.0 (31 %)|failed
dgemv|32|1.50 (4.7 %)|6.00 (19 %)|5.00 (16 %)|failed
dgemm|16|2.00 (6.2 %)|28.0 (88 %)|14.0 (44 %)|failed
ddot|1,024|3.00 (9.4 %)|12.0 (38 %)|10.0 (31 %)|failed
dscal|1,024|3.00 (9.4 %)|12.0 (38 %)|10.0 (31 %)|failed
dcopy|1,024|12.0 B/cycle|48.0 B/cycle|40.0 B/cycle|failed
dnrm2|1,024|3.00 (9.4 %)|12.0 (38 %)|10.0 (31 %)|failed
dger|128|1.50 (4.7 %)|6.00 (19 %)|5.00 (16 %)|failed
dtrsv|128|1.50 (4.7 %)|6.00 (19 %)|5.00 (16 %)|failed
dsymv|128|1.50 (4.7 %)|6.00 (19 %)|5.00 (16 %)|failed
dtrsm|256|2.00 (6.2 %)|28.0 (88 %)|failed|failed
dsyrk|256|2.00 (6.2 %)|28.0 (88 %)|14.0 (44 %)|failed
dsyr2k|256|2.00 (6.2 %)|28.0 (88 %)|14.0 (44 %)|failed
dsymm|256|2.00 (6.2 %)|28.0 (88 %)|14.0 (44 %)|failed
dgetrf|256|2.00 (6.2 %)|28.0 (88 %)|14.0 (44 %)|failed
dpotrf|256|2.00 (6.2 %)|28.0 (88 %)|14.0 (44 %)|failed
dgeqrf|256|2.00 (6.2 %)|28.0 (88 %)|not there|failed"""


def test_who_the_libraries_are(section: BlasSection) -> None:
    assert text_of(section.libraries) == LIBRARIES


LIBRARIES = """\
library|kernels|integers|symbol|controlled by|unset variables|version|file
openblas|Zen|ILP64|scipy_dgemm_64_|OPENBLAS_CORETYPE|OPENBLAS_CORETYPE=Haswell|OpenBLAS 0.3.30|/opt/libopenblas.so
mkl||LP64|dgemm_|MKL_CBWR||oneMKL 2026.2|/opt/libmkl_rt.so
other||||||not usable|/opt/libother.so
reference||||||plain loops, built in"""  # noqa: E501


def test_what_went_wrong_is_told_in_a_sentence_each(section: BlasSection) -> None:
    assert section.troubles == [
        f"{blas.NO_BLAS}.",
        "mkl failed in 1 cell of blas_trsm: rank 0: mkl crashed (Segmentation fault).",
    ]


def test_a_library_without_a_routine_is_named(section: BlasSection) -> None:
    assert section.lacks == ["mkl does not have dgeqrf."]


def test_the_speed_up_with_threads_is_a_curve_and_a_table(section: BlasSection) -> None:
    """A tenth of an operation stays serial (Amdahl's law): 1.82, 3.08 and 4.71 times as fast."""
    assert section.threads is not None
    assert text_of(section.threads.table).splitlines() == [
        "routine|n|threads|openblas|mkl",
        *(
            f"dgemm|512|{threads}|" + "|".join([f"{up}{units.TIMES} [{up} - {up}] ({part} %)"] * 2)
            for threads, up, part in ((2, "1.82", 91), (4, "3.08", 77), (8, "4.71", 59))
        ),
    ]
    (drawing,) = section.threads.drawings
    assert drawing.title == "dgemm at n = 512: speed-up over one thread"
    # Libraries and the ideal are told apart.
    assert {"openblas", "mkl", "ideal"} <= set(re.findall(r">([a-z]+)</text>", drawing.svg))


def test_without_a_ceiling_no_part_of_it_is_told(run: Run) -> None:
    summary = summarise(run)
    cells = {key: one for key, one in summary.cells.items() if one.declared.kernel != blas.FMA}
    found = blas_section(run, replace(summary, cells=cells))
    assert found is not None
    assert found.rates is not None
    assert found.rates.title == "At the best n: flop/cycle"
    assert not any("%" in cell for row in found.rates.rows for cell in row.cells)


def test_without_the_clock_of_the_core_rates_are_by_second(run: Run) -> None:
    found = blas_section(run, by_second(summarise(run)))
    assert found is not None
    assert found.rates is not None
    rows = {row.cells[0]: row.cells[1:] for row in found.rates.rows}
    assert found.rates.title.startswith("At the best n: GFLOP/s")
    assert rows["dgemm"] == ["16", "6.00 (6.2 %)", "84.0 (88 %)", "42.0 (44 %)", "failed"]
    assert rows["dcopy"][1] == "36.0 GB/s"


def by_second(summary: Summary) -> Summary:
    """The same without cycles."""
    cells = {
        key: replace(cell, headline=cell.headline and replace(cell.headline, cycles=None))
        for key, cell in summary.cells.items()
    }
    return replace(summary, cells=cells)


def test_the_page_has_them(run: Run) -> None:
    page = Page((run.folder / "report.html").read_text())
    assert "blas" in page.ids
    assert "#blas" in page.links
    assert "mkl failed in 1 cell of blas_trsm" in page.text
    assert "roofline" in page.ids


def test_a_run_without_a_blas_says_nothing_of_them(tmp_path: Path) -> None:
    other = load(machine.write_suite_run(tmp_path, "mpbench"))
    assert blas_section(other, summarise(other)) is None


def sentences(rule: object, run: Run, summary: Summary | None = None) -> list[str]:
    found = rule(run, summary or summarise(run), NO_MODELS, {})  # type: ignore[operator]
    return [
        one.sentence.replace("\N{EN DASH}", "-").replace("\N{MULTIPLICATION SIGN}", "x")
        for one in found
    ]


def test_the_best_product_of_each_library_is_found(run: Run) -> None:
    assert sentences(told_of_blas.product, run) == [
        "With openblas, dgemm reaches 28.0 flop/cycle at n = 16 (28.0 - 28.0 flop/cycle in 3 "
        "processes), 88 % of the peak multiply-add rate, and is 11.9x [9.80 - 14.0] as fast as the "
        "reference loops.",
        "With mkl, dgemm reaches 14.0 flop/cycle at n = 16 (14.0 - 14.0 flop/cycle in 3 "
        "processes), 44 % of the peak multiply-add rate, and is 7.00x [7.00 - 7.00] as fast as the "
        "reference loops.",
    ]
    alone = summarise(run)
    cells = {
        key: cell
        for key, cell in alone.cells.items()
        if cell.declared.point.get("library") == "mkl"
    }
    assert sentences(told_of_blas.product, run, replace(alone, cells=cells)) == [
        "With mkl, dgemm reaches 14.0 flop/cycle at n = 16 (14.0 - 14.0 flop/cycle in 3 processes)."
    ]


def revisited(run: Run, change: Callable[[CellRecord, SamplesRecord], dict[str, Any]]) -> Run:
    """The run with fields of the visits of the libraries' cells changed."""
    launches = []
    for launch in run.launches:
        cells = dict(launch.cells)
        for key, cell in cells.items():
            if "library" in cell.declared.point:
                visits = [
                    msgspec.structs.replace(visit, **change(cell.declared, visit))
                    for visit in cell.visits
                ]
                cells[key] = replace(cell, visits=visits)
        launches.append(replace(launch, cells=cells))
    return replace(run, launches=launches)


def slower_by(factor: float, visit: SamplesRecord) -> dict[str, Any]:
    return {"time_s": [factor * time_s for time_s in visit.time_s]}


def few_of(visit: SamplesRecord) -> dict[str, Any]:
    return {"time_s": visit.time_s[:4], "core_hz": visit.core_hz[:4]}


def test_one_process_does_not_judge_a_library(run: Run) -> None:
    alone = revisited(run, lambda _, visit: {"process": None})
    found = list(told_of_blas.product(alone, summarise(alone), NO_MODELS, {}))
    assert [one.sentence for one in found] == [
        "With openblas, dgemm reaches 28.0 flop/cycle at n = 16 (in 1 process).",
        "With mkl, dgemm reaches 14.0 flop/cycle at n = 16 (in 1 process).",
    ]
    assert all(
        one.basis.endswith("do not determine it: measure with --launches 3") for one in found
    )
    assert sentences(told_of_blas.cliffs, alone) == []
    assert sentences(told_of_blas.memory, alone) == []
    section = blas_section(alone, summarise(alone))
    assert section is not None
    assert section.processes.endswith("do not determine it: measure with --launches 3.")
    assert section.rates is not None
    assert "28.0 (88 %) in 1 process" in text_of(section.rates)


def test_three_launches_of_one_process_each_are_three(run: Run) -> None:
    alone = revisited(run, lambda _, visit: {"process": None})
    launches = [
        replace(launch, header=msgspec.structs.replace(launch.header, launch=number))
        for launch in alone.launches
        for number in range(3)
    ]
    several = replace(alone, launches=launches)
    told = sentences(told_of_blas.product, several)
    assert "28.0 flop/cycle in 3 processes), 88 % of the peak multiply-add rate" in told[0]


def test_a_library_that_was_slow_in_one_process_is_not_called_slow(run: Run) -> None:
    """1.06 flop/cycle in one process and 5.5 in three: the median decides, the range is shown."""

    def change(cell: CellRecord, visit: SamplesRecord) -> dict[str, Any]:
        is_mkl = cell.kernel == "blas_gemm" and cell.point["library"] == "mkl"
        factor = 14.0 / (1.06 if visit.process == 1000 else 5.5) if is_mkl else 1.0
        return slower_by(factor, visit)

    # Most of the samples are of the slow process, so that their own median would be slow.
    odd = revisited(run, change)
    odd = revisited(odd, lambda _, visit: {} if visit.process == 1000 else few_of(visit))
    summary = summarise(odd)
    told = sentences(told_of_blas.product, odd, summary)
    assert told[1].startswith(
        "With mkl, dgemm reaches 5.50 flop/cycle at n = 16 (1.06 - 5.50 flop/cycle in 3 processes)"
    )
    # Nor is it compared: a ratio whose range spans a factor of five says nothing.
    assert "as fast as the reference" not in told[1]
    section = blas_section(odd, summary)
    assert section is not None
    assert section.rates is not None
    (row,) = (row.cells for row in section.rates.rows if row.cells[0] == "dgemm")
    assert row[4] == "5.50 (17 %) [1.06 \N{EN DASH} 5.50 flop/cycle]"
    assert "measure with --launches" not in section.processes


def test_where_a_rate_falls_is_found(run: Run) -> None:
    falls = "dgemm of openblas drops from 28.0 flop/cycle at n = 100 to 19.6 flop/cycle at n = 101"
    assert sentences(told_of_blas.cliffs, run) == [f"{falls}: 0.700x [0.700 - 0.700]."]
    (told,) = sentences(told_of_blas.cliffs, run, by_second(summarise(run)))
    assert "drops from 84.0 GFLOP/s at n = 100 to 58.8 GFLOP/s at n = 101: 0.700x" in told


def test_a_slower_clock_is_no_fall(run: Run) -> None:
    def change(cell: CellRecord, visit: SamplesRecord) -> dict[str, Any]:
        if cell.point.get("n") != 101:
            return {}
        return {**slower_by(2, visit), "core_hz": [hz / 2 for hz in visit.core_hz]}

    slower = revisited(run, change)
    summary = summarise(slower)
    (told,) = sentences(told_of_blas.cliffs, slower, summary)
    assert told.startswith("dgemm of openblas")
    # Where the clock is not known the same times are falls of all three.
    assert len(sentences(told_of_blas.cliffs, slower, by_second(summary))) == 3


def test_what_memory_bounds_is_compared_apart(run: Run) -> None:
    assert sentences(told_of_blas.memory, run) == [
        "At n = 262,144, the rate of daxpy over the reference loops is 4.00x [4.00 - 4.00] with "
        "openblas and 3.33x [3.33 - 3.33] with mkl.",
        "At n = 1,024, the rate of dgemv over the reference loops is 4.00x [4.00 - 4.00] with "
        "openblas and 3.33x [3.33 - 3.33] with mkl.",
    ]


CACHES = {
    "machine": {
        "caches": [
            {"level": 1, "type": "Data", "size_bytes": 48 * 2**10},
            {"level": 2, "type": "Unified", "size_bytes": 5 * 2**18},
            {"level": 3, "type": "Unified", "size_bytes": 12 * 2**20},
        ]
    }
}


def grounds(run: Run, summary: Summary, context: dict[str, Any]) -> dict[str, str]:
    found = told_of_blas.memory(run, summary, NO_MODELS, context)
    return {re.split(r"rate of | over", one.sentence)[1]: one.basis for one in found}


def at_rate(run: Run, bytes_per_cycle: float) -> Run:
    """The run with its level 1 and 2 routines of the best library moving so many bytes a cycle."""

    def change(cell: CellRecord, visit: SamplesRecord) -> dict[str, Any]:
        name = str(cell.point["library"])
        return slower_by(blas.FEEDS.get(name, 1.0) / bytes_per_cycle, visit)

    return revisited(run, change)


def test_what_bounds_a_routine_is_judged_by_the_level_of_its_operands(run: Run) -> None:
    """daxpy's 4 MiB lie in L3, dgemv's 8 MiB do too; the loops get 128 / 12 B/cycle there."""
    near = at_rate(run, 9.6)
    told = grounds(near, summarise(near), CACHES)["daxpy"]
    assert "its operands (4 MiB) lie in L3; the tuned loops reach 10.7 B/cycle there, and " in told
    assert told.endswith("9.60 B/cycle (90 %), so L3 bounds it")
    far = at_rate(run, 3.2)
    told = grounds(far, summarise(far), CACHES)["daxpy"]
    assert told.endswith("3.20 B/cycle (30 %), so L3 does not bound it")
    # More than was measured is no verdict.
    assert grounds(run, summarise(run), CACHES)["daxpy"].endswith(
        "the loops do not reach the bandwidth of L3"
    )


def bottlenecks(run: Run) -> dict[tuple[str, ...], list[str]]:
    """The table of bottlenecks: by routine, n and level."""
    summary = summarise(run)
    found = roofline(summary, list(run.kernels.values()), hierarchy(summary, CACHES))
    assert found is not None
    assert found.bottlenecks is not None
    return {tuple(row.cells[:3]): list(row.cells[3:]) for row in found.bottlenecks.rows}


def test_memory_or_cpu_is_answered_by_the_lower_of_two_measured_roofs(run: Run) -> None:
    # flop/byte, the roof, and what reference, openblas, mkl and other reach of it.
    for reached, told in ((9.6, "90 %: memory"), (3.2, "30 %: neither")):
        rows = bottlenecks(at_rate(run, reached))
        assert rows["daxpy", "262,144", "L3"] == [
            "0.250", "L3: 2.67 flop/cycle", told, told, told, "",
        ]  # fmt: skip
    rows = bottlenecks(run)
    assert rows["daxpy", "262,144", "L3"][2:] == [
        "112 %: memory", "450 %: above its roof", "375 %: above its roof", "",
    ]  # fmt: skip
    assert rows["dgemm", "512", "L3"][1:] == [
        "The CPU: 32.0 flop/cycle", "6.2 %: neither", "61 %: neither", "44 %: neither", "",
    ]  # fmt: skip
    assert rows["dgemm", "32", "L1"][2:4] == ["6.2 %: neither", "88 %: CPU"]
    # The paper's routines have a row for each level that was measured, others one.
    assert sum(one[0] == "daxpy" for one in rows) > 1
    assert sum(one[0] == "dtrsv" for one in rows) == 1


def test_memory_or_cpu_is_a_finding_for_each_routine_of_the_paper(run: Run) -> None:
    def told(one: Run) -> list[str]:
        found = told_of_blas.limits(one, summarise(one), NO_MODELS, CACHES)
        return [each.sentence for each in found]

    near = at_rate(run, 9.6)
    bound = "bounds {0}: openblas, the fastest library, reaches 90 % of what L3 allows."
    assert told(near)[:2] == [
        "At n = 262,144, L3 " + bound.format("daxpy"), "At n = 1,024, L3 " + bound.format("dgemv"),
    ]  # fmt: skip
    # Loops that did not reach the bandwidth of a level are no roof for axpy and gemv.
    assert told(run)[-1:] == [
        "At n = 512, neither memory nor the CPU bounds dgemm: openblas, the fastest library, "
        "reaches 61 % of what the CPU allows.",
    ]
    alone = revisited(near, lambda _, visit: {"process": None})
    assert told(alone) == []


def test_the_speed_up_with_threads_is_a_finding(run: Run) -> None:
    assert sentences(told_of_blas.threads, run) == [
        f"On 8 threads, dgemm of {name} at n = 512 is 4.71x [4.71 - 4.71] as fast as on one: "
        "59 % of the number of threads."
        for name in ("openblas", "mkl")
    ]


def test_the_roofline_tells_libraries_apart_and_names_its_roofs(run: Run) -> None:
    summary = summarise(run)
    found = roofline(summary, list(run.kernels.values()), hierarchy(summary, CACHES))
    assert found is not None
    words = re.findall(r">([^<>]+)</text>", found.drawing.svg)
    assert {"reference", "openblas", "mkl"} <= set(words)
    assert {"vectors (level 1)", "matrices (level 3)", "factorisation (LAPACK)"} <= set(words)
    assert any(word.startswith("L1 ") for word in words)
    assert any(word.startswith("memory ") for word in words)
    assert "FMA double 32.0 flop/cycle" in words


def test_a_level_whose_bandwidth_was_not_measured_bounds_nothing(run: Run) -> None:
    summary = summarise(run)
    cells = {
        key: cell
        for key, cell in summary.cells.items()
        if not cell.declared.kernel.startswith("memory_")
    }
    bare = replace(summary, cells=cells)
    told = grounds(run, bare, CACHES)["daxpy"]
    assert told.endswith("so a memory bound is unknown")
    assert "lie in L3, whose bandwidth was not measured" in told
    assert "the memory hierarchy is unknown" in grounds(run, bare, {})["daxpy"]


def test_the_suite_measures_what_each_level_feeds_a_core(run: Run) -> None:
    summary = summarise(run)
    levels = hierarchy(summary, CACHES)
    assert [level.name for level in levels.levels] == ["L1", "L2", "L3", "memory"]
    for kernel in ("memory_read", "memory_modify"):
        found = plateaus(summary, kernel, levels)
        assert list(found) == ["L1", "L2", "L3", "memory"]
        assert all(found.values())
