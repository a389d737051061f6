# SPDX-License-Identifier: BSD-3-Clause
"""The comparison of two synthetic runs whose ratio is known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import synthetic
from test_report import MEGABYTE, Page, small_run, titled

from strobe.base.errors import StrobeError
from strobe.report.comparison.page import write_comparison

KERNELS = ("exchange", "barrier", "gemm")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """Five launches against five that are a tenth faster, with another commit."""
    root = tmp_path_factory.mktemp("runs")
    a = small_run(root / "a", KERNELS, launches=5, seed=1)
    b = small_run(root / "b", KERNELS, launches=5, seed=2, scale=0.9)
    (a / "context.json").write_text(json.dumps({"commit": "aaaa", "environment": {"X": "1"}}))
    (b / "context.json").write_text(
        json.dumps({"commit": "bbbb", "environment": {"X": "1", "PMI_FD": "7"}})
    )
    output = write_comparison(a, b, root / "comparison.html")
    text = output.read_text()
    assert len(text.encode()) < 3 * MEGABYTE
    return Page(text)


def test_the_page_is_complete_in_itself(page: Page) -> None:
    assert page.fetched == []
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)


def test_runs_without_a_suite_are_titled_by_their_kernels(tmp_path: Path) -> None:
    a, b = (titled(tmp_path / name, "", ("barrier",)) for name in "ab")
    page = write_comparison(a, b, tmp_path / "comparison.html").read_text()
    assert "<title>Two runs of Barrier on node</title>" in page


def test_the_answer_is_in_words_and_numbers(page: Page) -> None:
    verdict = "1 of 39 cells: cannot tell. B is faster in 38 cells and slower in none."
    assert verdict in page.text
    assert "exchange, sendrecv" in page.text
    assert "from 0 B to 4 MiB" in page.text
    assert "1.11\N{MULTIPLICATION SIGN} faster from 0 B to 4 MiB" in page.text


def test_the_failed_cell_has_no_verdict_and_says_why(page: Page) -> None:
    assert "cannot tell (it failed in the first run: byte 17 is 0x00" in page.text


def test_differences_come_first(page: Page) -> None:
    assert page.ids.index("differences") < page.ids.index("overview")
    assert "aaaa" in page.text
    assert "bbbb" in page.text
    assert "PMI_FD" not in page.text
    assert "Identical in both runs: " in page.text
    assert "Each cell is compared in the fastest regime that both runs have" in page.text


def test_runs_of_one_distribution_are_not_told_apart(tmp_path: Path) -> None:
    a = small_run(tmp_path / "a", ("gemm",), launches=5, seed=3, slow_regime=False)
    b = small_run(tmp_path / "b", ("gemm",), launches=5, seed=4, slow_regime=False)
    page = Page(write_comparison(a, b, tmp_path / "c.html").read_text())
    assert "No cell differs significantly between A and B." in page.text
    assert "Two runs of synthetic on node" in page.text


def test_one_launch_each_is_a_weaker_claim(tmp_path: Path) -> None:
    a = small_run(tmp_path / "a", ("gemm",), launches=1, seed=3, slow_regime=False)
    b = small_run(tmp_path / "b", ("gemm",), launches=1, seed=4, slow_regime=False, scale=3.0)
    text = Page(write_comparison(a, b, tmp_path / "c.html").read_text()).text
    assert "so the verdicts are weaker." in text


def test_a_kernel_that_only_one_run_has(tmp_path: Path) -> None:
    a = small_run(tmp_path / "a", ("barrier", "gemm"), launches=1, seed=3)
    b = small_run(tmp_path / "b", ("gemm",), launches=1, seed=4)
    samples = b / "samples.jsonl"
    samples.write_bytes(samples.read_bytes().replace(b"MPICH Version: 5.0.2", b"Open MPI v5.0.11"))
    page = Page(write_comparison(a, b, tmp_path / "c.html").read_text())
    assert "1 not compared: only the first run has this cell" in page.text
    assert "Open MPI v5.0.11 against MPICH 5.0.2" in page.text
    assert "kernel-barrier" in page.ids


def test_bad_input_is_one_sentence(tmp_path: Path) -> None:
    a = synthetic.write_run(tmp_path / "a", seed=3)
    with pytest.raises(StrobeError, match="are the same run"):
        write_comparison(a, tmp_path / "a", tmp_path / "c.html")
    with pytest.raises(StrobeError, match="cannot read"):
        write_comparison(a, tmp_path / "none", tmp_path / "c.html")
    b = synthetic.write_run(tmp_path / "b", seed=4)
    with pytest.raises(StrobeError, match="cannot write"):
        write_comparison(a, b, tmp_path / "missing" / "c.html")
