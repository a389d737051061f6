# SPDX-License-Identifier: BSD-3-Clause
"""What a page says in its first ten seconds, and that its pictures can be read without eyes.

The pages are those of synthetic runs; all of it takes a few seconds.
"""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
import synthetic
from places import ROOT
from test_report import MEGABYTE, small_run

from strobe.records.run import load
from strobe.report.comparison.page import write_comparison
from strobe.report.glance.section import NO_REFERENCE, glance
from strobe.report.glance.usual import Usual, table, usual
from strobe.report.page.html import TEMPLATES
from strobe.report.quality.issue import Issue
from strobe.report.run.headlines import Figure
from strobe.report.run.page import write_report

X86 = {"machine": {"architecture": "x86_64"}}
KERNELS = ("echo", "barrier", "memory_read", "gemm")


class Pictures(HTMLParser):
    """The pictures of a page without a text, and the tags with a class of red."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.count = 0
        self.silent: list[str] = []
        self.red: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if "bad" in (known.get("class") or "").split():
            self.red.append(tag)
        if tag in ("img", "svg") or known.get("role") == "img":
            self.count += 1
            text = known.get("aria-label") or known.get("alt") or ""
            if not text and known.get("aria-hidden") != "true":
                self.silent.append(tag)


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of a run of which nothing failed and everything converged."""
    folder = tmp_path_factory.mktemp("quiet")
    small_run(folder, KERNELS, launches=5, seed=1, slow_regime=False)
    samples = folder / "samples.jsonl"
    lines = samples.read_text().splitlines(keepends=True)
    samples.write_text("".join(one for one in lines if synthetic.BUDGET_CELL not in one))
    (folder / "context.json").write_text(json.dumps({"host": "node17", "schema": 1} | X86))
    return write_report(folder).read_text()


def figure(quantity: str, amount: float | None, label: str = "Latency") -> Figure:
    return Figure(label, "1", "us", [], "kernel-echo", amount is None, quantity, amount)


def test_a_figure_that_did_not_converge_is_marked_in_the_summary(tmp_path: Path) -> None:
    small_run(tmp_path, ["echo", "barrier"], launches=1, seed=1, slow_regime=False)
    samples = tmp_path / "samples.jsonl"
    lines = [json.loads(line) for line in samples.read_text().splitlines()]
    for line in lines:
        if line["record"] == "cell_end":
            line["status"] = "budget"
    samples.write_text("".join(json.dumps(line) + "\n" for line in lines))
    page = write_report(tmp_path).read_text().replace("\N{NO-BREAK SPACE}", " ")
    summary = page[page.index('id="summary"') : page.index("What is odd")]
    marks = re.findall(r"it did not converge: ±[\d.]+ %", summary)
    assert len(marks) == 2


def test_every_picture_of_a_page_has_a_text(quiet: str) -> None:
    found = Pictures(quiet)
    assert found.count > len(KERNELS)
    assert found.silent == []
    text = quiet.replace("\N{NO-BREAK SPACE}", " ")
    assert re.search(
        r'aria-label="Echo between two ranks: time\. .*301 ns at 0 B, .* points\."', text
    )
    assert len(quiet.encode()) < 3 * MEGABYTE


def test_a_picture_without_a_text_is_found() -> None:
    assert Pictures('<svg></svg><img src="a" alt="">').silent == ["svg", "img"]
    assert Pictures('<svg aria-hidden="true"></svg>').silent == []


def test_a_drawing_in_a_file_has_a_title(tmp_path: Path) -> None:
    small_run(tmp_path, ("barrier",), seed=2, slow_regime=False)
    write_report(tmp_path)
    (drawing, *_) = (tmp_path / "plots").glob("*.svg")
    assert "<title>Barrier" in drawing.read_text()


def test_nothing_is_red_where_nothing_matters(quiet: str) -> None:
    assert "These results are valid" in quiet
    assert Pictures(quiet).red == []


def test_a_failed_cell_is_red(tmp_path: Path) -> None:
    folder = small_run(tmp_path, ("exchange",), seed=2, slow_regime=False)
    assert Pictures(write_report(folder).read_text()).red


def test_the_page_begins_with_five_figures(quiet: str) -> None:
    summary = quiet[quiet.index('id="summary"') : quiet.index('id="figures"')]
    labels = re.findall(r'<dt><a href="#[\w-]+">([^<]+)</a></dt>', summary)
    assert labels[:3] == ["Latency, 0\N{NO-BREAK SPACE}B", "Peak bandwidth", "Barrier"]
    assert len(labels) == 5
    assert "usual: 180" in summary
    assert "two ranks on one node</dd>" in summary
    assert "What is odd" in summary
    assert "What to do next" in summary
    assert "bench/results/primitives_coscheduled.md" in summary


def test_a_figure_is_compared_by_a_factor(tmp_path: Path) -> None:
    header = load(small_run(tmp_path, ("barrier",), slow_regime=False)).launches[0].header
    latency = usual("latency", header, X86)
    assert latency is not None
    low, high = latency.low, latency.high

    def verdict(amount: float | None, quantity: str = "latency") -> tuple[str, str]:
        (shown,) = glance(header, [figure(quantity, amount)], [], X86).figures
        return shown.verdict, shown.level

    assert verdict((low + high) / 2) == ("as usual", "")
    assert verdict(2 * high) == ("2.00\N{MULTIPLICATION SIGN} slower than usual", "warn")
    assert verdict(low / 2) == ("2.00\N{MULTIPLICATION SIGN} faster than usual", "")
    assert verdict(1e9, "bandwidth")[1] == "warn"
    assert verdict(1e12, "bandwidth")[1] == ""
    assert verdict(None) == ("", "")
    assert verdict(1.0, "unheard of") == (NO_REFERENCE, "")


def test_what_is_odd_has_the_gravest_first_and_says_what_to_do(tmp_path: Path) -> None:
    header = load(small_run(tmp_path, ("barrier",), slow_regime=False)).launches[0].header
    issues = [
        Issue("serious", None, "It failed.", "Report it."),
        Issue("caution", None, "It drifted.", "Measure again."),
        Issue("note", None, "It has one launch.", "No action is needed."),
    ]
    found = glance(header, [figure("latency", 1.0)], issues, X86)
    assert [sentence.split()[0] for sentence in found.odd] == ["It", "Latency:", "It"]
    assert found.steps == ["Report it.", "Measure again."]
    assert glance(header, [], [], X86).steps == ["Compare with another MPI or machine: "
                                                 "strobe compare THIS OTHER."]  # fmt: skip


@pytest.mark.parametrize("one", table(), ids=lambda one: f"{one.quantity} of {one.of}")
def test_what_is_usual_has_sources_that_are_there(one: Usual) -> None:
    assert len(one.measured) >= 2
    assert one.low < one.high
    for measured in one.measured:
        assert measured.what
        if measured.source.startswith("bench/"):
            assert (ROOT / measured.source).is_file()
        else:
            assert "." in measured.source.split("/")[0]


def test_a_run_on_several_nodes_belongs_to_another_class(tmp_path: Path) -> None:
    header = load(small_run(tmp_path, ("barrier",), slow_regime=False)).launches[0].header
    one = usual("latency", header, {})
    first, second = header.processes
    apart = [first, msgspec.structs.replace(second, host="another")]
    several = usual("latency", msgspec.structs.replace(header, processes=apart), {})
    assert one is not None
    assert several is not None
    assert one.of != several.of
    assert usual("fma", header, {"machine": {"architecture": "aarch64"}}) is None


def test_a_comparison_counts_what_it_cannot_tell_first_and_speaks_in_factors(
    tmp_path: Path,
) -> None:
    a = small_run(tmp_path / "a", ("exchange",), launches=5, seed=1, slow_regime=False)
    b = small_run(tmp_path / "b", ("exchange",), launches=5, seed=2, slow_regime=False, scale=0.5)
    page = write_comparison(a, b, tmp_path / "c.html").read_text()
    tally = re.findall(r"<div><dt>([^<]+)</dt>", page)
    assert tally[0] == "cannot tell"
    assert "1 of 34 cells: cannot tell. B is faster in 33 cells" in page
    assert "2.00\N{MULTIPLICATION SIGN} faster (median over the cells)" in page
    visible = page[: page.index('id="plots"')]
    assert not re.search("[+\N{MINUS SIGN}]\\d+ %", visible.replace("\N{NO-BREAK SPACE}", " "))
    assert Pictures(page).silent == []


def test_a_reader_can_zoom_and_copy(quiet: str) -> None:
    plots = re.search(r'<script type="application/json" id="plots">(.*?)</script>', quiet)
    assert plots
    echo = json.loads(plots[1])["specifications"]["echo-time"]
    (zoom,) = [one for layer in echo["layer"] for one in layer.get("params", [])]
    assert zoom["bind"] == "scales"
    assert "ctrlKey" in zoom["select"]["zoom"]
    script = (TEMPLATES / "page.js").read_text()
    assert "Copy table" in script
    assert '"\\t"' in script
