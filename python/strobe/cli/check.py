# SPDX-License-Identifier: BSD-3-Clause
"""`strobe check`: should a run be believed, and what to do if not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from strobe.report import units

if TYPE_CHECKING:
    from rich.console import Console

    from strobe.records.run import Run
    from strobe.records.summary import Summary
    from strobe.report.belief import Belief

NOT_TO_BE_BELIEVED = 1
MOST_CELLS = 4
STYLES = {"serious": "bold red", "caution": "yellow", "note": "dim"}


def command(folder: Path, /) -> int:
    """Say whether a run should be believed (status 1 if not), and what to do then.

    Parameters
    ----------
    folder
        The run's folder.
    """
    from rich.console import Console

    from strobe.report.sections.verdict import verdict

    run, summary, found = judged(folder)
    judgement = verdict(run, summary, found)
    console = Console(highlight=False, markup=False, soft_wrap=True)
    console.print(judgement.headline, style="bold")
    console.print(", ".join(_told(tally.value, tally.of, tally.label) for tally in judgement.tally))
    for belief in found:
        console.print()
        _show(console, belief)
    return NOT_TO_BE_BELIEVED if judgement.level == "bad" else 0


def judged(folder: Path) -> tuple[Run, Summary, list[Belief]]:
    """The run in `folder`, and the reasons to doubt it; its models count where they were fitted."""
    from strobe.fit.models import MODELS_FILE, read_models
    from strobe.launch.context import CONTEXT_FILE
    from strobe.records.run import load
    from strobe.records.summary import summarise
    from strobe.report.beliefs import beliefs

    run = load(folder)
    summary = summarise(run)
    models = read_models(run.folder) if (run.folder / MODELS_FILE).exists() else None
    file = run.folder / CONTEXT_FILE
    context = msgspec.json.decode(file.read_bytes()) if file.exists() else {}
    return run, summary, beliefs(run, summary, models, context)


def _told(value: str, of: str, label: str) -> str:
    return f"{value} of {of} {label}" if of else f"{value} {label}"


def _show(console: Console, belief: Belief) -> None:
    about = f" [{belief.kernel}]" if belief.kernel else ""
    console.print(f"{belief.severity}{about}: {belief.sentence}", style=STYLES[belief.severity])
    if belief.cells:
        more = len(belief.cells) - MOST_CELLS
        named = "; ".join(belief.cells[:MOST_CELLS])
        console.print(f"  {named}" + (f" and {units.count(more)} more" if more > 0 else ""))
    console.print(f"  {belief.remedy}")
