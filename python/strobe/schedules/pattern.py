# SPDX-License-Identifier: BSD-3-Clause
"""A communication pattern, as strobe-schedule computes it."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping

import msgspec

from strobe.errors import StrobeError
from strobe.launch import bench

PROGRAM = "strobe-schedule"


class Listed(msgspec.Struct):
    """A pattern that there is."""

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


class Pattern(msgspec.Struct):
    """All messages by step, and when each rank is done, in seconds since all began."""

    count: int
    """How many messages there are."""
    steps: int
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
    words = [word for key, value in options.items() for word in (f"--{key}", str(value))]
    words += ["--brief"] if brief else []
    return msgspec.json.decode(_printed(name, *words), type=Pattern)


def _printed(*words: str) -> bytes:
    done = subprocess.run([bench.beside(PROGRAM), *words], capture_output=True, check=False)
    if done.returncode != 0:
        sentence = done.stderr.decode().strip().splitlines()
        raise StrobeError(sentence[0].removeprefix(f"{PROGRAM}: ") if sentence else PROGRAM)
    return done.stdout
