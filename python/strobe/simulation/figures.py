# SPDX-License-Identifier: BSD-3-Clause
"""The metrics of a run by slice, as in figures 5.3 to 5.5 of the BCS-MPI paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from strobe.base import units
from strobe.report.page.drawing import Drawing, draw, write_files
from strobe.report.plots.by_slice import by_slice_plot
from strobe.simulation.result import Result


def figures(result: Result) -> list[Drawing]:
    """Figure 5.3, and for the first node that was watched figures 5.4 and 5.5."""
    emds = result.emds
    drawn = [
        _by_slice(
            "getts",
            "GETTS: time from the previous slice (figure 5.3)",
            [(g.slice, g.getts_s) for g in emds.globals if g.slice > 0],
            units.duration,
        )
    ]
    if emds.locals:
        node = emds.locals[0].node
        of_node = [local for local in emds.locals if local.node == node]
        drawn += [
            _by_slice(
                "ncolldem",
                f"Collectives processed in the descriptor exchange of node {node} (figure 5.4)",
                [(local.slice, local.ncolldem) for local in of_node],
                units.plain,
            ),
            _by_slice(
                "ncollmsm",
                f"Collectives scheduled in the message scheduling of node {node} (figure 5.5)",
                [(local.slice, local.ncollmsm) for local in of_node],
                units.plain,
            ),
        ]
    return drawn


def write(result: Result, folder: Path) -> None:
    """Write them as SVG, one file each."""
    write_files(folder, figures(result))


def _by_slice(
    name: str, title: str, values: Sequence[tuple[int, float]], label: Callable[[float], str]
) -> Drawing:
    return draw(name, title, by_slice_plot(name, values, label))
