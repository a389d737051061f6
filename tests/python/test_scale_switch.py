# SPDX-License-Identifier: BSD-3-Clause
"""What the page's script needs to switch an axis between its linear and its logarithmic scale."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
import synthetic_suite as machine
from hypothesis import given
from hypothesis import strategies as st
from unrendered import without_pictures

from strobe.base import units
from strobe.report.page.drawing import draw
from strobe.report.page.html import TEMPLATES
from strobe.report.plots import ticks
from strobe.report.plots.curve import Line, Point, Style, curve_plot
from strobe.report.plots.surface import Square, surface_plot
from strobe.report.run.page import write_report

VALUES = st.lists(st.floats(min_value=1e-9, max_value=1e9), min_size=1, max_size=8)


def axes(values: list[float]) -> list[ticks.Axis]:
    return [
        ticks.powers_of_two("size_bytes", values),
        ticks.evenly("n", values),
        ticks.logarithmic(values, units.TIME),
        ticks.linear(values, str),
        ticks.between(0.0, max(values), str),
    ]


@given(VALUES)
def test_every_axis_has_the_other_scale_of_the_same_values(values: list[float]) -> None:
    for axis in axes(values):
        other = axis.other
        assert other is not None
        assert {axis.kind, other.kind} == {"log", "linear"}
        assert other.other is None
        for one in (axis, other):
            low, high = one.domain
            assert low < high
            assert one.kind == "linear" or low > 0
            assert len(one.values) == len(one.labels)
        both = axis.switch()
        assert both is not None
        assert both["shown"] == axis.kind


def test_only_a_logarithmic_axis_with_an_empty_message_has_a_place_for_0() -> None:
    with_zero = ticks.evenly("size_bytes", [0.0, 8.0, 64.0]).switch()
    assert with_zero is not None
    assert with_zero["log"]["zero"] == ticks.ZERO_AT
    assert "zero" not in with_zero["linear"]
    without = ticks.powers_of_two("size_bytes", [8.0, 64.0]).switch()
    assert without is not None
    assert "zero" not in without["log"]


def plot(points: list[Point], lines: list[Line], *, linear: bool) -> dict[str, Any]:
    style = Style(
        "size_bytes", "message size", units.TIME, ["echo"], "kernel", [""],
        from_zero=linear, even=linear,
    )  # fmt: skip
    return draw("a", "a", curve_plot(style, points, lines)).specification


def rows(specification: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = specification["datasets"][specification["data"]["name"]]
    return found


def test_a_plot_says_which_bounds_have_no_place_on_a_scale() -> None:
    unresolved = Point(8, "echo", "", 1e-6, -1e-7, math.inf, 0.0, 2e-6, 10)
    plain = Point(16, "echo", "", 1e-6, 0.9e-6, 1.1e-6, 0.8e-6, 2e-6, 10)
    for linear in (False, True):
        specification = plot([unresolved, plain], [], linear=linear)
        first, second = rows(specification)
        assert first["bottom"] == ["low", "p5"]
        assert first["top"] == ["high"]
        assert "bottom" not in second
        assert "top" not in second
        switch = specification["usermeta"]["switch"]
        assert {one["shown"] for one in switch.values()} == {"linear" if linear else "log"}
        shown = switch["y"][switch["y"]["shown"]]
        assert [first["low"], first["high"]] == shown["domain"]


def test_a_line_of_two_points_is_a_curve_on_logarithmic_axes() -> None:
    line = Line("echo", "", [1.0, 1024.0], [1e-6, 1e-6 + 1023e-9])
    point = Point(8, "echo", "", 1e-6, 1e-6, 1e-6, 1e-6, 1e-6, 10)
    specification = plot([point], [line], linear=False)
    fitted = [row for own in specification["datasets"].values() for row in own if "segment" in row]
    assert len(fitted) > 10
    assert all(row["y"] == pytest.approx(1e-6 + (row["x"] - 1) * 1e-9) for row in fitted)


def test_a_plot_of_names_has_one_scale() -> None:
    square = Square("a", "b", 0.5, "c", {"d": "e"})
    specification = draw("a", "a", surface_plot("x", "y", [square])).specification
    assert "usermeta" not in specification


def test_every_plot_of_quantities_on_a_page_can_be_switched(tmp_path: Path) -> None:
    folder = machine.write_suite_run(tmp_path / "run", "mpbench")
    with without_pictures():
        page = write_report(folder).read_text("utf-8")
    start = page.index('<script type="application/json" id="plots">')
    text = page[page.index(">", start) + 1 : page.index("</script>", start)]
    found = json.loads(text)["specifications"]
    switched = [name for name, one in found.items() if "usermeta" in one]
    # The tree of figure 16 has processes and steps along its axes.
    assert set(found) - set(switched) == {"figure-mpbench-16"}
    assert len(switched) > 20
    for name in switched:
        assert set(found[name]["usermeta"]["switch"]) == {"x", "y"}
        encodings = [layer.get("encoding", {}) for layer in found[name]["layer"]]
        for channel in ("x", "y"):
            kinds = {one[channel]["scale"]["type"] for one in encodings
                     if "scale" in one.get(channel, {})}  # fmt: skip
            assert kinds == {found[name]["usermeta"]["switch"][channel]["shown"]}
    # Buttons can be reached and used with the keyboard, and the page loads nothing for them.
    script = (TEMPLATES / "page.js").read_text("utf-8")
    assert 'document.createElement("button")' in script
    assert "aria-label" in script
