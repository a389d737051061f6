# SPDX-License-Identifier: BSD-3-Clause
"""A communication pattern, as strobe-schedule computes it."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence

import msgspec

from strobe.base.errors import StrobeError
from strobe.launch import bench
from strobe.records.network import LineRecord

PROGRAM = "strobe-schedule"


class Listed(msgspec.Struct):
    """An available pattern."""

    name: str
    title: str
    is_topology: bool
    """It has a root, and goes three ways: spread, combine, and combine on all."""
    branches: bool


class Message(msgspec.Struct):
    """Who sends what to whom, in which step (S in the figures of LAPACK Working Note 73)."""

    step: int
    from_: int = msgspec.field(name="from")
    to: int
    first_block: int
    blocks: int
    combines: bool
    sent_s: float
    received_s: float


class KnownTimes(msgspec.Struct, frozen=True):
    """The times of a prediction. A time without a value is None, and counts as 0."""

    network: str
    """The title of the network; empty where all times are given."""
    t_s: LineRecord | None
    t_c: LineRecord
    t_m: LineRecord | None
    t_o: LineRecord | None
    parallel_transfers: float | None
    """Messages in transit at once that share nothing; None without a limit."""


class Pattern(msgspec.Struct):
    """All messages by step, and when each rank is done, in seconds since all began."""

    count: int
    """How many messages there are."""
    steps: int
    combines: bool
    """Whether a rank combines messages."""
    times: KnownTimes | None
    """None where no times were asked for."""
    finish_s: list[float]
    messages: list[Message] = []
    """None of them where the pattern was asked for in brief."""

    @property
    def ranks(self) -> int:
        """How many processes take part."""
        return len(self.finish_s)


def listed() -> list[Listed]:
    """The patterns that there are, topologies first."""
    return msgspec.json.decode(_printed("--list"), type=list[Listed])


def pattern(name: str, options: Mapping[str, object], *, brief: bool = False) -> Pattern:
    """The pattern of that name. Raises StrobeError with the sentence that says what is wrong."""
    words = ["--brief"] if brief else []
    return msgspec.json.decode(_printed(name, *_words(options), *words), type=Pattern)


class Times(msgspec.Struct, frozen=True):
    """What a message of one length takes, in seconds: the note's T_s, T_c and T_o.

    The parts of T_s and T_c that move its data take longer where messages share links.
    """

    send_s: float
    complete_s: float
    operate_s: float
    send_data_s: float = 0.0
    complete_data_s: float = 0.0
    parallel_transfers: float | None = None
    """Messages in transit at once that share nothing; None without a limit."""


def finish_s(name: str, options: Mapping[str, object], times: Sequence[Times]) -> list[list[float]]:
    """When each rank is done with the pattern of that name, for each of `times`.

    Raises StrobeError with the sentence that says what is wrong.
    """
    numbers = [
        number
        for one in times
        for number in (
            1e6 * one.send_s, 1e6 * one.send_data_s, 1e6 * one.complete_s,
            1e6 * one.complete_data_s, 1e6 * one.operate_s, one.parallel_transfers or 0.0,
        )
    ]  # fmt: skip
    answer = _printed(name, *_words(options), f"--times={','.join(map(repr, numbers))}")
    return msgspec.json.decode(answer, type=list[list[float]])


def _words(options: Mapping[str, object]) -> list[str]:
    # In one word, since a time may begin with a minus sign.
    return [f"--{key}={value}" for key, value in options.items()]


def _printed(*words: str) -> bytes:
    done = subprocess.run([bench.beside(PROGRAM), *words], capture_output=True, check=False)
    if done.returncode != 0:
        sentence = done.stderr.decode().strip().splitlines()
        raise StrobeError(sentence[0].removeprefix(f"{PROGRAM}: ") if sentence else PROGRAM)
    return done.stdout
