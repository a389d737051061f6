# SPDX-License-Identifier: BSD-3-Clause
"""What came of a simulation, as strobe-simulate prints it. All times are seconds."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence

import msgspec

from strobe.errors import StrobeError
from strobe.launch import bench

PROGRAM = "strobe-simulate"
BAD_INPUT = 2


class Network(msgspec.Struct):
    """What the core primitives cost on it (table 2.1 of the BCS-MPI paper)."""

    name: str
    title: str
    compare_s: float
    compare_per_level_s: float
    start_s: float
    bytes_per_s: float
    multicasts: bool


class Program(msgspec.Struct):
    """A program that can be simulated."""

    name: str
    what: str


class Offered(msgspec.Struct):
    """What there is to choose from."""

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


class Emds(msgspec.Struct, rename={"globals": "global", "locals": "local"}):
    """The runtime's own metrics, by slice: the last ones, of more than there is memory for."""

    globals: list[Global]
    locals: list[Local]
    dropped_slices: int


class Result(msgspec.Struct):
    """One run: its options, its end, and what was watched."""

    seed: int
    release: str
    program: str
    network: str
    mode: str
    nodes: int
    ranks: int
    slice_s: float
    end: str
    """finished, deadlock, wrong program, node lost, or limit of slices."""
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
        """Whether the program came as far as it was to go."""
        return self.end in {"finished", "limit of slices"}


def offered() -> Offered:
    """The programs, networks and modes that there are."""
    return msgspec.json.decode(_printed(["--list"], follow=False), type=Offered)


def simulate(words: Sequence[str], *, follow: bool = False) -> Result:
    """Run strobe-simulate with these words. `follow` lets its lines through to standard error.

    Raises StrobeError with the sentence that says what is wrong with them.
    """
    extra = ["--follow"] if follow else []
    return msgspec.json.decode(_printed([*words, *extra], follow=follow), type=Result)


def _printed(words: Sequence[str], *, follow: bool) -> bytes:
    done = subprocess.run(
        [bench.beside(PROGRAM), *words],
        stdout=subprocess.PIPE,
        stderr=None if follow else subprocess.PIPE,
        check=False,
    )
    if done.returncode not in {0, 1} or not done.stdout:
        sentence = (done.stderr or b"").decode().strip().splitlines()
        raise StrobeError(sentence[0].removeprefix(f"{PROGRAM}: ") if sentence else PROGRAM)
    return done.stdout
