# SPDX-License-Identifier: BSD-3-Clause
"""A plot made ready: its specification for the page, and the same as SVG for files and print."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import altair as alt
import vl_convert

from strobe.report import theme

WIDTH = 640


@dataclass(frozen=True)
class Drawing:
    """A plot with its name (of its file, and of its place in the page), title and caption.

    `svg` and `specification` name colours by CSS variables, which the page defines.
    """

    name: str
    title: str
    caption: str
    specification: dict[str, Any]
    svg: str


def draw(name: str, title: str, chart: alt.LayerChart, caption: str = "") -> Drawing:
    """Title the chart, give it the common look, and render it."""
    titled = chart.properties(title=title)
    specification = {**titled.to_dict(), "config": theme.plot_config()}
    svg = vl_convert.vegalite_to_svg(json.dumps({**specification, "width": WIDTH}))
    return Drawing(name, title, caption, specification, svg)


def write_files(folder: Path, drawings: Iterable[Drawing]) -> None:
    """Write `folder`/NAME.svg for each drawing, in the light colours, on white."""
    folder.mkdir(exist_ok=True)
    for drawing in drawings:
        svg = theme.in_light_colours(drawing.svg)
        head, body = svg.split(">", 1)
        (folder / f"{drawing.name}.svg").write_text(
            f'{head}>\n<rect width="100%" height="100%" fill="white"/>{body}\n', encoding="utf-8"
        )
