# SPDX-License-Identifier: BSD-3-Clause
"""The report of a synthetic run: complete, self-contained, and loud where it has to be."""

from __future__ import annotations

import dataclasses
import json
import math
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest
import synthetic

from strobe.base import theme
from strobe.base.errors import StrobeError
from strobe.base.units import TIME
from strobe.fit.fitting import fit_run
from strobe.fit.models import read_models, write_models
from strobe.records.run import load
from strobe.records.summary import summarise
from strobe.report.paper import quantities
from strobe.report.paper.selection import Chosen
from strobe.report.plots.curve import Line, Mark, Point, Style, curve_plot
from strobe.report.run import cells as cells_of
from strobe.report.run.inputs import load_models
from strobe.report.run.page import write_report

MEGABYTE = 2**20
FETCHING = {("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src")}


class Page(HTMLParser):
    """What a test wants of a page: its text outside scripts, its headings, what it would fetch."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self._silent = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if (tag, name) in FETCHING:
                self.fetched.append(value or "")
            if name == "id":
                self.ids.append(value or "")
            if (tag, name) == ("a", "href"):
                self.links.append(value or "")
        self._silent += tag in ("script", "style", "noscript")

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style", "noscript")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.text += data.replace("\N{NO-BREAK SPACE}", " ")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two speeds with its report."""
    folder = synthetic.write_run(tmp_path_factory.mktemp("run"), launches=1, seed=3)
    context: dict[str, object] = {
        "host": "node17",
        "command": ["strobe", "measure", "quick"],
        "commit": "abc123",
    }
    context |= {"machine": {"cpu": "A processor", "cores": 2, "caches": []}, "schema": 1}
    (folder / "context.json").write_text(json.dumps(context))
    assert write_report(folder) == folder / "report.html"
    return folder


@pytest.fixture(scope="module")
def page(folder: Path) -> Page:
    return Page((folder / "report.html").read_text())


def small_run(folder: Path, kernels: tuple[str, ...] = ("barrier", "gemm"), **options: Any) -> Path:
    """A synthetic run with the cells of a few kernels only, which is read and drawn quickly."""
    samples = synthetic.write_run(folder, **options) / "samples.jsonl"
    prefixes = tuple(f'"cell":"{kernel}'.encode() for kernel in kernels)
    kept = [
        line
        for line in samples.read_bytes().splitlines(keepends=True)
        if b'"cell":"' not in line or any(prefix in line for prefix in prefixes)
    ]
    samples.write_bytes(b"".join(kept))
    return folder


def titled(folder: Path, suite: str, kernels: tuple[str, ...]) -> Path:
    """A run that says it is of a suite, or of none, and of a few kernels."""
    samples = small_run(folder, kernels, slow_regime=False) / "samples.jsonl"
    header, *rest = samples.read_bytes().splitlines(keepends=True)
    told = json.loads(header) | {"suite": suite, "suite_file": ""}
    told["kernels"] = [kernel for kernel in told["kernels"] if kernel["name"] in kernels]
    samples.write_bytes(b"".join([json.dumps(told).encode() + b"\n", *rest]))
    return folder


def specifications(folder: Path) -> dict[str, dict[str, object]]:
    text = (folder / "report.html").read_text()
    found = re.search(r'<script type="application/json" id="plots">(.*?)</script>', text, re.DOTALL)
    assert found
    specifications: dict[str, dict[str, object]] = json.loads(found[1])["specifications"]
    return specifications


def test_the_file_is_complete_in_itself(folder: Path, page: Page) -> None:
    text = (folder / "report.html").read_text()
    assert len(text.encode()) < 3 * MEGABYTE
    assert page.fetched == []
    assert not re.search(r"@import|url\(\s*['\"]?https?:", text)


@pytest.mark.parametrize(
    ("suite", "kernels", "title"),
    [
        ("mine", ("barrier",), "mine on node"),
        ("", ("barrier",), "Barrier on node"),
        ("", ("barrier", "gemm"), "Barrier and Matrix multiply on node"),
        ("", ("exchange", "barrier", "gemm"), "3 kernels on node"),
    ],
)
def test_a_run_without_a_suite_is_titled_by_its_kernels(
    tmp_path: Path, suite: str, kernels: tuple[str, ...], title: str
) -> None:
    page = write_report(titled(tmp_path, suite, kernels)).read_text()
    assert f"<title>{title}</title>" in page


def test_every_kernel_has_a_section_and_the_contents_lead_somewhere(page: Page) -> None:
    for kernel in synthetic.KERNELS:
        assert f"kernel-{kernel.name.replace('_', '-')}" in page.ids
        assert kernel.title in page.text
    inside = {link.removeprefix("#") for link in page.links if link.startswith("#")}
    assert inside <= set(page.ids)


def test_a_failed_cell_is_said_loudly(page: Page) -> None:
    assert "Some of these results are not valid" in page.text
    assert "1 cell of exchange failed: byte 17 is 0x00 and should be 0x2a." in page.text
    assert f"FAILED: {'byte 17 is 0x00 and should be 0x2a'}" in page.text


def test_a_refused_fit_says_why_and_draws_no_line(tmp_path: Path) -> None:
    folder = small_run(tmp_path / "run", ("exchange",), seed=8, slow_regime=False)
    run = load(folder)
    write_models(fit_run(run, misfit_limit=1e-5, resamples=19), folder)
    page = Page(write_report(folder).read_text())
    (model,) = read_models(folder).models
    assert not model.accepted
    assert f"No fit for sendrecv: {model.reason}." in page.text
    assert "Fitted segments" not in page.text


def test_the_fitted_truth_is_printed(page: Page) -> None:
    assert "8 KiB" in page.text
    assert re.search(r"(29[89]|30[012]) ns \[\d+ \N{EN DASH} \d+\]", page.text)


def test_both_speeds_are_shown(folder: Path, page: Page) -> None:
    assert "fast (45 ns)" in page.text
    assert "slow (200 ns)" in page.text
    data = json.dumps(specifications(folder)["echo-time"], ensure_ascii=False)
    assert "fast (45 ns)" in data
    assert "slow (200 ns)" in data


def test_fitted_rates_lie_on_the_measured_ones_where_a_kernel_computes(tmp_path: Path) -> None:
    folder = small_run(tmp_path / "run", ("exchange",), seed=8, slow_regime=False)
    samples = folder / "samples.jsonl"
    records = [json.loads(line) for line in samples.read_text().splitlines()]
    for record in records:
        if record["record"] == "cell":
            record["flops_per_operation"] = record["point"]["size_bytes"] / 8
    samples.write_text("".join(json.dumps(record) + "\n" for record in records))
    page = write_report(folder)
    plot: dict[str, Any] = specifications(folder)["exchange-rate"]
    assert plot["title"] == ["Pairwise exchange: rate"]
    rows = [row for data in plot["datasets"].values() for row in data]
    measured = {row["x"]: row["y"] for row in rows if "median" in row}
    fitted = {row["x"]: row["y"] for row in rows if "segment" in row}
    assert "FLOP/s" in page.read_text()
    common = measured.keys() & fitted.keys()
    assert len(common) >= 2
    assert all(abs(fitted[x] / measured[x] - 1) < 0.3 for x in common)


def test_first_operations_and_repetition_are_told(page: Page) -> None:
    assert "First iterations" in page.text
    assert "strobe measure quick --seed 0" in page.text
    assert "MPIR_CVAR_CH4_PROGRESS_THROTTLE=1" in page.text
    assert "abc123" in page.text


def test_an_option_is_not_broken_at_the_end_of_a_line(folder: Path) -> None:
    text = (folder / "report.html").read_text()
    assert '<span class="nowrap">--seed</span> 0' in text


def test_plots_are_files_too(folder: Path) -> None:
    files = {path.stem: path for path in (folder / "plots").glob("*.svg")}
    assert set(files) == set(specifications(folder))
    assert {"echo-time", "echo-rate", "barrier-distribution", "gemm-rate", "echo-first"} <= set(
        files
    )
    for path in files.values():
        text = path.read_text()
        assert ET.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
        assert "var(--" not in text


def test_a_page_without_scripts_leads_to_the_drawings(folder: Path, page: Page) -> None:
    files = {link for link in page.links if not link.startswith("#")}
    assert files == {f"plots/{name}.svg" for name in specifications(folder)}
    assert all((folder / file).is_file() for file in files)


def test_a_killed_run_is_shown_as_far_as_it_came(tmp_path: Path) -> None:
    folder = small_run(tmp_path / "run", seed=4)
    samples = folder / "samples.jsonl"
    lines = samples.read_bytes().splitlines(keepends=True)
    kept = [line for line in lines if b'"record":"cell_end"' not in line]
    samples.write_bytes(b"".join(kept[: int(0.8 * len(kept))]) + b'{"record":"samples","cell":"ge')
    page = Page(write_report(folder).read_text())
    assert "was interrupted" in page.text
    assert "1 line of the record was incomplete" in page.text
    assert "unfinished" in page.text
    assert "kernel-gemm" in page.ids


def test_a_run_without_sentinels_has_one_unnamed_speed(tmp_path: Path) -> None:
    folder = small_run(tmp_path / "run", seed=5, slow_regime=False)
    samples = folder / "samples.jsonl"
    text = re.sub(
        rb'"regime":0,"repetitions"', b'"regime":null,"repetitions"', samples.read_bytes()
    )
    samples.write_bytes(
        b"".join(x for x in text.splitlines(keepends=True) if b'"record":"regime"' not in x)
    )
    page = Page(write_report(folder).read_text())
    assert "The run has no sentinel" in page.text
    assert "fast (" not in page.text


def test_models_are_fitted_again_when_samples_are_newer(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    startups = []
    for scale in (1.0, 2.0):
        small_run(folder, ("exchange",), seed=6, slow_regime=False, scale=scale)
        run = load(folder)
        models = load_models(run, summarise(run), folder)
        assert load_models(run, summarise(run), folder) == models == read_models(folder)
        startups.append(models.models[0].segments[0].startup_s.value)
    assert startups[1] == pytest.approx(2 * startups[0], rel=0.01)


def test_it_says_where_the_ranks_of_a_grid_were(tmp_path: Path) -> None:
    folder = small_run(tmp_path / "run", seed=8, slow_regime=False)
    with (folder / "samples.jsonl").open("ab") as samples:
        samples.write(b'{"record":"placement","grid":[[0,3],[2,1]]}\n')
        # Once more, as after a resumed launch.
        samples.write(b'{"record":"placement","grid":[[0,3],[2,1]]}\n')
    text = "".join(Page(write_report(folder).read_text()).text.splitlines())
    assert "Grids of ranks1 0; 0 3 / 2 1Compiler" in text


def test_names_from_a_record_cannot_break_the_page(tmp_path: Path) -> None:
    folder = small_run(tmp_path / "run", seed=7, slow_regime=False)
    samples = folder / "samples.jsonl"
    hostile = b"<b>Matrix</b></script><script>alert(1)</script>"
    samples.write_bytes(samples.read_bytes().replace(b"Matrix multiply", hostile))
    text = write_report(folder).read_text()
    assert "<script>alert" not in text
    assert hostile.decode() in Page(text).text


def test_a_folder_without_a_run_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(StrobeError, match=r"cannot read .*samples\.jsonl"):
        write_report(tmp_path)


def test_zero_stands_on_its_own_tick_and_lines_keep_their_curves() -> None:
    style = Style("size_bytes", "message size", TIME, ["a", "b"], "method", ["", "slow"])
    points = [
        Point(x, series, speed, 1e-6, 0.9e-6, 1.1e-6, 0.8e-6, 1.5e-6, 30)
        for x in (0, 1, 1024)
        for series in ("a", "b")
        for speed in ("", "slow")
    ]
    chart = curve_plot(style, points, [Line("a", "", [0, 1024], [1e-6, 1e-6])], [Mark(1, "1 B")])
    specification = chart.specification(["a"])
    rows = specification["datasets"][specification["data"]["name"]]
    zero = [row for row in rows if row["at"] == "0 B"]
    assert len(zero) == 4
    assert all(0 < row["x"] < 1 for row in zero)
    assert {row["series"] for row in rows if not row["joined"]} == {"a"}
    assert {row["regime"] for row in rows if not row["joined"]} == {""}


def test_colours_of_a_page_are_known_in_both_schemes() -> None:
    light, dark = (theme.css_variables(dark=dark) for dark in (False, True))
    used = set(re.findall(r"var\(--([a-z0-9-]+)\)", json.dumps(theme.plot_config())))
    for name in used:
        assert f"--{name}:" in light
        assert f"--{name}:" in dark
    with pytest.raises(KeyError):
        theme.var("no-such-colour")


def test_a_plot_draws_the_5th_percentile_that_was_measured(tmp_path: Path) -> None:
    """Also where it is far below half of the median, and at or below zero."""
    run = load(small_run(tmp_path / "run", ("exchange",), seed=8, slow_regime=False))
    far, below = (
        run.launches[0].cells[f"exchange method=sendrecv size_bytes={size}"] for size in (64, 128)
    )
    for cell, part in ((far, 0.01), (below, -0.01)):
        cell.visits = [
            msgspec.structs.replace(v, time_s=[part * t for t in v.time_s[:4]] + v.time_s[4:])
            for v in cell.visits
        ]
    summary = summarise(run)
    kernel = run.kernels["exchange"]
    cells = cells_of.of_kernel(summary, kernel)
    times = {point.x: point for point in cells_of.time_points(cells, kernel, summary)}
    rates = {point.x: point for point in cells_of.rate_points(cells, kernel, summary)}
    (regime,) = summary.cells[far.declared.cell].regimes
    assert regime.p5_s < 0.02 * regime.median_s
    assert times[64].p5 == regime.p5_s
    assert rates[64].p95 == pytest.approx(128 / regime.p5_s)
    assert times[128].p5 < 0
    assert rates[128].p95 == math.inf

    chosen = [Chosen(cell, float(str(cell.declared.point["size_bytes"])), "") for cell in cells]
    for quantity, wanted in (("time", times), ("bandwidth", rates)):
        drawn = {point.x: point for point in quantities.points(chosen, quantity, summary)}
        scale = 1 if quantity == "time" else 2  # an exchange moves its message twice
        assert scale * drawn[64].p95 == pytest.approx(wanted[64].p95)
        assert (drawn[128].p5, drawn[128].p95) == pytest.approx(
            (wanted[128].p5 / scale, wanted[128].p95 / scale)
        )

    style = Style("size_bytes", "size", TIME, [""], "", [""])
    points = [dataclasses.replace(point, series="", regime="") for point in times.values()]
    specification = curve_plot(style, points).specification(["a"])
    rows = specification["datasets"][specification["data"]["name"]]
    row = {row["x"]: row for row in rows}
    assert row[64]["p5"] == regime.p5_s
    assert 0 < row[128]["p5"] < min(point.value for point in points)
    assert "\N{MINUS SIGN}" in row[128]["spread"]
