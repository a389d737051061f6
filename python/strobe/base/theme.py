# SPDX-License-Identifier: BSD-3-Clause
"""Colours and type of the pages and their plots, for light and for dark, stated once.

A plot names its colours as CSS variables, so that one drawing serves both schemes in a page; a
plot that leaves the page as a file has them replaced by the colours of the light scheme.
"""

from __future__ import annotations

import re
from typing import Any

# name -> (light, dark)
COLOURS: dict[str, tuple[str, str]] = {
    "paper": ("#fbfbf9", "#131619"),
    "panel": ("#ffffff", "#1a1e22"),
    "sunken": ("#f4f4f0", "#20252a"),
    "line": ("#e4e5e0", "#2c3238"),
    "ink": ("#1d2329", "#e8eaec"),
    "soft": ("#56606a", "#a7b0b9"),
    "faint": ("#7d868e", "#7f8993"),
    "accent": ("#1c6480", "#7cc4de"),
    "good": ("#2f7a52", "#72c496"),
    "warn": ("#a26a0c", "#e2b04e"),
    "bad": ("#b23a2e", "#f08c7e"),
    "series-1": ("#1c6b8a", "#6cc0de"),
    "series-2": ("#b9702a", "#e5a765"),
    "series-3": ("#6f5aa6", "#b6a5e6"),
    "series-4": ("#4a7f45", "#8fc886"),
    "series-5": ("#a8476f", "#e493b4"),
    "series-6": ("#6b6f73", "#b4b9bd"),
}

FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'
SERIES = [name for name in COLOURS if name.startswith("series-")]


def var(name: str) -> str:
    """The CSS variable of a colour; an unknown name is an error here and not a black line there."""
    if name not in COLOURS:
        raise KeyError(name)
    return f"var(--{name})"


def series_colours(n: int) -> list[str]:
    """Colours for `n` series, going round when there are more series than colours."""
    return [var(SERIES[i % len(SERIES)]) for i in range(n)]


def css_variables(*, dark: bool) -> str:
    """The declarations of all colours for one scheme."""
    return "".join(f"--{name}:{pair[dark]};" for name, pair in COLOURS.items())


def in_light_colours(text: str) -> str:
    """Replace every colour variable in a drawing by its light value, for use outside a page."""
    return re.sub(r"var\(--([a-z0-9-]+)\)", lambda match: COLOURS[match[1]][0], text)


def plot_config() -> dict[str, Any]:
    """The Vega-Lite configuration that every plot shares."""
    return {
        "background": "transparent",
        "font": FONT,
        "view": {"stroke": None},
        "aria": False,
        "axis": {
            "labelColor": var("soft"),
            "labelFontSize": 11,
            "labelPadding": 6,
            "titleColor": var("soft"),
            "titleFontSize": 11,
            "titleFontWeight": "normal",
            "titlePadding": 10,
            "gridColor": var("line"),
            "domain": False,
            "ticks": False,
        },
        "axisX": {
            "domain": True,
            "domainColor": var("line"),
            "grid": False,
            "labelOverlap": True,
            "labelSeparation": 8,
        },
        "legend": {
            "labelColor": var("ink"),
            "labelFontSize": 12,
            "labelLimit": 0,  # names are whole
            "columnPadding": 28,  # the letters of whoever draws it may be wider
            "symbolBaseFillColor": var("soft"),
            "symbolBaseStrokeColor": var("soft"),
            "symbolSize": 70,
            "symbolStrokeWidth": 2,
            "titleColor": var("soft"),
            "titleFontSize": 11,
            "titleFontWeight": "normal",
            "orient": "top",
            "offset": 14,
            "layout": {"top": {"direction": "vertical", "margin": 8, "anchor": "start"}},
        },
        "title": {
            "anchor": "start",
            "color": var("ink"),
            "fontSize": 13,
            "fontWeight": 600,
            "frame": "group",
            "offset": 10,
        },
        "text": {"fill": var("ink"), "fontSize": 11},
    }
