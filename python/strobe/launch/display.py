# SPDX-License-Identifier: BSD-3-Clause
"""The progress of a run: a bar in a terminal, else lines."""

from __future__ import annotations

import sys
import time
from typing import Protocol

from strobe.base import notes
from strobe.base.consoles import console
from strobe.launch.progress import Progress

PLAIN_EVERY_S = 10.0


class Display(Protocol):
    """Shows the progress of every launch on standard error."""

    def update(self, progress: Progress, elapsed_s: float) -> None:
        """Show the progress of a launch after so many seconds."""

    def say(self, sentence: str) -> None:
        """Show a sentence that must not be lost among the progress."""

    def close(self) -> None:
        """The run is over."""


def display(launches: int) -> Display:
    """The display that suits standard error, or none where it should be quiet."""
    if not notes.are_wanted():
        return Nothing()
    return Bar(launches) if sys.stderr.isatty() else Plain(launches)


def duration(seconds: float) -> str:
    """Seconds as text: 8 s, 1 min 05 s, 2 h 10 min."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s"
    return f"{minutes // 60} h {minutes % 60:02d} min"


def _left(progress: Progress, elapsed_s: float) -> str:
    if progress.end is not None:
        return f"in {duration(elapsed_s)}"
    left_s = progress.left_s(elapsed_s)
    return "" if left_s is None else f"about {duration(left_s)} left"


class Nothing:
    """What `--quiet` shows."""

    def update(self, progress: Progress, elapsed_s: float) -> None:
        """No progress."""

    def say(self, sentence: str) -> None:
        """No sentence: what went wrong in the end is an error of the command."""

    def close(self) -> None:
        """Nothing is open."""


class Plain:
    """Lines for a log: one when a launch begins, then one every ten seconds."""

    def __init__(self, launches: int) -> None:
        self._launches = launches
        self._launch: int | None = None
        self._said_at = -PLAIN_EVERY_S

    def update(self, progress: Progress, elapsed_s: float) -> None:
        """Print the progress, at most every ten seconds."""
        if progress.header is None:
            return
        now = time.monotonic()
        if progress.launch == self._launch and now - self._said_at < PLAIN_EVERY_S:
            return
        self._launch, self._said_at = progress.launch, now
        count = f"{progress.done} of {progress.cells} cells done"
        parts = [count, progress.kernel, _left(progress, elapsed_s)]
        whole = ", ".join(part for part in parts if part)
        self.say(f"launch {progress.launch + 1} of {self._launches}: {whole}")

    def say(self, sentence: str) -> None:
        """One line."""
        notes.say(sentence)

    def close(self) -> None:
        """Nothing is open."""


class Bar:
    """A bar for each launch. Only `update` draws it: a thread would disturb the ranks."""

    def __init__(self, launches: int) -> None:
        from rich.progress import BarColumn, TextColumn
        from rich.progress import Progress as Rows

        self._launches = launches
        self._rows = Rows(
            TextColumn("{task.description}"),
            BarColumn(bar_width=32),
            TextColumn("{task.percentage:>3.0f}%"),
            TextColumn("{task.fields[cells]}"),
            TextColumn("[cyan]{task.fields[kernel]}"),
            TextColumn("[dim]{task.fields[left]}"),
            console=console(to_errors=True),
            auto_refresh=False,
        )
        self._tasks: dict[int, int] = {}
        self._drawn_at = 0.0
        self._rows.start()

    def update(self, progress: Progress, elapsed_s: float) -> None:
        """Move the launch's bar, at most once a second: drawing takes time from the ranks."""
        now = time.monotonic()
        is_new = progress.launch not in self._tasks
        if not is_new and now - self._drawn_at < 1.0 and progress.end is None:
            return
        if is_new:
            name = f"launch {progress.launch + 1}/{self._launches}"
            task = self._rows.add_task(name, total=1.0, cells="", kernel="", left="")
            self._tasks[progress.launch] = task
        self._drawn_at = now
        starting = progress.header is None
        self._rows.update(
            self._tasks[progress.launch],  # type: ignore[arg-type]
            completed=progress.fraction,
            cells="" if starting else f"{progress.done}/{progress.cells} cells",
            kernel="starting" if starting else progress.kernel.ljust(12),
            left=_left(progress, elapsed_s),
        )
        self._rows.refresh()

    def say(self, sentence: str) -> None:
        """A line above the bars."""
        self._rows.console.print(f"strobe: {sentence}", markup=False, highlight=False)

    def close(self) -> None:
        """Leave the bars as they are."""
        self._rows.refresh()
        self._rows.stop()
