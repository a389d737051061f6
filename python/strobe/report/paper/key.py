# SPDX-License-Identifier: BSD-3-Clause
"""What the points and the lines of a figure are: measured, fitted or predicted."""

from __future__ import annotations

from strobe.report.paper.declared import Figure
from strobe.report.paper.quantities import MEANINGS

POINTS = (
    "Points: measured medians, with their confidence interval (thin bar) and the range from the "
    "5th to the 95th percentile (pale bar)."
)
WITHOUT_INTERVAL = ("minimum", "source", "shortest", "average")
JOINED = "Lines: join measured points; no fit."
KEYS = {
    "overlap": "Squares: measured; a darker one has more overlap.",
    "first": (
        "Points: each repetition as measured, the median over launches with their range (bar). "
        f"{JOINED}"
    ),
    "pairs": "Squares: measured medians; a darker pair took longer.",
    "tree": "Arrows: the messages of the pattern; nothing in this figure is measured.",
    "processes": (
        "Points: measured medians; those of the maximum have their interval (thin bar) and the "
        f"range from the 5th to the 95th percentile (pale bar). {JOINED}"
    ),
    "predicted": (
        f"{POINTS} Lines: predicted by the model from T_s, T_c and T_o of this run; dashed where "
        "messages share links, if the run measured that."
    ),
    "fitted": f"{POINTS} Lines: fitted to the points of their colour (least squares).",
    "scaling": (
        f"{POINTS} Lines: the fitted law of growth; where none is certain, they join measured "
        "points."
    ),
}


def key_of(figure: Figure) -> str:
    """The key below a figure."""
    if figure.kind != "curves":
        return KEYS[figure.kind]
    if figure.y in WITHOUT_INTERVAL:
        return f"Points: measured, {MEANINGS[figure.y].words}. {JOINED}"
    return f"{POINTS} {JOINED}"
