# SPDX-License-Identifier: BSD-3-Clause
"""The result of a simulation, as strobe-simulate prints it. All times are in seconds."""

from __future__ import annotations

import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from types import FrameType
from typing import IO

import msgspec

from strobe.base.errors import StrobeError
from strobe.launch import bench
from strobe.launch.signals import StopRequest
from strobe.records.network import Network

PROGRAM = "strobe-simulate"
INTERRUPTED = 130


class Program(msgspec.Struct):
    """A program that can be simulated."""

    name: str
    what: str


class Offered(msgspec.Struct):
    """The available programs, networks and modes."""

    networks: list[Network]
    programs: list[Program]
    modes: list[str]


class Global(msgspec.Struct):
    """Table 5.1 of the paper, of one slice."""

    slice: int
    getts_s: float
    gtdem_s: float
    gtmsm_s: float
    gtts_s: float
    usrts: int
    usrdem: int
    usrmsm: int


class Local(msgspec.Struct):
    """Table 5.2 of the paper, of one node in one slice."""

    slice: int
    node: int
    letts_s: float
    ltdem_s: float
    ltmsm_s: float
    ltts_s: float
    np2pdem: int
    np2pmsm: int
    ncolldem: int
    ncollmsm: int
    bpts: int
    ltr_bs_s: float
    """LTRi: how long the buffer sender was busy, and the other roles below."""
    ltr_br_s: float
    ltr_dh_s: float
    ltr_ch_s: float
    ltr_rh_s: float


class Emds(msgspec.Struct, rename={"globals": "global", "locals": "local"}):
    """The runtime's own metrics, by slice: the last ones, of more than there is memory for."""

    globals: list[Global]
    locals: list[Local]
    dropped_slices: int


class Result(msgspec.Struct):
    """One run: its options, its end, and its metrics."""

    seed: int
    release: str
    program: str
    network: str
    mode: str
    nodes: int
    ranks: int
    slice_s: float
    end: str
    """finished, deadlock, wrong program, node lost, limit of slices, or interrupted."""
    sentences: list[str]
    time_s: float
    slices: int
    events: int
    wall_s: float
    hash: str
    """Of all scheduling decisions: equal where a run was scheduled alike."""
    emds: Emds

    @property
    def is_good(self) -> bool:
        """Whether the program finished or reached the requested number of slices."""
        return self.end in {"finished", "limit of slices"}

    @property
    def is_interrupted(self) -> bool:
        """Whether the user stopped it; the result then holds the data gathered so far."""
        return self.end == "interrupted"


class Progress(msgspec.Struct):
    """How far a run is."""

    time_s: float
    slices: int
    events: int
    done: float
    """A fraction of the whole; 0 where it is unknown."""


def offered() -> Offered:
    """The programs, networks and modes that there are."""
    return msgspec.json.decode(_printed(["--list"]), type=Offered)


def simulate(
    words: Sequence[str],
    *,
    follow: bool = False,
    watch: Callable[[Progress], None] | None = None,
    keep: bool = False,
) -> Result:
    """Run strobe-simulate with these words.

    `follow` lets its lines through to standard error. Otherwise another thread calls `watch` with
    the progress of a long run. After Ctrl-C, `keep` returns what there is. Raises StrobeError
    with the sentence that says what is wrong.
    """
    extra = ["--follow"] if follow else ["--progress"] if watch is not None else []
    printed = _printed([*words, *extra], follow=follow, watch=watch, keep=keep)
    return msgspec.json.decode(printed, type=Result)


class _PassedOn(StopRequest):
    """Forwards a stop signal to the program, which then ends with the data gathered so far."""

    process: subprocess.Popen[bytes] | None = None

    def _note(self, number: int, frame: FrameType | None) -> None:
        super()._note(number, frame)
        self.pass_on()

    def pass_on(self) -> None:
        if self.requested and self.process is not None:
            self.process.send_signal(signal.SIGINT)


def _printed(
    words: Sequence[str],
    *,
    follow: bool = False,
    watch: Callable[[Progress], None] | None = None,
    keep: bool = False,
) -> bytes:
    printed: list[bytes] = []
    complaints: list[str] = []
    with (
        _PassedOn() as stop,
        subprocess.Popen(
            [bench.beside(PROGRAM), *words],
            stdout=subprocess.PIPE,
            stderr=None if follow else subprocess.PIPE,
        ) as process,
    ):
        stop.process = process
        stop.pass_on()
        readers = [threading.Thread(target=_read_all, args=(process.stdout, printed))]
        if process.stderr is not None:
            arguments = (process.stderr, complaints, watch)
            readers.append(threading.Thread(target=_read_lines, args=arguments))
        for reader in readers:
            reader.start()
        status = process.wait()
        for reader in readers:
            reader.join()
    if status == -signal.SIGINT or (stop.requested and not keep):
        raise KeyboardInterrupt
    if status in {0, 1, INTERRUPTED} and printed[0]:
        return printed[0]
    raise StrobeError(complaints[0].removeprefix(f"{PROGRAM}: ") if complaints else PROGRAM)


def _read_all(stream: IO[bytes], into: list[bytes]) -> None:
    into.append(stream.read())


def _read_lines(
    stream: IO[bytes], complaints: list[str], watch: Callable[[Progress], None] | None
) -> None:
    for line in stream:
        if watch is not None and line.startswith(b"{"):
            watch(msgspec.json.decode(line, type=Progress))
        elif line.strip():
            complaints.append(line.decode().strip())
