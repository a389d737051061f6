# SPDX-License-Identifier: BSD-3-Clause
"""A finished plot: its specification for the page, and the same as SVG for files and print."""

from __future__ import annotations

import html
import json
import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import vl_convert

from strobe.base import theme, writing
from strobe.records.names import file_name
from strobe.report.plots import frame

WIDTH = 640
PADDING = {"left": 28, "top": 5, "right": 12, "bottom": 5}
"""Around a plot in a file: the viewer's font may be wider than the one here."""
TITLE_LETTERS = 76
"""The number of characters of one line of a title."""
LONG_FRACTION = re.compile(r"(\d\.\d\d)\d+(?![^<>]*</text>)")
"""Of a coordinate; numbers in texts keep their digits."""


@dataclass(frozen=True)
class Drawing:
    """A plot with its name (of its file and of its element in the page) and its title.

    The name is safe as that of a file, whatever `draw` was given.

    `svg` and `specification` name colours by CSS variables, which the page defines. The
    specification is without the common look, `theme.plot_config`, which a page holds once.
    """

    name: str
    title: str
    alternative: str
    """What the plot shows, for readers who do not see it."""
    specification: dict[str, Any]
    svg: str


def draw(
    name: str,
    title: str,
    plot: frame.Plot,
    *,
    captioned: bool = False,
    part: str = "",
    key: str = "",
) -> Drawing:
    """Title the plot, and render it; `captioned` leaves the title to the page's own caption.

    `part` is what the page prints above one of several plots below a common caption. `key` says
    what points and lines are; it stands below the title.
    """
    # vl-convert validates the specification when it compiles it below.
    lines, subtitle = (textwrap.wrap(text, TITLE_LETTERS) for text in (title, key))
    specification = plot.specification(lines, subtitle)
    svg = _render(specification)
    if captioned:
        del specification["title"]
    if part:
        specification["title"] = part
    return Drawing(file_name(name), title, _alternative(title, plot), specification, svg)


def _alternative(title: str, plot: frame.Plot) -> str:
    """The title, and the first and last value along x of the first curve, if the plot has one."""
    points = [row for row in plot.rows if {"at", "median"} <= row.keys()]
    curve = sorted(
        (
            row
            for row in points
            if all(row.get(k) == points[0].get(k) for k in ("series", "regime"))
        ),
        key=lambda row: row["x"],
    )
    if len(curve) < 2:
        return title
    ends = [f"{row['median']} at {row['at']}" for row in (curve[0], curve[-1])]
    of = f"{curve[0]['series']}: " if curve[0].get("series") else ""
    return f"{title}. {of}{ends[0]}, {ends[1]}, {len(curve)} points."


def _render(specification: dict[str, Any]) -> str:
    """The plot as SVG, without hit areas for a pointer and with coordinates rounded."""
    layers = [layer for layer in specification["layer"] if layer.get("name") != frame.HIT_AREA]
    still = {
        **specification,
        "layer": layers,
        "width": WIDTH,
        "padding": PADDING,
        "config": theme.plot_config(),
    }
    svg = vl_convert.vegalite_to_svg(json.dumps(still))
    return LONG_FRACTION.sub(r"\1", svg)


def write_files(folder: Path, drawings: Iterable[Drawing]) -> None:
    """Write `folder`/NAME.svg for each drawing in light colours; older SVG files are removed.

    Raises StrobeError when the folder cannot be written, or is a link.
    """
    writing.folder_in(folder.parent, folder.name)
    for old in folder.glob("*.svg"):
        old.unlink()
    for drawing in drawings:
        svg = theme.in_light_colours(drawing.svg)
        head, body = svg.split(">", 1)
        title = f"<title>{html.escape(drawing.alternative)}</title>"
        writing.write(
            folder / f"{drawing.name}.svg",
            f'{head} role="img">{title}\n<rect width="100%" height="100%" fill="white"/>{body}\n',
        )
