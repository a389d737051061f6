# SPDX-License-Identifier: BSD-3-Clause
"""What a suite file declares about another benchmark: `[[benchmark]]`, one for each test."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from strobe.base.errors import StrobeError
from strobe.launch import suites
from strobe.records.lines import Value

Tool = Literal["osu", "imb"]
SUITES: dict[Tool, str] = {"osu": "osu", "imb": "imb"}
"""The suite that declares the tests of each tool."""
TITLES: dict[Tool, str] = {"osu": "OSU Micro-Benchmarks", "imb": "Intel MPI Benchmarks"}
Columns = Literal[
    "osu_latency",
    "osu_bandwidth",
    "osu_message_rate",
    "osu_collective",
    "osu_overlap",
    "osu_init",
    "imb_single",
    "imb_parallel",
    "imb_message_rate",
    "imb_collective",
    "imb_collective_loop",
    "imb_sync",
    "imb_overlap",
    "imb_sync_overlap",
]


class Benchmark(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One test of a tool, and the cells of a kernel that measure the same."""

    name: str
    """The tool's own name of the test."""
    program: str
    """The tool's program that has the test."""
    title: str
    """The title that the program prints."""
    kernel: str
    where: dict[str, Value] = {}
    """Values of axes; an axis that is not named is held at its first value."""
    by: list[str] = []
    """Axes for each value of which the tool prints a table."""
    columns: Columns
    times_size: int = 1
    """The bytes that the tool counts for each byte of a message."""
    whole_vector: bool = False
    """Whether the tool's size is that of the parts of all ranks together."""
    differs: str = ""
    """In what the test differs from the cells; empty where it does not."""

    @property
    def tool(self) -> Tool:
        """The tool of the test."""
        return "osu" if self.columns.startswith("osu") else "imb"


class _Declared(msgspec.Struct, frozen=True):
    benchmark: list[Benchmark] = []


def read(file: Path) -> list[Benchmark]:
    """The tests that a suite file declares. Raises StrobeError where they are not valid."""
    try:
        return msgspec.convert(suites.read(file), _Declared).benchmark
    except msgspec.ValidationError as error:
        raise StrobeError(f"the suite {file}: {error}") from error


def benchmarks(tool: Tool) -> list[Benchmark]:
    """All tests of a tool that Strobe has, in the order of its suite."""
    file = suites.available().get(SUITES[tool])
    if file is None:
        raise StrobeError(f"there is no suite '{SUITES[tool]}'; install Strobe again")
    return read(file)
