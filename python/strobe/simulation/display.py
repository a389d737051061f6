# SPDX-License-Identifier: BSD-3-Clause
"""The progress of a long simulation at a terminal."""

from __future__ import annotations

import time

from strobe.base import units
from strobe.base.consoles import console
from strobe.launch.display import duration
from strobe.simulation.result import Progress

LEAST_DONE = 0.01
"""Below this fraction, the remaining time is not estimated."""


class Bar:
    """A line on standard error that disappears at the end of the run."""

    def __init__(self) -> None:
        from rich.progress import BarColumn, TextColumn
        from rich.progress import Progress as Rows

        self._began = time.monotonic()
        self._rows = Rows(
            BarColumn(bar_width=24),
            TextColumn("{task.fields[done]}"),
            TextColumn("{task.fields[facts]}"),
            TextColumn("[dim]{task.fields[left]}"),
            console=console(to_errors=True),
            auto_refresh=False,
            transient=True,
        )
        self._task = self._rows.add_task("", total=1.0, done="", facts="", left="")
        self._last: Progress | None = None
        self._last_at = self._began

    def update(self, progress: Progress) -> None:
        """Show this progress; the first call shows the bar."""
        now = time.monotonic()
        if self._last is None:
            self._rows.start()
        since = self._last or Progress(0.0, 0, 0, 0.0)
        rate = (progress.events - since.events) / max(now - self._last_at, 1e-3)
        self._last, self._last_at = progress, now
        known = progress.done >= LEAST_DONE
        facts = [
            units.duration(progress.time_s),
            units.plural(progress.slices, "slice"),
            f"{units.number(rate / 1e6)} million events/s",
        ]
        left_s = (now - self._began) * (1 - progress.done) / progress.done if known else 0.0
        self._rows.update(
            self._task,
            total=1.0 if known else None,
            completed=progress.done,
            done=units.percent(progress.done) if known else "",
            facts=", ".join(facts),
            left=f"about {duration(left_s)} left" if known else "",
        )
        self._rows.refresh()

    def close(self) -> None:
        """The run is over."""
        if self._last is not None:
            self._rows.stop()
