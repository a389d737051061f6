# SPDX-License-Identifier: BSD-3-Clause
"""The caches that the system reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from strobe.base import units


def cache_sizes(context: dict[str, Any]) -> dict[int, float]:
    """Their sizes in bytes by level, without instruction caches."""
    return {level: float(cache["size_bytes"]) for level, cache in _of_data(context).items()}


def line_sizes(context: dict[str, Any]) -> dict[int, float]:
    """Their line sizes in bytes by level, where the system reports them."""
    return {
        level: float(cache["line_bytes"])
        for level, cache in _of_data(context).items()
        if cache.get("line_bytes")
    }


def sharers(context: dict[str, Any]) -> dict[int, str]:
    """The number of logical processors that share each level with processor 0."""
    return {
        level: units.plural(_counted(cache["shared_cpus"]), "logical processor")
        for level, cache in _of_data(context).items()
        if cache.get("shared_cpus")
    }


@dataclass(frozen=True)
class LastLevelCaches:
    """The size of one last-level cache, and how many of them the machine has."""

    size_bytes: float
    instances: int


def last_level_caches(context: dict[str, Any]) -> LastLevelCaches | None:
    """None where the system does not report any cache."""
    caches = _of_data(context)
    if not caches:
        return None
    last = caches[max(caches)]
    threads = int((context.get("machine") or {}).get("threads") or 1)
    shared = _counted(last["shared_cpus"]) if last.get("shared_cpus") else threads
    return LastLevelCaches(float(last["size_bytes"]), max(1, -(-threads // max(1, shared))))


def _of_data(context: dict[str, Any]) -> dict[int, dict[str, Any]]:
    caches = (context.get("machine") or {}).get("caches") or []
    return {
        int(cache["level"]): cache
        for cache in caches
        if cache.get("level") and str(cache.get("type", "")).lower() != "instruction"
    }


def _counted(numbers: str) -> int:
    """The number of processors in a list such as 0-3,8."""
    ranges = [part.split("-") for part in numbers.split(",")]
    return sum(int(ends[-1]) - int(ends[0]) + 1 for ends in ranges)
