# SPDX-License-Identifier: BSD-3-Clause
"""`strobe fit`: the models of a run, into its models.json and onto the screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from strobe.cli import tables
from strobe.cli.paths import near
from strobe.report import units

if TYPE_CHECKING:
    from strobe.fit.models import Model, Models

HEADINGS = ["kernel", "speed", "sizes", "start-up", "bandwidth", "n1/2"]


def command(folder: Path, /) -> None:
    """Fit start-up times, bandwidths and breakpoints to a run.

    Parameters
    ----------
    folder
        The run's folder.
    """
    models = fit_folder(folder)
    rows = [row for model in models.models for row in _rows(model)]
    tables.show("Time = start-up + size / bandwidth", HEADINGS, rows, numbers=3)
    print(near((folder / "models.json").absolute()))


def fit_folder(folder: Path) -> Models:
    """Fit the run in `folder` and write its models.json."""
    from strobe.fit.fitting import fit_run
    from strobe.fit.models import write_models
    from strobe.records.run import load

    models = fit_run(load(folder))
    write_models(models, folder)
    return models


def _rows(model: Model) -> list[list[str]]:
    """One row a segment; one with the reason where the fit was refused."""
    held = ", ".join(str(value) for value in model.fixed.values())
    name = f"{model.kernel} ({held})" if held else model.kernel
    speed = units.duration(model.exchange_s) if model.exchange_s is not None else ""
    if not model.accepted:
        return [[name, speed, f"refused: {model.reason}", "", "", ""]]
    half = model.half_bandwidth_size_bytes
    rows = []
    for segment in model.segments:
        sizes = f"{units.size(segment.from_bytes)} to {units.size(segment.to_bytes)}"
        startup = units.duration(segment.startup_s.value)
        bandwidth = units.bandwidth(segment.bandwidth_bytes_per_s.value)
        n_half = (
            units.size(half.value) if half is not None and segment is model.segments[-1] else ""
        )
        rows.append([name, speed, sizes, startup, bandwidth, n_half])
        name = speed = ""
    return rows
