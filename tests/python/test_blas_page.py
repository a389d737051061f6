# SPDX-License-Identifier: BSD-3-Clause
"""What a page says of BLAS libraries: their rates, who they are, and what went wrong with them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import synthetic_blas as blas
import synthetic_suite as machine
from test_memory_page import text_of
from test_report import Page

from strobe.records.run import Run, load
from strobe.records.summary import Summary, summarise
from strobe.report.page import write_report
from strobe.report.sections.blas import BlasSection, blas_section


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
        "At the best n, flop/cycle (of the multiply-adds of its precision)"
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
dsymm|256|2.00 (6.2 %)|28.0 (88 %)|14.0 (44 %)|failed"""


def test_who_the_libraries_are(section: BlasSection) -> None:
    assert text_of(section.libraries) == LIBRARIES


LIBRARIES = """\
library|kernels|integers|symbol|steered by|unset for it|what it says of itself|file
openblas|Zen|ILP64|scipy_dgemm_64_|OPENBLAS_CORETYPE|OPENBLAS_CORETYPE=Haswell|OpenBLAS 0.3.30|/opt/libopenblas.so
mkl||LP64|dgemm_|MKL_CBWR||oneMKL 2026.2|/opt/libmkl_rt.so
other||||||cannot be used|/opt/libother.so
reference||||||plain loops, built in"""  # noqa: E501


def test_what_went_wrong_is_told_in_a_sentence_each(section: BlasSection) -> None:
    assert section.troubles == [
        f"{blas.NO_BLAS}.",
        "mkl failed in 1 cell of blas_trsm: rank 0: mkl crashed (Segmentation fault).",
    ]


def test_without_a_ceiling_no_part_of_it_is_told(run: Run) -> None:
    summary = summarise(run)
    cells = {key: one for key, one in summary.cells.items() if one.declared.kernel != blas.FMA}
    found = blas_section(run, replace(summary, cells=cells))
    assert found is not None
    assert found.rates is not None
    assert found.rates.title == "At the best n, flop/cycle"
    assert not any("%" in cell for row in found.rates.rows for cell in row.cells)


def test_without_the_clock_of_the_core_rates_are_by_second(run: Run) -> None:
    found = blas_section(run, by_second(summarise(run)))
    assert found is not None
    assert found.rates is not None
    rows = {row.cells[0]: row.cells[1:] for row in found.rates.rows}
    assert found.rates.title.startswith("At the best n, GFLOP/s")
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
