# SPDX-License-Identifier: BSD-3-Clause
"""`strobe run --live`: what the ranks do now, below what the program says, until it is over.

The view is drawn on standard error where that is a terminal. What the program says to the same
terminal then comes through this process, line by line, and stands above the view. Elsewhere the
view is one line every few seconds, and the program's streams are not touched.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

from rich.table import Table

from strobe.base import units
from strobe.base.consoles import console
from strobe.coscheduling.live import ANY, NOBODY, Live, RankNow, Rates, rates

REFRESH_S = 0.25
LINE_EVERY_S = 5.0
LAST_WORDS_S = 0.5
"""How long the output of a program that is over may take to come."""
OUT, ERR = 1, 2
LINES_BESIDES_RANKS = 6
UNSEEN = "not started, or on another host"


class LiveView:
    """Follows one job."""

    def __init__(self, live: Live, ranks: int) -> None:
        self._live = live
        self._ranks = ranks
        self._console = console(to_errors=True)
        self._is_drawn = os.isatty(ERR)
        self._takes = [fd for fd in (OUT, ERR) if self._is_drawn and os.isatty(fd)]
        self._drawing = threading.Lock()
        self._lines = 0
        self._partial = {OUT: b"", ERR: b""}
        self._last: list[RankNow] = []
        self._begin_s = time.monotonic()

    @property
    def path(self) -> str:
        """Where the ranks write, for STROBE_LIVE."""
        return self._live.path

    @property
    def takes_output(self) -> bool:
        """Whether standard output is the terminal of the view."""
        return OUT in self._takes

    @property
    def takes_errors(self) -> bool:
        """Whether standard error is."""
        return ERR in self._takes

    def tell(self, line: str) -> None:
        """Write a line of our own above the view."""
        with self._drawing:
            self._erase()
            _write_all(ERR, f"{line}\n".encode())

    @contextlib.contextmanager
    def following(self, launcher: subprocess.Popen[bytes]) -> Iterator[None]:
        """Show the job until the end of this context."""
        told, heard = socket.socketpair()
        thread = threading.Thread(target=self._follow, args=(launcher, heard), daemon=True)
        thread.start()
        try:
            yield
        finally:
            told.close()
            thread.join()
            heard.close()

    def _follow(self, launcher: subprocess.Popen[bytes], end: socket.socket) -> None:
        every_s = REFRESH_S if self._is_drawn else LINE_EVERY_S
        with selectors.DefaultSelector() as selector:
            selector.register(end, selectors.EVENT_READ, None)
            for pipe, fd in ((launcher.stdout, OUT), (launcher.stderr, ERR)):
                if pipe is not None:
                    selector.register(pipe, selectors.EVENT_READ, fd)
            due_s = self._begin_s + every_s
            while True:
                ready = selector.select(max(due_s - time.monotonic(), 0.0))
                is_over = any(key.data is None for key, _ in ready)
                for key, _ in ready:
                    self._take(selector, key)
                if is_over:
                    break
                if time.monotonic() >= due_s:
                    self._show()
                    due_s = time.monotonic() + every_s
            self._take_last_words(selector)
        with self._drawing:
            self._erase()

    def _take_last_words(self, selector: selectors.BaseSelector) -> None:
        until_s = time.monotonic() + LAST_WORDS_S
        while selector.get_map() and time.monotonic() < until_s:
            for key, _ in selector.select(0.05):
                self._take(selector, key)
        for fd in self._takes:
            self._write(fd, self._partial[fd])
            self._partial[fd] = b""

    def _take(self, selector: selectors.BaseSelector, key: selectors.SelectorKey) -> None:
        """Hand the whole lines of what has come on; what ends in no line waits for its end."""
        said = b"" if key.data is None else os.read(key.fd, 1 << 16)
        if not said:
            selector.unregister(key.fileobj)
            return
        whole, line, rest = (self._partial[key.data] + said).rpartition(b"\n")
        self._partial[key.data] = rest
        self._write(key.data, whole + line)

    def _write(self, fd: int, said: bytes) -> None:
        if said:
            with self._drawing:
                self._erase()
                _write_all(fd, said)

    def _erase(self) -> None:
        if self._lines:
            _write_all(ERR, f"\x1b[{self._lines}F\x1b[J".encode())
            self._lines = 0

    def _show(self) -> None:
        now = self._live.look()
        found = rates(self._last, now)
        self._last = now
        elapsed_s = time.monotonic() - self._begin_s
        if not self._is_drawn:
            print(f"strobe: {line_of(now, found, self._ranks, elapsed_s)}", file=sys.stderr)
            return
        most = max(self._console.height - LINES_BESIDES_RANKS, 1)
        with self._console.capture() as captured:
            self._console.print(table_of(now, found, self._ranks, elapsed_s, most))
        drawn = captured.get()
        with self._drawing:
            self._erase()
            _write_all(ERR, drawn.encode())
            self._lines = drawn.count("\n")


def table_of(
    now: list[RankNow], found: dict[int, Rates], ranks: int, elapsed_s: float, most: int
) -> Table:
    """A row for each rank, of the first `most`."""
    table = Table(
        caption=line_of(now, found, ranks, elapsed_s),
        caption_justify="left",
        caption_style="",
        box=None,
    )
    table.add_column("rank", justify="right")
    table.add_column("now", no_wrap=True)
    for heading in ("in MPI", "calls/s", "messages/s", "bytes/s", "slice"):
        table.add_column(heading, justify="right")
    seen = {one.rank: one for one in now}
    shown = range(min(ranks, most))
    for rank in shown:
        if rank not in seen:
            table.add_row(str(rank), UNSEEN)
            continue
        one, rate = seen[rank], found[rank]
        table.add_row(
            str(rank),
            state_of(one),
            units.percent(rate.communication),
            units.number(rate.calls),
            units.number(rate.messages),
            units.about_size(rate.size_bytes),
            units.count(one.slice),
        )
    if ranks > len(shown):
        table.add_row("", f"and {units.plural(ranks - len(shown), 'more rank')}")
    return table


def line_of(now: list[RankNow], found: dict[int, Rates], ranks: int, elapsed_s: float) -> str:
    """The whole job in one line."""
    running = [one for one in now if not one.has_ended]
    waiting = [one for one in running if one.function]
    parts = [f"{elapsed_s:.0f} s", f"{units.plural(len(running) - len(waiting), 'rank')} computing"]
    if waiting:
        names = sorted({one.function for one in waiting})
        parts.append(f"{len(waiting)} in {units.listed(names[:3])}")
    if len(now) > len(running):
        parts.append(f"{len(now) - len(running)} finished")
    if len(now) < ranks:
        parts.append(f"{ranks - len(now)} {UNSEEN}")
    messages = sum(rate.messages for rate in found.values())
    parts.append(f"{units.number(messages)} messages/s")
    return ", ".join(parts)


def state_of(one: RankNow) -> str:
    """What a rank is at."""
    if one.has_ended:
        return "finished"
    if not one.function:
        return "computes"
    if one.peer == NOBODY:
        return one.function
    who = "any rank" if one.peer == ANY else f"rank {one.peer}"
    tag = "any tag" if one.tag == ANY else f"tag {one.tag}"
    return f"{one.function}: {who}, {tag}"


def _write_all(fd: int, said: bytes) -> None:
    """The terminal may be gone."""
    with contextlib.suppress(OSError):
        while said:
            said = said[os.write(fd, said) :]
