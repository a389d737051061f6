# SPDX-License-Identifier: BSD-3-Clause
"""The levels of the TLB, and the matrix of NUMA nodes, on machines whose truth is known."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import synthetic_suite as machine
from unrendered import without_pictures

from strobe.fit.models import Models
from strobe.fit.tlb import tlb_levels
from strobe.gate.cells import accepted
from strobe.gate.limits import TOO_NOISY
from strobe.records.run import load
from strobe.records.summary import Summary, summarise
from strobe.report.findings import memory
from strobe.report.memory.hierarchy import hierarchy
from strobe.report.memory.numa import numa_tables
from strobe.report.memory.tlb import tlb
from strobe.report.run.cells import kernels_in_order
from strobe.report.run.headlines import figures
from strobe.report.run.page import write_report

NO_MODELS = Models(1, 0.95, 1, 0, 5, 0.25, [])
PAGES = 2.0 ** np.arange(4, 14.01, 0.25)
LINES = 2.0 ** np.arange(4, 15.01, 0.25)


def translation(pages: np.ndarray) -> np.ndarray:
    """Cycles that the misses in the TLB add to a load."""
    parts = [
        cycles * np.clip(8 * (pages / held - 1), 0, 1)
        for held, cycles in zip(machine.TLB_PAGES, machine.TLB_MISSES, strict=True)
    ]
    return np.sum(parts, axis=0)


def of_lines(lines: np.ndarray) -> np.ndarray:
    return np.array([machine.latency_cycles(64 * count) for count in lines])


@pytest.mark.parametrize("noise", [0.0, 0.005, 0.02])
def test_known_levels_of_the_tlb_are_found(noise: float) -> None:
    right = 0
    for seed in range(10):
        rng = np.random.default_rng(seed)
        # Noise makes a load slower and never faster.
        slow = [1 + np.abs(rng.normal(0, noise, x.size)) for x in (PAGES, LINES)]
        found = tlb_levels(
            PAGES.tolist(), ((of_lines(PAGES) + translation(PAGES)) * slow[0]).tolist(),
            LINES.tolist(), (of_lines(LINES) * slow[1]).tolist(),
        )  # fmt: skip
        right += len(found) == 2 and all(
            one.pages.low <= held * 1.13
            and held <= one.pages.high
            and one.miss.value == pytest.approx(cycles, rel=0.12)
            and one.miss.low <= one.miss.value <= one.miss.high
            for one, held, cycles in zip(found, machine.TLB_PAGES, machine.TLB_MISSES, strict=True)
        )
    assert right >= 9


def test_the_misses_of_caches_are_not_those_of_the_tlb() -> None:
    # The lines of many pages leave the first cache, as those of the other chase do.
    assert tlb_levels(PAGES.tolist(), of_lines(PAGES).tolist(),
                      LINES.tolist(), of_lines(LINES).tolist()) == []  # fmt: skip


def test_too_few_points_show_no_level() -> None:
    few = PAGES[:5]
    assert tlb_levels(few.tolist(), translation(few).tolist(), LINES.tolist(), [5.0] * 45) == []


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(machine, "NOISE", 0.0005)
        return machine.write_suite_run(
            tmp_path_factory.mktemp("cachebench"), "cachebench", quick=False
        )


@pytest.fixture(scope="module")
def summary(folder: Path) -> Summary:
    return summarise(load(folder))


def test_the_suite_shows_the_tlb(folder: Path, summary: Summary) -> None:
    told = [
        one.sentence for one in memory.translation(load(folder), accepted(summary), NO_MODELS, {})
    ]
    assert len(told) == 2
    assert told[0].startswith("TLB level 1 (pages of 4 KiB) holds 9")
    assert "A miss in it costs 9.0" in told[0] or "A miss in it costs 8.9" in told[0]
    assert told[1].startswith("TLB level 2 (pages of 4 KiB) holds 20")


def test_a_miss_whose_cost_is_not_narrow_is_not_stated(folder: Path, summary: Summary) -> None:
    found = tlb(accepted(summary))
    assert found is not None
    wide = replace(found.levels[0].miss, low=1.0, high=9.0)
    noisy = replace(found, levels=(replace(found.levels[0], miss=wide),))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(memory, "tlb", lambda _: noisy)
        (told,) = memory.translation(load(folder), accepted(summary), NO_MODELS, {})
    assert told.noisy
    assert TOO_NOISY in told.sentence


def test_without_the_chase_over_pages_nothing_is_said(tmp_path: Path) -> None:
    run = load(machine.write_suite_run(tmp_path, "mpbench"))
    assert tlb(accepted(summarise(run))) is None


def test_numa_nodes_are_a_matrix(summary: Summary) -> None:
    latency, one, all_of_them = numa_tables(accepted(summary))
    assert latency.title == "Latency of a load, working set 64 MiB"
    assert [column.title for column in latency.columns] == [
        "CPU on node", "memory on node 0", "memory on node 1",
    ]  # fmt: skip
    assert [list(row.cells) for row in latency.rows] == [
        ["0", "110 ns", "190 ns"], ["1", "190 ns", "110 ns"],
    ]  # fmt: skip
    assert one.title == "Bandwidth of reading by 1 process, working set 64 MiB"
    assert [list(row.cells) for row in all_of_them.rows] == [
        ["0", "20.0 GB/s", "10.0 GB/s"], ["1", "10.0 GB/s", "20.0 GB/s"],
    ]  # fmt: skip
    assert all_of_them.title.startswith("Bandwidth of reading by 4 processes")


def test_a_pair_of_nodes_that_is_too_noisy_has_no_figure(summary: Summary) -> None:
    key = next(key for key in summary.cells if key.startswith("numa_latency"))
    headline = summary.cells[key].headline
    assert headline is not None
    wide = replace(headline, half_width=0.6)
    cells = {**summary.cells, key: replace(summary.cells[key], headline=wide, regimes=(wide,))}
    (latency, *_) = numa_tables(accepted(replace(summary, cells=cells)))
    assert TOO_NOISY in latency.rows[0].cells


def test_the_page_shows_both(folder: Path) -> None:
    with without_pictures():
        page = write_report(folder).read_text(encoding="utf-8")
    assert '<section id="numa">' in page
    assert "TLB level 1" in page


def test_the_headline_latency_is_that_of_the_random_chase(folder: Path, summary: Summary) -> None:
    """Not that of loads from few lines of many pages, or of several chains."""
    trusted = accepted(summary)
    kernels = [*kernels_in_order(load(folder), summary).values()]
    shown = {
        one.label: f"{one.value} {one.unit}"
        for one in figures(trusted, NO_MODELS, kernels, hierarchy(trusted, {}))
    }
    cycles_ns = {name: cycles / machine.HZ * 1e9 for name, cycles in
                 zip(("L1", "L2", "L3", "memory"), machine.LATENCIES, strict=True)}  # fmt: skip
    for name, wanted in cycles_ns.items():
        value, unit = shown[f"Memory latency: {name}"].split()
        assert unit == "ns"
        assert float(value) == pytest.approx(wanted, rel=0.05)
