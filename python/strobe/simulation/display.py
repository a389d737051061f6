# SPDX-License-Identifier: BSD-3-Clause
"""What a person at a terminal sees while a long simulation runs: how far it is, and how fast."""

from __future__ import annotations

import time

from strobe.base import units
from strobe.launch.display import duration
from strobe.simulation.result import Progress

LEAST_DONE = 0.01
"""Before that nobody can say how long the rest will take."""


class Bar:
    """A line on standard error that is gone when the run is over."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn
        from rich.progress import Progress as Rows

        self._began = time.monotonic()
        self._rows = Rows(
            BarColumn(bar_width=24),
            TextColumn("{task.fields[done]}"),
            TextColumn("{task.fields[told]}"),
            TextColumn("[dim]{task.fields[left]}"),
            console=Console(stderr=True),
            auto_refresh=False,
            transient=True,
        )
        self._task = self._rows.add_task("", total=1.0, done="", told="", left="")
        self._last: Progress | None = None
        self._last_at = self._began

    def update(self, progress: Progress) -> None:
        """The run is so far; the first word on it shows the bar."""
        now = time.monotonic()
        if self._last is None:
            self._rows.start()
        since = self._last or Progress(0.0, 0, 0, 0.0)
        rate = (progress.events - since.events) / max(now - self._last_at, 1e-3)
        self._last, self._last_at = progress, now
        known = progress.done >= LEAST_DONE
        told = [
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
            told=", ".join(told),
            left=f"about {duration(left_s)} left" if known else "",
        )
        self._rows.refresh()

    def close(self) -> None:
        """The run is over."""
        if self._last is not None:
            self._rows.stop()
