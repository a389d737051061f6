# SPDX-License-Identifier: BSD-3-Clause
"""The marker `mpi`: how many ranks a test needs, and how long it may take.

`min_size` is an argument of pytest-mpi's marker of the same name; `ranks` and `timeout` are ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

SIZE_VARIABLES = ("PMI_SIZE", "OMPI_COMM_WORLD_SIZE", "SLURM_STEP_NUM_TASKS")
"""In which launchers tell a process the number of ranks."""
ARGUMENTS = ("ranks", "min_size", "timeout")


@dataclass(frozen=True)
class Wish:
    """What a marker says."""

    ranks: tuple[int, ...] = ()
    """Exactly so many ranks, in turns; empty for as many as there are."""
    min_size: int = 1
    timeout_s: float | None = None


def read(marker: pytest.Mark, where: str) -> Wish:
    """The arguments of a marker. Raises UsageError with one sentence if one of them is wrong."""
    given = dict(marker.kwargs)
    if marker.args:
        if len(marker.args) > 1 or "ranks" in given:
            raise pytest.UsageError(f"{where}: mpi takes one number of ranks, or a list of them")
        given["ranks"] = marker.args[0]
    unknown = sorted(set(given) - set(ARGUMENTS))
    if unknown:
        raise pytest.UsageError(
            f"{where}: mpi has no argument {unknown[0]!r}; it has {', '.join(ARGUMENTS)}"
        )
    ranks, timeout_s = given.get("ranks"), given.get("timeout")
    several = tuple(ranks) if isinstance(ranks, list | tuple) else (ranks,)
    if ranks is None:
        several = ()
    elif not several or not all(map(_is_count, several)) or len({*several}) < len(several):
        raise pytest.UsageError(
            f"{where}: ranks must be a whole number of at least 1, or a list of different ones, "
            f"not {ranks!r}"
        )
    min_size = given.get("min_size", 1)
    if not _is_count(min_size):
        raise pytest.UsageError(
            f"{where}: min_size must be a whole number of at least 1, not {min_size!r}"
        )
    is_time = isinstance(timeout_s, int | float) and not isinstance(timeout_s, bool)
    if timeout_s is not None and not (is_time and 0 < timeout_s < float("inf")):
        raise pytest.UsageError(
            f"{where}: timeout must be a number of seconds above 0, not {timeout_s!r}"
        )
    return Wish(several, min_size, timeout_s)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def wish(item: pytest.Item) -> Wish | None:
    """What the marker of a test says, for its own number of ranks if it has several in turns;
    None for a test without the marker."""
    marker = item.get_closest_marker("mpi")
    if marker is None:
        return None
    told = read(marker, item.nodeid)
    if len(told.ranks) < 2:
        return told
    own = item.callspec.params["mpi_ranks"]  # type: ignore[attr-defined]
    return Wish((own,), told.min_size, told.timeout_s)


def shortage(item: pytest.Item, wanted: int | None, size: int | None) -> str:
    """Why a test cannot run; empty where it can.

    `wanted` is what --strobe-ranks says; `size` is the number of ranks of this session's own job.
    """
    told = wish(item)
    if told is None:
        return ""
    least = max([told.min_size, *told.ranks])
    if size is not None or wanted is None:
        have = size or 1
        if told.ranks and size is not None and size != told.ranks[0]:
            return f"needs {told.ranks[0]} ranks, and there are {size}"
        if least > have:
            return f"needs {least} ranks: use --strobe-ranks N"
        return ""
    if not told.ranks and least > wanted:
        return f"needs at least {least} ranks, and --strobe-ranks is {wanted}"
    return ""


def launched_ranks(environment: Mapping[str, str]) -> int | None:
    """The number of ranks of the job of which this process is one; None outside a job."""
    found = (environment.get(name, "") for name in SIZE_VARIABLES)
    return next((int(text) for text in found if text.isascii() and text.isdigit()), None)
