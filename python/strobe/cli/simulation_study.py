# SPDX-License-Identifier: BSD-3-Clause
"""`strobe simulate --study`: one simulation after the other, with a bar in a terminal."""

from __future__ import annotations

import sys
from pathlib import Path

from strobe.base import notes
from strobe.base.consoles import console
from strobe.cli.paths import near

INTERRUPTED = 130


def write(folder: Path, *, quick: bool) -> None:
    """Simulate, and write the results into a folder; its old drawings are replaced."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from strobe.simulation import study, study_pages

    extent = study.QUICK if quick else study.FULL
    # Before the simulations, so that a folder that cannot be had is said at once.
    folder.mkdir(parents=True, exist_ok=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=32),
        MofNCompleteColumn(),
        console=console(to_errors=True),
        disable=not (sys.stderr.isatty() and notes.are_wanted()),
    ) as shown:
        task = shown.add_task("simulating", total=study.steps(extent))
        done = study.study(
            extent, lambda count, part: shown.update(task, completed=count, description=part)
        )
        shown.update(task, completed=study.steps(extent), description="done")
    for path in study_pages.write(done, extent, folder):
        print(near(path.absolute()))
    print(f"{near(folder.absolute())}/*.svg")
